// Which pipeline and which run belong to a service, a commit or a tag: structure first, names last.
import type { Build, Definition, GitRepository } from '../evidence/azure-devops.ts';
import type { GitSource } from '../evidence/evidence.ts';

/** Pipelines whose name, repository or YAML folder is the service's, the closest first. */
export function definitionsFor(definitions: readonly Definition[], service: string): Definition[] {
  return definitions
    .map((definition) => ({ definition, score: nameScore(definition, service) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ definition }) => definition);
}

function nameScore({ name, repository, yamlFilename }: Definition, service: string): number {
  const wanted = plain(service);
  if (wanted === '') return 0;
  let score = 0;
  if (plain(name) === wanted) score += 5;
  else if (plain(name).startsWith(wanted)) score += 3;
  if (plain(repository?.name ?? '') === wanted) score += 4;
  if ((yamlFilename ?? '').split('/').some((part) => plain(part) === wanted)) score += 4;
  return score;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A repository that an Application follows and no pipeline builds: its commits are deployed, not built. */
export function isGitOpsRepository(
  repository: GitRepository,
  definitions: readonly Definition[],
  sources: readonly GitSource[],
): boolean {
  if (sources.some((source) => source.repository?.id === repository.id)) return true;
  return !definitions.some((definition) => definition.repository?.id === repository.id);
}

/**
 * The run of a commit: by sourceVersion or the trigger's sha. Pull request builds do not count. Of several, the newest one
 * that succeeded, else the newest (facts/azure-devops-and-acr.md 3.1).
 */
export function runOfCommit(runs: readonly Build[], commits: readonly string[]): Build | null {
  const own = runs.filter(
    (run) =>
      run.reason !== 'pullRequest' &&
      (commits.includes(run.sourceVersion ?? '') ||
        commits.includes(run.triggerInfo?.['ci.sourceSha'] ?? '')),
  );
  return own.find(({ result }) => result === 'succeeded') ?? own[0] ?? null;
}

/** The run a tag names: by run id, by run number, or by the commit id in `sha-<commit>` or a short id. */
export function buildOfTag(runs: readonly Build[], tag: string): Build | null {
  const direct = runs.find((run) => String(run.id) === tag || run.buildNumber === tag);
  if (direct !== undefined) return direct;
  const sha = /(?:^|-)([0-9a-f]{7,40})$/.exec(tag)?.[1];
  if (sha === undefined || /^\d+$/.test(sha)) return null;
  return runs.find((run) => run.sourceVersion?.startsWith(sha) === true) ?? null;
}
