// Each text is read once, as long as it is among the last ones.
import { describe, expect, test } from '@jest/globals';
import { remembered } from '../../../src/diagnostics/gitops/remembered.ts';

function counting(characters: number) {
  const asked: string[] = [];
  const answer = remembered((text) => {
    asked.push(text);
    return { text };
  }, characters);
  return { asked, answer };
}

describe('remembered', () => {
  test('the second question gets the same answer', () => {
    const { asked, answer } = counting(10);
    expect(answer('a')).toBe(answer('a'));
    expect(answer('b')).toEqual({ text: 'b' });
    expect(asked).toEqual(['a', 'b']);
  });

  test('the oldest texts go first, and only as many as must', () => {
    const { asked, answer } = counting(10);
    for (const text of ['aaaa', 'bbbb', 'cccc', 'bbbb', 'cccc', 'aaaa']) answer(text);
    expect(asked).toEqual(['aaaa', 'bbbb', 'cccc', 'aaaa']);
  });

  test('the last one stays, however long it is', () => {
    const { asked, answer } = counting(10);
    const long = 'x'.repeat(11);
    for (const text of ['a', long, long, 'a']) answer(text);
    expect(asked).toEqual(['a', long, 'a']);
  });
});
