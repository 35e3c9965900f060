// The pure mappers: words as the service writes them, times in UTC, people without addresses, null read as absent.
import { describe, expect, test } from '@jest/globals';
import { maybeTime, wireTime } from '../../../../src/diagnostics/clients/azure-devops/answers.ts';
import {
  toCommit,
  toPullRequest,
  wireCommit,
  wirePullRequest,
} from '../../../../src/diagnostics/clients/azure-devops/git-answers.ts';
import {
  toApproval,
  toBuild,
  toLogLines,
  toTimeline,
  wireApproval,
  wireBuild,
  wireTimeline,
} from '../../../../src/diagnostics/clients/azure-devops/pipeline-answers.ts';
import {
  buildSchema,
  gitCommitSchema,
  pullRequestSchema,
} from '../../../../src/diagnostics/evidence/azure-devops.ts';
import { project, sha } from './service.ts';

const person = {
  id: 'a1',
  displayName: 'Developer A',
  uniqueName: 'developer-a@contoso.example',
  imageUrl: 'x',
};

describe('times', () => {
  test.each([
    ['2026-11-20T09:13:12.5419198Z', '2026-11-20T09:13:12.5419198Z'],
    ['2026-11-20T10:13:12+01:00', '2026-11-20T09:13:12.000Z'],
    ['2026-11-20T09:13:12', '2026-11-20T09:13:12Z'],
  ])('%s', (wire, time) => {
    expect(wireTime.parse(wire)).toBe(time);
  });

  test('a word is not a time', () => {
    expect(wireTime.safeParse('yesterday').success).toBe(false);
  });

  test.each([[null], [undefined], ['0001-01-01T00:00:00'], ['0001-01-01T00:00:00Z']])(
    '%s is absent',
    (wire) => {
      expect(maybeTime.parse(wire)).toBeUndefined();
    },
  );
});

describe('commits', () => {
  test('what the list leaves out is absent, the page is made from the id', () => {
    const commit = toCommit(
      wireCommit.parse({ commitId: sha, comment: 'a…', commentTruncated: true, author: null }),
      project,
      'chat api',
    );
    expect(commit).toEqual({
      id: sha,
      message: 'a…',
      messageTruncated: true,
      author: {},
      committer: {},
      url: `https://dev.azure.com/contoso/Chatbot/_git/chat%20api/commit/${sha}`,
    });
    expect(gitCommitSchema.parse(commit)).toEqual(commit);
  });
});

describe('pull requests', () => {
  test('a completed one, whole', () => {
    const pullRequest = toPullRequest(
      wirePullRequest.parse({
        pullRequestId: 58,
        status: 'completed',
        title: 'Fix',
        isDraft: false,
        repository: { id: 'r1', name: 'chat-api', url: 'x' },
        sourceRefName: 'refs/heads/fix',
        targetRefName: 'refs/heads/main',
        mergeStatus: 'succeeded',
        createdBy: person,
        creationDate: '2026-11-20T09:00:00Z',
        closedDate: '2026-11-20T09:10:00Z',
        closedBy: person,
        autoCompleteSetBy: null,
        completionOptions: { mergeStrategy: 'squash', deleteSourceBranch: true },
        lastMergeCommit: { commitId: sha },
        reviewers: [{ ...person, vote: 10, isRequired: true }],
      }),
      project,
    );
    expect(pullRequest).toEqual({
      id: 58,
      status: 'completed',
      title: 'Fix',
      isDraft: false,
      repository: { id: 'r1', name: 'chat-api' },
      sourceRefName: 'refs/heads/fix',
      targetRefName: 'refs/heads/main',
      mergeStatus: 'succeeded',
      createdBy: { id: 'a1', displayName: 'Developer A' },
      creationDate: '2026-11-20T09:00:00Z',
      closedDate: '2026-11-20T09:10:00Z',
      closedBy: { id: 'a1', displayName: 'Developer A' },
      mergeStrategy: 'squash',
      lastMergeCommit: sha,
      reviewers: [{ displayName: 'Developer A', vote: 10, isRequired: true }],
      url: 'https://dev.azure.com/contoso/Chatbot/_git/chat-api/pullrequest/58',
    });
    expect(pullRequestSchema.parse(pullRequest)).toEqual(pullRequest);
  });
});

describe('runs', () => {
  const wire = { id: 7, buildNumber: '1', status: 'inProgress', definition: { id: 12 } };

  test('not over: no result', () => {
    expect(toBuild(wireBuild.parse({ ...wire, result: 'none', finishTime: null }), project)).toEqual({
      ...wire,
      url: 'https://dev.azure.com/contoso/Chatbot/_build/results?buildId=7&view=results',
    });
  });

  test('over: people, trigger, validation, the page the service names', () => {
    const build = toBuild(
      wireBuild.parse({
        ...wire,
        status: 'completed',
        result: 'failed',
        requestedFor: person,
        triggerInfo: { 'ci.sourceSha': sha, 'pr.number': 3 },
        validationResults: [{ result: 'error', message: '/azure-pipelines.yml: bad' }],
        _links: { web: { href: 'https://dev.azure.com/contoso/p1/_build/results?buildId=7' } },
        queue: { id: 31, name: 'pool', pool: null },
      }),
      project,
    );
    expect(build).toMatchObject({
      result: 'failed',
      requestedFor: { id: 'a1', displayName: 'Developer A' },
      triggerInfo: { 'ci.sourceSha': sha },
      validationResults: [{ result: 'error', message: '/azure-pipelines.yml: bad' }],
      url: 'https://dev.azure.com/contoso/p1/_build/results?buildId=7',
    });
    expect(JSON.stringify(build)).not.toContain('@');
    expect(buildSchema.parse(build)).toEqual(build);
  });

  test('a word this version does not know stays as it is', () => {
    const records = toTimeline(
      wireTimeline.parse({ records: [{ id: 't', type: 'Task', state: 'paused', result: 'unheardOf' }] }),
    );
    expect(records).toMatchObject([{ state: 'paused', result: 'unheardOf' }]);
  });

  test('a timeline without records is empty', () => {
    expect(toTimeline(wireTimeline.parse({ records: null }))).toEqual([]);
  });
});

describe('log lines', () => {
  test.each([
    ['2026-11-20T09:13:11.1234567Z ##[error]Bash exited', '##[error]Bash exited'],
    ['\uFEFF2026-11-20T09:13:11.1Z ##[section]Starting', '##[section]Starting'],
    ['2026-11-20T09:13:11Z', ''],
    [
      '2026-11-20T09:13:11.1Z 2026-11-20T09:00:00Z printed by the step',
      '2026-11-20T09:00:00Z printed by the step',
    ],
    ['no prefix', 'no prefix'],
  ])('%s', (line, text) => {
    expect(toLogLines({ value: [line] }, 5)).toEqual([text]);
  });

  test('only the last ones', () => {
    expect(toLogLines({ value: ['a', 'b', 'c'] }, 2)).toEqual(['b', 'c']);
  });
});

describe('approvals', () => {
  test('without the run, as older answers are', () => {
    expect(toApproval(wireApproval.parse({ id: 'a', status: 'pending', steps: [] }))).toEqual({
      id: 'a',
      status: 'pending',
      steps: [],
    });
  });
});
