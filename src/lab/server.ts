// The lab: one process, one loopback listener, many worlds. The first path segment names the world, the second the system
// (addresses.ts); what follows is the real path of the real system.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessLog } from './access-log.ts';
import type { AccessLog } from './access-log.ts';
import type { LabSystem } from './addresses.ts';
import type { LabCase } from './cases/schema.ts';
import { json } from './exchange.ts';
import type { LabAnswer, LabRequest } from './exchange.ts';
import { failurePicker, inject } from './failures.ts';
import type { Failure, FailurePicker, Injected } from './failures.ts';
import { world } from './world.ts';
import type { World } from './world.ts';

export interface WorldOptions {
  /** Before each answer. */
  readonly latencyMs?: number;
  readonly failures?: readonly Failure[];
}

export interface Lab {
  /** `http://127.0.0.1:41234` */
  readonly url: string;
  readonly accessLog: AccessLog;
  addWorld(id: string, labCase: LabCase, options?: WorldOptions): void;
  removeWorld(id: string): void;
  close(): Promise<void>;
}

interface Served {
  readonly world: World;
  readonly latencyMs: number;
  readonly pickFailure: FailurePicker;
}

export async function startLab(options: { port?: number; host?: string } = {}): Promise<Lab> {
  const worlds = new Map<string, Served>();
  const log = accessLog();
  // Each connection, and the world it asked last.
  const sockets = new Map<Socket, string>();
  // Idle connections outlive the pause between two calls of a client, so that none of them meets a closing socket.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    sockets.set(request.socket, targetOf(request.url ?? '/').world);
    serve(worlds, log, request, response).catch((error: unknown) => {
      // A bug of the lab must be seen by its caller, not by a time-out.
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(error instanceof Error ? error.stack : String(error));
    });
  });
  server.on('connection', (socket) => {
    sockets.set(socket, '');
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    accessLog: log,
    addWorld: (id, labCase, worldOptions = {}) => {
      if (!/^[\w-]+$/.test(id))
        throw new RangeError(`"${id}" cannot name a world: use letters, digits, - and _`);
      worlds.set(id, {
        world: world(id, labCase),
        latencyMs: worldOptions.latencyMs ?? 0,
        pickFailure: failurePicker(worldOptions.failures ?? []),
      });
    },
    removeWorld: (id) => {
      worlds.delete(id);
      // Its clients are gone too: hundreds of worlds in a row would otherwise use up the open files of the process.
      for (const [socket, asked] of sockets) if (asked === id) socket.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.keys()) socket.destroy();
      }),
  };
}

async function serve(
  worlds: ReadonlyMap<string, Served>,
  log: AccessLog,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = now();
  const target = targetOf(incoming.url ?? '/');
  const served = worlds.get(target.world);
  const method = incoming.method ?? 'GET';
  const finish = (route: string | undefined, status: number, bytes: number): void =>
    log.add({
      world: target.world === '' ? undefined : target.world,
      system: target.system,
      method,
      route,
      path: target.path + target.search,
      status,
      bytes,
      startedAt,
      finishedAt: now(),
    });
  if (served === undefined || target.system === undefined) {
    const answer = noWorld(target.world, served !== undefined);
    finish(undefined, answer.status, send(response, answer));
    return;
  }
  const request: LabRequest = {
    method,
    path: target.path,
    params: {},
    query: new URLSearchParams(target.search),
    headers: headersOf(incoming),
    body: await bodyOf(incoming),
    root: `http://${incoming.headers.host ?? ''}/${target.world}/${target.system}/${target.encodedName}`,
  };
  const handling = served.world.handle(target.system, target.name, request);
  if (served.latencyMs > 0) await sleep(served.latencyMs);
  if (handling === undefined) {
    finish(undefined, 0, 0);
    incoming.socket.destroy();
    return;
  }
  const kind = served.pickFailure(target.system, handling.route);
  const injected: Injected =
    kind === undefined ? { answer: handling.answer() } : inject(kind, handling.answer, handling.refuse);
  if ('cut' in injected && injected.cut !== 'truncated') {
    finish(handling.route, 0, 0);
    if (injected.cut === 'reset') incoming.socket.destroy();
    return;
  }
  if ('cut' in injected) {
    finish(handling.route, injected.answer.status, sendHalf(response, injected.answer));
    return;
  }
  finish(handling.route, injected.answer.status, send(response, injected.answer));
}

interface Target {
  readonly world: string;
  readonly system: LabSystem | undefined;
  readonly name: string;
  readonly encodedName: string;
  readonly path: string;
  readonly search: string;
}

function targetOf(url: string): Target {
  const question = url.indexOf('?');
  const [pathname, search] = question < 0 ? [url, ''] : [url.slice(0, question), url.slice(question)];
  const [, worldName = '', system = '', name = '', ...rest] = pathname.split('/');
  return {
    world: worldName,
    system: isSystem(system) && name !== '' ? system : undefined,
    name: decode(name),
    encodedName: name,
    path: `/${rest.join('/')}`,
    search,
  };
}

function isSystem(text: string): text is LabSystem {
  return text === 'kubernetes' || text === 'azure-devops' || text === 'registry';
}

function noWorld(name: string, known: boolean): LabAnswer {
  const hint = known
    ? 'the second segment names a system: kubernetes/{cluster}, azure-devops/{organization} or registry/{loginServer}'
    : `the lab serves no world "${name}"; the first segment of the path names one`;
  return json({ error: hint }, 404);
}

function headersOf(incoming: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, answer: LabAnswer): number {
  const bytes = Buffer.from(answer.body ?? '', 'utf8');
  const length = answer.status === 204 ? {} : { 'content-length': bytes.length };
  response.writeHead(answer.status, { ...answer.headers, ...length });
  response.end(bytes);
  return bytes.length;
}

function sendHalf(response: ServerResponse, answer: LabAnswer): number {
  const bytes = Buffer.from(answer.body ?? '', 'utf8');
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length });
  response.write(half, () => response.destroy());
  return half.length;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
