// The bounded memory of answers.
import { describe, expect, test } from '@jest/globals';
import { createCache } from '../../../src/diagnostics/clients/cache.ts';

describe('cache', () => {
  test('the least recently used goes first', () => {
    const cache = createCache<number>(2, () => 0);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  test('an entry ends with its time, and can be set again', () => {
    let now = 0;
    const cache = createCache<number>(2, () => now);
    cache.set('a', 1, 10);
    cache.set('b', 2);
    now = 9;
    expect(cache.get('a')).toBe(1);
    now = 10;
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 2]);
    cache.set('a', 3, 10);
    expect(cache.get('a')).toBe(3);
  });
});
