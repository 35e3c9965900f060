// The source hydrator: the commit is on the dry branch, Argo CD syncs the branch it writes (facts/argocd.md 5 A6).
import { detectionClock } from '../../argocd/detection-clock.ts';
import { addSeconds, isoTime } from '../../argocd/duration.ts';
import { shown as shownText } from '../../argocd/messages/message.ts';
import { pollDelay } from '../../catalogue/detection/refresh.ts';
import { hydrationPending, hydrationPendingFailed } from '../../catalogue/detection/render.ts';
import type { Change } from '../../change.types.ts';
import type { Application } from '../../evidence/argocd.ts';
import type { GitSource, ObservedEvidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Proof } from '../../verdict.ts';
import { ageText, proof, shortId } from '../verdicts.ts';
import type { Cause } from '../../argocd/cause.ts';
import { commitTime } from '../../argocd/tag-commit.ts';

type TagCommit = NonNullable<Change['tagCommit']>;

export type Hydration =
  | { readonly kind: 'none' }
  /** The rendered form of the commit is what Argo CD shows. */
  | { readonly kind: 'shown'; readonly proof: readonly Proof[] }
  | { readonly kind: 'pending'; readonly cause: Cause };

interface Input {
  readonly application: Application;
  readonly sources: readonly GitSource[];
  readonly commit: TagCommit;
  readonly evidence: ObservedEvidence;
  readonly now: Date;
  readonly shown: string | undefined;
}

export function hydration({ application, sources, commit, evidence, now, shown }: Input): Hydration {
  const spec = application.spec.sourceHydrator;
  if (spec === undefined) return { kind: 'none' };
  const name = application.metadata.name;
  const status = application.status?.sourceHydrator;
  const current = status?.currentOperation;
  const done = status?.lastSuccessfulOperation;
  const dryTip = sources.find(({ index }) => index === commit.source)?.tip;
  const isOurs = (sha: string | undefined): boolean =>
    sha !== undefined && (sha === commit.id || sha === dryTip);

  if (isOurs(done?.drySHA) && done?.hydratedSHA === shown) {
    return {
      kind: 'shown',
      proof: [operationProof(`dry ${short(done?.drySHA)} → ${short(done?.hydratedSHA)}`)],
    };
  }
  if (current?.phase === 'Failed' && isOurs(current.drySHA)) {
    const message = shownText(current.message ?? 'Failed');
    const finding = hydrationPendingFailed({ application: name, commit: shortId(commit.id), message });
    return {
      kind: 'pending',
      cause: { finding, proof: [operationProof(`Failed: ${message}`, current.finishedAt)] },
    };
  }
  const branch = spec.syncSource.targetBranch;
  const finding = hydrationPending({ commit: shortId(commit.id), branch, application: name });
  const proofs = [
    operationProof(
      `${current?.phase ?? '—'} dry ${short(current?.drySHA ?? done?.drySHA)}`,
      current?.startedAt,
    ),
  ];
  const clock = detectionClock(valueOf(evidence.argocdSettings));
  if (current?.phase === 'Hydrating' && isOurs(current.drySHA)) {
    return { kind: 'pending', cause: { finding, proof: proofs, waiting: { until: null } } };
  }
  // A promotion to the synced branch is somebody's pull request: no clock runs for it.
  if (isOurs(done?.drySHA) && spec.hydrateTo !== undefined)
    return { kind: 'pending', cause: { finding, proof: proofs } };
  // Else the same clock runs twice: from the commit to its hydration, and from that to what is shown.
  const since = isOurs(done?.drySHA) ? (current?.finishedAt ?? commitTime(commit)) : commitTime(commit);
  const until = since === undefined ? now : addSeconds(since, clock.budgetSeconds);
  if (now >= until) return { kind: 'pending', cause: { finding, proof: proofs } };
  const params = {
    commit: shortId(commit.id),
    age: ageText(commitTime(commit), now),
    application: name,
    until: isoTime(until),
  };
  const cause = { finding: pollDelay(params), proof: proofs, waiting: { until: isoTime(until) } };
  return { kind: 'pending', cause };
}

function operationProof(value: string, at?: string): Proof {
  return proof('application', 'operation', `sourceHydrator: ${value}`, { at });
}

function short(sha: string | undefined): string {
  return sha === undefined ? '?' : shortId(sha);
}
