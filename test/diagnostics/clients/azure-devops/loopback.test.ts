// Against a real server on loopback: deadlines, callers who give up, connections in parallel and used again.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { locations, never, project, reader, sha } from './service.ts';

interface Server {
  readonly baseUrl: (organization: string) => string;
  readonly sockets: () => number;
  readonly requests: string[];
  readonly close: () => void;
}

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

// nock puts its own sockets under node:http, without the pool.
beforeAll(() => nock.restore());

const open: Server[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** Serves below a path, as the lab does. */
async function serve(handler: Handler, table: Handler = answerTable): Promise<Server> {
  const requests: string[] = [];
  let sockets = 0;
  const server = http.createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    (request.method === 'OPTIONS' ? table : handler)(request, response);
  });
  server.on('connection', (socket) => {
    sockets += 1;
    socket.on('close', () => (sockets -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const started: Server = {
    baseUrl: (organization) => `http://127.0.0.1:${String(port)}/world/${organization}`,
    sockets: () => sockets,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  open.push(started);
  return started;
}

function answerTable(_request: http.IncomingMessage, response: http.ServerResponse): void {
  json(response, locations('git'));
}

function json(response: http.ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json; charset=utf-8; api-version=7.1');
  response.end(JSON.stringify(body));
}

function hang(): void {
  // Never answers.
}

function hangInBody(_request: http.IncomingMessage, response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"commitId":');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const slow: readonly { readonly name: string; readonly handler: Handler; readonly table?: Handler }[] = [
  { name: 'the table of routes hangs', handler: hang, table: hang },
  { name: 'the answer hangs', handler: hang },
  { name: 'the body hangs', handler: hangInBody },
];

describe('a service that does not answer', () => {
  test.each(slow)('ends at the deadline: $name', async ({ handler, table }) => {
    const { baseUrl, sockets } = await serve(handler, table);
    const answer = await reader({ baseUrl, timeoutMs: 150 }).commit(project, 'chat-api', sha, never);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    if (answer.ok || answer.error.kind !== 'timeout') throw new Error('not a timeout');
    expect(answer.error.afterMs).toBeGreaterThanOrEqual(145);
    expect(answer.error.afterMs).toBeLessThan(1000);
    await pause(30);
    expect(sockets()).toBe(0);
  });

  test.each(slow)('ends when the caller gives up: $name', async ({ handler, table }) => {
    const { baseUrl, sockets } = await serve(handler, table);
    const caller = new AbortController();
    const pending = reader({ baseUrl, timeoutMs: 60_000 }).commit(project, 'chat-api', sha, caller.signal);
    await pause(50);
    const start = performance.now();
    caller.abort();
    expect(await pending).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(performance.now() - start).toBeLessThan(100);
    await pause(30);
    expect(sockets()).toBe(0);
  });

  test('sends nothing for a caller who has already given up', async () => {
    const { baseUrl, requests } = await serve(hang);
    const answer = await reader({ baseUrl }).commit(project, 'chat-api', sha, AbortSignal.abort());
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(requests).toEqual([]);
  });

  test('one caller who gives up does not take the table of routes from the others', async () => {
    const { baseUrl, requests } = await serve(
      (_request, response) => json(response, { commitId: sha, comment: 'x' }),
      (request, response) => void pause(80).then(() => answerTable(request, response)),
    );
    const client = reader({ baseUrl });
    const caller = new AbortController();
    const first = client.commit(project, 'chat-api', sha, caller.signal);
    const second = client.commit(project, 'chat-api', sha, never);
    await pause(30);
    caller.abort();
    expect(await first).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(await second).toMatchObject({ ok: true, value: { id: sha } });
    expect(requests).toEqual([
      'OPTIONS /world/contoso/_apis/git',
      `GET /world/contoso/Chatbot/_apis/git/repositories/chat-api/commits/${sha}`,
    ]);
  });

  test('a credential that hangs', async () => {
    const { baseUrl, requests } = await serve(hang);
    const credential = () => new Promise<never>(hang);
    const answer = await reader({ baseUrl, credential, timeoutMs: 50 }).commit(
      project,
      'chat-api',
      sha,
      never,
    );
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(requests).toEqual([]);
  });
});

describe('connections', () => {
  test('calls run in parallel, up to the limit, on connections that are used again', async () => {
    let running = 0;
    let most = 0;
    const server = await serve((_request, response) => {
      running += 1;
      most = Math.max(most, running);
      void pause(40).then(() => {
        running -= 1;
        json(response, { count: 0, value: [] });
      });
    });
    const client = reader({ baseUrl: server.baseUrl, concurrency: 4 });
    const start = performance.now();
    const calls = Array.from({ length: 12 }, (_, index) =>
      client.refs(project, 'chat-api', `heads/b${String(index)}`, never),
    );
    const answers = await Promise.all(calls);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(4);
    expect(performance.now() - start).toBeLessThan(12 * 40);
    expect(server.sockets()).toBe(4);
  });

  test('cut by the service in the middle of an answer: asked once more', async () => {
    let asked = 0;
    const { baseUrl } = await serve((request, response) => {
      asked += 1;
      if (asked > 1) {
        json(response, { commitId: sha, comment: 'x' });
        return;
      }
      hangInBody(request, response);
      setTimeout(() => response.destroy(), 20);
    });
    const answer = await reader({ baseUrl }).commit(project, 'chat-api', sha, never);
    expect(answer).toMatchObject({ ok: true, value: { id: sha } });
    expect(asked).toBe(2);
  });

  test('refused: the address that was tried', async () => {
    const server = await serve(hang);
    const url = server.baseUrl('contoso');
    server.close();
    const answer = await reader({ baseUrl: () => url }).commit(project, 'chat-api', sha, never);
    expect(answer).toMatchObject({
      ok: false,
      source: `GET https://dev.azure.com/contoso/Chatbot/_apis/git/repositories/chat-api/commits/${sha}`,
      error: { kind: 'unreachable', address: new URL(url).host },
    });
  });

  test('more than evidence can be is given up', async () => {
    const { baseUrl, sockets } = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json');
      const block = Buffer.alloc(1024 * 1024, 0x20);
      const write = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const answer = await reader({ baseUrl }).commit(project, 'chat-api', sha, never);
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'malformed', detail: 'more than 16777216 bytes' },
    });
    await pause(30);
    expect(sockets()).toBe(0);
  });
});
