// One pod of the new template: ready, on its way, without its image, or with a named fault (facts/kubernetes.md 1.4 and 2).
import type { KubernetesEvent, Pod } from '../../evidence/kubernetes.ts';
import { plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import { findCondition } from '../../kubernetes/conditions.ts';
import { eventsOf, eventTime } from '../../kubernetes/events.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { waitsForImage } from '../../kubernetes/image-waits.ts';
import { containersOf, isReady, isTerminating, type PodContainer } from '../../kubernetes/pods.ts';
import { eventProof, podProof, proof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';
import type { Cause, Facts, RolloutLeaf } from './cause.ts';
import { readCrash, type CrashContext } from './crash.ts';
import { readReadiness } from './probes.ts';
import {
  KUBELET_REFUSALS,
  SCALE_UP_SECONDS,
  schedulingLeaf,
  UNSCHEDULABLE_AFTER_SECONDS,
} from './scheduling.ts';
import { CREATING_SECONDS, creationTrouble, FORCED_DETACH_SECONDS } from './volumes.ts';

export type PodStanding =
  | { readonly state: 'ready' }
  | { readonly state: 'done' }
  | { readonly state: 'pulling'; readonly proof: readonly Proof[] }
  /** `until`: its own clock; null: the one of the rollout. */
  | { readonly state: 'starting'; readonly until: string | null; readonly proof: readonly Proof[] }
  | { readonly state: 'faulty'; readonly cause: Cause };

export interface PodContext extends Omit<CrashContext, 'events'> {
  readonly now: Date;
  /** Of the namespace; empty when they could not be read. */
  readonly events: readonly KubernetesEvent[];
  /** The deadline of the rollout has passed. */
  readonly late: boolean;
  /** All pods of the workload, for a disk that another one still holds. */
  readonly siblings: readonly Pod[];
}

function startOf(pod: Pod): string | undefined {
  return pod.status?.startTime ?? pod.metadata.creationTimestamp;
}

function faulty(
  leaf: RolloutLeaf,
  pod: Pod,
  facts: Facts,
  proofs: readonly Proof[],
  until?: string | null,
): PodStanding {
  const node = pod.spec.nodeName === undefined ? {} : { node: pod.spec.nodeName };
  const waiting = until === undefined ? {} : { waiting: { until } };
  return {
    state: 'faulty',
    cause: {
      leaf,
      facts: { pod: pod.metadata.name, since: startOf(pod), ...node, ...facts },
      proof: proofs,
      ...waiting,
    },
  };
}

function starting(pod: Pod, what: string, until: string | null, at?: string): PodStanding {
  return { state: 'starting', until, proof: [podProof(pod, what, at)] };
}

function notScheduled(pod: Pod, own: readonly KubernetesEvent[], now: Date): PodStanding {
  const condition = findCondition(pod.status?.conditions, 'PodScheduled');
  const failed = own.find(({ reason }) => reason === 'FailedScheduling');
  const since = condition?.lastTransitionTime ?? pod.metadata.creationTimestamp;
  const message = condition?.message ?? failed?.message;
  if (message === undefined || (secondsSince(since, now) ?? 0) < UNSCHEDULABLE_AFTER_SECONDS) {
    return starting(pod, `${pod.status?.phase ?? 'Pending'}, not scheduled yet`, null, since);
  }
  const leaf = schedulingLeaf(message);
  const proofs = [
    podProof(pod, `${condition?.reason ?? 'Unschedulable'}: ${message}`, since),
    ...(failed === undefined ? [] : [eventProof(failed)]),
  ];
  const added = own.find(({ reason }) => reason === 'TriggeredScaleUp');
  const addedAt = added === undefined ? undefined : eventTime(added);
  const scaling = addedAt !== undefined && (secondsSince(addedAt, now) ?? 0) < SCALE_UP_SECONDS;
  if (leaf === 'unschedulable' && added !== undefined && scaling) {
    const until = plusSeconds(addedAt, SCALE_UP_SECONDS);
    return faulty(leaf, pod, { message: excerpt(message), since }, [...proofs, eventProof(added)], until);
  }
  return faulty(leaf, pod, { message: excerpt(message), since }, proofs);
}

function crashed(
  pod: Pod,
  container: PodContainer,
  context: PodContext,
  own: readonly KubernetesEvent[],
): PodStanding {
  const crash = readCrash(pod, container, { ...context, events: own });
  const { status } = container;
  const end = status?.state?.terminated ?? status?.lastState?.terminated;
  const state = status?.state?.waiting?.reason ?? end?.reason ?? 'ended';
  const code = crash.exitCode === undefined ? '' : `, exit code ${crash.exitCode}`;
  const reason = end?.reason === undefined ? '' : ` (${end.reason})`;
  const summary = `${container.spec.name} ${state}${code}${reason}, ${crash.restarts} restarts`;
  const proofs: Proof[] = [podProof(pod, summary, end?.finishedAt)];
  if (crash.logLine !== undefined) proofs.push(proof('logLine', excerpt(crash.logLine), 'podLogs'));
  if (crash.killed !== undefined) proofs.push(eventProof(crash.killed));
  const facts: Facts = {
    message: crash.message,
    container: container.spec.name,
    restarts: crash.restarts,
    exitCode: crash.exitCode,
    limit: container.spec.resources?.limits?.['memory'],
    neverStarted: crash.neverStarted,
    told: true,
  };
  return faulty(crash.leaf, pod, facts, proofs);
}

/** ContainerCreating and PodInitializing: normal for a minute, then the events of mounts and sandbox count. */
function creating(
  pod: Pod,
  container: PodContainer,
  context: PodContext,
  own: readonly KubernetesEvent[],
): PodStanding {
  const { reason, message } = container.status?.state?.waiting ?? {};
  const since = startOf(pod);
  const state = `${container.spec.name} ${reason ?? 'waiting'}${message === undefined ? '' : `: ${message}`}`;
  const trouble = creationTrouble(own);
  if (trouble === undefined || (secondsSince(since, context.now) ?? 0) < CREATING_SECONDS) {
    return starting(pod, state, null, since);
  }
  const facts = { message: excerpt(trouble.event.message), container: container.spec.name };
  const proofs = [podProof(pod, state, since), eventProof(trouble.event)];
  // Another pod of the workload that stays keeps the disk for ever; one that is going gives it back.
  const held = context.siblings.some(
    (other) =>
      other.metadata.name !== pod.metadata.name &&
      !isTerminating(other) &&
      other.spec.nodeName !== pod.spec.nodeName,
  );
  if (trouble.multiAttach && !held && (secondsSince(since, context.now) ?? 0) < FORCED_DETACH_SECONDS) {
    const until = since === undefined ? null : plusSeconds(since, FORCED_DETACH_SECONDS);
    return faulty(trouble.leaf, pod, facts, proofs, until);
  }
  return faulty(trouble.leaf, pod, facts, proofs);
}

/** Two ends in a row are a pattern; one is how many programs wait for what they depend on. */
const FLAPPING_RESTARTS = 2;
/** The kubelet's back-off forgets a container that ran this long. */
const FLAPPING_SECONDS = 600;

function running(
  pod: Pod,
  container: PodContainer,
  context: PodContext,
  own: readonly KubernetesEvent[],
): PodStanding {
  const { status, spec } = container;
  const end = status?.lastState?.terminated;
  const endedRecently = (secondsSince(end?.finishedAt, context.now) ?? Infinity) < FLAPPING_SECONDS;
  if ((status?.restartCount ?? 0) >= FLAPPING_RESTARTS && endedRecently) {
    return crashed(pod, container, context, own);
  }
  const startedAt = status?.state?.running?.startedAt;
  const readiness = readReadiness(container, own, context.now, context.late);
  const state = `${spec.name} runs, not ready`;
  if (readiness.state === 'starting') return starting(pod, state, readiness.until, startedAt);
  const ready = findCondition(pod.status?.conditions, 'Ready');
  const message = excerpt(readiness.event?.message ?? ready?.message);
  const proofs = [podProof(pod, state, startedAt)];
  if (readiness.event !== undefined) proofs.push(eventProof(readiness.event));
  const told = readiness.event !== undefined;
  return faulty('probe_failing', pod, { message, container: spec.name, since: startedAt, told }, proofs);
}

function standingOfContainer(
  pod: Pod,
  container: PodContainer,
  context: PodContext,
  own: readonly KubernetesEvent[],
): PodStanding | undefined {
  const { status, spec, init } = container;
  const { waiting, terminated, running: runs } = status?.state ?? {};
  const reason = waiting?.reason ?? '';
  if (waitsForImage(container)) {
    return { state: 'pulling', proof: [podProof(pod, `${spec.name} ${reason}: ${waiting?.message ?? ''}`)] };
  }
  if (waiting !== undefined) {
    if (reason === 'CreateContainerConfigError') {
      const facts = { message: excerpt(waiting.message), container: spec.name };
      return faulty('container_config_error', pod, facts, [
        podProof(pod, `${spec.name} ${reason}: ${waiting.message ?? ''}`),
      ]);
    }
    if (
      /^(?:CrashLoopBackOff|RunContainerError|CreateContainerError|PostStartHookError|StartError)$/.test(
        reason,
      )
    ) {
      return crashed(pod, container, context, own);
    }
    if (/Error$/.test(reason)) {
      const facts = { message: excerpt(`${reason}: ${waiting.message ?? ''}`), container: spec.name };
      return faulty('stuck_rollout', pod, facts, [
        podProof(pod, `${spec.name} ${reason}: ${waiting.message ?? ''}`),
      ]);
    }
    // Main containers wait in PodInitializing while an init container is the one to look at.
    return reason === 'PodInitializing' && !init && hasOpenInit(pod)
      ? undefined
      : creating(pod, container, context, own);
  }
  if (terminated !== undefined) {
    return terminated.exitCode === 0 ? undefined : crashed(pod, container, context, own);
  }
  if (runs === undefined || status?.ready === true) return undefined;
  // A running init container has no readiness unless it is a sidecar (restartPolicy Always).
  if (init && spec.restartPolicy !== 'Always')
    return starting(pod, `init container ${spec.name} runs`, null, runs.startedAt);
  if (init && spec.readinessProbe === undefined && spec.startupProbe === undefined) return undefined;
  return running(pod, container, context, own);
}

function hasOpenInit(pod: Pod): boolean {
  return containersOf(pod).some(({ init, status }) => init && status?.state?.terminated?.exitCode !== 0);
}

const ORDER: readonly PodStanding['state'][] = ['faulty', 'pulling', 'starting'];

function ofContainers(pod: Pod, context: PodContext, own: readonly KubernetesEvent[]): PodStanding {
  const found = containersOf(pod).flatMap(
    (container) => standingOfContainer(pod, container, context, own) ?? [],
  );
  const worst = ORDER.map((state) => found.find((standing) => standing.state === state)).find(
    (standing) => standing !== undefined,
  );
  if (worst !== undefined) return worst;
  const ready = findCondition(pod.status?.conditions, 'Ready');
  const state = ready?.message ?? ready?.reason ?? pod.status?.phase ?? 'no status yet';
  // All containers are ready, the pod is not: a readiness gate that a controller of the edge has not set.
  if (context.late) {
    return faulty('stuck_rollout', pod, { message: excerpt(state) }, [
      podProof(pod, state, ready?.lastTransitionTime),
    ]);
  }
  return starting(pod, state, null, ready?.lastTransitionTime);
}

export function standingOfPod(pod: Pod, context: PodContext): PodStanding {
  if (isReady(pod)) return { state: 'ready' };
  const { phase, reason, message } = pod.status ?? {};
  if (phase === 'Succeeded') return { state: 'done' };
  const own = eventsOf(context.events, pod);
  if (phase === 'Failed' && KUBELET_REFUSALS.includes(reason ?? '')) {
    const text = `${reason ?? ''}: ${message ?? ''}`;
    return faulty('unschedulable', pod, { message: excerpt(text) }, [
      podProof(pod, text, pod.status?.startTime),
    ]);
  }
  if (phase === 'Failed' && reason !== undefined && (pod.status?.containerStatuses ?? []).length === 0) {
    const text = `${reason}: ${message ?? ''}`;
    return faulty('stuck_rollout', pod, { message: excerpt(text) }, [
      podProof(pod, text, pod.status?.startTime),
    ]);
  }
  if (pod.spec.nodeName === undefined) return notScheduled(pod, own, context.now);
  return ofContainers(pod, context, own);
}
