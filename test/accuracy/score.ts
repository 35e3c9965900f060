// How right a report is, by the rule of the case format: an empty list asks for null, the first entry is the best answer.
import type { Report } from '../../src/diagnostics/report.types.ts';
import type { Expected } from './expected.ts';

export interface Score {
  readonly outcome: boolean;
  readonly link: boolean;
  readonly leaf: boolean;
  readonly rollback: boolean;
  /** How many of the second findings were listed, of how many. */
  readonly alsoSeen: { readonly found: number; readonly wanted: number };
}

export function score(report: Report, expected: Expected): Score {
  const seen = new Set(report.alsoSeen.map(({ leaf }) => leaf as string));
  const wanted = expected.alsoSeen ?? [];
  const offered = report.rollback.offer === 'propose';
  return {
    outcome: report.outcome === expected.outcome,
    link: accepts(expected.links, report.link),
    leaf: accepts(expected.leaves, report.leaf),
    rollback: expected.rollback === 'optional' || offered === (expected.rollback === 'propose'),
    alsoSeen: { found: wanted.filter((leaf) => seen.has(leaf)).length, wanted: wanted.length },
  };
}

function accepts<T>(answers: readonly T[], given: T | null): boolean {
  return given === null ? answers.length === 0 : answers.includes(given);
}

/** What a case that serves or waits must never be called. */
export function falselyBroken(report: Report, expected: Expected): boolean {
  return (expected.outcome === 'live' || expected.outcome === 'waiting') && report.outcome === 'broken';
}
