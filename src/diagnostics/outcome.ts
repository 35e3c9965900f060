// The outcome of a trace, a pure function of the eight verdicts (architecture, section 4): first rule that applies.
import { LINK_IDS, type LinkId } from './chain.ts';
import type { Outcome, Verdict } from './verdict.ts';

export type Verdicts = Readonly<Record<LinkId, Verdict>>;

export interface Decision {
  readonly outcome: Outcome;
  /** The link that decides: broken, waited for, or the first that nobody could look at; null when live. */
  readonly link: LinkId | null;
}

/**
 * What proves that a change serves: `pods` that carry its tag; the `sync` of its commit, when it changes configuration only
 * or when nothing was asked and what serves is looked at; `nothing`, when the asked change could not be told.
 */
export type ProvenBy = 'pods' | 'sync' | 'nothing';

/** What a commit without a tag is proven by: no pod shows it. There may be no tag commit to look at; then link 4 is skipped. */
function isSynced({ tagCommit, detection, sync }: Verdicts): boolean {
  return tagCommit.status !== 'unknown' && detection.status === 'pass' && sync.status === 'pass';
}

export function decide(verdicts: Verdicts, provenBy: ProvenBy): Decision {
  // 1. The first link that is broken or waiting for this change, whatever could not be read before it.
  for (const link of LINK_IDS) {
    const { status } = verdicts[link];
    if (status === 'broken' || status === 'waiting') return { outcome: status, link };
  }
  // 2. The change runs: what could not be read before is implied by it.
  const serves = verdicts.rollout.status === 'pass' && verdicts.pull.status === 'pass';
  if (serves && (provenBy === 'pods' || (provenBy === 'sync' && isSynced(verdicts))))
    return { outcome: 'live', link: null };
  // 3. Nobody can tell.
  const unknown = LINK_IDS.find((link) => verdicts[link].status === 'unknown');
  return {
    outcome: 'undetermined',
    link: unknown ?? LINK_IDS.find((link) => verdicts[link].status !== 'pass') ?? null,
  };
}
