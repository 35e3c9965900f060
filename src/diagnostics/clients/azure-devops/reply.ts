// What an HTTP answer of Azure DevOps means, read honestly: a sign-in page, a wrong path and a cut body are not "there is none".
import { ReadFailure } from '../http.ts';
import { stillFailing } from '../network/retry.ts';

export interface RawResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  /** `x-ms-continuationtoken`: more pages are there. */
  readonly continuation: string | undefined;
  readonly text: string;
}

export type Reply =
  | { readonly there: true; readonly body: unknown; readonly continuation: string | undefined }
  /** The service itself answers that it has no such thing; `message` is its sentence. */
  | { readonly there: false; readonly message: string };

export interface Asked {
  readonly what: string;
  /** What a refusal lacks. */
  readonly right: string;
  readonly organization: string;
}

/** Where requests go in production; also named when a lab stands in for it. */
export const serviceHost = 'dev.azure.com';

/** Facts 1.2 and 1.4. Throws a ReadFailure when the answer does not say whether the thing is there. */
export function readReply(response: RawResponse, asked: Asked): Reply {
  const { status } = response;
  const { what } = asked;
  const text = response.text.replace(/^\uFEFF/, '');
  if (status === 429 || status >= 500) {
    throw new ReadFailure(stillFailing(what, serviceHost, status, response.retryAfter));
  }
  if (status === 401 || status === 203 || (status >= 300 && status < 400)) throw signIn(status, text, asked);
  if (status === 403) throw denied(asked, asked.right, sentence(text) ?? 'HTTP 403');
  if (status === 404) return readNotFound(text, asked);
  if (status === 407) {
    throw new ReadFailure({ kind: 'unreachable', what, address: serviceHost, detail: 'proxy sign-in (407)' });
  }
  if (status === 204) return { there: false, message: 'HTTP 204' };
  if (status !== 200 && status !== 201) {
    throw malformed(what, `HTTP ${String(status)}: ${sentence(text) ?? 'no message'}`);
  }
  if (isHtml(response.contentType, text)) throw signIn(status, text, asked);
  const body = parseJson(text);
  if (body === undefined) throw malformed(what, `not JSON, ${String(text.length)} characters`);
  if (body === null) return { there: false, message: 'HTTP 200 with null' };
  return { there: true, body, continuation: response.continuation };
}

function readNotFound(text: string, asked: Asked): Reply {
  const message = serviceMessage(text);
  // A proxy, a wrong path or a retired route also answers 404: only the service's own sentence counts.
  if (message === undefined) throw malformed(asked.what, 'HTTP 404 that is not an answer of Azure DevOps');
  // The project itself cannot be seen: nothing below it was looked at.
  if (/^(VS800075|TF200016)\b/.test(message)) throw denied(asked, asked.right, message);
  return { there: false, message };
}

/** The sentence of an error envelope: it has a type key, or starts with a code of the service. */
function serviceMessage(text: string): string | undefined {
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  if (typeof body.message !== 'string') return undefined;
  const hasType = 'typeKey' in body && typeof body.typeKey === 'string';
  return hasType || /^(TF|VS)\d/.test(body.message) ? body.message : undefined;
}

function signIn(status: number, text: string, asked: Asked): ReadFailure {
  return denied(asked, `sign-in to ${asked.organization}`, sentence(text) ?? `HTTP ${String(status)}`);
}

function denied({ what }: Asked, missing: string, detail: string): ReadFailure {
  return new ReadFailure({ kind: 'denied', what, missing, detail });
}

function malformed(what: string, detail: string): ReadFailure {
  return new ReadFailure({ kind: 'malformed', what, path: '', detail });
}

/** What the body says in words: the message of an envelope, or a short plain text; never a page. */
function sentence(text: string): string | undefined {
  const body = parseJson(text);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  const plain = (typeof body === 'string' ? body : text).trim();
  return plain === '' || plain.length > 300 || isHtml(undefined, plain) ? undefined : plain;
}

function isHtml(contentType: string | undefined, text: string): boolean {
  return contentType?.includes('text/html') === true || text.trimStart().startsWith('<');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
