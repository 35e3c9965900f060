// The revisions an Application shows, synced and deployed, by position of their source.
import type { Application, OperationState } from '../evidence/argocd.ts';

/** A commit id; anything else is the raw targetRevision of a failed render, or a chart version (facts/argocd.md 0.2). */
export function isCommitId(revision: string | undefined): revision is string {
  return revision !== undefined && /^[0-9a-f]{40}$/.test(revision);
}

interface Revised {
  readonly revision?: string | undefined;
  readonly revisions?: readonly string[] | undefined;
}

/** `revisions[i]` belongs to `spec.sources[i]`; a single source has `revision` only. */
export function revisionList(value: Revised | undefined): readonly string[] {
  if (value?.revisions !== undefined && value.revisions.length > 0) return value.revisions;
  return value?.revision === undefined || value.revision === '' ? [] : [value.revision];
}

export function shownRevisions(application: Application): readonly string[] {
  return revisionList(application.status?.sync);
}

/** What was really synced, or else what was asked for. */
export function operationRevisions(state: OperationState | undefined): readonly string[] {
  const synced = revisionList(state?.syncResult);
  return synced.length > 0 ? synced : revisionList(state?.operation?.sync);
}

export function sameRevisions(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((revision, at) => revision === b[at]);
}

/** The last operation speaks about what is shown now; else it is an older story (facts/argocd.md 0.4). */
export function operationIsForShown(application: Application): boolean {
  return sameRevisions(operationRevisions(application.status?.operationState), shownRevisions(application));
}

/** Was a sync of this revision of that source ever recorded as deployed? */
export function wasDeployed(application: Application, source: number, revision: string): boolean {
  return (application.status?.history ?? []).some((entry) => revisionList(entry)[source] === revision);
}

export function shortRevision(revision: string): string {
  return isCommitId(revision) ? revision.slice(0, 8) : revision;
}
