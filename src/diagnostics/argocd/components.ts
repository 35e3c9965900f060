// The components of Argo CD itself: is one of those that compare and sync without a ready pod?
import { argocdComponentDown } from '../catalogue/detection/refresh.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Pod } from '../evidence/kubernetes.ts';
import type { Finding } from '../finding.ts';
import type { Proof } from '../verdict.ts';

/** What a comparison needs: the controller that asks, the repo-server that renders, Redis that keeps what was rendered. */
const NEEDED = ['application-controller', 'repo-server', 'redis'] as const;

export interface ComponentDown {
  readonly finding: Finding;
  readonly proof: readonly Proof[];
}

/** Null: each has a ready pod, or its pods were not read. A component that has no pod in the list may run elsewhere. */
export function componentDown(pods: Evidence['argocdPods'] | undefined): ComponentDown | null {
  for (const component of NEEDED) {
    const own = (pods ?? []).filter((pod) => isComponent(pod, component));
    if (own.length === 0 || own.some(isReady)) continue;
    const name = `argocd-${component}`;
    const states = own.slice(0, 3).map((pod) => `${pod.metadata.name}: ${stateOf(pod)}`);
    return {
      finding: argocdComponentDown({ component: name, namespace: own[0]?.metadata.namespace ?? 'argocd' }),
      proof: states.map((value): Proof => ({ label: 'component', value, from: 'argocdPods' })),
    };
  }
  return null;
}

/** `app.kubernetes.io/name` ends in the component in every installation; the name of the pod starts with it, too. */
function isComponent({ metadata }: Pod, component: string): boolean {
  const label =
    metadata.labels?.['app.kubernetes.io/name'] ?? metadata.labels?.['app.kubernetes.io/component'];
  if (label !== undefined) return label.endsWith(component);
  return new RegExp(`(?:^|-)${component}(?:-ha)?(?:-|$)`).test(metadata.name);
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
}

function stateOf({ status }: Pod): string {
  const waiting = status?.containerStatuses?.find(({ state }) => state?.waiting !== undefined)?.state
    ?.waiting;
  const unschedulable = status?.conditions?.find(
    ({ type, status: value }) => type === 'PodScheduled' && value === 'False',
  );
  return waiting?.reason ?? unschedulable?.reason ?? `${status?.phase ?? 'Unknown'}, not ready`;
}
