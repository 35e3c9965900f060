// What an error of @azure/container-registry says: not there (an answer), or why nobody could look (facts/azure-devops-and-acr.md 4.5).
import type { RestError } from '@azure/core-rest-pipeline';
import { z } from 'zod';
import { ReadFailure } from '../http.ts';
import { excerpt } from '../network/excerpt.ts';
import { unreachable } from '../network/failures.ts';
import { isWorthRetrying, stillFailing } from '../network/retry.ts';

/** The identity gave no token: the registry was not asked. */
export class SignInError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'SignInError';
  }
}

/** A request outside the table is a mistake in our code: it must not end as an answer. */
export class UnlistedRequest extends Error {
  constructor(method: string, path: string) {
    super(`${method} ${path} is not in the table of allowed requests (src/diagnostics/clients/requests.ts).`);
    this.name = 'UnlistedRequest';
  }
}

/** A good status with a body that no registry sends: the SDK would take it for an empty list. */
export class WrongBody extends Error {
  readonly path: string;

  constructor(path: string, body: string) {
    super(body);
    this.name = 'WrongBody';
    this.path = path;
  }
}

export interface Asked {
  readonly what: string;
  readonly loginServer: string;
  /** The role the request needs. */
  readonly right: string;
}

// `detail` beside code and message is a list on the wire and an object after the SDK: not read.
const detailsSchema = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string().optional() })),
});

const notThere: readonly string[] = ['TAG_UNKNOWN', 'NAME_UNKNOWN', 'MANIFEST_UNKNOWN'];

/** The registry's own code for "there is none"; undefined for every other 404 and every other error. */
export function notFoundCode(error: unknown): string | undefined {
  if (!isRestError(error) || error.statusCode !== 404) return undefined;
  const code = saidIn(error)?.code;
  return code !== undefined && notThere.includes(code) ? code : undefined;
}

/** Undefined for a bug of ours. */
export function failureOf(error: unknown, asked: Asked): ReadFailure | undefined {
  const { what, loginServer } = asked;
  if (error instanceof SignInError) {
    return denied(what, `a token of the identity that reads ${loginServer}`, error.message);
  }
  if (error instanceof WrongBody) return malformed(what, error.path, error.message);
  if (isRestError(error)) return answerFailure(error, asked);
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof UnlistedRequest)
    return undefined;
  // The SDK throws plain errors where a challenge or a token of the registry is not what it should be.
  return malformed(what, 'sign-in', error.message);
}

function answerFailure(error: RestError, { what, loginServer, right }: Asked): ReadFailure {
  const status = error.statusCode;
  if (status === undefined) return new ReadFailure(unreachable(what, loginServer, error));
  if (isWorthRetrying(status)) {
    const retryAfter = error.response?.headers.get('Retry-After');
    return new ReadFailure(stillFailing(what, loginServer, status, retryAfter));
  }
  const said = saidIn(error)?.message ?? error.message;
  // The registry's firewall refuses before any right is looked at: nothing is known of the image.
  if (status === 403 && /client with IP/i.test(said)) {
    return denied(what, `network access of this address to ${loginServer}`, said);
  }
  if (status === 401 || status === 403) return denied(what, `${right} on ${loginServer}`, said);
  const path = error.code === 'PARSE_ERROR' ? 'body' : `status ${status}`;
  return malformed(what, path, said);
}

/** The test of the SDK's own isRestError, without loading the SDK. */
function isRestError(error: unknown): error is RestError {
  return error instanceof Error && error.name === 'RestError';
}

function saidIn(error: RestError): { code: string; message?: string | undefined } | undefined {
  return detailsSchema.safeParse(error.details).data?.errors[0];
}

function denied(what: string, missing: string, detail: string): ReadFailure {
  return new ReadFailure({ kind: 'denied', what, missing, detail: excerpt(detail) });
}

function malformed(what: string, path: string, detail: string): ReadFailure {
  return new ReadFailure({ kind: 'malformed', what, path, detail: excerpt(detail) });
}
