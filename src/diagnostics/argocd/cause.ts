// Why Argo CD holds the change back: a finding, what proves it, and the clock where it moves by itself.
import type { Finding } from '../finding.ts';
import type { Proof, Verdict } from '../verdict.ts';

export interface Cause {
  readonly finding: Finding;
  readonly proof: readonly Proof[];
  /** It moves by itself before `until` (null: no clock is known). Absent: it needs a person. */
  readonly waiting?: { readonly until: string | null };
}

/** The verdict a cause leads to, with what was seen before it. A clock that cannot be told is none. */
export function verdictOf({ finding, proof, waiting }: Cause, seen: readonly Proof[] = []): Verdict {
  const all = [...seen, ...proof];
  if (waiting === undefined) return { status: 'broken', findings: [finding], proof: all };
  const until = waiting.until !== null && Number.isNaN(Date.parse(waiting.until)) ? null : waiting.until;
  return { status: 'waiting', until, findings: [finding], proof: all };
}
