// Runs, their timelines and logs, pipelines, approvals, pools, policies, rights, discovery, and refusals of a case.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  labCase,
  PROJECT_ID,
  REPOSITORY_ID,
  ROOT,
  serve,
  SIDE,
  TIP,
  estateOf,
  WORK,
  MERGE,
} from '../fixture.ts';
import type { Answer, Client } from '../fixture.ts';

let client: Client;
beforeAll(async () => {
  client = await serve();
});
afterAll(() => client.lab.close());

const get = (path: string, headers: Record<string, string> = {}) => client.azureDevOps(path, { headers });

describe('runs', () => {
  test.each([
    ['by queue time', 'queryOrder=queueTimeDescending', [92, 91, 90]],
    ['by queue time, as the library writes it', 'queryOrder=4', [92, 91, 90]],
    ['by finish time: what has not finished comes first', '', [92, 91, 90]],
    ['of a pipeline', 'definitions=12,99&queryOrder=5', [90, 91, 92]],
    ['of no pipeline', 'definitions=99', []],
    ['of a branch', 'branchName=refs/heads/other', []],
    ['of a repository', `repositoryId=${REPOSITORY_ID}&repositoryType=TfsGit&queryOrder=4`, [92, 91, 90]],
    [
      'since a time, as the library writes it',
      'queryOrder=4&minTime=Mon%2C%2005%20Jan%202026%2009%3A30%3A00%20GMT',
      [92],
    ],
    ['by state', 'statusFilter=completed', [90]],
    ['by state, as the library writes it', 'statusFilter=33&queryOrder=4', [92, 91]],
    ['by result', 'resultFilter=succeeded', [90]],
    ['by id', 'buildIds=91', [91]],
  ])('%s', async (_, query, ids) => {
    expect(pick(await get(`/Shop/_apis/build/Builds?${query}`), 'id')).toEqual(ids);
  });

  test('pages carry a continuation token', async () => {
    const first = await get('/Shop/_apis/build/builds?queryOrder=4&$top=2');
    const token = first.headers.get('x-ms-continuationtoken') ?? '';
    const second = await get(`/Shop/_apis/build/builds?queryOrder=4&$top=2&continuationToken=${token}`);

    expect([pick(first, 'id'), pick(second, 'id')]).toEqual([[92, 91], [90]]);
    expect(second.headers.get('x-ms-continuationtoken')).toBeNull();
  });

  test('one run: enumerations are words, timeline and log lines are elsewhere', async () => {
    const answer = await get('/Shop/_apis/build/builds/90');

    expect(answer.body).toMatchObject({
      id: 90,
      status: 'completed',
      result: 'succeeded',
      logs: { type: 'Container' },
    });
    expect(answer.body).not.toHaveProperty('timeline');
    expect((await get('/Shop/_apis/build/builds/7')).body).toMatchObject({
      typeKey: 'BuildNotFoundException',
      message: 'The requested build 7 could not be found.',
    });
  });

  test('a timeline, and none of a run that never started', async () => {
    expect((await get('/Shop/_apis/build/builds/90/timeline')).body).toMatchObject({
      records: [{ id: 't1', issues: [], log: { id: 3 } }],
    });
    const none = await get('/Shop/_apis/build/builds/92/timeline');
    expect([none.status, none.text]).toEqual([204, '']);
  });

  test.each([
    ['', ['first', 'second', 'third']],
    ['?startLine=2&endLine=3', ['second', 'third']],
    ['?startLine=3', ['third']],
    ['?startLine=9', []],
  ])('log lines %s', async (query, lines) => {
    const answer = await get(`/Shop/_apis/build/builds/90/logs/3${query}`, { accept: 'application/json' });

    expect(answer.body).toEqual({ count: lines.length, value: lines });
  });

  test('a log as text, the list of logs, and a log that is not there', async () => {
    expect((await get('/Shop/_apis/build/builds/90/logs/3', { accept: 'text/plain' })).text).toBe(
      'first\r\nsecond\r\nthird',
    );
    expect(values(await get('/Shop/_apis/build/builds/90/logs'))).toMatchObject([{ id: 3, lineCount: 3 }]);
    expect((await get('/Shop/_apis/build/builds/90/logs/4')).status).toBe(404);
  });

  test.each([
    [90, [ROOT]],
    [91, [TIP, MERGE, SIDE, WORK]],
    [92, []],
  ])('changes of run %i since the run before', async (id, commits) => {
    expect(pick(await get(`/Shop/_apis/build/builds/${id}/changes`), 'id')).toEqual(commits);
  });
});

describe('pipelines', () => {
  test('the list holds references unless all properties are asked for', async () => {
    const path = `/Shop/_apis/build/definitions?repositoryId=${REPOSITORY_ID}&repositoryType=TfsGit`;

    const [reference] = values(await get(path));
    const [whole] = values(await get(`${path}&includeAllProperties=true`));

    expect(reference).toMatchObject({ id: 12, queueStatus: 'enabled' });
    expect(reference).not.toHaveProperty('process');
    expect(whole).toMatchObject({ process: { yamlFilename: 'azure-pipelines.yml' } });
    expect(pick(await get('/Shop/_apis/build/definitions?name=OTHER-ci'), 'id')).toEqual([13]);
  });

  test('one, and none', async () => {
    expect((await get('/Shop/_apis/build/definitions/12')).body).toMatchObject({ triggers: [] });
    expect((await get('/Shop/_apis/build/definitions/7')).body).toMatchObject({
      typeKey: 'DefinitionNotFoundException',
    });
  });

  test('approvals by state; steps only when expanded', async () => {
    const [plain] = values(await get('/Shop/_apis/pipelines/approvals?state=pending'));
    const [expanded] = values(
      await get('/Shop/_apis/pipelines/approvals?state=pending&$expand=steps&top=50'),
    );

    expect(plain).toMatchObject({ status: 'pending' });
    expect(plain).not.toHaveProperty('steps');
    expect(expanded).toMatchObject({ steps: [{ status: 'pending' }] });
    expect(values(await get('/Shop/_apis/pipelines/approvals'))).toHaveLength(2);
  });

  test('pools of the organization, and the agents of one', async () => {
    expect(values(await get('/_apis/distributedtask/pools?poolName=LINUX'))).toMatchObject([
      { id: 14, size: 1 },
    ]);
    expect(pick(await get('/_apis/distributedtask/pools'), 'name')).toEqual(['linux', 'spare']);
    const [agent] = values(await get('/_apis/distributedtask/pools/14/agents'));
    expect(agent).toEqual({ id: 1, name: 'agent-1', status: 'online', enabled: true });
    expect(
      values(await get('/_apis/distributedtask/pools/14/agents?includeCapabilities=true'))[0],
    ).toHaveProperty('systemCapabilities');
    expect((await get('/_apis/distributedtask/pools/99/agents')).status).toBe(404);
  });

  test('queues and service connections', async () => {
    expect(values(await get('/Shop/_apis/distributedtask/queues?queueNames=linux'))).toMatchObject([
      { id: 31 },
    ]);
    expect(pick(await get('/Shop/_apis/serviceendpoint/endpoints?endpointNames=sc-acr,none'), 'id')).toEqual([
      's1',
    ]);
    expect(pick(await get('/Shop/_apis/serviceendpoint/endpoints?type=azurerm'), 'id')).toEqual(['s2']);
  });
});

describe('policies and rights', () => {
  test('configurations, in both views', async () => {
    const git = '/Shop/_apis/git/policy/configurations';

    expect(pick(await get('/Shop/_apis/policy/configurations'), 'id')).toEqual([41]);
    expect(pick(await get(`${git}?repositoryId=${REPOSITORY_ID}&refName=refs/heads/main`), 'id')).toEqual([
      41,
    ]);
    expect(pick(await get(`${git}?repositoryId=${REPOSITORY_ID}&refName=refs/heads/other`), 'id')).toEqual(
      [],
    );
    expect((await get('/Shop/_apis/policy/configurations/7')).status).toBe(404);
  });

  test('evaluations of a pull request', async () => {
    const artifact = `vstfs:///CodeReview/CodeReviewId/${PROJECT_ID}/8`;

    const answer = await get(`/Shop/_apis/policy/evaluations?artifactId=${encodeURIComponent(artifact)}`);

    expect(values(answer)).toMatchObject([
      { artifactId: artifact, status: 'queued', configuration: { id: 41 } },
    ]);
    expect((await get('/Shop/_apis/policy/evaluations?artifactId=x')).status).toBe(404);
  });

  test.each([
    [2, 'web', true],
    [16384, 'web', true],
    [32768, 'web', false],
    [2, 'none', false],
  ])('permission %i on %s: %s', async (bits, repository, granted) => {
    const path = `/_apis/permissions/2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87/${bits}?tokens=repoV2/${PROJECT_ID}/${repository}/`;

    expect((await get(path)).body).toEqual({ count: 1, value: [granted] });
  });

  test('access control entries', async () => {
    const path = `/_apis/accesscontrollists/2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87?token=repoV2/${PROJECT_ID}/web`;

    expect(values(await get(path))).toMatchObject([{ acesDictionary: { 'd;1': { allow: 22, deny: 0 } } }]);
  });
});

describe('discovery', () => {
  test('location rows of an area, and none of an unknown one', async () => {
    const git = await client.azureDevOps('/_apis/git', { method: 'OPTIONS' });

    expect(values(git)).toContainEqual({
      area: 'git',
      id: 'c2570c3b-5b3f-41b8-98bf-5407bfde8d58',
      resourceName: 'commits',
      routeTemplate: '{project}/_apis/{area}/repositories/{repositoryId}/{resource}/{commitId}',
      resourceVersion: 2,
      minVersion: '1.0',
      maxVersion: '7.2',
      releasedVersion: '7.1',
    });
    expect(values(await client.azureDevOps('/_apis/none', { method: 'OPTIONS' }))).toEqual([]);
  });

  test('resource areas point back to the lab', async () => {
    const root = `${client.lab.url}/w1/azure-devops/fabrikam/`;

    expect(values(await get('/_apis/ResourceAreas')).every((area) => area['locationUrl'] === root)).toBe(
      true,
    );
  });

  test('headers: the api version asked for, and an id for support', async () => {
    const answer = await get('/_apis/connectionData', {
      accept: 'application/json;api-version=7.2-preview.1',
    });

    expect(answer.headers.get('content-type')).toBe(
      'application/json; charset=utf-8; api-version=7.2-preview.1',
    );
    expect(answer.headers.get('x-vss-e2eid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body).toMatchObject({ authenticatedUser: { providerDisplayName: 'maillon' } });
  });
});

describe('refusals of a case', () => {
  const GIT = '/Shop/_apis/git/repositories/web';
  const envelope = { $id: '1', message: 'TF400813: no', typeKey: 'AccessDeniedException' };
  test.each([
    [
      'an envelope, with its mark',
      { match: 'GET /_apis/build/', status: 403, body: envelope },
      '/Shop/_apis/build/Builds/90',
      403,
      /^\uFEFF\{"\$id"/,
      'application/json',
    ],
    ['text', { match: 'GET /', status: 401, body: 'TF400813: no' }, GIT, 401, /^TF400813: no$/, 'text/plain'],
    [
      'everything, also above the project',
      { match: 'GET /', status: 401, body: 'no' },
      '/_apis/distributedtask/pools',
      401,
      /^no$/,
      'text/plain',
    ],
    ['a sign-in page', { match: 'GET /', status: 203, body: undefined }, GIT, 203, /Sign In/, 'text/html'],
    ['the usual 401', { match: 'GET /', status: 401, body: undefined }, GIT, 401, /TF400813/, 'text/html'],
    [
      'the usual 404',
      { match: 'GET /_apis/git', status: 404, body: null },
      GIT,
      404,
      /"message"/,
      'application/json',
    ],
    [
      'any case of the path, below a longer path',
      { match: 'GET /_apis/git/Repositories/WEB', status: 404, body: envelope },
      `${GIT}/commits`,
      404,
      /TF400813/,
      'application/json',
    ],
    [
      'by query',
      { match: 'GET /_apis/git/repositories/web/items?path=/b.txt', status: 403, body: 'no' },
      `${GIT}/items?path=%2Fb.txt`,
      403,
      /^no$/,
      'text/plain',
    ],
    [
      'not another path',
      { match: 'GET /_apis/git', status: 403, body: 'no' },
      '/Shop/_apis/build/Builds/90',
      200,
      /"id":90/,
      'application/json',
    ],
  ])('%s', async (_, error, path, status, text, type) => {
    const refusing = await serve(labCase({ azureDevOps: { ...estateOf().azureDevOps, errors: [error] } }));

    const answer = await refusing.azureDevOps(path);

    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([status, type]);
    expect(answer.text).toMatch(text);
    await refusing.lab.close();
  });

  test('the query by commit is refused with the repository', async () => {
    const error = { match: 'GET /_apis/git/repositories/web', status: 404, body: envelope };
    const refusing = await serve(labCase({ azureDevOps: { ...estateOf().azureDevOps, errors: [error] } }));

    expect((await refusing.azureDevOps(`${GIT}/pullrequestquery`, { method: 'POST' })).status).toBe(404);
    expect((await refusing.azureDevOps('/_apis/git', { method: 'OPTIONS' })).status).toBe(200);
    await refusing.lab.close();
  });
});

function values(answer: Answer): Record<string, unknown>[] {
  return (answer.body as { value: Record<string, unknown>[] }).value;
}

function pick(answer: Answer, name: string): unknown[] {
  return values(answer).map((value) => value[name]);
}
