// A DaemonSet: one pod per node, replaced node by node, without conditions and without a deadline (facts/kubernetes.md 1.5).
import type { DaemonSet } from '../../evidence/kubernetes.ts';
import { latest, plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import { podsIn } from '../../kubernetes/cluster.ts';
import { findCondition, lastWritten } from '../../kubernetes/conditions.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { eventProof, proof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';
import { caused, type Cause, type Standing } from './cause.ts';
import { readRefusal, refusedCreation } from './creation.ts';
import { standingInProgress, standingWithoutPods, type WorkloadContext } from './progress.ts';
import {
  objectProof,
  OBSERVED_WITHIN_SECONDS,
  PROGRESS_DEADLINE_SECONDS,
  replicasProof,
} from './replicas.ts';
import { oldPodsCause } from './termination.ts';

function creationCause(daemonSet: DaemonSet, context: WorkloadContext): Cause | undefined {
  const event = refusedCreation(daemonSet, context.cluster.events);
  if (event === undefined) return undefined;
  const { leaf } = readRefusal(event.message ?? '');
  return { leaf, facts: { message: excerpt(event.message) }, proof: [eventProof(event)] };
}

/** A node that is not ready holds the update: its pod can neither end nor start. */
function nodeProofs(context: WorkloadContext): Proof[] {
  return (context.cluster.nodes ?? [])
    .filter((node) => findCondition(node.status?.conditions, 'Ready')?.status !== 'True')
    .filter((node) => findCondition(node.status?.conditions, 'Ready') !== undefined)
    .slice(0, 2)
    .map((node) => {
      const ready = findCondition(node.status?.conditions, 'Ready');
      return proof(
        'node',
        `${node.metadata.name} not ready: ${excerpt(ready?.message ?? ready?.reason)}`,
        'nodes',
        ready?.lastTransitionTime,
      );
    });
}

export function standingOfDaemonSet(daemonSet: DaemonSet, context: WorkloadContext): Standing {
  const { now } = context.cluster;
  const status = daemonSet.status ?? {};
  const desired = status.desiredNumberScheduled ?? 0;
  const updated = status.updatedNumberScheduled ?? 0;
  const available = status.numberAvailable ?? 0;
  const proofs = [replicasProof({ desired, updated, available, total: status.currentNumberScheduled ?? 0 })];

  const generation = daemonSet.metadata.generation ?? 0;
  const written = lastWritten(daemonSet.metadata);
  const recent = (secondsSince(written, now) ?? Infinity) <= OBSERVED_WITHIN_SECONDS;
  if (generation > (status.observedGeneration ?? 0)) {
    const message = `generation ${generation}, observed ${status.observedGeneration ?? 0}`;
    const cause: Cause = {
      leaf: 'stuck_rollout',
      facts: { message },
      proof: [objectProof(daemonSet, message)],
    };
    const until = written === undefined ? null : plusSeconds(written, OBSERVED_WITHIN_SECONDS);
    return caused([recent ? { ...cause, leaf: 'rollout_in_progress', waiting: { until } } : cause], proofs);
  }
  if (desired === 0) {
    const message = 'desiredNumberScheduled 0: no node matches';
    return caused(
      [{ leaf: 'unschedulable', facts: { message }, proof: [objectProof(daemonSet, message)] }],
      proofs,
    );
  }
  if (updated < desired && daemonSet.spec.updateStrategy?.type === 'OnDelete') {
    const message = 'updateStrategy OnDelete';
    return caused(
      [{ leaf: 'update_held', facts: { message }, proof: [objectProof(daemonSet, message)] }],
      proofs,
    );
  }
  if (updated >= desired && available >= desired) return { state: 'complete', proof: proofs };

  const creation = creationCause(daemonSet, context);
  const pods = podsIn(context.cluster, daemonSet);
  if (pods === undefined) {
    return standingWithoutPods(context, `${daemonSet.metadata.name}-`, creation, proofs, eventProof);
  }
  const since = latest([written, ...pods.current.map(({ metadata }) => metadata.creationTimestamp)]);
  const until = since === undefined ? null : plusSeconds(since, PROGRESS_DEADLINE_SECONDS);
  return standingInProgress({
    context,
    pods,
    proof: proofs,
    message: `${updated} of ${desired} updated, ${available} available`,
    causes: creation === undefined ? [] : [creation],
    late: until !== null && (secondsSince(until, now) ?? 0) > 0,
    until,
    otherwise: () => {
      const old = oldPodsCause(pods.older, now);
      return old === undefined ? undefined : caused([old], proofs);
    },
    stuck: (message, told) => {
      const nodes = nodeProofs(context);
      const text = nodes[0]?.value ?? message;
      return {
        leaf: 'stuck_rollout',
        facts: { message: text },
        proof: [objectProof(daemonSet, message), ...nodes, ...told],
      };
    },
  });
}
