// What is remembered, and for how long; how lists are read to their end.
import { describe, expect, test } from '@jest/globals';
import nock from 'nock';
import {
  inProject,
  list,
  never,
  notFound,
  offline,
  origin,
  otherSha,
  project,
  reader,
  repository,
  sha,
  withAreas,
} from './service.ts';

offline();

const at = { type: 'commit', value: sha } as const;
const main = { type: 'branch', value: 'main' } as const;
const commit = { commitId: sha, comment: 'Fix greeting' };
const item = { path: '/values.yaml', content: 'a', objectId: 'b1' };
const items = `${repository}/items`;

/** Each body answers one request; what is left over was not asked. */
function script(path: string, ...bodies: readonly nock.Body[]): void {
  for (const body of bodies) nock(origin).get(path).query(true).reply(200, body);
}

describe('what cannot change is asked once', () => {
  test('a commit by its full id', async () => {
    withAreas('git');
    script(`${repository}/commits/${sha}`, commit, commit);
    const client = reader();
    const first = await client.commit(project, 'chat-api', sha, never);
    expect(await client.commit(project, 'chat-api', sha, never)).toEqual(first);
    expect(nock.pendingMocks()).toHaveLength(1);
  });

  test('a file at a commit, but not on a branch', async () => {
    withAreas('git');
    script(items, item, { ...item, content: 'b' }, { ...item, content: 'c' });
    const client = reader();
    const read = async (version: typeof at | typeof main) => {
      const answer = await client.file(project, 'chat-api', '/values.yaml', version, never);
      return answer.ok ? answer.value?.content : answer.error;
    };
    expect([await read(at), await read(at), await read(main), await read(main)]).toEqual([
      'a',
      'a',
      'b',
      'c',
    ]);
  });

  test('a comparison of two commits, but not with a branch', async () => {
    withAreas('git');
    const comparison = { baseCommit: sha, targetCommit: otherSha, commonCommit: sha };
    script(`${repository}/diffs/commits`, comparison, comparison, comparison);
    const client = reader();
    const commits = [at, { type: 'commit', value: otherSha }] as const;
    await client.compare(project, 'chat-api', ...commits, never);
    await client.compare(project, 'chat-api', ...commits, never);
    await client.compare(project, 'chat-api', at, main, never);
    await client.compare(project, 'chat-api', at, main, never);
    expect(nock.pendingMocks()).toEqual([]);
  });

  test('not "there is none", and not a failure', async () => {
    withAreas('git');
    nock(origin).get(`${repository}/commits/${sha}`).reply(404, notFound('TF401175: not found'));
    nock(origin).get(`${repository}/commits/${sha}`).reply(403);
    script(`${repository}/commits/${sha}`, commit);
    const client = reader();
    const read = () => client.commit(project, 'chat-api', sha, never);
    expect(await read()).toMatchObject({ ok: true, value: null });
    expect(await read()).toMatchObject({ ok: false });
    expect(await read()).toMatchObject({ ok: true, value: { id: sha } });
  });

  test('not for another identity', async () => {
    withAreas('git');
    withAreas('git');
    script(`${repository}/commits/${sha}`, commit, commit);
    await reader().commit(project, 'chat-api', sha, never);
    await reader().commit(project, 'chat-api', sha, never);
    expect(nock.pendingMocks()).toEqual([]);
  });
});

describe('what moves is asked again', () => {
  test('repositories after 10 minutes, definitions after 20 seconds', async () => {
    let now = 0;
    withAreas('git', 'build');
    script(repository, { id: 'r1', name: 'one' }, { id: 'r1', name: 'two' });
    script(`${inProject}/build/Definitions`, list({ id: 1, name: 'one' }), list({ id: 1, name: 'two' }));
    const client = reader({ now: () => now });
    const names = async () => {
      const found = await client.repository(project, 'chat-api', never);
      const definitions = await client.definitions(project, {}, never);
      return [found.ok && found.value?.name, definitions.ok && definitions.value[0]?.name];
    };
    expect(await names()).toEqual(['one', 'one']);
    now = 19_999;
    expect(await names()).toEqual(['one', 'one']);
    now = 20_000;
    expect(await names()).toEqual(['one', 'two']);
    now = 600_000;
    script(`${inProject}/build/Definitions`, list({ id: 1, name: 'two' }));
    expect(await names()).toEqual(['two', 'two']);
  });

  test('the timeline of a finished run stays until the run is started again', async () => {
    withAreas('build');
    const run = { id: 7, buildNumber: '1', definition: { id: 1 } };
    const ended = { ...run, status: 'completed', finishTime: '2026-11-20T09:13:15Z' };
    const endedAgain = { ...ended, finishTime: '2026-11-20T09:40:00Z' };
    script(`${inProject}/build/Builds/7`, ended, { ...run, status: 'inProgress' }, endedAgain);
    const timeline = (result: string) => ({ records: [{ id: 't', type: 'Task', result }] });
    script(
      `${inProject}/build/builds/7/Timeline`,
      ...['unknown end', 'failed', 'running', 'still running', 'succeeded'].map(timeline),
    );
    const client = reader();
    const results = async () => {
      const answer = await client.timeline(project, 7, never);
      return answer.ok ? answer.value?.[0]?.result : answer.error;
    };
    const build = () => client.build(project, 7, never);
    expect(await results()).toBe('unknown end');
    await build();
    expect([await results(), await results()]).toEqual(['failed', 'failed']);
    await build();
    expect([await results(), await results()]).toEqual(['running', 'still running']);
    await build();
    expect([await results(), await results()]).toEqual(['succeeded', 'succeeded']);
  });

  test('the log of a finished run, for each length', async () => {
    withAreas('build');
    const ended = {
      id: 7,
      buildNumber: '1',
      status: 'completed',
      finishTime: '2026-11-20T09:13:15Z',
      definition: { id: 1 },
    };
    script(`${inProject}/build/Builds`, list(ended));
    script(`${inProject}/build/builds/7/logs`, list({ id: 3, lineCount: 2 }), list({ id: 3, lineCount: 2 }));
    script(`${inProject}/build/builds/7/logs/3`, list('a', 'b'), list('a', 'b'));
    const client = reader();
    await client.builds(project, { top: 1 }, never);
    const last = async (tail: number) => {
      const answer = await client.log(project, 7, 3, tail, never);
      return answer.ok ? answer.value : answer.error;
    };
    expect([await last(1), await last(1), await last(2), await last(2)]).toEqual([
      ['b'],
      ['b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });
});

describe('pages', () => {
  test('by token, to the end', async () => {
    withAreas('build');
    const path = `${inProject}/build/builds/7/changes`;
    nock(origin)
      .get(`${path}?%24top=200`)
      .reply(200, list({ id: 'a' }), { 'x-ms-continuationtoken': '200' });
    nock(origin)
      .get(`${path}?continuationToken=200&%24top=200`)
      .reply(200, list({ id: 'b' }));
    expect(await reader().buildChanges(project, 7, never)).toMatchObject({ ok: true, value: ['a', 'b'] });
  });

  test('by token, plain', async () => {
    const path = `${inProject}/policy/configurations`;
    const policy = (id: number) => ({ id, type: { id: 't' } });
    nock(origin)
      .get(path)
      .query({ $top: 100, 'api-version': '7.1' })
      .reply(200, list(policy(1)), { 'x-ms-continuationtoken': 'n' });
    nock(origin)
      .get(path)
      .query({ $top: 100, continuationToken: 'n', 'api-version': '7.1' })
      .reply(200, list(policy(2)));
    expect(await reader().policyConfigurations(project, never)).toMatchObject({
      ok: true,
      value: [{ id: 1 }, { id: 2 }],
    });
  });

  test('by count, to the first page that is not full', async () => {
    withAreas('git');
    const change = (path: string) => ({ item: { path }, changeType: 'edit' });
    const full = Array.from({ length: 500 }, (_, index) => change(`/a${String(index)}`));
    const path = `${repository}/commits/${sha}/changes`;
    nock(origin).get(`${path}?top=500&skip=0`).reply(200, { changes: full });
    nock(origin)
      .get(`${path}?top=500&skip=500`)
      .reply(200, { changes: [change('/last')] });
    const answer = await reader().changes(project, 'chat-api', sha, never);
    expect(answer.ok && answer.value?.length).toBe(501);
  });

  test('a list without end is unreadable, not cut', async () => {
    withAreas('build');
    nock(origin)
      .get(`${inProject}/build/builds/7/changes`)
      .query(true)
      .times(10)
      .reply(200, list({ id: 'a' }), { 'x-ms-continuationtoken': 'again' });
    expect(await reader().buildChanges(project, 7, never)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', detail: 'more than 10 entries' },
    });
  });

  test('a failure on a later page is the answer', async () => {
    withAreas('build');
    const path = `${inProject}/build/builds/7/changes`;
    nock(origin)
      .get(`${path}?%24top=200`)
      .reply(200, list({ id: 'a' }), { 'x-ms-continuationtoken': '200' });
    nock(origin).get(`${path}?continuationToken=200&%24top=200`).reply(403);
    expect(await reader().buildChanges(project, 7, never)).toMatchObject({
      ok: false,
      error: { kind: 'denied' },
    });
  });
});

describe('files', () => {
  test.each<[string, object, unknown]>([
    ['a folder is not a file', { path: '/apps', gitObjectType: 'tree', isFolder: true }, null],
    [
      'an empty file',
      { path: '/empty', gitObjectType: 'blob', objectId: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' },
      { path: '/empty', content: '', objectId: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' },
    ],
  ])('%s', async (_name, body, value) => {
    withAreas('git');
    script(items, body as nock.Body);
    expect(await reader().file(project, 'chat-api', '/x', main, never)).toMatchObject({ ok: true, value });
  });

  test('without text is unreadable', async () => {
    withAreas('git');
    script(items, { path: '/logo.png', gitObjectType: 'blob', objectId: 'b2' });
    expect(await reader().file(project, 'chat-api', '/logo.png', main, never)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path: 'content' },
    });
  });
});
