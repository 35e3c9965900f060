// Small words for writing verdicts: proofs that name what they were read from, and the verdict of what could not be read.
import type { EvidenceKey, ObservedEvidence } from '../evidence/evidence.ts';
import type { LabelId } from '../labels.ts';
import type { Proof, Verdict } from '../verdict.ts';

/** Long values would hide the fact they prove. */
const MAX_VALUE = 300;

export function proof(
  from: EvidenceKey,
  label: LabelId,
  value: string,
  more: { readonly url?: string | undefined; readonly at?: string | undefined } = {},
): Proof {
  const { url, at } = more;
  return {
    label,
    value: shorten(value),
    from,
    ...(url === undefined ? {} : { url }),
    ...(at === undefined ? {} : { at }),
  };
}

export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_VALUE ? line : `${line.slice(0, MAX_VALUE - 1)}…`;
}

/** The first of these keys that nobody could read, as a verdict; null when all were read. */
export function unreadable(
  evidence: ObservedEvidence,
  keys: readonly EvidenceKey[],
  proofs: readonly Proof[] = [],
): Verdict | null {
  for (const key of keys) {
    const observed = evidence[key];
    if (observed === undefined)
      return { status: 'unknown', missing: key, error: { kind: 'needs', what: key, key }, proof: proofs };
    if (!observed.ok) return { status: 'unknown', missing: key, error: observed.error, proof: proofs };
  }
  return null;
}

/** `26 min`, `5 h 10 min`, `96 h`: reads the same in both languages. */
export function ageText(since: string | undefined, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since ?? '')) / 60_000));
  if (!Number.isFinite(minutes)) return '?';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 && minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

export function shortId(commit: string): string {
  return commit.slice(0, 8);
}

/** A time that cannot be read has none after it: it stays as it is, and no clock can be told from it. */
export function addSeconds(at: string | Date, seconds: number): string {
  const later = new Date(new Date(at).getTime() + seconds * 1000);
  return Number.isNaN(later.getTime()) ? String(at) : later.toISOString();
}
