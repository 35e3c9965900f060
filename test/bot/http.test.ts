// The HTTP edge: what is refused before any turn, the two probes, and when the service does not start at all.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import type { MemoryDocuments } from '../storage/memory-documents.ts';
import { memoryDocuments } from '../storage/memory-documents.ts';
import type { TestBot } from './support/bot.ts';
import { startTestBot } from './support/bot.ts';

let documents: MemoryDocuments;
let bot: TestBot;

beforeEach(async () => {
  documents = memoryDocuments();
  bot = await startTestBot({ documents });
});

afterEach(async () => {
  await bot.stop();
});

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${bot.service.url}${path}`, init);
  return { status: response.status, body: await response.text(), headers: response.headers };
}

function postText(body: string, type = 'application/json') {
  return ask('/api/messages', { method: 'POST', headers: { 'content-type': type }, body });
}

describe('messages', () => {
  test.each([
    ['not JSON', '{"type":', 400],
    ['JSON of another kind', '[1,2]', 400],
    ['no type', '{"channelId":"msteams"}', 400],
    ['an empty body', '', 400],
    ['too much', JSON.stringify({ text: 'x'.repeat(300_000) }), 413],
  ])('%s', async (_, body, status) => {
    expect(await postText(body)).toMatchObject({ status, body: 'bad request' });
  });

  test('another content type is not read', async () => {
    expect((await postText('type=message', 'application/x-www-form-urlencoded')).status).toBe(400);
  });

  test.each(['from', 'recipient', 'conversation', 'channelId', 'serviceUrl'])('no %s', async (field) => {
    const whole = {
      type: 'message',
      channelId: 'msteams',
      serviceUrl: bot.connector.serviceUrl,
      from: { id: 'a' },
      recipient: { id: 'b' },
      conversation: { id: 'c' },
    };

    expect((await bot.post({ ...whole, [field]: undefined })).status).toBe(400);
  });

  test('an activity from a service elsewhere is refused in the lab', async () => {
    const answer = await bot.say('help', { serviceUrl: 'https://smba.trafficmanager.net/emea/' });

    expect(answer).toEqual({ status: 403, body: 'forbidden' });
  });

  test('activities that need no answer get none', async () => {
    const types = ['conversationUpdate', 'typing', 'messageReaction', 'event', 'endOfConversation'];

    for (const type of types) expect((await bot.say('', { type })).status).toBe(200);
    expect(bot.connector.posted).toEqual([]);
  });

  test('only POST', async () => {
    expect((await ask('/api/messages')).status).toBe(404);
    expect((await ask('/anything')).status).toBe(404);
  });
});

describe('where the bot is added', () => {
  test('it says once what it does', async () => {
    await bot.say('', { type: 'installationUpdate', action: 'add' });
    await bot.say('', { type: 'installationUpdate', action: 'add-upgrade' });
    await bot.say('', { type: 'installationUpdate', action: 'remove' });

    expect(bot.connector.posted.map(({ activity }) => activity.summary)).toEqual([
      expect.stringContaining('maillon finds the broken link'),
    ]);
  });
});

describe('probes', () => {
  test('alive and ready', async () => {
    expect(await ask('/healthz')).toMatchObject({ status: 200, body: 'alive' });
    expect(await ask('/readyz')).toMatchObject({ status: 200, body: 'ready' });
    expect((await ask('/healthz')).headers.get('x-powered-by')).toBeNull();
  });

  test('without storage: alive, not ready, and why stays inside', async () => {
    documents.probe = () => Promise.reject(new Error('secret account name'));

    expect((await ask('/healthz')).status).toBe(200);
    expect(await ask('/readyz')).toMatchObject({ status: 503, body: 'not ready' });
  });
});

describe('the service does not start', () => {
  const identity = { appId: 'a', tenantId: 't', type: 'UserAssignedMSI' } as const;

  test.each([
    ['without an app id on all interfaces', { identity: null, host: '0.0.0.0' }, /MicrosoftAppId/],
    ['without a tenant', { identity, tenants: [] }, /tenant/],
  ])('%s', async (_, options, message) => {
    await expect(startTestBot(options)).rejects.toThrow(message);
  });

  test('on a port that is taken', async () => {
    const port = Number(new URL(bot.service.url).port);

    await expect(startTestBot({ port })).rejects.toThrow(/EADDRINUSE/);
  });
});

test('a stopped service takes no more connections', async () => {
  const port = Number(new URL(bot.service.url).port);
  await bot.stop();

  await expect(
    new Promise((resolve, reject) =>
      connect({ port, host: '127.0.0.1' }, () => resolve('connected')).once('error', reject),
    ),
  ).rejects.toThrow(/ECONNREFUSED/);
  bot = await startTestBot();
});
