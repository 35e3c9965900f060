// Paths of the Kubernetes API, and the words people and `kubectl auth can-i` use for them.

export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** Where in the cluster: a list, one object of it when `name` is given, or a part of that object. */
export interface Place {
  /** Undefined: all namespaces, or a resource that has none. */
  readonly namespace: string | undefined;
  readonly name?: string;
  readonly subresource?: string;
}

export function pathOf(
  { group, version, plural }: Resource,
  { namespace, name, subresource }: Place,
): string {
  return [
    ...(group === '' ? ['', 'api'] : ['', 'apis', group]),
    version,
    ...(namespace === undefined ? [] : ['namespaces', namespace]),
    plural,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : [subresource]),
  ]
    .map(encodeURIComponent)
    .join('/');
}

/** `v1`, `apps/v1` */
export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** `deployments.apps` */
export function resourceName(group: string, plural: string): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** `list deployments.apps in namespace chat` */
export function rightOf(verb: string, resource: string, namespace: string | undefined): string {
  return `${verb} ${resource} ${placeName(namespace)}`;
}

export function placeName(namespace: string | undefined): string {
  return namespace === undefined ? 'in the whole cluster' : `in namespace ${namespace}`;
}

/** No object can have another name: the API server refuses these before it looks, and `..` would lead to another path. */
export function isObjectName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/%]/.test(name);
}
