// The reference in docs says what the schema says, in both languages.
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { configurationReference, settingRows } from '../../src/config/reference.ts';
import { SETTINGS, VARIABLES } from '../../src/config/settings.ts';

const root = new URL('../../', import.meta.url);
const example = readFileSync(new URL('maillon.example.yaml', root), 'utf8');

test.each([
  ['en', 'docs/configuration.md'],
  ['fr', 'docs/configuration.fr.md'],
] as const)('%s: %s is current (npm run build && node scripts/reference.mjs)', (locale, file) => {
  expect(readFileSync(new URL(file, root), 'utf8')).toBe(configurationReference(locale, example));
});

describe('texts', () => {
  const paths = settingRows().map(({ path }) => path);

  test('every setting has one, and none is left over', () => {
    expect(Object.keys(SETTINGS).sort()).toEqual([...paths].sort());
  });

  test.each(Object.entries(VARIABLES))('%s sets a setting there is', (_, path) => {
    expect(paths).toContain(path);
  });

  test.each(Object.entries(SETTINGS))(
    'the example of %s is YAML of that setting',
    (path, { example: text }) => {
      const last = path
        .replace(/^environments\.\*$/, 'prd')
        .split('.')
        .at(-1);
      expect(Object.keys(parse(text) as object)).toEqual([last]);
    },
  );
});
