// Facts that nobody could read, in memory, over all cases: unknown is better than wrong.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { EVIDENCE_NAMES } from '../../src/diagnostics/catalogue/evidence-names.ts';
import { EVIDENCE_KEYS, type EvidenceKey } from '../../src/diagnostics/evidence/evidence.ts';
import type { ObservationError } from '../../src/diagnostics/evidence/observed.ts';
import { makeReport, type Traced } from '../../src/diagnostics/report.ts';
import { tracedCases, TRACING_MS } from './bundles.ts';
import { errorOf, KINDS, keysRead, SYSTEMS, without } from './missing.ts';
import { oneOf, randomOf } from './random.ts';
import { judged, line, toldBy, wrongWithLess, type Told } from './told.ts';

const WHOLE_MS = 120_000;
const PAIRS_OF_A_CASE = 20;

let all: readonly { readonly traced: Traced; readonly known: Told }[] = [];
beforeAll(async () => {
  const cases = await tracedCases();
  all = cases.map((traced) => ({ traced, known: judged(traced, traced.evidence) }));
}, TRACING_MS);

test('there are cases, of every outcome', () => {
  expect(all.length).toBeGreaterThan(100);
  const outcomes = new Set(all.map(({ known }) => known.outcome));
  expect([...outcomes]).toEqual(expect.arrayContaining(['live', 'broken', 'waiting']));
});

test(
  'one fact of a case: the same is said, or that nobody can tell, and what was not read',
  () => {
    let count = 0;
    const wrong: string[] = [];
    for (const { traced, known } of all) {
      for (const key of keysRead(traced.evidence)) {
        count += 1;
        const report = makeReport({ ...traced, evidence: without(traced.evidence, [key]) }, 'en');
        const found = wrongWithLess(known, toldBy(report));
        if (found !== null) wrong.push(`${traced.case ?? ''} without ${key}: ${found}`);
        if (!report.unread.some(({ what }) => what === EVIDENCE_NAMES[key].en))
          wrong.push(`${traced.case ?? ''} without ${key}: not among what could not be read`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(4000);
  },
  WHOLE_MS,
);

describe('why it could not be read', () => {
  /**
   * Every bundle × key × kind is five times the test above. It says nothing new: no judgement looks at the kind of an error,
   * for any key of any case, so all five kinds are judged alike. That is what is tested; the texts are tried on a sample.
   */
  test(
    'no judgement looks at the kind of an error',
    () => {
      const looked: string[] = [];
      for (const { traced } of all) {
        for (const key of keysRead(traced.evidence)) {
          const watched = (): ObservationError =>
            Object.defineProperty(errorOf('denied', key), 'kind', {
              get: () => {
                looked.push(`${traced.case ?? ''} ${key}`);
                return 'denied';
              },
            });
          judged(traced, without(traced.evidence, [key], watched));
        }
      }
      expect(looked).toEqual([]);
    },
    WHOLE_MS,
  );

  test.each(KINDS)('%s: judged as any other, told in its own words', (kind) => {
    const wrong: string[] = [];
    for (const { traced } of all.filter((_, at) => at % 20 === 0)) {
      for (const key of keysRead(traced.evidence)) {
        const denied = judged(traced, without(traced.evidence, [key]));
        const evidence = without(traced.evidence, [key], () => errorOf(kind, key));
        for (const locale of ['en', 'fr'] as const) {
          const report = makeReport({ ...traced, evidence }, locale);
          const why = report.unread.find(({ what }) => what === EVIDENCE_NAMES[key][locale])?.why ?? '';
          if (line(toldBy(report)) !== line(denied))
            wrong.push(`${traced.case ?? ''} ${key}: judged otherwise`);
          if (!/^\p{Lu}.*\.$/u.test(why)) wrong.push(`${traced.case ?? ''} ${key} ${locale}: "${why}"`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('several facts at once', () => {
  test('the systems have every fact', () => {
    const listed = new Set<EvidenceKey>(Object.values(SYSTEMS).flat());
    expect(EVIDENCE_KEYS.filter((key) => !listed.has(key))).toEqual([]);
  });

  test.each(Object.entries(SYSTEMS))('%s', (_, keys) => {
    expect(wronglyTold(() => [keys])).toEqual([]);
  });

  test('two systems', () => {
    const systems = Object.values(SYSTEMS);
    const pairs = systems.flatMap((one, at) => systems.slice(at + 1).map((other) => [...one, ...other]));
    expect(wronglyTold(() => pairs)).toEqual([]);
  });

  test('everything: nobody can tell', () => {
    for (const { traced } of all) {
      const told = judged(traced, without(traced.evidence, keysRead(traced.evidence)));
      expect({ case: traced.case, ...told }).toMatchObject({ outcome: 'undetermined', leaf: null });
    }
  });

  test('any two facts', () => {
    const random = randomOf(2);
    const pairs = ({ evidence }: Traced): EvidenceKey[][] => {
      const [first, ...more] = keysRead(evidence);
      if (first === undefined) return [];
      return Array.from({ length: PAIRS_OF_A_CASE }, () => [
        oneOf([first, ...more], random),
        oneOf([first, ...more], random),
      ]);
    };
    expect(wronglyTold(pairs)).toEqual([]);
  });

  function wronglyTold(sets: (traced: Traced) => readonly (readonly EvidenceKey[])[]): string[] {
    return all.flatMap(({ traced, known }) =>
      sets(traced).flatMap((keys) => {
        const found = wrongWithLess(known, judged(traced, without(traced.evidence, keys)));
        return found === null ? [] : [`${traced.case ?? ''} without ${keys.join(' ')}: ${found}`];
      }),
    );
  }
});
