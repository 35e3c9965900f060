// Documents as block blobs of one container of Azure Storage; Azurite locally.
import type { ContainerClient, StoragePipelineOptions } from '@azure/storage-blob';
import { RestError } from '@azure/storage-blob';
import type { Documents, Expected } from './documents.ts';

/** A turn has 15 s (facts/teams-identity-infra.md D10): the SDK's own four tries, seconds apart, would use them up. */
export const BLOB_CLIENT_OPTIONS: StoragePipelineOptions = {
  retryOptions: { maxTries: 3, retryDelayInMs: 100, maxRetryDelayInMs: 1000, tryTimeoutInMs: 3000 },
};

/** Creates the container when it is missing. Nothing is remembered of a failure: the caller may try again. */
export async function openBlobDocuments(container: ContainerClient): Promise<Documents> {
  await container.createIfNotExists();

  return {
    async read(name) {
      try {
        const blob = container.getBlobClient(name);
        const answer = await blob.download();
        if (answer.etag === undefined) throw new Error(`blob ${name} came without an etag`);
        return { value: await jsonOf(answer.readableStreamBody, name), etag: answer.etag };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },

    async write(name, value, expected) {
      const body = JSON.stringify(value);
      try {
        const { etag } = await container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body), {
          conditions: conditionsOf(expected),
          blobHTTPHeaders: { blobContentType: 'application/json' },
        });
        if (etag === undefined) throw new Error(`blob ${name} was written without an etag`);
        return { ok: true, etag };
      } catch (error) {
        // 412 ConditionNotMet for If-Match, 409 BlobAlreadyExists for If-None-Match: *.
        const status = statusOf(error);
        if (status === 412 || (status === 409 && expected === 'absent')) return { ok: false };
        throw error;
      }
    },

    async remove(name) {
      await container.getBlobClient(name).deleteIfExists();
    },

    async *list(prefix) {
      for await (const item of container.listBlobsFlat({ prefix })) yield item.name;
    },

    async probe() {
      await container.getProperties();
    },
  };
}

function conditionsOf(expected: Expected) {
  if (expected === 'any') return {};
  return expected === 'absent' ? { ifNoneMatch: '*' } : { ifMatch: expected.etag };
}

async function jsonOf(body: NodeJS.ReadableStream | undefined, name: string): Promise<unknown> {
  if (body === undefined) throw new Error(`blob ${name} came without a body`);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch (cause) {
    throw new Error(`blob ${name} is not JSON`, { cause });
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof RestError ? error.statusCode : undefined;
}
