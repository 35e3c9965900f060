// Small objects of a cluster, as the API returns them, for tests: each with what its rule reads and nothing else.
import {
  configMapSchema,
  cronJobSchema,
  daemonSetSchema,
  deploymentSchema,
  endpointSliceSchema,
  eventSchema,
  ingressSchema,
  jobSchema,
  nodeSchema,
  podSchema,
  replicaSetSchema,
  rolloutSchema,
  serviceSchema,
  statefulSetSchema,
} from '../../../src/diagnostics/evidence/kubernetes.ts';
import type {
  ConfigMap,
  CronJob,
  DaemonSet,
  Deployment,
  EndpointSlice,
  Ingress,
  Job,
  KubernetesEvent,
  Node,
  Pod,
  ReplicaSet,
  Rollout,
  Service,
  StatefulSet,
} from '../../../src/diagnostics/evidence/kubernetes.ts';

export const NAMESPACE = 'shop';
export const NAME = 'api';
export const REGISTRY = 'images.example.io';
export const NEW = `${REGISTRY}/api:new`;
export const OLD = `${REGISTRY}/api:old`;
export const NEW_DIGEST = `sha256:${'a'.repeat(64)}`;
export const OLD_DIGEST = `sha256:${'b'.repeat(64)}`;
export const NOW = new Date('2026-05-04T10:00:00Z');

/** The engine's clock, so many seconds earlier. */
export function ago(seconds: number): string {
  return new Date(NOW.getTime() - seconds * 1000).toISOString();
}

type Fields = Record<string, unknown>;

function meta(name: string, more: Fields = {}): Fields {
  return { name, namespace: NAMESPACE, uid: `uid-${name}`, creationTimestamp: ago(86_400), ...more };
}

export function template(image: string, container: Fields = {}, spec: Fields = {}): Fields {
  return {
    metadata: { labels: { app: NAME } },
    spec: {
      containers: [{ name: NAME, image, ports: [{ name: 'http', containerPort: 8080 }], ...container }],
      ...spec,
    },
  };
}

export interface Parts {
  readonly metadata?: Fields;
  readonly spec?: Fields;
  readonly status?: Fields;
}

export function condition(
  type: string,
  status: string,
  reason: string,
  message: string,
  seconds = 60,
): Fields {
  return { type, status, reason, message, lastTransitionTime: ago(seconds), lastUpdateTime: ago(seconds) };
}

/** Complete unless told otherwise: two replicas of the new image. */
export function deployment({ metadata, spec, status }: Parts = {}): Deployment {
  return deploymentSchema.parse({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta(NAME, {
      generation: 5,
      annotations: { 'deployment.kubernetes.io/revision': '5' },
      ...metadata,
    }),
    spec: { replicas: 2, selector: { matchLabels: { app: NAME } }, template: template(NEW), ...spec },
    status: {
      observedGeneration: 5,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      conditions: [condition('Progressing', 'True', 'NewReplicaSetAvailable', 'done')],
      ...status,
    },
  });
}

export const ROLLING = {
  replicas: 3,
  updatedReplicas: 1,
  readyReplicas: 2,
  availableReplicas: 2,
  conditions: [condition('Progressing', 'True', 'ReplicaSetUpdated', 'progressing', 120)],
};

export const TIMED_OUT = {
  ...ROLLING,
  conditions: [
    condition(
      'Progressing',
      'False',
      'ProgressDeadlineExceeded',
      'ReplicaSet "api-new" has timed out progressing.',
      30,
    ),
  ],
};

function owner(kind: string, name: string): Fields {
  return { ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: `uid-${name}`, controller: true }] };
}

export function replicaSet(hash: string, image: string, parts: Parts = {}): ReplicaSet {
  const name = `${NAME}-${hash}`;
  const own = template(image);
  return replicaSetSchema.parse({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: meta(name, {
      ...owner('Deployment', NAME),
      labels: { app: NAME, 'pod-template-hash': hash },
      annotations: { 'deployment.kubernetes.io/revision': image === NEW ? '5' : '4' },
      ...parts.metadata,
    }),
    spec: { replicas: 1, selector: { matchLabels: { app: NAME } }, template: own, ...parts.spec },
    status: { replicas: 1, ...parts.status },
  });
}

export const newSet = (parts: Parts = {}): ReplicaSet => replicaSet('new', NEW, parts);
export const oldSet = (parts: Parts = {}): ReplicaSet => replicaSet('old', OLD, parts);

/** A pod of the new ReplicaSet that is ready, unless told otherwise. `container`: its status. */
export function pod(name: string, { metadata, spec, status }: Parts = {}, container: Fields = {}): Pod {
  return podSchema.parse({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: meta(name, {
      ...owner('ReplicaSet', `${NAME}-new`),
      labels: { app: NAME, 'pod-template-hash': 'new' },
      creationTimestamp: ago(600),
      ...metadata,
    }),
    spec: { ...(template(NEW)['spec'] as Fields), nodeName: 'node-1', ...spec },
    status: {
      phase: 'Running',
      startTime: ago(600),
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: ago(580) }],
      containerStatuses: [
        {
          name: NAME,
          image: NEW,
          imageID: `${REGISTRY}/api@${NEW_DIGEST}`,
          ready: true,
          started: true,
          restartCount: 0,
          state: { running: { startedAt: ago(590) } },
          ...container,
        },
      ],
      ...status,
    },
  });
}

export function oldPod(name: string, parts: Parts = {}): Pod {
  return pod(
    name,
    {
      ...parts,
      metadata: {
        ...owner('ReplicaSet', `${NAME}-old`),
        labels: { app: NAME, 'pod-template-hash': 'old' },
        ...parts.metadata,
      },
      spec: { containers: [{ name: NAME, image: OLD }], ...parts.spec },
    },
    { image: OLD, imageID: `${REGISTRY}/api@${OLD_DIGEST}` },
  );
}

export const UNREADY = [
  {
    type: 'Ready',
    status: 'False',
    reason: 'ContainersNotReady',
    message: 'containers with unready status: [api]',
    lastTransitionTime: ago(500),
  },
];

/** A pod of the new ReplicaSet whose only container is in this state. */
export function unready(
  name: string,
  state: Fields,
  { spec, status, metadata }: Parts = {},
  container: Fields = {},
): Pod {
  return pod(
    name,
    {
      ...(metadata === undefined ? {} : { metadata }),
      ...(spec === undefined ? {} : { spec }),
      status: { conditions: UNREADY, ...status },
    },
    { ready: false, state, ...container },
  );
}

export function waiting(name: string, reason: string, message?: string, container: Fields = {}): Pod {
  return unready(
    name,
    { waiting: { reason, message } },
    { status: { phase: 'Pending' } },
    { imageID: '', ...container },
  );
}

export function event(
  about: { kind: string; metadata: { name: string; uid?: string | undefined } },
  reason: string,
  message: string,
  more: Fields = {},
): KubernetesEvent {
  return eventSchema.parse({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: meta(`${about.metadata.name}.${reason}`),
    involvedObject: {
      kind: about.kind,
      name: about.metadata.name,
      namespace: NAMESPACE,
      uid: about.metadata.uid,
    },
    reason,
    message,
    type: 'Warning',
    count: 5,
    firstTimestamp: ago(300),
    lastTimestamp: ago(20),
    ...more,
  });
}

export function service(name: string, { metadata, spec, status }: Parts = {}): Service {
  return serviceSchema.parse({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: meta(name, metadata),
    spec: {
      type: 'ClusterIP',
      selector: { app: NAME },
      ports: [{ name: 'http', port: 80, targetPort: 8080 }],
      ...spec,
    },
    status: { loadBalancer: {}, ...status },
  });
}

export function slice(name: string, pods: readonly Pod[], ready = true): EndpointSlice {
  return endpointSliceSchema.parse({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: meta(`${name}-1`, { labels: { 'kubernetes.io/service-name': name } }),
    endpoints: pods.map(({ metadata }, index) => ({
      addresses: [`10.0.0.${index + 1}`],
      conditions: { ready, serving: ready, terminating: false },
      targetRef: { kind: 'Pod', name: metadata.name, uid: metadata.uid },
    })),
  });
}

export function ingress(name: string, { spec, status }: Parts = {}): Ingress {
  return ingressSchema.parse({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: meta(name),
    spec: {
      ingressClassName: 'nginx',
      rules: [
        {
          host: 'shop.example.io',
          http: { paths: [{ path: '/', backend: { service: { name: NAME, port: { number: 80 } } } }] },
        },
      ],
      ...spec,
    },
    status: { loadBalancer: { ingress: [{ ip: '10.9.9.9' }] }, ...status },
  });
}

export function node(name: string, architecture: string): Node {
  return nodeSchema.parse({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: {
      conditions: [{ type: 'Ready', status: 'True' }],
      nodeInfo: { architecture, operatingSystem: 'linux' },
    },
  });
}

export function configMap(name: string, writtenSecondsAgo: number): ConfigMap {
  return configMapSchema.parse({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: meta(name, {
      managedFields: [
        { manager: 'argocd-controller', time: ago(writtenSecondsAgo), fieldsV1: { 'f:data': {} } },
      ],
    }),
  });
}

export function statefulSet({ metadata, spec, status }: Parts = {}): StatefulSet {
  return statefulSetSchema.parse({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: meta(NAME, { generation: 3, ...metadata }),
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: NAME } },
      template: template(NEW),
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      ...spec,
    },
    status: {
      observedGeneration: 3,
      replicas: 2,
      readyReplicas: 2,
      updatedReplicas: 2,
      availableReplicas: 2,
      currentRevision: 'api-2',
      updateRevision: 'api-2',
      ...status,
    },
  });
}

/** A pod of the StatefulSet or DaemonSet, of this revision. */
export function revisionPod(
  kind: string,
  name: string,
  revision: string,
  parts: Parts = {},
  container: Fields = {},
): Pod {
  const image = revision.endsWith('2') ? NEW : OLD;
  return pod(
    name,
    {
      ...parts,
      metadata: {
        ...owner(kind, NAME),
        labels: { app: NAME, 'controller-revision-hash': revision },
        ...parts.metadata,
      },
      spec: { containers: [{ name: NAME, image }], ...parts.spec },
    },
    { image, ...container },
  );
}

export function daemonSet({ metadata, spec, status }: Parts = {}): DaemonSet {
  return daemonSetSchema.parse({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: meta(NAME, { generation: 3, ...metadata }),
    spec: {
      selector: { matchLabels: { app: NAME } },
      template: template(NEW),
      updateStrategy: { type: 'RollingUpdate' },
      ...spec,
    },
    status: {
      observedGeneration: 3,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      updatedNumberScheduled: 2,
      numberAvailable: 2,
      ...status,
    },
  });
}

export function job({ spec, status }: Parts = {}): Job {
  return jobSchema.parse({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: meta(NAME),
    spec: { template: template(NEW), ...spec },
    status: { active: 1, ...status },
  });
}

export function cronJob({ metadata, spec, status }: Parts = {}): CronJob {
  return cronJobSchema.parse({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: meta(NAME, metadata),
    spec: { schedule: '30 10 * * *', jobTemplate: { spec: { template: template(NEW) } }, ...spec },
    status: { lastScheduleTime: ago(90_000), ...status },
  });
}

export function argoRollout({ metadata, spec, status }: Parts = {}): Rollout {
  return rolloutSchema.parse({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: meta(NAME, { generation: 4, ...metadata }),
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: NAME } },
      template: template(NEW),
      strategy: { canary: { steps: [{ setWeight: 20 }, { pause: {} }] } },
      ...spec,
    },
    status: {
      observedGeneration: '4',
      phase: 'Healthy',
      replicas: 2,
      updatedReplicas: 2,
      availableReplicas: 2,
      stableRS: 'new',
      currentPodHash: 'new',
      ...status,
    },
  });
}

/** A ReplicaSet of the Argo Rollout. */
export function rolloutSet(hash: string, image: string): ReplicaSet {
  return replicaSet(hash, image, {
    metadata: { ...owner('Rollout', NAME), labels: { app: NAME, 'rollouts-pod-template-hash': hash } },
  });
}
