// Events of an object. Scheduler events are of the newer API: their lastTimestamp is null (facts/kubernetes.md F13).
import type { KubernetesEvent, Metadata } from '../evidence/kubernetes.ts';
import { millis } from './clock.ts';

/** When it last happened. */
export function eventTime(event: KubernetesEvent): string | undefined {
  return (
    event.series?.lastObservedTime ??
    event.lastTimestamp ??
    event.eventTime ??
    event.firstTimestamp ??
    event.metadata.creationTimestamp
  );
}

/** When it first happened. */
export function eventStart(event: KubernetesEvent): string | undefined {
  return event.firstTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp;
}

/** How often it happened. */
export function eventCount(event: KubernetesEvent): number {
  return event.series?.count ?? event.count ?? 1;
}

/** Newest first. A name comes back (StatefulSet pods), a uid does not: the uid decides where both sides have one. */
export function eventsOf(
  events: readonly KubernetesEvent[],
  object: { readonly kind: string; readonly metadata: Metadata },
): KubernetesEvent[] {
  const { uid, name, namespace } = object.metadata;
  return newestFirst(
    events.filter(({ involvedObject: about }) => {
      if (uid !== undefined && about.uid !== undefined) return about.uid === uid;
      return (
        about.kind === object.kind &&
        about.name === name &&
        (about.namespace === undefined || namespace === undefined || about.namespace === namespace)
      );
    }),
  );
}

export function newestFirst(events: readonly KubernetesEvent[]): KubernetesEvent[] {
  return events.toSorted((a, b) => (millis(eventTime(b)) ?? 0) - (millis(eventTime(a)) ?? 0));
}
