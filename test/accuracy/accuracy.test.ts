// Every case file through the lab and the product's own clients: how right the reports are, and what holds for all of them.
// The traps run where MAILLON_CASES names their folder.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { judge } from '../../src/diagnostics/judge.ts';
import { makeReport, type Traced } from '../../src/diagnostics/report.ts';
import type { Report } from '../../src/diagnostics/report.types.ts';
import { loadCases } from '../../src/lab/cases/load.ts';
import { startLab, type Lab } from '../../src/lab/server.ts';
import { readExpected, type Expected } from './expected.ts';
import {
  betterUnknown,
  decidingMayReads,
  reversed,
  undeclaredReads,
  unproven,
  wronglyReplayed,
} from './invariants.ts';
import { falselyBroken, score } from './score.ts';
import { traceCase } from './trace-case.ts';

interface Answer {
  readonly id: string;
  readonly expected: Expected;
  readonly report: Report;
  readonly traced: Traced;
}

const traps = process.env['MAILLON_CASES'];
const sets = [
  { name: 'reports', folder: fileURLToPath(new URL('../cases/reports', import.meta.url)) },
  ...(traps === undefined ? [] : [{ name: 'traps', folder: traps }]),
];

/** Keys of a report in the order of its contract. */
const REPORT_KEYS = [
  'schema',
  'case',
  'request',
  'takenAt',
  'outcome',
  'link',
  'leaf',
  'code',
  'alsoSeen',
  'links',
  'path',
  'rollback',
  'unread',
  'timing',
];

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(async () => {
  await lab.close();
});

describe.each(sets)('$name', ({ name, folder }) => {
  const answers: Answer[] = [];
  const files = loadCases(folder).map((file) => ({ id: basename(file.file, '.yaml'), file }));

  /** What one check finds wrong in all cases, by case. */
  function wrongIn(check: (answer: Answer) => readonly string[]): string[] {
    return answers.flatMap((answer) => [...new Set(check(answer))].map((wrong) => `${answer.id} ${wrong}`));
  }

  describe('every case is traced to a report', () => {
    let started = 0;
    beforeAll(() => {
      started = performance.now();
    });
    afterAll(() => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const megabytes = Math.round(process.memoryUsage().rss / 1_048_576);
      process.stdout.write(`${name}: ${answers.length} cases in ${seconds} s, rss ${megabytes} MB\n`);
    });

    test.each(files)('$id', async ({ id, file }) => {
      const { report, traced } = await traceCase(lab, file.load());
      answers.push({ id, expected: readExpected(file.file), report, traced });
      expect(report.links.map(({ link }) => link)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(report.case).toBe(id);
    });
  });

  test('all of them', () => {
    expect(answers.length).toBe(files.length);
    expect(answers.length).toBeGreaterThan(50);
  });

  test('nothing that is live or waits is called broken', () => {
    const wrong = answers.filter(({ expected, report }) => falselyBroken(report, expected));
    expect(wrong.map(({ id, report }) => `${id} ${report.link ?? ''} ${report.leaf ?? ''}`)).toEqual([]);
  });

  test('what nobody can tell is not called broken', () => {
    const wrong = answers.filter(
      ({ expected, report }) => expected.outcome === 'undetermined' && report.outcome === 'broken',
    );
    expect(wrong.map(({ id, report }) => `${id} ${report.link ?? ''} ${report.leaf ?? ''}`)).toEqual([]);
  });

  test('outcome and link are right in 90 of 100 cases', () => {
    const missed = answers.filter(({ expected, report }) => {
      const { outcome, link } = score(report, expected);
      return !outcome || !link;
    });
    const share = 1 - missed.length / answers.length;
    expect({ enough: share >= 0.9, missed: missed.map(({ id }) => id) }).toMatchObject({ enough: true });
  });

  test('the keys of a report have a fixed order', () => {
    expect(
      wrongIn(({ report }) =>
        Object.keys(report).join() === REPORT_KEYS.join() ? [] : [Object.keys(report).join()],
      ),
    ).toEqual([]);
    const link = ['link', 'name', 'status', 'findings', 'proof'].join();
    expect(
      wrongIn(({ report }) =>
        report.links.map((one) => Object.keys(one).join()).filter((keys) => keys !== link),
      ),
    ).toEqual([]);
  });

  test('every pass, break and wait is proven by facts that were read and declared', () => {
    expect(wrongIn(({ traced }) => unproven(traced))).toEqual([]);
  });

  test('every proof of a report was read', () => {
    expect(
      wrongIn(({ report }) =>
        report.links.flatMap(({ link, status, proof }) => [
          ...(status === 'pass' || status === 'broken' || status === 'waiting' ? [proof.length] : [])
            .filter((count) => count === 0)
            .map(() => `${link} ${status} without a proof`),
          ...proof
            .filter(({ source, value }) => source === '' || value === '')
            .map(({ label }) => `${link} ${label} is empty`),
        ]),
      ),
    ).toEqual([]);
  });

  test('a link looks only at what it declares', () => {
    expect(wrongIn(({ traced }) => undeclaredReads(traced))).toEqual([]);
  });

  test('what a link may read never changes a status', () => {
    expect(wrongIn(({ traced }) => decidingMayReads(traced))).toEqual([]);
  });

  test('a fact that cannot be read makes nothing broken earlier, and nothing live', () => {
    expect(wrongIn(({ traced }) => betterUnknown(traced))).toEqual([]);
  });

  test('the judgement of the same facts is the same', () => {
    const different = answers.filter(({ traced: { request, evidence, takenAt } }) => {
      const twice = [0, 1].map(() => JSON.stringify(judge(request, evidence, new Date(takenAt))));
      return twice[0] !== twice[1];
    });
    expect(different.map(({ id }) => id)).toEqual([]);
  });

  test('the order of keys in the facts tells nothing', () => {
    const different = answers.filter(({ traced }) => {
      const other = { ...traced, evidence: reversed(traced.evidence) };
      return JSON.stringify(makeReport(other, 'en')) !== JSON.stringify(makeReport(traced, 'en'));
    });
    expect(different.map(({ id }) => id)).toEqual([]);
  });

  test('the bundle of a trace is replayed to the same bytes', () => {
    expect(wrongIn(({ traced }) => wronglyReplayed(traced))).toEqual([]);
  });
});
