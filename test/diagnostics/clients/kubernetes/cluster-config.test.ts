import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectCluster, fileToken } from '../../../../src/diagnostics/clients/kubernetes/cluster-config.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('in the cluster', () => {
  beforeEach(async () => {
    await writeFile(join(folder, 'ca.crt'), 'a CA');
    await writeFile(join(folder, 'token'), 'a-token\n');
  });

  test.each([
    ['10.0.0.1', 'https://10.0.0.1:443'],
    ['fd00::1', 'https://[fd00::1]:443'],
  ])('%s, by the service account', async (host, baseUrl) => {
    const connection = await connectCluster({ kind: 'inCluster', host, port: '443', folder }, undefined);
    expect(connection).toMatchObject({ baseUrl, ca: 'a CA' });
    expect(await connection.credential?.()).toBe('a-token');
  });

  test('the token is read again after a minute: the kubelet replaces it', async () => {
    let time = 0;
    const file = join(folder, 'token');
    const token = fileToken(file, () => time);
    expect(await token()).toBe('a-token');
    await writeFile(file, 'a-new-token');
    time = 59_999;
    expect(await token()).toBe('a-token');
    time = 60_000;
    expect(await token()).toBe('a-new-token');
  });

  test('outside a cluster there is no service account', async () => {
    const access = {
      kind: 'inCluster',
      host: '10.0.0.1',
      port: '443',
      folder: join(folder, 'none'),
    } as const;
    await expect(connectCluster(access, undefined)).rejects.toThrow('ENOENT');
  });
});

describe('Entra ID', () => {
  test('asks for a token of the AKS server application', async () => {
    const asked: unknown[] = [];
    const caFile = join(folder, 'aks.crt');
    await writeFile(caFile, 'a CA');
    const access = { kind: 'entra', apiUrl: 'https://aks.test', caFile } as const;
    const connection = await connectCluster(access, {
      getToken: (scope) => {
        asked.push(scope);
        return Promise.resolve({ token: 'entra', expiresOnTimestamp: 1 });
      },
    });
    expect(connection).toMatchObject({ baseUrl: 'https://aks.test', ca: 'a CA' });
    expect(await connection.credential?.()).toBe('entra');
    expect(asked).toEqual(['6dae42f8-4368-4678-94ff-3960e28e3630/.default']);
  });

  test('needs an identity', async () => {
    const access = { kind: 'entra', apiUrl: 'https://aks.test', caFile: '' } as const;
    await expect(connectCluster(access, undefined)).rejects.toThrow('needs an Azure identity');
  });
});

describe('kubeconfig', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  async function connect(user: object, cluster: object = {}, context: string | null = null) {
    const file = join(folder, 'config');
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'dev',
      contexts: [{ name: 'dev', context: { cluster: 'kind', user: 'me' } }],
      clusters: [
        {
          name: 'kind',
          cluster: {
            server: 'https://127.0.0.1:6443',
            'certificate-authority-data': base64('a CA'),
            ...cluster,
          },
        },
      ],
      users: [{ name: 'me', user }],
    };
    await writeFile(file, JSON.stringify(config));
    return await connectCluster({ kind: 'kubeconfig', file, context }, undefined);
  }

  test('a token', async () => {
    const connection = await connect({ token: 'a-token' }, {}, 'dev');
    expect(connection).toMatchObject({ baseUrl: 'https://127.0.0.1:6443', ca: 'a CA' });
    expect(await connection.credential?.()).toBe('a-token');
  });

  test('a client certificate', async () => {
    const user = { 'client-certificate-data': base64('a cert'), 'client-key-data': base64('a key') };
    expect(await connect(user)).toEqual({
      baseUrl: 'https://127.0.0.1:6443',
      ca: 'a CA',
      certificate: { cert: 'a cert', key: 'a key' },
    });
  });

  test.each([
    [
      'a program that signs in',
      { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'kubelogin' } },
      {},
      null,
      'gives me neither a token nor a client certificate',
    ],
    [
      'no certificate checks',
      { token: 'x' },
      { 'insecure-skip-tls-verify': true },
      null,
      'turns certificate checks off',
    ],
    [
      'a context that is not there',
      { token: 'x' },
      {},
      'prd',
      'has no context prd with a cluster and a user; it has dev.',
    ],
  ])('%s is refused, with what to do', async (_title, user, cluster, context, message) => {
    await expect(connect(user, cluster, context)).rejects.toThrow(message);
  });
});
