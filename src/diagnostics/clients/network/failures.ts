// What a failed connection says, whichever HTTP client noticed it.
import type { ObservationError } from '../../evidence/observed.ts';

/** The code of a transport error: on the error itself, or on the cause that fetch hides behind "fetch failed". */
export function transportCode(error: unknown): string | undefined {
  if (!isErrorLike(error)) return undefined;
  return typeof error.code === 'string' ? error.code : transportCode(error.cause);
}

/** DNS, refused or cut connection, TLS: nobody answered at that address. */
export function unreachable(what: string, address: string, error: unknown): ObservationError {
  return { kind: 'unreachable', what, address, detail: transportDetail(error) };
}

/**
 * A kept-alive connection may be closed by the other side just when it is used again: with a request that only reads,
 * trying once more is safe and needed.
 */
const cutCodes: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

export function wasCut(error: unknown): boolean {
  return cutCodes.includes(transportCode(error));
}

function transportDetail(error: unknown): string {
  const code = transportCode(error);
  const text = innermostMessage(error);
  return code === undefined || text.includes(code) ? text : `${code}: ${text}`;
}

function innermostMessage(error: unknown): string {
  if (!isErrorLike(error)) return String(error);
  if (isErrorLike(error.cause)) return innermostMessage(error.cause);
  return String(error.message);
}

/** By shape: errors of node itself are of another realm where modules run in a vm context (Jest). */
function isErrorLike(value: unknown): value is { code?: unknown; cause?: unknown; message: unknown } {
  return typeof value === 'object' && value !== null && 'message' in value;
}
