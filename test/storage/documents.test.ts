// The contract of documents, held by the blobs (against Azurite) and by the memory the other tests use.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobServiceClient } from '@azure/storage-blob';
import type { Azurite } from '../../src/lab/playground/azurite.ts';
import { startAzurite } from '../../src/lab/playground/azurite.ts';
import { BLOB_CLIENT_OPTIONS, openBlobDocuments } from '../../src/storage/blob-documents.ts';
import type { Documents } from '../../src/storage/documents.ts';
import { freePort } from '../support/free-port.ts';
import { memoryDocuments } from './memory-documents.ts';

let azurite: Azurite;

beforeAll(async () => {
  azurite = await startAzurite({
    port: await freePort(),
    folder: null,
    logFolder: mkdtempSync(join(tmpdir(), 'maillon-azurite-')),
  });
}, 60_000);

afterAll(async () => {
  await azurite.stop();
});

function blobs(container: string): Promise<Documents> {
  const account = BlobServiceClient.fromConnectionString(azurite.connectionString, BLOB_CLIENT_OPTIONS);
  return openBlobDocuments(account.getContainerClient(container));
}

describe.each([
  ['blobs', () => blobs(`test-${Date.now()}`)],
  ['memory', () => Promise.resolve(memoryDocuments())],
])('%s', (_, open) => {
  let documents: Documents;

  beforeAll(async () => {
    documents = await open();
  });

  test('what is written is read, with accents and emoji', async () => {
    const value = { text: 'é « à » 🔎', list: [1, null] };

    const written = await documents.write('a/one.json', value, 'absent');
    const read = await documents.read('a/one.json');

    expect(read).toEqual({ value, etag: written.ok && written.etag });
  });

  test('what is not there is null, and removing it is no error', async () => {
    await documents.remove('a/nothing.json');

    expect(await documents.read('a/nothing.json')).toBeNull();
  });

  test('absent: the second writer is refused', async () => {
    await documents.write('a/two.json', 1, 'absent');

    expect(await documents.write('a/two.json', 2, 'absent')).toEqual({ ok: false });
    expect((await documents.read('a/two.json'))?.value).toBe(1);
  });

  test('etag: who read an older version is refused, and a removed one too', async () => {
    const first = await documents.write('a/three.json', 1, 'any');
    if (!first.ok) throw new Error('not written');
    await documents.write('a/three.json', 2, { etag: first.etag });

    expect(await documents.write('a/three.json', 3, { etag: first.etag })).toEqual({ ok: false });
    expect((await documents.read('a/three.json'))?.value).toBe(2);

    await documents.remove('a/three.json');
    expect(await documents.write('a/three.json', 4, { etag: first.etag })).toEqual({ ok: false });
  });

  test('of many writers with one etag, one wins', async () => {
    const first = await documents.write('a/race.json', 0, 'any');
    if (!first.ok) throw new Error('not written');

    const all = await Promise.all(
      Array.from({ length: 8 }, (_, writer) => documents.write('a/race.json', writer, { etag: first.etag })),
    );

    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('names are listed by prefix, in order', async () => {
    await documents.write('list/b.json', 1, 'any');
    await documents.write('list/a.json', 1, 'any');
    await documents.write('other/a.json', 1, 'any');

    const names: string[] = [];
    for await (const name of documents.list('list/')) names.push(name);

    expect(names).toEqual(['list/a.json', 'list/b.json']);
  });

  test('a probe of what is there is silent', async () => {
    await expect(documents.probe()).resolves.toBeUndefined();
  });
});

test('a probe of storage that is gone fails', async () => {
  const documents = await blobs('gone');
  const account = BlobServiceClient.fromConnectionString(azurite.connectionString);
  await account.getContainerClient('gone').delete();

  await expect(documents.probe()).rejects.toThrow();
});
