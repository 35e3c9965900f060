// Brings a workload to rest: one revision of its template, all its pods ready, older ones gone.
import type { Cluster, KubernetesObject, Pod, PodTemplate, Workload } from './model.ts';
import { addPod, isReady, nodesOf, removePods } from './pods.ts';
import { later, newSuffix, newUid, objectsIn, ownedBy, ownerOf, removeObjects, type World } from './world.ts';

export interface Settling {
  /** When the controller acts. */
  readonly at: string;
  /** New pods even where the old ones are ready. */
  readonly renew: boolean;
}

/** When the last pod became ready. */
export function settle(world: World, cluster: Cluster, workload: Workload, settling: Settling): string {
  resume(workload);
  switch (workload.kind) {
    case 'StatefulSet':
      return settleStatefulSet(world, cluster, workload, settling);
    case 'DaemonSet':
      return settleDaemonSet(world, cluster, workload, settling);
    default:
      return settleDeployment(world, cluster, workload, settling);
  }
}

function resume({ spec, status, metadata }: Workload): void {
  delete spec['paused'];
  delete status['pauseConditions'];
  delete status['controllerPause'];
  delete status['abort'];
  delete metadata.annotations?.['argocd.argoproj.io/sync-options'];
  delete metadata.annotations?.['argocd.argoproj.io/compare-options'];
  if (spec.replicas !== undefined && spec.replicas < 1) spec.replicas = 1;
  metadata.generation ??= 1;
}

/** Is there nothing left to do? */
export function isSettled(cluster: Cluster, workload: Workload): boolean {
  const pods = podsOf(cluster, workload);
  const wanted = workload.kind === 'DaemonSet' ? nodesOf(cluster).length : (workload.spec.replicas ?? 1);
  if (workload.spec['paused'] === true || wanted < 1 || pods.length !== wanted || !pods.every(isReady))
    return false;
  const images = imagesOf(workload.spec.template);
  if (!pods.every((pod) => pod.spec.containers.map(({ image }) => image).join() === images)) return false;
  const { status } = workload;
  if (Number(status['observedGeneration'] ?? 0) < (workload.metadata.generation ?? 0)) return false;
  if (workload.kind === 'Deployment' || workload.kind === 'Rollout') {
    const sets = ownedBy(cluster, 'ReplicaSet', workload) as Workload[];
    const live = sets.filter((set) => Number(set.status['replicas'] ?? 0) > 0);
    return (
      live.length === 1 &&
      status['updatedReplicas'] === wanted &&
      status['phase'] !== 'Degraded' &&
      !isFailing(workload)
    );
  }
  if (workload.kind === 'StatefulSet') return status['currentRevision'] === status['updateRevision'];
  return Number(status['updatedNumberScheduled'] ?? 0) === wanted;
}

function isFailing({ status }: Workload): boolean {
  const conditions =
    (status['conditions'] as { type: string; status: string; reason?: string }[] | undefined) ?? [];
  return conditions.some(
    ({ type, status: state, reason }) =>
      (type === 'ReplicaFailure' && state === 'True') || reason === 'ProgressDeadlineExceeded',
  );
}

export function podsOf(cluster: Cluster, workload: Workload): Pod[] {
  const sets = ownedBy(cluster, 'ReplicaSet', workload);
  return [workload, ...sets].flatMap((owner) => ownedBy(cluster, 'Pod', owner) as Pod[]);
}

function imagesOf({ spec }: PodTemplate): string {
  return spec.containers.map(({ image }) => image).join();
}

/** Two templates are one revision when nothing but the hash label tells them apart. */
function sameTemplate(one: PodTemplate, other: PodTemplate): boolean {
  return comparable(one) === comparable(other);
}

function comparable({ metadata, spec }: PodTemplate): string {
  const labels = sorted(metadata.labels).filter(([key]) => !key.endsWith('pod-template-hash'));
  return JSON.stringify([labels, sorted(metadata.annotations ?? {}), spec]);
}

function sorted(map: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

// Deployment and Argo Rollout

interface Flavour {
  readonly revision: string;
  readonly hashLabels: readonly string[];
}

function flavourOf({ kind }: Workload): Flavour {
  if (kind === 'Rollout') {
    return {
      revision: 'rollout.argoproj.io/revision',
      hashLabels: ['rollouts-pod-template-hash', 'pod-template-hash'],
    };
  }
  return { revision: 'deployment.kubernetes.io/revision', hashLabels: ['pod-template-hash'] };
}

function settleDeployment(
  world: World,
  cluster: Cluster,
  workload: Workload,
  { at, renew }: Settling,
): string {
  const wanted = workload.spec.replicas ?? 1;
  const { namespace = '' } = workload.metadata;
  const { set, isNew } = currentSet(world, cluster, workload, at);
  const sets = ownedBy(cluster, 'ReplicaSet', workload) as Workload[];
  for (const other of sets) {
    if (other === set) continue;
    removePods(cluster, ownedBy(cluster, 'Pod', other));
    other.spec.replicas = 0;
    other.status = { replicas: 0, observedGeneration: other.metadata.generation ?? 1 };
  }
  const keep = isNew || renew ? [] : (ownedBy(cluster, 'Pod', set) as Pod[]).filter(isReady).slice(0, wanted);
  removePods(
    cluster,
    ownedBy(cluster, 'Pod', set).filter((pod) => !keep.includes(pod as Pod)),
  );
  let ready = at;
  const nodes = nodesOf(cluster);
  for (let index = keep.length; index < wanted; index += 1) {
    const created = later(at, 2 + 12 * index);
    addPod(world, cluster, {
      name: `${set.metadata.name}-${newSuffix(world, `${set.metadata.name}/${index}`, 5)}`,
      namespace,
      owner: set,
      labels: { ...set.spec.template.metadata.labels },
      template: workload.spec.template,
      node: nodes[index % Math.max(1, nodes.length)],
      at: created,
    });
    ready = later(created, 14);
  }
  set.spec.replicas = wanted;
  set.status = {
    replicas: wanted,
    fullyLabeledReplicas: wanted,
    readyReplicas: wanted,
    availableReplicas: wanted,
    observedGeneration: set.metadata.generation ?? 1,
  };
  finishStatus(workload, set, wanted, ready);
  return ready;
}

/** The ReplicaSet of the template: an older one is taken back with a higher revision, as the controller does. */
function currentSet(
  world: World,
  cluster: Cluster,
  workload: Workload,
  at: string,
): { set: Workload; isNew: boolean } {
  const { revision, hashLabels } = flavourOf(workload);
  const sets = ownedBy(cluster, 'ReplicaSet', workload) as Workload[];
  const numbers = sets.map((set) => Number(set.metadata.annotations?.[revision] ?? 0));
  const highest = Math.max(0, ...numbers, Number(workload.metadata.annotations?.[revision] ?? 0));
  const found = sets.findLast((set) => sameTemplate(set.spec.template, workload.spec.template));
  const isNewest =
    found !== undefined && Number(found.metadata.annotations?.[revision] ?? 0) === Math.max(0, ...numbers);
  const number = String(isNewest ? Math.max(0, ...numbers) : highest + 1);
  workload.metadata.annotations = { ...workload.metadata.annotations, [revision]: number };
  if (found !== undefined) {
    found.metadata.annotations = { ...found.metadata.annotations, [revision]: number };
    return { set: found, isNew: false };
  }
  const hash = newSuffix(world, `${workload.metadata.uid}/${comparable(workload.spec.template)}`, 9);
  const labels = {
    ...workload.spec.template.metadata.labels,
    ...Object.fromEntries(hashLabels.map((label) => [label, hash])),
  };
  const template = structuredClone(workload.spec.template);
  template.metadata.labels = { ...labels };
  const name = `${workload.metadata.name}-${hash}`;
  const set: Workload = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name,
      namespace: workload.metadata.namespace ?? '',
      uid: newUid(world, `ReplicaSet/${cluster.name}/${name}`),
      resourceVersion: '49000101',
      generation: 1,
      creationTimestamp: at,
      labels,
      annotations: {
        [revision]: number,
        [revision.replace('revision', 'desired-replicas')]: String(workload.spec.replicas ?? 1),
      },
      ownerReferences: [ownerOf(workload)],
    },
    spec: {
      replicas: workload.spec.replicas ?? 1,
      selector: {
        matchLabels: { ...workload.spec.selector.matchLabels, [hashLabels[0] ?? 'pod-template-hash']: hash },
      },
      template,
    },
    status: {},
  };
  cluster.objects.push(set);
  return { set, isNew: true };
}

/** ReplicaSets that lost their Deployment and run the same image. */
export function dropOrphans(cluster: Cluster, workload: Workload): void {
  const names = new Set(workload.spec.template.spec.containers.map(({ image }) => imageName(image)));
  for (const set of objectsIn(cluster, 'ReplicaSet', workload.metadata.namespace) as Workload[]) {
    const isOrphan = (set.metadata.ownerReferences ?? []).length === 0;
    if (!isOrphan || !set.spec.template.spec.containers.some(({ image }) => names.has(imageName(image))))
      continue;
    removePods(cluster, ownedBy(cluster, 'Pod', set));
    removeObjects(cluster, [set]);
  }
}

function imageName(reference: string): string {
  return reference.replace(/(?::[^:/]*)?(?:@.*)?$/, '');
}

function finishStatus(workload: Workload, set: Workload, wanted: number, ready: string): void {
  const generation = workload.metadata.generation ?? 1;
  const counts = {
    replicas: wanted,
    updatedReplicas: wanted,
    readyReplicas: wanted,
    availableReplicas: wanted,
  };
  if (workload.kind === 'Rollout') {
    const hash = set.metadata.labels?.['rollouts-pod-template-hash'] ?? '';
    const { strategy } = workload.spec as { strategy?: { canary?: { steps?: unknown[] } } };
    const steps = strategy?.canary?.steps?.length;
    const condition = (type: string, reason: string, message: string): object => ({
      type,
      status: 'True',
      reason,
      message,
      lastUpdateTime: ready,
      lastTransitionTime: ready,
    });
    workload.status = {
      ...workload.status,
      ...counts,
      HPAReplicas: wanted,
      observedGeneration: String(generation),
      currentPodHash: hash,
      stableRS: hash,
      phase: 'Healthy',
      ...(steps === undefined ? {} : { currentStepIndex: steps }),
      conditions: [
        condition('Available', 'AvailableReason', 'Rollout has minimum availability'),
        condition(
          'Progressing',
          'NewReplicaSetAvailable',
          `ReplicaSet "${set.metadata.name}" has successfully progressed.`,
        ),
        condition('Healthy', 'RolloutHealthy', 'Rollout is healthy'),
        condition('Completed', 'RolloutCompleted', 'Rollout completed'),
      ],
    };
    delete workload.status['message'];
    return;
  }
  const created = workload.metadata.creationTimestamp;
  workload.status = {
    observedGeneration: generation,
    ...counts,
    conditions: [
      {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
        lastUpdateTime: ready,
        lastTransitionTime: ready,
      },
      {
        type: 'Progressing',
        status: 'True',
        reason: 'NewReplicaSetAvailable',
        message: `ReplicaSet "${set.metadata.name}" has successfully progressed.`,
        lastUpdateTime: ready,
        lastTransitionTime: created,
      },
    ],
  };
}

// StatefulSet and DaemonSet

function revisionsOf(cluster: Cluster, workload: Workload): KubernetesObject[] {
  return ownedBy(cluster, 'ControllerRevision', workload);
}

/** The revision object of the template; a new one where the images of its pods change. */
function revisionFor(world: World, cluster: Cluster, workload: Workload, at: string, isNew: boolean): string {
  const revisions = revisionsOf(cluster, workload);
  const newest = revisions.toSorted((a, b) => Number(a['revision'] ?? 0) - Number(b['revision'] ?? 0)).at(-1);
  if (!isNew && newest !== undefined) return newest.metadata.name;
  const hash = newSuffix(world, `${workload.metadata.uid}/${imagesOf(workload.spec.template)}/${at}`, 9);
  const name = `${workload.metadata.name}-${hash}`;
  if (newest !== undefined) {
    cluster.objects.push({
      ...structuredClone(newest),
      metadata: {
        ...structuredClone(newest.metadata),
        name,
        uid: newUid(world, `ControllerRevision/${cluster.name}/${name}`),
        creationTimestamp: at,
        labels: { ...newest.metadata.labels, 'controller.kubernetes.io/hash': hash },
      },
      revision: Number(newest['revision'] ?? 0) + 1,
    });
  }
  return name;
}

/** Do the running pods and the newest revision already have the images of the template? */
function needsRevision(cluster: Cluster, workload: Workload): boolean {
  const images = imagesOf(workload.spec.template);
  const known = workload.status['updateRevision'];
  const update = typeof known === 'string' ? known : '';
  const pods = ownedBy(cluster, 'Pod', workload) as Pod[];
  const updated = pods.filter(
    (pod) => update !== '' && (pod.metadata.labels?.['controller-revision-hash'] ?? '-') === update,
  );
  const own = updated.length > 0 ? updated : pods;
  return !own.some((pod) => pod.spec.containers.map(({ image }) => image).join() === images);
}

function settleStatefulSet(
  world: World,
  cluster: Cluster,
  workload: Workload,
  { at, renew }: Settling,
): string {
  const wanted = workload.spec.replicas ?? 1;
  const revision = revisionFor(world, cluster, workload, at, renew || needsRevision(cluster, workload));
  removePods(cluster, ownedBy(cluster, 'Pod', workload));
  const nodes = nodesOf(cluster);
  let ready = at;
  for (let index = 0; index < wanted; index += 1) {
    const created = later(at, 2 + 20 * (wanted - 1 - index));
    const name = `${workload.metadata.name}-${index}`;
    addPod(world, cluster, {
      name,
      namespace: workload.metadata.namespace ?? '',
      owner: workload,
      labels: {
        ...workload.spec.template.metadata.labels,
        'controller-revision-hash': revision,
        'statefulset.kubernetes.io/pod-name': name,
        'apps.kubernetes.io/pod-index': String(index),
      },
      template: workload.spec.template,
      node: nodes[index % Math.max(1, nodes.length)],
      at: created,
    });
    if (index === 0) ready = later(created, 14);
  }
  workload.status = {
    observedGeneration: workload.metadata.generation ?? 1,
    replicas: wanted,
    readyReplicas: wanted,
    currentReplicas: wanted,
    updatedReplicas: wanted,
    availableReplicas: wanted,
    currentRevision: revision,
    updateRevision: revision,
    collisionCount: 0,
  };
  return ready;
}

function settleDaemonSet(
  world: World,
  cluster: Cluster,
  workload: Workload,
  { at, renew }: Settling,
): string {
  const revision = revisionFor(world, cluster, workload, at, renew || needsRevision(cluster, workload));
  const hash = revision.slice(workload.metadata.name.length + 1);
  removePods(cluster, ownedBy(cluster, 'Pod', workload));
  const nodes = nodesOf(cluster);
  let ready = at;
  nodes.forEach((node, index) => {
    const created = later(at, 2 + 16 * index);
    addPod(world, cluster, {
      name: `${workload.metadata.name}-${newSuffix(world, `${workload.metadata.name}/${index}`, 5)}`,
      namespace: workload.metadata.namespace ?? '',
      owner: workload,
      labels: {
        ...workload.spec.template.metadata.labels,
        'controller-revision-hash': hash,
        'pod-template-generation': String(workload.metadata.generation ?? 1),
      },
      template: workload.spec.template,
      node,
      at: created,
    });
    ready = later(created, 14);
  });
  workload.status = {
    observedGeneration: workload.metadata.generation ?? 1,
    currentNumberScheduled: nodes.length,
    desiredNumberScheduled: nodes.length,
    numberMisscheduled: 0,
    numberReady: nodes.length,
    updatedNumberScheduled: nodes.length,
    numberAvailable: nodes.length,
  };
  return ready;
}
