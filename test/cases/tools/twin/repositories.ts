// Changes to Git: new commits, completed pull requests, moved branches.
import { differences, gitGraph, type GitGraph } from '../../../../src/lab/azure-devops/git-graph.ts';
import { seededSha } from '../seeded.ts';
import type { Commit, Person, PullRequest, Repository } from './model.ts';
import { iso, newUid, type World } from './world.ts';

export function graphOf(repository: Repository): GitGraph {
  return gitGraph(repository as Parameters<typeof gitGraph>[0]);
}

export function tipOf(repository: Repository, branch: string): string | undefined {
  return repository.refs[`refs/heads/${branch}`];
}

export function defaultBranchOf({ defaultBranch }: Repository): string {
  return defaultBranch.replace('refs/heads/', '');
}

export function contains(repository: Repository, tip: string | undefined, commit: string): boolean {
  return tip !== undefined && graphOf(repository).ancestors(tip).has(commit);
}

export interface NewCommit {
  readonly message: string;
  readonly files: Record<string, string | null>;
  readonly by: Omit<Person, 'date'>;
  readonly at: string;
  readonly parents?: readonly string[];
}

/** On top of the branch; the branch moves to it. */
export function commitOn(world: World, repository: Repository, branch: string, change: NewCommit): Commit {
  const tip = tipOf(repository, branch);
  const person: Person = { name: change.by.name, email: change.by.email, date: change.at };
  const commit: Commit = {
    id: seededSha(
      world.seed,
      `${world.document.id}/${repository.name}/${branch}/${repository.commits.length}`,
    ),
    parents: [...(change.parents ?? (tip === undefined ? [] : [tip]))],
    author: { ...person },
    committer: { ...person },
    message: change.message,
    files: change.files,
  };
  repository.commits.push(commit);
  move(repository, branch, commit.id, change.at);
  return commit;
}

function move(repository: Repository, branch: string, to: string, date: string): void {
  const name = `refs/heads/${branch}`;
  const from = repository.refs[name] ?? '0'.repeat(40);
  repository.refs[name] = to;
  if (repository.pushes === undefined) return;
  const pushId = Math.max(0, ...repository.pushes.map((push) => push.pushId)) + 1;
  const pushedBy = repository.pushes.at(-1)?.pushedBy;
  repository.pushes.push({
    pushId,
    date,
    ...(pushedBy === undefined ? {} : { pushedBy: structuredClone(pushedBy) }),
    refUpdates: [{ name, oldObjectId: from, newObjectId: to }],
  });
}

/** Merged as its author asked: squashed to one commit, or with a merge commit. */
export function complete(world: World, repository: Repository, request: PullRequest): Commit {
  const target = request.targetRefName.replace('refs/heads/', '');
  const targetTip = tipOf(repository, target) ?? '';
  const sourceTip = repository.refs[request.sourceRefName] ?? '';
  const author = repository.commits.find(({ id }) => id === sourceTip)?.author;
  const by = { name: author?.name ?? 'Azure DevOps', email: author?.email ?? 'azure-devops@example.com' };
  const at = iso(world.clock);
  const message = `Merged PR ${request.pullRequestId}: ${request.title ?? 'change'}`;
  const isSquash = request.completionOptions?.mergeStrategy === 'squash';
  const commit = isSquash
    ? commitOn(world, repository, target, {
        message,
        by,
        at,
        files: squashed(repository, targetTip, sourceTip),
      })
    : commitOn(world, repository, target, { message, by, at, files: {}, parents: [targetTip, sourceTip] });
  request.status = 'completed';
  request.mergeStatus = 'succeeded';
  request['isDraft'] = false;
  request['closedDate'] = at;
  request['closedBy'] = request['autoCompleteSetBy'] ?? request.createdBy;
  request['lastMergeSourceCommit'] = { commitId: sourceTip };
  request['lastMergeTargetCommit'] = { commitId: targetTip };
  request['lastMergeCommit'] = { commitId: commit.id };
  request['mergeId'] ??= newUid(world, `merge/${request.pullRequestId}`);
  for (const evaluation of request.policyEvaluations ?? []) {
    evaluation.status = 'approved';
    evaluation['completedDate'] = at;
  }
  for (const reviewer of (request['reviewers'] as { vote?: number }[] | undefined) ?? []) reviewer.vote = 10;
  return commit;
}

/** What the branch brings since it left the target. */
function squashed(repository: Repository, target: string, source: string): Record<string, string | null> {
  const graph = graphOf(repository);
  const [base] = graph.mergeBases(target, source);
  const before = base === undefined ? new Map<string, string>() : graph.tree(base);
  const after = graph.tree(source);
  return Object.fromEntries(differences(before, after).map(({ path }) => [path, after.get(path) ?? null]));
}

/** The open pull request that would bring the commit. */
export function openRequestWith(repository: Repository, commit: string): PullRequest | undefined {
  return repository.pullRequests.find(
    (request) =>
      request.status === 'active' && contains(repository, repository.refs[request.sourceRefName], commit),
  );
}
