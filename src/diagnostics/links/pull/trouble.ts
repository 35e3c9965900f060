// Pods that cannot get their image: which image, on which node, since when, and all that was said about it.
import type { Evidence } from '../../evidence/evidence.ts';
import type { KubernetesEvent, Pod } from '../../evidence/kubernetes.ts';
import { earliest } from '../../kubernetes/clock.ts';
import { eventsOf, eventStart } from '../../kubernetes/events.ts';
import { failedPullsOf, isFailedPull } from '../../kubernetes/failed-pulls.ts';
import { containersWithoutImage } from '../../kubernetes/image-waits.ts';
import { eventProof, podProof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';
import { readPull, type PullReading } from './messages.ts';

export interface Trouble {
  readonly pod: string;
  readonly node: string | undefined;
  readonly container: string | undefined;
  /** As the pod spec names it. */
  readonly image: string;
  /** The kubelet's state: ErrImagePull, InvalidImageName, … */
  readonly reason: string;
  /** Undefined: nothing names a cause. */
  readonly reading: PullReading | undefined;
  /** First failure. */
  readonly since: string | undefined;
  readonly proof: readonly Proof[];
}

/** An event of one container says so in its field path, or names its image. */
function isAbout(event: KubernetesEvent, container: string, image: string): boolean {
  const { fieldPath } = event.involvedObject;
  if (fieldPath !== undefined) return fieldPath.includes(`{${container}}`);
  const named = /image(?: tag)? "([^"]+)"/.exec(event.message ?? '')?.[1];
  return named === undefined || named === image;
}

/** Events are gone after an hour: a container that never ran has been failing since its pod started. */
function firstFailure(pod: Pod, events: readonly KubernetesEvent[], neverRan: boolean): string | undefined {
  const started = pod.status?.startTime ?? pod.metadata.creationTimestamp;
  return earliest(events.map(eventStart)) ?? (neverRan ? started : undefined);
}

export function troublesOf(pods: readonly Pod[], events: Evidence['events'] | undefined): Trouble[] {
  return pods.flatMap((pod) => {
    const own = eventsOf(events ?? [], pod).filter(isFailedPull);
    return containersWithoutImage(pod).map(({ spec, status }): Trouble => {
      const image = spec.image ?? '';
      const about = own.filter((event) => isAbout(event, spec.name, image));
      const waiting = status?.state?.waiting;
      const reading = readPull([waiting?.message ?? '', ...about.map(({ message }) => message ?? '')]);
      const telling = about.find(({ message }) => message?.trim() === reading?.message);
      const state = `${spec.name} ${waiting?.reason ?? ''}: ${waiting?.message ?? ''}`;
      return {
        pod: pod.metadata.name,
        node: pod.spec.nodeName,
        container: spec.name,
        image,
        reason: waiting?.reason ?? '',
        reading,
        since: firstFailure(pod, about, (status?.restartCount ?? 0) === 0),
        proof: [podProof(pod, state), ...(telling === undefined ? [] : [eventProof(telling)])],
      };
    });
  });
}

/** Where pods cannot be read: the events of the namespace name pod and image. */
export function troublesByEvents(
  events: Evidence['events'] | undefined,
  namespace: string,
  podNamePrefix: string,
  images: readonly string[],
): Trouble[] {
  const failed = failedPullsOf(events, namespace, podNamePrefix);
  const pods = [...new Set(failed.flatMap(({ involvedObject }) => involvedObject.name ?? []))];
  return pods.flatMap((pod) => {
    const own = failed.filter(({ involvedObject }) => involvedObject.name === pod);
    const reading = readPull(own.map(({ message }) => message ?? ''));
    const image = images.find((one) => own.some(({ message }) => message?.includes(`"${one}"`) === true));
    const telling = own.find(({ message }) => message?.trim() === reading?.message);
    if (image === undefined || telling === undefined) return [];
    const since = earliest(own.map(eventStart));
    return [
      {
        pod,
        node: undefined,
        container: undefined,
        image,
        reason: 'ErrImagePull',
        reading,
        since,
        proof: [eventProof(telling)],
      },
    ];
  });
}
