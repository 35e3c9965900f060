// The HTTP client handed to @azure/container-registry: checks each request against the table, sends it where the registry
// is (the SDK itself refuses plain http), bounds its time, and tries once more where that can help.
import type { HttpClient, PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import { z } from 'zod';
import { pause } from '../network/deadline.ts';
import { transportCode, wasCut } from '../network/failures.ts';
import { isWorthRetrying, pauseBeforeRetry } from '../network/retry.ts';
import { matchRequest } from '../requests.ts';
import { UnlistedRequest, WrongBody } from './errors.ts';

interface Options {
  /** Sends one request, as `createDefaultHttpClient` of @azure/core-rest-pipeline does. */
  readonly http: HttpClient;
  /** Replaces `https://{loginServer}`; may end in a path. */
  readonly base: URL;
  /** Of one request: the token requests of the SDK carry neither deadline nor abort signal. */
  readonly timeoutMs: number;
}

export function createRegistryHttpClient({ http, base, timeoutMs }: Options): HttpClient {
  return {
    async sendRequest(request) {
      const { pathname, search } = new URL(request.url);
      const row = matchRequest('registry', request.method, pathname);
      if (row === undefined) throw new UnlistedRequest(request.method, pathname);
      const limit = AbortSignal.timeout(timeoutMs);
      const asked = request.abortSignal;
      const signal = asked instanceof AbortSignal ? AbortSignal.any([limit, asked]) : limit;
      const sent: PipelineRequest = {
        ...request,
        url: base.href.replace(/\/$/, '') + pathname + search,
        abortSignal: signal,
        allowInsecureConnection: base.protocol === 'http:',
      };
      const response = await trySend(http, sent, signal);
      // A proxy on the way may put a byte order mark in front.
      const bodyAsText = response.bodyAsText?.replace(/^\uFEFF/, '') ?? '';
      if (response.status === 200) checkBody(row.id, bodyAsText);
      // The SDK reads the request back: it must see its own, with the registry's name in it.
      return { ...response, bodyAsText, request };
    },
  };
}

/** What every answer of a registry has, empty ones too. */
const bodies: Readonly<Record<string, z.ZodTypeAny>> = {
  'registry.catalog': z.object({ repositories: z.array(z.string()).nullable() }),
  'registry.tags': z.object({ imageName: z.string(), tags: z.array(z.object({})).nullish() }),
  'registry.tag': z.object({ imageName: z.string(), tag: z.object({}) }),
  'registry.manifest': z.object({ imageName: z.string(), manifest: z.object({}) }),
  'registry.repository': z.object({ imageName: z.string() }),
};

function checkBody(id: string, body: string): void {
  const issue = bodies[id]?.safeParse(parsed(body)).error?.issues[0];
  if (issue !== undefined) throw new WrongBody(issue.path.join('.') || 'body', body);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function trySend(
  http: HttpClient,
  request: PipelineRequest,
  signal: AbortSignal,
): Promise<PipelineResponse> {
  let response: PipelineResponse;
  try {
    response = await http.sendRequest(request);
    if (!isWorthRetrying(response.status)) return response;
  } catch (error) {
    if (!wasCut(error) && !endedEarly(error)) throw error;
    return await http.sendRequest(request);
  }
  await pause(pauseBeforeRetry(response.headers.get('Retry-After')), signal);
  return await http.sendRequest(request);
}

/** What the default HTTP client says of a body that is cut off: no answer was parsed there. */
function endedEarly(error: unknown): boolean {
  return transportCode(error) === 'PARSE_ERROR';
}
