// What a report says in the few words that must not change: outcome, link, cause, what else is seen, the way back.
import { judge } from '../../src/diagnostics/judge.ts';
import type { ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import { linkNumber } from '../../src/diagnostics/chain.ts';
import type { Traced } from '../../src/diagnostics/report.ts';
import type { Report } from '../../src/diagnostics/report.types.ts';

export interface Told {
  readonly outcome: Report['outcome'];
  readonly link: Report['link'];
  readonly leaf: Report['leaf'];
  /** By name: the order of independent findings says nothing. */
  readonly alsoSeen: readonly string[];
}

export function toldBy({ outcome, link, leaf, alsoSeen }: Report): Told {
  return { outcome, link, leaf, alsoSeen: alsoSeen.map((seen) => seen.leaf).toSorted() };
}

/** The same without its texts, for checks that judge ten thousand times. */
export function judged({ request, takenAt }: Traced, evidence: ObservedEvidence): Told {
  const { outcome, link, finding, alsoSeen } = judge(request, evidence, new Date(takenAt));
  return {
    outcome,
    link: link === null ? null : linkNumber(link),
    leaf: finding?.leaf ?? null,
    alsoSeen: alsoSeen.flatMap(({ finding: seen }) => seen.leaf ?? []).toSorted(),
  };
}

export function line({ outcome, link, leaf, alsoSeen }: Told): string {
  return [outcome, link ?? '-', leaf ?? '-', `also ${alsoSeen.join(',') || '-'}`].join(' ');
}

/**
 * What may be said when less is known: the same, that nobody can tell, or that something broke which was seen before. Null:
 * it is one of these.
 */
export function wrongWithLess(known: Told, told: Told): string | null {
  const held: readonly (string | null)[] = [known.leaf, ...known.alsoSeen];
  const invented = [told.leaf, ...told.alsoSeen].filter((leaf) => leaf !== null && !held.includes(leaf));
  if (invented.length > 0) return `invents ${invented.join(', ')}: ${line(known)} → ${line(told)}`;
  // A chain that is live without a word about the page is live.
  const isLive = told.outcome === 'live' && known.outcome === 'live';
  const isSame = told.outcome === known.outcome && told.link === known.link && told.leaf === known.leaf;
  const isSeen = told.outcome === 'broken' && told.leaf !== null && known.alsoSeen.includes(told.leaf);
  return isSame || isLive || isSeen || told.outcome === 'undetermined'
    ? null
    : `${line(known)} → ${line(told)}`;
}
