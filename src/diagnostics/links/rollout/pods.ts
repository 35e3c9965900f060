// The pods of the new template together: what they lack, worst first.
import type { Pod } from '../../evidence/kubernetes.ts';
import { latest } from '../../kubernetes/clock.ts';
import { isTerminating } from '../../kubernetes/pods.ts';
import type { Proof } from '../../verdict.ts';
import type { Cause, RolloutLeaf } from './cause.ts';
import { standingOfPod, type PodContext } from './pod.ts';

export interface PodsStanding {
  readonly ready: number;
  readonly done: number;
  readonly total: number;
  /** One per leaf, those that need a person first. */
  readonly causes: readonly Cause[];
  readonly pulling: readonly Proof[];
  /** Pods on their way, and the latest of their own clocks (null: only the rollout has one). */
  readonly starting: { readonly proof: readonly Proof[]; readonly until: string | null };
}

/** More than this says nothing new (facts/kubernetes.md 11). */
const MAX_PODS = 20;
/** Proofs of pods that only start. */
const MAX_STARTING = 3;

/** The more a leaf says about the cause, the earlier it is named. */
const TELLING: readonly RolloutLeaf[] = [
  'container_config_error',
  'oom_killed',
  'exec_format_error',
  'crash_loop',
  'volume_stuck',
  'unschedulable',
  'probe_failing',
];

function telling({ leaf }: Cause): number {
  const at = TELLING.indexOf(leaf);
  return at < 0 ? TELLING.length : at;
}

export function standingOfPods(pods: readonly Pod[], context: PodContext): PodsStanding {
  const looked = pods.filter((pod) => !isTerminating(pod)).slice(0, MAX_PODS);
  const standings = looked.map((pod) => standingOfPod(pod, context));
  const causes = standings.flatMap((standing) => (standing.state === 'faulty' ? [standing.cause] : []));
  const sorted = causes.toSorted(
    (a, b) => Number(a.waiting !== undefined) - Number(b.waiting !== undefined) || telling(a) - telling(b),
  );
  const starting = standings.flatMap((standing) => (standing.state === 'starting' ? [standing] : []));
  return {
    ready: standings.filter(({ state }) => state === 'ready').length,
    done: standings.filter(({ state }) => state === 'done').length,
    total: looked.length,
    causes: sorted.filter((cause, index) => sorted.findIndex(({ leaf }) => leaf === cause.leaf) === index),
    pulling: standings.flatMap((standing) => (standing.state === 'pulling' ? standing.proof : [])),
    starting: {
      proof: starting.flatMap(({ proof }) => proof).slice(0, MAX_STARTING),
      until: latest(starting.map(({ until }) => until ?? undefined)) ?? null,
    },
  };
}
