import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plain, shortValue } from '../../../src/bot/cards/plain.ts';

describe('plain', () => {
  test.each([
    ['direction overrides', 'a\u202egpj.exe\u202c b\u2066c\u2069', 'agpj.exe bc'],
    ['marks and zero width', '\u200fa\u200bb\ufeff\u2060c\u061c', 'abc'],
    ['controls', 'a\u0000b\u001b[31mc\u009bd', 'ab[31mcd'],
    ['tag characters', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['lines', 'one\r\n\ttwo\n\n', 'one two '],
    ['French spaces and emoji', '«\u00a0é\u00a0» 🔎', '«\u00a0é\u00a0» 🔎'],
    [
      'Markdown, which a TextRun does not read',
      '[x](http://y) **b** <at>c</at>',
      '[x](http://y) **b** <at>c</at>',
    ],
  ])('%s', (_, text, expected) => {
    expect(plain(text, 100)).toBe(expected);
  });

  test.each([
    [5, 'abcde', 'abcde'],
    [5, 'abcdef', 'abcd…'],
    [4, '🔎🔎🔎🔎🔎', '🔎🔎🔎…'],
    [6, 'abcd efgh', 'abcd…'],
  ])('is cut to %i', (limit, text, expected) => {
    expect(plain(text, limit)).toBe(expected);
  });

  test('never longer, never with an invisible character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 1, max: 80 }),
        (text, limit) => {
          const shown = plain(text, limit);
          expect(Array.from(shown).length).toBeLessThanOrEqual(limit);
          expect(shown).not.toMatch(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u);
        },
      ),
    );
  });
});

test.each([
  ['8c28d794aa0f2b5e8c28d794aa0f2b5e8c28d794', '8c28d794'],
  [`sha256:${'d0fee1'.repeat(10)}abcd`, 'sha256:d0fee1d0fee1'],
  ['4812', '4812'],
  ['x'.repeat(100), `${'x'.repeat(63)}…`],
])('a value is quoted as people do: %s', (value, expected) => {
  expect(shortValue(value)).toBe(expected);
});
