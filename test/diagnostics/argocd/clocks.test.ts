// The controllers' own clocks: durations, polling, retries.
import { describe, expect, test } from '@jest/globals';
import { detectionClock, missedTurnSeconds } from '../../../src/diagnostics/argocd/detection-clock.ts';
import {
  addSeconds,
  durationSeconds,
  isoTime,
  secondsBetween,
} from '../../../src/diagnostics/argocd/duration.ts';
import { backoffSeconds, nextRetry, retriesExhausted } from '../../../src/diagnostics/argocd/retry-clock.ts';
import { operationStateSchema } from '../../../src/diagnostics/evidence/argocd.ts';

test.each([
  ['180s', 180],
  ['3m', 180],
  ['1h30m', 5400],
  ['1.5h', 5400],
  ['500ms', 0.5],
  ['0', 0],
  ['120', 120],
  [' 2m ', 120],
  ['', null],
  ['soon', null],
  ['3 m', null],
  ['-5s', null],
])('duration %j', (text, seconds) => {
  expect(durationSeconds(text)).toBe(seconds);
});

test('times keep UTC and drop milliseconds', () => {
  expect(isoTime(addSeconds('2026-03-04T23:59:30Z', 45))).toBe('2026-03-05T00:00:15Z');
  expect(secondsBetween('2026-03-04T11:00:00Z', new Date('2026-03-04T11:01:30Z'))).toBe(90);
});

describe('detectionClock', () => {
  test.each([
    ['the defaults: 120 + 60 + 180', undefined, 360],
    ['no settings at all', {}, 360],
    ['a slower poll also keeps refs longer', { 'timeout.reconciliation': '10m' }, 600 + 60 + 600],
    [
      'a faster poll keeps the cached refs',
      { 'timeout.reconciliation': '60s', 'timeout.reconciliation.jitter': '0' },
      60 + 180,
    ],
    ['a value nobody can parse', { 'timeout.reconciliation': 'often' }, 360],
  ])('%s', (_, cm, budget) => {
    const settings = cm === undefined ? undefined : { cm: cm as Record<string, string>, params: null };

    expect(detectionClock(settings).budgetSeconds).toBe(budget);
  });

  test('a turn is missed after twice the poll, and never before ten minutes', () => {
    expect(missedTurnSeconds(detectionClock(undefined))).toBe(600);
    expect(missedTurnSeconds(detectionClock({ cm: { 'timeout.reconciliation': '1h' }, params: null }))).toBe(
      7320,
    );
  });
});

describe('retries', () => {
  const state = (fields: Record<string, unknown>) => operationStateSchema.parse(fields);

  test.each([
    ['the defaults double from five seconds', undefined, [5, 10, 20, 40, 80, 160, 180]],
    [
      'what document 05 sets',
      { duration: '10s', factor: 2, maxDuration: '3m' },
      [10, 20, 40, 80, 160, 180, 180],
    ],
    ['a factor of one', { duration: '30s', factor: 1, maxDuration: '3m' }, [30, 30, 30, 30, 30, 30, 30]],
  ])('%s', (_, backoff, waits) => {
    expect(waits.map((_wait, count) => backoffSeconds(backoff, count))).toEqual(waits);
  });

  test('the next attempt counts from the end of the last one', () => {
    const between = state({
      phase: 'Running',
      finishedAt: '2026-03-04T12:00:00Z',
      retryCount: 2,
      operation: { retry: { backoff: { duration: '1m', factor: 2, maxDuration: '10m' } } },
    });

    expect(nextRetry(between)?.toISOString()).toBe('2026-03-04T12:04:00.000Z');
  });

  test.each([
    ['an attempt runs', { phase: 'Running' }],
    ['it has ended', { phase: 'Failed', finishedAt: '2026-03-04T12:00:00Z' }],
  ])('none is due: %s', (_, fields) => {
    expect(nextRetry(state(fields))).toBeNull();
  });

  test.each([
    ['Argo CD says so', { phase: 'Failed', message: 'x (retried 5 times).' }, true],
    [
      'the count reached the limit',
      { phase: 'Error', message: 'x', retryCount: 5, operation: { retry: { limit: 5 } } },
      true,
    ],
    [
      'attempts are left',
      { phase: 'Failed', message: 'x', retryCount: 2, operation: { retry: { limit: 5 } } },
      false,
    ],
    ['no retries at all', { phase: 'Failed', message: 'x', operation: { retry: { limit: 0 } } }, false],
    [
      'endless retries',
      { phase: 'Failed', message: 'x', retryCount: 40, operation: { retry: { limit: -1 } } },
      false,
    ],
    ['it still runs', { phase: 'Running', message: 'x (retried 5 times).' }, false],
  ])('exhausted? %s', (_, fields, exhausted) => {
    expect(retriesExhausted(state(fields))).toBe(exhausted);
  });
});
