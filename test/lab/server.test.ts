// The lab as a whole: worlds, the access log, latency, injected failures, names that do not resolve.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { azureDevOpsUrl, kubernetesUrl, registryUrl } from '../../src/lab/addresses.ts';
import type { Failure } from '../../src/lab/failures.ts';
import { startLab } from '../../src/lab/server.ts';
import type { Lab } from '../../src/lab/server.ts';
import { estateOf, labCase, serve } from './fixture.ts';

const BUILDS = 'GET /{project}/_apis/build/Builds';
const PATH = '/Shop/_apis/build/Builds';

describe('worlds', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab();
  });
  afterAll(() => lab.close());

  test('one listener on loopback, a port of its own', () => {
    expect(lab.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('each world answers from its own case', async () => {
    const { azureDevOps } = estateOf();
    lab.addWorld('one', labCase());
    lab.addWorld('two', labCase({ azureDevOps: { ...azureDevOps, builds: [] } }));
    const count = async (world: string) => {
      const answer = await fetch(azureDevOpsUrl(lab.url, world, 'fabrikam') + PATH);
      return ((await answer.json()) as { count: number }).count;
    };

    expect([await count('one'), await count('two')]).toEqual([3, 0]);
  });

  test('a removed world closes the connections its clients kept open', async () => {
    lab.addWorld('kept', labCase());
    const { port, host, pathname } = new URL(azureDevOpsUrl(lab.url, 'kept', 'fabrikam') + PATH);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await once(socket, 'data');
    expect(socket.readableEnded).toBe(false);
    socket.resume();

    lab.removeWorld('kept');

    await once(socket, 'close');
    expect(socket.readableEnded).toBe(true);
  });

  test('a removed world is gone', async () => {
    lab.addWorld('three', labCase());
    lab.removeWorld('three');

    const answer = await fetch(azureDevOpsUrl(lab.url, 'three', 'fabrikam') + PATH);

    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('no world \\"three\\"'),
    ]);
  });

  test.each(['/', '/one', '/one/none/x/y', '/one/registry'])('%s is no address', async (path) => {
    expect((await fetch(lab.url + path)).status).toBe(404);
  });

  test('a name that cannot be a path segment is refused', () => {
    expect(() => lab.addWorld('a/b', labCase())).toThrow(/cannot name a world/);
  });

  test('names of systems are encoded', () => {
    expect(kubernetesUrl('http://h:1/', 'w', 'a b/c')).toBe('http://h:1/w/kubernetes/a%20b%2Fc');
    expect(registryUrl('http://h:1', 'w', 'ACR.azurecr.io')).toBe('http://h:1/w/registry/acr.azurecr.io');
  });

  test('a host the case does not have cuts the connection', async () => {
    await expect(fetch(registryUrl(lab.url, 'one', 'other.azurecr.io') + '/v2/')).rejects.toThrow(
      'fetch failed',
    );
    await expect(fetch(kubernetesUrl(lab.url, 'one', 'other') + '/version')).rejects.toThrow('fetch failed');
  });
});

describe('a host whose name does not resolve is not reached', () => {
  test.each([
    ['registry', 'fabrikam.azurecr.io'],
    ['azureDevOps', 'dev.azure.com'],
    ['kubernetes', 'kubernetes.default.svc'],
  ] as const)('%s', async (system, name) => {
    const client = await serve(labCase({ dns: [{ name, error: 'ENOTFOUND' }] }));

    await expect(client[system]('/v2/')).rejects.toThrow('fetch failed');
    expect(client.lab.accessLog.entries).toMatchObject([{ status: 0, route: undefined }]);
    await client.lab.close();
  });
});

describe('the access log', () => {
  test('tells who asked what of which system, and how long it took', async () => {
    const client = await serve();
    const before = Date.now();

    const answer = await client.azureDevOps(`${PATH}?$top=1`);

    const [entry] = client.lab.accessLog.entries;
    expect(entry).toMatchObject({
      world: 'w1',
      system: 'azure-devops',
      method: 'GET',
      route: BUILDS,
      path: `${PATH}?$top=1`,
      status: 200,
      bytes: Buffer.byteLength(answer.text),
    });
    expect(entry?.startedAt).toBeGreaterThanOrEqual(before - 1);
    expect(entry?.finishedAt).toBeGreaterThanOrEqual(entry?.startedAt ?? Infinity);
    await client.lab.close();
  });

  test('counts and clears by world', async () => {
    const client = await serve();
    client.lab.addWorld('other', labCase());
    await client.azureDevOps(PATH);
    await client.kubernetes('/version');
    await fetch(azureDevOpsUrl(client.lab.url, 'other', 'fabrikam') + PATH);
    const { accessLog } = client.lab;

    expect([accessLog.calls(), accessLog.calls('w1'), accessLog.calls('other')]).toEqual([3, 2, 1]);
    accessLog.clear('w1');
    expect([accessLog.calls(), accessLog.of('other').length]).toEqual([1, 1]);
    accessLog.clear();
    expect(accessLog.calls()).toBe(0);
    await client.lab.close();
  });
});

test('latency is added to every answer', async () => {
  const client = await serve(labCase(), { latencyMs: 60 });

  await client.kubernetes('/version');

  const [entry] = client.lab.accessLog.entries;
  expect((entry?.finishedAt ?? 0) - (entry?.startedAt ?? 0)).toBeGreaterThanOrEqual(55);
  await client.lab.close();
});

describe('injected failures', () => {
  test.each([
    ['azureDevOps', PATH, { status: 401 }, 401, /TF400813/],
    ['azureDevOps', PATH, { status: 403 }, 403, /^\uFEFF.*AccessDeniedException/],
    ['azureDevOps', PATH, { status: 404 }, 404, /VssServiceResponseException/],
    ['azureDevOps', PATH, { status: 500 }, 500, /VS30063/],
    ['azureDevOps', PATH, 'html', 200, /^<!DOCTYPE html>/],
    ['azureDevOps', PATH, 'bom', 200, /^\uFEFF\{"count":3/],
    ['registry', '/v2/', { status: 403 }, 403, /DENIED/],
    ['kubernetes', '/version', { status: 500 }, 500, /"kind":"Status"/],
    ['kubernetes', '/version', { status: 503 }, 503, /ServiceUnavailable/],
  ] as const)('%s %s %j', async (system, path, kind, status, text) => {
    const client = await serve(labCase(), { failures: [{ kind }] });

    const answer = await client[system](path);

    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
    await client.lab.close();
  });

  test('429 says when to come back', async () => {
    const client = await serve(labCase(), {
      failures: [
        { system: 'kubernetes', kind: { status: 429 } },
        { system: 'registry', kind: { status: 429, retryAfterSeconds: 7 } },
      ],
    });

    expect((await client.kubernetes('/version')).headers.get('retry-after')).toBe('1');
    expect((await client.registry('/v2/')).headers.get('retry-after')).toBe('7');
    await client.lab.close();
  });

  test.each(['reset', 'truncated'] as const)('%s breaks the connection', async (kind) => {
    const client = await serve(labCase(), { failures: [{ kind }] });

    await expect(client.azureDevOps(PATH)).rejects.toThrow(/fetch failed|terminated/);
    expect(client.lab.accessLog.calls()).toBe(1);
    await client.lab.close();
  });

  test('hang never answers', async () => {
    const client = await serve(labCase(), { failures: [{ kind: 'hang' }] });

    await expect(client.azureDevOps(PATH, { signal: AbortSignal.timeout(80) })).rejects.toThrow(/timeout/);
    await client.lab.close();
  });

  test('only the named route, only as often as said', async () => {
    const failures: Failure[] = [{ route: BUILDS, kind: { status: 500 }, times: 2 }];
    const client = await serve(labCase(), { failures });

    const statuses = [];
    for (const path of [`${PATH}/90`, PATH, PATH, PATH])
      statuses.push((await client.azureDevOps(path)).status);

    expect(statuses).toEqual([200, 500, 500, 200]);
    await client.lab.close();
  });
});
