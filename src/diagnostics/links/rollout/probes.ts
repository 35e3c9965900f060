// A container that runs and is not ready (facts/kubernetes.md 2.3): is it still within the patience of its own probes?
import type { Container, KubernetesEvent } from '../../evidence/kubernetes.ts';
import { millis, plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import { eventCount, eventTime } from '../../kubernetes/events.ts';
import type { PodContainer } from '../../kubernetes/pods.ts';

type Probe = NonNullable<Container['readinessProbe']>;

/** A rollout whose counters do not move for this long is looked at as stuck (facts/kubernetes.md 11). */
const PATIENCE_SECONDS = 120;

/** Defaults of the API: period 10 s, three failures. */
function secondsToFail(probe: Probe): number {
  return (probe.initialDelaySeconds ?? 0) + (probe.periodSeconds ?? 10) * (probe.failureThreshold ?? 3);
}

export type Readiness =
  | { readonly state: 'starting'; readonly until: string | null; readonly event?: KubernetesEvent }
  | { readonly state: 'failing'; readonly event?: KubernetesEvent };

/** `events`: those of the pod, newest first. `late`: the deadline of the rollout has passed. */
export function readReadiness(
  container: PodContainer,
  events: readonly KubernetesEvent[],
  now: Date,
  late: boolean,
): Readiness {
  const { startupProbe, readinessProbe } = container.spec;
  const startedAt = container.status?.state?.running?.startedAt;
  const since = millis(startedAt) ?? 0;
  const failures = events.filter(
    ({ reason, message }) => reason === 'Unhealthy' && /probe (?:failed|errored)/i.test(message ?? ''),
  );
  const event = failures.find((failure) => (millis(eventTime(failure)) ?? 0) >= since);
  const seen = event === undefined ? {} : { event };
  const running = secondsSince(startedAt, now) ?? 0;

  const inStartup = startupProbe !== undefined && container.status?.started === false;
  const probe = inStartup ? startupProbe : readinessProbe;
  if (probe === undefined) return { state: 'starting', until: null, ...seen };
  const allowed = inStartup ? secondsToFail(probe) : Math.max(secondsToFail(probe), PATIENCE_SECONDS);
  const until = startedAt === undefined ? null : plusSeconds(startedAt, allowed);
  if (running < allowed) return { state: 'starting', until, ...seen };
  if (event !== undefined && eventCount(event) >= Math.min(probe.failureThreshold ?? 3, 3)) {
    return { state: 'failing', event };
  }
  // Events are gone after an hour; a running container with a probe is not ready only because of that probe.
  return late ? { state: 'failing', ...seen } : { state: 'starting', until: null, ...seen };
}
