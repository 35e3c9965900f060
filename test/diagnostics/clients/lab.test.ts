// The readers against the lab, which serves a case over the real paths, headers and error bodies.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import type { Readers } from '../../../src/diagnostics/evidence/ports.ts';
import { loadCases } from '../../../src/lab/cases/load.ts';
import type { Failure } from '../../../src/lab/failures.ts';
import { labReaders } from '../../../src/lab/readers.ts';
import { startLab, type Lab } from '../../../src/lab/server.ts';

const signal = new AbortController().signal;
const labCase = loadCases('test/cases/reports')[0]?.load();
const cluster = labCase?.estate.kubernetes.clusters[0];
const repositories = Object.entries(labCase?.estate.registry.repositories ?? {});
let lab: Lab;

beforeAll(async () => {
  nock.restore();
  lab = await startLab();
});

afterAll(async () => {
  await lab.close();
});

function readersOf(world: string, failures: readonly Failure[] = []): Readers {
  if (labCase === undefined) throw new Error('no case');
  lab.addWorld(world, labCase, { failures });
  return labReaders(lab.url, world, labCase, { timeoutMs: 1000 });
}

test('every pod of a case is listed, and read by its name', async () => {
  const reader = readersOf('pods').clusters[0];
  const pods = cluster?.objects.filter(({ kind }) => kind === 'Pod') ?? [];
  expect(pods.length).toBeGreaterThan(0);
  for (const namespace of new Set(pods.map(({ metadata }) => metadata.namespace ?? ''))) {
    const names = pods
      .filter(({ metadata }) => metadata.namespace === namespace)
      .map(({ metadata }) => metadata.name);
    const list = await reader?.list('Pod', { namespace }, signal);
    expect(list?.ok === true && list.value.items.map((pod) => pod.metadata.name).toSorted()).toEqual(
      names.toSorted(),
    );
    for (const name of names) {
      const pod = await reader?.get('Pod', name, namespace, signal);
      expect(pod).toMatchObject({ ok: true, value: { kind: 'Pod', metadata: { name, namespace } } });
    }
  }
  expect(await reader?.get('Pod', 'no-such-pod', 'default', signal)).toMatchObject({ ok: true, value: null });
});

test('every tag of a case is found with its digest, in one sign-in', async () => {
  const reader = readersOf('tags').registries[0];
  const [name, repository] = repositories[0] ?? [];
  expect(repository?.tags.length).toBeGreaterThan(0);
  for (const { name: tag, digest } of repository?.tags ?? []) {
    expect(await reader?.tag(name ?? '', tag, signal)).toMatchObject({
      ok: true,
      value: { found: true, value: { name: tag, digest } },
    });
  }
  const unknown = { ok: true, value: { found: false, code: 'TAG_UNKNOWN' } };
  expect(await reader?.tag(name ?? '', 'no-such-tag', signal)).toMatchObject(unknown);
  const exchanges = lab.accessLog.of('tags').filter(({ path }) => path.startsWith('/oauth2/exchange'));
  expect(exchanges).toHaveLength(1);
});

describe('what a network does to answers', () => {
  test.each<[string, Failure, string]>([
    ['401', { kind: { status: 401 } }, 'denied'],
    ['403', { kind: { status: 403 } }, 'denied'],
    ['404 that says nothing about the object', { kind: { status: 404 } }, 'malformed'],
    ['429', { kind: { status: 429, retryAfterSeconds: 0 } }, 'throttled'],
    ['500', { kind: { status: 500 } }, 'unreachable'],
    ['503', { kind: { status: 503 } }, 'unreachable'],
    ['a sign-in page', { kind: 'html' }, 'malformed'],
    ['half a body', { kind: 'truncated' }, 'unreachable'],
    ['a cut connection', { kind: 'reset' }, 'unreachable'],
    ['silence', { kind: 'hang' }, 'timeout'],
  ])('%s is never "not there"', async (title, failure, kind) => {
    const world = title.replaceAll(/\W/g, '-');
    const { clusters, registries } = readersOf(world, [failure]);
    const [pod, tag] = await Promise.all([
      clusters[0]?.get('Pod', 'web', 'default', signal),
      registries[0]?.tag('web', '1', signal),
    ]);
    expect(pod).toMatchObject({ ok: false, error: { kind } });
    expect(tag).toMatchObject({ ok: false, error: { kind } });
  });

  test.each<[string, Failure]>([
    ['one 503', { kind: { status: 503 }, times: 1 }],
    ['one 429', { kind: { status: 429, retryAfterSeconds: 0 }, times: 1 }],
    ['one cut connection', { kind: 'reset', times: 1 }],
    ['half a body', { kind: 'truncated', times: 1 }],
    ['a byte order mark', { kind: 'bom' }],
  ])('%s costs nothing but time', async (title, failure) => {
    const world = title.replaceAll(/\W/g, '-');
    const clusters = readersOf(world, [failure]).clusters;
    expect(await clusters[0]?.get('Pod', 'web', 'default', signal)).toMatchObject({ ok: true, value: null });
    const registries = readersOf(world, [failure]).registries;
    expect(await registries[0]?.repositories({ top: 100 }, signal)).toMatchObject({
      ok: true,
      value: repositories.map(([name]) => name),
    });
  });
});
