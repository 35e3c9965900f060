// Numbers that look random and are the same in every run: a failure can be run again.

export type Random = () => number;

/** Numbers from 0 to below 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to below. */
export function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

/** One of them; they must not be empty. */
export function oneOf<T>(items: readonly [T, ...T[]], random: Random): T {
  return items[below(items.length, random)] ?? items[0];
}

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = below(at + 1, random);
    const [a, b] = [order[at], order[other]];
    if (a !== undefined && b !== undefined) [order[at], order[other]] = [b, a];
  }
  return order;
}
