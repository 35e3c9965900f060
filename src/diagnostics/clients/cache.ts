// A bounded memory of answers, least recently used out first: a Map keeps insertion order, so the oldest key is the first one.

export interface Cache<V> {
  get(key: string): V | undefined;
  /** `ttlMs` omitted: kept until it is pushed out. */
  set(key: string, value: V, ttlMs?: number): void;
}

export function createCache<V>(maxEntries: number, now: () => number): Cache<V> {
  const entries = new Map<string, { readonly value: V; readonly expires: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (entry.expires <= now()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, ttlMs = Infinity) {
      entries.delete(key);
      entries.set(key, { value, expires: now() + ttlMs });
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) return;
        entries.delete(oldest);
      }
    },
  };
}
