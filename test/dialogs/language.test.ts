import { describe, expect, test } from '@jest/globals';
import { chooseLocale, languageOf } from '../../src/dialogs/language.ts';
import { wordsOf } from '../../src/dialogs/understand.ts';

test.each([
  ['Bonjour', 'fr'],
  ['tracer orders', 'fr'],
  ["J'ai poussé et rien ne change", 'fr'],
  ['j’ai pousse hier', 'fr'],
  ['c’est toujours pareil', 'fr'],
  ['Hello', 'en'],
  ['nothing changes since the merge', 'en'],
  ['still the old version', 'en'],
  ['/trace orders', null],
  ['trace orders prd', null],
  ['8c28d79', null],
  ['', null],
])('%s', (text, expected) => {
  expect(languageOf(wordsOf(text))).toBe(expected);
});

describe('chooseLocale', () => {
  test.each([
    ['the words win', 'fr', 'en', 'en-US', 'fr'],
    ['then what was chosen', null, 'fr', 'en-US', 'fr'],
    ['then the client', null, null, 'fr-CA', 'fr'],
    ['English for other clients', null, null, 'de-DE', 'en'],
    ['English when nothing is known', null, null, undefined, 'en'],
  ] as const)('%s', (_, words, chosen, client, expected) => {
    expect(chooseLocale({ words, chosen, client })).toBe(expected);
  });
});
