// Git and the Application look at the same place: the change is on the followed branch, and the place there holds the tag.
import { parse, stringify } from 'yaml';
import type { Change } from './change.ts';
import type { Application, Commit, Person, Repository, Source } from './model.ts';
import { layersOf, isHelm, mainSource, readFiles, writeTag, type Edit, type Written } from './place.ts';
import {
  commitOn,
  complete,
  contains,
  defaultBranchOf,
  graphOf,
  openRequestWith,
  tipOf,
} from './repositories.ts';
import {
  chartFolder,
  followedSources,
  joined,
  repositoryOf,
  sourcesOf,
  treeOf,
  type FollowedSource,
} from './sources.ts';
import type { Subject } from './subject.ts';
import { iso, type World } from './world.ts';
import { isYaml, leavesOf, valueAt, withoutValue, withValue } from './yaml-text.ts';

export interface Desired {
  /** The commit that carries the change; null where no Git repository does. */
  readonly carrier: Commit | null;
  /** What Argo CD resolves each source to. */
  readonly revisions: readonly string[];
}

/** The Application is made to look where the change was written. */
export function lookThere(world: World, subject: Subject, change: Change): void {
  const { application } = subject;
  const wanted = change.asked ?? writerOf(world, subject, change);
  if (wanted === null || isAboutApplications(wanted.commit)) return;
  if (chartOf(world, application)?.repository === wanted.repository) return;
  const followed = followedSources(world, application);
  const source =
    followed.find(({ repository }) => repository === wanted.repository) ??
    redirected(world, application, wanted.repository);
  if (source === undefined) return;
  bringToBranch(world, source, wanted.commit);
  if (change.kind === 'image') readItsFile(world, application, wanted.commit, change.tag);
}

/** The newest commit that wrote the tag, in any repository the Application could follow. */
function writerOf(
  world: World,
  subject: Subject,
  { tag, kind }: Change,
): { repository: Repository; commit: Commit } | null {
  if (kind !== 'image') return null;
  const built = world.document.estate.azureDevOps.definitions.map(({ repository }) => repository['id']);
  const known = sourcesOf(subject.application).flatMap((source) => repositoryOf(world, source) ?? []);
  for (const repository of known.filter(({ id, name }) => !built.includes(id) && name !== subject.service)) {
    const commit = repository.commits.findLast((one) => writes(repository, one, tag, subject));
    if (commit !== undefined) return { repository, commit };
  }
  return null;
}

function writes(repository: Repository, commit: Commit, tag: string, { image }: Subject): boolean {
  const [parent] = commit.parents;
  if (parent === undefined) return false;
  const before = graphOf(repository).tree(parent);
  const name = image.repository.split('/').at(-1) ?? '';
  return Object.entries(commit.files).some(([file, content]) => {
    const old = before.get(file) ?? '';
    if (content === null || holds(old, tag) || !holds(content, tag)) return false;
    // In a file of several images the tag may be another one's.
    return `${file}\n${content}`.includes(name) || !/repository:|newName:|image:/.test(content);
  });
}

function holds(text: string, tag: string): boolean {
  return leavesOf(text).some(({ value }) => value === tag || value.endsWith(`:${tag}`));
}

/** A commit that only changes Application manifests is no content of the Application. */
function isAboutApplications({ files }: Commit): boolean {
  return Object.values(files).every(
    (content) => content !== null && /^kind: Application(?:Set)?$/m.test(content),
  );
}

function redirected(
  world: World,
  application: Application,
  repository: Repository,
): FollowedSource | undefined {
  const main = mainSource(application);
  if (main.chart !== undefined) return undefined;
  main.repoURL = main.repoURL.replace(/[^/]+$/, repository.name);
  return followedSources(world, application).find(({ source }) => source === main);
}

function bringToBranch(world: World, { repository, branch, source }: FollowedSource, commit: Commit): void {
  const request = openRequestWith(repository, commit.id);
  if (request !== undefined) {
    complete(world, repository, request);
    const target = request.targetRefName.replace('refs/heads/', '');
    if (target !== branch) source.targetRevision = target;
    return;
  }
  if (contains(repository, tipOf(repository, branch), commit.id)) return;
  const other = Object.entries(repository.refs).find(
    ([ref, tip]) => ref.startsWith('refs/heads/') && contains(repository, tip, commit.id),
  );
  if (other !== undefined) {
    source.targetRevision = other[0].replace('refs/heads/', '');
    return;
  }
  commitOn(world, repository, branch, {
    message: commit.message,
    files: { ...commit.files },
    by: commit.author,
    at: iso(world.clock),
  });
}

/** A file that the Application does not read: its folder, or its values file, is what it should read. */
function readItsFile(world: World, application: Application, commit: Commit, tag: string): void {
  const main = mainSource(application);
  const followed = followedSources(world, application);
  const files = Object.entries(commit.files).flatMap(([file, content]) =>
    content !== null && holds(content, tag) ? [file] : [],
  );
  const [file] = files;
  if (file === undefined) return;
  if (isHelm(main, followed)) {
    const read = layersOf(world, main, followed).map((layer) => layer.file);
    if (files.some((one) => read.includes(one))) return;
    const lender = followed.find(
      ({ source, repository }) => source.ref !== undefined && repository.commits.includes(commit),
    );
    const name = lender === undefined ? relative(main, file) : `$${lender.source.ref ?? ''}/${file}`;
    main.helm ??= {};
    main.helm.valueFiles = [...(main.helm.valueFiles ?? []), name];
    return;
  }
  const own = followed.find(({ source }) => source === main);
  if (own === undefined || files.some((one) => readFiles(own).includes(one))) return;
  main.path = file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

function relative(main: Source, file: string): string {
  const folder = joined('', main.path ?? '');
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : `/${file}`;
}

/** What has to be written for the change; the Application's own overrides are gone by then. */
export function wantedEdits(world: World, subject: Subject, change: Change): Written {
  if (change.kind === 'image') return writeTag({ world, subject, tag: change.tag });
  return { edits: nestedForDependency(world, subject), file: null, source: null };
}

/** Values of a wrapper chart reach its dependency only under the dependency's name. */
function nestedForDependency(world: World, { application }: Subject): Edit[] {
  const main = mainSource(application);
  const followed = followedSources(world, application);
  const own = followed.find(({ source }) => source === main);
  if (own === undefined || !isHelm(main, followed)) return [];
  const layers = layersOf(world, main, followed);
  return layers.flatMap((layer) => {
    const [name] = layer.prefix;
    if (name === undefined) return [];
    const known = new Set(leavesOf(layer.content).map(({ keys }) => keys.join('\n')));
    return layers
      .filter(({ prefix, source }) => prefix.length === 0 && source.index >= 0)
      .flatMap((parent) => {
        const strays = leavesOf(parent.content).filter(({ keys }) => known.has(keys.join('\n')));
        const content = strays.reduce(
          (text, { keys, value }) =>
            withValue(withoutValue(text, keys), [name, ...keys], value).replace(/"(\d+)"/, '$1'),
          parent.content,
        );
        return strays.length === 0
          ? []
          : [
              {
                repository: parent.source.repository,
                branch: parent.source.branch,
                file: parent.file,
                content,
                isFix: false,
              },
            ];
      });
  });
}

/** Commits what is missing, and gives the commit that carries the change and the revisions to show. */
export function deliverInGit(
  world: World,
  subject: Subject,
  change: Change,
  {
    written,
    specBefore,
    at,
  }: { readonly written: Written; readonly specBefore: string; readonly at: number },
): Desired {
  const time = iso(at);
  const { application } = subject;
  const fixes = [
    ...ownManifestEdits(world, application, specBefore),
    ...written.edits.filter(({ isFix }) => isFix),
  ];
  for (const group of grouped(fixes)) {
    commitOn(world, group.repository, group.branch, {
      message: `Let ${application.metadata.name} read what is written`,
      files: group.files,
      by: personOf(group.repository),
      at: time,
    });
  }
  let carrier: Commit | null = null;
  for (const group of grouped(written.edits.filter(({ isFix }) => !isFix))) {
    carrier = commitOn(world, group.repository, group.branch, {
      message:
        change.kind === 'image'
          ? `Release ${subject.service} ${change.tag} [skip ci]`
          : `Nest the values of ${subject.service}`,
      files: group.files,
      by: change.kind === 'image' ? writerBefore(group.repository) : personOf(group.repository),
      at: time,
    });
  }
  carrier ??= change.asked?.commit ?? earlierWriter(written, change);
  publishChart(world, application, change, time);
  return { carrier, revisions: revisionsOf(world, application) };
}

function grouped(
  edits: readonly Edit[],
): { repository: Repository; branch: string; files: Record<string, string | null> }[] {
  const groups = new Map<
    string,
    { repository: Repository; branch: string; files: Record<string, string | null> }
  >();
  for (const { repository, branch, file, content } of edits) {
    const key = `${repository.name}@${branch}`;
    const group = groups.get(key) ?? { repository, branch, files: {} };
    group.files[file] = content;
    groups.set(key, group);
  }
  return [...groups.values()];
}

function personOf({ commits }: Repository): Omit<Person, 'date'> {
  const human = commits.findLast(({ author }) => !/pipelines|updater|bot|kargo|flux/i.test(author.name));
  return human?.author ?? commits[0]?.author ?? { name: 'Developer', email: 'developer@example.com' };
}

/** Who writes tags there: the author of the last commit that was no person's, else a person. */
function writerBefore(repository: Repository): Omit<Person, 'date'> {
  const robot = repository.commits.findLast(({ author }) =>
    /pipelines|updater|bot|kargo|flux/i.test(author.name),
  );
  return robot?.author ?? personOf(repository);
}

/** The place holds the tag already: since the commit that put it there. */
function earlierWriter({ file, source }: Written, { tag }: Change): Commit | null {
  if (file === null || source === null) return null;
  const tip = tipOf(source.repository, source.branch);
  const history = tip === undefined ? [] : graphOf(source.repository).history(tip, { path: file });
  const holding = history.filter(({ id }) => holds(graphOf(source.repository).tree(id).get(file) ?? '', tag));
  const oldest = holding.at(-1)?.id;
  return source.repository.commits.find(({ id }) => id === oldest) ?? null;
}

/** Where Git holds the Application's manifest, it says what the cluster says. */
function ownManifestEdits(world: World, application: Application, specBefore: string): Edit[] {
  if (JSON.stringify(application.spec) === specBefore) return [];
  const before = JSON.parse(specBefore) as Application['spec'];
  for (const repository of world.document.estate.azureDevOps.repositories) {
    const branch = branchOfManifest(world, application, repository);
    for (const [file, content] of treeOf({ repository, branch })) {
      if (!/\.ya?ml$/.test(file) || !/^kind: Application$/m.test(content)) continue;
      if (!new RegExp(`name: ["']?${application.metadata.name}["']?\\s*$`, 'm').test(content)) continue;
      const changed = manifestWith(content, application, before);
      return changed === content ? [] : [{ repository, branch, file, content: changed, isFix: true }];
    }
  }
  return [];
}

/** The branch the Application follows there, so that its manifest moves with it. */
function branchOfManifest(world: World, application: Application, repository: Repository): string {
  const own = followedSources(world, application).find((one) => one.repository === repository);
  return own?.branch ?? defaultBranchOf(repository);
}

function manifestWith(content: string, { spec }: Application, before: Application['spec']): string {
  // The template of a parent Application is text for Helm, not YAML.
  if (content.includes('{{') || !isYaml(content)) {
    const [old, fresh] = [before.source?.targetRevision, spec.source?.targetRevision];
    return old === undefined || fresh === undefined
      ? content
      : content.replace(`targetRevision: ${old}`, `targetRevision: ${fresh}`);
  }
  const manifest = parse(content) as { spec?: unknown };
  return JSON.stringify(manifest.spec) === JSON.stringify(spec) ? content : stringify({ ...manifest, spec });
}

// Charts

function chartOf(
  world: World,
  application: Application,
): { repository: Repository; folder: string; source: Source } | undefined {
  const source = mainSource(application);
  const found = source.chart === undefined ? undefined : chartFolder(world, source.chart);
  return found === undefined ? undefined : { ...found, source };
}

/** A changed chart is published under a version of its own, and the Application asks for it. */
function publishChart(world: World, application: Application, change: Change, time: string): void {
  const chart = chartOf(world, application);
  if (chart === undefined) return;
  const { repository, folder, source } = chart;
  const branch = defaultBranchOf(repository);
  const isChanged =
    change.asked?.repository === repository || repository.commits.some(({ author }) => author.date === time);
  if (!isChanged) return;
  const file = joined(folder, 'Chart.yaml');
  const content = treeOf({ repository, branch }).get(file) ?? '';
  const version = valueAt(content, ['version']) ?? '0.0.0';
  const next =
    versionTagged(repository, branch) ?? version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  if (next !== version) {
    commitOn(world, repository, branch, {
      message: `${source.chart ?? 'chart'} ${next}`,
      files: { [file]: content.replace(/^version: .*$/m, `version: ${next}`) },
      by: personOf(repository),
      at: time,
    });
  }
  if (/^\d+\.\d+\.\d+$/.test(source.targetRevision ?? '')) source.targetRevision = next;
  announce(world, source, version, next, time);
}

/** v3.4.0 on the newest commit says what the chart should be called. */
function versionTagged(repository: Repository, branch: string): string | undefined {
  const tip = tipOf(repository, branch);
  const tag = Object.entries(repository.refs).find(
    ([ref, id]) => ref.startsWith('refs/tags/') && id === tip,
  )?.[0];
  return tag === undefined ? undefined : /(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
}

/** The index of the chart repository lists it. */
function announce(world: World, source: Source, version: string, next: string, time: string): void {
  const index = world.document.estate.http?.find(
    ({ url }) => url === `${source.repoURL.replace(/\/$/, '')}/index.yaml`,
  );
  if (index === undefined) return;
  const content = parse(index.body) as {
    entries?: Record<string, { version: string; created?: string; urls?: string[] }[]>;
    generated?: string;
  };
  const entries = content.entries?.[source.chart ?? ''] ?? [];
  const [first] = entries;
  if (first === undefined || entries.some((entry) => entry.version === next)) return;
  entries.unshift({
    ...first,
    version: next,
    created: time,
    urls: (first.urls ?? []).map((url) => url.replace(version, next)),
  });
  index.body = stringify({ ...content, generated: time });
}

function revisionsOf(world: World, application: Application): string[] {
  const followed = followedSources(world, application);
  return sourcesOf(application).map((source, index) => {
    const own = followed.find((one) => one.source === source);
    if (own !== undefined) return tipOf(own.repository, own.branch) ?? '';
    const chart = chartOf(world, application);
    const shown = application.status.sync.revisions?.[index] ?? application.status.sync.revision ?? '';
    if (chart === undefined) return shown;
    const content = treeOf({ repository: chart.repository, branch: defaultBranchOf(chart.repository) }).get(
      joined(chart.folder, 'Chart.yaml'),
    );
    return content === undefined ? shown : (valueAt(content, ['version']) ?? shown);
  });
}
