// An Argo Rollout: paused and aborted are states of its own beside those of a Deployment (facts/kubernetes.md 1.5).
import type { Rollout } from '../../evidence/kubernetes.ts';
import { millis, plusSeconds } from '../../kubernetes/clock.ts';
import { podsIn, type Cluster } from '../../kubernetes/cluster.ts';
import { findCondition } from '../../kubernetes/conditions.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { conditionProof, eventProof } from '../../kubernetes/proof.ts';
import { replicaSetOf } from '../../kubernetes/revisions.ts';
import type { Proof } from '../../verdict.ts';
import { caused, type Cause, type Standing } from './cause.ts';
import { readRefusal, refusedCreation } from './creation.ts';
import { prefixOf, standingInProgress, standingWithoutPods, type WorkloadContext } from './progress.ts';
import { notObserved, objectProof, progressDeadline, replicasProof } from './replicas.ts';
import { scaledToZero } from './scale.ts';
import { oldPodsCause } from './termination.ts';

function abortedCause(rollout: Rollout): Cause | undefined {
  const { abort, abortedAt, phase, message, conditions } = rollout.status ?? {};
  const progressing = findCondition(conditions, 'Progressing');
  const isAborted = abort === true || progressing?.reason === 'RolloutAborted';
  // Newer controllers say it in phase and message alone.
  if (!isAborted && !(phase === 'Degraded' && /^RolloutAborted\b/.test(message ?? ''))) return undefined;
  const text = progressing?.message ?? message ?? 'status.abort is true';
  const state = objectProof(rollout, `aborted: ${excerpt(text)}`);
  const proofs: Proof[] = [abortedAt === undefined ? state : { ...state, at: abortedAt }];
  if (progressing !== undefined) proofs.push(conditionProof(progressing, 'workloads'));
  return { leaf: 'rollout_aborted', facts: { message: excerpt(text) }, proof: proofs };
}

/** `30`, `30s`, `10m`, `1h`. */
function durationSeconds(duration: unknown): number | undefined {
  if (typeof duration === 'number') return duration;
  const match = /^(\d+)([smh]?)$/.exec(typeof duration === 'string' ? duration : '');
  if (match?.[1] === undefined) return undefined;
  const unit = { s: 1, m: 60, h: 3600 }[match[2] ?? 's'] ?? 1;
  return Number(match[1]) * unit;
}

/** A pause step with a duration ends by itself; one without waits for a person. */
function pauseEnds(rollout: Rollout): string | undefined {
  const [pause] = rollout.status?.pauseConditions ?? [];
  const step = rollout.spec.strategy?.canary?.steps?.[rollout.status?.currentStepIndex ?? 0]?.['pause'];
  if (pause?.reason !== 'CanaryPauseStep' || pause.startTime === undefined) return undefined;
  if (typeof step !== 'object' || step === null || !('duration' in step)) return undefined;
  const seconds = durationSeconds(step.duration);
  return seconds === undefined ? undefined : plusSeconds(pause.startTime, seconds);
}

function pausedCause(rollout: Rollout, now: Date): Cause | undefined {
  const { phase, message, pauseConditions = [], controllerPause } = rollout.status ?? {};
  const byHand = rollout.spec.paused === true;
  if (!byHand && pauseConditions.length === 0 && controllerPause !== true && phase !== 'Paused')
    return undefined;
  const reason = byHand ? 'spec.paused is true' : (pauseConditions[0]?.reason ?? message ?? 'Paused');
  const proofs = [objectProof(rollout, `paused: ${excerpt(reason)}`)];
  const ends = byHand ? undefined : pauseEnds(rollout);
  if (ends !== undefined && (millis(ends) ?? 0) > now.getTime()) {
    return {
      leaf: 'rollout_in_progress',
      facts: { message: `${reason} until ${ends}` },
      proof: proofs,
      waiting: { until: ends },
    };
  }
  const since = pauseConditions[0]?.startTime;
  return { leaf: 'paused', facts: { message: excerpt(reason), since }, proof: proofs };
}

function invalidCause(rollout: Rollout): Cause | undefined {
  const invalid = findCondition(rollout.status?.conditions, 'InvalidSpec');
  if (invalid === undefined || invalid.status !== 'True') return undefined;
  return {
    leaf: 'stuck_rollout',
    facts: { message: excerpt(invalid.message) },
    proof: [conditionProof(invalid, 'workloads')],
  };
}

function creationCause(rollout: Rollout, cluster: Cluster): Cause | undefined {
  const replicaSet = replicaSetOf(rollout, cluster.replicaSets);
  if (replicaSet === null) return undefined;
  const failure = findCondition(replicaSet.status?.conditions, 'ReplicaFailure');
  const event = refusedCreation(replicaSet, cluster.events);
  const message = failure?.status === 'True' ? failure.message : event?.message;
  if (message === undefined) return undefined;
  const { leaf } = readRefusal(message);
  const proofs = [
    ...(failure === undefined ? [] : [conditionProof(failure, 'replicaSets')]),
    ...(event === undefined ? [] : [eventProof(event)]),
  ];
  return { leaf, facts: { message: excerpt(message) }, proof: proofs };
}

/** Stable and current are the same revision, and for blue-green the active Service points at it. */
function isComplete(rollout: Rollout): boolean {
  const {
    stableRS,
    currentPodHash,
    availableReplicas = 0,
    updatedReplicas = 0,
    blueGreen,
  } = rollout.status ?? {};
  const desired = rollout.spec.replicas ?? 1;
  const active = blueGreen?.activeSelector;
  return (
    currentPodHash !== undefined &&
    stableRS === currentPodHash &&
    (active === undefined || active === currentPodHash) &&
    updatedReplicas >= desired &&
    availableReplicas >= desired
  );
}

export function standingOfRollout(rollout: Rollout, context: WorkloadContext): Standing {
  const { cluster } = context;
  const { now } = cluster;
  const {
    updatedReplicas: updated = 0,
    availableReplicas: available = 0,
    replicas: total = 0,
  } = rollout.status ?? {};
  const desired = rollout.spec.replicas ?? 1;
  const proofs: Proof[] = [replicasProof({ desired, updated, available, total })];
  const unseen = notObserved(rollout, now);
  if (unseen !== undefined) return caused([unseen], proofs);
  if (desired === 0) return caused([scaledToZero(rollout, cluster)], proofs);
  if (isComplete(rollout) && rollout.status?.abort !== true) return { state: 'complete', proof: proofs };

  const invalid = invalidCause(rollout) ?? abortedCause(rollout);
  if (invalid !== undefined) return caused([invalid], proofs);
  const deadline = progressDeadline(rollout, now);
  const creation = creationCause(rollout, cluster);
  const pods = podsIn(cluster, rollout);
  const paused = pausedCause(rollout, now);
  if (pods === undefined) {
    if (paused !== undefined) return caused([paused], proofs);
    const replicaSet = replicaSetOf(rollout, cluster.replicaSets);
    if (replicaSet === null) return { state: 'unread', missing: 'replicaSets', proof: proofs };
    return standingWithoutPods(context, prefixOf(replicaSet), creation, proofs, eventProof);
  }
  return standingInProgress({
    context,
    pods,
    proof: proofs,
    message: rollout.status?.message ?? `${updated} of ${desired} updated, ${available} available`,
    causes: [...(creation === undefined ? [] : [creation])],
    late: deadline.passed,
    until: deadline.until,
    // Pods of the new version with a fault explain a pause better than the pause itself.
    otherwise: (standing) => {
      if (paused !== undefined) return caused([paused], proofs);
      const old = standing.starting.proof.length === 0 ? oldPodsCause(pods.older, now) : undefined;
      return old === undefined ? undefined : caused([old], proofs);
    },
    stuck: (message, told) => {
      const progressing = findCondition(rollout.status?.conditions, 'Progressing');
      const condition = progressing === undefined ? [] : [conditionProof(progressing, 'workloads')];
      const text =
        progressing?.reason === 'ProgressDeadlineExceeded' ? (progressing.message ?? message) : message;
      return { leaf: 'stuck_rollout', facts: { message: excerpt(text) }, proof: [...condition, ...told] };
    },
  });
}
