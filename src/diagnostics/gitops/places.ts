// Where the GitOps repository holds the tag of a service: which of all image entries of the Application's files is its own.
import type { ImageName, TagPlace } from '../change.types.ts';
import type { SourceFile } from '../evidence/evidence.ts';
import { imageEntries, type ImageEntry } from './image-entries.ts';
import { parseImage, sameImage } from './image-name.ts';

export interface PlacedEntry {
  readonly place: TagPlace;
  readonly entry: ImageEntry;
}

export interface PlaceHints {
  readonly service: string;
  readonly image: ImageName | null;
  /** Tags the service is known by: live ones and the expected one. */
  readonly tags: readonly string[];
}

/** All image entries of the files, in file order: a later file wins over an earlier one with the same keys. */
export function placedEntries(files: readonly SourceFile[]): PlacedEntry[] {
  return files.flatMap((file) => {
    if (file.content === null) return [];
    const parsed = imageEntries(file.content);
    if (!parsed.ok) return [];
    return parsed.entries.map((entry) => ({
      place: { source: file.source, repository: file.repository, path: file.path, keys: entry.keys },
      entry,
    }));
  });
}

/**
 * The entries that can hold the service's tag, the deciding one first. An entry that names another image is out; one that
 * names the service's image is in; one without an image name counts by its keys, by a file below that names the image under
 * the same keys (chart defaults), and by the tag it holds.
 */
export function servicePlaces(files: readonly SourceFile[], hints: PlaceHints): PlacedEntry[] {
  const all = placedEntries(files).filter(({ entry }) => entry.form !== 'appVersion');
  const ranked = all
    .map((placed, order) => ({ placed, order, score: score(placed, all, hints) }))
    .filter(({ placed, order, score }) => score > 0 && !isOverridden(placed, order, all))
    .sort((a, b) => b.score - a.score || b.order - a.order);
  if (ranked.length > 0) return ranked.map(({ placed }) => placed);
  // A file with a single entry holds the only tag there is, whatever its name.
  const unnamed = all.filter(({ entry }) => entry.repository === null);
  const distinct = new Set(unnamed.map(({ place }) => place.keys.join('.')));
  return distinct.size === 1 ? unnamed.toReversed() : [];
}

/**
 * Another entry says the value in this one's place: the same keys in a later value file (facts/argocd.md A4), the keys of a
 * subchart in its parent's values, and a Kustomize entry over the manifests and the bases it is made from.
 */
function isOverridden({ place, entry }: PlacedEntry, order: number, all: readonly PlacedEntry[]): boolean {
  const keys = place.keys.join('.');
  return all.some((other, position) => {
    if (other.place.path === place.path && other.place.source === place.source) return false;
    if (other.entry.form === 'kustomize') {
      const isOver = entry.form === 'reference' || (entry.form === 'kustomize' && position < order);
      return isOver && isSameImage(other.entry, entry);
    }
    if (entry.form !== 'tag' || other.entry.form !== 'tag' || position < order) return false;
    const [chart = '', ...nested] = other.place.keys;
    return (
      other.place.keys.join('.') === keys || (nested.join('.') === keys && place.path.includes(`/${chart}/`))
    );
  });
}

function isSameImage(a: ImageEntry, b: ImageEntry): boolean {
  return (
    a.repository !== null &&
    b.repository !== null &&
    sameImage(parseImage(a.repository), parseImage(b.repository))
  );
}

function score({ entry, place }: PlacedEntry, all: readonly PlacedEntry[], hints: PlaceHints): number {
  const repository = entry.repository ?? repositoryBelow(place, all);
  let points = 0;
  if (repository !== null && hints.image !== null) {
    const named = parseImage(repository);
    if (!sameImage(named, hints.image))
      return named.repository.endsWith(`/${hints.image.repository}`) ? 4 : 0;
    points += 8;
  } else if (repository !== null && lastSegment(repository) === hints.service) {
    points += 6;
  }
  if (place.keys.some((key) => sameWord(key, hints.service))) points += 3;
  else if (
    hints.image !== null &&
    place.keys.some((key) => sameWord(key, lastSegment(hints.image?.repository ?? '')))
  )
    points += 3;
  if (entry.tag !== null && hints.tags.includes(entry.tag)) points += 2;
  if (points > 0 && entry.form === 'digest') points -= 1;
  return points;
}

/** The image name that another file gives under the same parent keys: values-prd.yaml says the tag, values.yaml the repository. */
function repositoryBelow(place: TagPlace, all: readonly PlacedEntry[]): string | null {
  const parent = place.keys.slice(0, -1).join('.');
  const sibling = all.find(
    (other) =>
      other.entry.repository !== null &&
      other.place.keys.slice(0, -1).join('.') === parent &&
      other.place.path !== place.path,
  );
  if (sibling !== undefined) return sibling.entry.repository;
  // A subchart's own values know nothing of the name it is nested under.
  if (place.keys.length < 3) return null;
  const nested = place.keys.slice(1, -1).join('.');
  const subchart = all.find(
    (other) =>
      other.entry.repository !== null &&
      other.place.keys.slice(0, -1).join('.') === nested &&
      other.place.path.includes(`/${place.keys[0] ?? ''}/`),
  );
  return subchart?.entry.repository ?? null;
}

/** The value at a place of another version of the same file; undefined when the keys are gone or the file is broken. */
export function tagAt(content: string | null, place: TagPlace): string | null | undefined {
  if (content === null) return undefined;
  const parsed = imageEntries(content);
  if (!parsed.ok) return undefined;
  const keys = place.keys.join('\u0000');
  const exact = parsed.entries.find((entry) => entry.keys.join('\u0000') === keys);
  return exact === undefined ? undefined : exact.tag;
}

function lastSegment(repository: string): string {
  return repository.slice(repository.lastIndexOf('/') + 1);
}

/** chat-api, chatApi, chat_api and ChatAPI are one name. */
function sameWord(a: string, b: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain(a) !== '' && plain(a) === plain(b);
}
