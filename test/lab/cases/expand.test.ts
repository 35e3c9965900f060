// The rules of test/cases/README.md, "Bases", on cases small enough to read.
import { describe, expect, test } from '@jest/globals';
import { atClock, checkIdentities, mergeEstates, removeFrom } from '../../../src/lab/cases/expand.ts';

const cluster = (more: object) => ({ kubernetes: { clusters: [{ name: 'hub', ...more }] } });
const object = (kind: string, name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'web' },
  ...more,
});
const registry = (tags: object[]) => ({ registry: { repositories: { web: { manifests: [], tags } } } });
const devOps = (more: object) => ({ azureDevOps: more });

describe('merge', () => {
  test.each([
    [
      'maps by key, the case wins',
      { argocd: { version: 'v1', x: 1 } },
      { argocd: { version: 'v2' } },
      { argocd: { version: 'v2', x: 1 } },
    ],
    [
      'a list of a plain value is replaced',
      { argocd: { list: [1, 2] } },
      { argocd: { list: [3] } },
      { argocd: { list: [3] } },
    ],
    [
      'an item of an identity list is replaced whole, at its place',
      cluster({ objects: [object('Pod', 'a', { spec: { x: 1 }, status: {} }), object('Pod', 'b')] }),
      cluster({ objects: [object('Pod', 'a', { spec: { y: 2 } })] }),
      cluster({ objects: [object('Pod', 'a', { spec: { y: 2 } }), object('Pod', 'b')] }),
    ],
    [
      'a box keeps the fields that the case does not name',
      cluster({ version: 'v1', objects: [object('Pod', 'a')] }),
      cluster({ version: 'v2' }),
      cluster({ version: 'v2', objects: [object('Pod', 'a')] }),
    ],
    [
      'the same name of another kind is another object',
      cluster({ objects: [object('Pod', 'a')] }),
      cluster({ objects: [object('Service', 'a')] }),
      cluster({ objects: [object('Pod', 'a'), object('Service', 'a')] }),
    ],
    [
      'a previous log is another log',
      cluster({ podLogs: [{ namespace: 'n', pod: 'p', container: 'c', previous: false, lines: [] }] }),
      cluster({ podLogs: [{ namespace: 'n', pod: 'p', container: 'c', previous: true, lines: ['x'] }] }),
      cluster({
        podLogs: [
          { namespace: 'n', pod: 'p', container: 'c', previous: false, lines: [] },
          { namespace: 'n', pod: 'p', container: 'c', previous: true, lines: ['x'] },
        ],
      }),
    ],
    [
      'files of a commit are merged: a commit is a box',
      devOps({ repositories: [{ name: 'r', commits: [{ id: 'c', files: { a: '1', b: '1' } }] }] }),
      devOps({ repositories: [{ name: 'r', commits: [{ id: 'c', files: { a: '2' } }] }] }),
      devOps({ repositories: [{ name: 'r', commits: [{ id: 'c', files: { a: '2', b: '1' } }] }] }),
    ],
    [
      'timeline records of a build are merged by id',
      devOps({ builds: [{ id: 1, status: 's', timeline: { records: [{ id: 'a', n: 1 }, { id: 'b' }] } }] }),
      devOps({ builds: [{ id: 1, timeline: { records: [{ id: 'a', n: 2 }] } }] }),
      devOps({ builds: [{ id: 1, status: 's', timeline: { records: [{ id: 'a', n: 2 }, { id: 'b' }] } }] }),
    ],
    [
      'tags by name, in any repository of the registry',
      registry([{ name: '1', digest: 'a' }]),
      registry([
        { name: '1', digest: 'b' },
        { name: '2', digest: 'b' },
      ]),
      registry([
        { name: '1', digest: 'b' },
        { name: '2', digest: 'b' },
      ]),
    ],
    [
      'agents by pool and name, forbidden by group, resource and namespace',
      devOps({ agents: [{ pool: 'p', name: 'a', status: 'online' }] }),
      devOps({
        agents: [
          { pool: 'q', name: 'a' },
          { pool: 'p', name: 'a', status: 'offline' },
        ],
      }),
      devOps({
        agents: [
          { pool: 'p', name: 'a', status: 'offline' },
          { pool: 'q', name: 'a' },
        ],
      }),
    ],
  ])('%s', (_, base, over, merged) => {
    expect(mergeEstates(base, over)).toEqual(merged);
  });

  test('neither side is changed, and what does not change is shared', () => {
    const base = cluster({ objects: [object('Pod', 'a'), object('Pod', 'b')] });
    const before = structuredClone(base);

    const merged = mergeEstates(
      base,
      cluster({ objects: [object('Pod', 'a', { spec: {} })] }),
    ) as typeof base;

    expect(base).toEqual(before);
    expect((merged.kubernetes.clusters[0] as { objects?: object[] }).objects?.[1]).toBe(
      (base.kubernetes.clusters[0] as { objects?: object[] }).objects?.[1],
    );
  });

  test.each([
    [
      'an item without identity',
      cluster({ objects: [] }),
      cluster({ objects: [{ kind: 'Pod' }] }),
      ['kubernetes', 'clusters', 'hub', 'objects'],
    ],
    ['a map where a list belongs', { dns: [] }, { dns: {} }, ['dns']],
  ])('%s is named with its place', (_, base, over, path) => {
    expect(() => mergeEstates(base, over)).toThrow(expect.objectContaining({ path }));
  });
});

describe('remove', () => {
  const estate = {
    ...cluster({ objects: [object('Pod', 'a'), object('Pod', 'b')] }),
    ...devOps({
      builds: [{ id: 4812 }, { id: 4813, timeline: { records: [{ id: 'x' }] } }],
      organization: 'o',
    }),
  };

  test.each([
    [
      'an object',
      ['kubernetes', 'clusters', 'hub', 'objects', 'v1/Pod/web/a'],
      { ...estate, ...cluster({ objects: [object('Pod', 'b')] }) },
    ],
    [
      'a number named as a number',
      ['azureDevOps', 'builds', 4812],
      {
        ...estate,
        azureDevOps: { builds: [{ id: 4813, timeline: { records: [{ id: 'x' }] } }], organization: 'o' },
      },
    ],
    [
      'a number named as text',
      ['azureDevOps', 'builds', '4813'],
      { ...estate, azureDevOps: { builds: [{ id: 4812 }], organization: 'o' } },
    ],
    [
      'an item inside a box',
      ['azureDevOps', 'builds', 4813, 'timeline', 'records', 'x'],
      {
        ...estate,
        azureDevOps: { builds: [{ id: 4812 }, { id: 4813, timeline: { records: [] } }], organization: 'o' },
      },
    ],
    ['a key', ['azureDevOps'], cluster({ objects: [object('Pod', 'a'), object('Pod', 'b')] })],
  ])('%s', (_, path, left) => {
    expect(removeFrom(estate, path)).toEqual(left);
  });

  test.each([
    ['no such item', ['azureDevOps', 'builds', 1]],
    ['no such key', ['azureDevOps', 'definitions']],
    ['below a plain value', ['azureDevOps', 'organization', 'x']],
    ['an object without its namespace', ['kubernetes', 'clusters', 'hub', 'objects', 'v1/Pod/a']],
  ])('%s: nothing to remove', (_, path) => {
    expect(() => removeFrom(estate, path)).toThrow(
      expect.objectContaining({
        path: ['remove', ...path.map(String)],
        text: expect.objectContaining({ en: expect.stringContaining('nothing to remove') }),
      }),
    );
  });
});

describe('the clock', () => {
  const now = Date.parse('2026-10-20T11:10:00Z');

  test.each([
    ['{now-90s}', '2026-10-20T11:08:30Z'],
    ['from {now-0s} to {now-3600s}', 'from 2026-10-20T11:10:00Z to 2026-10-20T10:10:00Z'],
    ['{now+90s}', '{now+90s}'],
    ['now-90s', 'now-90s'],
  ])('%s', (text, told) => {
    expect(atClock({ list: [text] }, now)).toEqual({ list: [told] });
  });

  test('milliseconds of the clock are kept', () => {
    expect(atClock('{now-1s}', now + 250)).toBe('2026-10-20T11:09:59.250Z');
  });

  test('what names no time is the same value, not a copy', () => {
    const value = { a: [{ b: 'x' }], c: '{now-1s}' };

    const told = atClock(value, now) as typeof value;

    expect(told.a).toBe(value.a);
    expect(value.c).toBe('{now-1s}');
  });
});

describe('identities are unique', () => {
  test.each([
    ['objects', cluster({ objects: [object('Pod', 'a'), object('Pod', 'a')] }), 'v1/Pod/web/a'],
    ['builds', devOps({ builds: [{ id: 1 }, { id: 1 }] }), '1'],
    ['commits', devOps({ repositories: [{ name: 'r', commits: [{ id: 'c' }, { id: 'c' }] }] }), 'c'],
    ['tags', registry([{ name: '1' }, { name: '1' }]), '1'],
  ])('%s', (_, estate, name) => {
    expect(() => checkIdentities(estate)).toThrow(
      expect.objectContaining({
        path: expect.arrayContaining([name]),
        message: expect.stringContaining('twice'),
      }),
    );
  });

  test('different things may have the same name in different places', () => {
    expect(() =>
      checkIdentities({
        ...cluster({ objects: [object('Pod', 'a'), object('Service', 'a')] }),
        registry: { repositories: { one: { tags: [{ name: '1' }] }, two: { tags: [{ name: '1' }] } } },
      }),
    ).not.toThrow();
  });
});
