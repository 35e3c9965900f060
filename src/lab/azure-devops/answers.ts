// How Azure DevOps answers: list envelope, error envelope, response headers (facts/azure-devops-and-acr.md sections 1.2 and 8).
import { randomUUID } from 'node:crypto';
import { json, text, wholeNumber } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';

const BOM = '\uFEFF';

/** The name under which the service says whose request it was: `x-vss-userdata: <id>:<upn>`. */
export const LAB_IDENTITY = {
  id: '6d1f0a52-7c3b-4f3e-9a41-0c5f1b7e2d10',
  name: 'maillon',
  upn: 'maillon@lab.example',
} as const;

export function found(request: LabRequest, value: unknown): LabAnswer {
  return json(value, 200, headersOf(request));
}

export function list(
  request: LabRequest,
  value: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
): LabAnswer {
  return json({ count: value.length, value }, 200, { ...headersOf(request), ...headers });
}

export function plainText(request: LabRequest, body: string): LabAnswer {
  return text(body, 200, 'text/plain; charset=utf-8', withoutType(headersOf(request)));
}

/** A run that never started has no timeline. */
export function noContent(request: LabRequest): LabAnswer {
  return { status: 204, headers: withoutType(headersOf(request)) };
}

/** The envelope of an error; recorded ones start with a byte order mark (section 9, recordings). */
export function failure(
  request: LabRequest,
  status: number,
  problem: {
    readonly message: string;
    readonly typeKey: string;
    readonly namespace?: string;
    readonly eventId?: number;
  },
): LabAnswer {
  const namespace = problem.namespace ?? 'Microsoft.VisualStudio.Services.WebApi';
  const body = {
    $id: '1',
    innerException: null,
    message: problem.message,
    typeName: `${namespace}.${problem.typeKey}, ${namespace}`,
    typeKey: problem.typeKey,
    errorCode: 0,
    eventId: problem.eventId ?? 3000,
  };
  return withMark(json(body, status, headersOf(request)));
}

export function gitFailure(request: LabRequest, typeKey: string, message: string): LabAnswer {
  return failure(request, 404, { message, typeKey, namespace: 'Microsoft.TeamFoundation.Git.Server' });
}

export function noSuchProject(request: LabRequest, project: string): LabAnswer {
  return failure(request, 404, {
    message: `VS800075: The project with id 'vstfs:///Classification/TeamProject/${project}' does not exist, or you do not have permission to access it.`,
    typeKey: 'ProjectDoesNotExistException',
    namespace: 'Microsoft.TeamFoundation.Core.WebApi',
  });
}

/** ASP.NET's own form: the route table knows no such method on no such path. */
export function notServed(request: LabRequest): LabAnswer {
  const message = `The requested resource does not support http method '${request.method}'.`;
  return json({ count: 1, value: { Message: message } }, 405, { ...headersOf(request), allow: 'GET' });
}

/** A refusal of the case: its body, or the usual one of that status. */
export function refusal(request: LabRequest, status: number, body: unknown): LabAnswer {
  if (status === 203) return text(typeof body === 'string' ? body : SIGN_IN, 203, 'text/html; charset=utf-8');
  if (typeof body === 'string') {
    const type = body.trimStart().startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
    return text(body, status, type, withoutType(headersOf(request)));
  }
  if (body !== undefined && body !== null) return withMark(json(body, status, headersOf(request)));
  if (status === 401)
    return text(NOT_AUTHORIZED, 401, 'text/html; charset=utf-8', { 'www-authenticate': 'Bearer' });
  return failure(
    request,
    status,
    USUAL[status] ?? { message: `HTTP ${status}`, typeKey: 'VssServiceResponseException' },
  );
}

/** `$top` and `$skip`, as the library or plain REST spell them. */
export function page<T>(
  request: LabRequest,
  items: readonly T[],
  defaultTop: number,
  prefixes: readonly string[] = ['$'],
): readonly T[] {
  const read = (name: string): number | undefined =>
    prefixes
      .map((prefix) => wholeNumber(request.query.get(prefix + name)))
      .find((value) => value !== undefined);
  const skip = read('skip') ?? 0;
  return items.slice(skip, skip + (read('top') ?? defaultTop));
}

function headersOf(request: LabRequest): Record<string, string> {
  const version = /api-version=([\w.-]+)/.exec(request.headers['accept'] ?? '')?.[1];
  const asked = version ?? request.query.get('api-version') ?? '7.1';
  return {
    'content-type': `application/json; charset=utf-8; api-version=${asked}`,
    'cache-control': 'no-cache',
    pragma: 'no-cache',
    activityid: randomUUID(),
    'x-vss-e2eid': randomUUID(),
    'x-vss-userdata': `${LAB_IDENTITY.id}:${LAB_IDENTITY.upn}`,
  };
}

function withoutType(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'));
}

function withMark(answer: LabAnswer): LabAnswer {
  return { ...answer, body: BOM + (answer.body ?? '') };
}

const SIGN_IN =
  '<!DOCTYPE html><html><head><title>Azure DevOps Services | Sign In</title></head><body></body></html>';
const NOT_AUTHORIZED =
  "<html><head><title>TF400813: The user '' is not authorized to access this resource.</title></head></html>";

const USUAL: Readonly<Record<number, { readonly message: string; readonly typeKey: string }>> = {
  403: {
    message: "TF400813: The user '' is not authorized to access this resource.",
    typeKey: 'AccessDeniedException',
  },
  404: { message: 'The resource cannot be found.', typeKey: 'VssServiceResponseException' },
  429: {
    message:
      'TF400733: The request has been canceled: Request was blocked due to exceeding usage of resource Concurrency in namespace User.',
    typeKey: 'RequestBlockedException',
  },
  500: { message: 'VS30063: An internal error occurred.', typeKey: 'TeamFoundationServerException' },
};
