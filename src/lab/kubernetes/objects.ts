// GET and LIST of any resource: rights, selectors, pages, and objects reduced to their metadata.
import { accepts, wholeNumber, without } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import type { KubernetesObject } from '../cases/schema.ts';
import { badRequest, expired, forbidden, found, notFound, pageNotFound } from './answers.ts';
import type { ApiServer } from './cluster.ts';
import { storageKey } from './cluster.ts';
import { apiVersionOf } from './resources.ts';
import type { Resource } from './resources.ts';
import { fieldSelector, labelSelector } from './selectors.ts';

const METADATA_API = 'meta.k8s.io/v1';

/** The answer of the route without a name; the place of a namespace is absent for all namespaces. */
export function listObjects(request: LabRequest, server: ApiServer): LabAnswer {
  const { group, plural, namespace } = placeOf(request);
  const resource = resourceAt(request, server);
  // Rights come before existence: who may not list a resource does not learn whether it is there.
  if (!server.allowed(group, plural, namespace)) return forbidden('list', { group, plural }, { namespace });
  if (resource === undefined || (namespace !== undefined && !resource.namespaced)) return pageNotFound();
  const labels = labelSelector(request.query.get('labelSelector') ?? '');
  if (!labels.ok) return badRequest(labels.message);
  const fields = fieldSelector(request.query.get('fieldSelector') ?? '', resource);
  if (!fields.ok) return badRequest(fields.message);
  const kept = server
    .objects(resource)
    .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace)
    .filter((object) => labels.test(object) && fields.test(object));
  return pageOf(request, resource, kept);
}

export function getObject(request: LabRequest, server: ApiServer): LabAnswer {
  const { group, plural, namespace } = placeOf(request);
  const name = request.params['name'] ?? '';
  const resource = resourceAt(request, server);
  // A Namespace is read with the right in itself.
  const scope = namespace ?? (group === '' && plural === 'namespaces' ? name : undefined);
  if (!server.allowed(group, plural, scope))
    return forbidden('get', { group, plural }, { namespace: scope, name });
  if (resource?.namespaced !== (namespace !== undefined)) return pageNotFound();
  const object = server.object(resource, namespace, name);
  if (object === undefined) return notFound(resource, name);
  return found(accepts(request, 'as=partialobjectmetadata') ? metadataOnly(object) : object);
}

function pageOf(request: LabRequest, resource: Resource, kept: readonly KubernetesObject[]): LabAnswer {
  const token = request.query.get('continue');
  const after = token === null || token === '' ? '' : keyOfToken(token);
  if (after === undefined) return expired();
  const rest = kept.filter((object) => storageKey(object) > after);
  const limit = wholeNumber(request.query.get('limit')) ?? 0;
  const items = limit > 0 ? rest.slice(0, limit) : rest;
  const last = items.at(-1);
  const more = rest.length - items.length;
  // The API server does not count what remains when a selector is in the request.
  const selected = ['labelSelector', 'fieldSelector'].some((name) => (request.query.get(name) ?? '') !== '');
  const metadata = {
    resourceVersion: RESOURCE_VERSION,
    ...(more > 0 && last !== undefined ? { continue: tokenOf(storageKey(last)) } : {}),
    ...(more > 0 && !selected ? { remainingItemCount: more } : {}),
  };
  if (accepts(request, 'as=partialobjectmetadatalist')) {
    return found({
      kind: 'PartialObjectMetadataList',
      apiVersion: METADATA_API,
      metadata,
      items: items.map(metadataOnly),
    });
  }
  // Items of built-in lists carry no apiVersion and kind of their own.
  return found({
    kind: `${resource.kind}List`,
    apiVersion: apiVersionOf(resource),
    metadata,
    items: resource.custom ? items : items.map((object) => without(object, 'apiVersion', 'kind')),
  });
}

function metadataOnly({ metadata }: KubernetesObject): unknown {
  return { kind: 'PartialObjectMetadata', apiVersion: METADATA_API, metadata };
}

function resourceAt(request: LabRequest, server: ApiServer): Resource | undefined {
  const { group, version, plural } = placeOf(request);
  return server.resource(group, version, plural);
}

function placeOf(request: LabRequest) {
  const { group = '', version = '', resource = '', namespace } = request.params;
  return { group, version, plural: resource, namespace };
}

/** Objects of a case do not change while it is served. */
const RESOURCE_VERSION = '48500000';

function tokenOf(key: string): string {
  return Buffer.from(JSON.stringify({ v: METADATA_API, rv: Number(RESOURCE_VERSION), start: key })).toString(
    'base64url',
  );
}

function keyOfToken(token: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    const start = (parsed as { readonly start?: unknown } | null)?.start;
    return typeof start === 'string' ? start : undefined;
  } catch {
    return undefined;
  }
}
