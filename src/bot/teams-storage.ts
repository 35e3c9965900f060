// The storage of teams-ai in a scope of its own: what it keeps (sign-in state, later) never mixes with ours.
import type { Storage, StoreItem, StoreItems } from 'botbuilder';
import { z } from 'zod';
import type { Collection } from '../storage/collection.ts';
import { collection } from '../storage/collection.ts';
import type { Documents, Expected } from '../storage/documents.ts';

const itemSchema = z.record(z.unknown());

export function teamsStorage(documents: Documents): Storage {
  const items: Collection<Record<string, unknown>> = collection(documents, 'teams-ai/', itemSchema);
  return {
    async read(keys) {
      const read = await Promise.all(keys.map(async (key) => ({ key, stored: await items.read(key) })));
      const found: StoreItems = {};
      for (const { key, stored } of read) {
        if (stored !== null) found[key] = { ...stored.value, eTag: stored.etag } satisfies StoreItem;
      }
      return found;
    },
    async write(changes) {
      await Promise.all(
        Object.entries(changes as Record<string, StoreItem>).map(async ([key, { eTag, ...value }]) => {
          const written = await items.write(key, value, expectedOf(eTag));
          if (!written.ok) throw new Error(`state ${key} was changed by another turn`);
        }),
      );
    },
    async delete(keys) {
      await Promise.all(keys.map((key) => items.remove(key)));
    },
  };
}

/** botbuilder's meaning of an eTag: none or `*` overwrites. */
function expectedOf(eTag: string | undefined): Expected {
  return eTag === undefined || eTag === '*' ? 'any' : { etag: eTag };
}
