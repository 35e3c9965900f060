// Which pods of a workload come from its current template: joined by owner and revision, not by name.
import type {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  Metadata,
  Pod,
  PodSpec,
  PodTemplate,
  ReplicaSet,
  Rollout,
  StatefulSet,
  Workload,
} from '../evidence/kubernetes.ts';
import { millis } from './clock.ts';
import { selects } from './labels.ts';

export interface WorkloadPods {
  /** The ReplicaSet of the current template; null where there is none (yet), or the kind has none. */
  readonly replicaSet: ReplicaSet | null;
  readonly current: readonly Pod[];
  readonly older: readonly Pod[];
}

interface Owner {
  readonly kind: string;
  readonly metadata: Metadata;
}

function isOwnedBy(object: { readonly metadata: Metadata }, owner: Owner): boolean {
  const reference = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (reference === undefined) return false;
  const { uid, name } = owner.metadata;
  return uid === undefined ? reference.kind === owner.kind && reference.name === name : reference.uid === uid;
}

/** The template a workload makes its pods from; absent for a Rollout that refers to a Deployment's. */
export function templateOf(workload: Workload): PodTemplate | undefined {
  return workload.kind === 'CronJob' ? workload.spec.jobTemplate.spec.template : workload.spec.template;
}

function imagesOf(spec: PodSpec): string {
  return [...(spec.initContainers ?? []), ...spec.containers]
    .map(({ name, image }) => `${name}=${image ?? ''}`)
    .toSorted()
    .join(' ');
}

/** A value with its keys in order, so that equal objects give equal text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

/** Links 5 to 8 compare the same templates again and again. */
const templateTexts = new WeakMap<PodTemplate, string>();

function templateText(template: PodTemplate): string {
  const known = templateTexts.get(template);
  if (known !== undefined) return known;
  const { metadata, spec } = template;
  const labels = Object.entries(metadata?.labels ?? {}).filter(([key]) => !key.endsWith('pod-template-hash'));
  const text = JSON.stringify(
    canonical({ labels: Object.fromEntries(labels), annotations: metadata?.annotations ?? {}, spec }),
  );
  templateTexts.set(template, text);
  return text;
}

const REVISION = 'deployment.kubernetes.io/revision';

function revisionOf(replicaSet: ReplicaSet): number {
  return Number(replicaSet.metadata.annotations?.[REVISION] ?? 0);
}

function newestRevision(replicaSets: readonly ReplicaSet[]): ReplicaSet | null {
  const sorted = replicaSets.toSorted(
    (a, b) =>
      revisionOf(b) - revisionOf(a) ||
      (millis(b.metadata.creationTimestamp) ?? 0) - (millis(a.metadata.creationTimestamp) ?? 0),
  );
  return sorted[0] ?? null;
}

/**
 * The ReplicaSet of the Deployment's template, also after a revert, where an old one is taken back with a higher revision
 * (F11). The API server fills in defaults on both sides alike; where the whole template differs, the images decide.
 */
function currentReplicaSet(deployment: Deployment, owned: readonly ReplicaSet[]): ReplicaSet | null {
  const { template } = deployment.spec;
  const wanted = templateText(template);
  const same = owned.filter(({ spec }) => templateText(spec.template) === wanted);
  if (same.length > 0) return newestRevision(same);
  const images = imagesOf(template.spec);
  return newestRevision(owned.filter(({ spec }) => imagesOf(spec.template.spec) === images));
}

function byReplicaSet(
  owned: readonly ReplicaSet[],
  current: ReplicaSet | null,
  pods: readonly Pod[],
): WorkloadPods {
  const isCurrent = (pod: Pod): boolean => current !== null && isOwnedBy(pod, current);
  return {
    replicaSet: current,
    current: pods.filter(isCurrent),
    older: pods.filter((pod) => !isCurrent(pod) && owned.some((replicaSet) => isOwnedBy(pod, replicaSet))),
  };
}

function split(pods: readonly Pod[], isCurrent: (pod: Pod) => boolean): WorkloadPods {
  return {
    replicaSet: null,
    current: pods.filter(isCurrent),
    older: pods.filter((pod) => !isCurrent(pod)),
  };
}

function runsTemplate(template: PodTemplate): (pod: Pod) => boolean {
  const images = imagesOf(template.spec);
  return (pod) => imagesOf(pod.spec) === images;
}

function deploymentPods(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[] | undefined,
  pods: readonly Pod[],
): WorkloadPods {
  if (replicaSets === undefined) {
    // Without ReplicaSets only the selector and the images are left.
    const selected = pods.filter(({ metadata }) =>
      selects(deployment.spec.selector.matchLabels, metadata.labels),
    );
    return split(selected, runsTemplate(deployment.spec.template));
  }
  const owned = replicaSets.filter((replicaSet) => isOwnedBy(replicaSet, deployment));
  return byReplicaSet(owned, currentReplicaSet(deployment, owned), pods);
}

const ROLLOUT_HASH = 'rollouts-pod-template-hash';

function rolloutPods(
  rollout: Rollout,
  replicaSets: readonly ReplicaSet[] | undefined,
  pods: readonly Pod[],
): WorkloadPods {
  const hash = rollout.status?.currentPodHash;
  if (replicaSets === undefined) {
    const selected = pods.filter(({ metadata }) =>
      selects(rollout.spec.selector?.matchLabels, metadata.labels),
    );
    return split(selected, ({ metadata }) => metadata.labels?.[ROLLOUT_HASH] === hash);
  }
  const owned = replicaSets.filter((replicaSet) => isOwnedBy(replicaSet, rollout));
  const current = owned.find(({ metadata }) => metadata.labels?.[ROLLOUT_HASH] === hash) ?? null;
  return byReplicaSet(owned, current, pods);
}

const CONTROLLER_REVISION = 'controller-revision-hash';

function statefulSetPods(statefulSet: StatefulSet, pods: readonly Pod[]): WorkloadPods {
  const owned = pods.filter((pod) => isOwnedBy(pod, statefulSet));
  const revision = statefulSet.status?.updateRevision;
  if (revision === undefined) return split(owned, runsTemplate(statefulSet.spec.template));
  return split(owned, ({ metadata }) => metadata.labels?.[CONTROLLER_REVISION] === revision);
}

/** A DaemonSet does not publish its current revision: it is the newest one whose pods have the images of the template. */
function daemonSetPods(daemonSet: DaemonSet, pods: readonly Pod[]): WorkloadPods {
  const owned = pods.filter((pod) => isOwnedBy(pod, daemonSet));
  const newest = owned
    .filter(runsTemplate(daemonSet.spec.template))
    .toSorted(
      (a, b) => (millis(b.metadata.creationTimestamp) ?? 0) - (millis(a.metadata.creationTimestamp) ?? 0),
    )[0];
  const revision = newest?.metadata.labels?.[CONTROLLER_REVISION];
  if (revision === undefined) return split(owned, runsTemplate(daemonSet.spec.template));
  return split(owned, ({ metadata }) => metadata.labels?.[CONTROLLER_REVISION] === revision);
}

/** The CronJob controller names its Jobs after itself and the scheduled minute; the Jobs themselves are not read. */
function cronJobPods(cronJob: CronJob, pods: readonly Pod[]): WorkloadPods {
  const prefix = `${cronJob.metadata.name}-`;
  const owned = pods.filter(({ metadata }) =>
    metadata.ownerReferences?.some(
      ({ kind, name }) =>
        kind === 'Job' && name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)),
    ),
  );
  return split(owned, runsTemplate(cronJob.spec.jobTemplate.spec.template));
}

function jobPods(job: Job, pods: readonly Pod[]): WorkloadPods {
  return split(
    pods.filter((pod) => isOwnedBy(pod, job)),
    () => true,
  );
}

/** `replicaSets` undefined: they could not be read. */
export function podsOf(
  workload: Workload,
  replicaSets: readonly ReplicaSet[] | undefined,
  pods: readonly Pod[],
): WorkloadPods {
  switch (workload.kind) {
    case 'Deployment':
      return deploymentPods(workload, replicaSets, pods);
    case 'Rollout':
      return rolloutPods(workload, replicaSets, pods);
    case 'StatefulSet':
      return statefulSetPods(workload, pods);
    case 'DaemonSet':
      return daemonSetPods(workload, pods);
    case 'CronJob':
      return cronJobPods(workload, pods);
    case 'Job':
      return jobPods(workload, pods);
  }
}

/** The ReplicaSet of a Deployment's current template, where pods cannot be read. */
export function replicaSetOf(
  workload: Workload,
  replicaSets: readonly ReplicaSet[] | undefined,
): ReplicaSet | null {
  return podsOf(workload, replicaSets ?? [], []).replicaSet;
}
