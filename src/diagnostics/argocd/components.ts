// The components of Argo CD itself: is one of those that compare and sync without a ready pod?
import { argocdComponentDown } from '../catalogue/detection/refresh.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Pod } from '../evidence/kubernetes.ts';
import type { Finding } from '../finding.ts';
import type { Proof } from '../verdict.ts';
import { secondsBetween } from './duration.ts';

/** What a comparison needs: the controller that asks, the repo-server that renders, Redis that keeps what was rendered. */
const NEEDED = [
  { component: 'application-controller', external: false },
  { component: 'repo-server', external: false },
  // Redis may be a service outside the cluster: no pod of it is no fault.
  { component: 'redis', external: true },
] as const;

/** A restart or a rolling update is over by then; what is not ready longer does not come back by itself (our own bound). */
const RESTART_SECONDS = 300;

export interface ComponentDown {
  readonly finding: Finding;
  readonly proof: readonly Proof[];
}

/** Null: each has a ready pod or one that is just starting, or the pods were not read. */
export function componentDown(pods: Evidence['argocdPods'] | undefined, now: Date): ComponentDown | null {
  if (pods === undefined || pods.length === 0) return null;
  for (const { component, external } of NEEDED) {
    const own = pods.filter((pod) => isComponent(pod, component));
    if (own.length === 0 ? external : own.some((pod) => isUp(pod, now))) continue;
    const name = `argocd-${component}`;
    const namespace = (own[0] ?? pods[0])?.metadata.namespace ?? 'argocd';
    const states = own.slice(0, 3).map((pod) => `${pod.metadata.name}: ${stateOf(pod)}`);
    return {
      finding: argocdComponentDown({ component: name, namespace }),
      proof: (states.length > 0 ? states : [`${name}: 0`]).map((value): Proof => ({
        label: 'component',
        value,
        from: 'argocdPods',
      })),
    };
  }
  return null;
}

/** `app.kubernetes.io/name` ends in the component in every installation; without labels the name of the pod tells. */
function isComponent({ metadata }: Pod, component: string): boolean {
  const labels = metadata.labels ?? {};
  const label = labels['app.kubernetes.io/name'] ?? labels['app.kubernetes.io/component'];
  if (label !== undefined) return new RegExp(`(?:^|-)${component}(?:-ha)?$`).test(label);
  return new RegExp(`(?:^|-)${component}(?:-ha)?(?:-|$)`).test(metadata.name);
}

function isUp({ status }: Pod, now: Date): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status === 'True') return true;
  return (
    ready?.lastTransitionTime !== undefined && secondsBetween(ready.lastTransitionTime, now) < RESTART_SECONDS
  );
}

function stateOf({ status }: Pod): string {
  const waiting = status?.containerStatuses?.find(({ state }) => state?.waiting !== undefined)?.state
    ?.waiting;
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  const pending = scheduled?.status === 'False' ? scheduled.reason : undefined;
  return waiting?.reason ?? pending ?? `${status?.phase ?? '?'}, Ready=False`;
}
