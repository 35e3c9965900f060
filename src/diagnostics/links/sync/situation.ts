// What link 6 judges: the Application with what it manages, and the names that its texts use.
import { addSeconds, isoTime } from '../../argocd/duration.ts';
import { fieldRules, type FieldRule } from '../../argocd/ignored-fields.ts';
import { operationRevisions, shortRevision, shownRevisions } from '../../argocd/revisions.ts';
import { commitTime, shownContains, shownFor } from '../../argocd/tag-commit.ts';
import { carriesTag, liveImages, renderedImages, type LiveImage } from '../../argocd/tag-images.ts';
import type { Change } from '../../change.types.ts';
import type { Application, OperationState, ResourceStatus } from '../../evidence/argocd.ts';
import type { ObservedEvidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { LinkInput } from '../../link.ts';
import type { Proof } from '../../verdict.ts';
import { proof, shortId } from '../verdicts.ts';

export interface Situation {
  readonly application: Application;
  readonly evidence: ObservedEvidence;
  readonly change: Change;
  readonly now: Date;
  readonly name: string;
  readonly state: OperationState | undefined;
  /** The commit of the change where Argo CD shows it, else the revision shown: as short text. */
  readonly commit: string;
  /** Undefined: nobody could look at the workloads. */
  readonly live: readonly LiveImage[] | undefined;
  /** Managed objects that are not Synced, without those that only wait to be pruned (facts/argocd.md 5 D10). */
  readonly outOfSync: readonly ResourceStatus[];
}

export function situationOf(application: Application, { evidence, change, now }: LinkInput): Situation {
  const shown = shownRevisions(application).at(
    change.tagCommit === null || change.tagCommit.source < 0 ? 0 : change.tagCommit.source,
  );
  const own = showsCommit(application, change, evidence) === true ? change.tagCommit : null;
  return {
    application,
    evidence,
    change,
    now,
    name: application.metadata.name,
    state: application.status?.operationState,
    commit: own === null ? shortRevision(shown ?? '?') : shortId(own.id),
    live: liveImages(valueOf(evidence.workloads), change),
    outOfSync: (application.status?.resources ?? []).filter(
      ({ status, hook, requiresPruning }) =>
        status === 'OutOfSync' && hook !== true && requiresPruning !== true,
    ),
  };
}

/** Does the revision shown contain the commit of the change? Undefined: not known. */
export function showsCommit(
  application: Application,
  change: Change,
  evidence: ObservedEvidence,
): boolean | undefined {
  const commit = change.tagCommit;
  if (commit === null) return undefined;
  return shownContains(shownFor(application, commit.source), commit, valueOf(evidence.shownLineage));
}

/** Is what Argo CD does now about the change? By commit, by what was rendered, or because nothing else is asked. */
export function isAbout({ application, change, evidence }: Situation): boolean {
  if (change.kind === 'none') return true;
  if (showsCommit(application, change, evidence) === true) return true;
  // A chart by version or the Application's own manifest: link 5 has judged it, and no revision shown descends from it.
  if (change.tagCommit !== null && change.tagCommit.source < 0) return true;
  return (
    carriesTag(
      renderedImages(application, change).map(({ reference }) => reference),
      change,
    ) === true
  );
}

/** An Application that names no project is in `default`. */
export function projectOf({ spec }: Application): string {
  return spec.project ?? 'default';
}

export function automatedOn({ spec }: Application): boolean {
  const automated = spec.syncPolicy?.automated;
  return automated !== undefined && automated.enabled !== false;
}

/** With any other status nobody may say Synced or not (facts/argocd.md 5 Q-C). */
export function isCompared({ status }: Application): boolean {
  return status?.sync?.status === 'Synced' || status?.sync?.status === 'OutOfSync';
}

export function selfHealOn(application: Application): boolean {
  return automatedOn(application) && application.spec.syncPolicy?.automated?.selfHeal === true;
}

/**
 * Does the change still have to be synced? The workload's own row decides where it is known: other objects may be out of
 * sync for reasons of their own (facts/argocd.md 5 Q-C).
 */
export function needsSync(situation: Situation): boolean {
  const { application, change, outOfSync } = situation;
  if (application.status?.sync?.status !== 'OutOfSync') return false;
  const rows = application.status.resources ?? [];
  const own = rows.filter((row) =>
    change.workloads.some(({ kind, name }) => kind === row.kind && name === row.name),
  );
  if (change.kind === 'configuration' || own.length === 0) return rows.length === 0 || outOfSync.length > 0;
  return own.some(({ status }) => status === 'OutOfSync');
}

/** The first object of the service that is not Synced, else the first of all. */
export function outOfSyncObject({ outOfSync, change }: Situation): ResourceStatus | undefined {
  return (
    outOfSync.find((row) =>
      change.workloads.some(({ kind, name }) => kind === row.kind && name === row.name),
    ) ?? outOfSync[0]
  );
}

export function ignoringRules({ application, evidence }: Situation, live: LiveImage): FieldRule[] {
  const slash = live.object.apiVersion.indexOf('/');
  const group = slash < 0 ? '' : live.object.apiVersion.slice(0, slash);
  const owner = { group, kind: live.kind, namespace: live.namespace, name: live.name };
  return fieldRules(application, valueOf(evidence.argocdSettings), owner);
}

export function statusProof({ application }: Situation): Proof {
  const status = application.status?.sync?.status ?? 'Unknown';
  const revisions = shownRevisions(application).map(shortRevision).join(', ');
  return proof('application', 'syncStatus', `${status} ${revisions}`, {
    at: application.status?.reconciledAt,
  });
}

export function operationProof({ state }: Situation): Proof[] {
  if (state?.phase === undefined) return [];
  const revisions = operationRevisions(state).map(shortRevision).join(', ');
  const message = state.message === undefined ? '' : `: ${state.message}`;
  const at = state.finishedAt ?? state.startedAt;
  return [proof('application', 'operation', `${state.phase} ${revisions}${message}`, { at })];
}

export function policyProof({ application }: Situation): Proof {
  const { automated } = application.spec.syncPolicy ?? {};
  const text = automatedOn(application)
    ? `automated, selfHeal ${String(automated?.selfHeal ?? false)}, prune ${String(automated?.prune ?? false)}`
    : 'automated: off';
  return proof('application', 'syncPolicy', text);
}

/** Since when the change has been there to sync, as far as it is known. */
export function waitingSince({ change, application }: Situation): string | undefined {
  return change.tagCommit === null ? application.status?.reconciledAt : commitTime(change.tagCommit);
}

export function later(time: string, seconds: number): string {
  return isoTime(addSeconds(time, seconds));
}
