// Why Argo CD holds the change back: a finding, what proves it, and the clock where it moves by itself.
import type { Finding } from '../finding.ts';
import type { Proof } from '../verdict.ts';

export interface Cause {
  readonly finding: Finding;
  readonly proof: readonly Proof[];
  /** It moves by itself before `until` (null: no clock is known). Absent: it needs a person. */
  readonly waiting?: { readonly until: string | null };
}
