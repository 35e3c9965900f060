// The whole demo on loopback: storage, estate, bot and the Teams client, in the order they need each other.
import { join, resolve } from 'node:path';
import { BlobServiceClient } from '@azure/storage-blob';
import type { Logger } from 'pino';
import { startService } from '../../bot/service.ts';
import { BLOB_CLIENT_OPTIONS, openBlobDocuments } from '../../storage/blob-documents.ts';
import { demoDirectory, demoTracer, demoWorlds } from '../demo.ts';
import { startLab } from '../server.ts';
import { startPlayground } from './agents-playground.ts';
import { startAzurite } from './azurite.ts';

export interface DemoOptions {
  readonly ports: { readonly azurite: number; readonly bot: number; readonly playground: number };
  /** Holds `reports/` and `bases/`. */
  readonly casesFolder: string;
  /** Logs, the configuration of the playground and, when `keepState`, the blobs. */
  readonly stateFolder: string;
  readonly keepState: boolean;
  readonly version: string;
  readonly logger: Logger;
}

export interface Demo {
  /** To open in a browser. */
  readonly url: string;
  readonly services: readonly string[];
  stop(): Promise<void>;
}

export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { ports, logger } = options;
  const stateFolder = resolve(options.stateFolder);
  const started: (() => Promise<void>)[] = [];
  async function stop(): Promise<void> {
    for (const end of started.splice(0).reverse()) await end();
  }

  try {
    const azurite = await startAzurite({
      port: ports.azurite,
      folder: options.keepState ? join(stateFolder, 'azurite') : null,
      logFolder: stateFolder,
    });
    started.push(() => azurite.stop());

    const worlds = demoWorlds(options.casesFolder);
    const lab = await startLab();
    started.push(() => lab.close());
    for (const { id, labCase } of worlds) lab.addWorld(id, labCase);

    const blobs = BlobServiceClient.fromConnectionString(azurite.connectionString, BLOB_CLIENT_OPTIONS);
    const service = await startService({
      identity: null,
      tenants: [],
      directory: demoDirectory(worlds),
      tracer: demoTracer(lab, worlds, options.version),
      documents: await openBlobDocuments(blobs.getContainerClient('maillon')),
      logger,
      host: '127.0.0.1',
      port: ports.bot,
      now: () => new Date(),
    });
    started.push(() => service.stop());

    const playground = await startPlayground({
      port: ports.playground,
      botUrl: service.url,
      folder: join(stateFolder, 'playground'),
    });
    started.push(() => playground.stop());
    return { url: playground.url, services: worlds.map(({ id }) => id), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
