// What holds for every judgement of every case, as lists of what breaks it: a test that fails then names case, link and key.
import { resolveChange } from '../../src/diagnostics/change.ts';
import { LINK_IDS, type LinkId } from '../../src/diagnostics/chain.ts';
import { makeBundle, printBundle, readBundle } from '../../src/diagnostics/evidence/bundle.ts';
import type { EvidenceKey, ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import { judge, LINKS } from '../../src/diagnostics/judge.ts';
import type { LinkInput } from '../../src/diagnostics/link.ts';
import { LOCALES } from '../../src/diagnostics/locale.ts';
import { makeReport, type Traced } from '../../src/diagnostics/report.ts';
import type { Verdict } from '../../src/diagnostics/verdict.ts';

const SCOPES = ['change', 'serving'] as const satisfies readonly LinkInput['scope'][];

/** Every verdict of a trace, also those of links behind a break: `judge` alone would not show them. */
function* inputs(traced: Traced): Generator<{ id: LinkId; input: LinkInput; verdict: Verdict }> {
  const { request, evidence } = traced;
  const change = resolveChange(request, evidence);
  for (const id of LINK_IDS) {
    for (const scope of SCOPES) {
      const input = { request, evidence, change, now: new Date(traced.takenAt), scope };
      yield { id, input, verdict: LINKS[id].verdict(input) };
    }
  }
}

function declared(id: LinkId): Set<string> {
  return new Set([...LINKS[id].reads, ...LINKS[id].mayRead]);
}

/** Verdicts without a proof, and proofs or missing facts from keys that were not read or not declared. */
export function unproven(traced: Traced): string[] {
  return [...inputs(traced)].flatMap(({ id, input, verdict }) => {
    const wrong: string[] = [];
    const proofs = verdict.proof ?? [];
    const { status } = verdict;
    if ((status === 'pass' || status === 'broken' || status === 'waiting') && proofs.length === 0) {
      wrong.push(`${id} ${input.scope}: ${status} without a proof`);
    }
    if ((status === 'broken' || status === 'waiting') && verdict.findings.length === 0) {
      wrong.push(`${id} ${input.scope}: ${status} without a finding`);
    }
    for (const { from } of proofs) {
      if (!declared(id).has(from)) wrong.push(`${id} ${input.scope}: ${from} is not declared`);
      if (traced.evidence[from]?.ok !== true) wrong.push(`${id} ${input.scope}: ${from} was not read`);
    }
    if (status === 'unknown' && !declared(id).has(verdict.missing)) {
      wrong.push(`${id} ${input.scope}: misses ${verdict.missing}, which is not declared`);
    }
    return wrong;
  });
}

/** Links that judge otherwise when they see only what they declare: their first reading in a trace has no more than that. */
export function undeclaredReads(traced: Traced): string[] {
  return [...inputs(traced)].flatMap(({ id, input, verdict }) => {
    const known = declared(id);
    const evidence = Object.fromEntries(Object.entries(traced.evidence).filter(([key]) => known.has(key)));
    const told = LINKS[id].verdict({ ...input, evidence: evidence });
    return JSON.stringify(told) === JSON.stringify(verdict)
      ? []
      : [`${id} ${input.scope}: rests on more than it declares`];
  });
}

/** Keys of `mayRead` whose absence, or whose refusal, changes a status. */
export function decidingMayReads(traced: Traced): string[] {
  return [...inputs(traced)].flatMap(({ id, input, verdict }) =>
    LINKS[id].mayRead.flatMap((key) => {
      const statuses = [without(traced.evidence, key), refused(traced.evidence, key)].map(
        (evidence) => LINKS[id].verdict({ ...input, evidence }).status,
      );
      const other = statuses.find((status) => status !== verdict.status);
      return other === undefined
        ? []
        : [`${id} ${input.scope}: without ${key} ${verdict.status} becomes ${other}`];
    }),
  );
}

function without(evidence: ObservedEvidence, key: EvidenceKey): ObservedEvidence {
  return Object.fromEntries(Object.entries(evidence).filter(([name]) => name !== key));
}

function refused(evidence: ObservedEvidence, key: EvidenceKey): ObservedEvidence {
  const error = { kind: 'denied', what: key, missing: `read ${key}` } as const;
  return { ...evidence, [key]: { at: '2027-01-01T00:00:00Z', source: key, ok: false, error } };
}

/** Facts without which an earlier link would be called broken, or a change that does not serve would be called live. */
export function betterUnknown(traced: Traced): string[] {
  const { request, evidence } = traced;
  const now = new Date(traced.takenAt);
  const known = judge(request, evidence, now);
  return (Object.keys(evidence) as EvidenceKey[]).flatMap((key) => {
    const told = judge(request, refused(evidence, key), now);
    const stops = told.outcome === 'broken' || told.outcome === 'waiting';
    const isEarlier = stops && (known.link === null || isBefore(told.link, known.link));
    const isLive = told.outcome === 'live' && known.outcome !== 'live';
    return isEarlier || isLive
      ? [`without ${key}: ${known.outcome} ${known.link ?? ''} becomes ${told.outcome} ${told.link ?? ''}`]
      : [];
  });
}

function isBefore(one: LinkId | null, other: LinkId): boolean {
  return one !== null && LINK_IDS.indexOf(one) < LINK_IDS.indexOf(other);
}

/** The same facts in another order of keys, at every depth: a bundle that went through other tools. */
export function reversed<T>(value: T): T {
  return reverseAny(value) as T;
}

function reverseAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseAny);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, reverseAny(item)]),
  );
}

/** What is wrong with the bundle of a trace, written and read back: the report must be the same, byte by byte. */
export function wronglyReplayed(traced: Traced): string[] {
  const read = readBundle(printBundle(makeBundle({ maillon: '0.0.0', ...traced })));
  if (!read.ok) return [read.error];
  const { bundle } = read;
  return LOCALES.filter(
    (locale) => JSON.stringify(makeReport(bundle, locale)) !== JSON.stringify(makeReport(traced, locale)),
  );
}
