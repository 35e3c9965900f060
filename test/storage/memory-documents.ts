// Documents in memory, for tests that are not about storage. Held to the same contract as the blobs.
import type { Documents } from '../../src/storage/documents.ts';

export interface MemoryDocuments extends Documents {
  readonly names: () => readonly string[];
}

export function memoryDocuments(): MemoryDocuments {
  const stored = new Map<string, { text: string; etag: string }>();
  let version = 0;
  return {
    names: () => [...stored.keys()].sort(),
    read(name) {
      const found = stored.get(name);
      return Promise.resolve(
        found === undefined ? null : { value: JSON.parse(found.text) as unknown, etag: found.etag },
      );
    },
    write(name, value, expected) {
      const current = stored.get(name)?.etag;
      const isRefused =
        expected === 'absent' ? current !== undefined : expected !== 'any' && current !== expected.etag;
      if (isRefused) return Promise.resolve({ ok: false });
      version += 1;
      const etag = `"${version}"`;
      stored.set(name, { text: JSON.stringify(value), etag });
      return Promise.resolve({ ok: true, etag });
    },
    remove(name) {
      stored.delete(name);
      return Promise.resolve();
    },
    async *list(prefix) {
      yield* await Promise.resolve([...stored.keys()].filter((name) => name.startsWith(prefix)).sort());
    },
    probe: () => Promise.resolve(),
  };
}
