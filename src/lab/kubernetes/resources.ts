// Which resources an API server knows: the built-in ones, and the custom ones that the case has objects of.
import type { KubernetesObject } from '../cases/schema.ts';

export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** A CustomResourceDefinition: its items carry apiVersion and kind in lists, and few fields can be selected. */
  readonly custom: boolean;
}

export function resourcesOf(objects: readonly KubernetesObject[], argoCd: boolean): readonly Resource[] {
  const known = new Map(
    BUILT_IN.map((resource) => [keyOf(resource.group, resource.version, resource.kind), resource]),
  );
  if (argoCd)
    for (const resource of ARGO_CD)
      known.set(keyOf(resource.group, resource.version, resource.kind), resource);
  for (const { apiVersion, kind, metadata } of objects) {
    const { group, version } = groupVersion(apiVersion);
    const key = keyOf(group, version, kind);
    if (known.has(key)) continue;
    const namespaced = metadata.namespace !== undefined;
    known.set(key, { group, version, plural: pluralOf(kind), kind, namespaced, custom: group.includes('.') });
  }
  return [...known.values()];
}

export function groupVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return { group: '', version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

export function apiVersionOf(resource: Resource): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** As messages name it: `pods`, `deployments.apps`. */
export function qualified(resource: { readonly group: string; readonly plural: string }): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

/** Kinds name their plural by rule unless the API says otherwise. */
function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  if (/(s|x|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

function keyOf(group: string, version: string, kind: string): string {
  return `${group}/${version}/${kind}`;
}

const CLUSTER_KINDS = new Set([
  'Namespace',
  'Node',
  'PersistentVolume',
  'IngressClass',
  'StorageClass',
  'PriorityClass',
]);

const BUILT_IN: readonly Resource[] = [
  ...built(
    '',
    'v1',
    'Pod Service Event ConfigMap Namespace Node ResourceQuota LimitRange ServiceAccount Endpoints',
  ),
  ...built('', 'v1', 'PersistentVolumeClaim PersistentVolume ReplicationController'),
  ...built('apps', 'v1', 'Deployment ReplicaSet StatefulSet DaemonSet ControllerRevision'),
  ...built('batch', 'v1', 'Job CronJob'),
  ...built('autoscaling', 'v2', 'HorizontalPodAutoscaler'),
  ...built('discovery.k8s.io', 'v1', 'EndpointSlice'),
  ...built('networking.k8s.io', 'v1', 'Ingress IngressClass NetworkPolicy'),
  ...built('policy', 'v1', 'PodDisruptionBudget'),
  ...built('storage.k8s.io', 'v1', 'StorageClass'),
  ...built('scheduling.k8s.io', 'v1', 'PriorityClass'),
];

const ARGO_CD: readonly Resource[] = ['Application', 'AppProject', 'ApplicationSet'].map((kind) => ({
  group: 'argoproj.io',
  version: 'v1alpha1',
  plural: pluralOf(kind),
  kind,
  namespaced: true,
  custom: true,
}));

function built(group: string, version: string, kinds: string): readonly Resource[] {
  return kinds.split(' ').map((kind) => ({
    group,
    version,
    plural: pluralOf(kind),
    kind,
    namespaced: !CLUSTER_KINDS.has(kind),
    custom: false,
  }));
}
