// Why the API server refuses pods (facts/kubernetes.md 1.3): the text of a ReplicaFailure condition or a FailedCreate event.
import type { KubernetesEvent } from '../../evidence/kubernetes.ts';
import { eventStart, eventsOf, eventTime } from '../../kubernetes/events.ts';
import { millis } from '../../kubernetes/clock.ts';
import type { Metadata } from '../../evidence/kubernetes.ts';

export interface Refusal {
  readonly id: string;
  readonly leaf: 'quota' | 'pods_denied' | 'pod_creation_refused';
  /** The controller tries again and usually succeeds. */
  readonly transient: boolean;
  readonly groups: Readonly<Record<string, string>>;
}

interface Row extends Omit<Refusal, 'groups' | 'transient'> {
  readonly pattern: RegExp;
  readonly transient?: true;
}

/** Most specific first. */
const REFUSALS: readonly Row[] = [
  {
    id: 'C01',
    leaf: 'quota',
    pattern:
      /exceeded quota: (?<quota>[^,\s]+), requested: (?<requested>.+?), used: (?<used>.+?), limited: (?<limited>.+)/,
  },
  { id: 'C02', leaf: 'quota', pattern: /failed quota: (?<quota>[^:\s]+): must specify/ },
  { id: 'C04', leaf: 'pods_denied', pattern: /violates PodSecurity "(?<policy>[^"]+)"/ },
  { id: 'C09', leaf: 'pod_creation_refused', pattern: /failed calling webhook "(?<policy>[^"]+)"/ },
  {
    id: 'C05',
    leaf: 'pods_denied',
    pattern: /admission webhook "[^"]+" denied the request: \[(?<policy>azurepolicy-[^\]]+)\]/,
  },
  {
    id: 'C07',
    leaf: 'pods_denied',
    pattern:
      /admission webhook "[^"]+" denied the request: [^]*?blocked due to the following policies\s+(?<policy>[^\s:]+)/,
  },
  {
    id: 'C06',
    leaf: 'pods_denied',
    pattern: /admission webhook "(?<webhook>[^"]+)" denied the request(?:: \[(?<policy>[^\]]+)\])?/,
  },
  { id: 'C08', leaf: 'pods_denied', pattern: /ValidatingAdmissionPolicy '(?<policy>[^']+)'/ },
  {
    id: 'C03',
    leaf: 'pods_denied',
    pattern: /(?:maximum|minimum) \S+ usage per (?:Container|Pod) is|max limit to request ratio/,
  },
  { id: 'C10', leaf: 'pod_creation_refused', pattern: /serviceaccount "(?<account>[^"]+)" not found/ },
  { id: 'C11', leaf: 'pod_creation_refused', pattern: /because it is being terminated/ },
  { id: 'C12', leaf: 'pod_creation_refused', pattern: /no PriorityClass with name (?<name>\S+) was found/ },
  { id: 'C13', leaf: 'pod_creation_refused', pattern: /Pod "[^"]*" is invalid/ },
  {
    id: 'C14',
    leaf: 'pod_creation_refused',
    pattern: /server is currently unable to handle the request|etcdserver: request timed out/,
    transient: true,
  },
];

/** A text that no row knows is still a refusal: of another kind, shown as it is. */
export function readRefusal(message: string): Refusal {
  for (const { id, leaf, pattern, transient } of REFUSALS) {
    const match = pattern.exec(message);
    if (match !== null) return { id, leaf, transient: transient === true, groups: { ...match.groups } };
  }
  return { id: 'C00', leaf: 'pod_creation_refused', transient: false, groups: {} };
}

/** The newest refused creation of this owner, unless a pod was created after it. */
export function refusedCreation(
  owner: { readonly kind: string; readonly metadata: Metadata },
  events: readonly KubernetesEvent[] | undefined,
): KubernetesEvent | undefined {
  const own = eventsOf(events ?? [], owner);
  const refused = own.find(({ reason }) => reason === 'FailedCreate');
  const created = own.find(({ reason }) => reason === 'SuccessfulCreate');
  if (refused === undefined || created === undefined) return refused;
  const since = millis(eventTime(created)) ?? 0;
  return (millis(eventTime(refused) ?? eventStart(refused)) ?? 0) >= since ? refused : undefined;
}
