// Events of pulls that failed: all there is about them where pods cannot be read.
import type { KubernetesEvent } from '../evidence/kubernetes.ts';
import { millis } from './clock.ts';
import { eventTime, newestFirst } from './events.ts';

const FAILED_PULL =
  /^Failed to (?:pull image|inspect image|apply default image tag) "|is not present with pull policy of Never|^Error: (?:ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull)/;

export function isFailedPull({ reason, message }: KubernetesEvent): boolean {
  return /^(?:Failed|InspectFailed|ErrImageNeverPull)$/.test(reason ?? '') && FAILED_PULL.test(message ?? '');
}

/** Once its image was there a pod has no pull that fails, whatever its events say of before. */
const IMAGE_THERE = /^(?:Pulled|Created|Started)$/;

function gotItsImage(failure: KubernetesEvent, events: readonly KubernetesEvent[]): boolean {
  const failed = millis(eventTime(failure)) ?? 0;
  return events.some(
    (event) =>
      event.involvedObject.name === failure.involvedObject.name &&
      IMAGE_THERE.test(event.reason ?? '') &&
      (millis(eventTime(event)) ?? 0) > failed,
  );
}

/** Of the pods whose names start so, newest first; those that name the cause before those that only name the state. */
export function failedPullsOf(
  events: readonly KubernetesEvent[] | undefined,
  namespace: string,
  podNamePrefix: string,
): KubernetesEvent[] {
  const near = newestFirst(events ?? []).filter(
    ({ involvedObject: about }) =>
      about.kind === 'Pod' &&
      (about.namespace ?? namespace) === namespace &&
      about.name?.startsWith(podNamePrefix) === true,
  );
  const own = near.filter((event) => isFailedPull(event) && !gotItsImage(event, near));
  const says = (event: KubernetesEvent): boolean => event.message?.startsWith('Error: ') !== true;
  return own.toSorted((a, b) => Number(says(b)) - Number(says(a)));
}
