// A StatefulSet: replaced one by one from the highest ordinal, without conditions and without a deadline (facts/kubernetes.md 1.5).
import type { Pod, StatefulSet } from '../../evidence/kubernetes.ts';
import { latest, plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import { podsIn } from '../../kubernetes/cluster.ts';
import { lastWritten } from '../../kubernetes/conditions.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { isTerminating, ordinalOf } from '../../kubernetes/pods.ts';
import { eventProof, proof } from '../../kubernetes/proof.ts';
import type { WorkloadPods } from '../../kubernetes/revisions.ts';
import type { Proof } from '../../verdict.ts';
import { caused, type Cause, type Standing } from './cause.ts';
import { readRefusal, refusedCreation } from './creation.ts';
import { standingOfPods } from './pods.ts';
import { standingInProgress, standingWithoutPods, type WorkloadContext } from './progress.ts';
import { notObserved, objectProof, PROGRESS_DEADLINE_SECONDS, replicasProof } from './replicas.ts';
import { scaledToZero } from './scale.ts';
import { oldPodsCause } from './termination.ts';

function heldCause(statefulSet: StatefulSet, pods: WorkloadPods | undefined): Cause | undefined {
  const { updateStrategy, replicas = 1 } = statefulSet.spec;
  const { updatedReplicas = 0, currentRevision, updateRevision } = statefulSet.status ?? {};
  const differs = currentRevision !== updateRevision || (pods?.older.length ?? 0) > 0;
  if (!differs) return undefined;
  const kept = (pods?.older ?? []).map((pod) => pod.metadata.name).slice(0, 3);
  const keptProof = kept.length === 0 ? [] : [proof('pod', `former revision: ${kept.join(', ')}`, 'pods')];
  if (updateStrategy?.type === 'OnDelete') {
    const message = 'updateStrategy OnDelete';
    return {
      leaf: 'update_held',
      facts: { message },
      proof: [objectProof(statefulSet, message), ...keptProof],
    };
  }
  const partition = updateStrategy?.rollingUpdate?.partition ?? 0;
  if (partition > 0 && updatedReplicas >= Math.max(0, replicas - partition)) {
    const message = `updateStrategy.rollingUpdate.partition ${partition} of ${replicas} replicas`;
    return {
      leaf: 'update_held',
      facts: { message },
      proof: [objectProof(statefulSet, message), ...keptProof],
    };
  }
  return undefined;
}

/**
 * The controller replaces the next ordinal only when all pods are ready: a pod of the former revision that is not ready
 * holds the update as well, and with OrderedReady a revert does not free it (kubernetes issue 67250).
 */
function blockingPods(pods: WorkloadPods): WorkloadPods {
  if (pods.current.length > 0) return pods;
  return { ...pods, current: pods.older };
}

function isComplete(statefulSet: StatefulSet): boolean {
  const { replicas = 1 } = statefulSet.spec;
  const {
    updatedReplicas = 0,
    readyReplicas = 0,
    currentRevision,
    updateRevision,
  } = statefulSet.status ?? {};
  // currentRevision follows when the last pod is ready; before 1.0.0 of a set both are the same from the start.
  return readyReplicas >= replicas && (updatedReplicas >= replicas || currentRevision === updateRevision);
}

function creationCause(statefulSet: StatefulSet, context: WorkloadContext): Cause | undefined {
  const event = refusedCreation(statefulSet, context.cluster.events);
  if (event === undefined) return undefined;
  const { leaf } = readRefusal(event.message ?? '');
  return { leaf, facts: { message: excerpt(event.message) }, proof: [eventProof(event)] };
}

/** It has no deadline of its own: as long as a Deployment's since its newest pod, or since the change. */
function deadlineOf(statefulSet: StatefulSet, pods: WorkloadPods): string | null {
  const since = latest([
    lastWritten(statefulSet.metadata),
    ...pods.current.map((pod) => pod.metadata.creationTimestamp),
  ]);
  return since === undefined ? null : plusSeconds(since, PROGRESS_DEADLINE_SECONDS);
}

function byOrdinal(pods: readonly Pod[]): Pod[] {
  return pods.toSorted((a, b) => (ordinalOf(b) ?? 0) - (ordinalOf(a) ?? 0));
}

export function standingOfStatefulSet(statefulSet: StatefulSet, context: WorkloadContext): Standing {
  const { cluster } = context;
  const { now } = cluster;
  const { replicas: desired = 1 } = statefulSet.spec;
  const {
    updatedReplicas: updated = 0,
    availableReplicas,
    readyReplicas = 0,
    replicas: total = 0,
  } = statefulSet.status ?? {};
  const proofs: Proof[] = [
    replicasProof({ desired, updated, available: availableReplicas ?? readyReplicas, total }),
  ];
  const unseen = notObserved(statefulSet, now);
  if (unseen !== undefined) return caused([unseen], proofs);
  if (desired === 0) return caused([scaledToZero(statefulSet, cluster)], proofs);

  const pods = podsIn(cluster, statefulSet);
  const held = heldCause(statefulSet, pods);
  if (held !== undefined) return caused([held], proofs);
  if (isComplete(statefulSet)) return { state: 'complete', proof: proofs };
  const creation = creationCause(statefulSet, context);
  if (pods === undefined) {
    return standingWithoutPods(context, `${statefulSet.metadata.name}-`, creation, proofs, eventProof);
  }
  const looked = blockingPods({ ...pods, current: byOrdinal(pods.current) });
  const until = deadlineOf(statefulSet, pods);
  return standingInProgress({
    context,
    pods: looked,
    proof: proofs,
    message: `${updated} of ${desired} updated, ${readyReplicas} ready`,
    causes: creation === undefined ? [] : [creation],
    late: until !== null && (secondsSince(until, now) ?? 0) > 0,
    until,
    otherwise: () => {
      // One pod at a time: the next one starts when the former of the same name has ended.
      const old = oldPodsCause([...pods.older, ...pods.current].filter(isTerminating), now);
      if (old !== undefined) return caused([old], proofs);
      const siblings = [...pods.current, ...pods.older];
      const older = standingOfPods(pods.older, { ...context.podContext, late: false, siblings });
      return older.causes.length > 0 ? caused(older.causes, proofs) : undefined;
    },
    stuck: (message, told) => ({
      leaf: 'stuck_rollout',
      facts: { message },
      proof: [objectProof(statefulSet, message), ...told],
    }),
  });
}
