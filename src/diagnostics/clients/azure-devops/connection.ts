// One organization: the API objects of azure-devops-node-api behind a guard (facts 1.4). The library builds the requests (routes,
// versions, queries); the guard sends them under the call's own deadline and token and keeps the answer as it came. The library's
// own reading of answers is not used: it takes 404 and sign-in pages for null, and an enumeration word it does not know for 0,
// which is `succeeded` for a task.
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';
import { BuildApi } from 'azure-devops-node-api/BuildApi.js';
import { GitApi } from 'azure-devops-node-api/GitApi.js';
import { PolicyApi } from 'azure-devops-node-api/PolicyApi.js';
import type {
  IHttpClientResponse,
  IRequestHandler,
} from 'azure-devops-node-api/interfaces/common/VsoBaseInterfaces.js';
import { z } from 'zod';
import { ReadFailure } from '../http.ts';
import type { RetryBudget } from '../http.ts';
import { checkedBaseUrl } from '../network/base-url.ts';
import { pause, startDeadline, untilAborted } from '../network/deadline.ts';
import type { Deadline } from '../network/deadline.ts';
import { transportCode, unreachable, wasCut } from '../network/failures.ts';
import { pauseBeforeRetry } from '../network/retry.ts';
import { matchRequest } from '../requests.ts';
import { readReply, serviceHost } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import { plainUrl, rightOf, whatOf } from './request.ts';
import type { ReadRequest } from './request.ts';
import { createSharedWork } from './shared-work.ts';
import { handBack, transmit } from './transmit.ts';
import type { Exchange, Request } from './transmit.ts';

export interface Apis {
  readonly git: GitApi;
  readonly build: BuildApi;
  readonly policy: PolicyApi;
}

/** A call of one method of the library. */
export type Via = (apis: Apis) => Promise<unknown>;

export interface Connection {
  /** One request: through a method of the library, or plain where it has none. Throws a ReadFailure. */
  send(request: ReadRequest, via: Via | undefined, signal: AbortSignal): Promise<Reply>;
}

export type Credential = () => Promise<{ readonly scheme: 'bearer' | 'basic'; readonly token: string }>;

export interface ConnectionOptions {
  readonly organization: string;
  /** Stands for `https://dev.azure.com/{organization}`. */
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly retries: RetryBudget;
}

/** What the library does not know of a request: what it is for, with which token, and until when. */
interface Call {
  readonly asked: Asked;
  readonly deadline: Deadline;
  authorization?: string;
  reply?: Reply;
}

/** Idle connections are closed before a firewall between drops them silently. */
const idleMs = 30_000;

const locationsSchema = z.object({
  value: z.array(z.object({ id: z.string(), routeTemplate: z.string(), area: z.string() })),
});

/** One for all connections: each storage that was ever used is carried along by every promise of the process. */
const calls = new AsyncLocalStorage<Call>();

export function connect(options: ConnectionOptions): Connection {
  const { organization, credential, timeoutMs, retries } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const { host, pathname } = checkedBaseUrl(baseUrl);
  const basePath = pathname.replace(/\/$/, '');
  const shareLocations = createSharedWork<IHttpClientResponse>({ keep: true });
  const agent = createAgent(baseUrl, options.concurrency);
  const apis = createApis(baseUrl, timeoutMs, prepareRequest);
  const sendPlain = guard(apis.git);
  guard(apis.build);
  guard(apis.policy);

  async function send(request: ReadRequest, via: Via | undefined, signal: AbortSignal): Promise<Reply> {
    const asked = { what: whatOf(request), right: rightOf(request), organization };
    const call: Call = { asked, deadline: startDeadline(signal, timeoutMs) };
    await calls.run(call, async () => {
      try {
        await (via === undefined
          ? sendPlain('GET', plainUrl(baseUrl, request), '', plainHeaders)
          : via(apis));
      } catch (error) {
        throw isUnknownRoute(error) ? malformed(asked.what, 'value', error.message) : error;
      }
    });
    if (call.reply === undefined) throw new Error(`No request was sent for ${asked.what}`);
    return call.reply;
  }

  function currentCall(): Call {
    const call = calls.getStore();
    if (call === undefined) throw new Error('Azure DevOps was called around the guard');
    return call;
  }

  /** The library calls it for every request, with the options of node:http. */
  function prepareRequest(request: http.RequestOptions): void {
    const { authorization, deadline } = currentCall();
    // Suppress asks for 401 where a browser would be sent to the sign-in page (facts 1.1).
    Object.assign((request.headers ??= {}), { authorization, 'x-tfs-fedauthredirect': 'Suppress' });
    request.signal = deadline.signal;
    // A proxy tunnel brings its own agent, which must stay.
    if (request.agent instanceof http.Agent) request.agent = agent;
  }

  function guard(api: GitApi | BuildApi | PolicyApi): Request {
    const { client } = api.rest;
    const request: Request = client.request.bind(client);
    const guarded: Request = async (verb, url, data, headers) => {
      const call = currentCall();
      const path = new URL(url).pathname.slice(basePath.length);
      refuseUnlisted(verb, path);
      const attempt = () => request(verb, url, data, headers);
      if (verb === 'OPTIONS') return discover(call, path, attempt);
      const { message, response } = await exchange(call, attempt);
      call.reply = readReply(response, call.asked);
      return handBack(message, '');
    };
    client.request = guarded;
    return guarded;
  }

  function refuseUnlisted(verb: string, path: string): void {
    if (matchRequest('azureDevOps', verb, `/${organization}${path}`) !== undefined) return;
    throw new Error(`${verb} ${path} is not in the table of allowed requests`);
  }

  /** The routes of one area, asked once: an API object remembers them only after its first answer. */
  async function discover(
    { asked, deadline }: Call,
    path: string,
    attempt: () => Promise<IHttpClientResponse>,
  ): Promise<IHttpClientResponse> {
    const read = (stop: AbortSignal) => {
      const what = `${serviceHost}/${organization}${path}`;
      const right = 'user of the organization';
      const call: Call = { asked: { what, right, organization }, deadline: startDeadline(stop, timeoutMs) };
      return calls.run(call, () => readLocations(call, attempt));
    };
    try {
      return await shareLocations(path, read, deadline.signal);
    } catch (error) {
      throw deadline.signal.aborted ? new ReadFailure(deadline.expired(asked.what)) : error;
    }
  }

  async function readLocations(
    call: Call,
    attempt: () => Promise<IHttpClientResponse>,
  ): Promise<IHttpClientResponse> {
    const { what, right } = call.asked;
    const { message, response } = await exchange(call, attempt);
    const reply = readReply(response, call.asked);
    if (!reply.there) throw new ReadFailure({ kind: 'denied', what, missing: right, detail: reply.message });
    const checked = locationsSchema.safeParse(reply.body);
    if (checked.success) return handBack(message, JSON.stringify(reply.body));
    const [issue] = checked.error.issues;
    throw malformed(what, issue?.path.join('.') ?? '', issue?.message ?? 'no routes');
  }

  /** Sends, and once more when the service is in trouble or cut the connection: everything here only reads. */
  async function exchange(call: Call, attempt: () => Promise<IHttpClientResponse>): Promise<Exchange> {
    const { what } = call.asked;
    const { signal } = call.deadline;
    try {
      signal.throwIfAborted();
      call.authorization = await authorize(call);
      const first = await transmit(what, attempt).catch((error: unknown) => ({ error }));
      const again = 'error' in first ? wasCut(first.error) && !signal.aborted : first.response.status >= 500;
      if (again && retries.take()) {
        await pause(pauseBeforeRetry('error' in first ? undefined : first.response.retryAfter), signal);
        return await transmit(what, attempt);
      }
      if ('error' in first) throw first.error;
      return first;
    } catch (error) {
      throw failureOf(error, call);
    }
  }

  async function authorize({ asked, deadline }: Call): Promise<string> {
    try {
      const { scheme, token } = await untilAborted(credential(), deadline.signal);
      return scheme === 'bearer'
        ? `Bearer ${token}`
        : `Basic ${Buffer.from(`PAT:${token}`).toString('base64')}`;
    } catch (error) {
      if (deadline.signal.aborted || error instanceof ReadFailure) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      throw new ReadFailure({
        kind: 'denied',
        what: asked.what,
        missing: `token for ${serviceHost}`,
        detail,
      });
    }
  }

  function failureOf(error: unknown, { asked, deadline }: Call): unknown {
    if (error instanceof ReadFailure) return error;
    if (deadline.signal.aborted) return new ReadFailure(deadline.expired(asked.what));
    const code = transportCode(error);
    // Without a code, or with a complaint of node:http about its arguments: a bug, not an answer.
    if (code === undefined || code.startsWith('ERR_INVALID')) return error;
    return new ReadFailure(unreachable(asked.what, host, error));
  }

  return { send };
}

const plainHeaders = { accept: 'application/json' };

/** One pool for the three APIs: its size is the limit of requests in flight. */
function createAgent(baseUrl: string, concurrency: number): http.Agent {
  const pool = { keepAlive: true, maxSockets: concurrency, timeout: idleMs };
  return baseUrl.startsWith('https:') ? new https.Agent(pool) : new http.Agent(pool);
}

/** The constructors skip Location and ResourceAreas: two requests less (facts 1.3). */
function createApis(
  baseUrl: string,
  timeoutMs: number,
  prepareRequest: IRequestHandler['prepareRequest'],
): Apis {
  const handler: IRequestHandler = {
    prepareRequest,
    canHandleAuthentication: () => false,
    handleAuthentication: () => Promise.reject(new Error('not asked for: canHandleAuthentication is false')),
  };
  const settings = {
    // A redirect is a sign-in page, and the library would take the token there (facts 1.2).
    allowRedirects: false,
    keepAlive: true,
    // The call's deadline is the limit; this one only has to come later than it.
    socketTimeout: timeoutMs * 2,
  };
  return {
    git: new GitApi(baseUrl, [handler], settings, 'maillon'),
    build: new BuildApi(baseUrl, [handler], settings, 'maillon'),
    policy: new PolicyApi(baseUrl, [handler], settings, 'maillon'),
  };
}

/** The library's words for a route that the area's table does not have. */
function isUnknownRoute(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith('Failed to find api location');
}

function malformed(what: string, path: string, detail: string): ReadFailure {
  return new ReadFailure({ kind: 'malformed', what, path, detail });
}
