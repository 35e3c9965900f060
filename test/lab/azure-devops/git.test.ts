// Repositories, refs, commits, items and pull requests: what comes from the commit graph.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOOSE, MERGE, REPOSITORY_ID, ROOT, serve, SIDE, TIP, WORK } from '../fixture.ts';
import type { Answer, Client } from '../fixture.ts';

const GIT = '/Shop/_apis/git/repositories/web';

let client: Client;
beforeAll(async () => {
  client = await serve();
});
afterAll(() => client.lab.close());

const get = (path: string, headers: Record<string, string> = {}) => client.azureDevOps(path, { headers });

describe('repositories', () => {
  test.each(['web', 'WEB', REPOSITORY_ID])('%s by name or id', async (name) => {
    const answer = await get(`/Shop/_apis/git/repositories/${name}`);

    expect(answer.body).toMatchObject({
      id: REPOSITORY_ID,
      name: 'web',
      defaultBranch: 'refs/heads/main',
      webUrl: 'https://dev.azure.com/fabrikam/Shop/_git/web',
      project: { name: 'Shop' },
    });
  });

  test('an empty one has no default branch', async () => {
    expect((await get('/Shop/_apis/git/repositories/empty')).body).not.toHaveProperty('defaultBranch');
  });

  test.each([
    [
      '/Shop/_apis/git/repositories/none',
      'GitRepositoryNotFoundException',
      /^TF401019: .*identifier none does not exist/,
    ],
    ['/Shop/_apis/git/repositories/none/refs', 'GitRepositoryNotFoundException', /^TF401019/],
    ['/Elsewhere/_apis/git/repositories/web', 'ProjectDoesNotExistException', /^VS800075: .*Elsewhere/],
  ])('%s is answered 404 in the error envelope, with its byte order mark', async (path, typeKey, message) => {
    const answer = await get(path);

    expect(answer.status).toBe(404);
    expect(answer.text.startsWith('\uFEFF{')).toBe(true);
    expect(answer.body).toMatchObject({ $id: '1', typeKey, message: expect.stringMatching(message) });
  });

  test('another organization is not this one', async () => {
    const root = client.lab.url + '/w1/azure-devops/other';
    const answer = await fetch(`${root}/Shop/_apis/git/repositories`);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

describe('refs', () => {
  test.each([
    ['heads/main', ['refs/heads/main', 'refs/heads/maintenance']],
    ['heads/maintenance', ['refs/heads/maintenance']],
    ['tags/', ['refs/tags/v1']],
    ['heads/nothing', []],
  ])('filter %s is a prefix', async (filter, names) => {
    expect(pick(await get(`${GIT}/refs?filter=${filter}`), 'name')).toEqual(names);
  });

  test('pages carry a continuation token', async () => {
    const first = await get(`${GIT}/refs?filter=heads/&$top=2`);
    const token = first.headers.get('x-ms-continuationtoken') ?? '';
    const second = await get(`${GIT}/refs?filter=heads/&$top=2&continuationToken=${token}`);

    expect([...pick(first, 'name'), ...pick(second, 'name')]).toEqual([
      'refs/heads/lone',
      'refs/heads/main',
      'refs/heads/maintenance',
    ]);
    expect(second.headers.has('x-ms-continuationtoken')).toBe(false);
  });
});

describe('commits', () => {
  const list = (query: string) => get(`${GIT}/commits?${query}`);
  const at = (value: string, type: string | number) =>
    `searchCriteria.itemVersion.version=${value}&searchCriteria.itemVersion.versionType=${type}`;

  test.each([
    ['of the default branch, newest first', '', [TIP, MERGE, SIDE, WORK, ROOT]],
    ['of a branch, as the library writes it', at('lone', 0), [LOOSE, ROOT]],
    ['of a tag', at('v1', 'tag'), [TIP, MERGE, SIDE, WORK, ROOT]],
    ['of a commit', at(WORK, 2), [WORK, ROOT]],
    [
      'of a file: the merge is explained by the side that changed it',
      'searchCriteria.itemPath=/app/a.txt',
      [SIDE, ROOT],
    ],
    ['of another file', 'searchCriteria.itemPath=b.txt', [WORK, ROOT]],
    ['of a folder', 'searchCriteria.itemPath=/app/', [TIP, SIDE, ROOT]],
    ['of a removed file', 'searchCriteria.itemPath=/old.txt', [SIDE, ROOT]],
    ['of a file that never was', 'searchCriteria.itemPath=/none', []],
    [
      'by first parents, the merge brings the change',
      'searchCriteria.itemPath=/app/a.txt&searchCriteria.historyMode=firstParent',
      [MERGE, ROOT],
    ],
    ['a page', 'searchCriteria.$top=2&searchCriteria.$skip=1', [MERGE, SIDE]],
    ['a page, as the library writes it', 'searchCriteria.%24top=2&%24skip=1&%24top=2', [MERGE, SIDE]],
    ['since a day', 'searchCriteria.fromDate=2026-01-04T00:00:00Z', [TIP, MERGE]],
  ])('%s', async (_, query, ids) => {
    expect(pick(await list(query), 'commitId')).toEqual(ids);
  });

  test('a listed commit has no parents, and a long message is cut', async () => {
    const [work] = values(await list(at(WORK, 2)));

    expect(work).not.toHaveProperty('parents');
    expect(work).toMatchObject({ commentTruncated: true, changeCounts: { Add: 0, Edit: 1, Delete: 0 } });
    expect(String(work?.['comment']).length).toBe(100);
    expect(values(await list(''))[0]).not.toHaveProperty('commentTruncated');
  });

  test('push data comes when asked', async () => {
    expect(values(await list('searchCriteria.includePushData=true'))[1]).toMatchObject({
      commitId: MERGE,
      push: { pushId: 2, date: '2026-01-05T08:01:00Z', pushedBy: { displayName: 'Ana' } },
    });
    expect(values(await list(''))[1]).not.toHaveProperty('push');
  });

  test('one commit has parents, its whole message and its push', async () => {
    const answer = await get(`${GIT}/commits/${WORK}?changeCount=10`);

    expect(answer.body).toMatchObject({
      commitId: WORK,
      parents: [ROOT],
      push: { pushId: 2 },
      changes: [{ changeType: 'edit', item: { path: '/b.txt' } }],
    });
    expect((answer.body as { comment: string }).comment).toMatch(/^Change b\n\nlong .*long $/s);
  });

  test('a commit that no push brought has none', async () => {
    expect((await get(`${GIT}/commits/${LOOSE}`)).body).not.toHaveProperty('push');
  });

  test.each([
    [
      ROOT,
      { Add: 3 },
      [
        ['/app/a.txt', 'add'],
        ['/b.txt', 'add'],
        ['/old.txt', 'add'],
      ],
    ],
    [
      SIDE,
      { Edit: 1, Delete: 1 },
      [
        ['/app/a.txt', 'edit'],
        ['/old.txt', 'delete'],
      ],
    ],
    [
      MERGE,
      { Edit: 1, Delete: 1 },
      [
        ['/app/a.txt', 'edit'],
        ['/old.txt', 'delete'],
      ],
    ],
  ])('changes of %s against its first parent', async (id, changeCounts, changes) => {
    const { body } = await get(`${GIT}/commits/${id}/changes?top=100&skip=0`);
    const told = (body as { changes: { item: { path: string }; changeType: string }[] }).changes;

    expect(body).toMatchObject({ changeCounts });
    expect(told.map((change) => [change.item.path, change.changeType])).toEqual(changes);
  });

  test.each([
    [
      `${GIT}/commits/${'9'.repeat(40)}`,
      404,
      'GitUnresolvableToCommitException',
      /^TF401175:The version descriptor <Commit: 9+ >/,
    ],
    [`${GIT}/commits/abc1234`, 400, 'InvalidArgumentValueException', /40 hexadecimal digits/],
    [
      `${GIT}/commits?${at('none', 0)}`,
      404,
      'GitUnresolvableToCommitException',
      /<Branch: none > could not be resolved to a version in the repository web$/,
    ],
    [
      '/Shop/_apis/git/repositories/empty/commits',
      404,
      'GitUnresolvableToCommitException',
      /<Branch: main >/,
    ],
  ])('%s', async (path, status, typeKey, message) => {
    const answer = await get(path);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ typeKey, message: expect.stringMatching(message) });
  });
});

describe('comparisons', () => {
  const compare = (base: string, target: string, more = '') =>
    get(`${GIT}/diffs/commits?baseVersion=${base}&baseVersionType=commit&targetVersion=${target}${more}`);

  test.each([
    [
      'contained',
      WORK,
      'main',
      { commonCommit: WORK, baseCommit: WORK, targetCommit: TIP, aheadCount: 3, behindCount: 0 },
    ],
    ['not contained', LOOSE, 'main', { commonCommit: ROOT, aheadCount: 4, behindCount: 1 }],
    ['ahead of the target', TIP, 'maintenance', { commonCommit: ROOT, aheadCount: 0, behindCount: 4 }],
  ])('%s', async (_, base, target, told) => {
    expect((await compare(base, target)).body).toMatchObject(told);
  });

  test('the changes are cut to $top and counted whole', async () => {
    expect((await compare(ROOT, 'main', '&$top=1')).body).toMatchObject({
      allChangesIncluded: false,
      changeCounts: { Add: 1, Edit: 2, Delete: 1 },
      changes: [{ item: { path: '/app/a.txt' }, changeType: 'edit' }],
    });
  });

  test('against the common commit, only what the target did', async () => {
    const { body } = await compare(LOOSE, 'main', '&diffCommonCommit=true');

    expect(
      (body as { changes: { item: { path: string } }[] }).changes.map(({ item }) => item.path),
    ).not.toContain('/lone.txt');
  });

  test('merge bases', async () => {
    expect(pick(await get(`${GIT}/commits/${WORK}/mergeBases?otherCommitId=${SIDE}`), 'commitId')).toEqual([
      ROOT,
    ]);
  });

  test('a version that is not there', async () => {
    expect((await compare('9'.repeat(40), 'main')).body).toMatchObject({
      typeKey: 'GitUnresolvableToCommitException',
    });
  });
});

describe('items', () => {
  const at = (value: string, type: string | number) =>
    `versionDescriptor.version=${value}&versionDescriptor.versionType=${type}`;

  test.each([
    ['at the default branch', 'path=/app/a.txt', 'two\n'],
    ['without a leading slash', 'path=app/a.txt', 'two\n'],
    ['at a commit', `path=/app/a.txt&${at(WORK, 2)}`, 'one\n'],
    ['at a branch', `path=/b.txt&${at('maintenance', 'branch')}`, 'one\n'],
    ['at a tag', `path=/app/deep/c.txt&${at('v1', 1)}`, 'é\n'],
  ])('content %s', async (_, query, content) => {
    const answer = await get(`${GIT}/items?${query}&includeContent=true&includeContentMetadata=true`);

    expect(answer.body).toMatchObject({
      gitObjectType: 'blob',
      content,
      contentMetadata: { extension: 'txt' },
    });
  });

  test('the id of a file is Git’s own', async () => {
    // git hash-object of "two\n"
    expect((await get(`${GIT}/items?path=/app/a.txt`)).body).toMatchObject({
      objectId: 'f719efd430d52bcfc8566a43b2eb655688d38871',
    });
  });

  test('as text when asked for text', async () => {
    const answer = await get(`${GIT}/items?path=/app/deep/c.txt`, { accept: 'text/plain;api-version=7.1' });

    expect([answer.text, answer.headers.get('content-type')]).toEqual(['é\n', 'text/plain; charset=utf-8']);
  });

  test.each([
    ['full', 'scopePath=/app&recursionLevel=full', ['/app', '/app/a.txt', '/app/deep', '/app/deep/c.txt']],
    [
      'full, as the library writes it',
      'scopePath=%2F&recursionLevel=120',
      ['/', '/app', '/app/a.txt', '/app/deep', '/app/deep/c.txt', '/b.txt'],
    ],
    ['one level', 'scopePath=/app&recursionLevel=oneLevel', ['/app', '/app/a.txt', '/app/deep']],
    ['of a file', 'scopePath=/b.txt&recursionLevel=full', ['/b.txt']],
  ])('paths, %s', async (_, query, paths) => {
    expect(pick(await get(`${GIT}/items?${query}`), 'path')).toEqual(paths);
  });

  test.each([
    [
      'no such file',
      'path=/none.txt',
      'GitItemNotFoundException',
      `TF401174: The item 'none.txt' could not be found in the repository 'web' at the version specified by '<Branch: main >' (resolved to commit '${TIP}')`,
    ],
    [
      'a file removed before that commit',
      `path=/old.txt&${at(SIDE, 2)}`,
      'GitItemNotFoundException',
      `TF401174: The item 'old.txt' could not be found in the repository 'web' at the version specified by '<Commit: ${SIDE} >' (resolved to commit '${SIDE}')`,
    ],
    [
      'no such branch',
      `path=/b.txt&${at('none', 0)}`,
      'GitUnresolvableToCommitException',
      'TF401175:The version descriptor <Branch: none > could not be resolved to a version in the repository web',
    ],
  ])('%s', async (_, query, typeKey, message) => {
    const answer = await get(`${GIT}/items?${query}`);

    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ typeKey, message });
  });
});

describe('pull requests', () => {
  test.each([
    ['active by default', '', [8]],
    ['all, as the library writes it', 'searchCriteria.status=4', [8, 7]],
    ['completed', 'searchCriteria.status=completed', [7]],
    ['of a source branch', 'searchCriteria.status=all&searchCriteria.sourceRefName=refs/heads/side', [7]],
    ['to another branch', 'searchCriteria.status=all&searchCriteria.targetRefName=refs/heads/other', []],
    ['a page', 'searchCriteria.status=all&$top=1&$skip=1', [7]],
  ])('%s', async (_, query, ids) => {
    expect(pick(await get(`${GIT}/pullRequests?${query}`), 'pullRequestId')).toEqual(ids);
    expect(pick(await get(`/Shop/_apis/git/pullRequests?${query}`), 'pullRequestId')).toEqual(ids);
  });

  test('one, from the whole project, without the evaluations', async () => {
    const answer = await get('/Shop/_apis/git/pullrequests/7');

    expect(answer.body).toMatchObject({ pullRequestId: 7, repository: { name: 'web' } });
    expect(answer.body).not.toHaveProperty('policyEvaluations');
    expect((await get('/Shop/_apis/git/pullrequests/99')).body).toMatchObject({
      typeKey: 'GitPullRequestNotFoundException',
    });
  });

  test.each([
    ['the merge commit', 1, MERGE, [7]],
    ['not a source commit by its merge', 'lastMergeCommit', SIDE, undefined],
    ['a source commit', 2, SIDE, [7]],
    ['the merge by any way', 'commit', MERGE, [7]],
    ['not what the target had already', 2, WORK, undefined],
    ['not an active pull request', 2, LOOSE, undefined],
  ])('query: %s', async (_, type, sha, ids) => {
    const answer = await client.azureDevOps(`${GIT}/pullrequestquery`, {
      method: 'POST',
      body: JSON.stringify({ queries: [{ type, items: [sha] }] }),
    });
    const [result] = (answer.body as { results: Record<string, { pullRequestId: number }[]>[] }).results;

    expect(result?.[sha]?.map(({ pullRequestId }) => pullRequestId)).toEqual(ids);
  });

  test('a query without queries is refused', async () => {
    const answer = await client.azureDevOps(`${GIT}/pullrequestquery`, { method: 'POST', body: '{' });

    expect(answer.status).toBe(400);
  });
});

describe('pushes', () => {
  test('newest first, with ref updates when asked', async () => {
    const answer = await get(
      `${GIT}/pushes?searchCriteria.refName=refs/heads/main&searchCriteria.includeRefUpdates=true&$top=1`,
    );

    expect(values(answer)).toMatchObject([
      { pushId: 2, refUpdates: [{ oldObjectId: ROOT, newObjectId: TIP }] },
    ]);
    expect(values(await get(`${GIT}/pushes`))[0]).not.toHaveProperty('refUpdates');
  });

  test('of a ref nobody pushed', async () => {
    expect(values(await get(`${GIT}/pushes?searchCriteria.refName=refs/heads/none`))).toEqual([]);
  });
});

function values(answer: Answer): Record<string, unknown>[] {
  const body = answer.body as { count: number; value: Record<string, unknown>[] };
  expect(body.count).toBe(body.value.length);
  return body.value;
}

function pick(answer: Answer, name: string): unknown[] {
  return values(answer).map((value) => value[name]);
}
