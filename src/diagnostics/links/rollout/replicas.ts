// Counters of a workload as proofs, and the clock of its rollout.
import type { Deployment, Rollout, StatefulSet, Workload } from '../../evidence/kubernetes.ts';
import { plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import { findCondition, lastWritten } from '../../kubernetes/conditions.ts';
import { proof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';
import type { Cause } from './cause.ts';

/** Default of the API server. */
export const PROGRESS_DEADLINE_SECONDS = 600;
/** The API's way to say "never". */
const NO_DEADLINE = 2_147_483_647;
/** A controller sees a change in less than a second; a minute is trouble (facts/kubernetes.md 11). */
export const OBSERVED_WITHIN_SECONDS = 60;

export function replicasProof(status: {
  readonly desired: number;
  readonly updated: number;
  readonly available: number;
  readonly total: number;
}): Proof {
  const { desired, updated, available, total } = status;
  return proof(
    'replicas',
    `${desired} desired, ${updated} updated, ${available} available, ${total} in all`,
    'workloads',
  );
}

/** How many pods of the new version there are, of how many. */
export function updatedOf(workload: Workload | null): { readonly updated: number; readonly desired: number } {
  switch (workload?.kind) {
    case 'Deployment':
    case 'StatefulSet':
    case 'Rollout':
      return { updated: workload.status?.updatedReplicas ?? 0, desired: workload.spec.replicas ?? 1 };
    case 'DaemonSet':
      return {
        updated: workload.status?.updatedNumberScheduled ?? 0,
        desired: workload.status?.desiredNumberScheduled ?? 0,
      };
    case 'Job':
      return { updated: (workload.status?.active ?? 0) + (workload.status?.succeeded ?? 0), desired: 1 };
    case 'CronJob':
    case undefined:
      return { updated: 0, desired: 1 };
  }
}

export function objectProof(
  object: { readonly kind: string; readonly metadata: { readonly name: string } },
  state: string,
): Proof {
  return proof('workload', `${object.kind}/${object.metadata.name}: ${state}`, 'workloads');
}

/** The controller has not seen the newest version of the object. */
export function notObserved(workload: Deployment | StatefulSet | Rollout, now: Date): Cause | undefined {
  const generation = workload.metadata.generation ?? 0;
  const observed = Number(workload.status?.observedGeneration ?? 0);
  // Argo Rollouts before 1.0 wrote a hash there: nothing to compare.
  if (Number.isNaN(observed) || generation <= observed) return undefined;
  const message = `generation ${generation}, observed ${observed}`;
  const written = lastWritten(workload.metadata);
  const proofs = [objectProof(workload, message)];
  if ((secondsSince(written, now) ?? 0) > OBSERVED_WITHIN_SECONDS) {
    return { leaf: 'stuck_rollout', facts: { message, since: written }, proof: proofs };
  }
  const until = written === undefined ? null : plusSeconds(written, OBSERVED_WITHIN_SECONDS);
  return { leaf: 'rollout_in_progress', facts: { message }, proof: proofs, waiting: { until } };
}

export interface Deadline {
  /** It has passed. */
  readonly passed: boolean;
  /** The rollout has neither ended nor run out of time. */
  readonly running: boolean;
  /** When it passes; null: never, or not known. */
  readonly until: string | null;
}

/** A Deployment counts from its last progress, not from its start (facts/kubernetes.md R15). */
export function progressDeadline(workload: Deployment | Rollout, now: Date): Deadline {
  const seconds = workload.spec.progressDeadlineSeconds ?? PROGRESS_DEADLINE_SECONDS;
  const progressing = findCondition(workload.status?.conditions, 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded')
    return { passed: true, running: false, until: null };
  const since = progressing?.lastUpdateTime ?? progressing?.lastTransitionTime;
  // A finished rollout has no deadline any more, whatever its pods do later (F5).
  if (progressing?.reason === 'NewReplicaSetAvailable') return { passed: false, running: false, until: null };
  if (since === undefined || seconds === NO_DEADLINE) return { passed: false, running: true, until: null };
  const until = plusSeconds(since, seconds);
  const passed = (secondsSince(until, now) ?? 0) > 0;
  return { passed, running: !passed, until };
}
