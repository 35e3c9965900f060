import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { editDistance, nearest } from '../../src/dialogs/nearest.ts';

const NAMES = ['orders', 'orders-worker', 'billing', 'search', 'web', 'auth'];

test.each([
  ['a swap', 'ordres', ['orders']],
  ['a letter missing', 'biling', ['billing']],
  ['a letter too many', 'searchh', ['search']],
  ['another letter', 'serch', ['search']],
  ['half a name', 'order', ['orders', 'orders-worker']],
  ['a longer name', 'orders-worker-prd', ['orders', 'orders-worker']],
  ['capitals', 'ORDRES', ['orders']],
  ['nothing near', 'payments', []],
  ['a short name is not another short name', 'app', []],
])('%s: %s', (_, typed, expected) => {
  expect(nearest(typed, NAMES, 5)).toEqual(expected);
});

test('the limit holds, nearest first', () => {
  expect(nearest('order', ['orders', 'order', 'border', 'orderly'], 2)).toEqual(['order', 'border']);
});

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['ab', 'ba', 1],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
  ])('%j to %j', (one, other, expected) => {
    expect(editDistance(one, other)).toBe(expected);
  });

  test('is symmetric, zero only for equals, never above the longer length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        const distance = editDistance(one, other);
        expect(distance).toBe(editDistance(other, one));
        expect(distance === 0).toBe(one === other);
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
      }),
    );
  });
});
