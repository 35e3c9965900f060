import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { createKubernetesReader } from '../../../../src/diagnostics/clients/kubernetes/reader.ts';

const host = 'https://k8s.test';
const signal = new AbortController().signal;
const reader = createKubernetesReader({
  name: 'prd',
  server: 'https://kubernetes.default.svc',
  baseUrl: host,
  credential: () => Promise.resolve('a-token'),
  timeoutMs: 2000,
});

beforeEach(() => {
  nock.disableNetConnect();
});

afterEach(() => {
  const unused = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  expect(unused).toEqual([]);
});

function api() {
  return nock(host, { reqheaders: { authorization: 'Bearer a-token', accept: 'application/json' } });
}

function status(code: number, reason: string, message: string) {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
}

const podSpec = { containers: [{ name: 'web', image: 'registry.example/web:1' }] };
const pod = (name: string) => ({ metadata: { name, namespace: 'shop' }, spec: podSpec });
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'shop',
    creationTimestamp: '2026-01-02T03:04:05Z',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"secret":1}', kept: 'yes' },
  },
  spec: { selector: { matchLabels: { app: 'web' } }, template: { spec: podSpec } },
};

describe('get', () => {
  test('reads an object as it is on the wire, without the last applied configuration', async () => {
    api().get('/apis/apps/v1/namespaces/shop/deployments/web').reply(200, deployment);
    const answer = await reader.get('Deployment', 'web', 'shop', signal);
    expect(answer).toMatchObject({
      ok: true,
      source: 'GET /apis/apps/v1/namespaces/shop/deployments/web (prd)',
      value: { metadata: { creationTimestamp: '2026-01-02T03:04:05Z' } },
    });
    expect(answer.ok && answer.value?.metadata.annotations).toEqual({ kept: 'yes' });
  });

  test.each([
    ['Node', '/api/v1/nodes/web'],
    ['Namespace', '/api/v1/namespaces/web'],
    ['Pod', '/api/v1/namespaces/shop/pods/web'],
    ['Application', '/apis/argoproj.io/v1alpha1/namespaces/shop/applications/web'],
    ['EndpointSlice', '/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices/web'],
    ['HorizontalPodAutoscaler', '/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers/web'],
    ['CronJob', '/apis/batch/v1/namespaces/shop/cronjobs/web'],
    ['Ingress', '/apis/networking.k8s.io/v1/namespaces/shop/ingresses/web'],
  ] as const)('%s is read from %s, and its absence is an answer', async (kind, path) => {
    api()
      .get(path)
      .reply(404, status(404, 'NotFound', 'x "web" not found'));
    const namespace = kind === 'Node' || kind === 'Namespace' ? undefined : 'shop';
    expect(await reader.get(kind, 'web', namespace, signal)).toMatchObject({ ok: true, value: null });
  });

  test('a byte order mark in front of the body is nothing', async () => {
    const body = `\uFEFF${JSON.stringify(deployment)}`;
    api().get('/apis/apps/v1/namespaces/shop/deployments/web').reply(200, body);
    expect(await reader.get('Deployment', 'web', 'shop', signal)).toMatchObject({ ok: true });
  });

  test('the settings of Argo CD keep their data', async () => {
    const map = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'argocd-cm', namespace: 'argocd' },
      data: { 'timeout.reconciliation': '180s' },
    };
    api().get('/api/v1/namespaces/argocd/configmaps/argocd-cm').reply(200, map);
    const answer = await reader.get('ConfigMap', 'argocd-cm', 'argocd', signal);
    expect(answer).toMatchObject({ ok: true, value: { data: { 'timeout.reconciliation': '180s' } } });
  });

  test('another ConfigMap is not ours to read: a mistake in our code', async () => {
    await expect(reader.get('ConfigMap', 'settings', 'shop', signal)).rejects.toThrow(
      'GET /api/v1/namespaces/shop/configmaps/settings is not in the table',
    );
  });

  test.each(['..', '.', '', 'a/b', 'a%2fb'])('no object can be named %j: nothing is sent', async (name) => {
    expect(await reader.get('Pod', name, 'shop', signal)).toMatchObject({ ok: true, value: null });
    expect(await reader.get('Pod', 'web', name, signal)).toMatchObject({ ok: true, value: null });
  });

  test('a name with other characters is encoded', async () => {
    api()
      .get('/api/v1/namespaces/shop/pods/a%20b%3F')
      .reply(404, status(404, 'NotFound', 'not found'));
    expect(await reader.get('Pod', 'a b?', 'shop', signal)).toMatchObject({ ok: true, value: null });
  });

  test('a kind that no CRD defines has no objects', async () => {
    api().get('/apis/argoproj.io/v1alpha1/namespaces/shop/rollouts/web').reply(404, '404 page not found\n');
    expect(await reader.get('Rollout', 'web', 'shop', signal)).toMatchObject({ ok: true, value: null });
  });

  test.each([
    ['a bare 404 for a built-in kind', 404, '404 page not found\n', 'status 404'],
    [
      'an aggregated server that does not know the resource',
      404,
      status(404, 'NotFound', 'the server could not find the requested resource'),
      'status 404',
    ],
    ['a sign-in page', 200, '<html><body>Sign in</body></html>', 'body'],
    ['cut JSON', 200, '{"kind":"Deployment","apiVersion"', 'body'],
    ['another kind', 200, { ...deployment, kind: 'Status' }, 'Status shop/web: kind'],
    [
      'a container without a name',
      200,
      { ...deployment, spec: { ...deployment.spec, template: { spec: { containers: [{}] } } } },
      'Deployment shop/web: spec.template.spec.containers[0].name',
    ],
    ['a list where an object belongs', 200, [], 'body'],
  ])('%s is malformed, never "not there"', async (_title, code, body, path) => {
    api().get('/apis/apps/v1/namespaces/shop/deployments/web').reply(code, body);
    expect(await reader.get('Deployment', 'web', 'shop', signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', what: 'deployments.apps web in namespace shop (prd)', path },
    });
  });
});

describe('list', () => {
  const path = '/api/v1/namespaces/shop/pods';
  const list = (items: unknown, next?: string) => ({
    apiVersion: 'v1',
    kind: 'PodList',
    metadata: { resourceVersion: '7', ...(next !== undefined && { continue: next, remainingItemCount: 1 }) },
    items,
  });

  test('reads pages to the end, and says what the items are', async () => {
    const query = { labelSelector: 'app=web,tier in (a,b)', limit: '250' };
    api()
      .get(path)
      .query(query)
      .reply(200, list([pod('a')], 'token'));
    api()
      .get(path)
      .query({ ...query, continue: 'token' })
      .reply(200, list([pod('b')], ''));
    const answer = await reader.list(
      'Pod',
      { namespace: 'shop', labelSelector: 'app=web,tier in (a,b)' },
      signal,
    );
    expect(answer).toMatchObject({
      ok: true,
      source: 'GET /api/v1/namespaces/shop/pods?labelSelector=app=web,tier in (a,b) (prd)',
      value: {
        truncated: false,
        items: [
          { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } },
          { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } },
        ],
      },
    });
  });

  test('stops after four pages and says that there was more', async () => {
    for (const token of ['', '1', '2', '3']) {
      const query = { limit: '250', ...(token !== '' && { continue: token }) };
      api()
        .get(path)
        .query(query)
        .reply(200, list([pod(`p${token}`)], String(Number(token) + 1)));
    }
    const answer = await reader.list('Pod', { namespace: 'shop' }, signal);
    expect(answer).toMatchObject({ ok: true, value: { truncated: true } });
    expect(answer.ok && answer.value.items.map((item) => item.metadata.name)).toEqual([
      'p',
      'p1',
      'p2',
      'p3',
    ]);
  });

  test('starts again once when the continue token has expired', async () => {
    const expired = status(410, 'Expired', 'The provided continue parameter is too old');
    api()
      .get(path)
      .query({ limit: '250' })
      .reply(200, list([pod('old')], 'token'));
    api().get(path).query({ limit: '250', continue: 'token' }).reply(410, expired);
    api()
      .get(path)
      .query({ limit: '250' })
      .reply(200, list([pod('new')]));
    const answer = await reader.list('Pod', { namespace: 'shop' }, signal);
    expect(answer.ok && answer.value.items.map((item) => item.metadata.name)).toEqual(['new']);
  });

  test('a token that expires twice is malformed', async () => {
    const expired = status(410, 'Expired', 'too old');
    api()
      .get(path)
      .query({ limit: '250' })
      .twice()
      .reply(200, list([pod('old')], 'token'));
    api().get(path).query({ limit: '250', continue: 'token' }).twice().reply(410, expired);
    expect(await reader.list('Pod', { namespace: 'shop' }, signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path: 'status 410', detail: 'too old' },
    });
  });

  test('one item of another shape makes the list malformed, with its name', async () => {
    api()
      .get(path)
      .query(true)
      .reply(200, list([pod('a'), { ...pod('b'), spec: { containers: [{ image: 'x' }] } }]));
    expect(await reader.list('Pod', { namespace: 'shop' }, signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path: 'Pod shop/b: spec.containers[0].name', detail: 'Required' },
    });
  });

  test.each([
    ['items that are no list', list('none'), 'items'],
    ['an object where a list belongs', deployment, 'kind'],
  ])('%s: malformed', async (_title, body, at) => {
    api().get(path).query(true).reply(200, body);
    expect(await reader.list('Pod', { namespace: 'shop' }, signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path: at },
    });
  });

  test('no items at all may be written as null', async () => {
    api().get(path).query(true).reply(200, list(null));
    const answer = await reader.list('Pod', { namespace: 'shop' }, signal);
    expect(answer).toMatchObject({ ok: true, value: { items: [], truncated: false } });
  });

  test('all namespaces', async () => {
    const body = { apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationList', metadata: {}, items: [] };
    api().get('/apis/argoproj.io/v1alpha1/applications').query({ limit: '250' }).reply(200, body);
    expect(await reader.list('Application', {}, signal)).toMatchObject({ ok: true, value: { items: [] } });
  });

  test('a cluster without the CRD has none of them', async () => {
    api()
      .get('/apis/argoproj.io/v1alpha1/namespaces/shop/rollouts')
      .query(true)
      .reply(404, '404 page not found\n');
    const answer = await reader.list('Rollout', { namespace: 'shop' }, signal);
    expect(answer).toMatchObject({ ok: true, value: { items: [], truncated: false } });
  });

  test('ConfigMaps are asked for without contents, and kept without them whatever comes', async () => {
    nock(host, { reqheaders: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' } })
      .get('/api/v1/namespaces/shop/configmaps')
      .query({ limit: '250' })
      .reply(200, {
        apiVersion: 'meta.k8s.io/v1',
        kind: 'PartialObjectMetadataList',
        metadata: {},
        items: [
          { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: { name: 'a' } },
          { metadata: { name: 'b' }, data: { password: 'x' } },
        ],
      });
    const answer = await reader.list('ConfigMap', { namespace: 'shop' }, signal);
    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && JSON.parse(JSON.stringify(answer.value.items))).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } },
    ]);
  });
});

describe('other kinds', () => {
  const flux = { group: 'source.toolkit.fluxcd.io', version: 'v1', plural: 'gitrepositories' };
  const path = '/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories';
  const object = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: { interval: '1m', suspend: true },
    status: { artifact: { revision: 'main@sha1:1' } },
  };

  test('are kept as they are', async () => {
    api().get(`${path}/apps`).reply(200, object);
    expect(await reader.getOther(flux, 'apps', 'flux-system', signal)).toMatchObject({
      ok: true,
      value: object,
    });
  });

  test('items of a list are named by the list', async () => {
    const { metadata, spec } = object;
    const body = {
      apiVersion: object.apiVersion,
      kind: 'GitRepositoryList',
      metadata: {},
      items: [{ metadata, spec }],
    };
    api().get(path).query({ limit: '250' }).reply(200, body);
    expect(await reader.listOther(flux, 'flux-system', signal)).toMatchObject({
      ok: true,
      value: [{ apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', spec }],
    });
  });

  test.each([
    ['the API does not know the group', '404 page not found\n'],
    ['there is no such object', status(404, 'NotFound', 'gitrepositories "apps" not found')],
    [
      'an aggregated server does not know the resource',
      status(404, 'NotFound', 'the server could not find the requested resource'),
    ],
  ])('%s: none', async (_title, body) => {
    api().get(`${path}/apps`).reply(404, body);
    api().get(path).query(true).reply(404, body);
    expect(await reader.getOther(flux, 'apps', 'flux-system', signal)).toMatchObject({
      ok: true,
      value: null,
    });
    expect(await reader.listOther(flux, 'flux-system', signal)).toMatchObject({ ok: true, value: [] });
  });

  test('a 404 of something that is no API server is malformed', async () => {
    api().get(`${path}/apps`).reply(404, '<html>Not found</html>');
    expect(await reader.getOther(flux, 'apps', 'flux-system', signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path: 'status 404', detail: '<html>Not found</html>' },
    });
  });

  test('secrets are in no table', async () => {
    const secrets = { group: '', version: 'v1', plural: 'secrets' };
    await expect(reader.listOther(secrets, 'shop', signal)).rejects.toThrow('not in the table');
    await expect(reader.getOther(secrets, 'a', 'shop', signal)).rejects.toThrow('not in the table');
  });
});

describe('log', () => {
  const target = { namespace: 'shop', pod: 'web-1', container: 'web', previous: true };
  const path = '/api/v1/namespaces/shop/pods/web-1/log';
  const query = { container: 'web', previous: 'true', tailLines: '50', limitBytes: '16384' };

  test('gives the last lines', async () => {
    nock(host).get(path).query(query).reply(200, 'one\r\ntwo\n\nthree\n');
    expect(await reader.log(target, signal)).toMatchObject({
      ok: true,
      source: `GET ${path}?container=web&previous=true&tailLines=50&limitBytes=16384 (prd)`,
      value: ['one', 'two', '', 'three'],
    });
  });

  test('an empty log has no lines', async () => {
    nock(host).get(path).query(query).reply(200, '');
    expect(await reader.log(target, signal)).toMatchObject({ ok: true, value: [] });
  });

  test.each([
    [400, 'BadRequest', 'previous terminated container "web" in pod "web-1" not found'],
    [
      400,
      'BadRequest',
      'container "web" in pod "web-1" is waiting to start: trying and failing to pull image',
    ],
    [404, 'NotFound', 'pods "web-1" not found'],
  ])('%d %s: no such log', async (code, reason, message) => {
    nock(host)
      .get(path)
      .query(query)
      .reply(code, status(code, reason, message));
    expect(await reader.log(target, signal)).toMatchObject({ ok: true, value: null });
  });

  test('the right for logs is its own', async () => {
    const message =
      'pods "web-1" is forbidden: User "reader" cannot get resource "pods/log" in API group "" in the namespace "shop"';
    nock(host)
      .get(path)
      .query(query)
      .reply(403, status(403, 'Forbidden', message));
    expect(await reader.log(target, signal)).toMatchObject({
      ok: false,
      error: { kind: 'denied', missing: 'get pods/log in namespace shop', detail: message },
    });
  });
});

describe('refused and failed', () => {
  const path = '/apis/apps/v1/namespaces/shop/deployments';
  const look = () => reader.list('Deployment', { namespace: 'shop' }, signal);
  const answers = (code: number, body: nock.Body, headers: nock.ReplyHeaders = {}) =>
    api().get(path).query(true).reply(code, body, headers);
  const empty = { apiVersion: 'apps/v1', kind: 'DeploymentList', metadata: {}, items: [] };

  test.each([
    [
      'in a namespace',
      'deployments.apps is forbidden: User "u" cannot list resource "deployments" in API group "apps" in the namespace "shop"',
      'list deployments.apps in namespace shop',
    ],
    [
      'in the whole cluster, with the reason of Azure behind it',
      'applications.argoproj.io is forbidden: User "u" cannot list resource "applications" in API group "argoproj.io" at the cluster scope: User does not have access to the resource in Azure.',
      'list applications.argoproj.io in the whole cluster',
    ],
    ['without the words', 'denied by policy', 'list deployments.apps in namespace shop'],
  ])('403 %s names the missing right', async (_title, message, missing) => {
    answers(403, status(403, 'Forbidden', message));
    expect(await look()).toMatchObject({ ok: false, error: { kind: 'denied', missing, detail: message } });
  });

  test('403 of a gateway names the cluster: which right is missing is not known', async () => {
    answers(403, '<h1>Forbidden</h1>');
    expect(await look()).toMatchObject({
      ok: false,
      error: { kind: 'denied', missing: 'access to cluster prd', detail: '<h1>Forbidden</h1>' },
    });
  });

  test('401 is the sign-in', async () => {
    answers(401, status(401, 'Unauthorized', 'Unauthorized'));
    expect(await look()).toMatchObject({
      ok: false,
      error: { kind: 'denied', missing: 'sign-in to cluster prd' },
    });
  });

  test('no token: nothing is sent', async () => {
    const tokenless = createKubernetesReader({
      name: 'prd',
      server: host,
      baseUrl: host,
      credential: () => Promise.reject(new Error('AADSTS700016: no such application')),
    });
    expect(await tokenless.list('Deployment', { namespace: 'shop' }, signal)).toMatchObject({
      ok: false,
      error: { kind: 'denied', detail: 'AADSTS700016: no such application' },
    });
  });

  test.each([
    [429, 'Too many requests', { 'Retry-After': '0' }],
    [500, status(500, 'InternalError', 'etcd'), {}],
    [503, '<html>Bad gateway</html>', {}],
  ])('%d is tried once more', async (code, body, headers) => {
    answers(code, body, headers);
    answers(200, empty);
    expect(await look()).toMatchObject({ ok: true, value: { items: [] } });
  });

  test('429 twice is throttled, after the pause the server asks for', async () => {
    answers(429, '', { 'Retry-After': '1' });
    answers(429, '', { 'Retry-After': '30' });
    const startedAt = performance.now();
    expect(await look()).toMatchObject({ ok: false, error: { kind: 'throttled', retryAfterSeconds: 30 } });
    expect(performance.now() - startedAt).toBeGreaterThan(950);
  });

  test('a pause of more than a second is not waited for whole', async () => {
    answers(429, '', { 'Retry-After': '60' });
    answers(200, empty);
    const startedAt = performance.now();
    expect(await look()).toMatchObject({ ok: true });
    expect(performance.now() - startedAt).toBeLessThan(1900);
  });

  test('500 twice is unreachable, with the address', async () => {
    answers(502, '<html/>');
    answers(503, '<html/>');
    expect(await look()).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', address: 'k8s.test', detail: 'the server answers 503' },
    });
  });

  test.each([
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND k8s.test'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443'],
    ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ])('%s is unreachable at once', async (code, message) => {
    api()
      .get(path)
      .query(true)
      .replyWithError(Object.assign(new Error(message), { code }));
    const answer = await look();
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable', address: 'k8s.test' } });
    expect(JSON.stringify(answer)).toContain(code);
  });

  test('a connection that is cut is tried once more', async () => {
    const cut = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    api().get(path).query(true).replyWithError(cut);
    answers(200, empty);
    expect(await look()).toMatchObject({ ok: true, value: { items: [] } });

    api().get(path).query(true).twice().replyWithError(cut);
    expect(await look()).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', detail: 'ECONNRESET: socket hang up' },
    });
  });
});

test.each(['http://k8s.test', 'http://localhost:8080', 'ftp://127.0.0.1', 'k8s.test'])(
  'an API server is named with https: %s is refused',
  (baseUrl) => {
    expect(() => createKubernetesReader({ name: 'x', server: 'x', baseUrl })).toThrow('Give an https URL');
  },
);
