// The service: reads the configuration, composes, listens, and stops without losing a trace.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { composeService } from './compose/service.ts';
import type { Config } from './config.ts';
import { loadConfig } from './config.ts';
import { errorsText } from './config/problems.ts';
import { createLogger, silenceConsole } from './log.ts';

/** EX_CONFIG of sysexits.h, as on the command line. */
const BAD_CONFIGURATION = 78;

const read = loadConfig(process.env, configurationText(), 'service');
if (!read.ok) refuse(errorsText(read.errors));
else await run(read.config);

async function run(config: Config): Promise<void> {
  const { bot } = config;
  if (bot === null) {
    refuse('The service needs a bot: set bot.appId and bot.tenantId. The lab is started with npm start.\n');
    return;
  }
  const version = packageVersion();
  const logger = createLogger({ level: process.env['LOG_LEVEL'] ?? 'info', version });
  silenceConsole(logger);

  const service = await composeService({ ...config, bot }, logger, version);
  logger.info({ url: service.url }, 'Listening');

  const signal = await new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve).once('SIGINT', resolve);
  });
  logger.info({ signal }, 'Stopping');
  await service.stop();
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

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
