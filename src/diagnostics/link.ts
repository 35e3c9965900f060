// The contract of a link: what it reads, and a pure judgement of it.
import type { Bilingual } from './locale.ts';
import type { Change } from './change.types.ts';
import type { LinkId } from './chain.ts';
import type { EvidenceKey, ObservedEvidence } from './evidence/evidence.ts';
import type { TraceRequest } from './request.ts';
import type { Verdict } from './verdict.ts';

export interface LinkInput {
  readonly request: TraceRequest;
  readonly evidence: ObservedEvidence;
  readonly change: Change;
  /** The engine's clock. */
  readonly now: Date;
  /**
   * change: judge whether the change passed this link. serving: the change stopped further up, so judge only what serves
   * now (the previous change); what is found there is "also seen", never the outcome.
   */
  readonly scope: 'change' | 'serving';
}

export interface Link {
  readonly id: LinkId;
  readonly title: Bilingual;
  /** Keys a verdict may rest on. */
  readonly reads: readonly EvidenceKey[];
  /** Keys that refine texts; their absence never changes a status. */
  readonly mayRead: readonly EvidenceKey[];
  /** Pure, total: never throws, always one verdict. The first finding decides; further ones are independent second findings. */
  verdict(input: LinkInput): Verdict;
}
