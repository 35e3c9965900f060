// The HTTP client handed to @azure/container-registry: checks each request against the table, sends it where the registry
// is (the SDK itself refuses plain http), bounds its time, and tries once more where that can help.
import type { HttpClient, PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import { pause } from '../network/deadline.ts';
import { transportCode, wasCut } from '../network/failures.ts';
import { isWorthRetrying, pauseBeforeRetry } from '../network/retry.ts';
import { matchRequest } from '../requests.ts';

/** A request outside the table is a mistake in our code: it must not end as an answer. */
export class UnlistedRequest extends Error {
  constructor(method: string, path: string) {
    super(`${method} ${path} is not in the table of allowed requests (src/diagnostics/clients/requests.ts).`);
    this.name = 'UnlistedRequest';
  }
}

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
      if (matchRequest('registry', request.method, pathname) === undefined) {
        throw new UnlistedRequest(request.method, pathname);
      }
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
      // The SDK reads the request back: it must see its own, with the registry's name in it.
      return { ...response, request };
    },
  };
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
