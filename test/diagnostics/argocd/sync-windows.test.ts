// Sync windows as the controller reads them: facts/argocd.md 9.2.
import { describe, expect, test } from '@jest/globals';
import { lastDenyEnd, windowVerdict } from '../../../src/diagnostics/argocd/sync-windows.ts';
import { application, project } from './objects.ts';

type Window = Record<string, unknown>;
const ALL = { applications: ['*'] };
const at = (time: string) => new Date(`2026-03-04T${time}:00Z`); // a Wednesday

function verdict(windows: Window[], time = '12:00', one = application()) {
  return windowVerdict(project(windows), one, at(time));
}

describe('may an automated sync start now?', () => {
  test.each([
    ['no window', [], true, undefined],
    [
      'an active allow window',
      [{ kind: 'allow', schedule: '0 11 * * *', duration: '2h', ...ALL }],
      true,
      undefined,
    ],
    [
      'an allow window later today',
      [{ kind: 'allow', schedule: '0 13 * * *', duration: '2h', ...ALL }],
      false,
      '2026-03-04T13:00:00.000Z',
    ],
    [
      'an active deny window',
      [{ kind: 'deny', schedule: '0 11 * * *', duration: '90m', ...ALL }],
      false,
      '2026-03-04T12:30:00.000Z',
    ],
    [
      'a deny window later',
      [{ kind: 'deny', schedule: '0 13 * * *', duration: '1h', ...ALL }],
      true,
      undefined,
    ],
    [
      'deny wins over allow',
      [
        { kind: 'allow', schedule: '0 0 * * *', duration: '24h', ...ALL },
        { kind: 'deny', schedule: '0 11 * * *', duration: '2h', ...ALL },
      ],
      false,
      '2026-03-04T13:00:00.000Z',
    ],
    [
      'one of two allow windows is active',
      [
        { kind: 'allow', schedule: '0 11 * * *', duration: '2h', ...ALL },
        { kind: 'allow', schedule: '0 20 * * *', duration: '1h', ...ALL },
      ],
      true,
      undefined,
    ],
    [
      'an allow window that opens inside a deny window',
      [
        { kind: 'allow', schedule: '0 13 * * *', duration: '4h', ...ALL },
        { kind: 'deny', schedule: '0 12 * * *', duration: '3h', ...ALL },
      ],
      false,
      '2026-03-04T15:00:00.000Z',
    ],
    [
      'next Monday',
      [{ kind: 'allow', schedule: '0 9 * * 1', duration: '1h', ...ALL }],
      false,
      '2026-03-09T09:00:00.000Z',
    ],
    [
      'a time zone',
      [{ kind: 'allow', schedule: '0 14 * * *', duration: '2h', timeZone: 'Europe/Paris', ...ALL }],
      false,
      '2026-03-04T13:00:00.000Z',
    ],
    [
      'a deny window that never leaves a gap',
      [{ kind: 'deny', schedule: '* * * * *', duration: '24h', ...ALL }],
      false,
      null,
    ],
    [
      'an allow window that never comes',
      [{ kind: 'allow', schedule: '0 0 30 2 *', duration: '1h', ...ALL }],
      false,
      null,
    ],
    [
      'a schedule with seconds',
      [{ kind: 'deny', schedule: '0 0 11 * * *', duration: '1h', ...ALL }],
      false,
      null,
    ],
    [
      'a schedule nobody can parse',
      [{ kind: 'deny', schedule: 'every day', duration: '1h', ...ALL }],
      false,
      null,
    ],
    [
      'a duration nobody can parse',
      [{ kind: 'deny', schedule: '0 11 * * *', duration: 'long', ...ALL }],
      false,
      null,
    ],
    [
      'a time zone that does not exist',
      [{ kind: 'deny', schedule: '0 11 * * *', duration: '2h', timeZone: 'Mars/Base', ...ALL }],
      false,
      null,
    ],
  ])('%s', (_, windows, automatic, opensAt) => {
    const { automatic: found, opensAt: next } = verdict(windows);

    expect(found).toBe(automatic);
    if (opensAt !== undefined) expect(next?.toISOString() ?? null).toBe(opensAt);
  });

  test('a window is over at its very end', () => {
    const windows = [{ kind: 'deny', schedule: '0 11 * * *', duration: '1h', ...ALL }];

    expect(verdict(windows, '11:59').automatic).toBe(false);
    expect(verdict(windows, '12:00').automatic).toBe(true);
  });
});

describe('does the window speak about this Application?', () => {
  const deny = { kind: 'deny', schedule: '0 11 * * *', duration: '2h' };

  test.each([
    ['its name', { applications: ['web-prd'] }, true],
    ['a pattern of its name', { applications: ['*-prd'] }, true],
    ['another name', { applications: ['api-*'] }, false],
    ['its namespace', { namespaces: ['shop'] }, true],
    ['its cluster', { clusters: ['https://kubernetes.default.*'] }, true],
    ['any of the lists', { applications: ['api'], namespaces: ['shop'] }, true],
    [
      'all of the lists, with andOperator',
      { applications: ['api'], namespaces: ['shop'], andOperator: true },
      false,
    ],
    ['both, with andOperator', { applications: ['web-*'], namespaces: ['shop'], andOperator: true }, true],
    ['nothing', {}, false],
  ])('%s', (_, lists, blocks) => {
    expect(verdict([{ ...deny, ...lists }]).automatic).toBe(!blocks);
  });
});

test.each([
  [
    'an allow window that lets people',
    [{ kind: 'allow', schedule: '0 13 * * *', duration: '1h', manualSync: true, ...ALL }],
    true,
  ],
  [
    'an allow window that does not',
    [{ kind: 'allow', schedule: '0 13 * * *', duration: '1h', ...ALL }],
    false,
  ],
  [
    'a deny window that lets people',
    [{ kind: 'deny', schedule: '0 11 * * *', duration: '2h', manualSync: true, ...ALL }],
    true,
  ],
  [
    'one of two deny windows does not',
    [
      { kind: 'deny', schedule: '0 11 * * *', duration: '2h', manualSync: true, ...ALL },
      { kind: 'deny', schedule: '0 10 * * *', duration: '4h', ...ALL },
    ],
    false,
  ],
])('by hand: %s', (_, windows, manual) => {
  expect(verdict(windows)).toMatchObject({ automatic: false, manual });
});

test.each([
  ['an empty pattern means no Application', { applications: [''] }, true],
  ['nor does a pattern longer than any name', { applications: ['*'.repeat(70_000)] }, true],
  ['a duration that no date can hold cannot be read', { duration: `${'9'.repeat(30)}h`, ...ALL }, false],
])('%s', (_, parts, automatic) => {
  const window = { kind: 'deny', schedule: '* * * * *', duration: '1h', ...parts };
  expect(verdict([window])).toMatchObject({ automatic, opensAt: null });
});

describe('lastDenyEnd', () => {
  const morning = { kind: 'deny', schedule: '0 8 * * *', duration: '2h', ...ALL };

  test.each([
    ['active at the commit, over now', [morning], '09:00', '2026-03-04T10:00:00.000Z'],
    ['over before the commit', [morning], '10:30', undefined],
    ['still active', [{ ...morning, duration: '8h' }], '09:00', undefined],
    ['of another Application', [{ ...morning, applications: ['api'] }], '09:00', undefined],
  ])('%s', (_, windows, from, end) => {
    expect(lastDenyEnd(project(windows), application(), at(from), at('12:00'))?.endedAt.toISOString()).toBe(
      end,
    );
  });
});
