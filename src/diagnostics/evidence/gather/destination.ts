// The destination cluster: workloads, pods and what routes to them. Read whole by namespace in one round; the links join.
import type { Application } from '../argocd.ts';
import type { Evidence } from '../evidence.ts';
import type { Workload, WorkloadKind } from '../kubernetes.ts';
import { answered, type Answer } from '../observed.ts';
import type { KubernetesKind, KubernetesKinds, KubernetesReader } from '../ports.ts';
import { hubCluster } from './argocd.ts';
import { AnswerFailed, take, takeAll, type Gathering, type PartOfNodes } from './gathering.ts';

const IN_CLUSTER = 'https://kubernetes.default.svc';
const WORKLOAD_KINDS: readonly WorkloadKind[] = [
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Rollout',
  'CronJob',
  'Job',
];
/** More than any Application of a chatbot has; above it a trace would no longer cost the same everywhere. */
const MAX_WORKLOADS = 20;
/** Crashed containers whose last lines are worth a call each. */
const MAX_LOGS = 2;
const MAX_NODES = 4;

/** Which configured cluster an Application deploys to, by server address or by name. */
export function destinationCluster(g: Gathering, application: Application): KubernetesReader {
  const { server, name } = application.spec.destination;
  const hub = hubCluster(g);
  if (server === IN_CLUSTER || name === 'in-cluster') return hub;
  const found = g.readers.clusters.find(
    (reader) => reader.server === server || (name !== undefined && reader.name === name),
  );
  if (found !== undefined) return found;
  const address = server ?? name ?? 'no destination';
  throw new AnswerFailed(`cluster ${address}`, {
    kind: 'unreachable',
    what: 'destination cluster',
    address,
    detail: 'not one of the configured clusters',
  });
}

interface Destination {
  readonly cluster: KubernetesReader;
  readonly namespace: string;
  readonly application: Application;
}

/** Null when there is no Application. */
async function destination(g: Gathering): Promise<Destination | null> {
  const application = await g.need('application');
  if (application === null) return null;
  const namespace = application.spec.destination.namespace ?? 'default';
  return { cluster: destinationCluster(g, application), namespace, application };
}

async function listAll<K extends KubernetesKind>(
  g: Gathering,
  kind: K,
  metadataOnly = false,
): Promise<Answer<KubernetesKinds[K][]>> {
  const target = await destination(g);
  if (target === null) return answered('no Application', []);
  const options = metadataOnly
    ? { namespace: target.namespace, metadataOnly }
    : { namespace: target.namespace };
  const answer = await target.cluster.list(kind, options, g.signal);
  return answered(answer.source, take(answer).items);
}

/** Workloads that Argo CD manages for this Application, with their live objects. */
export function managedWorkloads(
  application: Application,
): { kind: WorkloadKind; namespace: string; name: string }[] {
  const fallback = application.spec.destination.namespace ?? 'default';
  return (application.status?.resources ?? [])
    .filter((resource) => resource.hook !== true)
    .flatMap((resource) => {
      const kind = WORKLOAD_KINDS.find((known) => known === resource.kind);
      return kind === undefined
        ? []
        : [{ kind, namespace: resource.namespace ?? fallback, name: resource.name }];
    })
    .slice(0, MAX_WORKLOADS);
}

async function getWorkload(
  cluster: KubernetesReader,
  kind: WorkloadKind,
  name: string,
  namespace: string,
  signal: AbortSignal,
): Promise<Answer<Workload | null>> {
  return cluster.get(kind, name, namespace, signal);
}

/** What Flux makes of a HelmRelease that the Application holds: Argo CD does not list it among its own resources. */
async function releasedWorkloads(g: Gathering, target: Destination): Promise<Evidence['workloads']> {
  const releases = (target.application.status?.resources ?? [])
    .filter(({ kind }) => kind === 'HelmRelease')
    .map(({ name }) => name);
  if (releases.length === 0) return [];
  const { items } = take(await target.cluster.list('Deployment', { namespace: target.namespace }, g.signal));
  return items
    .filter(({ metadata }) => {
      const { labels = {}, annotations = {} } = metadata;
      // helm-controller's label, Helm's own annotation, else a chart that names its one Deployment after the release.
      const release =
        labels['helm.toolkit.fluxcd.io/name'] ?? annotations['meta.helm.sh/release-name'] ?? metadata.name;
      return releases.includes(release);
    })
    .map((object) => ({
      kind: object.kind,
      namespace: object.metadata.namespace ?? target.namespace,
      name: object.metadata.name,
      object,
    }));
}

/** Jobs named by hook rows and by `waiting for completion of hook batch/Job/<name>`. */
export function hookJobNames(application: Application): string[] {
  const state = application.status?.operationState;
  const rows = (state?.syncResult?.resources ?? [])
    .filter((row) => row.kind === 'Job' && row.hookType !== undefined)
    .map((row) => row.name);
  const waited = [...(state?.message ?? '').matchAll(/batch\/Job\/([\w.-]+)/g)].map(
    (match) => match[1] ?? '',
  );
  return [...new Set([...rows, ...waited])].filter((name) => name !== '').slice(0, 3);
}

export const destinationNodes: PartOfNodes<
  | 'namespace'
  | 'workloads'
  | 'replicaSets'
  | 'pods'
  | 'events'
  | 'services'
  | 'endpointSlices'
  | 'ingresses'
  | 'resourceQuotas'
  | 'autoscalers'
  | 'nodes'
  | 'configMaps'
  | 'hookJobs'
  | 'podLogs'
> = {
  async namespace(g) {
    const target = await destination(g);
    if (target === null) return answered('no Application', null);
    return target.cluster.get('Namespace', target.namespace, undefined, g.signal);
  },

  async workloads(g) {
    const target = await destination(g);
    if (target === null) return answered('no Application', []);
    const wanted = managedWorkloads(target.application);
    const [answers, released] = await Promise.all([
      Promise.all(
        wanted.map(({ kind, name, namespace }) =>
          getWorkload(target.cluster, kind, name, namespace, g.signal),
        ),
      ),
      releasedWorkloads(g, target),
    ]);
    const objects = takeAll(answers);
    return answered(answers[0]?.source ?? 'workloads of the Application', [
      ...wanted.map((workload, index) => ({ ...workload, object: objects[index] ?? null })),
      ...released,
    ]);
  },

  replicaSets: async (g) => listAll(g, 'ReplicaSet'),
  pods: async (g) => listAll(g, 'Pod'),
  events: async (g) => listAll(g, 'Event'),
  services: async (g) => listAll(g, 'Service'),
  endpointSlices: async (g) => listAll(g, 'EndpointSlice'),
  ingresses: async (g) => listAll(g, 'Ingress'),
  resourceQuotas: async (g) => listAll(g, 'ResourceQuota'),
  autoscalers: async (g) => listAll(g, 'HorizontalPodAutoscaler'),
  configMaps: async (g) => listAll(g, 'ConfigMap', true),

  /** Only the nodes of pods that are not ready: node objects are large (they list every image on the node). */
  async nodes(g) {
    const target = await destination(g);
    if (target === null) return answered('no Application', []);
    const pods = await g.need('pods');
    const names = pods
      .filter((pod) => pod.status?.conditions?.some((c) => c.type === 'Ready' && c.status !== 'True') ?? true)
      .flatMap((pod) => pod.spec.nodeName ?? []);
    const answers = await Promise.all(
      [...new Set(names)]
        .slice(0, MAX_NODES)
        .map((name) => target.cluster.get('Node', name, undefined, g.signal)),
    );
    const found = takeAll(answers).filter((node) => node !== null);
    return answered(answers[0]?.source ?? 'no node is asked for', found);
  },

  async hookJobs(g) {
    const target = await destination(g);
    const names = target === null ? [] : hookJobNames(target.application);
    if (target === null || names.length === 0) return answered('no hook Job is named', []);
    const answers = await Promise.all(
      names.map((name) => target.cluster.get('Job', name, target.namespace, g.signal)),
    );
    return answered(
      answers[0]?.source ?? '',
      takeAll(answers).filter((job) => job !== null),
    );
  },

  async podLogs(g) {
    const target = await destination(g);
    if (target === null) return answered('no Application', []);
    const pods = await g.need('pods');
    const crashed = pods.flatMap((pod) =>
      (pod.status?.containerStatuses ?? [])
        .filter((status) => (status.restartCount ?? 0) > 0 && status.ready !== true)
        .map((status) => ({
          namespace: target.namespace,
          pod: pod.metadata.name,
          container: status.name,
          previous: true,
        })),
    );
    const logs = await Promise.all(
      crashed.slice(0, MAX_LOGS).map(async (of) => {
        const answer = await target.cluster.log(of, g.signal);
        return {
          source: answer.source,
          log: { pod: of.pod, container: of.container, previous: true, lines: take(answer) ?? [] },
        };
      }),
    );
    return answered(
      logs[0]?.source ?? 'no container crashed',
      logs.map(({ log }) => log),
    );
  },
};
