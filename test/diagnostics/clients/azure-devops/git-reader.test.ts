// Every request of the Git and policy methods as it leaves (method, path, query, headers), and the answer in our shape.
import { describe, test } from '@jest/globals';
import type { Case } from './service.ts';
import {
  checkCase,
  from,
  inProject,
  list,
  never,
  offline,
  origin,
  otherSha,
  project,
  repository,
  sha,
} from './service.ts';

offline();

const commitWire = {
  commitId: sha,
  author: { name: 'Developer A', email: 'developer-a@contoso.example', date: '2026-11-20T09:13:10Z' },
  committer: { name: 'Developer A', email: 'developer-a@contoso.example', date: '2026-11-20T09:13:10Z' },
  comment: 'Fix greeting',
  remoteUrl: `${origin}/contoso/Chatbot/_git/chat-api/commit/${sha}`,
  push: {
    pushId: 84,
    date: '2026-11-20T09:13:12.5419198Z',
    pushedBy: { id: 'a1', displayName: 'Developer A', uniqueName: 'developer-a@contoso.example' },
  },
};
const commit = {
  id: sha,
  message: 'Fix greeting',
  author: { name: 'Developer A', date: '2026-11-20T09:13:10Z' },
  committer: { name: 'Developer A', date: '2026-11-20T09:13:10Z' },
  push: {
    id: 84,
    date: '2026-11-20T09:13:12.5419198Z',
    pushedBy: { id: 'a1', displayName: 'Developer A' },
  },
  url: `${origin}/contoso/Chatbot/_git/chat-api/commit/${sha}`,
};
const pullRequestWire = {
  pullRequestId: 58,
  status: 'active',
  sourceRefName: 'refs/heads/fix',
  targetRefName: 'refs/heads/main',
  repository: { id: 'r1', name: 'chat-api' },
};
const pullRequest = {
  id: 58,
  status: 'active',
  sourceRefName: 'refs/heads/fix',
  targetRefName: 'refs/heads/main',
  repository: { id: 'r1', name: 'chat-api' },
  url: `${origin}/contoso/Chatbot/_git/chat-api/pullrequest/58`,
};
const main = { type: 'branch', value: 'main' } as const;
const at = { type: 'commit', value: sha } as const;
const cases: readonly Case[] = [
  {
    name: 'repositories',
    area: 'git',
    call: (r) => r.repositories(project, never),
    sent: [[`GET ${inProject}/git/repositories`, '7.2-preview.1']],
    replies: [
      list({ id: 'r1', name: 'chat-api', project: { id: 'p1', name: 'Chatbot', state: 'wellFormed' } }),
    ],
    value: [{ id: 'r1', name: 'chat-api', project: { id: 'p1', name: 'Chatbot' } }],
    source: from('git/repositories'),
  },
  {
    name: 'repository',
    area: 'git',
    call: (r) => r.repository(project, 'chat-api', never),
    sent: [[`GET ${repository}`, '7.2-preview.1']],
    replies: [{ id: 'r1', name: 'chat-api', defaultBranch: 'refs/heads/main', isDisabled: false }],
    value: { id: 'r1', name: 'chat-api', project: {}, defaultBranch: 'refs/heads/main', isDisabled: false },
    source: from('git/repositories/chat-api'),
  },
  {
    name: 'refs of branches',
    area: 'git',
    call: (r) => r.refs(project, 'chat-api', 'heads/main', never),
    sent: [[`GET ${repository}/refs?filter=heads%2Fmain`, '7.2-preview.2']],
    replies: [list({ name: 'refs/heads/main', objectId: sha, creator: { uniqueName: 'a@contoso.example' } })],
    value: [{ name: 'refs/heads/main', objectId: sha }],
    source: from('git/repositories/chat-api/refs?filter=heads/main'),
  },
  {
    name: 'refs of annotated tags: the commit behind',
    area: 'git',
    call: (r) => r.refs(project, 'chat-api', 'tags/v1', never),
    sent: [[`GET ${repository}/refs?filter=tags%2Fv1&peelTags=true`, '7.2-preview.2']],
    replies: [list({ name: 'refs/tags/v1', objectId: otherSha, peeledObjectId: sha })],
    value: [{ name: 'refs/tags/v1', objectId: sha }],
    source: from('git/repositories/chat-api/refs?filter=tags/v1&peelTags=true'),
  },
  {
    name: 'commits of a file',
    area: 'git',
    call: (r) =>
      r.commits(project, 'chat-api', { version: main, path: '/apps/a b.yaml', top: 20, skip: 40 }, never),
    sent: [
      [
        `GET ${repository}/commits?searchCriteria.itemPath=%2Fapps%2Fa%20b.yaml&searchCriteria.itemVersion.version=main` +
          '&searchCriteria.itemVersion.versionType=0&searchCriteria.includePushData=true&searchCriteria.%24skip=40' +
          '&searchCriteria.%24top=20&%24skip=40&%24top=20',
        '7.2-preview.2',
      ],
    ],
    replies: [list(commitWire)],
    value: [commit],
    source: from(
      'git/repositories/chat-api/commits?searchCriteria.itemPath=/apps/a%20b.yaml&searchCriteria.itemVersion.version=main' +
        '&searchCriteria.itemVersion.versionType=branch&searchCriteria.includePushData=true&searchCriteria.$skip=40&searchCriteria.$top=20',
    ),
  },
  {
    name: 'commit',
    area: 'git',
    call: (r) => r.commit(project, 'chat-api', sha, never),
    sent: [[`GET ${repository}/commits/${sha}`, '7.2-preview.2']],
    replies: [{ ...commitWire, parents: [otherSha] }],
    value: { ...commit, parents: [otherSha] },
    source: from(`git/repositories/chat-api/commits/${sha}`),
  },
  {
    name: 'changes, without folders',
    area: 'git',
    call: (r) => r.changes(project, 'chat-api', sha, never),
    sent: [[`GET ${repository}/commits/${sha}/changes?top=500&skip=0`, '7.2-preview.1']],
    replies: [
      {
        changeCounts: { Edit: 1 },
        changes: [
          { item: { gitObjectType: 'tree', path: '/src', isFolder: true }, changeType: 'edit' },
          {
            item: { gitObjectType: 'blob', path: '/src/a.ts' },
            changeType: 'edit, rename',
            sourceServerItem: '/a.ts',
          },
        ],
      },
    ],
    value: [{ path: '/src/a.ts', changeType: 'edit, rename', originalPath: '/a.ts' }],
    source: from(`git/repositories/chat-api/commits/${sha}/changes`),
  },
  {
    name: 'file at a commit',
    area: 'git',
    call: (r) => r.file(project, 'chat-api', '/values.yaml', at, never),
    sent: [
      [
        `GET ${repository}/items?path=%2Fvalues.yaml&versionDescriptor.version=${sha}&versionDescriptor.versionType=2&includeContent=true`,
        '7.2-preview.1',
      ],
    ],
    replies: [{ objectId: 'b1', gitObjectType: 'blob', path: '/values.yaml', content: 'tag: "4812"\n' }],
    value: { path: '/values.yaml', content: 'tag: "4812"\n', objectId: 'b1' },
    source: from(
      `git/repositories/chat-api/items?path=/values.yaml&versionDescriptor.version=${sha}&versionDescriptor.versionType=commit&includeContent=true`,
    ),
  },
  {
    name: 'paths below a folder',
    area: 'git',
    call: (r) => r.paths(project, 'chat-api', '/apps', { type: 'tag', value: 'v1' }, never),
    sent: [
      [
        `GET ${repository}/items?scopePath=%2Fapps&recursionLevel=120&versionDescriptor.version=v1&versionDescriptor.versionType=1`,
        '7.2-preview.1',
      ],
    ],
    replies: [
      list(
        { path: '/apps', gitObjectType: 'tree', isFolder: true },
        { path: '/apps/a.yaml', gitObjectType: 'blob', objectId: 'b1' },
      ),
    ],
    value: ['/apps/a.yaml'],
    source: from(
      'git/repositories/chat-api/items?scopePath=/apps&recursionLevel=full&versionDescriptor.version=v1&versionDescriptor.versionType=tag',
    ),
  },
  {
    name: 'compare',
    area: 'git',
    call: (r) => r.compare(project, 'chat-api', at, main, never),
    sent: [
      [
        `GET ${repository}/diffs/commits?%24top=1&baseVersionType=2&baseVersion=${sha}&targetVersionType=0&targetVersion=main`,
        '7.2-preview.1',
      ],
    ],
    replies: [
      {
        commonCommit: sha,
        baseCommit: sha,
        targetCommit: otherSha,
        aheadCount: 2,
        behindCount: 0,
        changes: [],
      },
    ],
    value: { commonCommit: sha, baseCommit: sha, targetCommit: otherSha, aheadCount: 2, behindCount: 0 },
    source: from(
      `git/repositories/chat-api/diffs/commits?baseVersion=${sha}&baseVersionType=commit&targetVersion=main&targetVersionType=branch&$top=1`,
    ),
  },
  {
    name: 'pullRequests',
    area: 'git',
    call: (r) =>
      r.pullRequests(
        project,
        'chat-api',
        { status: 'completed', targetRefName: 'refs/heads/main', top: 5 },
        never,
      ),
    sent: [
      [
        `GET ${repository}/pullRequests?searchCriteria.status=3&searchCriteria.targetRefName=refs%2Fheads%2Fmain&%24top=5`,
        '7.2-preview.2',
      ],
    ],
    replies: [list(pullRequestWire)],
    value: [pullRequest],
    source: from(
      'git/repositories/chat-api/pullRequests?searchCriteria.status=completed&searchCriteria.targetRefName=refs/heads/main&$top=5',
    ),
  },
  {
    name: 'pullRequest',
    area: 'git',
    call: (r) => r.pullRequest(project, 58, never),
    sent: [[`GET ${inProject}/git/pullRequests/58`, '7.2-preview.2']],
    replies: [pullRequestWire],
    value: pullRequest,
    source: from('git/pullRequests/58'),
  },
  {
    name: 'pullRequestsOf: the same one as source and as merge is one',
    area: 'git',
    call: (r) => r.pullRequestsOf(project, 'chat-api', sha, never),
    sent: [[`POST ${repository}/pullRequestQuery`, '7.2-preview.1']],
    body: {
      queries: [
        { type: 2, items: [sha] },
        { type: 1, items: [sha] },
      ],
    },
    replies: [{ queries: [], results: [{ [sha]: [pullRequestWire] }, { [sha]: [pullRequestWire] }] }],
    value: [pullRequest],
    source: `POST ${origin}${repository}/pullRequestQuery`,
  },
  {
    name: 'policyEvaluations',
    area: 'policy',
    call: (r) => r.policyEvaluations(project, 'p1', 58, never),
    sent: [
      [
        `GET ${inProject}/policy/evaluations?artifactId=vstfs%3A%2F%2F%2FCodeReview%2FCodeReviewId%2Fp1%2F58&%24top=100&%24skip=0`,
        '7.2-preview.1',
      ],
    ],
    replies: [
      list({
        evaluationId: 'e1',
        status: 'queued',
        configuration: {
          id: 89,
          isEnabled: true,
          isBlocking: true,
          type: { id: 't1', displayName: 'Build' },
        },
      }),
    ],
    value: [
      {
        id: 'e1',
        status: 'queued',
        configuration: {
          id: 89,
          isEnabled: true,
          isBlocking: true,
          type: { id: 't1', displayName: 'Build' },
        },
      },
    ],
    source: from('policy/evaluations?artifactId=vstfs:///CodeReview/CodeReviewId/p1/58'),
  },
  {
    name: 'policyConfigurations, without deleted ones',
    call: (r) => r.policyConfigurations(project, never),
    sent: [[`GET ${inProject}/policy/configurations?%24top=100&api-version=7.1`]],
    replies: [
      list(
        {
          id: 50,
          type: { id: 't1', displayName: 'Build' },
          isEnabled: true,
          isBlocking: true,
          settings: { a: 1 },
        },
        { id: 51, type: { id: 't1', displayName: 'Build' }, isDeleted: true },
      ),
    ],
    value: [
      {
        id: 50,
        type: { id: 't1', displayName: 'Build' },
        isEnabled: true,
        isBlocking: true,
        settings: { a: 1 },
      },
    ],
    source: from('policy/configurations'),
  },
  {
    name: 'pushes',
    area: 'git',
    call: (r) => r.pushes(project, 'chat-api', { refName: 'refs/heads/main', top: 3 }, never),
    sent: [
      [
        `GET ${repository}/pushes?%24top=3&searchCriteria.refName=refs%2Fheads%2Fmain&searchCriteria.includeRefUpdates=true`,
        '7.2-preview.3',
      ],
    ],
    replies: [
      list({
        pushId: 84,
        date: '2026-11-20T09:13:12Z',
        pushedBy: { id: 'a1', displayName: 'Developer A', uniqueName: 'developer-a@contoso.example' },
        refUpdates: [
          { repositoryId: 'r1', name: 'refs/heads/main', oldObjectId: otherSha, newObjectId: sha },
        ],
      }),
    ],
    value: [
      {
        id: 84,
        date: '2026-11-20T09:13:12Z',
        pushedBy: { id: 'a1', displayName: 'Developer A' },
        refUpdates: [{ name: 'refs/heads/main', oldObjectId: otherSha, newObjectId: sha }],
      },
    ],
    source: from(
      'git/repositories/chat-api/pushes?searchCriteria.refName=refs/heads/main&searchCriteria.includeRefUpdates=true&$top=3',
    ),
  },
];

describe('Git and policies', () => {
  test.each(cases)('$name', checkCase);
});
