// What a link can be. Every link yields exactly one verdict, always.
import type { EvidenceKey } from './evidence/evidence.ts';
import type { ObservationError } from './evidence/observed.ts';
import type { Finding } from './finding.ts';
import type { LinkId } from './chain.ts';
import type { LabelId } from './labels.ts';

/** A fact that was read: shown to the person, with the key it was read from. */
export interface Proof {
  readonly label: LabelId;
  readonly value: string;
  readonly url?: string;
  /** The evidence it was read from: a proof without one cannot be built. */
  readonly from: EvidenceKey;
  /** When the proven thing happened, where that is known; else when it was read. ISO 8601 UTC. */
  readonly at?: string;
}

export type Verdict =
  /** Proven, or implied by a later proof. */
  | { readonly status: 'pass'; readonly proof: readonly Proof[]; readonly implied?: boolean }
  /** Needs a person. The first finding is the deciding one. */
  | { readonly status: 'broken'; readonly proof: readonly Proof[]; readonly findings: readonly Finding[] }
  /** Will change by itself before `until` (ISO 8601 UTC; null when the next own clock is not known). */
  | {
      readonly status: 'waiting';
      readonly proof: readonly Proof[];
      readonly findings: readonly Finding[];
      readonly until: string | null;
    }
  /** Nobody could look. */
  | {
      readonly status: 'unknown';
      readonly missing: EvidenceKey;
      readonly error: ObservationError;
      readonly proof?: readonly Proof[];
    }
  /** Pointless to look. */
  | { readonly status: 'skipped'; readonly blockedBy: LinkId; readonly proof?: readonly Proof[] };

export type VerdictStatus = Verdict['status'];
export type Outcome = 'broken' | 'waiting' | 'live' | 'undetermined';
