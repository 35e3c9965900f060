// One thing at a time per key, in the order they came. Other replicas are kept out by If-Match, not by this.

export type Serial = <T>(key: string, act: () => Promise<T>) => Promise<T>;

export function serial(): Serial {
  const last = new Map<string, Promise<unknown>>();
  return async (key, act) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(act, act);
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
