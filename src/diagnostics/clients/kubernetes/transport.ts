// GET requests to one API server, with the configuration and request objects of @kubernetes/client-node. Its typed calls are left
// aside: they turn times into Date objects, open a connection per request and know no deadline (facts/kubernetes.md 7.3).
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type * as client from '@kubernetes/client-node';
import { ReadFailure } from '../http.ts';
import { checkedBaseUrl } from '../network/base-url.ts';
import { pause, untilAborted, type Deadline } from '../network/deadline.ts';
import { excerpt } from '../network/excerpt.ts';
import { transportCode, unreachable, wasCut } from '../network/failures.ts';
import { isWorthRetrying, pauseBeforeRetry, stillFailing } from '../network/retry.ts';
import { matchRequest } from '../requests.ts';
import { createHttpLibrary } from './http-library.ts';

/** How to reach and sign in to one API server. */
export interface ClusterConnection {
  /** https, or plain http on 127.0.0.1; may end in a path. */
  readonly baseUrl: string;
  /** PEM of the certificate authority; the system's own list where absent. */
  readonly ca?: string;
  /** PEM of a client certificate and its key, as kubeconfig files of development clusters have them. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Bearer token, asked before every request: whoever hands it out keeps it fresh. */
  readonly credential?: () => Promise<string>;
}

export interface Request {
  /** From the root of the API, percent-encoded, without query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly accept: string;
  /** What the answer is about, in the words of the error. */
  readonly what: string;
}

/** Any answer below 500 that is not "too many requests". */
export interface Response {
  readonly status: number;
  readonly text: string;
}

/** Throws a ReadFailure where nobody answered. */
export type Send = (request: Request, deadline: Deadline) => Promise<Response>;

export interface Transport {
  readonly send: Send;
  /** Settles once the library is loaded: that time is no part of a deadline. */
  readonly ready: Promise<unknown>;
}

/**
 * A trace asks about a dozen things at once: with this many connections they travel together, and the connections stay
 * open for the next trace. More would only queue at the API server, which shares its attention fairly.
 */
const mostConnections = 16;
/** A load balancer on the way forgets idle connections without a word; ours are closed before. */
const idleMs = 30_000;

export function createTransport(connection: ClusterConnection): Transport {
  const base = checkedBaseUrl(connection.baseUrl);
  const agent = agentFor(base, connection);
  const configured = configure(base);
  // Who awaits it gets the error; until then it is not unhandled.
  configured.catch(() => undefined);

  async function sendOnce(request: Request, token: string | undefined, signal: AbortSignal) {
    const { configuration, method } = await configured;
    const context = configuration.baseServer.makeRequestContext(request.path, method);
    for (const [name, value] of Object.entries(request.query)) {
      if (value !== undefined) context.setQueryParam(name, value);
    }
    context.setHeaderParam('Accept', request.accept);
    if (token !== undefined) context.setHeaderParam('Authorization', `Bearer ${token}`);
    context.setAgent(agent);
    context.setSignal(signal);
    const response = await configuration.httpApi.send(context).toPromise();
    return {
      status: response.httpStatusCode,
      retryAfter: response.headers['retry-after'],
      // A proxy on the way may put a byte order mark in front.
      text: (await response.body.text()).replace(/^\uFEFF/, ''),
    };
  }

  async function tokenFor(what: string, deadline: Deadline): Promise<string | undefined> {
    try {
      return await untilAborted(Promise.resolve(connection.credential?.()), deadline.signal);
    } catch (error) {
      if (deadline.signal.aborted) throw new ReadFailure(deadline.expired(what));
      throw noToken(what, error);
    }
  }

  async function send(request: Request, deadline: Deadline): Promise<Response> {
    assertAllowed(base, request.path);
    const { what } = request;
    const { signal } = deadline;
    const token = await tokenFor(what, deadline);
    for (let isLastTry = false; ; isLastTry = true) {
      try {
        const { status, retryAfter, text } = await sendOnce(request, token, signal);
        if (!isWorthRetrying(status)) return { status, text };
        if (isLastTry) throw new ReadFailure(stillFailing(what, base.host, status, retryAfter));
        await pause(pauseBeforeRetry(retryAfter), signal);
      } catch (error) {
        if (signal.aborted) throw new ReadFailure(deadline.expired(what));
        // Already told, or a bug of ours.
        if (error instanceof ReadFailure || transportCode(error) === undefined) throw error;
        if (isLastTry || !wasCut(error)) throw new ReadFailure(unreachable(what, base.host, error));
      }
    }
  }

  return { send, ready: configured };
}

let library: Promise<typeof client> | undefined;

async function configure(base: URL) {
  // 0.4 s and 70 MiB: loaded where the first reader is made, not with the module.
  library ??= import('@kubernetes/client-node');
  const loaded = await library;
  const configuration = loaded.createConfiguration({
    baseServer: new loaded.ServerConfiguration(base.href.replace(/\/$/, ''), {}),
    httpApi: loaded.wrapHttpLibrary(createHttpLibrary(loaded)),
  });
  return { configuration, method: loaded.HttpMethod.GET };
}

function agentFor(base: URL, { ca, certificate }: ClusterConnection): HttpAgent | HttpsAgent {
  const pool = { keepAlive: true, maxSockets: mostConnections, timeout: idleMs };
  if (base.protocol === 'http:') return new HttpAgent(pool);
  return new HttpsAgent({ ...pool, ...(ca !== undefined && { ca }), ...certificate });
}

/** A request outside the table is a mistake in our code, as is a path that the URL rules would change (`..`). */
function assertAllowed(base: URL, path: string): void {
  const prefix = base.pathname.replace(/\/$/, '');
  const kept = new URL(prefix + path, base).pathname === prefix + path;
  if (!kept || matchRequest('kubernetes', 'GET', path) === undefined) {
    throw new Error(
      `GET ${path} is not in the table of allowed requests (src/diagnostics/clients/requests.ts).`,
    );
  }
}

function noToken(what: string, error: unknown): ReadFailure {
  const detail = excerpt(error instanceof Error ? error.message : String(error));
  const missing = 'a token of the identity that reads the cluster';
  return new ReadFailure({ kind: 'denied', what, missing, detail });
}
