// The history of one tag: which commits wrote which value, newest first (facts/azure-devops-and-acr.md 5.1).
import type { TagPlace, TagWrite } from '../change.types.ts';
import type { FileRevision } from '../evidence/evidence.ts';
import { tagAt } from './places.ts';

/** Commits that changed the value at a place. The oldest revision read counts as a write of its value, before unknown. */
export function tagWrites(history: readonly FileRevision[], place: TagPlace): TagWrite[] {
  const revisions = history.filter(({ source, path }) => source === place.source && path === place.path);
  return revisions.flatMap((revision, index) => {
    const after = tagAt(revision.content, place) ?? null;
    const older = revisions[index + 1];
    const before = older === undefined ? null : (tagAt(older.content, place) ?? null);
    return after === before && older !== undefined ? [] : [{ place, commit: revision.commit, before, after }];
  });
}
