// Renamed copies are valid cases, keep nothing of the old names, and never give two things one name.
import { describe, expect, test } from '@jest/globals';
import { at, textAt, type CaseDocument } from '../cases/tools/document.ts';
import { renamedCopy, renamingOf } from '../cases/tools/renamed-copy.ts';
import { ruleProblems } from '../cases/tools/rules.ts';
import { givenCases, REPORTS } from '../cases/tools/given.ts';
import { leavesOf, schemaProblems } from './validity.ts';

const SEED = 'first';

describe.each(givenCases(REPORTS).map((one) => [one.id, one] as const))('%s', (_, { document: load }) => {
  const document = load();
  const copy = renamedCopy(document, SEED);
  const { dictionary, names } = renamingOf(document, SEED);
  const text = JSON.stringify(copy);

  test('is a valid case', () => {
    expect(schemaProblems(copy)).toEqual([]);
    expect(ruleProblems(copy, leavesOf(document))).toEqual([]);
  });

  test('keeps no name of the original', () => {
    const left = [...dictionary.everywhere.keys()].filter((name) => standsIn(name, text));

    expect(left).toEqual([]);
    expect(dictionary.everywhere.size).toBeGreaterThan(20);
  });

  test('gives two things two names', () => {
    const fresh = [...dictionary.everywhere.values()];

    expect(new Set(fresh).size).toBe(fresh.length);
    expect(fresh.filter((name) => dictionary.everywhere.has(name))).toEqual([]);
  });

  test('keeps no commit, digest or uid of the original', () => {
    const old = idsIn(JSON.stringify(document['estate']));
    const left = [...idsIn(text)].filter((id) => old.has(id));

    expect(old.size).toBeGreaterThan(20);
    expect(left.filter((id) => !names.productIds.has(id) && !isPlaceholder(id))).toEqual([]);
  });

  test('has no notes and another id', () => {
    expect(Object.keys(copy).toSorted()).toEqual(['case', 'estate', 'id', 'now', 'question']);
    expect(copy['id']).not.toContain(document['id']);
    expect(copy['now']).not.toBe(document['now']);
  });
});

describe('a renamed copy', () => {
  const [first] = givenCases(REPORTS);
  const document = first?.document() ?? {};

  test('depends on its seed alone', () => {
    expect(renamedCopy(document, 'a')).toEqual(renamedCopy(document, 'a'));
    expect(service(renamedCopy(document, 'a'))).not.toBe(service(renamedCopy(document, 'b')));
  });

  test('derives the Application from the service as before', () => {
    const copy = renamedCopy(document, 'a');
    const suffix = (textAt(document, 'question', 'application') ?? '').slice(service(document).length);

    expect(at(copy, 'question', 'application')).toBe(service(copy) + suffix);
  });
});

function service(document: CaseDocument): string {
  return textAt(document, 'question', 'service') ?? '';
}

function standsIn(name: string, text: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  // The service account of Azure DevOps has the same id everywhere.
  const own = text.replaceAll('00000002-0000-8888-8000-000000000000', '');
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`).test(own);
}

function idsIn(text: string): Set<string> {
  const ids =
    /(?<![0-9a-f])(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-f])/g;
  return new Set(text.match(ids) ?? []);
}

/** Zeros stand for nothing; the service account of Azure DevOps has one id in all organisations. */
function isPlaceholder(id: string): boolean {
  return /^0{8}-|^0{40}$|-8000-0{12}$/.test(id);
}
