// Why no node takes a pod (facts/kubernetes.md 1.4): `0/N nodes are available: <count> <reason>, … preemption: …`.

/** kstatus waits this long before it calls a pod unschedulable (facts/kubernetes.md 11). */
export const UNSCHEDULABLE_AFTER_SECONDS = 15;
/** An added node needs five to ten minutes (facts/kubernetes.md 1.4). */
export const SCALE_UP_SECONDS = 600;

/** Reasons that are about the pod's volumes: no free node would help. */
const VOLUME_REASONS: readonly RegExp[] = [
  /volume node affinity conflict/,
  /unbound immediate PersistentVolumeClaims/,
  /didn't find available persistent volumes to bind/,
  /exceed max volume count/,
  /persistentvolumeclaim "[^"]+" (?:not found|is being deleted)/,
];

/** The scheduler adds up nodes by reason: its messages are far shorter, and a longer text is slow to search. */
const MAX_SEARCHED = 4000;

/** The reasons, without counts and without the informational tail about preemption. */
export function schedulingReasons(message: string): string[] {
  const body = message
    .slice(0, MAX_SEARCHED)
    .replace(/\s*preemption: .*$/s, '')
    .replace(/\s*(?:No preemption victims found|Preemption is not helpful)[^,.]*[,.]?/g, '')
    .replace(/^\d+\/\d+ nodes are available: /, '')
    .replace(/\.\s*$/, '');
  return body
    .split(/, (?=\d+ )/)
    .map((reason) => reason.replace(/^\d+ /, '').trim())
    .filter((reason) => reason !== '');
}

export function schedulingLeaf(message: string): 'unschedulable' | 'volume_stuck' {
  const reasons = schedulingReasons(message);
  const aboutVolumes = (reason: string): boolean => VOLUME_REASONS.some((pattern) => pattern.test(reason));
  return reasons.length > 0 && reasons.every(aboutVolumes) ? 'volume_stuck' : 'unschedulable';
}

/** `phase Failed` with one of these: the kubelet of the chosen node refused the pod. */
export const KUBELET_REFUSALS: readonly string[] = [
  'OutOfcpu',
  'OutOfmemory',
  'OutOfpods',
  'OutOfephemeral-storage',
  'NodeAffinity',
  'UnexpectedAdmissionError',
];
