// The GitOps repository: what Argo CD should apply. Sources resolved as Argo CD resolves them, the files that decide the tag,
// their history, and whether the revision shown contains the change.
import semver from 'semver';
import type { Application, ApplicationSource } from '../argocd.ts';
import type { GitCommit, ProjectRef } from '../azure-devops.ts';
import type { FileRevision, GitSource, SourceFile } from '../evidence.ts';
import { answered } from '../observed.ts';
import type { AzureDevOpsReader, GitVersion } from '../ports.ts';
import { specSources } from '../../argocd/effective-source.ts';
import { normaliseRepoUrl } from '../../argocd/repo-url.ts';
import { servicePlaces } from '../../gitops/places.ts';
import { serviceImage } from '../../gitops/service-image.ts';
import {
  chartDependencies,
  isManifest,
  joinPath,
  kustomizationReferences,
  valueFilePaths,
} from '../../gitops/source-files.ts';
import { changeSoFar } from './change-so-far.ts';
import { AnswerFailed, take, type Gathering, type PartOfNodes } from './gathering.ts';

const FULL_ID = /^[0-9a-f]{40}$/;
/** Newest commits of a tag file: enough for the change, the three tags before it, and some noise between. */
const HISTORY_COMMITS = 12;
/** Files read of one source; charts and overlays of one service stay far below. */
const MAX_FILES = 40;
const MAX_TAG_FILES = 4;
const MAX_PULL_REQUESTS = 10;

interface PlainSource {
  readonly index: number;
  readonly source: ApplicationSource;
}

interface Repo {
  readonly project: ProjectRef;
  readonly repository: string;
}

function repoOf(source: ApplicationSource): Repo | null {
  if (source.chart !== undefined) return null;
  const azure = normaliseRepoUrl(source.repoURL);
  if (azure === null) return null;
  return {
    project: { organization: azure.organization, project: azure.project },
    repository: azure.repository,
  };
}

/** Resolution order of Argo CD (facts/argocd.md section 4): full id, HEAD, version range with a matching tag, branch or tag. */
async function resolveSource(g: Gathering, { index, source }: PlainSource): Promise<GitSource> {
  const repo = repoOf(source);
  const unresolved = { index, source, resolvedAs: 'none', refName: undefined, tip: undefined } as const;
  if (repo === null) return { ...unresolved, project: null, repositoryName: undefined, repository: null };
  const { azureDevOps } = g.readers;
  const at = { project: repo.project, repositoryName: repo.repository };
  const revision = source.targetRevision ?? 'HEAD';
  const range = FULL_ID.test(revision) ? null : semver.validRange(revision);
  const [repositoryAnswer, headsAnswer, tagsAnswer] = await Promise.all([
    azureDevOps.repository(repo.project, repo.repository, g.signal),
    revision === 'HEAD' || FULL_ID.test(revision)
      ? null
      : azureDevOps.refs(repo.project, repo.repository, `heads/${shortName(revision)}`, g.signal),
    range === null ? null : azureDevOps.refs(repo.project, repo.repository, 'tags/', g.signal),
  ]);
  const repository = take(repositoryAnswer);
  if (repository === null) return { ...unresolved, ...at, repository: null };
  if (FULL_ID.test(revision)) {
    return { index, source, ...at, repository, resolvedAs: 'commit', refName: undefined, tip: revision };
  }
  if (revision === 'HEAD') {
    const branch = shortName(repository.defaultBranch ?? 'refs/heads/main');
    const refs = take(await azureDevOps.refs(repo.project, repo.repository, `heads/${branch}`, g.signal));
    const tip = refs?.find((ref) => ref.name === `refs/heads/${branch}`)?.objectId;
    return {
      index,
      source,
      ...at,
      repository,
      resolvedAs: tip === undefined ? 'none' : 'branch',
      refName: branch,
      tip,
    };
  }
  if (tagsAnswer !== null && range !== null) {
    const tags = (take(tagsAnswer) ?? []).map((ref) => ({
      name: ref.name.replace('refs/tags/', ''),
      id: ref.objectId,
    }));
    const best = semver.maxSatisfying(
      tags.map(({ name }) => name).filter((name) => semver.valid(name) !== null),
      range,
    );
    const tag = tags.find(({ name }) => name === best);
    if (tag !== undefined) {
      return { index, source, ...at, repository, resolvedAs: 'range', refName: tag.name, tip: tag.id };
    }
  }
  const name = shortName(revision);
  const branch =
    headsAnswer === null ? undefined : take(headsAnswer)?.find((ref) => ref.name === `refs/heads/${name}`);
  if (branch !== undefined) {
    return { index, source, ...at, repository, resolvedAs: 'branch', refName: name, tip: branch.objectId };
  }
  const tagRefs = take(await azureDevOps.refs(repo.project, repo.repository, `tags/${name}`, g.signal));
  const tag = tagRefs?.find((ref) => ref.name === `refs/tags/${name}`);
  if (tag !== undefined) {
    return { index, source, ...at, repository, resolvedAs: 'tag', refName: name, tip: tag.objectId };
  }
  return { ...unresolved, ...at, repository };
}

/**
 * Azure DevOps does not tell a missing repository from one that may not be seen. Argo CD reads it at a commit: so it is there,
 * and this bot lacks the right.
 */
function refuseHidden(application: Application, sources: readonly GitSource[]): void {
  const { sync } = application.status ?? {};
  for (const { index, project, repository, repositoryName, source } of sources) {
    const shown = sync?.revisions?.[index] ?? sync?.revision ?? '';
    if (project === null || repository !== null || !FULL_ID.test(shown)) continue;
    const what = `repository ${repositoryName ?? source.repoURL}`;
    throw new AnswerFailed(`GET ${source.repoURL}`, {
      kind: 'denied',
      what,
      missing: `Code (read) on ${repositoryName ?? ''}`,
    });
  }
}

function shortName(revision: string): string {
  return revision.replace(/^refs\/(heads|tags)\//, '');
}

/** The version to read files at: the tip, so that all files of a trace are of one commit. */
function versionOf(source: GitSource): GitVersion | null {
  return source.tip === undefined ? null : { type: 'commit', value: source.tip };
}

/** Reads files at the tip of a source, each once. */
class SourceReader {
  readonly files = new Map<string, SourceFile>();
  private readonly g: Gathering;
  private readonly source: GitSource;
  private readonly version: GitVersion;

  constructor(g: Gathering, source: GitSource, version: GitVersion) {
    this.g = g;
    this.source = source;
    this.version = version;
  }

  async paths(path: string): Promise<string[]> {
    const { project, repositoryName } = this.source;
    if (project === null || repositoryName === undefined) return [];
    const answer = await this.azureDevOps.paths(
      project,
      repositoryName,
      `/${path}`,
      this.version,
      this.g.signal,
    );
    return (take(answer) ?? []).map((found) => found.replace(/^\//, ''));
  }

  /** Contents, null for a file that is not there. */
  async read(paths: readonly string[]): Promise<SourceFile[]> {
    const wanted = [...new Set(paths)].filter((path) => !this.files.has(path));
    const room = Math.max(0, MAX_FILES - this.files.size);
    await Promise.all(
      wanted.slice(0, room).map(async (path) => {
        const { project, repositoryName } = this.source;
        if (project === null || repositoryName === undefined) return;
        const answer = await this.azureDevOps.file(
          project,
          repositoryName,
          `/${path}`,
          this.version,
          this.g.signal,
        );
        const content = take(answer)?.content ?? null;
        this.files.set(path, { source: this.source.index, repository: repositoryName, path, content });
      }),
    );
    return paths.flatMap((path) => this.files.get(path) ?? []);
  }

  private get azureDevOps(): AzureDevOpsReader {
    return this.g.readers.azureDevOps;
  }
}

/** The files of one source that can decide an image, and those of other sources it refers to with `$ref`. */
async function readDesired(
  g: Gathering,
  application: Application,
  sources: readonly GitSource[],
): Promise<SourceFile[]> {
  const readers = new Map<number, SourceReader>();
  for (const source of sources) {
    const version = versionOf(source);
    if (version !== null && source.project !== null)
      readers.set(source.index, new SourceReader(g, source, version));
  }
  await Promise.all(
    sources.map(async (source) => {
      const reader = readers.get(source.index);
      const { path, helm } = source.source;
      const jobs: Promise<unknown>[] = [];
      for (const file of valueFilePaths(source.source, sources)) {
        const owner = readers.get(file.source);
        if (owner !== undefined) jobs.push(owner.read([file.path]));
      }
      if (reader !== undefined && path !== undefined) {
        jobs.push(
          readPath(
            reader,
            path,
            application.metadata.name,
            helm !== undefined,
            source.source.directory?.recurse === true,
          ),
        );
      }
      await Promise.all(jobs);
    }),
  );
  // In the order that decides: chart defaults first, then value files as listed, overlays last.
  return [...readers.values()].flatMap((reader) => [...reader.files.values()]).toSorted(byWeight(sources));
}

function byWeight(sources: readonly GitSource[]): (a: SourceFile, b: SourceFile) => number {
  const order = sources.flatMap((source) => valueFilePaths(source.source, sources));
  const weight = (file: SourceFile): number => {
    const position = order.findIndex((listed) => listed.source === file.source && listed.path === file.path);
    return position < 0 ? 0 : position + 1;
  };
  return (a, b) => weight(a) - weight(b);
}

async function readPath(
  reader: SourceReader,
  path: string,
  application: string,
  isHelm: boolean,
  recurse: boolean,
): Promise<void> {
  const listed = await reader.paths(path);
  const own = listed.filter(
    (file) => joinPath(path, '.') === directoryOf(file) || path === '.' || path === '',
  );
  const direct = own.filter((file) =>
    /(^|\/)(values\.ya?ml|Chart\.ya?ml|\.argocd-source(-.+)?\.yaml)$/.test(file),
  );
  const overrides = direct.filter(
    (file) => !file.includes('.argocd-source-') || file.endsWith(`.argocd-source-${application}.yaml`),
  );
  const kustomization = own.find((file) => /(^|\/)(kustomization\.ya?ml|Kustomization)$/.test(file));
  const chart = own.some((file) => file.endsWith('Chart.yaml'));
  if (kustomization !== undefined) {
    await Promise.all([reader.read(overrides), readKustomization(reader, kustomization, 0)]);
    return;
  }
  if (isHelm || chart) {
    const files = await reader.read(overrides);
    const chartFile = files.find((file) => file.path.endsWith('Chart.yaml'));
    const local = chartDependencies(chartFile?.content ?? null).flatMap(
      (dependency) => dependency.path ?? [],
    );
    await reader.read(local.map((dependency) => joinPath(path, `${dependency}/values.yaml`)));
    return;
  }
  const manifests = (recurse ? listed : own).filter(isManifest);
  await reader.read([...overrides, ...manifests]);
}

/** Follows local resources, bases, components and patches; an overlay of overlays ends after four levels. */
async function readKustomization(reader: SourceReader, file: string, depth: number): Promise<void> {
  const [read] = await reader.read([file]);
  if (read?.content === null || read?.content === undefined || depth >= 4) return;
  const directory = directoryOf(file);
  const local = kustomizationReferences(read.content).map((reference) => joinPath(directory, reference));
  const manifests = local.filter(isManifest);
  const directories = local.filter((reference) => !isManifest(reference));
  await Promise.all([
    reader.read(manifests),
    ...directories.map(async (base) => {
      await readKustomization(reader, joinPath(base, 'kustomization.yaml'), depth + 1);
    }),
  ]);
}

function directoryOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '' : file.slice(0, slash);
}

/** Files whose entries can be the service's, deciding ones first. */
async function tagFiles(g: Gathering): Promise<{ source: GitSource; path: string }[]> {
  const [sources, files, workloads] = await Promise.all([
    g.need('sources'),
    g.need('desiredFiles'),
    g.maybe('workloads'),
  ]);
  const live = serviceImage(g.request.service, workloads ?? []);
  const tags = [...(live?.liveTags ?? []), ...(g.request.tag === null ? [] : [g.request.tag])];
  const places = servicePlaces(files, { service: g.request.service, image: live?.image ?? null, tags });
  const found = new Map<string, { source: GitSource; path: string }>();
  for (const { place } of places) {
    const source = sources.find(({ index }) => index === place.source);
    if (source !== undefined) found.set(`${place.source}:${place.path}`, { source, path: place.path });
  }
  return [...found.values()].slice(0, MAX_TAG_FILES);
}

async function fileHistory(g: Gathering, source: GitSource, path: string): Promise<FileRevision[]> {
  const { azureDevOps } = g.readers;
  const version = versionOf(source);
  if (source.project === null || source.repositoryName === undefined || version === null) return [];
  const { project, repositoryName } = source;
  const query = { version, path: `/${path}`, top: HISTORY_COMMITS };
  const commits = take(await azureDevOps.commits(project, repositoryName, query, g.signal)) ?? [];
  return Promise.all(
    commits.map(async (commit): Promise<FileRevision> => {
      const at: GitVersion = { type: 'commit', value: commit.id };
      const file = take(await azureDevOps.file(project, repositoryName, `/${path}`, at, g.signal));
      return {
        source: source.index,
        repository: repositoryName,
        path,
        commit,
        content: file?.content ?? null,
      };
    }),
  );
}

export const gitopsNodes: PartOfNodes<
  | 'sources'
  | 'desiredFiles'
  | 'chartFiles'
  | 'history'
  | 'shownLineage'
  | 'gitopsPullRequests'
  | 'gitopsPolicies'
> = {
  async sources(g) {
    const application = await g.need('application');
    if (application === null) return answered('no Application', []);
    const resolved = await Promise.all(
      specSources(application).map((source, index) => resolveSource(g, { index, source })),
    );
    refuseHidden(application, resolved);
    return answered(`GET ${resolved[0]?.source.repoURL ?? 'no source'}`, resolved);
  },

  async desiredFiles(g) {
    const [application, sources] = await Promise.all([g.need('application'), g.need('sources')]);
    if (application === null) return answered('no Application', []);
    const files = await readDesired(g, application, sources);
    return answered(`GET files of ${sources.map(({ source }) => source.repoURL).join(', ')}`, files);
  },

  /** Templates and defaults of the charts: asked only when the tag in Git is not what the workload carries. */
  async chartFiles(g) {
    const [sources, files, workloads] = await Promise.all([
      g.need('sources'),
      g.need('desiredFiles'),
      g.need('workloads'),
    ]);
    const live = serviceImage(g.request.service, workloads);
    const hints = { service: g.request.service, image: live?.image ?? null, tags: live?.liveTags ?? [] };
    const desired = servicePlaces(files, hints)[0]?.entry.tag ?? null;
    if (desired !== null && live?.liveTags.includes(desired) === true && g.request.tag === desired) {
      return answered('the tag of Git is live: no need to read the chart', []);
    }
    const charts = sources.filter(
      ({ source }) =>
        source.helm !== undefined ||
        files.some((file) => file.path === joinPath(source.path ?? '', 'Chart.yaml')),
    );
    const read = await Promise.all(
      charts.map(async (source) => {
        const version = versionOf(source);
        if (version === null || source.source.path === undefined) return [];
        const reader = new SourceReader(g, source, version);
        const root = source.source.path;
        const chartFile = files.find(
          (file) => file.source === source.index && file.path === joinPath(root, 'Chart.yaml'),
        );
        const dependencies = chartDependencies(chartFile?.content ?? null).flatMap(({ path }) => path ?? []);
        const roots = [root, ...dependencies.map((dependency) => joinPath(root, dependency))];
        await Promise.all(
          roots.map(async (chart) => {
            const listed = await reader.paths(chart);
            await reader.read(
              listed.filter((file) =>
                /\/(templates\/.+\.(ya?ml|tpl)|values\.ya?ml|Chart\.ya?ml)$/.test(file),
              ),
            );
          }),
        );
        return [...reader.files.values()];
      }),
    );
    return answered(`GET charts of ${charts.map(({ source }) => source.repoURL).join(', ')}`, read.flat());
  },

  async history(g) {
    const files = await tagFiles(g);
    const revisions = await Promise.all(files.map(({ source, path }) => fileHistory(g, source, path)));
    const newestFirst = revisions.flat().toSorted((a, b) => time(b.commit) - time(a.commit));
    return answered(
      `GET commits of ${files.map(({ path }) => path).join(', ') || 'no tag file'}`,
      newestFirst,
    );
  },

  async shownLineage(g) {
    const [application, sources] = await Promise.all([g.need('application'), g.need('sources')]);
    const change = await changeSoFar(g);
    const commit = change.tagCommit;
    if (application === null || commit === null) return answered('no commit to look for', null);
    const source = sources.find(({ index }) => index === commit.source);
    const sync = application.status?.sync;
    const shown = sync?.revisions?.[commit.source] ?? sync?.revision;
    if (
      source?.project == null ||
      source.repositoryName === undefined ||
      shown === undefined ||
      !FULL_ID.test(shown)
    ) {
      return answered('no revision is shown', null);
    }
    const answer = await g.readers.azureDevOps.compare(
      source.project,
      source.repositoryName,
      { type: 'commit', value: commit.id },
      { type: 'commit', value: shown },
      g.signal,
    );
    return answered(answer.source, {
      repository: source.repositoryName,
      base: commit.id,
      target: shown,
      comparison: take(answer),
    });
  },

  async gitopsPullRequests(g) {
    const { azureDevOps } = g.readers;
    const sources = (await g.need('sources')).filter(({ resolvedAs }) => resolvedAs === 'branch');
    const wanted = await tagFiles(g);
    const source = wanted[0]?.source ?? sources.at(-1);
    if (source?.project == null || source.repositoryName === undefined || source.refName === undefined) {
      return answered('no branch is followed', []);
    }
    const { project, repositoryName, repository, refName, index } = source;
    const query = { status: 'all', targetRefName: `refs/heads/${refName}`, top: MAX_PULL_REQUESTS } as const;
    const answer = await azureDevOps.pullRequests(project, repositoryName, query, g.signal);
    const open = (take(answer) ?? []).filter(({ status }) => status !== 'completed').slice(0, 5);
    const details = await Promise.all(
      open.map(async (pullRequest) => {
        const tip = pullRequest.lastMergeSourceCommit;
        const [evaluations, changes, files] = await Promise.all([
          repository?.project.id === undefined
            ? []
            : azureDevOps
                .policyEvaluations(project, repository.project.id, pullRequest.id, g.signal)
                .then(take),
          tip === undefined ? [] : azureDevOps.changes(project, repositoryName, tip, g.signal).then(take),
          tip === undefined
            ? []
            : Promise.all(
                wanted
                  .filter((file) => file.source.index === index)
                  .map(async ({ path }) => {
                    const file = await azureDevOps.file(
                      project,
                      repositoryName,
                      `/${path}`,
                      { type: 'commit', value: tip },
                      g.signal,
                    );
                    return {
                      source: index,
                      repository: repositoryName,
                      path,
                      content: take(file)?.content ?? null,
                    };
                  }),
              ),
        ]);
        return { pullRequest, evaluations: evaluations ?? [], changes: changes ?? [], files };
      }),
    );
    return answered(answer.source, details);
  },

  async gitopsPolicies(g) {
    const source = (await g.need('sources')).find(({ project }) => project !== null);
    if (source?.project == null) return answered('no Azure Repos source', []);
    const answer = await g.readers.azureDevOps.policyConfigurations(source.project, g.signal);
    return answered(answer.source, take(answer) ?? []);
  },
};

function time(commit: GitCommit): number {
  return Date.parse(commit.committer.date ?? commit.author.date ?? '') || 0;
}
