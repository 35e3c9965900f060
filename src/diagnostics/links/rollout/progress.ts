// A rollout that is not complete: what its pods lack, what it waits for, and whether its time is over.
import type { KubernetesEvent, ReplicaSet } from '../../evidence/kubernetes.ts';
import type { Cluster } from '../../kubernetes/cluster.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import type { WorkloadPods } from '../../kubernetes/revisions.ts';
import type { Proof } from '../../verdict.ts';
import { caused, type Cause, type Standing } from './cause.ts';
import type { PodContext } from './pod.ts';
import { standingOfPods, type PodsStanding } from './pods.ts';

export interface WorkloadContext {
  readonly cluster: Cluster;
  readonly podContext: Omit<PodContext, 'late' | 'siblings'>;
  /** Failed pulls of the current template, told by events alone, where pods cannot be read. */
  readonly failedPulls: (podNamePrefix: string) => readonly KubernetesEvent[];
}

export interface Progress {
  readonly context: WorkloadContext;
  readonly pods: WorkloadPods;
  readonly proof: readonly Proof[];
  /** In a few words, where no pod says more. */
  readonly message: string;
  /** Causes that stand before those of the pods. */
  readonly causes: readonly Cause[];
  readonly late: boolean;
  /** The clock of the rollout; null: it has none. */
  readonly until: string | null;
  /** The new version serves alone, and what is wrong with single pods of it does not hold it back any more. */
  readonly serves?: (standing: PodsStanding) => boolean;
  /** What else it can wait for, or that it is as good as complete, once no pod has a fault. */
  readonly otherwise?: (standing: PodsStanding) => Standing | undefined;
  /** The cause when its time is over and nothing else names one. */
  readonly stuck: (message: string, proof: readonly Proof[]) => Cause;
}

export function inProgress(message: string, proof: readonly Proof[], until: string | null): Cause {
  return { leaf: 'rollout_in_progress', facts: { message: excerpt(message) }, proof, waiting: { until } };
}

export function standingInProgress(progress: Progress): Standing {
  const { context, pods, proof, late, until, message } = progress;
  const siblings = [...pods.current, ...pods.older];
  const standing = standingOfPods(pods.current, { ...context.podContext, late, siblings });
  const causes = [...progress.causes, ...standing.causes];
  if (progress.serves?.(standing) === true) return { state: 'complete', proof, beside: causes };
  if (causes.some((cause) => cause.waiting === undefined)) return caused(causes, proof);
  if (standing.pulling.length > 0) return { state: 'pulling', proof: [...proof, ...standing.pulling] };
  // Waiting causes have clocks of their own: they hold even when the deadline of the rollout has passed.
  if (causes.length > 0) return caused(causes, proof);
  const other = progress.otherwise?.(standing);
  if (other !== undefined) return other;
  const told = standing.starting.proof;
  if (late) return caused([progress.stuck(told[0]?.value ?? message, told)], proof);
  return caused([inProgress(message, told, until ?? standing.starting.until)], proof);
}

/** Pods cannot be read: what conditions and events tell, or that nobody could look. */
export function standingWithoutPods(
  context: WorkloadContext,
  podNamePrefix: string | undefined,
  creation: Cause | undefined,
  proof: readonly Proof[],
  eventProof: (event: KubernetesEvent) => Proof,
): Standing {
  if (creation !== undefined) return caused([creation], proof);
  const [pull] = podNamePrefix === undefined ? [] : context.failedPulls(podNamePrefix);
  if (pull !== undefined) return { state: 'pulling', proof: [...proof, eventProof(pull)] };
  return { state: 'unread', missing: 'pods', proof };
}

/** Pods of a ReplicaSet are named after it. */
export function prefixOf(replicaSet: ReplicaSet): string {
  return `${replicaSet.metadata.name}-`;
}
