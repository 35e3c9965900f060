// Why a scheduled pod stays in ContainerCreating (facts/kubernetes.md 2.4): events of mounts, attachments and the sandbox.
import type { KubernetesEvent } from '../../evidence/kubernetes.ts';
import { eventTime } from '../../kubernetes/events.ts';
import { millis } from '../../kubernetes/clock.ts';

/** Normal below this age (facts/kubernetes.md 11). */
export const CREATING_SECONDS = 60;
/** The attach controller detaches a disk by force after six minutes (Kubernetes' maxWaitForUnmountDuration, inferred). */
export const FORCED_DETACH_SECONDS = 360;

export interface CreationTrouble {
  readonly leaf: 'volume_stuck' | 'container_config_error' | 'unschedulable' | 'stuck_rollout';
  readonly event: KubernetesEvent;
  /** The disk is still attached to another node. */
  readonly multiAttach: boolean;
}

interface Row {
  readonly leaf: CreationTrouble['leaf'];
  readonly reason: RegExp;
  readonly pattern: RegExp;
}

/** Most precise first: the follow-up `Unable to attach or mount volumes` only repeats another one. */
const TROUBLES: readonly Row[] = [
  {
    leaf: 'container_config_error',
    reason: /^FailedMount$/,
    pattern: /(?:configmap|secret) "[^"]+" not found|references non-existent (?:config|secret) key/i,
  },
  { leaf: 'volume_stuck', reason: /^FailedAttachVolume$/, pattern: /./ },
  {
    leaf: 'volume_stuck',
    reason: /^FailedMount$/,
    pattern: /^(?!Unable to attach or mount volumes)/,
  },
  { leaf: 'volume_stuck', reason: /^FailedMount$/, pattern: /./ },
  // The subnet of the node has no address left: no room, like a full node.
  {
    leaf: 'unschedulable',
    reason: /^FailedCreatePodSandBox$/,
    pattern: /not enough IPs|no (?:free |available )?IP|IP address(?:es)? (?:is|are) exhausted/i,
  },
  { leaf: 'stuck_rollout', reason: /^(?:FailedCreatePodSandBox|NetworkNotReady)$/, pattern: /./ },
];

const MULTI_ATTACH = /Multi-Attach error|already exclusively attached/;

/** `events`: those of the pod. Once the image is being pulled, volumes and sandbox are done. */
export function creationTrouble(events: readonly KubernetesEvent[]): CreationTrouble | undefined {
  const pulling = Math.max(
    0,
    ...events
      .filter(({ reason }) => reason === 'Pulling' || reason === 'Pulled')
      .map((event) => millis(eventTime(event)) ?? 0),
  );
  const open = events.filter((event) => (millis(eventTime(event)) ?? 0) > pulling);
  for (const { leaf, reason, pattern } of TROUBLES) {
    const event = open.find((one) => reason.test(one.reason ?? '') && pattern.test(one.message ?? ''));
    if (event !== undefined) return { leaf, event, multiAttach: MULTI_ATTACH.test(event.message ?? '') };
  }
  return undefined;
}
