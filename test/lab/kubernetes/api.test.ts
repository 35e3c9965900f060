// The Kubernetes API of one cluster: objects, selectors, pages, metadata, rights, logs, discovery.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LAB_USER } from '../../../src/lab/kubernetes/answers.ts';
import { serve } from '../fixture.ts';
import type { Answer, Client } from '../fixture.ts';

const PODS = '/api/v1/namespaces/web/pods';
const ALL = ['web-a', 'web-b', 'web-c'];

let client: Client;
beforeAll(async () => {
  client = await serve();
});
afterAll(() => client.lab.close());

const get = (path: string, headers: Record<string, string> = {}) => client.kubernetes(path, { headers });

describe('objects', () => {
  test('a list of a built-in kind, in the order of names; its items carry no type of their own', async () => {
    const answer = await get(PODS);

    expect(answer.body).toMatchObject({
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: expect.any(String) },
    });
    expect(names(answer)).toEqual(ALL);
    expect(items(answer)[0]).not.toHaveProperty('kind');
  });

  test('items of a custom kind carry theirs', async () => {
    const answer = await get('/apis/argoproj.io/v1alpha1/applications?limit=500');

    expect(answer.body).toMatchObject({ kind: 'ApplicationList', apiVersion: 'argoproj.io/v1alpha1' });
    expect(items(answer)).toMatchObject([
      { kind: 'Application', metadata: { name: 'web-prd', namespace: 'argocd' } },
    ]);
  });

  test.each([
    [PODS, ALL],
    ['/api/v1/pods', ALL],
    ['/api/v1/namespaces/other/pods', []],
    ['/apis/kargo.example/v1/policies', ['custom-one']],
    ['/apis/batch/v1/namespaces/web/jobs', []],
    ['/api/v1/namespaces', ['web']],
  ])('%s', async (path, found) => {
    expect(names(await get(path))).toEqual(found);
  });

  test.each([
    `${PODS}/web-a`,
    '/api/v1/namespaces/web',
    '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/web-prd',
  ])('%s with its type', async (path) => {
    const answer = await get(path);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
  });

  test.each([
    [`${PODS}/none`, 'pods "none" not found', { name: 'none', kind: 'pods' }],
    [
      '/apis/apps/v1/namespaces/shop/deployments/none',
      'deployments.apps "none" not found',
      { name: 'none', group: 'apps', kind: 'deployments' },
    ],
    ['/api/v1/namespaces/none', 'namespaces "none" not found', { name: 'none', kind: 'namespaces' }],
  ])('%s is a Status 404', async (path, message, details) => {
    const answer = await get(path);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json']);
    expect(answer.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason: 'NotFound',
      details,
      code: 404,
    });
  });

  test.each([
    '/apis/none.example/v1/things',
    '/apis/argoproj.io/v1alpha1/namespaces/web/rollouts',
    '/apis/networking.k8s.io/v1/namespaces/web/ingressclasses',
    '/api/v1/pods/web-a',
    '/apis/apps/v2/replicasets',
    '/apis/none.example',
    '/api/v2',
  ])('%s is not known at all', async (path) => {
    const answer = await get(path);

    expect([answer.status, answer.text]).toEqual([404, '404 page not found\n']);
  });
});

describe('selectors', () => {
  test.each([
    ['labelSelector=app=web', ALL],
    ['labelSelector=app==web,track!=canary', ['web-a', 'web-b']],
    ['labelSelector=track in (canary,other)', ['web-c']],
    ['labelSelector=track notin (canary),app in (web)', ['web-a', 'web-b']],
    ['labelSelector=track notin (stable, x)', ['web-c']],
    ['labelSelector=none notin (x)', ALL],
    ['labelSelector=app', ALL],
    ['labelSelector=!app', []],
    ['labelSelector=none!=x', ALL],
    ['fieldSelector=metadata.name=web-b', ['web-b']],
    ['fieldSelector=status.phase=Pending', ['web-c']],
    ['fieldSelector=status.phase!=Pending,spec.nodeName=node-web-a', ['web-a']],
    ['fieldSelector=metadata.namespace=other', []],
    ['labelSelector=track=stable&fieldSelector=metadata.name=web-c', []],
  ])('%s', async (query, found) => {
    expect(names(await get(`${PODS}?${encodeURI(query)}`))).toEqual(found);
  });

  test.each([
    ['fieldSelector=involvedObject.name=web-a', ['web-a.1']],
    ['fieldSelector=involvedObject.uid=u2,type=Warning', ['web-b.1']],
    ['fieldSelector=reason=BackOff', ['web-b.1']],
    ['fieldSelector=involvedObject.kind=Pod,involvedObject.namespace=web', ['web-a.1', 'web-b.1']],
  ])('events: %s', async (query, found) => {
    expect(names(await get(`/api/v1/namespaces/web/events?${query}`))).toEqual(found);
  });

  test.each([
    [`${PODS}?fieldSelector=spec.none=x`, 'field label not supported: spec.none'],
    [
      `${PODS}?fieldSelector=metadata.name`,
      "invalid selector: 'metadata.name'; can't understand 'metadata.name'",
    ],
    [
      '/apis/argoproj.io/v1alpha1/applications?fieldSelector=status.phase=x',
      'field label not supported: status.phase',
    ],
    [`${PODS}?labelSelector=a=b=c`, 'unable to parse requirement: invalid label selector "a=b=c"'],
  ])('%s is a bad request', async (path, message) => {
    const answer = await get(path);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ kind: 'Status', reason: 'BadRequest', message, code: 400 });
  });
});

describe('pages', () => {
  test('are walked with continue to the end', async () => {
    const first = await get(`${PODS}?limit=2`);
    const { continue: token, remainingItemCount } = metadata(first);
    const second = await get(`${PODS}?limit=2&continue=${String(token)}`);

    expect([names(first), names(second)]).toEqual([['web-a', 'web-b'], ['web-c']]);
    expect(remainingItemCount).toBe(1);
    expect(metadata(second)).toEqual({ resourceVersion: expect.any(String) });
  });

  test('the rest is not counted when a selector is given', async () => {
    const answer = await get(`${PODS}?limit=1&labelSelector=app`);

    expect(metadata(answer)).toEqual({ resourceVersion: expect.any(String), continue: expect.any(String) });
  });

  test.each(['nonsense', Buffer.from('{}').toString('base64url')])('token %s is too old', async (token) => {
    const answer = await get(`${PODS}?continue=${token}`);

    expect(answer.status).toBe(410);
    expect(answer.body).toMatchObject({
      reason: 'Expired',
      code: 410,
      message: expect.stringContaining('too old'),
    });
  });
});

describe('metadata only', () => {
  test('of a list', async () => {
    const answer = await get('/api/v1/namespaces/web/configmaps', {
      accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
    });

    expect(answer.body).toMatchObject({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      items: [
        { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'settings' } },
      ],
    });
    expect(items(answer)[0]).not.toHaveProperty('data');
  });

  test('of one object', async () => {
    const answer = await get('/api/v1/namespaces/web/configmaps/settings', {
      accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    });

    expect(answer.body).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name: 'settings', namespace: 'web' },
    });
  });
});

describe('rights', () => {
  test.each([
    [
      '/apis/apps/v1/namespaces/web/deployments',
      `deployments.apps is forbidden: User "${LAB_USER}" cannot list resource "deployments" in API group "apps" in the namespace "web"`,
    ],
    [
      '/apis/apps/v1/deployments',
      `deployments.apps is forbidden: User "${LAB_USER}" cannot list resource "deployments" in API group "apps" at the cluster scope`,
    ],
    [
      '/apis/apps/v1/namespaces/web/deployments/x',
      `deployments.apps "x" is forbidden: User "${LAB_USER}" cannot get resource "deployments" in API group "apps" in the namespace "web"`,
    ],
    [
      '/api/v1/nodes',
      `nodes is forbidden: User "${LAB_USER}" cannot list resource "nodes" in API group "" at the cluster scope`,
    ],
    [
      '/api/v1/nodes/n',
      `nodes "n" is forbidden: User "${LAB_USER}" cannot get resource "nodes" in API group "" at the cluster scope`,
    ],
    [
      '/api/v1/namespaces/closed/pods/p/log',
      `pods "p" is forbidden: User "${LAB_USER}" cannot get resource "pods/log" in API group "" in the namespace "closed"`,
    ],
  ])('%s', async (path, message) => {
    const answer = await get(path);

    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ kind: 'Status', reason: 'Forbidden', code: 403, message });
  });

  test.each([
    '/apis/apps/v1/namespaces/shop/deployments',
    '/apis/apps/v1/namespaces/web/replicasets',
    '/api/v1/namespaces/closed/pods',
  ])('%s is allowed', async (path) => {
    expect((await get(path)).status).toBe(200);
  });
});

describe('logs', () => {
  test.each([
    ['web-a', '', 200, 'one\ntwo\nthree\n'],
    ['web-a', 'container=web&tailLines=2', 200, 'two\nthree\n'],
    ['web-a', 'tailLines=0', 200, ''],
    ['web-a', 'tailLines=2&limitBytes=6', 200, 'two\nth'],
    ['web-a', 'previous=true', 200, 'panic\n'],
    ['web-a', 'timestamps=true&tailLines=1', 200, '1970-01-01T00:00:00Z three\n'],
    ['web-b', '', 200, ''],
  ])('%s ?%s', async (pod, query, status, text) => {
    const answer = await get(`${PODS}/${pod}/log?${query}`);

    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers.get('content-type')).toBe('text/plain');
  });

  test.each([
    ['web-b', 'previous=true', 400, 'previous terminated container "web" in pod "web-b" not found'],
    [
      'web-c',
      '',
      400,
      'container "web" in pod "web-c" is waiting to start: trying and failing to pull image',
    ],
    ['web-a', 'container=none', 400, 'container none is not valid for pod web-a'],
    ['none', '', 404, 'pods "none" not found'],
  ])('%s ?%s is refused', async (pod, query, status, message) => {
    const answer = await get(`${PODS}/${pod}/log?${query}`);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ kind: 'Status', message, code: status });
  });
});

describe('discovery', () => {
  test('version, groups and resources', async () => {
    expect((await get('/version')).body).toMatchObject({ major: '1', minor: '33', gitVersion: 'v1.33.2' });
    expect((await get('/api')).body).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
    expect((await get('/apis')).body).toMatchObject({
      groups: expect.arrayContaining([
        expect.objectContaining({ name: 'argoproj.io' }),
        expect.objectContaining({ name: 'apps' }),
      ]),
    });
    expect((await get('/apis/argoproj.io/v1alpha1')).body).toMatchObject({
      groupVersion: 'argoproj.io/v1alpha1',
      resources: [{ name: 'applications', kind: 'Application', namespaced: true, verbs: ['get', 'list'] }],
    });
  });
});

function items(answer: Answer): Record<string, unknown>[] {
  return (answer.body as { items: Record<string, unknown>[] }).items;
}

function names(answer: Answer): unknown[] {
  return items(answer).map((item) => (item['metadata'] as { name: string }).name);
}

function metadata(answer: Answer): Record<string, unknown> {
  return (answer.body as { metadata: Record<string, unknown> }).metadata;
}
