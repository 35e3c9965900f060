// The Kubernetes rows of the table of allowed requests: `get` and `list` of named resources, never secrets, exec or watch.
// A right is written as kubectl auth can-i takes it: verb, then resource.group.
import type { AllowedRequest } from '../requests.ts';

interface Readable {
  readonly group: string;
  /** One version, or `{version}` where the cluster decides which one it serves. */
  readonly version: string;
  readonly plural: string;
  readonly reads: string;
  readonly verbs?: readonly ('get' | 'list')[];
  /** `cluster`: has no namespace. `both`: also listed over all namespaces. */
  readonly scope?: 'cluster' | 'both';
  /** `get` of these objects only: the role names them with `resourceNames`. */
  readonly names?: readonly string[];
}

const argo = { group: 'argoproj.io', version: 'v1alpha1' };
const apps = { group: 'apps', version: 'v1' };
const batch = { group: 'batch', version: 'v1' };
const core = { group: '', version: 'v1' };
const networking = { group: 'networking.k8s.io', version: 'v1' };
const gateway = { group: 'gateway.networking.k8s.io', version: '{version}' };
const fluxSource = { group: 'source.toolkit.fluxcd.io', version: '{version}' };
const fluxImage = { group: 'image.toolkit.fluxcd.io', version: '{version}' };
const kargo = { group: 'kargo.akuity.io', version: '{version}' };

const readable: readonly Readable[] = [
  { ...argo, plural: 'applications', reads: 'what Argo CD follows, compared and applied', scope: 'both' },
  { ...argo, plural: 'applicationsets', reads: 'what generates an Application' },
  { ...argo, plural: 'appprojects', reads: 'sync windows, allowed sources and destinations' },
  { ...argo, plural: 'rollouts', reads: 'progressive rollout of a workload' },
  { ...apps, plural: 'deployments', reads: 'rollout of a workload' },
  { ...apps, plural: 'statefulsets', reads: 'rollout of a workload' },
  { ...apps, plural: 'daemonsets', reads: 'rollout of a workload' },
  { ...apps, plural: 'replicasets', reads: 'whether the new pod template reached the cluster' },
  { ...batch, plural: 'jobs', reads: 'sync hooks' },
  { ...batch, plural: 'cronjobs', reads: 'template of the next run' },
  { ...core, plural: 'pods', reads: 'what runs, what waits and why' },
  { ...core, plural: 'events', reads: 'reasons that no status keeps', verbs: ['list'] },
  { ...core, plural: 'services', reads: 'which pods get the traffic' },
  { ...core, plural: 'resourcequotas', reads: 'quota that refuses pods' },
  { ...core, plural: 'configmaps', reads: 'names and times, never contents', verbs: ['list'] },
  {
    ...core,
    plural: 'configmaps',
    reads: 'settings of Argo CD',
    verbs: ['get'],
    names: ['argocd-cm', 'argocd-cmd-params-cm'],
  },
  { ...core, plural: 'namespaces', reads: 'whether it exists or is being deleted', scope: 'cluster' },
  { ...core, plural: 'nodes', reads: 'architecture, taints and free room', scope: 'cluster' },
  { group: 'discovery.k8s.io', version: 'v1', plural: 'endpointslices', reads: 'pods behind a Service' },
  { ...networking, plural: 'ingresses', reads: 'public address of a Service', scope: 'both' },
  { group: 'autoscaling', version: 'v2', plural: 'horizontalpodautoscalers', reads: 'who sets the replicas' },
  { group: 'keda.sh', version: '{version}', plural: 'scaledobjects', reads: 'who sets the replicas' },
  { ...gateway, plural: 'httproutes', reads: 'public address of a Service' },
  { ...gateway, plural: 'gateways', reads: 'public address of a Service' },
  {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    plural: 'customresourcedefinitions',
    reads: 'whether a kind is served',
    scope: 'cluster',
  },
  // Tools that write the tag, promote it or deliver instead of Argo CD.
  {
    group: 'argocd-image-updater.argoproj.io',
    version: '{version}',
    plural: 'imageupdaters',
    reads: 'who writes the tag',
  },
  { ...kargo, plural: 'stages', reads: 'who promotes the tag' },
  { ...kargo, plural: 'warehouses', reads: 'who promotes the tag' },
  { ...kargo, plural: 'promotions', reads: 'a promotion that failed' },
  { ...fluxSource, plural: 'gitrepositories', reads: 'revision Flux has seen' },
  { ...fluxSource, plural: 'ocirepositories', reads: 'revision Flux has seen' },
  { ...fluxSource, plural: 'helmrepositories', reads: 'chart index Flux has seen' },
  { ...fluxSource, plural: 'helmcharts', reads: 'chart Flux has seen' },
  {
    group: 'kustomize.toolkit.fluxcd.io',
    version: '{version}',
    plural: 'kustomizations',
    reads: 'revision Flux applied',
  },
  {
    group: 'helm.toolkit.fluxcd.io',
    version: '{version}',
    plural: 'helmreleases',
    reads: 'release Flux applied',
  },
  { ...fluxImage, plural: 'imagerepositories', reads: 'tags Flux has seen' },
  { ...fluxImage, plural: 'imagepolicies', reads: 'tag Flux chose' },
  { ...fluxImage, plural: 'imageupdateautomations', reads: 'who writes the tag', scope: 'both' },
];

export const kubernetesRequests: readonly AllowedRequest[] = [
  ...readable.flatMap(rows),
  {
    id: 'pods.log',
    system: 'kubernetes',
    method: 'GET',
    path: '/api/v1/namespaces/{namespace}/pods/{name}/log',
    right: 'get pods/log',
    reads: 'last lines of a crashed container; optional',
  },
];

function rows(resource: Readable): AllowedRequest[] {
  const { group, version, plural, verbs = ['get', 'list'], scope, names = ['{name}'] } = resource;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const place = scope === 'cluster' ? root : `${root}/namespaces/{namespace}`;
  const what = group === '' ? plural : `${plural}.${group}`;
  const row = (id: string, verb: string, path: string): AllowedRequest => ({
    id: `${what}.${id}`,
    system: 'kubernetes',
    method: 'GET',
    path,
    right: `${verb} ${what}`,
    reads: resource.reads,
  });
  return [
    ...(verbs.includes('get')
      ? names.map((name) =>
          row(name === '{name}' ? 'get' : `get.${name}`, 'get', `${place}/${plural}/${name}`),
        )
      : []),
    ...(verbs.includes('list') ? [row('list', 'list', `${place}/${plural}`)] : []),
    ...(scope === 'both' ? [row('listAll', 'list', `${root}/${plural}`)] : []),
  ];
}
