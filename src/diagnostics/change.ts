// Works out the subject of a trace from whatever was read so far: the image and tag of the service, the commits and the run
// that carry the change, and whether a later change has taken its place. Pure; called while gathering and again when judging.
import type { Change, ImageName, TagPlace, TagWrite } from './change.types.ts';
import type { Build } from './evidence/azure-devops.ts';
import type { EvidenceKey, GitSource, LocatedCommit, ObservedEvidence } from './evidence/evidence.ts';
import { valueOf } from './evidence/observed.ts';
import { parseImage, sameImage } from './gitops/image-name.ts';
import { servicePlaces, tagAt, type PlacedEntry } from './gitops/places.ts';
import { serviceImage } from './gitops/service-image.ts';
import { tagWrites } from './gitops/tag-writes.ts';
import { pushedImages } from './pipelines/run-logs.ts';
import { buildOfTag } from './pipelines/which-run.ts';
import type { TraceRequest } from './request.ts';

/** What the subject is worked out from; the registry only adds the digest. */
export const CHANGE_KEYS = [
  'application',
  'workloads',
  'sources',
  'desiredFiles',
  'history',
  'changeCommit',
  'writtenCommit',
  'pipeline',
  'run',
  'runs',
  'runLogs',
] as const satisfies readonly EvidenceKey[];

/** Tags that say nothing about a version: never the expected tag of a change. */
const FLOATING = new Set(['latest', 'stable', 'main', 'master', 'dev', 'edge']);

export function resolveChange(request: TraceRequest, evidence: ObservedEvidence): Change {
  const sources = valueOf(evidence.sources) ?? [];
  const runs = valueOf(evidence.runs) ?? [];
  const asked = request.change?.kind === 'tag' ? request.change.value : request.tag;
  const located = valueOf(evidence.changeCommit) ?? null;
  // Nobody knows what the asked commit changes: only a tag that was asked too can still be followed.
  const isUntold = isCommitRequest(request) && evidence.changeCommit?.ok === false && asked === null;
  const run = isUntold ? null : (valueOf(evidence.run) ?? null);
  const written = isUntold ? null : (valueOf(evidence.writtenCommit) ?? null);

  const live = serviceImage(request.service, valueOf(evidence.workloads) ?? []);
  const hints = {
    service: request.service,
    image: live?.image ?? null,
    tags: [...(live?.liveTags ?? []), ...(asked === null ? [] : [asked])],
  };
  const deciding = servicePlaces(valueOf(evidence.desiredFiles) ?? [], hints)[0] ?? null;
  const pushed = pushedImages(valueOf(evidence.runLogs) ?? []);
  // A chart of others with none of our images: no run of ours is behind it, unless the person names a change.
  const isForeign = live === null && deciding === null && request.change === null && request.tag === null;
  const image = live?.image ?? imageOf(deciding) ?? (isForeign ? null : pushed[0]?.image) ?? null;
  const writes = deciding === null ? [] : tagWrites(valueOf(evidence.history) ?? [], deciding.place);
  const desiredTag = deciding?.entry.tag ?? null;

  const isGitOpsCommit = located !== null && inGitOps(located, sources);
  const gitOpsTag = isGitOpsCommit ? tagWrittenBy(located, deciding?.place ?? null, hints) : undefined;
  const predicted = run === null || isForeign ? null : predictTag(run, runs, writes, pushed, image);
  const wanted = asked ?? (isGitOpsCommit ? (gitOpsTag ?? null) : predicted);
  const later = laterWrite(wanted, writes, runs, run);
  const tag = later?.after ?? wanted ?? (request.change === null ? desiredTag : null);
  const leavesTag = isGitOpsCommit && gitOpsTag === undefined && asked === null;
  const kind = leavesTag ? 'configuration' : tag === null ? 'none' : 'image';

  const tagCommit = carrier({ isGitOpsCommit, located, written, writes, tag, later, sources, deciding });
  const writeIndex = writes.findIndex(
    (write) => write.commit.id === tagCommit?.id || (tag !== null && write.after === tag),
  );
  const found = valueOf(evidence.imageTag);
  return {
    kind,
    image: image === null ? null : { registry: image.registry, repository: image.repository },
    workloads: live?.workloads ?? [],
    tag: kind === 'configuration' ? (desiredTag ?? tag) : tag,
    digest: found?.found === true ? found.value.digest : null,
    appCommit: isForeign ? null : builtCommit(isGitOpsCommit ? null : located, run),
    run: isForeign ? null : later === null || tag === null ? run : (buildOfTag(runs, tag) ?? run),
    place: deciding?.place ?? null,
    desiredTag,
    tagCommit,
    writes,
    previousTag: previousTag(writes, writeIndex, tag, desiredTag),
    supersededBy: later === null ? null : (later.after ?? later.commit.id),
  };
}

function isCommitRequest({ change }: TraceRequest): boolean {
  return change?.kind === 'commit' || change?.kind === 'pullRequest';
}

/** The commit that a pipeline builds: the asked one, else the one the run built. */
function builtCommit(located: LocatedCommit | null, run: Build | null): Change['appCommit'] {
  if (located !== null)
    return { id: located.commit.id, repository: located.repository.name, commit: located.commit };
  if (run?.sourceVersion === undefined) return null;
  return { id: run.sourceVersion, repository: run.repository?.name ?? '', commit: null };
}

function imageOf(entry: PlacedEntry | null): ImageName | null {
  return entry?.entry.repository == null ? null : parseImage(entry.entry.repository);
}

/** A commit of a repository that the Application follows, or of one that no pipeline builds. */
function inGitOps(located: LocatedCommit, sources: readonly GitSource[]): boolean {
  // Files are read of a commit only where no pipeline builds its repository.
  return (
    located.files.length > 0 || sources.some((source) => source.repository?.id === located.repository.id)
  );
}

/** The tag a GitOps commit gives the service; undefined when it leaves the service's tag alone. */
function tagWrittenBy(
  located: LocatedCommit,
  place: TagPlace | null,
  hints: Parameters<typeof servicePlaces>[1],
): string | null | undefined {
  if (place !== null) {
    const own = located.files.find(({ path }) => path === place.path);
    const after = own === undefined ? undefined : tagAt(own.after, place);
    if (after !== undefined && after !== tagAt(own?.before ?? null, place)) return after;
  }
  const changed = located.files.flatMap((file) => {
    const files = [{ source: -1, repository: located.repository.name, path: file.path, content: file.after }];
    return servicePlaces(files, hints).filter(({ place: at, entry }) => tagAt(file.before, at) !== entry.tag);
  });
  return changed[0]?.entry.tag ?? undefined;
}

/**
 * The tag a run gives its image: what its log says it pushed; else the pattern of the tags before it (run id, run number or
 * commit id), because a run that failed early never said it.
 */
function predictTag(
  run: Build,
  runs: readonly Build[],
  writes: readonly TagWrite[],
  pushed: ReturnType<typeof pushedImages>,
  image: ImageName | null,
): string | null {
  const own = pushed
    .filter((one) => image === null || sameImage(one.image, image))
    .flatMap((one) => one.image.tag ?? []);
  const writtenTag = own.find((tag) => writes.some((write) => write.after === tag));
  if (writtenTag !== undefined) return writtenTag;
  const commit = run.sourceVersion ?? '';
  const version = own.find((tag) => !FLOATING.has(tag) && (commit === '' || !tag.includes(commit)));
  if (version !== undefined) return version;
  const known = writes.flatMap((write) => {
    const build = write.after === null ? null : buildOfTag(runs, write.after);
    return build === null || write.after === null ? [] : [{ build, tag: write.after }];
  })[0];
  if (known === undefined) return own[0] ?? null;
  if (known.tag === String(known.build.id)) return String(run.id);
  if (known.tag === known.build.buildNumber) return run.buildNumber;
  const length = (known.build.sourceVersion ?? '').length;
  const short = /[0-9a-f]{7,40}$/.exec(known.tag)?.[0].length ?? length;
  return commit === '' ? null : known.tag.replace(/[0-9a-f]{7,40}$/, commit.slice(0, short));
}

/** The newest write of the place, when it brings a later run's image than the asked one: the trace goes on with it. */
function laterWrite(
  wanted: string | null,
  writes: readonly TagWrite[],
  runs: readonly Build[],
  run: Build | null,
): TagWrite | null {
  const newest = writes[0];
  if (wanted === null || newest?.after == null || newest.after === wanted) return null;
  const own = run ?? buildOfTag(runs, wanted);
  const other = buildOfTag(runs, newest.after);
  if (own === null || other === null || other.id === own.id) return null;
  return Date.parse(other.queueTime ?? '') > Date.parse(own.queueTime ?? '') ? newest : null;
}

interface CarrierInput {
  readonly isGitOpsCommit: boolean;
  readonly located: LocatedCommit | null;
  readonly written: LocatedCommit | null;
  readonly writes: readonly TagWrite[];
  readonly tag: string | null;
  readonly later: TagWrite | null;
  readonly sources: readonly GitSource[];
  readonly deciding: PlacedEntry | null;
}

/** The GitOps commit that carries the change: the asked one, else the newest that writes the tag, else what the log says. */
function carrier(input: CarrierInput): Change['tagCommit'] {
  const { isGitOpsCommit, located, written, writes, tag, later, sources } = input;
  if (later !== null) return ofWrite(later);
  if (isGitOpsCommit && located !== null) return ofLocated(located, sources, input.deciding);
  const write = tag === null ? undefined : writes.find(({ after }) => after === tag);
  if (write !== undefined) return ofWrite(write);
  return written === null ? null : ofLocated(written, sources, input.deciding);
}

function ofWrite({ place, commit }: TagWrite): NonNullable<Change['tagCommit']> {
  return { id: commit.id, repository: place.repository, source: place.source, commit };
}

/** `source` is -1 when the commit is in none of the repositories the Application follows. */
function ofLocated(
  located: LocatedCommit,
  sources: readonly GitSource[],
  deciding: PlacedEntry | null,
): NonNullable<Change['tagCommit']> {
  const same = sources.filter(({ repository }) => repository?.id === located.repository.id);
  const best = same.find(({ index }) => index === deciding?.place.source) ?? same[0];
  return {
    id: located.commit.id,
    repository: located.repository.name,
    source: best?.index ?? -1,
    commit: located.commit,
  };
}

function previousTag(
  writes: readonly TagWrite[],
  index: number,
  tag: string | null,
  desiredTag: string | null,
): string | null {
  if (index >= 0) return writes[index]?.before ?? null;
  return desiredTag === tag ? null : desiredTag;
}
