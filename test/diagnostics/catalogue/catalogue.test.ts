import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE, findingTexts } from '../../../src/diagnostics/catalogue/all.ts';
import { superseded } from '../../../src/diagnostics/catalogue/engine.ts';
import { PLACES, placesOf } from '../../../src/diagnostics/catalogue/places.ts';
import { LINK_IDS, linkNumber } from '../../../src/diagnostics/chain.ts';
import type { FindingTexts } from '../../../src/diagnostics/finding.ts';
import { LEAF_NAMES, leafFacts, type Leaf } from '../../../src/diagnostics/leaves.ts';

const FOLDER = fileURLToPath(new URL('../../../src/diagnostics/catalogue/', import.meta.url));

/** Every finding of the folder with the name of its constructor, whether all.ts knows it or not. */
const exported: readonly { name: string; texts: FindingTexts }[] = (
  await Promise.all(
    readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map(async (file) => Object.entries((await import(`${FOLDER}${file}`)) as Record<string, unknown>)),
  )
)
  .flat()
  .flatMap(([name, value]) => (isFinding(value) ? [{ name, texts: value.texts }] : []));

function isFinding(value: unknown): value is { texts: FindingTexts } {
  return typeof value === 'function' && 'texts' in value;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function camelCase(leaf: string): string {
  return leaf.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

describe('the catalogue of findings', () => {
  test('holds every finding of its folder, once', () => {
    const codes = exported.map(({ texts }) => texts.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(CATALOGUE.map(({ code }) => code)).toEqual([...codes].sort());
  });

  test.each(LINK_IDS)('%s: the first findings are those of its leaves, in their order', (link) => {
    const leaves = LEAF_NAMES.filter((leaf) => leafFacts(leaf).link === link);
    const codes = leaves.map((_, index) => `GT${twoDigits(linkNumber(link))}${twoDigits(index + 1)}`);
    const first = CATALOGUE.filter(({ code }) => codes.includes(code));
    expect(first.map(({ code, leaf }) => [code, leaf])).toEqual(
      codes.map((code, index) => [code, leaves[index]]),
    );
  });

  test.each(LINK_IDS)('%s: codes have no holes and are of its link', (link) => {
    const own = CATALOGUE.filter(({ leaf }) => leaf !== null && leafFacts(leaf).link === link);
    expect(own.map(({ code }) => code)).toEqual(
      own.map((_, index) => `GT${twoDigits(linkNumber(link))}${twoDigits(index + 1)}`),
    );
  });

  test('only engine findings are without a leaf', () => {
    const withoutLeaf = CATALOGUE.filter(({ leaf }) => leaf === null).map(({ code }) => code);
    expect(withoutLeaf).toEqual(['GT0001', 'GT0002', 'GT0003', 'GT0004']);
  });

  test('a constructor has the name of its leaf, with a suffix where a leaf has several', () => {
    const wrong = exported.filter(({ name, texts }) => texts.leaf !== null && !isNameOf(name, texts));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  function isNameOf(name: string, { leaf, code }: FindingTexts): boolean {
    const expected = camelCase(leaf as Leaf);
    const isFirst = CATALOGUE.find((other) => other.leaf === leaf)?.code === code;
    return isFirst ? name === expected : name.startsWith(expected) && name !== expected;
  }

  test('every place has its meaning, and every meaning its place', () => {
    const used = CATALOGUE.flatMap(({ title, detail, next, commands }) =>
      placesOf([title.en, detail.en, next.en, ...commands].join(' ')),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(PLACES).sort());
  });

  test('a finding takes at most five facts', () => {
    const long = CATALOGUE.filter(({ title, detail, next, commands }) => {
      return placesOf([title.en, detail.en, next.en, ...commands].join(' ')).length > 5;
    });
    expect(long).toEqual([]);
  });

  test('the texts of a finding are found by its code', () => {
    const finding = superseded({ asked: '1f3c', later: '9a0b' });
    expect(finding).toEqual({ code: 'GT0004', leaf: null, params: { asked: '1f3c', later: '9a0b' } });
    expect(findingTexts(finding.code)).toBe(superseded.texts);
  });

  test('a code of another version is refused with its name', () => {
    expect(() => findingTexts('GT0199')).toThrow('GT0199');
  });
});
