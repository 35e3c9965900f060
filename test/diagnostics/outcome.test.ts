// The outcome from the eight verdicts: the first rule that applies.
import { describe, expect, test } from '@jest/globals';
import { LINK_IDS, type LinkId } from '../../src/diagnostics/chain.ts';
import { decide, type ProvenBy, type Verdicts } from '../../src/diagnostics/outcome.ts';
import type { Verdict, VerdictStatus } from '../../src/diagnostics/verdict.ts';

const VERDICTS: Readonly<Record<VerdictStatus, Verdict>> = {
  pass: { status: 'pass', proof: [] },
  broken: { status: 'broken', proof: [], findings: [] },
  waiting: { status: 'waiting', proof: [], findings: [], until: null },
  unknown: { status: 'unknown', missing: 'run', error: { kind: 'timeout', what: 'run', afterMs: 1 } },
  skipped: { status: 'skipped', blockedBy: 'merge' },
};

/** All pass but these. */
function verdicts(others: Partial<Record<LinkId, VerdictStatus>>): Verdicts {
  const entries = LINK_IDS.map((id) => [id, VERDICTS[others[id] ?? 'pass']]);
  return Object.fromEntries(entries) as Verdicts;
}

describe('decide', () => {
  const cases: [string, Partial<Record<LinkId, VerdictStatus>>, ProvenBy, string, LinkId | null][] = [
    ['everything passed', {}, 'pods', 'live', null],
    ['one link is broken', { sync: 'broken' }, 'pods', 'broken', 'sync'],
    ['the first of two', { push: 'broken', rollout: 'broken' }, 'pods', 'broken', 'push'],
    ['one waits before another is broken', { run: 'waiting', push: 'broken' }, 'pods', 'waiting', 'run'],
    [
      'nobody could look before the break',
      { merge: 'unknown', run: 'unknown', detection: 'broken' },
      'pods',
      'broken',
      'detection',
    ],
    ['the last link waits', { pull: 'waiting' }, 'pods', 'waiting', 'pull'],
    [
      'pods prove what nobody could read before',
      { merge: 'unknown', push: 'unknown', sync: 'unknown' },
      'pods',
      'live',
      null,
    ],
    ['pods that nobody could read prove nothing', { pull: 'unknown' }, 'pods', 'undetermined', 'pull'],
    [
      'a rollout that nobody could read proves nothing',
      { rollout: 'unknown' },
      'pods',
      'undetermined',
      'rollout',
    ],
    ['the first that nobody could read', { run: 'unknown', pull: 'unknown' }, 'pods', 'undetermined', 'run'],
    ['no tag: the sync of the commit proves it', { run: 'skipped' }, 'sync', 'live', null],
    ['no tag, and nobody could read the sync', { sync: 'unknown' }, 'sync', 'undetermined', 'sync'],
    [
      'no tag, and nobody could read the detection',
      { detection: 'unknown' },
      'sync',
      'undetermined',
      'detection',
    ],
    ['no tag, and the sync shows nothing', { sync: 'skipped' }, 'sync', 'undetermined', 'sync'],
    ['no tag, and no tag commit to look at', { tagCommit: 'skipped' }, 'sync', 'live', null],
    ['what was asked could not be told', {}, 'nothing', 'undetermined', null],
    [
      'what was asked could not be told, a link says why',
      { merge: 'unknown' },
      'nothing',
      'undetermined',
      'merge',
    ],
    [
      'skipped links decide only when nothing else does',
      { push: 'skipped' },
      'nothing',
      'undetermined',
      'push',
    ],
  ];

  test.each(cases)('%s', (_, others, provenBy, outcome, link) => {
    expect(decide(verdicts(others), provenBy)).toEqual({ outcome, link });
  });
});
