// Events of pulls that failed: all there is about them where pods cannot be read.
import type { KubernetesEvent } from '../evidence/kubernetes.ts';
import { newestFirst } from './events.ts';

const FAILED_PULL =
  /^Failed to pull image "|^Failed to apply default image tag "|^Error: (?:ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull)/;

export function isFailedPull({ reason, message }: KubernetesEvent): boolean {
  return /^(?:Failed|InspectFailed|ErrImageNeverPull)$/.test(reason ?? '') && FAILED_PULL.test(message ?? '');
}

/** Of the pods whose names start so, newest first; those that name the cause before those that only name the state. */
export function failedPullsOf(
  events: readonly KubernetesEvent[] | undefined,
  namespace: string,
  podNamePrefix: string,
): KubernetesEvent[] {
  const own = newestFirst(events ?? []).filter(
    (event) =>
      event.involvedObject.kind === 'Pod' &&
      (event.involvedObject.namespace ?? namespace) === namespace &&
      event.involvedObject.name?.startsWith(podNamePrefix) === true &&
      isFailedPull(event),
  );
  const says = (event: KubernetesEvent): boolean => event.message?.startsWith('Error: ') !== true;
  return own.toSorted((a, b) => Number(says(b)) - Number(says(a)));
}
