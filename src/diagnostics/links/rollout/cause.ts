// Why a rollout does not end: a leaf with the facts of its finding and what proves it.
import type { LinkId } from '../../chain.ts';
import type { Leaf, LEAVES } from '../../leaves.ts';
import type { Proof } from '../../verdict.ts';

export type LeafOf<L extends LinkId> = {
  [K in Leaf]: (typeof LEAVES)[K]['link'] extends L ? K : never;
}[Leaf];

/** The causes that break or hold a rollout; those of a live chain are told by after-live.ts. */
export type RolloutLeaf = Exclude<
  LeafOf<'rollout'>,
  'healthy_other_cluster' | 'healthy_cdn_cache' | 'healthy_browser_cache'
>;

/** What the texts of the findings can name. A cause fills what it knows. */
export interface Facts {
  readonly message: string;
  /** Since when, or when. ISO 8601 UTC. */
  readonly since?: string | undefined;
  readonly pod?: string;
  readonly container?: string;
  readonly node?: string;
  readonly exitCode?: number | undefined;
  readonly restarts?: number;
  /** Memory limit of the container. */
  readonly limit?: string | undefined;
  /** The program of the container never ran. */
  readonly neverStarted?: boolean;
  /** An event tells the cause; without one it is concluded from states. */
  readonly told?: boolean;
  readonly service?: string;
  /** What a person opens. */
  readonly address?: string;
  /** `Kind/name` of the object the cause is about, where it is not the workload. */
  readonly resource?: string;
  /** Image that is found where another one is expected. */
  readonly found?: string;
}

export interface Cause {
  readonly leaf: RolloutLeaf;
  readonly facts: Facts;
  readonly proof: readonly Proof[];
  /** It moves by itself before `until` (null: the clock is not known). Absent: it needs a person. */
  readonly waiting?: { readonly until: string | null };
}

/** How one workload stands. */
export type Standing =
  /** `beside`: faults of single pods although the new version serves alone. */
  | { readonly state: 'complete'; readonly proof: readonly Proof[]; readonly beside?: readonly Cause[] }
  /** The first cause decides; a waiting one only when none needs a person. */
  | { readonly state: 'caused'; readonly causes: readonly Cause[]; readonly proof: readonly Proof[] }
  /** Pods cannot get their image: link 8. */
  | { readonly state: 'pulling'; readonly proof: readonly Proof[] }
  /** Nobody could read what decides. */
  | { readonly state: 'unread'; readonly missing: 'pods' | 'replicaSets'; readonly proof: readonly Proof[] };

export function caused(causes: readonly Cause[], proof: readonly Proof[]): Standing {
  const broken = causes.filter((cause) => cause.waiting === undefined);
  return { state: 'caused', causes: broken.length > 0 ? broken : causes, proof };
}
