import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AccessToken, TokenCredential } from '@azure/identity';
import nock from 'nock';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bearerOf,
  cachedCredential,
  createAzureCredential,
  createAzureDevOpsCredential,
} from '../../../src/diagnostics/clients/credentials.ts';

const hour = 3_600_000;

/** Hands out a new token per call, good for an hour of the test's clock. */
function source() {
  const calls: (string | string[])[] = [];
  let time = 0;
  const credential: TokenCredential = {
    getToken: (scopes) => {
      calls.push(scopes);
      return Promise.resolve({ token: `token ${calls.length}`, expiresOnTimestamp: time + hour });
    },
  };
  const cached = cachedCredential(credential, () => time);
  return { calls, cached, at: (now: number) => (time = now) };
}

describe('the cache', () => {
  test('one token per scope, until five minutes before its end', async () => {
    const { calls, cached, at } = source();
    const token = async (scope: string) => (await cached.getToken(scope))?.token;
    expect([await token('a'), await token('a'), await token('b')]).toEqual(['token 1', 'token 1', 'token 2']);
    at(hour - 300_001);
    expect(await token('a')).toBe('token 1');
    at(hour - 300_000);
    expect(await token('a')).toBe('token 3');
    expect(calls).toEqual(['a', 'b', 'a']);
  });

  test('one request for all who wait at once', async () => {
    const { calls, cached } = source();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => cached.getToken('a')));
    expect(new Set(tokens.map((token) => token?.token))).toEqual(new Set(['token 1']));
    expect(calls).toEqual(['a']);
  });

  test('a failure is not remembered', async () => {
    let fails = true;
    const token: AccessToken = { token: 'x', expiresOnTimestamp: hour };
    const cached = cachedCredential(
      { getToken: () => (fails ? Promise.reject(new Error('no endpoint')) : Promise.resolve(token)) },
      () => 0,
    );
    await expect(cached.getToken('a')).rejects.toThrow('no endpoint');
    fails = false;
    expect(await cached.getToken('a')).toBe(token);
  });

  test('claims ask for another sign-in than the cached one', async () => {
    const { calls, cached } = source();
    await cached.getToken('a');
    expect((await cached.getToken('a', { claims: '{}' }))?.token).toBe('token 2');
    expect(calls).toHaveLength(2);
  });

  test('no token is told as such', async () => {
    const bearer = bearerOf({ getToken: () => Promise.resolve(null) }, 'a');
    await expect(bearer()).rejects.toThrow('The identity has no token for a.');
  });
});

describe('identities', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'credentials-'));
    nock.disableNetConnect();
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
    nock.cleanAll();
    nock.enableNetConnect();
  });

  test('a personal access token is basic, without loading anything', async () => {
    const credential = createAzureDevOpsCredential({ kind: 'pat', token: 'secret' });
    expect(await credential()).toEqual({ scheme: 'basic', token: 'secret' });
  });

  test('workload identity exchanges the projected token, once', async () => {
    const tokenFile = join(folder, 'token');
    await writeFile(tokenFile, 'projected');
    const login = nock('https://login.microsoftonline.com')
      .post('/a-tenant/oauth2/v2.0/token', (body: Record<string, string>) => {
        const { client_id, client_assertion, scope } = body;
        return (
          client_id === 'a-client' &&
          client_assertion === 'projected' &&
          scope === '499b84ac-1321-427f-aa17-267ca6975798/.default'
        );
      })
      .query(true)
      .reply(200, { token_type: 'Bearer', expires_in: 3600, access_token: 'entra' });
    const credential = createAzureDevOpsCredential({
      kind: 'workloadIdentity',
      tenantId: 'a-tenant',
      clientId: 'a-client',
      tokenFile,
    });
    expect(await credential()).toEqual({ scheme: 'bearer', token: 'entra' });
    expect(await credential()).toEqual({ scheme: 'bearer', token: 'entra' });
    expect(login.isDone()).toBe(true);
  });

  test('an identity that is not there says so, and no other one is tried', async () => {
    const credential = createAzureCredential({
      kind: 'workloadIdentity',
      tenantId: 'a-tenant',
      clientId: 'a-client',
      tokenFile: join(folder, 'missing'),
    });
    await expect(credential.getToken('a')).rejects.toThrow(/ENOENT|missing/);
  });
});
