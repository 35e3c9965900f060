// Over a real loopback server: the SDK refuses plain http, our HTTP client brings it there.
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createHttpHeaders, createPipelineRequest } from '@azure/core-rest-pipeline';
import type { RequestListener } from 'node:http';
import nock from 'nock';
import { createRegistryHttpClient } from '../../../../src/diagnostics/clients/container-registry/http-client.ts';
import { createRegistryReader } from '../../../../src/diagnostics/clients/container-registry/reader.ts';
import { startLoopback, type Loopback } from '../network/loopback.ts';

const signal = new AbortController().signal;
const refreshToken = `e30.${Buffer.from('{"exp":4102444800}').toString('base64url')}.x`;
const tag = { name: '17', digest: `sha256:${'ab'.repeat(32)}` };
let server: Loopback | undefined;

// nock stands between agent and socket even for requests that it lets through.
beforeAll(() => nock.restore());

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function readerOf(listener: RequestListener, timeoutMs: number) {
  server = await startLoopback(listener);
  return createRegistryReader({
    loginServer: 'images.azurecr.test',
    baseUrl: `${server.url}/world/registry`,
    credential: {
      getToken: () => Promise.resolve({ token: 'entra', expiresOnTimestamp: 4_102_444_800_000 }),
    },
    timeoutMs,
  });
}

/** A registry below `/world/registry` that answers tags, after `latencyMs`. */
function registry(seen: string[], latencyMs: number): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    seen.push(`${request.method ?? ''} ${path}`);
    request.resume();
    const answer = (status: number, body: unknown, headers = {}) =>
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(body));
      }, latencyMs);
    if (path.endsWith('/oauth2/exchange')) answer(200, { refresh_token: refreshToken });
    else if (path.endsWith('/oauth2/token')) answer(200, { access_token: 'access' });
    else if (request.headers.authorization === 'Bearer access') answer(200, { imageName: 'web', tag });
    else {
      answer(
        401,
        {},
        {
          'www-authenticate':
            'Bearer realm="https://images.azurecr.test/oauth2/token",service="images.azurecr.test",scope="repository:web:metadata_read"',
        },
      );
    }
  };
}

describe('where the registry is elsewhere', () => {
  test('the whole sign-in goes there, below its path', async () => {
    const seen: string[] = [];
    const reader = await readerOf(registry(seen, 0), 5000);
    const answer = await reader.tag('web', '17', signal);
    expect(answer).toMatchObject({
      ok: true,
      source: 'GET https://images.azurecr.test/acr/v1/web/_tags/17',
      value: { found: true, value: tag },
    });
    expect(seen).toEqual([
      'GET /world/registry/acr/v1/web/_tags/17',
      'POST /world/registry/oauth2/exchange',
      'POST /world/registry/oauth2/token',
      'GET /world/registry/acr/v1/web/_tags/17',
    ]);
  });

  test('five looks at once with a token: about one round trip, connections used again', async () => {
    const latencyMs = 150;
    const reader = await readerOf(registry([], latencyMs), 5000);
    await reader.tag('web', '17', signal);
    for (let round = 0; round < 2; round += 1) {
      const startedAt = performance.now();
      const looks = Array.from({ length: 5 }, () => reader.tag('web', '17', signal));
      expect((await Promise.all(looks)).map((answer) => answer.ok)).toEqual([true, true, true, true, true]);
      expect(performance.now() - startedAt).toBeLessThan(3 * latencyMs);
    }
    expect(server?.connections()).toBeLessThanOrEqual(6);
  });

  test('plain http is for this machine only', () => {
    const options = {
      loginServer: 'images.azurecr.test',
      credential: { getToken: () => Promise.resolve(null) },
    };
    expect(() => createRegistryReader({ ...options, baseUrl: 'http://images.test' })).toThrow(
      'Give an https URL',
    );
  });
});

describe('time limits', () => {
  const hang: RequestListener = () => undefined;
  const trickle: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"imageName":');
  };
  const hangingExchange: RequestListener = (request, response) => {
    if (request.method === 'GET') registry([], 0)(request, response);
  };

  test.each([
    ['a registry that never answers', hang],
    ['a body that never ends', trickle],
    ['a token that never comes', hangingExchange],
  ])('%s is given up at the deadline', async (_title, listener) => {
    const reader = await readerOf(listener, 200);
    const answer = await reader.tag('web', '17', signal);
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'timeout', what: 'tag web:17 (images.azurecr.test)' },
    });
    const afterMs = !answer.ok && answer.error.kind === 'timeout' ? answer.error.afterMs : NaN;
    expect(afterMs).toBeGreaterThanOrEqual(190);
    expect(afterMs).toBeLessThan(1500);
  });

  test('the abort of the caller ends the request too', async () => {
    let closed: Promise<void> | undefined;
    const reader = await readerOf((request) => {
      closed = new Promise((resolve) => request.once('close', resolve));
    }, 60_000);
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 100);
    const answer = await reader.tag('web', '17', caller.signal);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    await closed;
  });

  test('a body that is cut off is asked for once more, then unreachable', async () => {
    let requests = 0;
    const reader = await readerOf((_request, response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"imageName":', () => response.destroy());
    }, 2000);
    expect(await reader.tag('web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
    expect(requests).toBe(2);
  });
});

test('a request outside the table is not sent', async () => {
  server = await startLoopback((_request, response) => response.end());
  const sent: string[] = [];
  const client = createRegistryHttpClient({
    http: {
      sendRequest: (request) => {
        sent.push(request.url);
        return Promise.resolve({ request, status: 202, headers: createHttpHeaders() });
      },
    },
    base: new URL(server.url),
    timeoutMs: 1000,
  });
  const send = (method: 'GET' | 'DELETE' | 'PATCH', path: string) =>
    client.sendRequest(createPipelineRequest({ method, url: `https://images.azurecr.test${path}` }));
  await expect(send('DELETE', '/acr/v1/web/_tags/17')).rejects.toThrow(
    'DELETE /acr/v1/web/_tags/17 is not in the table of allowed requests',
  );
  await expect(send('PATCH', '/acr/v1/web')).rejects.toThrow('not in the table');
  await expect(send('GET', '/v2/web/blobs/sha256:1')).rejects.toThrow('not in the table');
  expect(sent).toEqual([]);
  await send('GET', '/acr/v1/web');
  expect(sent).toEqual([`${server.url}/acr/v1/web`]);
});
