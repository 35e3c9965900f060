import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { createRegistryReader } from '../../../../src/diagnostics/clients/container-registry/reader.ts';

const host = 'https://images.azurecr.test';
const signal = new AbortController().signal;
const version = { 'api-version': '2021-07-01' };
const digest = `sha256:${'6e8b'.repeat(16)}`;
const tagPath = '/acr/v1/shop%2Fweb/_tags/17';
const attributes = { deleteEnabled: true, writeEnabled: false, readEnabled: true, listEnabled: true };
const wireTag = (name: string) => ({
  name,
  digest,
  createdTime: '2026-01-02T03:04:05.1234567Z',
  lastUpdateTime: '2026-01-02T03:04:06.1234567Z',
  signed: false,
  changeableAttributes: attributes,
});
const found = { registry: 'images.azurecr.test', imageName: 'shop/web', tag: wireTag('17') };
const denied = (message: string, code = 'DENIED') => ({ errors: [{ code, message }] });

beforeEach(() => {
  nock.disableNetConnect();
});

afterEach(() => {
  const unused = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  expect(unused).toEqual([]);
});

function newReader() {
  const asked: (string | string[])[] = [];
  const reader = createRegistryReader({
    loginServer: 'Images.azurecr.TEST',
    credential: {
      getToken: (scopes) => {
        asked.push(scopes);
        return Promise.resolve({ token: 'entra', expiresOnTimestamp: Date.now() + 3_600_000 });
      },
    },
    timeoutMs: 3000,
  });
  return { reader, asked };
}

function jwt(expiresInSeconds: number): string {
  const payload = { exp: Math.floor(Date.now() / 1000) + expiresInSeconds };
  return ['e30', Buffer.from(JSON.stringify(payload)).toString('base64url'), 'x'].join('.');
}

function challenge(scope: string) {
  return {
    'Www-Authenticate': `Bearer realm="${host}/oauth2/token",service="images.azurecr.test",scope="${scope}"`,
  };
}

const refreshToken = jwt(10_800);

function exchange() {
  return nock(host)
    .post('/oauth2/exchange', 'grant_type=access_token&service=images.azurecr.test&access_token=entra')
    .query(version);
}

function accessToken(scope: string, token: string) {
  nock(host)
    .post('/oauth2/token', {
      service: 'images.azurecr.test',
      scope,
      refresh_token: refreshToken,
      grant_type: 'refresh_token',
    })
    .query(version)
    .reply(200, { access_token: token });
}

const metadataRead = 'repository:shop/web:metadata_read';

/** The four requests of a first look, the last of which is answered by the test. */
function signIn(path: string, scope = metadataRead, query: Record<string, string> = {}, token = 'access') {
  const error = denied('authentication required', 'UNAUTHORIZED');
  nock(host, { badheaders: ['authorization'] })
    .get(path)
    .query({ ...version, ...query })
    .reply(401, error, challenge(scope));
  exchange().reply(200, { refresh_token: refreshToken });
  accessToken(scope, token);
  return authorized(path, query, token);
}

function authorized(path: string, query: Record<string, string> = {}, token = 'access') {
  return nock(host, { reqheaders: { authorization: `Bearer ${token}` } })
    .get(path)
    .query({ ...version, ...query });
}

describe('looks', () => {
  test('a tag: four requests at first, one afterwards, with the default audience', async () => {
    const { reader, asked } = newReader();
    expect(reader.loginServer).toBe('images.azurecr.test');
    signIn(tagPath).reply(200, found);
    expect(await reader.tag('shop/web', '17', signal)).toEqual({
      ok: true,
      source: 'GET https://images.azurecr.test/acr/v1/shop/web/_tags/17',
      value: {
        found: true,
        value: {
          name: '17',
          digest,
          createdTime: '2026-01-02T03:04:05.123Z',
          lastUpdateTime: '2026-01-02T03:04:06.123Z',
          canDelete: true,
          canWrite: false,
          canRead: true,
          canList: true,
        },
      },
    });
    authorized(tagPath).reply(200, found);
    expect(await reader.tag('shop/web', '17', signal)).toMatchObject({ ok: true, value: { found: true } });
    expect(asked).toEqual(['https://containerregistry.azure.net/.default']);
  });

  test('a byte order mark in front of the body is nothing', async () => {
    nock(host)
      .get(tagPath)
      .query(version)
      .reply(200, `\uFEFF${JSON.stringify(found)}`);
    expect(await newReader().reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: true,
      value: { found: true },
    });
  });

  test('each repository keeps its token: looks in turns are one request each', async () => {
    const { reader } = newReader();
    const other = '/acr/v1/shop%2Fapi/_tags/17';
    signIn(tagPath).reply(200, found);
    signIn(other, 'repository:shop/api:metadata_read', {}, 'other').reply(200, found);
    await reader.tag('shop/web', '17', signal);
    await reader.tag('shop/api', '17', signal);
    authorized(tagPath).reply(200, found);
    authorized(other, {}, 'other').reply(200, found);
    expect(await reader.tag('shop/web', '17', signal)).toMatchObject({ ok: true });
    expect(await reader.tag('shop/api', '17', signal)).toMatchObject({ ok: true });
  });

  test('the repositories of the registry', async () => {
    const { reader } = newReader();
    const scope = 'registry:catalog:*';
    signIn('/acr/v1/_catalog', scope, { n: '2' }).reply(200, { repositories: ['a', 'b'] });
    expect(await reader.repositories({ top: 2 }, signal)).toMatchObject({ ok: true, value: ['a', 'b'] });
  });

  test('tags come newest first, no more than asked for, over pages', async () => {
    const { reader } = newReader();
    const path = '/acr/v1/shop%2Fweb/_tags';
    const page = (...names: string[]) => ({ ...found, tag: undefined, tags: names.map(wireTag) });
    const link = { Link: '</acr/v1/shop/web/_tags?last=16&n=3&orderby=timedesc>; rel="next"' };
    signIn(path, metadataRead, { n: '3', orderby: 'timedesc' }).reply(200, page('18', '17'), link);
    nock(host)
      .get('/acr/v1/shop/web/_tags')
      .query({ last: '16', n: '3', orderby: 'timedesc' })
      .reply(200, page('16', '15'), link);
    const answer = await reader.tags('shop/web', { top: 3 }, signal);
    expect(answer).toMatchObject({
      ok: true,
      source: 'GET https://images.azurecr.test/acr/v1/shop/web/_tags?n=3&orderby=timedesc',
      value: { found: true, value: [{ name: '18' }, { name: '17' }, { name: '16' }] },
    });
    expect(answer.ok && answer.value.found && answer.value.value).toHaveLength(3);
  });

  test('tags of one digest', async () => {
    const { reader } = newReader();
    const query = { n: '5', orderby: 'timedesc', digest };
    const other = { ...wireTag('x'), digest: `sha256:${'0'.repeat(64)}` };
    const body = { imageName: 'shop/web', tags: [wireTag('17'), other] };
    signIn('/acr/v1/shop%2Fweb/_tags', metadataRead, query).reply(200, body);
    const answer = await reader.tags('shop/web', { top: 5, digest }, signal);
    expect(answer).toMatchObject({ ok: true, value: { found: true, value: [{ name: '17' }] } });
    expect(answer.ok && answer.value.found && answer.value.value).toHaveLength(1);
  });

  test('a manifest of one platform, and an index of several', async () => {
    const { reader } = newReader();
    const path = `/acr/v1/shop%2Fweb/_manifests/${encodeURIComponent(digest)}`;
    const mediaType = 'application/vnd.oci.image.manifest.v1+json';
    const manifest = {
      digest,
      imageSize: 8123,
      createdTime: '2026-01-02T03:04:05Z',
      lastUpdateTime: '2026-01-02T03:04:05Z',
      architecture: 'amd64',
      os: 'linux',
      mediaType,
      tags: ['17', 'sha-1'],
      changeableAttributes: attributes,
    };
    signIn(path).reply(200, { imageName: 'shop/web', manifest });
    expect(await reader.manifest('shop/web', digest, signal)).toMatchObject({
      ok: true,
      value: {
        found: true,
        value: {
          digest,
          mediaType,
          sizeBytes: 8123,
          architecture: 'amd64',
          os: 'linux',
          tags: ['17', 'sha-1'],
          canWrite: false,
        },
      },
    });

    const references = [
      { digest: 'sha256:aa', architecture: 'arm64', os: 'linux' },
      { digest: 'sha256:bb', architecture: 'unknown', os: 'unknown' },
    ];
    const index = { ...manifest, architecture: undefined, os: undefined, tags: undefined, references };
    authorized(path).reply(200, { imageName: 'shop/web', manifest: index });
    const answer = await reader.manifest('shop/web', digest, signal);
    expect(answer).toMatchObject({ ok: true, value: { found: true, value: { tags: [], references } } });
    expect(answer.ok && answer.value.found && answer.value.value.architecture).toBeUndefined();
  });

  test('a repository', async () => {
    const { reader } = newReader();
    signIn('/acr/v1/shop%2Fweb').reply(200, {
      registry: 'images.azurecr.test',
      imageName: 'shop/web',
      createdTime: '2026-01-02T03:04:05Z',
      lastUpdateTime: '2026-01-02T03:04:05Z',
      manifestCount: 3,
      tagCount: 4,
      changeableAttributes: attributes,
    });
    expect(await reader.repository('shop/web', signal)).toMatchObject({
      ok: true,
      value: { found: true, value: { name: 'shop/web', tagCount: 4, manifestCount: 3, canList: true } },
    });
  });
});

describe('not there is an answer', () => {
  test.each([
    ['TAG_UNKNOWN', { errors: [{ code: 'TAG_UNKNOWN', message: 'the specified tag does not exist' }] }],
    [
      'NAME_UNKNOWN',
      { errors: [{ code: 'NAME_UNKNOWN', message: 'not known', detail: { name: 'shop/web' } }] },
    ],
    [
      'MANIFEST_UNKNOWN',
      { errors: [{ code: 'MANIFEST_UNKNOWN', message: 'not found', detail: [{ a: 1 }] }] },
    ],
  ])('%s', async (code, body) => {
    const { reader } = newReader();
    signIn(tagPath).reply(404, body);
    expect(await reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: true,
      value: { found: false, code },
    });
  });

  test.each([['..'], [''], ['a b'], ['-x']])('no tag can be named %j: nothing is sent', async (tag) => {
    const answer = await newReader().reader.tag('shop/web', tag, signal);
    expect(answer).toMatchObject({ ok: true, value: { found: false, code: 'TAG_UNKNOWN' } });
  });

  test.each([['..'], [''], ['../_catalog'], ['Shop']])('no repository can be named %j', async (name) => {
    const { reader } = newReader();
    const unknown = { ok: true, value: { found: false, code: 'NAME_UNKNOWN' } };
    expect(await reader.tag(name, '17', signal)).toMatchObject(unknown);
    expect(await reader.tags(name, { top: 1 }, signal)).toMatchObject(unknown);
    expect(await reader.repository(name, signal)).toMatchObject(unknown);
    expect(await reader.manifest(name, digest, signal)).toMatchObject(unknown);
  });

  test('a tag where a digest belongs', async () => {
    expect(await newReader().reader.manifest('shop/web', '17', signal)).toMatchObject({
      ok: true,
      value: { found: false, code: 'MANIFEST_UNKNOWN' },
    });
  });
});

describe('could not look', () => {
  const firewall =
    "client with IP '20.50.60.70' is not allowed access. Refer https://aka.ms/acr/firewall to grant access. CorrelationId: 1";
  const reader403 = 'AcrPull, or Container Registry Repository Reader on images.azurecr.test';

  test('403 of the firewall: network access, nothing about the image', async () => {
    nock(host).get(tagPath).query(version).reply(403, denied(firewall));
    expect(await newReader().reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: {
        kind: 'denied',
        what: 'tag shop/web:17 (images.azurecr.test)',
        missing: 'network access of this address to images.azurecr.test',
        detail: firewall,
      },
    });
  });

  test('403 of the rights names the role', async () => {
    const { reader } = newReader();
    signIn(tagPath).reply(403, denied('requested access to the resource is denied'));
    expect(await reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'denied', missing: reader403, detail: 'requested access to the resource is denied' },
    });
  });

  test('401 on the exchange: the identity has no role there', async () => {
    const message = 'authentication required, visit https://aka.ms/acr/authorization for more information.';
    nock(host).get(tagPath).query(version).reply(401, {}, challenge(metadataRead));
    exchange().reply(401, denied(message, 'UNAUTHORIZED'));
    expect(await newReader().reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'denied', missing: reader403, detail: message },
    });
  });

  test('401 again with a token', async () => {
    const { reader } = newReader();
    signIn(tagPath).reply(401, denied('authentication required', 'UNAUTHORIZED'), challenge(metadataRead));
    expect(await reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'denied', missing: reader403 },
    });
  });

  test('401 on the catalog asks for the lister', async () => {
    const scope = 'registry:catalog:*';
    nock(host).get('/acr/v1/_catalog').query(true).reply(401, {}, challenge(scope));
    exchange().reply(401, denied('authentication required', 'UNAUTHORIZED'));
    expect(await newReader().reader.repositories({ top: 9 }, signal)).toMatchObject({
      ok: false,
      error: {
        kind: 'denied',
        missing: 'AcrPull, or Container Registry Repository Catalog Lister on images.azurecr.test',
      },
    });
  });

  test('no token of the identity: the registry is not to blame', async () => {
    nock(host).get(tagPath).query(version).reply(401, {}, challenge(metadataRead));
    const reader = createRegistryReader({
      loginServer: 'images.azurecr.test',
      credential: { getToken: () => Promise.reject(new Error('ManagedIdentityCredential: no endpoint')) },
    });
    expect(await reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: {
        kind: 'denied',
        missing: 'a token of the identity that reads images.azurecr.test',
        detail: 'ManagedIdentityCredential: no endpoint',
      },
    });
  });

  test.each([
    ['a refresh token that is no JWT', 'nonsense'],
    ['a refresh token without an end', `e30.${Buffer.from('{}').toString('base64url')}.x`],
  ])('%s is malformed', async (_title, token) => {
    nock(host).get(tagPath).query(version).reply(401, {}, challenge(metadataRead));
    exchange().reply(200, { refresh_token: token });
    expect(await newReader().reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path: 'sign-in' },
    });
  });

  test.each([
    ['a page of a proxy', 200, '<html>Welcome</html>', 'body'],
    ['cut JSON', 200, '{"tag":{"name"', 'body'],
    ['no digest', 200, { ...found, tag: { ...wireTag('17'), digest: undefined } }, 'tag.digest'],
    ['another shape', 200, { hello: 'world' }, 'imageName'],
    ['a 404 that is not the registry’s', 404, '<html>Not found</html>', 'status 404'],
    ['a 404 that names nothing', 404, denied('unknown error', 'UNKNOWN'), 'status 404'],
    ['a 404 without a code', 404, {}, 'status 404'],
    ['a locked registry', 405, denied('The operation is disallowed', 'UNSUPPORTED'), 'status 405'],
  ])('%s is malformed, never "not there"', async (_title, status, body, path) => {
    nock(host)
      .get(tagPath)
      .query(version)
      .reply(status, body, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' });
    expect(await newReader().reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path },
    });
  });

  test.each([
    ['<html/>', 'body'],
    [{}, 'imageName'],
    [{ imageName: 'shop/web', tags: 'none' }, 'tags'],
  ])('a list must be one: %j is malformed, never an empty list', async (body, path) => {
    nock(host).get('/acr/v1/shop%2Fweb/_tags').query(true).reply(200, body);
    expect(await newReader().reader.tags('shop/web', { top: 5 }, signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path },
    });
  });

  test.each([
    ['<html/>', 'body'],
    [{ tags: [] }, 'repositories'],
  ])('a catalog must be one: %j', async (body, path) => {
    nock(host).get('/acr/v1/_catalog').query(true).reply(200, body);
    expect(await newReader().reader.repositories({ top: 5 }, signal)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', path },
    });
  });

  test('an empty registry and a repository without tags are answers', async () => {
    nock(host).get('/acr/v1/_catalog').query(true).reply(200, { repositories: null });
    nock(host).get('/acr/v1/shop%2Fweb/_tags').query(true).reply(200, { imageName: 'shop/web', tags: null });
    const { reader } = newReader();
    expect(await reader.repositories({ top: 5 }, signal)).toMatchObject({ ok: true, value: [] });
    expect(await reader.tags('shop/web', { top: 5 }, signal)).toMatchObject({
      ok: true,
      value: { found: true, value: [] },
    });
  });

  test('429 is tried once more, then throttled', async () => {
    const busy = denied('too many requests', 'TOOMANYREQUESTS');
    nock(host).get(tagPath).query(version).reply(429, busy, { 'Retry-After': '1' });
    nock(host).get(tagPath).query(version).reply(200, found);
    const { reader } = newReader();
    expect(await reader.tag('shop/web', '17', signal)).toMatchObject({ ok: true });

    nock(host).get(tagPath).query(version).twice().reply(429, busy, { 'Retry-After': '30' });
    const startedAt = performance.now();
    expect(await reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'throttled', retryAfterSeconds: 30 },
    });
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test('503 is tried once more, then unreachable', async () => {
    nock(host).get(tagPath).query(version).twice().reply(503, '<html/>', { 'content-type': 'text/html' });
    expect(await newReader().reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', address: 'images.azurecr.test', detail: 'the server answers 503' },
    });
  });

  test.each(['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED'])('%s is unreachable', async (code) => {
    nock(host)
      .get(tagPath)
      .query(version)
      .replyWithError(Object.assign(new Error('no'), { code }));
    expect(await newReader().reader.tag('shop/web', '17', signal)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', address: 'images.azurecr.test', detail: `${code}: no` },
    });
  });
});
