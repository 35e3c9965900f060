// Events → report: texts are chosen here, in the reader's language, from the judgement of a bundle's evidence. Pure.
import { findingTexts } from './catalogue/all.ts';
import { fillCommand } from './catalogue/command.ts';
import { unreadText } from './catalogue/unread.ts';
import { LINK_IDS, linkNumber, type LinkId } from './chain.ts';
import { EVIDENCE_KEYS, type ObservedEvidence } from './evidence/evidence.ts';
import type { Finding } from './finding.ts';
import { flowchartPath } from './flowchart.ts';
import { judge, LINKS, type Judgement } from './judge.ts';
import { LABELS } from './labels.ts';
import { leafFacts } from './leaves.ts';
import { fill, type Locale } from './locale.ts';
import type { Report, ReportFinding, ReportLink, ReportProof } from './report.types.ts';
import type { TraceRequest } from './request.ts';
import type { Proof, Verdict } from './verdict.ts';
import { wayBack } from './way-back.ts';

/** What a report is made of: the same in a running trace and in a bundle read back. */
export interface Traced {
  readonly case: string | null;
  readonly request: TraceRequest;
  /** The engine's clock when the trace ended: ISO 8601 UTC. */
  readonly takenAt: string;
  readonly evidence: ObservedEvidence;
  readonly timing: { readonly ms: number; readonly calls: number };
}

export function makeReport(traced: Traced, locale: Locale): Report {
  const judgement = judge(traced.request, traced.evidence, new Date(traced.takenAt));
  return reportOf(traced, judgement, locale);
}

function reportOf(traced: Traced, judgement: Judgement, locale: Locale): Report {
  const { request, evidence } = traced;
  const { change, finding, link } = judgement;
  const back = wayBack(request, judgement, evidence);
  const isLive = judgement.outcome === 'live';
  return {
    schema: 1,
    case: traced.case,
    request: {
      service: request.service,
      application: request.application,
      cluster: request.cluster,
      environment: request.environment,
      change: request.change ?? (change.tag === null ? null : { kind: 'tag', value: change.tag }),
      ...(change.supersededBy === null ? {} : { supersededBy: change.supersededBy }),
    },
    takenAt: traced.takenAt,
    outcome: judgement.outcome,
    link: link === null || isLive ? null : linkNumber(link),
    leaf: finding?.leaf ?? null,
    code: finding?.code ?? null,
    alsoSeen: judgement.alsoSeen.flatMap(({ finding: seen }) =>
      seen.leaf === null
        ? []
        : [{ link: linkNumber(leafFacts(seen.leaf).link), leaf: seen.leaf, code: seen.code }],
    ),
    links: LINK_IDS.map((id) => reportLink(id, judgement.verdicts[id], evidence, traced.takenAt, locale)),
    path: [...flowchartPath(finding?.leaf ?? null, judgement.outcome)],
    rollback: { offer: back.offer, reason: back.reason[locale] },
    unread: unread(evidence, locale),
    timing: traced.timing,
  };
}

export function reportLink(
  id: LinkId,
  verdict: Verdict,
  evidence: ObservedEvidence,
  takenAt: string,
  locale: Locale,
): ReportLink {
  return {
    link: linkNumber(id),
    name: LINKS[id].title[locale],
    status: verdict.status,
    findings: 'findings' in verdict ? verdict.findings.map((finding) => reportFinding(finding, locale)) : [],
    proof: (verdict.proof ?? []).map((proof) => reportProof(proof, evidence, takenAt, locale)),
  };
}

function reportFinding(finding: Finding, locale: Locale): ReportFinding {
  const texts = findingTexts(finding.code);
  const text = (template: string): string => fill(template, finding.params);
  return {
    code: finding.code,
    leaf: finding.leaf,
    title: text(texts.title[locale]),
    detail: text(texts.detail[locale]),
    next: text(texts.next[locale]),
    commands: texts.commands.map((command) => fillCommand(command, finding.params)),
  };
}

function reportProof(proof: Proof, evidence: ObservedEvidence, takenAt: string, locale: Locale): ReportProof {
  const observed = evidence[proof.from];
  return {
    label: LABELS[proof.label][locale],
    value: proof.value,
    ...(proof.url === undefined ? {} : { url: proof.url }),
    at: proof.at ?? observed?.at ?? takenAt,
    source: observed?.source ?? proof.from,
  };
}

/** Everything nobody could read, once each, with the missing right or address. */
function unread(evidence: ObservedEvidence, locale: Locale): Report['unread'] {
  const texts = EVIDENCE_KEYS.flatMap((key) => {
    const observed = evidence[key];
    return observed === undefined || observed.ok ? [] : [unreadText(key, observed.error, locale)];
  });
  return [...new Map(texts.map((text) => [`${text.what}\u0000${text.why}`, text])).values()];
}
