// Jobs run once and CronJobs at their next time: a new template of a CronJob changes nothing before that (facts/kubernetes.md 1.5).
import { Cron } from 'croner';
import type { CronJob, Job } from '../../evidence/kubernetes.ts';
import { isoTime, millis } from '../../kubernetes/clock.ts';
import { podsIn } from '../../kubernetes/cluster.ts';
import { findCondition, lastWritten } from '../../kubernetes/conditions.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { isReady } from '../../kubernetes/pods.ts';
import { conditionProof, podProof, proof } from '../../kubernetes/proof.ts';
import { caused, type Cause, type Standing } from './cause.ts';
import { standingOfPods, type PodsStanding } from './pods.ts';
import { standingInProgress, type WorkloadContext } from './progress.ts';
import { objectProof } from './replicas.ts';

function suspended(object: Job | CronJob): Cause {
  return {
    leaf: 'paused',
    facts: { message: 'spec.suspend is true' },
    proof: [objectProof(object, 'spec.suspend is true')],
  };
}

export function standingOfJob(job: Job, context: WorkloadContext): Standing {
  const { conditions, active = 0, succeeded = 0, failed = 0 } = job.status ?? {};
  const proofs = [objectProof(job, `${active} active, ${succeeded} succeeded, ${failed} failed`)];
  const complete = findCondition(conditions, 'Complete') ?? findCondition(conditions, 'SuccessCriteriaMet');
  if (complete?.status === 'True') return { state: 'complete', proof: proofs };
  if (job.spec.suspend === true) return caused([suspended(job)], proofs);
  const pods = podsIn(context.cluster, job);
  const failure = findCondition(conditions, 'Failed');
  if (failure?.status === 'True') {
    const siblings = pods?.current ?? [];
    const standing = standingOfPods(siblings, { ...context.podContext, late: true, siblings });
    const ended: Cause = {
      leaf: 'crash_loop',
      facts: { message: excerpt(`${failure.reason ?? 'Failed'}: ${failure.message ?? ''}`) },
      proof: [conditionProof(failure, 'workloads')],
    };
    return caused(standing.causes.length > 0 ? standing.causes : [ended], proofs);
  }
  if (pods === undefined) return { state: 'unread', missing: 'pods', proof: proofs };
  return standingInProgress({
    context,
    pods,
    proof: proofs,
    message: `${active} active, ${succeeded} succeeded`,
    causes: [],
    // activeDeadlineSeconds ends a Job by a condition: until then it runs.
    late: false,
    until: null,
    stuck: (message, told) => ({ leaf: 'stuck_rollout', facts: { message }, proof: told }),
  });
}

/** Null: the schedule says no time, or is not one. */
export function nextRun({ spec }: CronJob, now: Date): string | null {
  try {
    // The controller reads a schedule without a zone in its own, which is UTC on AKS.
    const next = new Cron(spec.schedule, { timezone: spec.timeZone ?? 'Etc/UTC', paused: true }).nextRun(now);
    return next === null ? null : isoTime(next.getTime());
  } catch {
    return null;
  }
}

function hasRun(cronJob: CronJob, standing: PodsStanding): boolean {
  if (standing.ready > 0 || standing.done > 0) return true;
  const applied = millis(lastWritten(cronJob.metadata));
  const scheduled = millis(cronJob.status?.lastScheduleTime);
  return applied !== undefined && scheduled !== undefined && scheduled > applied;
}

export function standingOfCronJob(cronJob: CronJob, context: WorkloadContext): Standing {
  const { cluster } = context;
  const { lastScheduleTime, active = [] } = cronJob.status ?? {};
  const last = lastScheduleTime === undefined ? 'never ran' : `last run ${lastScheduleTime}`;
  const proofs = [objectProof(cronJob, `${cronJob.spec.schedule}, ${last}`)];
  const pods = podsIn(cluster, cronJob);
  if (pods === undefined) return { state: 'unread', missing: 'pods', proof: proofs };
  const standing = standingOfPods(pods.current, {
    ...context.podContext,
    late: false,
    siblings: [...pods.current, ...pods.older],
  });
  if (standing.ready === 0 && standing.done === 0) {
    if (standing.causes.length > 0) return caused(standing.causes, proofs);
    if (standing.pulling.length > 0) return { state: 'pulling', proof: [...proofs, ...standing.pulling] };
  }
  const served = pods.current.filter((pod) => isReady(pod) || pod.status?.phase === 'Succeeded').slice(0, 1);
  if (hasRun(cronJob, standing)) {
    const run = served.map((pod) => podProof(pod, pod.status?.phase ?? 'ran', pod.status?.startTime));
    return { state: 'complete', proof: [...proofs, ...run] };
  }
  if (cronJob.spec.suspend === true) return caused([suspended(cronJob)], proofs);
  const next = nextRun(cronJob, cluster.now);
  const blocked =
    active.length > 0 && cronJob.spec.concurrencyPolicy === 'Forbid'
      ? ', a former run is active and Forbid keeps others out'
      : '';
  const message =
    next === null ? `schedule ${cronJob.spec.schedule} has no next run` : `next run ${next}${blocked}`;
  const held = {
    leaf: 'update_held' as const,
    facts: { message },
    proof: [proof('workload', message, 'workloads')],
  };
  return caused([next === null ? held : { ...held, waiting: { until: next } }], proofs);
}
