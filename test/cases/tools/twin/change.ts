// What the twin delivers: which commit, which run, which tag; or a commit of the GitOps repository that brings no tag.
import { imageEntries } from '../../../../src/diagnostics/gitops/image-entries.ts';
import type { Build, Commit, Repository } from './model.ts';
import { complete, contains, defaultBranchOf, graphOf, openRequestWith, tipOf } from './repositories.ts';
import type { Subject } from './subject.ts';
import { after, type World } from './world.ts';

export interface Change {
  readonly kind: 'image' | 'configuration';
  readonly tag: string;
  /** The commit of the application repository that the run builds. */
  readonly built: {
    readonly repository: Repository;
    readonly commit: string;
    readonly branch: string;
  } | null;
  /** A pull request was completed for it: the push started its run. */
  readonly isMerged: boolean;
  /** The run of that commit, as the case has it. */
  readonly run: Build | null;
  /** The id of the run, also when there is none yet. */
  readonly runId: number | null;
  /** The asked commit, when it is one of a GitOps or chart repository. */
  readonly asked: { readonly repository: Repository; readonly commit: Commit } | null;
}

export function changeOf(world: World, subject: Subject): Change {
  const { question, estate } = world.document;
  const { repositories, builds } = estate.azureDevOps;
  const holder = repositories.find(({ commits }) => commits.some(({ id }) => id === question.commit));
  const commit = holder?.commits.find(({ id }) => id === question.commit);
  const isSource = holder !== undefined && isBuilt(world, holder, subject);
  if (holder !== undefined && commit !== undefined && !isSource) {
    const written = question.tag ?? writtenTag(holder, commit);
    const asked = { repository: holder, commit };
    if (written === undefined) return configuration(subject, asked);
    const run = builds.find((build) => isRunOf(build, written)) ?? null;
    return {
      kind: 'image',
      tag: written,
      built: builtOf(world, run),
      isMerged: false,
      run,
      runId: run?.id ?? null,
      asked,
    };
  }
  if (holder === undefined || commit === undefined) {
    if (question.tag === undefined) return configuration(subject, null);
    const { tag } = question;
    const run = builds.find((build) => isRunOf(build, tag)) ?? newestRun(world, subject, tag);
    return {
      kind: 'image',
      tag,
      built: builtOf(world, run),
      isMerged: false,
      run,
      runId: run?.id ?? null,
      asked: null,
    };
  }
  return ofSourceCommit(world, subject, holder, commit);
}

function configuration(subject: Subject, asked: Change['asked']): Change {
  return {
    kind: 'configuration',
    tag: subject.tagBefore ?? '',
    built: null,
    isMerged: false,
    run: null,
    runId: null,
    asked,
  };
}

/** A repository that a pipeline builds the service from. */
function isBuilt(world: World, { id, name }: Repository, { service }: Subject): boolean {
  const { definitions } = world.document.estate.azureDevOps;
  return (
    name === service ||
    definitions.some(({ repository }) => repository['id'] === id || repository['name'] === name)
  );
}

function ofSourceCommit(world: World, subject: Subject, repository: Repository, commit: Commit): Change {
  const { question, estate } = world.document;
  const { builds } = estate.azureDevOps;
  const request = openRequestWith(repository, commit.id);
  if (request !== undefined) after(world, 20);
  const merged = request === undefined ? undefined : complete(world, repository, request);
  const branch = request?.targetRefName.replace('refs/heads/', '') ?? branchWith(repository, commit.id);
  const wanted = merged?.id ?? carriedBy(repository, branch, commit.id);
  const own = builds.filter(
    (build) => build.reason !== 'pullRequest' && build.repository.id === repository.id,
  );
  const run =
    own.find(({ sourceVersion }) => sourceVersion === wanted) ??
    own.find(({ sourceVersion }) => sourceVersion === commit.id) ??
    laterRun(repository, own, commit.id) ??
    null;
  const runId = run?.id ?? Math.max(...builds.map(({ id }) => id)) + 3;
  const version = run?.sourceVersion ?? wanted;
  const number = run?.buildNumber ?? String(runId);
  const tag = question.tag ?? tagByConvention(world, subject, runId, number, version);
  return {
    kind: 'image',
    tag,
    built: { repository, commit: version, branch },
    isMerged: merged !== undefined,
    run,
    runId,
    asked: null,
  };
}

/** The branch of a commit that no open pull request holds. */
function branchWith(repository: Repository, commit: string): string {
  const usual = defaultBranchOf(repository);
  if (contains(repository, tipOf(repository, usual), commit)) return usual;
  const other = Object.entries(repository.refs).find(
    ([ref, tip]) => ref.startsWith('refs/heads/') && contains(repository, tip, commit),
  );
  return other?.[0].replace('refs/heads/', '') ?? usual;
}

/** A squash-merged commit lives on in the commit its pull request made. */
function carriedBy(repository: Repository, branch: string, commit: string): string {
  if (contains(repository, tipOf(repository, branch), commit)) return commit;
  const request = repository.pullRequests.find(
    (one) =>
      one.status === 'completed' &&
      (one['lastMergeSourceCommit'] as { commitId?: string } | undefined)?.commitId === commit,
  );
  return (request?.['lastMergeCommit'] as { commitId?: string } | undefined)?.commitId ?? commit;
}

/** A batched run builds a later commit that contains the asked one. */
function laterRun(repository: Repository, builds: readonly Build[], commit: string): Build | undefined {
  const graph = graphOf(repository);
  return builds
    .filter((build) => graph.ancestors(build.sourceVersion).has(commit))
    .toSorted((a, b) => a.id - b.id)[0];
}

function isRunOf(build: Build, tag: string): boolean {
  if (build.reason === 'pullRequest') return false;
  if (String(build.id) === tag || build.buildNumber === tag) return true;
  return /[0-9a-f]{7,40}/.test(tag) && build.sourceVersion.startsWith(/[0-9a-f]{7,40}/.exec(tag)?.[0] ?? '-');
}

/** A tag that is not the run's own name: the run whose log pushed it. */
function newestRun(world: World, { image }: Subject, tag: string): Build | null {
  const pushed = new RegExp(`/${image.repository}:${tag.replaceAll('.', '\\.')}(?![\\w.-])`);
  const runs = world.document.estate.azureDevOps.builds.filter(({ logs }) =>
    Object.values(logs)
      .flat()
      .some((line) => pushed.test(line)),
  );
  return runs.toSorted((a, b) => b.id - a.id)[0] ?? null;
}

function builtOf(world: World, run: Build | null): Change['built'] {
  const repository = world.document.estate.azureDevOps.repositories.find(
    ({ id }) => id === run?.repository.id,
  );
  if (run === null || repository === undefined) return null;
  return { repository, commit: run.sourceVersion, branch: run.sourceBranch.replace('refs/heads/', '') };
}

/** As the tag before was made: from the id of its run, its number, or its commit. */
function tagByConvention(
  world: World,
  { tagBefore }: Subject,
  id: number,
  number: string,
  commit: string,
): string {
  const known = world.document.estate.azureDevOps.builds.find(
    (build) => tagBefore !== null && isRunOf(build, tagBefore),
  );
  if (known === undefined || tagBefore === null || tagBefore === String(known.id)) return String(id);
  if (tagBefore === known.buildNumber) return number;
  return tagBefore.replace(/[0-9a-f]{7,40}/, (short) => commit.slice(0, short.length));
}

/** The tag a commit changes, whatever file it stands in. */
function writtenTag(repository: Repository, commit: Commit): string | undefined {
  const [parent] = commit.parents;
  const before = parent === undefined ? new Map<string, string>() : graphOf(repository).tree(parent);
  for (const [file, content] of Object.entries(commit.files)) {
    if (content === null || !before.has(file)) continue;
    const old = tagsIn(before.get(file) ?? '');
    const fresh = [...tagsIn(content)].find((tag) => !old.has(tag));
    if (fresh !== undefined) return fresh;
  }
  return undefined;
}

function tagsIn(content: string): Set<string> {
  const parsed = imageEntries(content);
  if (!parsed.ok) return new Set();
  return new Set(parsed.entries.filter(({ form }) => form !== 'appVersion').flatMap(({ tag }) => tag ?? []));
}
