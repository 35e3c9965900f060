// One API server of a world: its objects by resource, worked out when a resource is first asked for.
import type { Cluster, KubernetesObject } from '../cases/schema.ts';
import { apiVersionOf, resourcesOf } from './resources.ts';
import type { Resource } from './resources.ts';

export interface ApiServer {
  readonly data: Cluster;
  readonly resources: readonly Resource[];
  resource(group: string, version: string, plural: string): Resource | undefined;
  /** In the API server's order: namespace, then name. */
  objects(resource: Resource): readonly KubernetesObject[];
  object(resource: Resource, namespace: string | undefined, name: string): KubernetesObject | undefined;
  /** May the bot use this resource there? Undefined namespace: in all of them at once, or cluster-scoped. */
  allowed(group: string, resource: string, namespace: string | undefined): boolean;
}

export function apiServer(data: Cluster, argoCd: boolean): ApiServer {
  const resources = resourcesOf(data.objects, argoCd);
  const sorted = new Map<Resource, readonly KubernetesObject[]>();

  function objects(resource: Resource): readonly KubernetesObject[] {
    const known = sorted.get(resource);
    if (known !== undefined) return known;
    const apiVersion = apiVersionOf(resource);
    const own = data.objects
      .filter((object) => object.kind === resource.kind && object.apiVersion === apiVersion)
      .toSorted((one, other) => (storageKey(one) < storageKey(other) ? -1 : 1));
    sorted.set(resource, own);
    return own;
  }

  return {
    data,
    resources,
    resource: (group, version, plural) =>
      resources.find(
        (known) => known.group === group && known.version === version && known.plural === plural,
      ),
    objects,
    object: (resource, namespace, name) =>
      objects(resource).find(({ metadata }) => metadata.name === name && metadata.namespace === namespace),
    allowed: (group, resource, namespace) =>
      !(data.forbidden ?? []).some(
        (rule) =>
          rule.group === group &&
          rule.resource === resource &&
          // A list over all namespaces needs the right in each of them.
          (rule.namespace === undefined || namespace === undefined || rule.namespace === namespace),
      ),
  };
}

export function storageKey({ metadata }: KubernetesObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}
