// Another service beside the traced one, in the same namespace and project, with every trouble a service can have: none of it
// is the traced one's.
import type { EvidenceKey, ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import { evidenceSchemas } from '../../src/diagnostics/evidence/evidence.ts';
import type { Traced } from '../../src/diagnostics/report.ts';

export type Fields = Record<string, unknown>;

interface Neighbour {
  readonly name: string;
  readonly namespace: string;
  /** A time of yesterday, as the API writes it. */
  readonly before: string;
  /** Just now. */
  readonly lately: string;
}

const IMAGE = 'elsewhere.example/beside/api:9';

/** Its name starts like the traced service's: objects are told apart by their owners and labels, not by how names begin. */
export function neighbourOf(service: string, namespace: string, now: string): Neighbour {
  const at = (seconds: number): string =>
    new Date(Date.parse(now) - seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  return { name: `${service}-beside`, namespace, before: at(86_400), lately: at(120) };
}

/** Its objects in the cluster, as the API has them. */
export function neighbourObjects(neighbour: Neighbour): Fields[] {
  const { name, namespace, before, lately } = neighbour;
  const labels = { app: name };
  const metadata = (own: string, more: Fields = {}): Fields => ({
    name: own,
    namespace,
    uid: `uid-${own}`,
    creationTimestamp: before,
    labels,
    ...more,
  });
  const owned = (kind: string, owner: string): Fields => ({
    ownerReferences: [{ apiVersion: 'apps/v1', kind, name: owner, uid: `uid-${owner}`, controller: true }],
  });
  const spec = {
    containers: [{ name: 'api', image: IMAGE, envFrom: [{ configMapRef: { name } }] }],
    nodeName: 'node-beside',
  };
  const template = { metadata: { labels }, spec };
  const set = `${name}-6d5f8c7b9`;
  const pod = (suffix: string, state: Fields, lastState: Fields = {}): Fields => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(`${set}-${suffix}`, { ...owned('ReplicaSet', set), creationTimestamp: lately }),
    spec,
    status: {
      phase: 'Pending',
      startTime: lately,
      conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: lately }],
      containerStatuses: [
        { name: 'api', image: IMAGE, imageID: '', ready: false, restartCount: 7, state, lastState },
      ],
    },
  });
  const event = (kind: string, about: string, reason: string, message: string): Fields => ({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${about}.${reason.toLowerCase()}`, namespace, creationTimestamp: lately },
    involvedObject: { kind, name: about, namespace, uid: `uid-${about}` },
    reason,
    message,
    type: 'Warning',
    count: 5,
    firstTimestamp: lately,
    lastTimestamp: lately,
  });
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: metadata(set, owned('Deployment', name)),
      spec: { replicas: 3, selector: { matchLabels: labels }, template },
      status: { replicas: 2, readyReplicas: 0 },
    },
    pod('aaaaa', { waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image "${IMAGE}"` } }),
    pod(
      'bbbbb',
      { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } },
      { terminated: { exitCode: 137, reason: 'OOMKilled', finishedAt: lately } },
    ),
    event('Pod', `${set}-aaaaa`, 'Failed', `Failed to pull image "${IMAGE}": 403 Forbidden`),
    event(
      'Pod',
      `${set}-bbbbb`,
      'Unhealthy',
      'Readiness probe failed: HTTP probe failed with statuscode: 500',
    ),
    event('ReplicaSet', set, 'FailedCreate', 'Error creating: pods "x" is forbidden: exceeded quota: beside'),
    event('Pod', `${set}-ccccc`, 'FailedScheduling', '0/3 nodes are available: 3 Insufficient memory.'),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata(name),
      spec: { type: 'ClusterIP', selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
      status: { loadBalancer: {} },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata(`${name}-edge`),
      spec: { type: 'LoadBalancer', selector: labels, ports: [{ port: 443 }] },
      status: { loadBalancer: {} },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: metadata(`${name}-x7k2p`, { labels: { 'kubernetes.io/service-name': name } }),
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.9.9.9'],
          conditions: { ready: false },
          targetRef: { kind: 'Pod', name: `${set}-bbbbb` },
        },
      ],
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: metadata(name),
      spec: {
        ingressClassName: 'nginx',
        rules: [
          {
            host: 'beside.example',
            http: {
              paths: [
                { path: '/', pathType: 'Prefix', backend: { service: { name, port: { number: 80 } } } },
              ],
            },
          },
        ],
      },
      status: { loadBalancer: {} },
    },
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: metadata(name),
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        minReplicas: 2,
        maxReplicas: 9,
      },
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadata(name, {
        managedFields: [{ manager: 'kubectl-edit', operation: 'Update', time: lately }],
      }),
    },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: metadata(`${name}-migrate`),
      spec: { template: { spec: { containers: [{ name: 'migrate', image: IMAGE }] } } },
      status: {
        failed: 3,
        startTime: before,
        conditions: [
          { type: 'Failed', status: 'True', lastTransitionTime: before, reason: 'BackoffLimitExceeded' },
        ],
      },
    },
  ];
}

/** The key of the evidence that lists objects of a kind. */
const KEY_OF_KIND: Readonly<Record<string, EvidenceKey>> = {
  ReplicaSet: 'replicaSets',
  Pod: 'pods',
  Event: 'events',
  Service: 'services',
  EndpointSlice: 'endpointSlices',
  Ingress: 'ingresses',
  HorizontalPodAutoscaler: 'autoscalers',
  ConfigMap: 'configMaps',
  Job: 'hookJobs',
};

/** What lies outside of the namespace: its repository, its pipeline, its scaler, its Application, its node. */
function elsewhere({ name, namespace, lately }: Neighbour): readonly (readonly [EvidenceKey, unknown])[] {
  return [
    [
      'repositories',
      { id: 'repository-beside', name, project: { name: 'beside' }, defaultBranch: 'refs/heads/main' },
    ],
    [
      'definitions',
      {
        id: 99_001,
        name: `${name}-ci`,
        queueStatus: 'disabled',
        repository: { id: 'repository-beside', name, type: 'TfsGit', defaultBranch: 'refs/heads/main' },
        triggers: [],
      },
    ],
    [
      'automation',
      {
        apiVersion: 'keda.sh/v1alpha1',
        kind: 'ScaledObject',
        metadata: { name, namespace },
        spec: { scaleTargetRef: { kind: 'Deployment', name } },
        status: { conditions: [{ type: 'Ready', status: 'False' }] },
      },
    ],
    [
      'automation',
      {
        apiVersion: 'argocd-image-updater.argoproj.io/v1alpha1',
        kind: 'ImageUpdater',
        metadata: { name, namespace: 'argocd' },
        spec: {
          applicationRefs: [{ namePattern: `${name}-*`, images: [{ alias: 'api', imageName: IMAGE }] }],
        },
      },
    ],
    [
      'automation',
      {
        apiVersion: 'image.toolkit.fluxcd.io/v1',
        kind: 'ImageUpdateAutomation',
        metadata: { name, namespace },
        spec: { update: { path: `./clusters/${name}` } },
        status: { conditions: [{ type: 'Ready', status: 'False', message: 'failed to push' }] },
      },
    ],
    [
      'applicationEvents',
      {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: `${name}.1` },
        involvedObject: { kind: 'Application', name: `${name}-prd`, namespace: 'argocd' },
        reason: 'OperationCompleted',
        message: `Sync operation of ${name} failed: rollback cannot be initiated when auto-sync is off`,
        lastTimestamp: lately,
      },
    ],
    [
      'nodes',
      {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 'node-beside' },
        status: {
          conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: lately }],
          nodeInfo: { architecture: 's390x', operatingSystem: 'linux' },
        },
      },
    ],
  ];
}

/** The evidence of the same trace, had the neighbour been there: before and behind all that was listed. */
export function withNeighbour(traced: Traced, end: 'first' | 'last'): ObservedEvidence {
  const { evidence, request, takenAt } = traced;
  const application = evidence.application?.ok === true ? evidence.application.value : null;
  const namespace = application?.spec.destination.namespace ?? 'default';
  const neighbour = neighbourOf(request.service, namespace, takenAt);
  const added = [
    ...neighbourObjects(neighbour).flatMap((object): [EvidenceKey, unknown][] => {
      const key = KEY_OF_KIND[String(object['kind'])];
      return key === undefined ? [] : [[key, object]];
    }),
    ...elsewhere(neighbour),
  ];
  const all: Record<string, unknown> = { ...evidence };
  for (const key of new Set(added.map(([name]) => name))) {
    const observed = evidence[key];
    // What nobody could read has no neighbour in it either.
    if (observed?.ok !== true || !Array.isArray(observed.value)) continue;
    const more = added.filter(([name]) => name === key).map(([, object]) => object);
    const listed: readonly unknown[] = observed.value;
    const value = end === 'first' ? [...more, ...listed] : [...listed, ...more];
    all[key] = { ...observed, value: evidenceSchemas[key].parse(value) as unknown };
  }
  return all;
}
