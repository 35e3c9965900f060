// Link 1 on few facts: every finding, what looks like it and is not, and what nobody could read.
import { describe, expect, test } from '@jest/globals';
import type { EvidenceKey } from '../../../../src/diagnostics/evidence/evidence.ts';
import { merge } from '../../../../src/diagnostics/links/merge.ts';
import {
  COMMIT,
  commit,
  evaluation,
  BUILD_POLICY,
  pullRequest,
  REVIEWERS_POLICY,
} from '../../pipelines/objects.ts';
import { ago } from '../../kubernetes/objects.ts';
import {
  deliveryInput,
  environmentCommit,
  located,
  TAG_COMMIT,
  valuesFile,
  type Parts,
  type Values,
} from '../../change/delivery.ts';
import { told, unprovenKeys, type Told } from '../rollout/input.ts';

/** On a branch of its own. */
const BRANCHES = [
  { name: 'main', tip: 'm1', contains: false },
  { name: 'feature', tip: COMMIT, contains: true },
];
const NOT_CONTAINED: Values = {
  changeCommit: located(COMMIT, { branches: BRANCHES }),
  mergeLineage: {
    repository: 'api',
    base: COMMIT,
    target: 'main',
    comparison: { baseCommit: COMMIT, targetCommit: 'm1', commonCommit: 'm0' },
  },
};

function unmerged(...changePullRequests: NonNullable<Values['changePullRequests']>): Parts {
  return { values: { ...NOT_CONTAINED, changePullRequests } };
}

const AUTO = { autoCompleteSetBy: { displayName: 'Ana' } };
const RUNNING = evaluation('running', BUILD_POLICY, {}, 600);
const REVIEW = evaluation('queued', REVIEWERS_POLICY);
const RELEASE = { targetRefName: 'refs/heads/release' };

const cases: [string, Parts, Told][] = [
  ['on the built branch', {}, { status: 'pass' }],
  [
    'on the default branch, when the comparison could not be made',
    { refused: ['mergeLineage'] },
    { status: 'pass' },
  ],
  [
    'a squash merge carries it under another id',
    unmerged({
      pullRequest: pullRequest(5, { status: 'completed', closedDate: ago(900), lastMergeCommit: 'm1' }),
      evaluations: [],
    }),
    { status: 'pass' },
  ],
  [
    'a commit of the GitOps repository is built by nobody',
    { values: { changeCommit: environmentCommit(TAG_COMMIT, valuesFile('730'), valuesFile('731')) } },
    { status: 'pass' },
  ],
  // GT0101
  [
    'in no repository',
    { values: { changeCommit: null } },
    { status: 'broken', code: 'GT0101', leaf: 'commit_not_pushed' },
  ],
  [
    'a short id that was not found may be anywhere',
    { values: { changeCommit: null }, request: { change: { kind: 'commit', value: COMMIT.slice(0, 8) } } },
    { status: 'unknown', missing: 'changeCommit' },
  ],
  ['nobody could look for it', { refused: ['changeCommit'] }, { status: 'unknown', missing: 'changeCommit' }],
  [
    'nothing was asked, and the run does not tell its commit',
    { values: { changeCommit: null }, request: { change: null } },
    { status: 'unknown', missing: 'run' },
  ],
  // GT0102
  [
    'its pull request went into another branch',
    unmerged({ pullRequest: pullRequest(5, { ...RELEASE, status: 'completed' }), evaluations: [] }),
    { status: 'broken', code: 'GT0102', leaf: 'merged_elsewhere' },
  ],
  [
    'its open pull request goes into another branch',
    unmerged({ pullRequest: pullRequest(5, RELEASE), evaluations: [] }),
    { status: 'broken', code: 'GT0105', leaf: 'merged_elsewhere' },
  ],
  [
    'into another branch first, and now into the built one',
    unmerged(
      { pullRequest: pullRequest(5, { ...RELEASE, status: 'completed' }), evaluations: [] },
      { pullRequest: pullRequest(6), evaluations: [REVIEW] },
    ),
    { status: 'broken', code: 'GT0103', leaf: 'pr_not_completed' },
  ],
  [
    'into another branch, and into the built one too',
    unmerged(
      { pullRequest: pullRequest(5, { ...RELEASE, status: 'completed' }), evaluations: [] },
      { pullRequest: pullRequest(6, { status: 'completed' }), evaluations: [] },
    ),
    { status: 'pass' },
  ],
  // GT0103
  [
    'a review is missing',
    unmerged({ pullRequest: pullRequest(5), evaluations: [REVIEW] }),
    { status: 'broken', code: 'GT0103', leaf: 'pr_not_completed' },
  ],
  // GT0104
  [
    'auto-complete, and its build runs',
    unmerged({ pullRequest: pullRequest(5, AUTO), evaluations: [RUNNING] }),
    { status: 'waiting', code: 'GT0104', leaf: 'pr_checks_running', until: ago(600 - 3600) },
  ],
  [
    'its build runs, and somebody has to complete it',
    unmerged({ pullRequest: pullRequest(5), evaluations: [RUNNING] }),
    { status: 'broken', code: 'GT0103', leaf: 'pr_not_completed' },
  ],
  [
    'auto-complete, and a review is missing beside its build',
    unmerged({ pullRequest: pullRequest(5, AUTO), evaluations: [RUNNING, REVIEW] }),
    { status: 'broken', code: 'GT0103', leaf: 'pr_not_completed' },
  ],
  // GT0105
  [
    'a branch without a pull request',
    unmerged(),
    { status: 'broken', code: 'GT0105', leaf: 'merged_elsewhere' },
  ],
  // GT0106
  [
    'abandoned',
    unmerged({ pullRequest: pullRequest(5, { status: 'abandoned', closedDate: ago(600) }), evaluations: [] }),
    { status: 'broken', code: 'GT0106', leaf: 'pr_not_completed' },
  ],
  [
    'abandoned, and made again',
    unmerged(
      { pullRequest: pullRequest(5, { status: 'abandoned' }), evaluations: [] },
      { pullRequest: pullRequest(6, { status: 'completed' }), evaluations: [] },
    ),
    { status: 'pass' },
  ],
  [
    'a pull request of the same branch that was completed before the commit carries it no more',
    unmerged({
      pullRequest: pullRequest(5, { status: 'completed', closedDate: ago(86_400), lastMergeCommit: 'm0' }),
      evaluations: [],
    }),
    { status: 'broken', code: 'GT0105', leaf: 'merged_elsewhere' },
  ],
  // GT0107
  [
    'conflicts',
    unmerged({ pullRequest: pullRequest(5, { ...AUTO, mergeStatus: 'conflicts' }), evaluations: [RUNNING] }),
    { status: 'broken', code: 'GT0107', leaf: 'pr_not_completed' },
  ],
  // GT0108
  [
    'nothing is left but to complete it',
    unmerged({ pullRequest: pullRequest(5), evaluations: [] }),
    { status: 'broken', code: 'GT0108', leaf: 'pr_not_completed' },
  ],
  [
    'a draft waits for its author',
    unmerged({ pullRequest: pullRequest(5, { isDraft: true }), evaluations: [] }),
    { status: 'broken', code: 'GT0108', leaf: 'pr_not_completed' },
  ],
  // Not looked at
  ['the change stopped further up', { scope: 'serving' }, { status: 'skipped', blockedBy: 'merge' }],
];

describe('merge', () => {
  test.each(cases)('%s', (_, parts, expected) => {
    const input = deliveryInput(parts);
    const verdict = merge.verdict(input);
    expect(told(verdict)).toEqual(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('nothing was asked and nothing is built: there is nothing to merge', () => {
    const input = deliveryInput({
      request: { change: null },
      values: { changeCommit: null, run: null, desiredFiles: [], history: [], runLogs: [] },
    });
    expect(told(merge.verdict(input))).toEqual({ status: 'skipped', blockedBy: 'merge' });
  });
});

describe('a built branch that is not the default one', () => {
  const pipeline = { definition: { id: 7, name: 'api-ci' }, repository: null, branch: 'release', yaml: null };
  const lineage = {
    repository: 'api',
    base: COMMIT,
    target: 'release',
    comparison: { baseCommit: COMMIT, targetCommit: 'r1', commonCommit: COMMIT },
  };

  test.each<[string, Values, readonly EvidenceKey[], Told]>([
    ['holds the commit', { pipeline, mergeLineage: lineage }, [], { status: 'pass' }],
    [
      'does not hold it',
      { pipeline, mergeLineage: { ...lineage, comparison: { ...lineage.comparison, commonCommit: 'm0' } } },
      [],
      { status: 'broken', code: 'GT0105', leaf: 'merged_elsewhere' },
    ],
    ['could not be compared', { pipeline }, ['mergeLineage'], { status: 'unknown', missing: 'mergeLineage' }],
    [
      'one of the two is not there',
      { pipeline, mergeLineage: { ...lineage, comparison: null } },
      [],
      { status: 'broken', code: 'GT0105', leaf: 'merged_elsewhere' },
    ],
  ])('%s', (_, values, refused, expected) => {
    expect(told(merge.verdict(deliveryInput({ values, refused })))).toEqual(expected);
  });
});

test('pull requests that nobody could read keep it open whether it was merged', () => {
  const input = deliveryInput({ values: NOT_CONTAINED, refused: ['changePullRequests'] });
  expect(told(merge.verdict(input))).toEqual({ status: 'unknown', missing: 'changePullRequests' });
});

test('a break shows the commit, the pull request and what blocks it', () => {
  const verdict = merge.verdict(
    deliveryInput(unmerged({ pullRequest: pullRequest(5, { url: 'https://x/5' }), evaluations: [REVIEW] })),
  );
  const [first] = verdict.status === 'broken' ? verdict.findings : [];
  expect(first?.params).toEqual({ pullRequest: 5, builtBranch: 'main', age: '2 h', policy: 'Reviewers' });
  expect(verdict.proof?.map(({ label, from, url }) => [label, from, url])).toEqual([
    ['commit', 'changeCommit', undefined],
    ['pullRequest', 'changePullRequests', 'https://x/5'],
    ['policy', 'changePullRequests', undefined],
  ]);
});

test('a commit that only its own message names', () => {
  const input = deliveryInput({
    values: { changeCommit: located(COMMIT, { commit: commit(COMMIT, 'x'.repeat(500)) }) },
  });
  expect(merge.verdict(input).proof?.[0]?.value.length).toBeLessThanOrEqual(300);
});
