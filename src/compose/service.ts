// The bot of a configuration: real systems, real storage, real Teams.
import type { Logger } from 'pino';
import type { Service } from '../bot/service.ts';
import { startService } from '../bot/service.ts';
import { openBlobs, openEstate } from '../compose.ts';
import type { BotConfig, Config } from '../config.ts';
import { openBlobDocuments } from '../storage/blob-documents.ts';

/** Of conversations, preferences and traces. */
const CONTAINER = 'maillon';

export async function composeService(
  config: Config & { readonly bot: BotConfig },
  logger: Logger,
  version: string,
): Promise<Service> {
  const { bot, listen } = config;
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
  return {
    url: service.url,
    async stop() {
      await service.stop();
      await estate.close();
    },
  };
}
