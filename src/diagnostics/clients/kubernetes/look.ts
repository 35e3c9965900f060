// One look at the API: the request, and the words by which its answer or its failure is told.
import {
  apiVersionOf,
  pathOf,
  placeName,
  resourceName,
  rightOf,
  type Place,
  type Resource,
} from './paths.ts';

export interface Look {
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly accept: string;
  readonly cluster: string;
  /** The request as a person would write it. */
  readonly source: string;
  /** What is looked at, for errors. */
  readonly what: string;
  /** The right it needs, for a refusal that does not name it. */
  readonly right: string;
  readonly apiVersion: string;
}

interface LookOptions {
  readonly query?: Look['query'];
  readonly accept?: string;
}

export function lookAt(cluster: string, resource: Resource, place: Place, options: LookOptions = {}): Look {
  const { query = {}, accept = 'application/json' } = options;
  const { namespace, name, subresource } = place;
  const path = pathOf(resource, place);
  const plural = subresource === undefined ? resource.plural : `${resource.plural}/${subresource}`;
  const resourceWords = resourceName(resource.group, plural);
  const words = name === undefined ? resourceWords : `${resourceWords} ${name}`;
  // One node or namespace is somewhere by its name alone.
  const where = name !== undefined && namespace === undefined ? '' : ` ${placeName(namespace)}`;
  return {
    path,
    query,
    accept,
    cluster,
    source: `GET ${path}${readable(query)} (${cluster})`,
    what: `${words}${where} (${cluster})`,
    right: rightOf(name === undefined ? 'list' : 'get', resourceWords, namespace),
    apiVersion: apiVersionOf(resource),
  };
}

/** Selectors stay legible: `?labelSelector=app=chat-api`. */
function readable(query: Look['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
