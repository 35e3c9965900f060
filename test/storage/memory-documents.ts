// Documents in memory, for tests that are not about storage. Held to the same contract as the blobs.
import type { Documents } from '../../src/storage/documents.ts';

export interface MemoryDocuments extends Documents {
  readonly names: () => readonly string[];
  /** Runs before a write, for tests of two writers at once. */
  beforeWrite: (name: string) => Promise<void>;
}

export function memoryDocuments(): MemoryDocuments {
  const stored = new Map<string, { text: string; etag: string }>();
  let version = 0;
  const memory: MemoryDocuments = {
    names: () => [...stored.keys()].sort(),
    beforeWrite: () => Promise.resolve(),
    read(name) {
      const found = stored.get(name);
      return Promise.resolve(
        found === undefined ? null : { value: JSON.parse(found.text) as unknown, etag: found.etag },
      );
    },
    async write(name, value, expected) {
      await memory.beforeWrite(name);
      const current = stored.get(name)?.etag;
      if (expected === 'absent' && current !== undefined) return { ok: false };
      if (typeof expected === 'object' && current !== expected.etag) return { ok: false };
      version += 1;
      const etag = `"${version}"`;
      stored.set(name, { text: JSON.stringify(value), etag });
      return { ok: true, etag };
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
  return memory;
}
