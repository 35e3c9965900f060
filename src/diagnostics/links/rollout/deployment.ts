// A Deployment, in the decision order of facts/kubernetes.md 1.2 (R03 to R18).
import type { Deployment, ReplicaSet } from '../../evidence/kubernetes.ts';
import { isoTime, millis, plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import { podsIn, type Cluster } from '../../kubernetes/cluster.ts';
import { findCondition, lastWritten } from '../../kubernetes/conditions.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { isReady, readySince } from '../../kubernetes/pods.ts';
import { conditionProof, eventProof, proof } from '../../kubernetes/proof.ts';
import { replicaSetOf, type WorkloadPods } from '../../kubernetes/revisions.ts';
import type { Proof } from '../../verdict.ts';
import { caused, type Cause, type Standing } from './cause.ts';
import { readRefusal, refusedCreation } from './creation.ts';
import type { PodsStanding } from './pods.ts';
import {
  inProgress,
  prefixOf,
  standingInProgress,
  standingWithoutPods,
  type WorkloadContext,
} from './progress.ts';
import {
  notObserved,
  objectProof,
  OBSERVED_WITHIN_SECONDS,
  progressDeadline,
  PROGRESS_DEADLINE_SECONDS,
  replicasProof,
  type Deadline,
} from './replicas.ts';
import { scaledToZero } from './scale.ts';
import { isOverdue, oldPodsCause } from './termination.ts';

interface Counters {
  readonly desired: number;
  readonly updated: number;
  readonly available: number;
  readonly total: number;
}

function countersOf({ spec, status }: Deployment): Counters {
  return {
    desired: spec.replicas ?? 1,
    updated: status?.updatedReplicas ?? 0,
    available: status?.availableReplicas ?? 0,
    total: status?.replicas ?? 0,
  };
}

function isComplete({ desired, updated, available, total }: Counters): boolean {
  return updated >= desired && total <= updated && available >= updated;
}

function pausedCause(deployment: Deployment): Cause {
  const condition = findCondition(deployment.status?.conditions, 'Progressing');
  // Who set it: the field's manager says whether Git or a hand did.
  const writer = deployment.metadata.managedFields?.find(({ fieldsV1 }) => {
    const spec = fieldsV1?.['f:spec'];
    return typeof spec === 'object' && spec !== null && 'f:paused' in spec;
  });
  const by = writer?.manager === undefined ? '' : ` (${writer.manager})`;
  const proofs = [objectProof(deployment, `spec.paused is true${by}`)];
  if (condition !== undefined) proofs.push(conditionProof(condition, 'workloads'));
  return { leaf: 'paused', facts: { message: `spec.paused is true${by}` }, proof: proofs };
}

function refusal(
  message: string,
  proofs: readonly Proof[],
  quotas: Cluster['resourceQuotas'],
  deadline: Deadline,
): Cause {
  const { leaf, transient, groups } = readRefusal(message);
  const quota = groups['quota'];
  const object = quotas?.find(({ metadata }) => metadata.name === quota);
  const all = [...proofs];
  if (object?.status !== undefined) {
    const hard = object.status.hard ?? {};
    const used = object.status.used ?? {};
    const lines = Object.entries(hard)
      .map(([resource, limit]) => `${resource} ${used[resource] ?? '0'}/${limit}`)
      .toSorted();
    all.push(proof('quota', `${object.metadata.name}: ${lines.join(', ')}`, 'resourceQuotas'));
  }
  const facts = { message: excerpt(message) };
  if (transient && !deadline.passed) return { leaf, facts, proof: all, waiting: { until: deadline.until } };
  return { leaf, facts, proof: all };
}

/** R06, R08 and R09: the API server refuses the ReplicaSet or its pods. */
function creationCause(
  deployment: Deployment,
  replicaSet: ReplicaSet | null,
  cluster: Cluster,
  deadline: Deadline,
): Cause | undefined {
  const { conditions } = deployment.status ?? {};
  const progressing = findCondition(conditions, 'Progressing');
  if (progressing?.reason === 'ReplicaSetCreateError') {
    return refusal(
      progressing.message ?? '',
      [conditionProof(progressing, 'workloads')],
      cluster.resourceQuotas,
      deadline,
    );
  }
  const onReplicaSet = findCondition(replicaSet?.status?.conditions, 'ReplicaFailure');
  const failure = onReplicaSet ?? findCondition(conditions, 'ReplicaFailure');
  if (failure?.status === 'True' && failure.reason !== 'FailedDelete') {
    const from = onReplicaSet === undefined ? 'workloads' : 'replicaSets';
    return refusal(failure.message ?? '', [conditionProof(failure, from)], cluster.resourceQuotas, deadline);
  }
  if (replicaSet === null || (replicaSet.status?.replicas ?? 0) >= (replicaSet.spec.replicas ?? 1))
    return undefined;
  const event = refusedCreation(replicaSet, cluster.events);
  if (event === undefined) return undefined;
  return refusal(event.message ?? '', [eventProof(event)], cluster.resourceQuotas, deadline);
}

function stuck(deployment: Deployment, message: string, proofs: readonly Proof[]): Cause {
  const condition = findCondition(deployment.status?.conditions, 'Progressing');
  const all = condition === undefined ? proofs : [conditionProof(condition, 'workloads'), ...proofs];
  const text = condition?.reason === 'ProgressDeadlineExceeded' ? (condition.message ?? message) : message;
  const since = condition?.lastTransitionTime ?? condition?.lastUpdateTime;
  return { leaf: 'stuck_rollout', facts: { message: excerpt(text), since }, proof: all };
}

/** R13: ready, but not for as long as minReadySeconds asks. */
function minReady(deployment: Deployment, pods: WorkloadPods): Cause | undefined {
  const seconds = deployment.spec.minReadySeconds ?? 0;
  const ready = pods.current.filter(isReady);
  const since = ready.map(readySince).flatMap((time) => millis(time) ?? []);
  if (seconds === 0 || ready.length < (deployment.spec.replicas ?? 1) || since.length === 0) return undefined;
  const until = plusSeconds(isoTime(Math.max(...since)), seconds);
  return inProgress(
    `minReadySeconds ${seconds}`,
    [objectProof(deployment, `minReadySeconds ${seconds}`)],
    until,
  );
}

/** R07: no ReplicaSet of the template. The controller makes it in less than a second. */
function noReplicaSet(deployment: Deployment, now: Date): Cause {
  const written = lastWritten(deployment.metadata);
  const message = `no ReplicaSet of the template (collisionCount ${deployment.status?.collisionCount ?? 0})`;
  const proofs = [objectProof(deployment, message)];
  const age = secondsSince(written, now);
  if (age === undefined || age <= OBSERVED_WITHIN_SECONDS) {
    return inProgress(
      message,
      proofs,
      written === undefined ? null : plusSeconds(written, OBSERVED_WITHIN_SECONDS),
    );
  }
  return stuck(deployment, message, proofs);
}

/**
 * No old pod is left, a new one is available and the time of the rollout is over, well or badly: the change serves. Its pods
 * are alike, so one that is replaced or fails is a fault beside (F5), not a rollout that is held back.
 */
function servesAlone(counters: Counters, pods: WorkloadPods, { running }: Deadline): boolean {
  const { desired, updated, available, total } = counters;
  const old = pods.older.some((pod) => isReady(pod));
  return !running && updated >= desired && total <= updated && available > 0 && !old;
}

/** Old pods that still serve although their time is over: beside the new ones. */
function besideCause(pods: WorkloadPods, now: Date): Cause | undefined {
  const serving = pods.older.filter((pod) => isReady(pod) && isOverdue(pod, now));
  return oldPodsCause(serving, now);
}

export function standingOfDeployment(deployment: Deployment, context: WorkloadContext): Standing {
  const { cluster } = context;
  const { now } = cluster;
  const counters = countersOf(deployment);
  const pods = podsIn(cluster, deployment);
  const replicaSet = pods?.replicaSet ?? replicaSetOf(deployment, cluster.replicaSets);
  const proofs: Proof[] = [replicasProof(counters)];
  if (replicaSet !== null) {
    const { name, creationTimestamp } = replicaSet.metadata;
    proofs.push(proof('replicaSet', name, 'replicaSets', creationTimestamp));
  }

  // Paused after a finished rollout holds back the next change, not this one.
  if (deployment.spec.paused === true && !isComplete(counters))
    return caused([pausedCause(deployment)], proofs);
  const unseen = notObserved(deployment, now);
  if (unseen !== undefined) return caused([unseen], proofs);
  if (counters.desired === 0) return caused([scaledToZero(deployment, cluster)], proofs);
  if (isComplete(counters)) {
    const beside = pods === undefined ? undefined : besideCause(pods, now);
    return beside === undefined ? { state: 'complete', proof: proofs } : caused([beside], proofs);
  }

  const deadline = progressDeadline(deployment, now);
  const creation = creationCause(deployment, replicaSet, cluster, deadline);
  if (pods === undefined) {
    const missing = cluster.replicaSets === undefined ? 'replicaSets' : 'pods';
    if (replicaSet === null && creation === undefined) return { state: 'unread', missing, proof: proofs };
    return standingWithoutPods(
      context,
      replicaSet === null ? undefined : prefixOf(replicaSet),
      creation,
      proofs,
      eventProof,
    );
  }
  if (creation === undefined && replicaSet === null && cluster.replicaSets !== undefined) {
    return caused([noReplicaSet(deployment, now)], proofs);
  }
  return standingInProgress({
    context,
    pods,
    proof: proofs,
    message: `${counters.updated} of ${counters.desired} updated, ${counters.available} available`,
    causes: creation === undefined ? [] : [creation],
    late: deadline.passed || isLate(deployment, deadline, pods, now),
    until: deadline.until,
    serves: () => servesAlone(counters, pods, deadline),
    otherwise: (standing) => waitsForOthers(deployment, pods, standing, proofs, now),
    stuck: (message, told) => stuck(deployment, message, told),
  });
}

function waitsForOthers(
  deployment: Deployment,
  pods: WorkloadPods,
  standing: PodsStanding,
  proofs: readonly Proof[],
  now: Date,
): Standing | undefined {
  // Recreate makes no new pod before the old ones are gone; a rolling update has new pods to show first.
  const recreate = deployment.spec.strategy?.type === 'Recreate' && standing.total === 0;
  const waitsForOld = recreate || (standing.total > 0 && standing.starting.proof.length === 0);
  const cause = (waitsForOld ? oldPodsCause(pods.older, now) : undefined) ?? minReady(deployment, pods);
  return cause === undefined ? undefined : caused([cause], proofs);
}

/** No deadline runs any more (F5), and the newest pod is older than a deadline would be. */
function isLate(deployment: Deployment, deadline: Deadline, pods: WorkloadPods, now: Date): boolean {
  if (deadline.until !== null) return false;
  const seconds = deployment.spec.progressDeadlineSeconds ?? PROGRESS_DEADLINE_SECONDS;
  const ages = pods.current.map(({ metadata }) => secondsSince(metadata.creationTimestamp, now) ?? 0);
  return ages.length > 0 && Math.min(...ages) > seconds;
}
