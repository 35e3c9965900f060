// How a Kubernetes API server answers: JSON, and a Status for everything that goes wrong (facts/kubernetes.md 6.1).
import { randomUUID } from 'node:crypto';
import { json, text } from '../exchange.ts';
import type { LabAnswer } from '../exchange.ts';
import { qualified } from './resources.ts';

/** The bot's name in the messages of the API server. */
export const LAB_USER = 'system:serviceaccount:maillon:maillon';

interface Target {
  readonly group: string;
  readonly plural: string;
}

export function found(body: unknown): LabAnswer {
  return json(body, 200, headers());
}

export function logText(body: string): LabAnswer {
  return text(body, 200, 'text/plain', { 'audit-id': randomUUID(), 'cache-control': 'no-cache, private' });
}

/** The mux's answer for a group, version or resource that the API server does not know. */
export function pageNotFound(): LabAnswer {
  return text('404 page not found\n', 404, 'text/plain; charset=utf-8', {
    'x-content-type-options': 'nosniff',
  });
}

export function notFound(target: Target, name: string): LabAnswer {
  return status(404, 'NotFound', `${qualified(target)} "${name}" not found`, details(target, name));
}

/** `subresource`: of the resource, as in `pods/log`. */
export function forbidden(
  verb: 'get' | 'list',
  target: Target,
  place: { readonly namespace: string | undefined; readonly name?: string; readonly subresource?: string },
): LabAnswer {
  const what = place.name === undefined ? qualified(target) : `${qualified(target)} "${place.name}"`;
  const resource = place.subresource === undefined ? target.plural : `${target.plural}/${place.subresource}`;
  const where =
    place.namespace === undefined ? 'at the cluster scope' : `in the namespace "${place.namespace}"`;
  const message = `${what} is forbidden: User "${LAB_USER}" cannot ${verb} resource "${resource}" in API group "${target.group}" ${where}`;
  return status(403, 'Forbidden', message, details(target, place.name));
}

export function badRequest(message: string): LabAnswer {
  return status(400, 'BadRequest', message);
}

/** 410: the token of an earlier page is too old; start the list again. */
export function expired(): LabAnswer {
  return status(
    410,
    'Expired',
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.',
  );
}

export function notServed(): LabAnswer {
  const answer = status(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
  return { ...answer, headers: { ...answer.headers, allow: 'GET' } };
}

/** An injected failure in the API server's own form. */
export function refusal(code: number): LabAnswer {
  const [reason, message] = USUAL[code] ?? [
    'InternalError',
    'an error on the server prevented the request from succeeding',
  ];
  return status(code, reason, message);
}

const USUAL: Readonly<Record<number, readonly [string, string]>> = {
  401: ['Unauthorized', 'Unauthorized'],
  403: ['Forbidden', `forbidden: User "${LAB_USER}" cannot get path`],
  404: ['NotFound', 'the server could not find the requested resource'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
};

function status(code: number, reason: string, message: string, about?: unknown): LabAnswer {
  const body = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    ...(about === undefined ? {} : { details: about }),
    code,
  };
  return json(body, code, headers());
}

function details(target: Target, name: string | undefined): unknown {
  return {
    ...(name === undefined ? {} : { name }),
    ...(target.group === '' ? {} : { group: target.group }),
    kind: target.plural,
  };
}

function headers(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
    'audit-id': randomUUID(),
  };
}
