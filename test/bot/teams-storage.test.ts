// The storage teams-ai gets: botbuilder's contract over our documents.
import { describe, expect, test } from '@jest/globals';
import { teamsStorage } from '../../src/bot/teams-storage.ts';
import { memoryDocuments } from '../storage/memory-documents.ts';

const KEY = 'msteams/28:bot/conversations/19:x@thread.tacv2;messageid=1';

describe('teamsStorage', () => {
  test('gives back what was written, with an eTag, under one prefix', async () => {
    const documents = memoryDocuments();
    const storage = teamsStorage(documents);

    await storage.write({ [KEY]: { a: 'é' }, other: { b: 1 } });
    const read = await storage.read([KEY, 'other', 'missing']);

    expect(read).toEqual({
      [KEY]: { a: 'é', eTag: expect.any(String) },
      other: { b: 1, eTag: expect.any(String) },
    });
    expect(documents.names()).toEqual([
      expect.stringMatching(/^teams-ai\/[0-9a-f]{64}\.json$/),
      expect.stringMatching(/^teams-ai\/[0-9a-f]{64}\.json$/),
    ]);
  });

  test.each([
    ['none', undefined, 'second'],
    ['a star', '*', 'second'],
  ])('eTag %s overwrites', async (_, eTag, expected) => {
    const storage = teamsStorage(memoryDocuments());
    await storage.write({ [KEY]: { value: 'first' } });

    await storage.write({ [KEY]: { value: 'second', ...(eTag === undefined ? {} : { eTag }) } });

    expect(await storage.read([KEY])).toMatchObject({ [KEY]: { value: expected } });
  });

  test('an older eTag is refused', async () => {
    const storage = teamsStorage(memoryDocuments());
    await storage.write({ [KEY]: { value: 'first' } });
    const old = await storage.read([KEY]);
    await storage.write({ [KEY]: { value: 'second' } });

    await expect(storage.write({ [KEY]: { ...(old[KEY] as object), value: 'third' } })).rejects.toThrow(
      /another turn/,
    );
    expect(await storage.read([KEY])).toMatchObject({ [KEY]: { value: 'second' } });
  });

  test('what was deleted is gone', async () => {
    const storage = teamsStorage(memoryDocuments());
    await storage.write({ [KEY]: { value: 'first' } });

    await storage.delete([KEY, 'missing']);

    expect(await storage.read([KEY])).toEqual({});
  });
});
