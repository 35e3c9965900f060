// What a file holds, and that none of them stops a judgement.
import { describe, expect, test } from '@jest/globals';
import { yamlDocument, yamlDocuments, yamlValue } from '../../../src/diagnostics/gitops/yaml-document.ts';

/** Each name stands for nine of the one before: a billion x. */
const MANY_ALIASES = Array.from('bcdefghij').reduce((text, name, at) => {
  const before = 'abcdefghij'.charAt(at);
  return `${text}${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]\n`;
}, 'a: &a [x]\n');

describe('yamlValue', () => {
  test.each([
    ['a map', 'a: {b: 1}', { a: { b: 1 } }],
    ['nothing', '', null],
    ['JSON', '{"a": [true]}', { a: [true] }],
    ['no YAML', 'a: [', undefined],
    ['the first of two documents', 'a: 1\n---\nb: 2\n', { a: 1 }],
    ['an alias of nothing', 'a: *b', undefined],
    ['a billion', MANY_ALIASES, undefined],
  ])('%s', (_, text, expected) => {
    expect(yamlValue(text)).toEqual(expected);
  });
});

test('a text with twenty thousand errors is read in less than a second', () => {
  const started = process.cpuUsage();
  expect(yamlDocument('"a" '.repeat(20_000)).errors.length).toBeGreaterThan(1000);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
});

test('all documents of a file', () => {
  expect(yamlDocuments('a: 1\n---\nb: 2\n').map((document) => document.toJS() as unknown)).toEqual([
    { a: 1 },
    { b: 2 },
  ]);
  expect(yamlDocuments('')).toEqual([]);
});
