// Judges the eight links in order on the evidence of a trace. Pure and synchronous: the same evidence and clock always give
// the same judgement, which is what makes a bundle replayable.
import { LINK_IDS, type LinkId } from './chain.ts';
import { resolveChange } from './change.ts';
import type { Change } from './change.types.ts';
import type { ObservedEvidence } from './evidence/evidence.ts';
import type { Finding } from './finding.ts';
import { leafFacts } from './leaves.ts';
import type { Link, LinkInput } from './link.ts';
import { merge } from './links/merge.ts';
import { run } from './links/run.ts';
import { push } from './links/push.ts';
import { tagCommit } from './links/tag-commit/tag-commit.ts';
import { detection } from './links/detection/detection.ts';
import { sync } from './links/sync/sync.ts';
import { rollout } from './links/rollout/rollout.ts';
import { pull } from './links/pull/pull.ts';
import { afterLive } from './links/rollout/after-live.ts';
import { decide, type Decision, type ProvenBy, type Verdicts } from './outcome.ts';
import type { TraceRequest } from './request.ts';
import type { Proof, Verdict } from './verdict.ts';

export const LINKS: Readonly<Record<LinkId, Link>> = {
  merge,
  run,
  push,
  tagCommit,
  detection,
  sync,
  rollout,
  pull,
};

export interface SeenFinding {
  readonly link: LinkId;
  readonly finding: Finding;
}

export interface Judgement extends Decision {
  readonly change: Change;
  readonly verdicts: Verdicts;
  /** The deciding cause; for a live chain the reason why the person may still see the old page. */
  readonly finding: Finding | null;
  /** Independent second findings, in chain order. */
  readonly alsoSeen: readonly SeenFinding[];
}

export function judge(request: TraceRequest, evidence: ObservedEvidence, now: Date): Judgement {
  const change = resolveChange(request, evidence);
  const verdicts = {} as Record<LinkId, Verdict>;
  const seen: SeenFinding[] = [];
  let stoppedAt: LinkId | null = null;

  for (const id of LINK_IDS) {
    const input: LinkInput = {
      request,
      evidence,
      change,
      now,
      scope: stoppedAt === null ? 'change' : 'serving',
    };
    const verdict = LINKS[id].verdict(input);
    const findings = 'findings' in verdict ? verdict.findings : [];
    if (stoppedAt !== null) {
      // The change did not come this far: what is wrong here is wrong with what serves now.
      seen.push(...findings.map((finding) => ({ link: id, finding })));
      verdicts[id] = { status: 'skipped', blockedBy: stoppedAt, proof: proofOf(verdict) };
      continue;
    }
    verdicts[id] = verdict;
    if (verdict.status !== 'broken' && verdict.status !== 'waiting') continue;
    stoppedAt = id;
    seen.push(...findings.slice(1).map((finding) => ({ link: id, finding })));
  }

  const decision = decide(verdicts, provenBy(request, change));
  const settled = decision.outcome === 'live' ? implied(verdicts, evidence) : verdicts;
  const live =
    decision.outcome === 'live' ? afterLive({ request, evidence, change, now, scope: 'change' }) : [];
  const liveCause = live.find(({ leaf }) => leaf !== null && leafFacts(leaf).outcome === 'live') ?? null;
  for (const finding of live) {
    if (finding !== liveCause && finding.leaf !== null)
      seen.push({ link: leafFacts(finding.leaf).link, finding });
  }
  const finding = decision.outcome === 'live' ? liveCause : decidingFinding(decision, verdicts);
  return { ...decision, change, verdicts: settled, finding, alsoSeen: distinct(seen, finding) };
}

function provenBy(request: TraceRequest, { kind, tag }: Change): ProvenBy {
  if (kind === 'image' && tag !== null) return 'pods';
  if (kind === 'configuration') return 'sync';
  return request.change === null ? 'sync' : 'nothing';
}

function proofOf(verdict: Verdict): readonly Proof[] {
  return verdict.proof ?? [];
}

/** A change that serves has passed every link before: those nobody could read are implied by the pods that run it. */
function implied(verdicts: Verdicts, evidence: ObservedEvidence): Verdicts {
  const running = verdicts.pull.proof?.find(({ from }) => evidence[from]?.ok === true);
  if (running === undefined) return verdicts;
  const entries = LINK_IDS.map((id): [LinkId, Verdict] => {
    const verdict = verdicts[id];
    if (verdict.status !== 'unknown' && verdict.status !== 'skipped') return [id, verdict];
    return [id, { status: 'pass', implied: true, proof: [{ ...running, label: 'implied' }] }];
  });
  return Object.fromEntries(entries) as unknown as Verdicts;
}

function decidingFinding(decision: Decision, verdicts: Verdicts): Finding | null {
  if (decision.link === null) return null;
  const verdict = verdicts[decision.link];
  return 'findings' in verdict ? (verdict.findings[0] ?? null) : null;
}

/** Each cause once, without the deciding one. */
function distinct(seen: readonly SeenFinding[], deciding: Finding | null): SeenFinding[] {
  const known = new Set<string>(deciding === null ? [] : [deciding.leaf ?? deciding.code]);
  return seen.filter(({ finding }) => {
    const name = finding.leaf ?? finding.code;
    if (known.has(name)) return false;
    known.add(name);
    return true;
  });
}
