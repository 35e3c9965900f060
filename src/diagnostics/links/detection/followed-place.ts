// Does the Application look where the tag was written: repository, revision, path and values file (facts/argocd.md 5 Q-A)?
import { textAt, resolvedValue, type ResolvedValue } from '../../argocd/value-layers.ts';
import { isUnder, cleanPath } from '../../argocd/source-path.ts';
import { chartKeys } from '../../argocd/tag-mask.ts';
import {
  pinnedRevision,
  revisionMissing,
  wrongBranch,
  wrongPath,
  wrongRepo,
  wrongValuesFile,
  wrongValuesFileOverridden,
} from '../../catalogue/detection/source.ts';
import type { Change, TagPlace } from '../../change.types.ts';
import type { Application } from '../../evidence/argocd.ts';
import type { GitSource, LocatedCommit, SourceFile } from '../../evidence/evidence.ts';
import { placedEntries } from '../../gitops/places.ts';
import type { Proof } from '../../verdict.ts';
import { proof, shortId } from '../verdicts.ts';
import type { Cause } from '../../argocd/cause.ts';
import type { Located } from '../../argocd/tag-commit.ts';

type TagCommit = NonNullable<Change['tagCommit']>;

export interface Followed {
  readonly application: Application;
  readonly sources: readonly GitSource[];
  /** Undefined: nobody could read them, so path and values file are not judged. */
  readonly files: readonly SourceFile[] | undefined;
  readonly change: Change;
  readonly commit: TagCommit;
  /** The commit with its files and branches, where it was found by itself. */
  readonly located: Located | undefined;
  /** Is the commit on what the source follows? Undefined: not known. */
  readonly contained: boolean | undefined;
}

/** Null: the Application looks there, as far as it was read. */
export function followedPlace(followed: Followed): Cause | null {
  const source = followed.sources.find(({ index }) => index === followed.commit.source);
  if (source === undefined) return otherRepository(followed);
  if (source.repository !== null && source.resolvedAs === 'none') return noRevision(followed, source);
  if (followed.contained === false) return otherRevision(followed, source);
  return otherFile(followed, source);
}

function otherRepository({ application, sources, commit }: Followed): Cause | null {
  // Charts by version come from nowhere in Git: which commits they hold is not known.
  if (commit.source >= 0 || sources.every(({ source }) => source.chart !== undefined)) return null;
  const found = [...new Set(sources.map(({ source }) => source.repoURL))].join(', ');
  const finding = wrongRepo({
    commit: shortId(commit.id),
    repository: commit.repository,
    application: application.metadata.name,
    found,
  });
  return { finding, proof: [proof('application', 'repository', found)] };
}

function noRevision({ application }: Followed, source: GitSource): Cause {
  const targetRevision = source.source.targetRevision ?? 'HEAD';
  const repository = source.repositoryName ?? source.source.repoURL;
  return {
    finding: revisionMissing({ application: application.metadata.name, targetRevision, repository }),
    proof: [
      proof('application', 'targetRevision', targetRevision),
      proof('sources', 'repository', `${repository} ${targetRevision} → —`),
    ],
  };
}

function otherRevision({ application, commit, located }: Followed, source: GitSource): Cause {
  const name = application.metadata.name;
  const targetRevision = source.source.targetRevision ?? `HEAD (${source.refName ?? '?'})`;
  const proofs = [
    proof('application', 'targetRevision', targetRevision),
    proof('sources', 'revision', `${source.refName ?? targetRevision} → ${shortId(source.tip ?? '?')}`),
  ];
  if (source.resolvedAs !== 'branch') {
    return {
      finding: pinnedRevision({ application: name, targetRevision, commit: shortId(commit.id) }),
      proof: proofs,
    };
  }
  const branch = located?.value.branches.find(({ contains }) => contains === true)?.name;
  if (located !== undefined && branch !== undefined) proofs.push(proof(located.key, 'branch', branch));
  const finding = wrongBranch({
    commit: shortId(commit.id),
    branch: branch ?? '?',
    application: name,
    targetRevision,
  });
  return { finding, proof: proofs };
}

/** Only where the tag was written elsewhere than where it is read; what the file says under which key is link 4's. */
function otherFile(followed: Followed, source: GitSource): Cause | null {
  const { change, files, located } = followed;
  if (files === undefined) return null;
  if (change.kind === 'configuration') return unused(followed, source, files);
  if (change.kind !== 'image' || change.tag === null) return null;
  if (change.desiredTag === change.tag)
    return change.place === null ? null : overridden(followed, change.place);
  if (located === undefined) return null;
  for (const place of writtenPlaces(located.value, change.tag, source.index)) {
    const cause = isRead(files, place)
      ? overridden(followed, place)
      : notRead(followed, located, source, place);
    if (cause !== null) return cause;
  }
  return null;
}

/**
 * A change of the configuration that touches nothing the source is made from: the folder it renders, and the folders of the
 * files it reads elsewhere (a base, a values file), whose other files may be read through them.
 */
function unused(
  { application, located }: Followed,
  source: GitSource,
  files: readonly SourceFile[],
): Cause | null {
  const path = source.source.path;
  if (located === undefined || path === undefined) return null;
  const changed = (located.value.changes ?? located.value.files).map(
    (change) => cleanPath(change.path) ?? '',
  );
  const folders = [
    path,
    ...files.filter((file) => file.source === source.index).map((file) => folderOf(file.path)),
  ];
  const [first] = changed;
  if (first === undefined || changed.some((file) => folders.some((folder) => isUnder(file, folder))))
    return null;
  return {
    finding: wrongPath({ file: first, application: application.metadata.name, path }),
    proof: [proof(located.key, 'file', changed.slice(0, 3).join(', ')), proof('application', 'path', path)],
  };
}

function folderOf(path: string): string {
  const clean = cleanPath(path) ?? '';
  return clean.includes('/') ? clean.slice(0, clean.lastIndexOf('/')) : '';
}

/** Places of the commit's files that got this tag with it. */
export function writtenPlaces(located: LocatedCommit, tag: string, source: number): TagPlace[] {
  return located.files.flatMap(({ path, after, before }) => {
    const file = {
      source,
      repository: located.repository.name,
      path: cleanPath(path) ?? path,
      content: after,
    };
    return placedEntries([file])
      .filter(({ entry }) => entry.tag === tag)
      .map(({ place }) => place)
      .filter((place) => before === null || textAt(before, place.keys) !== textAt(after ?? '', place.keys));
  });
}

function isRead(files: readonly SourceFile[], { source, path }: TagPlace): boolean {
  return files.some(
    (file) => file.source === source && file.content !== null && cleanPath(file.path) === cleanPath(path),
  );
}

/** The file is read, but a value file after it wins. */
function overridden({ application, sources, files, change }: Followed, place: TagPlace): Cause | null {
  for (const { index } of sources) {
    const resolved = valueOver(sources, files ?? [], index, application.metadata.name, place);
    const { winner } = resolved;
    if (winner?.kind !== 'valueFile' || winner.file === null || winner.value === change.tag) continue;
    if (winner.file.path === cleanPath(place.path)) continue;
    if (!resolved.layers.some(({ file }) => file?.path === cleanPath(place.path))) continue;
    const finding = wrongValuesFileOverridden({
      file: place.path,
      tag: change.tag ?? '?',
      otherFile: winner.file.path,
      application: application.metadata.name,
      found: winner.value ?? '?',
    });
    return {
      finding,
      proof: [
        proof('desiredFiles', 'file', place.path),
        proof(
          'desiredFiles',
          'override',
          `${winner.file.path}: ${winner.keys.join('.')} = ${winner.value ?? 'null'}`,
        ),
        valueFilesProof(sources, index),
      ],
    };
  }
  return null;
}

function valueOver(
  sources: readonly GitSource[],
  files: readonly SourceFile[],
  index: number,
  applicationName: string,
  place: TagPlace,
): ResolvedValue {
  const view = { sources: sources.map(({ source }) => source), index, files, applicationName };
  return resolvedValue(view, chartKeys(sources[index]?.source, place));
}

/** The file is not among those the source reads: beside the path, or a values file nobody lists. */
function notRead(
  { application, sources, change }: Followed,
  located: Located,
  source: GitSource,
  place: TagPlace,
): Cause {
  const name = application.metadata.name;
  const path = source.source.path ?? '';
  const isValues = source.source.ref !== undefined || (isHelm(source, sources) && isUnder(place.path, path));
  if (isValues) {
    const listed = sources.flatMap((one) => one.source.helm?.valueFiles ?? []);
    const found = listed.length === 0 ? 'valueFiles: []' : listed.join(', ');
    return {
      finding: wrongValuesFile({ tag: change.tag ?? '?', file: place.path, application: name, found }),
      proof: [
        proof(located.key, 'file', `${place.path}: ${place.keys.join('.')} = ${change.tag ?? '?'}`),
        proof('application', 'value', `valueFiles: [${listed.join(', ')}]`),
      ],
    };
  }
  return {
    finding: wrongPath({ file: place.path, application: name, path: path === '' ? '/' : path }),
    proof: [
      proof(located.key, 'file', `${place.path}: ${place.keys.join('.')} = ${change.tag ?? '?'}`),
      proof('application', 'path', path === '' ? '/' : path),
    ],
  };
}

function isHelm(source: GitSource, sources: readonly GitSource[]): boolean {
  return source.source.helm !== undefined || sources.some(({ source: other }) => other.chart !== undefined);
}

function valueFilesProof(sources: readonly GitSource[], index: number): Proof {
  const listed = sources[index]?.source.helm?.valueFiles ?? [];
  return proof('application', 'value', `valueFiles: [${listed.join(', ')}]`);
}
