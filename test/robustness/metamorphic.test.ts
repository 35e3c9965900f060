// What says nothing about a change must not change what is said: order, neighbours, the date.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import type { Traced } from '../../src/diagnostics/report.ts';
import { checkedCase } from '../../src/lab/cases/load.ts';
import { startLab, type Lab } from '../../src/lab/server.ts';
import { traceCase } from '../accuracy/trace-case.ts';
import { shifted } from '../cases/tools/rename/clock.ts';
import { givenCases, REPORTS } from '../cases/tools/given.ts';
import { tracedCases, TRACING_MS } from './bundles.ts';
import { withNeighbourInLab } from './documents.ts';
import { withNeighbour } from './neighbours.ts';
import { reordered } from './order.ts';
import { randomOf } from './random.ts';
import { judged, line, toldBy } from './told.ts';

let cases: readonly Traced[] = [];
beforeAll(async () => {
  cases = await tracedCases();
}, TRACING_MS);

/** Cases that are judged otherwise after a change. */
function judgedOtherwise(change: (traced: Traced) => Traced, only = cases): string[] {
  return only.flatMap((traced) => {
    const before = line(judged(traced, traced.evidence));
    const other = change(traced);
    const after = line(judged(other, other.evidence));
    return after === before ? [] : [`${traced.case ?? ''}: ${before} → ${after}`];
  });
}

function withEvidence(change: (traced: Traced) => ObservedEvidence): (traced: Traced) => Traced {
  return (traced) => ({ ...traced, evidence: change(traced) });
}

describe('in memory, all cases', () => {
  test('there are cases', () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  test.each([1, 2, 3, 4])('lists in another order (%d)', (seed) => {
    const random = randomOf(seed);
    expect(judgedOtherwise(withEvidence(({ evidence }) => reordered(evidence, random)))).toEqual([]);
  });

  test('the other order is another one', () => {
    const [traced] = cases;
    if (traced === undefined) throw new Error('no case');
    expect(JSON.stringify(reordered(traced.evidence, randomOf(1)))).not.toBe(JSON.stringify(traced.evidence));
  });

  test.each(['first', 'last'] as const)('a neighbour with every trouble, %s in each list', (end) => {
    expect(judgedOtherwise(withEvidence((traced) => withNeighbour(traced, end)))).toEqual([]);
  });

  test('a neighbour, and all in another order', () => {
    const random = randomOf(5);
    const both = (traced: Traced): ObservedEvidence => reordered(withNeighbour(traced, 'last'), random);
    expect(judgedOtherwise(withEvidence(both))).toEqual([]);
  });

  describe('at another time', () => {
    const later =
      (days: number, minutes: number) =>
      (traced: Traced): Traced =>
        JSON.parse(shifted(JSON.stringify(traced), { days, minutes })) as Traced;

    test('28 years later: the same days of the week, the same summer time', () => {
      expect(judgedOtherwise(later(10_227, 0))).toEqual([]);
    });

    test.each([
      [3, 77],
      [-41, -13],
      [500, 720],
    ])('%d days and %d minutes later, where no window of the clock matters', (days, minutes) => {
      const free = cases.filter(({ evidence: { project } }) => {
        const windows = project?.ok === true ? project.value?.spec.syncWindows : undefined;
        return (windows ?? []).length === 0;
      });
      expect(free.length).toBeGreaterThan(90);
      expect(judgedOtherwise(later(days, minutes), free)).toEqual([]);
    });
  });
});

describe('over the lab, one case of every outcome and link', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab();
  });
  afterAll(async () => {
    await lab.close();
  });

  test(
    'a neighbour, and all in another order',
    async () => {
      const chosen = new Map<string, Traced>();
      for (const traced of cases) {
        const { outcome, link } = judged(traced, traced.evidence);
        const name = `${outcome} ${link ?? ''}`;
        if (!chosen.has(name)) chosen.set(name, traced);
      }
      expect(chosen.size).toBeGreaterThan(8);
      const given = givenCases(REPORTS);
      const random = randomOf(6);
      const wrong: string[] = [];
      for (const traced of chosen.values()) {
        const document = given.find(({ id }) => id === traced.case)?.document();
        if (document === undefined) throw new Error(`no document of ${traced.case ?? ''}`);
        const changed = checkedCase(
          `${traced.case ?? ''} with a neighbour`,
          withNeighbourInLab(document, random),
        );
        const after = line(toldBy((await traceCase(lab, changed)).report));
        const before = line(judged(traced, traced.evidence));
        if (after !== before) wrong.push(`${traced.case ?? ''}: ${before} → ${after}`);
      }
      expect(wrong).toEqual([]);
    },
    TRACING_MS,
  );
});
