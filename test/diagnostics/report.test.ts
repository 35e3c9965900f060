// From facts to the report: the texts, the fixed keys, what nobody could read.
import { describe, expect, test } from '@jest/globals';
import { LOCALES } from '../../src/diagnostics/locale.ts';
import { makeReport, type Traced } from '../../src/diagnostics/report.ts';
import {
  desired,
  evidenceOf,
  IMAGE,
  REQUEST,
  TAG,
  valuesFile,
  written,
  type Parts,
} from './change/delivery.ts';
import { ago, NOW } from './kubernetes/objects.ts';
import { build, COMMIT, log, task } from './pipelines/objects.ts';

function traced(parts: Parts = {}): Traced {
  return {
    case: null,
    request: { ...REQUEST, ...parts.request },
    takenAt: NOW.toISOString(),
    evidence: evidenceOf(parts),
    timing: { ms: 12, calls: 34 },
  };
}

const REFUSED_PUSH: Parts = {
  values: {
    run: build(731, { result: 'failed', url: 'https://x/731' }),
    timeline: [task(2, 'Docker', 'failed', { name: 'Push the image' })],
    runLogs: [log(2, `docker push ${IMAGE}:${TAG}`, 'unauthorized: authentication required')],
    imageTag: { found: false, code: 'TAG_UNKNOWN' },
  },
};

describe('a break', () => {
  const report = makeReport(traced(REFUSED_PUSH), 'en');

  test('is told by outcome, link, leaf, code and path', () => {
    expect(report).toMatchObject({
      schema: 1,
      outcome: 'broken',
      link: 3,
      leaf: 'push_unauthorized',
      code: 'GT0303',
      path: [],
    });
  });

  test('has eight links, and none of its texts has an empty place', () => {
    expect(report.links.map(({ link }) => link)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const [finding] = report.links[2]?.findings ?? [];
    expect(finding?.detail).toContain('unauthorized: authentication required');
    for (const locale of LOCALES) {
      const told = makeReport(traced(REFUSED_PUSH), locale);
      const texts = told.links.flatMap(({ name, findings }) => [
        name,
        ...findings.flatMap(({ title, detail, next, commands }) => [title, detail, next, ...commands]),
      ]);
      expect(texts.filter((text) => /\{\w+\}|undefined/.test(text) || text === '')).toEqual([]);
    }
  });

  test('shows each proof with its request, its time and its page', () => {
    const [run] = report.links[2]?.proof ?? [];
    expect(run).toEqual({
      label: 'Run',
      value: '731 failed',
      url: 'https://x/731',
      at: ago(700),
      source: 'GET run',
    });
  });

  test('French and English differ in texts only', () => {
    const fr = makeReport(traced(REFUSED_PUSH), 'fr');
    expect(fr.links[2]?.name).toBe('L’image est dans le registre');
    expect([fr.outcome, fr.code, fr.links.map(({ status }) => status)]).toEqual([
      report.outcome,
      report.code,
      report.links.map(({ status }) => status),
    ]);
  });

  test('keeps the order of its keys', () => {
    expect(Object.keys(report.request)).toEqual([
      'service',
      'application',
      'cluster',
      'environment',
      'change',
    ]);
    expect(Object.keys(report.links[2]?.findings[0] ?? {})).toEqual([
      'code',
      'leaf',
      'title',
      'detail',
      'next',
      'commands',
    ]);
  });

  test('repeats the timing it was given', () => {
    expect(report.timing).toEqual({ ms: 12, calls: 34 });
  });
});

describe('the change of a report', () => {
  test.each([
    [
      'the asked one',
      { request: { change: { kind: 'commit' as const, value: COMMIT } } },
      { kind: 'commit', value: COMMIT },
    ],
    [
      'the tag that was found, when nothing was asked',
      { request: { change: null } },
      { kind: 'tag', value: TAG },
    ],
    [
      'none, when nothing was asked and nothing found',
      { request: { change: null }, values: { run: null, desiredFiles: [], history: [], runLogs: [] } },
      null,
    ],
  ])('%s', (_, parts, change) => {
    expect(makeReport(traced(parts), 'en').request.change).toEqual(change);
  });

  test('a later change that took its place', () => {
    const values = {
      desiredFiles: [desired(valuesFile('732'))],
      history: [
        written('e2'.repeat(20), valuesFile('732'), 60),
        written('e1'.repeat(20), valuesFile(TAG), 700),
      ],
      runs: [build(732, { queueTime: ago(200) }), build(731)],
    };
    expect(makeReport(traced({ values }), 'en').request.supersededBy).toBe('732');
    expect(makeReport(traced(), 'en').request).not.toHaveProperty('supersededBy');
  });
});

describe('what nobody could read', () => {
  test('is listed once each, with the right that is missing', () => {
    const { unread } = makeReport(traced({ refused: ['imageTag', 'runs'] }), 'en');
    expect(unread.map(({ why }) => why)).toEqual([
      'Refused to this bot, which lacks a right: read runs.',
      'Refused to this bot, which lacks a right: read imageTag.',
    ]);
  });

  test('is empty when everything was read', () => {
    expect(makeReport(traced(), 'en').unread).toEqual([]);
  });

  test('leaves nothing to say when it is everything', () => {
    const report = makeReport({ ...traced(), evidence: {} }, 'fr');
    expect(report).toMatchObject({
      outcome: 'undetermined',
      link: 1,
      leaf: null,
      code: null,
      alsoSeen: [],
      path: [],
    });
    expect(report.rollback.offer).toBe('none');
  });
});
