// Old pods that do not end (facts/kubernetes.md 2.6).
import type { Pod } from '../../evidence/kubernetes.ts';
import { latest, plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { isTerminating } from '../../kubernetes/pods.ts';
import { podProof } from '../../kubernetes/proof.ts';
import type { Cause } from './cause.ts';

/** deletionTimestamp already includes the grace period; a minute more is the kubelet's to clean up. */
const OVERDUE_SECONDS = 60;

export function isOverdue(pod: Pod, now: Date): boolean {
  return (secondsSince(pod.metadata.deletionTimestamp, now) ?? 0) > OVERDUE_SECONDS;
}

/** What keeps a pod that should be gone. */
function keeper(pod: Pod): string {
  const finalizers = pod.metadata.finalizers ?? [];
  const since = pod.metadata.deletionTimestamp ?? '';
  return finalizers.length === 0
    ? `Terminating, due at ${since}`
    : `Terminating, due at ${since}, finalizers ${finalizers.join(', ')}`;
}

/** For a rollout that waits for pods of the former version: overdue ones need a person, others end by their grace. */
export function oldPodsCause(pods: readonly Pod[], now: Date): Cause | undefined {
  const ending = pods.filter(isTerminating);
  const overdue = ending.filter((pod) => isOverdue(pod, now));
  const [first] = overdue.length > 0 ? overdue : ending;
  if (first === undefined) return undefined;
  const proofs = (overdue.length > 0 ? overdue : ending)
    .slice(0, 3)
    .map((pod) => podProof(pod, keeper(pod), pod.metadata.deletionTimestamp));
  const node = first.spec.nodeName === undefined ? {} : { node: first.spec.nodeName };
  const since = first.metadata.deletionTimestamp;
  const facts = { message: excerpt(keeper(first)), pod: first.metadata.name, since, ...node };
  if (overdue.length > 0) return { leaf: 'old_pods_terminating', facts, proof: proofs };
  const due = latest(ending.map((pod) => pod.metadata.deletionTimestamp));
  const until = due === undefined ? null : plusSeconds(due, OVERDUE_SECONDS);
  return { leaf: 'rollout_in_progress', facts, proof: proofs, waiting: { until } };
}
