// Azurite, Microsoft's emulator of Azure Storage, as the storage of the lab.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Child } from './processes.ts';
import { startChild } from './processes.ts';

export interface AzuriteOptions {
  readonly port: number;
  /** Folder that keeps the blobs over restarts; null keeps them in memory. */
  readonly folder: string | null;
  readonly logFolder: string;
}

export interface Azurite extends Child {
  readonly connectionString: string;
}

/** The account every Azurite has; its key is printed in Microsoft's documentation and opens nothing else. */
const ACCOUNT = 'devstoreaccount1';
const ACCOUNT_KEY =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

export async function startAzurite(options: AzuriteOptions): Promise<Azurite> {
  const { port, folder, logFolder } = options;
  const package_ = createRequire(import.meta.url).resolve('azurite/package.json');
  const child = await startChild({
    name: 'Azurite',
    // No inMemoryPersistence together with a location (facts/sdks.md 2.2).
    arguments: [
      join(package_, '..', 'dist', 'src', 'blob', 'main.js'),
      ...['--silent', '--skipApiVersionCheck', '--disableTelemetry'],
      ...['--blobHost', '127.0.0.1', '--blobPort', String(port)],
      ...(folder === null ? ['--inMemoryPersistence'] : ['--location', folder]),
    ],
    logFile: join(logFolder, 'azurite.log'),
    port,
  });
  const connectionString = [
    'DefaultEndpointsProtocol=http',
    `AccountName=${ACCOUNT}`,
    `AccountKey=${ACCOUNT_KEY}`,
    `BlobEndpoint=http://127.0.0.1:${port}/${ACCOUNT}`,
  ].join(';');
  return { ...child, connectionString };
}
