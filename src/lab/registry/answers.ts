// How the registry's data plane answers: JSON, and an `errors` list for everything that goes wrong
// (facts/azure-devops-and-acr.md 4.5).
import { randomUUID } from 'node:crypto';
import { json, text, wholeNumber } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';

export function found(body: unknown, headers: Readonly<Record<string, string>> = {}): LabAnswer {
  return json(body, 200, { ...common(), ...headers });
}

export function error(status: number, code: string, message: string, detail?: unknown): LabAnswer {
  const entry = { code, message, ...(detail === undefined ? {} : { detail }) };
  return json({ errors: [entry] }, status, common());
}

export function unknownTag(): LabAnswer {
  return error(404, 'TAG_UNKNOWN', 'the specified tag does not exist');
}

export function unknownName(name: string): LabAnswer {
  return error(404, 'NAME_UNKNOWN', 'repository name not known to registry', { name });
}

export function unknownManifest(reference: string): LabAnswer {
  return error(404, 'MANIFEST_UNKNOWN', `manifest tagged by "${reference}" is not found`, { Tag: reference });
}

export function notServed(): LabAnswer {
  const answer = error(405, 'UNSUPPORTED', 'The operation is unsupported.');
  return { ...answer, headers: { ...answer.headers, allow: 'GET' } };
}

/** What the case says the bot gets for every call. */
export function refusal(status: number, body: unknown): LabAnswer {
  if (typeof body === 'string') return text(body, status, 'text/html; charset=utf-8', common());
  const usual = USUAL[status] ?? { code: 'UNKNOWN', message: 'unknown error' };
  return json(body ?? { errors: [usual] }, status, common());
}

/** One page after `last`, with the registry's relative Link to the next one (section 4.1). */
export function pageOf<T>(
  request: LabRequest,
  all: readonly T[],
  nameOf: (item: T) => string,
  defaultCount = 100,
): { readonly items: readonly T[]; readonly headers: Readonly<Record<string, string>> } {
  const last = request.query.get('last');
  const from = last === null ? 0 : all.findIndex((item) => nameOf(item) === last) + 1;
  const count = wholeNumber(request.query.get('n')) ?? defaultCount;
  const items = all.slice(from, from + count);
  const end = items.at(-1);
  if (end === undefined || from + count >= all.length) return { items, headers: {} };
  const query = new URLSearchParams({
    last: nameOf(end),
    n: String(count),
    orderby: request.query.get('orderby') ?? '',
  });
  return { items, headers: { link: `<${request.path}?${query.toString()}>; rel="next"` } };
}

function common(): Record<string, string> {
  return {
    'docker-distribution-api-version': 'registry/2.0',
    'x-ms-correlation-request-id': randomUUID(),
    server: 'openresty',
  };
}

const USUAL: Readonly<Record<number, { readonly code: string; readonly message: string }>> = {
  401: {
    code: 'UNAUTHORIZED',
    message: 'authentication required, visit https://aka.ms/acr/authorization for more information.',
  },
  403: { code: 'DENIED', message: 'requested access to the resource is denied' },
  429: { code: 'TOOMANYREQUESTS', message: 'too many requests' },
};
