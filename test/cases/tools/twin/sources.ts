// Where an Application looks: its sources, the repositories behind them, the files of their followed revision.
import type { Application, Repository, Source } from './model.ts';
import { defaultBranchOf, graphOf, tipOf } from './repositories.ts';
import type { World } from './world.ts';

export interface FollowedSource {
  readonly index: number;
  readonly source: Source;
  readonly repository: Repository;
  readonly branch: string;
}

export function sourcesOf({ spec }: Application): Source[] {
  return spec.sources ?? (spec.source === undefined ? [] : [spec.source]);
}

/** https://dev.azure.com/org/project/_git/name and git@ssh.dev.azure.com:v3/org/project/name name one repository. */
export function repositoryOf(world: World, source: Source): Repository | undefined {
  if (source.chart !== undefined) return undefined;
  const name = decodeURIComponent(source.repoURL.split(/[/:]/).at(-1) ?? '').replace(/\.git$/, '');
  return world.document.estate.azureDevOps.repositories.find((one) => one.name === name);
}

/** A revision that is no branch is taken off: the twin follows the default branch. */
export function followedSources(world: World, application: Application): FollowedSource[] {
  return sourcesOf(application).flatMap((source, index) => {
    const repository = repositoryOf(world, source);
    if (repository === undefined) return [];
    const asked = source.targetRevision?.replace(/^refs\/heads\//, '') ?? 'HEAD';
    if (asked !== 'HEAD' && tipOf(repository, asked) === undefined)
      source.targetRevision = defaultBranchOf(repository);
    const branch =
      asked === 'HEAD' || tipOf(repository, asked) === undefined ? defaultBranchOf(repository) : asked;
    return [{ index, source, repository, branch }];
  });
}

export function treeOf({
  repository,
  branch,
}: Pick<FollowedSource, 'repository' | 'branch'>): ReadonlyMap<string, string> {
  const tip = tipOf(repository, branch);
  return tip === undefined ? new Map() : graphOf(repository).tree(tip);
}

/** The Git folder a published chart is made from. */
export function chartFolder(
  world: World,
  chart: string,
): { repository: Repository; folder: string } | undefined {
  for (const repository of world.document.estate.azureDevOps.repositories) {
    for (const [path, content] of treeOf({ repository, branch: defaultBranchOf(repository) })) {
      if (!path.endsWith('Chart.yaml') || path.split('/').length < 2) continue;
      if (new RegExp(`^name: ["']?${chart}["']?$`, 'm').test(content))
        return { repository, folder: path.slice(0, -'/Chart.yaml'.length) };
    }
  }
  return undefined;
}

/** a/b + ../c = a/c; a leading slash starts at the root. */
export function joined(folder: string, path: string): string {
  const steps = path.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '' && step !== '.');
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
