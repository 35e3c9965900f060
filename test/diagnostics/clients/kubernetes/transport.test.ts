// What nock cannot show: hanging servers, aborts, kept-alive connections.
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import nock from 'nock';
import { createKubernetesReader } from '../../../../src/diagnostics/clients/kubernetes/reader.ts';
import { startLoopback, type Loopback } from '../network/loopback.ts';

const signal = new AbortController().signal;
const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shop' },
  status: { phase: 'Active' },
};
let server: Loopback | undefined;

// nock stands between agent and socket even for requests that it lets through.
beforeAll(() => nock.restore());

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function readerOf(listener: RequestListener, timeoutMs: number, credential?: () => Promise<string>) {
  server = await startLoopback(listener);
  return createKubernetesReader({
    name: 'lab',
    server: 'https://kubernetes.default.svc',
    baseUrl: `${server.url}/world/`,
    timeoutMs,
    ...(credential !== undefined && { credential }),
  });
}

describe('deadline and abort', () => {
  const hang: RequestListener = () => undefined;
  const trickle: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"apiVersion":');
  };

  test.each([
    ['a server that never answers', hang],
    ['a body that never ends', trickle],
  ])('%s is given up at the deadline', async (_title, listener) => {
    const reader = await readerOf(listener, 150);
    const answer = await reader.get('Namespace', 'shop', undefined, signal);
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'timeout', what: 'namespaces shop (lab)' },
    });
    const afterMs = !answer.ok && answer.error.kind === 'timeout' ? answer.error.afterMs : NaN;
    expect(afterMs).toBeGreaterThanOrEqual(140);
    expect(afterMs).toBeLessThan(1000);
  });

  test('the abort of the caller ends the request too', async () => {
    let closed: Promise<void> | undefined;
    const reader = await readerOf((request) => {
      closed = new Promise((resolve) => request.once('close', resolve));
    }, 60_000);
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 100);
    const answer = await reader.get('Namespace', 'shop', undefined, caller.signal);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    await closed;
  });

  test('an abort before the look sends nothing', async () => {
    let requests = 0;
    const reader = await readerOf((_request, response) => {
      requests += 1;
      response.end();
    }, 1000);
    const answer = await reader.get('Namespace', 'shop', undefined, AbortSignal.abort());
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(requests).toBe(0);
  });

  test('an identity that gives no token in time', async () => {
    const reader = await readerOf(hang, 100, () => new Promise(() => undefined));
    const answer = await reader.get('Namespace', 'shop', undefined, signal);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  test('the second try does not outlive the deadline', async () => {
    const reader = await readerOf((_request, response) => {
      response.writeHead(503, { 'retry-after': '1' }).end();
    }, 200);
    const answer = await reader.get('Namespace', 'shop', undefined, signal);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });
});

test.each([
  ['in chunks', {}],
  ['of known length', { 'content-length': '100' }],
])(
  'a body %s that is cut off is asked for once more, then unreachable: never malformed',
  async (_title, length) => {
    let requests = 0;
    const reader = await readerOf((_request, response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'application/json', ...length });
      response.write('{"apiVersion":', () => response.destroy());
    }, 2000);
    const answer = await reader.get('Namespace', 'shop', undefined, signal);
    const address = new URL(server?.url ?? '').host;
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable', address } });
    expect(requests).toBe(2);
  },
);

test('a redirect is not followed: the token stays with the API server', async () => {
  let requests = 0;
  const reader = await readerOf((_request, response) => {
    requests += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  }, 2000);
  const answer = await reader.get('Namespace', 'shop', undefined, signal);
  expect(answer).toMatchObject({ ok: false, error: { kind: 'malformed', path: 'status 302' } });
  expect(requests).toBe(1);
});

test('ten looks at once take about one round trip, and their connections are used again', async () => {
  const paths = new Set<string | undefined>();
  const latencyMs = 150;
  const reader = await readerOf((request, response) => {
    paths.add(request.url);
    setTimeout(() => response.end(JSON.stringify(namespace)), latencyMs);
  }, 5000);
  const tenLooks = () =>
    Promise.all(Array.from({ length: 10 }, () => reader.get('Namespace', 'shop', undefined, signal)));

  await reader.get('Namespace', 'shop', undefined, signal);
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    const answers = await tenLooks();
    expect(performance.now() - startedAt).toBeLessThan(3 * latencyMs);
    expect(answers.map((answer) => answer.ok)).toEqual(Array.from({ length: 10 }, () => true));
  }
  expect(server?.connections()).toBeLessThanOrEqual(10);
  expect([...paths]).toEqual(['/world/api/v1/namespaces/shop']);
});
