// Who may talk to the bot: real tokens against real checks, with our own keys on loopback (facts/sdks.md 4.2).
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { ConfigurationServiceClientCredentialFactory } from 'botbuilder';
import { BotAdapter } from '../../src/bot/adapter.ts';
import { startTestBot } from './support/bot.ts';
import type { TestBot } from './support/bot.ts';
import type { Admission } from '../../src/bot/admission.ts';

const APP = '00000000-0000-0000-0000-0000000000a1';
const TENANT = '00000000-0000-0000-0000-0000000000b1';
const IDENTITY = { appId: APP, tenantId: TENANT, type: 'SingleTenant', password: 'not used' } as const;

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

let bot: TestBot;
let keyServer: { url: string; stop: () => void };

/** The credential of outgoing calls, without a network. */
class LoopbackCredentials extends ConfigurationServiceClientCredentialFactory {
  override createCredentials(): ReturnType<ConfigurationServiceClientCredentialFactory['createCredentials']> {
    const credentials = {
      signRequest: (request: { headers: { set(name: string, value: string): void } }) => {
        request.headers.set('authorization', 'Bearer outgoing');
        return Promise.resolve(request);
      },
    };
    return Promise.resolve(
      credentials as unknown as Awaited<
        ReturnType<ConfigurationServiceClientCredentialFactory['createCredentials']>
      >,
    );
  }
}

/** Every address is set: one alone makes the others undefined (facts/sdks.md 4.2). */
function adapterWith(admission: Admission, metadata: string): BotAdapter {
  const settings = {
    MicrosoftAppId: APP,
    MicrosoftAppType: 'SingleTenant',
    MicrosoftAppTenantId: TENANT,
    MicrosoftAppPassword: 'not used',
    ToChannelFromBotLoginUrl: 'http://127.0.0.1:9/login',
    ToChannelFromBotOAuthScope: 'https://api.botframework.com',
    ToBotFromChannelTokenIssuer: 'https://api.botframework.com',
    OAuthUrl: 'http://127.0.0.1:9',
    ToBotFromChannelOpenIdMetadataUrl: metadata,
    ToBotFromEmulatorOpenIdMetadataUrl: metadata,
    CallerId: '',
  };
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- botbuilder implements the class like an interface
  return new BotAdapter(admission, settings, new LoopbackCredentials(settings));
}

function startSigned(metadata: string): Promise<TestBot> {
  return startTestBot({
    identity: IDENTITY,
    tenants: [TENANT],
    serviceHosts: ['127.0.0.1'],
    adapterOf: (admission) => adapterWith(admission, metadata),
  });
}

beforeAll(async () => {
  keyServer = await serveKeys();
  bot = await startSigned(`${keyServer.url}/openid`);
  // botbuilder prints keys and errors on the console.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterAll(async () => {
  await bot.stop();
  keyServer.stop();
});

async function serveKeys() {
  const app = express();
  app.get('/openid', (_request, response) => {
    response.json({ jwks_uri: `${keyServer.url}/keys`, id_token_signing_alg_values_supported: ['RS256'] });
  });
  app.get('/keys', (_request, response) => {
    const jwk = keys.publicKey.export({ format: 'jwk' });
    response.json({
      keys: [
        { ...jwk, kid: 'good', use: 'sig', endorsements: ['msteams'] },
        { ...jwk, kid: 'unendorsed', use: 'sig', endorsements: ['webchat'] },
        { ...jwk, kid: 'anywhere', use: 'sig', endorsements: ['msteams', 'webchat'] },
      ],
    });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

interface TokenParts {
  readonly header?: object;
  readonly claims?: object;
  readonly key?: KeyObject;
  readonly signature?: string;
}

function token({ header = {}, claims = {}, key = keys.privateKey, signature }: TokenParts = {}): string {
  const seconds = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'RS256', typ: 'JWT', kid: 'good', ...header },
    {
      iss: 'https://api.botframework.com',
      aud: APP,
      serviceurl: bot.connector.serviceUrl,
      nbf: seconds - 60,
      exp: seconds + 600,
      ...claims,
    },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signed = signature ?? sign('RSA-SHA256', Buffer.from(parts.join('.')), key).toString('base64url');
  return `Bearer ${parts.join('.')}.${signed}`;
}

function activity(overrides: object = {}) {
  return {
    type: 'message',
    text: 'help',
    id: `activity-${Math.random()}`,
    channelId: 'msteams',
    serviceUrl: bot.connector.serviceUrl,
    from: { id: '29:person' },
    recipient: { id: `28:${APP}` },
    conversation: { id: 'a:chat', tenantId: TENANT },
    channelData: { tenant: { id: TENANT } },
    ...overrides,
  };
}

test('a good token is let in, and the answer is signed', async () => {
  const answer = await bot.post(activity(), { authorization: token() });

  expect(answer).toEqual({ status: 200, body: '' });
  expect(bot.connector.posted.at(-1)?.authorization).toBe('Bearer outgoing');
});

test('a trace goes on after the turn with the identity of the bot', async () => {
  const before = bot.connector.posted.length;
  await bot.post(activity({ text: '/trace orders' }), { authorization: token() });
  await new Promise((resolve) => setTimeout(resolve, 300));

  const posted = bot.connector.posted.slice(before);
  expect(posted.map(({ method }) => method)).toEqual(expect.arrayContaining(['POST', 'PUT']));
  expect(posted.every(({ authorization }) => authorization === 'Bearer outgoing')).toBe(true);
});

describe('401, always with the same words', () => {
  const hour = 3600;
  const now = () => Math.floor(Date.now() / 1000);

  test.each<[string, () => string | undefined]>([
    ['no header', () => undefined],
    ['garbage', () => 'Bearer garbage'],
    ['another scheme', () => 'Basic dXNlcjpwYXNz'],
    ['expired', () => token({ claims: { exp: now() - hour } })],
    ['not valid yet', () => token({ claims: { nbf: now() + hour } })],
    ['another issuer', () => token({ claims: { iss: 'https://evil.test' } })],
    ['another audience', () => token({ claims: { aud: 'another-app' } })],
    ['another service address', () => token({ claims: { serviceurl: 'https://evil.test' } })],
    ['no service address', () => token({ claims: { serviceurl: undefined } })],
    ['an unknown key', () => token({ header: { kid: 'unknown' } })],
    ['a key for another channel', () => token({ header: { kid: 'unendorsed' } })],
    ['a bad signature', () => token({ key: otherKeys.privateKey })],
    ['no signature', () => token({ signature: '' })],
    ['alg none', () => token({ header: { alg: 'none' }, signature: '' })],
    ['alg HS256', () => token({ header: { alg: 'HS256' } })],
  ])('%s', async (_, authorization) => {
    const value = authorization();
    const before = bot.connector.posted.length;

    const answer = await bot.post(activity(), value === undefined ? {} : { authorization: value });

    expect(answer).toEqual({ status: 401, body: 'unauthorized' });
    expect(bot.connector.posted).toHaveLength(before);
  });
});

describe('403, though the token is good', () => {
  test.each<[string, object]>([
    ['another channel', { channelId: 'webchat' }],
    ['another tenant', { conversation: { id: 'a:chat', tenantId: 'other' } }],
    ['another tenant in the channel data', { channelData: { tenant: { id: 'other' } } }],
    ['no tenant', { conversation: { id: 'a:chat' }, channelData: {} }],
    ['another bot', { recipient: { id: '28:another' } }],
  ])('%s', async (_, overrides) => {
    const before = bot.connector.posted.length;

    const answer = await bot.post(activity(overrides), {
      authorization: token({ header: { kid: 'anywhere' } }),
    });

    expect(answer).toEqual({ status: 403, body: 'forbidden' });
    expect(bot.connector.posted).toHaveLength(before);
  });
});

test('keys that cannot be fetched are neither good nor bad', async () => {
  const blind = await startSigned('http://127.0.0.1:9/openid');
  const { serviceUrl } = blind.connector;

  const answer = await blind.post(activity({ serviceUrl }), {
    authorization: token({ claims: { serviceurl: serviceUrl } }),
  });

  expect(answer).toEqual({ status: 503, body: 'try again' });
  await blind.stop();
});
