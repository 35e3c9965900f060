// What the API server says when it does not answer with the object: its Status bodies, and answers that are not its own.
import { z } from 'zod';
import { ReadFailure } from '../http.ts';
import { excerpt } from '../network/excerpt.ts';
import { resourceName, rightOf } from './paths.ts';
import type { Response } from './transport.ts';

const statusSchema = z.object({
  kind: z.literal('Status'),
  reason: z.string().optional(),
  message: z.string().optional(),
});
type Status = z.infer<typeof statusSchema>;

/** How aggregated API servers say that nobody serves a path; the API server itself answers a bare text. */
const noSuchResource = 'the server could not find the requested resource';

function parseStatus(text: string): Status | undefined {
  try {
    return statusSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Nobody serves the path: no such group, version or resource. */
export function isUnknownPath({ status, text }: Response): boolean {
  return (
    status === 404 && (text.trim() === '404 page not found' || parseStatus(text)?.message === noSuchResource)
  );
}

/** The API server knows the resource and has no object of that name. */
export function isNotFound({ status, text }: Response): boolean {
  if (status !== 404) return false;
  const said = parseStatus(text);
  return said?.reason === 'NotFound' && said.message !== noSuchResource;
}

export interface Asked {
  readonly what: string;
  readonly cluster: string;
  /** In the words of `rightOf`, for a refusal that does not name it. */
  readonly right: string;
}

/** Every answer below 500 that is neither the object nor "not there". */
export function refused({ what, cluster, right }: Asked, { status, text }: Response): ReadFailure {
  const said = parseStatus(text)?.message;
  const detail = said ?? excerpt(text);
  if (status === 401) return denied(what, `sign-in to cluster ${cluster}`, detail);
  // Without a Status body it was no authorizer of Kubernetes that refused, but a gateway on the way.
  if (status === 403 && said === undefined) return denied(what, `access to cluster ${cluster}`, detail);
  if (status === 403) return denied(what, forbiddenRight(detail) ?? right, detail);
  return new ReadFailure({ kind: 'malformed', what, path: `status ${status}`, detail });
}

function denied(what: string, missing: string, detail: string): ReadFailure {
  return new ReadFailure({ kind: 'denied', what, missing, detail });
}

/** `… cannot list resource "pods" in API group "" in the namespace "chat"` */
const forbidden =
  /cannot (\w+) resource "([^"]+)" in API group "([^"]*)" (?:in the namespace "([^"]+)"|at the cluster scope)/;

export function forbiddenRight(message: string): string | undefined {
  const [, verb, resource, group, namespace] = forbidden.exec(message) ?? [];
  if (verb === undefined || resource === undefined || group === undefined) return undefined;
  return rightOf(verb, resourceName(group, resource), namespace);
}
