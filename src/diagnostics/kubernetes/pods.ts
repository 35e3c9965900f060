// One pod: its containers with their states, and whether it serves.
import type { Container, ContainerStatus, Pod } from '../evidence/kubernetes.ts';
import { findCondition } from './conditions.ts';

export interface PodContainer {
  readonly spec: Container;
  readonly status: ContainerStatus | undefined;
  /** Init containers run before the others; Argo CD's health does not look at them. */
  readonly init: boolean;
}

/** In the order they start. */
export function containersOf(pod: Pod): PodContainer[] {
  const of = (specs: readonly Container[], statuses: readonly ContainerStatus[], init: boolean) =>
    specs.map((spec) => ({ spec, init, status: statuses.find((status) => status.name === spec.name) }));
  return [
    ...of(pod.spec.initContainers ?? [], pod.status?.initContainerStatuses ?? [], true),
    ...of(pod.spec.containers, pod.status?.containerStatuses ?? [], false),
  ];
}

export function isReady(pod: Pod): boolean {
  return findCondition(pod.status?.conditions, 'Ready')?.status === 'True';
}

export function readySince(pod: Pod): string | undefined {
  const ready = findCondition(pod.status?.conditions, 'Ready');
  return ready?.status === 'True' ? ready.lastTransitionTime : undefined;
}

export function isTerminating(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined;
}

export function ordinalOf(pod: Pod): number | undefined {
  const match = /-(\d+)$/.exec(pod.metadata.name);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}
