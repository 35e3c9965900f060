// Does an open pull request complete by itself, or does it wait for a person?
import { describe, expect, test } from '@jest/globals';
import type { PolicyEvaluation, PullRequest } from '../../../src/diagnostics/evidence/azure-devops.ts';
import {
  isOlderThan,
  pullRequestState,
  type PullRequestState,
} from '../../../src/diagnostics/pipelines/pull-request-state.ts';
import { ago, NOW } from '../kubernetes/objects.ts';
import {
  commit,
  COMMIT,
  BUILD_POLICY,
  evaluation,
  pullRequest,
  REVIEWERS_POLICY,
  STATUS_POLICY,
} from './objects.ts';

const AUTO: Partial<PullRequest> = { autoCompleteSetBy: { displayName: 'Ana' } };
const RUNNING = evaluation('running', BUILD_POLICY, {}, 600);
const REVIEW = evaluation('queued', REVIEWERS_POLICY);

describe('pullRequestState', () => {
  const cases: [string, Partial<PullRequest>, PolicyEvaluation[], PullRequestState['kind']][] = [
    ['auto-complete, and a build that runs', AUTO, [RUNNING], 'completesItself'],
    [
      'auto-complete, and a status that a service posts',
      AUTO,
      [evaluation('queued', STATUS_POLICY, {}, 60)],
      'completesItself',
    ],
    [
      'auto-complete, and a build that is queued',
      AUTO,
      [evaluation('queued', BUILD_POLICY, {}, 60)],
      'completesItself',
    ],
    ['auto-complete, and a review is missing too', AUTO, [RUNNING, REVIEW], 'blocked'],
    ['nobody set auto-complete', {}, [RUNNING], 'blocked'],
    ['a draft does not complete', { ...AUTO, isDraft: true }, [RUNNING], 'blocked'],
    [
      'a build that runs for more than an hour',
      AUTO,
      [evaluation('running', BUILD_POLICY, {}, 3700)],
      'blocked',
    ],
    ['a build that failed', AUTO, [evaluation('rejected', BUILD_POLICY, {}, 60)], 'blocked'],
    ['a draft with nothing open waits for its author', { isDraft: true }, [], 'ready'],
    [
      'everything approved',
      {},
      [evaluation('approved', REVIEWERS_POLICY), evaluation('notApplicable', BUILD_POLICY)],
      'ready',
    ],
    ['an optional policy', {}, [evaluation('queued', REVIEWERS_POLICY, { isBlocking: false })], 'ready'],
    [
      'a policy that is switched off',
      {},
      [evaluation('queued', REVIEWERS_POLICY, { isEnabled: false })],
      'ready',
    ],
    ['no policy', {}, [], 'ready'],
    ['conflicts come first', { ...AUTO, mergeStatus: 'conflicts' }, [RUNNING], 'conflicts'],
  ];

  test.each(cases)('%s', (_, more, evaluations, kind) => {
    expect(pullRequestState(pullRequest(1, more), evaluations, NOW).kind).toBe(kind);
  });

  test('waits an hour from the start of the check', () => {
    const state = pullRequestState(pullRequest(1, AUTO), [RUNNING], NOW);
    expect(state.until).toBe(ago(600 - 3600));
  });

  test('without a start, from the creation of the pull request', () => {
    const state = pullRequestState(
      pullRequest(1, { ...AUTO, creationDate: ago(60) }),
      [evaluation('queued', BUILD_POLICY)],
      NOW,
    );
    expect(state).toMatchObject({ kind: 'completesItself', until: ago(60 - 3600) });
  });

  test('names what blocks', () => {
    const named = evaluation('running', BUILD_POLICY, { settings: { displayName: 'Tests' } });
    expect(
      pullRequestState(pullRequest(1), [named, REVIEW, evaluation('approved', STATUS_POLICY)], NOW),
    ).toMatchObject({
      policy: 'Build (Tests), Reviewers',
      blocking: [
        { name: 'Build (Tests)', status: 'running' },
        { name: 'Reviewers', status: 'queued' },
      ],
    });
    expect(pullRequestState(pullRequest(1), [], NOW).policy).toBe('-');
  });
});

test.each([
  ['closed before the push', { closedDate: ago(3000) }, true],
  ['closed after the push', { closedDate: ago(60) }, false],
  ['open', {}, false],
])('isOlderThan: %s', (_, more, expected) => {
  expect(isOlderThan(pullRequest(1, more), commit(COMMIT, 'x', 1200))).toBe(expected);
});
