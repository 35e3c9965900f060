// The commit that carries the change: where it was found, and whether what Argo CD follows and shows contains it
// (facts/argocd.md 0.1: contained, not equal).
import type { Change } from '../change.types.ts';
import type { Application } from '../evidence/argocd.ts';
import type { Evidence, GitSource, LocatedCommit, ObservedEvidence } from '../evidence/evidence.ts';
import { valueOf } from '../evidence/observed.ts';
import { shownRevisions } from './revisions.ts';
import type { Proof } from '../verdict.ts';
import { proof, shortId } from '../links/verdicts.ts';

type TagCommit = NonNullable<Change['tagCommit']>;

/** The revision at the position of the source that carries the change. */
export function shownFor(application: Application, source: number): string | undefined {
  const shown = shownRevisions(application);
  return shown[source] ?? (shown.length === 1 ? shown[0] : undefined);
}

/** Undefined: nothing that was read tells. */
export function shownContains(
  shown: string | undefined,
  commit: TagCommit,
  lineage: Evidence['shownLineage'] | undefined,
): boolean | undefined {
  if (shown === undefined) return undefined;
  if (shown === commit.id) return true;
  if (lineage?.base !== commit.id || lineage.target !== shown) return undefined;
  return lineage.comparison?.commonCommit === commit.id;
}

/** Is the commit on what the source follows, whether Argo CD has seen it or not? Undefined: nothing that was read tells. */
export function followedContains(
  source: GitSource,
  commit: TagCommit,
  input: { readonly change: Change; readonly evidence: ObservedEvidence; readonly shown: string | undefined },
): boolean | undefined {
  const { change, evidence, shown } = input;
  if (source.tip === commit.id) return true;
  if (change.writes.some((write) => write.commit.id === commit.id && write.place.source === source.index))
    return true;
  const branch = locatedCommit(evidence, commit)?.value.branches.find(({ name }) => name === source.refName);
  const contains = branch?.contains ?? null;
  if (source.resolvedAs === 'branch' && contains !== null) return contains;
  const seen = shownContains(shown, commit, valueOf(evidence.shownLineage));
  if (seen === true) return true;
  return shown !== undefined && shown === source.tip ? seen : undefined;
}

export interface Located {
  readonly key: 'changeCommit' | 'writtenCommit';
  readonly value: LocatedCommit;
}

/** The commit of the change where it was found by itself, with its files and branches. */
export function locatedCommit(evidence: ObservedEvidence, commit: TagCommit): Located | undefined {
  for (const key of ['changeCommit', 'writtenCommit'] as const) {
    const value = valueOf(evidence[key]);
    if (value?.commit.id === commit.id) return { key, value };
  }
  return undefined;
}

export function tagCommitProof(commit: TagCommit, located: Located | undefined): Proof {
  const { message, url } = commit.commit;
  const firstLine = message.split('\n')[0] ?? '';
  return proof(located?.key ?? 'history', 'tagCommit', `${shortId(commit.id)} ${firstLine}`, {
    url,
    at: commitTime(commit),
  });
}

/** When the commit reached the server: its push, where that is known, else its own clock. */
export function commitTime({ commit }: TagCommit): string | undefined {
  return commit.push?.date ?? commit.committer.date ?? commit.author.date;
}
