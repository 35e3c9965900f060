// The sync waits for a hook (facts/argocd.md 13 no. 34): does the hook still run, or will nobody ever see its end?
import type { Cause } from '../../argocd/cause.ts';
import { secondsBetween } from '../../argocd/duration.ts';
import { shown } from '../../argocd/messages/message.ts';
import { syncHook, syncHookStuck } from '../../catalogue/sync/failure.ts';
import { operationInProgress } from '../../catalogue/sync/waiting.ts';
import type { Job, Pod } from '../../evidence/kubernetes.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Proof } from '../../verdict.ts';
import { proof } from '../verdicts.ts';
import { later, operationProof, type Situation } from './situation.ts';

/** The controller looks at its hooks every few seconds; a minute after the end it has seen it or never will. */
const SEEN_SECONDS = 60;
/** States of a container that only a person or another image ends. */
const STUCK_REASONS =
  /^(?:ErrImagePull|ImagePullBackOff|InvalidImageName|CreateContainerConfigError|CreateContainerError)$/;

/** `hook` as the message names it: `batch/Job/name`. */
export function waitsForHook(situation: Situation, hook: string): Cause {
  const { evidence, now, name, application, state } = situation;
  const [, kind, hookName] = /^(?:[^/]*\/)?(\w+)\/(.+)$/.exec(hook) ?? [];
  const since = state?.startedAt ?? now.toISOString();
  const namespace = application.spec.destination.namespace ?? 'default';
  const proofs = operationProof(situation);
  const running = (until: string | null, more: readonly Proof[] = []): Cause => ({
    finding: operationInProgress({
      application: name,
      commit: situation.commit,
      since,
      message: shown(state?.message ?? ''),
    }),
    proof: [...proofs, ...more],
    waiting: { until },
  });
  const jobs = valueOf(evidence.hookJobs);
  // Only Jobs are read, and only in the namespace of the destination.
  if (kind !== 'Job' || hookName === undefined || jobs === undefined) return running(null);
  const stuck = (more: readonly Proof[]): Cause => ({
    finding: syncHookStuck({ application: name, hook: `${kind}/${hookName}`, since, namespace }),
    proof: [...proofs, ...more],
  });

  const job = jobs.find(({ metadata }) => metadata.name === hookName);
  if (job === undefined) {
    if (secondsBetween(since, now) <= SEEN_SECONDS) return running(null);
    return stuck([
      proof('hookJobs', 'resource', `Job/${hookName} (${namespace}): 404`),
      ...endEvents(situation, hookName),
    ]);
  }
  const ended = job.status?.conditions?.find(
    ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
  );
  const jobProof = proof('hookJobs', 'resource', jobText(job), {
    at: ended?.lastTransitionTime ?? job.status?.startTime,
  });
  if (ended !== undefined) {
    if (secondsBetween(ended.lastTransitionTime ?? since, now) <= SEEN_SECONDS)
      return running(null, [jobProof]);
    if (ended.type === 'Complete') return stuck([jobProof]);
    const message = shown(ended.message ?? ended.reason ?? 'Failed');
    return {
      finding: syncHook({ application: name, hook: `Job/${hookName}`, message, namespace }),
      proof: [...proofs, jobProof],
    };
  }
  const blocked = stuckPod(valueOf(evidence.pods) ?? [], hookName);
  if (blocked !== null) {
    return {
      finding: syncHook({ application: name, hook: `Job/${hookName}`, message: blocked.message, namespace }),
      proof: [...proofs, jobProof, blocked.proof],
    };
  }
  const limit = job.spec.activeDeadlineSeconds;
  const started = job.status?.startTime;
  const until = limit === undefined || started === undefined ? null : later(started, limit);
  if (until !== null && secondsBetween(until, now) > SEEN_SECONDS) return stuck([jobProof]);
  return running(until, [jobProof]);
}

/** The events outlive the Job by an hour: they say that it ended. */
function endEvents({ evidence }: Situation, hookName: string): Proof[] {
  return (valueOf(evidence.events) ?? [])
    .filter(({ involvedObject }) => involvedObject.kind === 'Job' && involvedObject.name === hookName)
    .slice(-1)
    .map(({ reason, message, lastTimestamp }) =>
      proof('events', 'event', `Job/${hookName} ${reason ?? ''}: ${message ?? ''}`, { at: lastTimestamp }),
    );
}

function jobText({ metadata, status }: Job): string {
  const counts = [
    `active ${status?.active ?? 0}`,
    `succeeded ${status?.succeeded ?? 0}`,
    `failed ${status?.failed ?? 0}`,
  ];
  return `Job/${metadata.name}: ${counts.join(', ')}`;
}

function stuckPod(pods: readonly Pod[], job: string): { message: string; proof: Proof } | null {
  for (const pod of pods) {
    const labels = pod.metadata.labels ?? {};
    if ((labels['batch.kubernetes.io/job-name'] ?? labels['job-name']) !== job) continue;
    const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
    const waiting = statuses
      .map(({ state }) => state?.waiting)
      .find((one) => STUCK_REASONS.test(one?.reason ?? ''));
    if (waiting === undefined) continue;
    const message = shown(`${waiting.reason ?? ''}: ${waiting.message ?? ''}`);
    return { message, proof: proof('pods', 'podState', `${pod.metadata.name}: ${message}`) };
  }
  return null;
}
