// The service: reads the configuration, composes, listens, and stops without losing a trace.
import { readFileSync } from 'node:fs';
import { createLogger, silenceConsole } from './bot/logger.ts';
import { startService } from './bot/service.ts';
import { BAD_CONFIGURATION } from './cli/exit-codes.ts';
import { packageVersion } from './cli/version.ts';
import { openBlobs, openEstate } from './compose.ts';
import type { Config } from './config.ts';
import { loadConfig } from './config.ts';
import { errorsText } from './config/problems.ts';
import { openBlobDocuments } from './storage/blob-documents.ts';

const CONTAINER = 'maillon';

async function run(config: Config): Promise<void> {
  const { bot, listen } = config;
  if (bot === null) return refuse('The lab is started with npm start; the service needs a bot.\n');

  const version = packageVersion();
  const logger = createLogger({ level: process.env['LOG_LEVEL'] ?? 'info', version });
  silenceConsole(logger);

  const estate = await openEstate(config);
  const service = await startService({
    identity: {
      appId: bot.appId,
      tenantId: bot.tenantId,
      type: bot.appType,
      ...(bot.password === null ? {} : { password: bot.password }),
    },
    tenants: bot.allowedTenants,
    directory: estate.directory,
    tracer: estate.tracer(version),
    documents: await openBlobDocuments(openBlobs(config).getContainerClient(CONTAINER)),
    logger,
    host: listen.host,
    port: listen.port,
    now: () => new Date(),
  });
  logger.info({ url: service.url }, 'Listening');

  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    process.once('SIGTERM', resolve).once('SIGINT', resolve);
  });
  logger.info({ signal }, 'Stopping');
  await service.stop();
  await estate.close();
  logger.info('Stopped');
}

function refuse(text: string): void {
  process.stderr.write(text);
  process.exitCode = BAD_CONFIGURATION;
}

/** A file that is named must be there; maillon.yaml may be absent. */
function configurationText(): string | null {
  const named = process.env['MAILLON_CONFIG'];
  try {
    return readFileSync(named ?? 'maillon.yaml', 'utf8');
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (named === undefined && isAbsent) return null;
    throw error;
  }
}

const read = loadConfig(process.env, configurationText(), 'service');
if (read.ok) await run(read.config);
else refuse(errorsText(read.errors));
