import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { createNetworkReader } from '../../../../src/diagnostics/clients/network/reader.ts';
import { startLoopback, type Loopback } from './loopback.ts';
import { startNameServer, type NameServer, type Zone } from './name-server.ts';

const signal = new AbortController().signal;

// nock stands between agent and socket even for requests that it lets through.
beforeAll(() => nock.restore());

describe('resolve', () => {
  let names: NameServer | undefined;

  afterEach(async () => {
    await names?.close();
    names = undefined;
  });

  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

  async function readerOf(zone: Zone, systemLookup: () => Promise<readonly string[]>, timeoutMs = 3000) {
    names = await startNameServer(zone);
    return createNetworkReader({ nameServers: [names.address], systemLookup, timeoutMs });
  }

  test('an address, with the alias that only the name server tells', async () => {
    const zone = { 'a.test': { address: '10.0.3.5', alias: 'a.privatelink.test' } };
    const reader = await readerOf(zone, () => Promise.resolve(['10.0.3.5']));
    expect(await reader.resolve('a.test', signal)).toEqual({
      ok: true,
      source: 'DNS a.test',
      value: { name: 'a.test', addresses: ['10.0.3.5'], cname: 'a.privatelink.test' },
    });
  });

  test('what the system resolves counts: connections go there', async () => {
    const zone = { 'a.test': { address: '20.0.0.1' } };
    const hosts = await readerOf(zone, () => Promise.resolve(['10.0.3.5', 'fd00::5']));
    expect(await hosts.resolve('a.test', signal)).toMatchObject({
      ok: true,
      value: { addresses: ['10.0.3.5', 'fd00::5'] },
    });
  });

  test('where the system knows nothing, the name server is believed', async () => {
    const reader = await readerOf({ 'a.test': { address: '20.0.0.1' } }, failing('ENOTFOUND'));
    expect(await reader.resolve('a.test', signal)).toMatchObject({
      ok: true,
      value: { addresses: ['20.0.0.1'] },
    });
  });

  test.each([
    ['no such name', { code: 'NXDOMAIN' }, 'ENOTFOUND', 'ENOTFOUND'],
    ['a name server in trouble', { code: 'SERVFAIL' }, 'EAI_AGAIN', 'SERVFAIL'],
    ['a name server that refuses', { code: 'REFUSED' }, 'EAI_AGAIN', 'REFUSED'],
    ['a name without address', {}, 'ENOTFOUND', 'ENODATA'],
    [
      'a name server out of reach, where the system got an answer',
      { silent: true },
      'ENOTFOUND',
      'ENOTFOUND',
    ],
  ] as const)('%s is an answer', async (_title, record, system, error) => {
    const reader = await readerOf({ 'a.test': record }, failing(system));
    expect(await reader.resolve('a.test', signal)).toMatchObject({
      ok: true,
      value: { name: 'a.test', addresses: [], error },
    });
  });

  test('nobody answers: not an answer', async () => {
    const reader = await readerOf({ 'a.test': { silent: true } }, failing('EAI_AGAIN'));
    expect(await reader.resolve('a.test', signal)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', address: 'name servers of the bot' },
    });
  });

  test('the deadline ends a look that hangs', async () => {
    const reader = await readerOf({ 'a.test': { silent: true } }, () => new Promise(() => undefined), 100);
    expect(await reader.resolve('a.test', signal)).toMatchObject({
      ok: false,
      error: { kind: 'timeout', what: 'DNS a.test' },
    });
  });
});

describe('fetch', () => {
  let server: Loopback | undefined;

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  /** The server of the test is on this host, which the bot would never call. */
  const open = createNetworkReader({ isClosed: () => false, timeoutMs: 500 });

  test('gives status, headers and the beginning of the body', async () => {
    const seen: unknown[] = [];
    server = await startLoopback((request, response) => {
      seen.push(request.method, request.url, request.headers.authorization, request.headers.cookie);
      response.writeHead(404, { 'X-Build': '17', 'Set-Cookie': ['a=1', 'b=2'] });
      response.end('é'.repeat(10_000));
    });
    const answer = await open.fetch(`${server.url}/page?x=1`, signal);
    expect(answer).toMatchObject({
      ok: true,
      source: `GET ${server.url}/page?x=1`,
      value: {
        url: `${server.url}/page?x=1`,
        status: 404,
        headers: { 'x-build': '17', 'set-cookie': 'a=1, b=2' },
        body: 'é'.repeat(4096),
      },
    });
    expect(seen).toEqual(['GET', '/page?x=1', undefined, undefined]);
  });

  test('a redirect is an answer, not followed', async () => {
    let requests = 0;
    server = await startLoopback((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    expect(await open.fetch(server.url, signal)).toMatchObject({
      ok: true,
      value: { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' },
    });
    expect(requests).toBe(1);
  });

  test.each([
    ['a page that never comes', ''],
    ['a body that never ends', 'beginning'],
  ])('%s is given up at the deadline', async (_title, beginning) => {
    server = await startLoopback((_request, response) => {
      if (beginning !== '') response.write(beginning);
    });
    const answer = await open.fetch(server.url, signal);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  test('a connection that is refused or cut is unreachable', async () => {
    server = await startLoopback((request) => request.socket.destroy());
    const address = new URL(server.url).host;
    expect(await open.fetch(server.url, signal)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', address, detail: 'ECONNRESET: socket hang up' },
    });
    await server.close();
    expect(await open.fetch(server.url, signal)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', address, detail: `connect ECONNREFUSED ${address}` },
    });
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.8.8.8/',
    'http://2130706433/',
    'http://0.0.0.0/',
    'http://169.254.169.254/metadata/instance',
    'http://168.63.129.16/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
  ])('%s is never called', async (url) => {
    expect(await createNetworkReader().fetch(url, signal)).toMatchObject({
      ok: false,
      error: { kind: 'denied', missing: 'an address that the bot may call' },
    });
  });

  test('a name is no way around: what it resolves to is checked', async () => {
    let requests = 0;
    server = await startLoopback((_request, response) => {
      requests += 1;
      response.end();
    });
    const { port } = new URL(server.url);
    expect(await createNetworkReader().fetch(`http://localhost:${port}/`, signal)).toMatchObject({
      ok: false,
      error: { kind: 'denied' },
    });
    expect(requests).toBe(0);
    expect(await open.fetch(`http://localhost:${port}/`, signal)).toMatchObject({ ok: true });
  });

  test.each(['ftp://shop.test/', 'file:///etc/passwd', 'shop.test', 'https://user:secret@shop.test/'])(
    '%s is no page',
    async (url) => {
      expect(await open.fetch(url, signal)).toMatchObject({
        ok: false,
        error: { kind: 'malformed', path: 'url' },
      });
    },
  );
});
