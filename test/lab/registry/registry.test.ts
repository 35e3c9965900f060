// The registry's data plane: token dance, catalogue, tags, manifests, pages, errors.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DIGEST, estateOf, labCase, OLD_DIGEST, serve } from '../fixture.ts';
import type { Answer, Client } from '../fixture.ts';

const SCOPE = 'repository:web:metadata_read';

let client: Client;
beforeAll(async () => {
  client = await serve();
});
afterAll(() => client.lab.close());

describe('the token dance', () => {
  test('without a token: a challenge that names the scope', async () => {
    const answer = await client.registry('/acr/v1/web/_tags/1?api-version=2021-07-01');

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer realm="https://fabrikam.azurecr.io/oauth2/token",service="fabrikam.azurecr.io",scope="${SCOPE}"`,
    );
    expect(answer.body).toEqual({
      errors: [
        {
          code: 'UNAUTHORIZED',
          message: 'authentication required, visit https://aka.ms/acr/authorization for more information.',
          detail: [{ Type: 'repository', Name: 'web', Action: 'metadata_read' }],
        },
      ],
    });
  });

  test('the refresh token is a JWT that expires', async () => {
    const { refresh_token: token } = (await exchange()).body as { refresh_token: string };
    const [, payload = ''] = token.split('.');
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };

    expect(token.split('.')).toHaveLength(3);
    expect(exp * 1000 - Date.now()).toBeGreaterThan(60_000);
  });

  test('a token opens its scope and no other', async () => {
    const headers = { authorization: `Bearer ${await tokenFor(SCOPE)}` };

    expect((await client.registry('/acr/v1/web/_tags', { headers })).status).toBe(200);
    expect((await client.registry('/v2/', { headers })).status).toBe(200);
    const other = await client.registry('/acr/v1/_catalog', { headers });
    expect(other.status).toBe(401);
    expect(other.headers.get('www-authenticate')).toMatch(
      /scope="registry:catalog:\*",error="insufficient_scope"$/,
    );
  });

  test.each([
    ['/oauth2/exchange', 'grant_type=access_token&service=other&access_token=t'],
    ['/oauth2/exchange', 'grant_type=access_token&service=fabrikam.azurecr.io'],
    ['/oauth2/token', `service=fabrikam.azurecr.io&scope=${SCOPE}&refresh_token=x&grant_type=refresh_token`],
    ['/oauth2/token', 'service=fabrikam.azurecr.io&refresh_token=x'],
  ])('%s refuses %s', async (path, body) => {
    const answer = await client.registry(path, { method: 'POST', body });

    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ errors: [{ code: 'UNAUTHORIZED' }] });
  });
});

describe('images', () => {
  test('one tag', async () => {
    expect((await get('/acr/v1/web/_tags/2')).body).toMatchObject({
      registry: 'fabrikam.azurecr.io',
      imageName: 'web',
      tag: { name: '2', digest: DIGEST, changeableAttributes: { readEnabled: true } },
    });
  });

  test('tags by name, by time, and of one digest', async () => {
    expect(names(await get('/acr/v1/web/_tags'))).toEqual(['1', '2']);
    expect(names(await get('/acr/v1/web/_tags?orderby=timedesc'))).toEqual(['2', '1']);
    expect(names(await get(`/acr/v1/web/_tags?digest=${OLD_DIGEST}`))).toEqual(['1']);
  });

  test('pages follow the relative link', async () => {
    const first = await get('/acr/v1/web/_tags?n=1&orderby=timedesc');
    const link = first.headers.get('link') ?? '';

    expect(link).toBe('</acr/v1/web/_tags?last=2&n=1&orderby=timedesc>; rel="next"');
    const second = await get(/<(.*)>/.exec(link)?.[1] ?? '');
    expect([names(first), names(second), second.headers.get('link')]).toEqual([['2'], ['1'], null]);
  });

  test('manifests, and one of them by its encoded digest', async () => {
    expect((await get('/acr/v1/web/_manifests?orderby=timedesc')).body).toMatchObject({
      manifests: [{ digest: DIGEST, tags: ['2'] }, { digest: OLD_DIGEST }],
    });
    expect((await get(`/acr/v1/web/_manifests/${encodeURIComponent(DIGEST)}`)).body).toMatchObject({
      manifest: { digest: DIGEST, architecture: 'amd64' },
    });
  });

  test('a repository, also with a slash in its name', async () => {
    expect((await get('/acr/v1/web')).body).toMatchObject({
      imageName: 'web',
      tagCount: 2,
      manifestCount: 2,
      lastUpdateTime: '2026-01-05T09:05:00Z',
    });
    const slash = 'repository:tools/proxy:metadata_read';
    expect((await get('/acr/v1/tools%2Fproxy', slash)).body).toMatchObject({
      imageName: 'tools/proxy',
      tagCount: 0,
    });
    expect((await get('/acr/v1/tools%2Fproxy/_tags', slash)).body).toMatchObject({ tags: [] });
  });

  test('the catalogue', async () => {
    expect((await get('/acr/v1/_catalog', 'registry:catalog:*')).body).toEqual({
      repositories: ['tools/proxy', 'web'],
    });
  });

  test('what must not be listed can still be read by name', async () => {
    const { registry } = estateOf();
    const hidden = registry.repositories?.['web']?.tags[0];
    if (hidden === undefined) throw new Error('the fixture has no tag');
    hidden.changeableAttributes.listEnabled = false;
    const other = await serve(labCase({ registry }));

    expect(names(await get('/acr/v1/web/_tags', SCOPE, other))).toEqual(['2']);
    expect((await get('/acr/v1/web/_tags/1', SCOPE, other)).status).toBe(200);
    await other.lab.close();
  });

  test.each([
    ['/acr/v1/web/_tags/none', SCOPE, 'TAG_UNKNOWN', 'the specified tag does not exist'],
    [
      '/acr/v1/none/_tags/1',
      'repository:none:metadata_read',
      'NAME_UNKNOWN',
      'repository name not known to registry',
    ],
    [
      '/acr/v1/none',
      'repository:none:metadata_read',
      'NAME_UNKNOWN',
      'repository name not known to registry',
    ],
    [
      `/acr/v1/web/_manifests/sha256:0`,
      SCOPE,
      'MANIFEST_UNKNOWN',
      'manifest tagged by "sha256:0" is not found',
    ],
  ])('%s is 404 %s', async (path, scope, code, message) => {
    const answer = await get(path, scope);

    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ errors: [{ code, message }] });
  });
});

describe('the error of a case is the answer to every call', () => {
  const denied = {
    errors: [
      {
        code: 'DENIED',
        message:
          "client with IP '20.0.0.1' is not allowed access. Refer https://aka.ms/acr/firewall to grant access.",
      },
    ],
  };
  test.each([
    [403, denied, 'DENIED', null],
    [403, undefined, 'DENIED', null],
    [401, undefined, 'UNAUTHORIZED', expect.stringContaining('Bearer realm=')],
  ])('%i', async (status, body, code, challenge) => {
    const refusing = await serve(
      labCase({ registry: { loginServer: 'fabrikam.azurecr.io', error: { status, body } } }),
    );

    for (const [method, path] of [
      ['GET', '/acr/v1/web/_tags/1'],
      ['GET', '/v2/'],
      ['POST', '/oauth2/exchange'],
    ] as const) {
      const answer = await refusing.registry(path, { method });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.body).toMatchObject({ errors: [{ code }] });
      if (method === 'GET') expect(answer.headers.get('www-authenticate')).toEqual(challenge);
    }
    await refusing.lab.close();
  });

  test('a page of a proxy stays a page', async () => {
    const refusing = await serve(
      labCase({ registry: { loginServer: 'fabrikam.azurecr.io', error: { status: 502, body: '<html>' } } }),
    );

    const answer = await refusing.registry('/v2/');

    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
      502,
      '<html>',
      'text/html; charset=utf-8',
    ]);
    await refusing.lab.close();
  });
});

async function exchange(from: Client = client): Promise<Answer> {
  const body = 'grant_type=access_token&service=fabrikam.azurecr.io&access_token=entra';
  return from.registry('/oauth2/exchange?api-version=2021-07-01', { method: 'POST', body });
}

async function tokenFor(scope: string, from: Client = client): Promise<string> {
  const { refresh_token: refresh } = (await exchange(from)).body as { refresh_token: string };
  const form = new URLSearchParams({
    service: 'fabrikam.azurecr.io',
    scope,
    refresh_token: refresh,
    grant_type: 'refresh_token',
  });
  const answer = await from.registry('/oauth2/token', { method: 'POST', body: form.toString() });
  return (answer.body as { access_token: string }).access_token;
}

async function get(path: string, scope = SCOPE, from: Client = client): Promise<Answer> {
  return from.registry(path, { headers: { authorization: `Bearer ${await tokenFor(scope, from)}` } });
}

function names(answer: Answer): string[] {
  return (answer.body as { tags: { name: string }[] }).tags.map(({ name }) => name);
}
