// Link 5: the revision Argo CD shows contains the commit of the change, from the place the Application follows
// (facts/argocd.md 5 Q-A and Q-B).
import { chartChange } from './chart.ts';
import { lateness, missedTurn } from './clock.ts';
import { comparison } from './comparison.ts';
import {
  followedContains,
  locatedCommit,
  shownContains,
  shownFor,
  tagCommitProof,
  type Located,
} from '../../argocd/tag-commit.ts';
import { followedPlace } from './followed-place.ts';
import { hydration } from './hydration.ts';
import { ownManifest, staleParent } from './own-manifest.ts';
import { oldRender } from './rendering.ts';
import { verdictOf, type Cause } from '../../argocd/cause.ts';
import {
  isCommitId,
  operationIsForShown,
  shortRevision,
  shownRevisions,
  wasDeployed,
} from '../../argocd/revisions.ts';
import { carriesTag, renderedImages } from '../../argocd/tag-images.ts';
import { reconcileDisabled } from '../../catalogue/detection/refresh.ts';
import { LINK_TITLES } from '../../chain.ts';
import type { Change } from '../../change.types.ts';
import type { Application } from '../../evidence/argocd.ts';
import type { EvidenceKey } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Link, LinkInput } from '../../link.ts';
import type { Proof, Verdict } from '../../verdict.ts';
import { proof, shortId, unreadable } from '../verdicts.ts';

export const detection: Link = {
  id: 'detection',
  title: LINK_TITLES.detection,
  reads: [
    'application',
    'sources',
    'shownLineage',
    'desiredFiles',
    'history',
    'changeCommit',
    'writtenCommit',
    'argocdSettings',
    'argocdPods',
    'parentApplication',
    'applicationSet',
    'workloads',
    'chartFiles',
  ],
  mayRead: [],
  verdict,
};

function verdict(input: LinkInput): Verdict {
  const unread = unreadable(input.evidence, ['application']);
  if (unread !== null) return unread;
  const application = valueOf(input.evidence.application) ?? null;
  if (application === null) return noApplication(input);
  if (input.scope === 'serving' || input.change.kind === 'none') return serving(application, input);
  return ofChange(application, input);
}

/** Nothing follows Git: there is no revision to compare with. */
function noApplication({ request }: LinkInput): Verdict {
  const what = `Application ${request.applicationNamespace}/${request.application}: the API answers that there is none`;
  return { status: 'unknown', missing: 'application', error: { kind: 'needs', what, key: 'application' } };
}

function ofChange(application: Application, input: LinkInput): Verdict {
  const { evidence, change, now } = input;
  const proofs = shownProof(application);
  const rendered = renderedTag(application, change);
  if (rendered !== null) return { status: 'pass', proof: [...proofs, rendered] };

  const commit = change.tagCommit;
  if (commit === null) return withoutCommit(application, input, proofs);
  const located = locatedCommit(evidence, commit);
  const seen = [tagCommitProof(commit, located), ...proofs];
  const special = chartOrManifest(application, input, located, seen);
  if (special !== null) return special;

  const unread = unreadable(evidence, ['sources'], seen);
  if (unread !== null) return unread;
  const sources = valueOf(evidence.sources) ?? [];
  const source = sources.find(({ index }) => index === commit.source);
  const shown = shownFor(application, application.spec.sourceHydrator === undefined ? commit.source : 0);
  const lineage = valueOf(evidence.shownLineage);
  const isShown = shownContains(shown, commit, lineage);
  const contained =
    source === undefined ? undefined : followedContains(source, commit, { change, evidence, shown });

  const files = valueOf(evidence.desiredFiles);
  const elsewhere = followedPlace({ application, sources, files, change, commit, located, contained });
  if (elsewhere !== null) return verdictOf(staleParent(application, evidence) ?? elsewhere, seen);

  const works = comparison(application, evidence, now);
  if (isShown === true && (works.kind === 'works' || wasApplied(application, commit.source, shown))) {
    return shownCommit(application, input, seen);
  }
  if (isSkipped(application)) return verdictOf(disabled(application), seen);
  if (works.kind === 'other')
    return { status: 'skipped', blockedBy: works.link, proof: [...seen, ...works.proof] };
  if (works.kind === 'failed') return verdictOf(works.cause, seen);

  const hydrated = hydration({ application, sources, commit, evidence, now, shown });
  if (hydrated.kind === 'shown') return { status: 'pass', proof: [...seen, ...hydrated.proof] };
  if (hydrated.kind === 'pending') return verdictOf(hydrated.cause, seen);

  if (sources.every(({ source: { chart } }) => chart !== undefined)) {
    return untold('sources', 'which chart version holds the commit', input, seen);
  }
  // Two commits that nobody compared are not said to be apart; a revision that is no commit has nothing to compare.
  if (isShown === undefined && isCommitId(shown))
    return untold('shownLineage', `${commit.id} in ${shown}`, input, seen);
  const late = lateness({ application, commit, source, evidence, now });
  return late === null
    ? untold('argocdSettings', 'timeout.reconciliation', input, seen)
    : verdictOf(late, seen);
}

/** What would tell could not be read, or does not tell it. */
function untold(key: EvidenceKey, what: string, { evidence }: LinkInput, seen: readonly Proof[]): Verdict {
  const unknown: Verdict = {
    status: 'unknown',
    missing: key,
    error: { kind: 'needs', what, key },
    proof: seen,
  };
  return unreadable(evidence, [key], seen) ?? unknown;
}

/** The commit is shown; what is left to ask is whether its render is shown, too. */
function shownCommit(application: Application, input: LinkInput, seen: readonly Proof[]): Verdict {
  const { change, evidence } = input;
  const commit = change.tagCommit;
  const lineage = valueOf(evidence.shownLineage) ?? null;
  const proofs =
    lineage === null
      ? seen
      : [...seen, proof('shownLineage', 'revision', `commonCommit ${shortId(lineage.base)}`)];
  if (commit === null) return { status: 'pass', proof: proofs };
  const render = oldRender({ application, change, commit, evidence });
  if (render.kind === 'old') return verdictOf(render.cause, proofs);
  if (render.kind === 'untold')
    return untold(render.missing, 'whether the rendered tag is the one of Git', input, proofs);
  return { status: 'pass', proof: proofs };
}

/** A chart by version, or the Application's own manifest: there the revision shown is no descendant of the commit. */
function chartOrManifest(
  application: Application,
  { evidence, change, now }: LinkInput,
  located: Located | undefined,
  seen: readonly Proof[],
): Verdict | null {
  // A repository that a source follows holds values, whatever its folders are called; so does one that a run pushes to.
  const isElsewhere = evidence.sources?.ok === true && (change.tagCommit?.source ?? -1) < 0;
  const isChartSource = isElsewhere && located?.key === 'changeCommit';
  const chart = chartChange(application, isChartSource ? located : undefined);
  if (chart.kind === 'shown') return { status: 'pass', proof: seen };
  if (chart.kind === 'missed') return verdictOf(chart.cause, seen);
  const own = ownManifest(application, located);
  if (own === 'none') return null;
  const parent = staleParent(application, evidence);
  if (parent !== null) return verdictOf(parent, seen);
  const works = comparison(application, evidence, now);
  if (works.kind === 'failed') return verdictOf(works.cause, seen);
  return own === 'applied' ? { status: 'pass', proof: seen } : null;
}

/** The tag is known and no commit of it: only what Argo CD says itself can be judged, or nothing. */
function withoutCommit(
  application: Application,
  { evidence, now }: LinkInput,
  proofs: readonly Proof[],
): Verdict {
  const unread = unreadable(evidence, ['sources', 'desiredFiles', 'history'], proofs);
  if (unread !== null) return unread;
  const works = comparison(application, evidence, now);
  if (works.kind === 'failed') return verdictOf(works.cause, proofs);
  const key = 'history';
  return {
    status: 'unknown',
    missing: key,
    error: { kind: 'needs', what: 'a commit that writes the tag', key },
    proof: proofs,
  };
}

/** What Argo CD says now, whatever the change: faults of the comparison itself. */
function serving(application: Application, { evidence, now }: LinkInput): Verdict {
  const proofs = shownProof(application);
  if (isSkipped(application)) return verdictOf(disabled(application), proofs);
  const works = comparison(application, evidence, now);
  if (works.kind === 'failed') return verdictOf(works.cause, proofs);
  if (works.kind === 'other')
    return { status: 'skipped', blockedBy: works.link, proof: [...proofs, ...works.proof] };
  const late = missedTurn(application, evidence, now);
  return late === null ? { status: 'pass', proof: proofs } : verdictOf(late, proofs);
}

function shownProof(application: Application): Proof[] {
  const revisions = shownRevisions(application).map(shortRevision).join(', ');
  const status = application.status?.sync?.status ?? 'Unknown';
  const at = application.status?.reconciledAt;
  return [
    proof('application', 'revision', revisions === '' ? '—' : revisions, { at }),
    proof('application', 'syncStatus', status, { at }),
  ];
}

/** The last sync of what is shown rendered the tag: Argo CD has the commit, whoever else can read Git. */
function renderedTag(application: Application, change: Change): Proof | null {
  if (change.kind !== 'image' || !operationIsForShown(application)) return null;
  const references = renderedImages(application, change).map(({ reference }) => reference);
  return carriesTag(references, change) === true
    ? proof('application', 'renderedImage', references.join(', '))
    : null;
}

/** Was a sync of the revision shown ever finished? Then the comparison worked for it, whatever fails now. */
function wasApplied(application: Application, source: number, shown: string | undefined): boolean {
  if (shown === undefined) return false;
  if (wasDeployed(application, source, shown)) return true;
  return operationIsForShown(application) && application.status?.operationState?.phase === 'Succeeded';
}

function isSkipped(application: Application): boolean {
  return application.metadata.annotations?.['argocd.argoproj.io/skip-reconcile'] === 'true';
}

function disabled(application: Application): Cause {
  return {
    finding: reconcileDisabled({ application: application.metadata.name }),
    proof: [proof('application', 'value', 'argocd.argoproj.io/skip-reconcile: "true"')],
  };
}
