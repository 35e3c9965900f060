// What is not an answer is said so: refused, unreachable, too slow, throttled or unreadable, never "there is none".
import { describe, expect, test } from '@jest/globals';
import nock from 'nock';
import type { ObservationError } from '../../../../src/diagnostics/evidence/observed.ts';
import {
  inProject,
  list,
  locations,
  never,
  notFound,
  offline,
  origin,
  project,
  reader,
  repository,
  withAreas,
} from './service.ts';

offline();

const bom = '\uFEFF';
const html = '<!DOCTYPE html><html><head><title>Sign In</title></head><body></body></html>';
const what = `dev.azure.com${repository}`;
const wire = { id: 'r1', name: 'chat-api' };
const value = { id: 'r1', name: 'chat-api', project: {} };
const missingRepository =
  'TF401019: The Git repository with name or identifier chat-api does not exist or you do not have permissions for the operation you are attempting.';

type Interceptor = nock.Interceptor;

function ask(answerWith: ((request: Interceptor) => nock.Scope)[]) {
  const scope = withAreas('git');
  for (const answer of answerWith) answer(scope.get(repository));
  return reader().repository(project, 'chat-api', never);
}

describe('answers', () => {
  test.each<[string, (request: Interceptor) => nock.Scope, unknown]>([
    ['200 with a byte order mark', (r) => r.reply(200, bom + JSON.stringify(wire)), value],
    ['404 with the sentence of the service', (r) => r.reply(404, notFound(missingRepository)), null],
    [
      '404 with a byte order mark',
      (r) => r.reply(404, bom + JSON.stringify(notFound(missingRepository))),
      null,
    ],
    [
      '404 with a code and no type key',
      (r) => r.reply(404, { message: 'TF401174: The item could not be found.' }),
      null,
    ],
    ['204', (r) => r.reply(204), null],
    ['200 with null', (r) => r.reply(200, 'null'), null],
    ['an unknown field, a null one', (r) => r.reply(200, { ...wire, isDisabled: null, size: 3 }), value],
  ])('%s', async (_name, answer, expected) => {
    expect(await ask([answer])).toEqual({ ok: true, source: `GET ${origin}${repository}`, value: expected });
  });
});

const signIn = (detail: string): ObservationError => ({
  kind: 'denied',
  what,
  missing: 'sign-in to contoso',
  detail,
});
const unreadable = (path: string, detail: string): ObservationError => ({
  kind: 'malformed',
  what,
  path,
  detail,
});
const unreachable = (detail: string): ObservationError => ({
  kind: 'unreachable',
  what,
  address: 'dev.azure.com',
  detail,
});
const cut = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

describe('failures', () => {
  test.each<[string, ((request: Interceptor) => nock.Scope)[], ObservationError]>([
    ['401', [(r) => r.reply(401)], signIn('HTTP 401')],
    [
      '401 with the words of the service',
      [(r) => r.reply(401, "TF400813: The user '' is not authorized to access this resource.")],
      signIn("TF400813: The user '' is not authorized to access this resource."),
    ],
    [
      '203 with a sign-in page',
      [(r) => r.reply(203, html, { 'content-type': 'text/html' })],
      signIn('HTTP 203'),
    ],
    [
      '302 to a sign-in page',
      [(r) => r.reply(302, '', { location: 'https://login.example/' })],
      signIn('HTTP 302'),
    ],
    [
      '200 with a page',
      [(r) => r.reply(200, html, { 'content-type': 'text/html; charset=utf-8' })],
      signIn('HTTP 200'),
    ],
    [
      '403 names the right',
      [
        (r) =>
          r.reply(
            403,
            bom + JSON.stringify({ message: 'TF401027: You need the Git permission', typeKey: 'X' }),
          ),
      ],
      { kind: 'denied', what, missing: 'Code (read)', detail: 'TF401027: You need the Git permission' },
    ],
    [
      '404 of a project that cannot be seen',
      [
        (r) =>
          r.reply(
            404,
            notFound('VS800075: The project with id x does not exist, or you do not have permission.'),
          ),
      ],
      {
        kind: 'denied',
        what,
        missing: 'Code (read)',
        detail: 'VS800075: The project with id x does not exist, or you do not have permission.',
      },
    ],
    [
      '404 of something else',
      [(r) => r.reply(404, html)],
      unreadable('', 'HTTP 404 that is not an answer of Azure DevOps'),
    ],
    [
      '404 without a body',
      [(r) => r.reply(404)],
      unreadable('', 'HTTP 404 that is not an answer of Azure DevOps'),
    ],
    [
      '400',
      [(r) => r.reply(400, bom + JSON.stringify({ message: 'A bad value' }))],
      unreadable('', 'HTTP 400: A bad value'),
    ],
    ['a cut body', [(r) => r.reply(200, '{"id":"r1","na')], unreadable('', 'not JSON, 14 characters')],
    ['an empty body', [(r) => r.reply(200, '')], unreadable('', 'not JSON, 0 characters')],
    [
      'a wrong shape',
      [(r) => r.reply(200, { id: 'r1', name: 3 })],
      unreadable('name', 'Expected string, received number'),
    ],
    [
      '429 with seconds',
      [(r) => r.reply(429, '', { 'retry-after': '30' })],
      { kind: 'throttled', what, retryAfterSeconds: 30 },
    ],
    ['429 without', [(r) => r.reply(429, { message: 'TF400733: blocked' })], { kind: 'throttled', what }],
    ['500 twice', [(r) => r.reply(500), (r) => r.reply(503)], unreachable('the server answers 503')],
    [
      'a reset twice',
      [(r) => r.replyWithError(cut), (r) => r.replyWithError(cut)],
      unreachable('ECONNRESET: socket hang up'),
    ],
    [
      'no such host',
      [
        (r) =>
          r.replyWithError(
            Object.assign(new Error('getaddrinfo ENOTFOUND dev.azure.com'), { code: 'ENOTFOUND' }),
          ),
      ],
      unreachable('getaddrinfo ENOTFOUND dev.azure.com'),
    ],
    ['407 of a proxy', [(r) => r.reply(407)], unreachable('proxy sign-in (407)')],
  ])('%s', async (_name, answers, error) => {
    expect(await ask(answers)).toEqual({ ok: false, source: `GET ${origin}${repository}`, error });
    expect(nock.pendingMocks()).toEqual([]);
  });

  test.each<[string, (request: Interceptor) => nock.Scope]>([
    ['500', (r) => r.reply(500)],
    ['a reset', (r) => r.replyWithError(cut)],
  ])('%s once, then the answer', async (_name, first) => {
    expect(await ask([first, (r) => r.reply(200, wire)])).toMatchObject({ ok: true, value });
  });

  test('the budget of retries spent: the first failure is the answer', async () => {
    withAreas('git').get(repository).reply(500).get(repository).reply(200, wire);
    const answer = await reader({ retriesPerMinute: 0 }).repository(project, 'chat-api', never);
    expect(answer).toMatchObject({ ok: false, error: unreachable('the server answers 500') });
    expect(nock.pendingMocks()).toHaveLength(1);
  });

  test('a list every project has: "there is none" means it cannot be seen', async () => {
    withAreas('build')
      .get(`${inProject}/build/Definitions`)
      .query(true)
      .reply(404, notFound('The pipelines were not found', 'NotFoundException'));
    expect(await reader().definitions(project, {}, never)).toMatchObject({
      ok: false,
      error: { kind: 'denied', missing: 'Build (read)', detail: 'The pipelines were not found' },
    });
  });
});

describe('the table of routes', () => {
  const area = 'dev.azure.com/contoso/_apis/git';
  test.each<[string, (request: Interceptor) => nock.Scope, object]>([
    ['401', (r) => r.reply(401), { kind: 'denied', what: area, missing: 'sign-in to contoso' }],
    [
      '404',
      (r) => r.reply(404, notFound('no such organization')),
      { kind: 'denied', what: area, missing: 'user of the organization' },
    ],
    [
      'a wrong shape',
      (r) => r.reply(200, { value: [{ id: 1 }] }),
      { kind: 'malformed', what: area, path: 'value.0.id' },
    ],
    [
      'without the route',
      (r) => r.reply(200, locations('policy')),
      { kind: 'malformed', what, path: 'value' },
    ],
  ])('%s', async (_name, answer, error) => {
    answer(nock(origin).options('/contoso/_apis/git'));
    expect(await reader().repository(project, 'chat-api', never)).toMatchObject({ ok: false, error });
  });

  test('a failure is not remembered, a success is', async () => {
    const scope = nock(origin).options('/contoso/_apis/git').reply(401);
    withAreas('git').get(`${repository}/refs?filter=heads%2Fmain`).times(2).reply(200, list());
    const client = reader();
    const refs = () => client.refs(project, 'chat-api', 'heads/main', never);
    expect(await refs()).toMatchObject({ ok: false });
    expect(await refs()).toMatchObject({ ok: true, value: [] });
    expect(await refs()).toMatchObject({ ok: true, value: [] });
    expect(scope.isDone()).toBe(true);
  });

  test('is asked once by calls at the same time', async () => {
    withAreas('git').get(`${repository}/refs?filter=heads%2Fmain`).times(5).reply(200, list());
    const client = reader();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.refs(project, 'chat-api', 'heads/main', never)),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  });

  test('a route outside the table of allowed requests is a bug', async () => {
    const table = JSON.stringify(locations('git')).replace(
      '{project}/_apis/{area}/{resource}/{repositoryId}',
      '_apis/users/{repositoryId}',
    );
    nock(origin).options('/contoso/_apis/git').reply(200, table);
    await expect(reader().repository(project, 'chat-api', never)).rejects.toThrow(
      'GET /_apis/users/chat-api is not in the table of allowed requests',
    );
  });
});

describe('the token', () => {
  test('is sent as Basic for a personal access token', async () => {
    nock(origin)
      .options('/contoso/_apis/git')
      .matchHeader('authorization', 'Basic UEFUOnRlc3Q=')
      .reply(200, locations('git'))
      .get(repository)
      .matchHeader('authorization', 'Basic UEFUOnRlc3Q=')
      .reply(200, wire);
    const client = reader({ credential: () => Promise.resolve({ scheme: 'basic', token: 'test' }) });
    expect(await client.repository(project, 'chat-api', never)).toMatchObject({ ok: true, value });
  });

  test('is asked for before each request', async () => {
    let issued = 0;
    const credential = () =>
      Promise.resolve({ scheme: 'bearer' as const, token: `t${String((issued += 1))}` });
    withAreas('git').get(repository).matchHeader('authorization', 'Bearer t2').reply(200, wire);
    expect(await reader({ credential }).repository(project, 'chat-api', never)).toMatchObject({ ok: true });
  });

  test('that cannot be had is a refusal, said in its own words', async () => {
    const credential = () => Promise.reject(new Error('AADSTS700016: Application not found'));
    expect(await reader({ credential }).repository(project, 'chat-api', never)).toMatchObject({
      ok: false,
      error: {
        kind: 'denied',
        missing: 'token for dev.azure.com',
        detail: 'AADSTS700016: Application not found',
      },
    });
  });
});
