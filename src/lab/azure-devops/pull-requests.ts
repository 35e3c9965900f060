// Pull requests: by repository, by project, by number, and the query by commit (a POST that only reads).
import { z } from 'zod';
import { param, without } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import type { PullRequest } from '../cases/schema.ts';
import { failure, found, gitFailure, list, page } from './answers.ts';
import type { AzureDevOpsEstate } from './estate.ts';
import { same } from './estate.ts';
import type { GitGraph } from './git-graph.ts';
import { inRepository, repositoryBody } from './repositories.ts';

interface Owned {
  readonly graph: GitGraph;
  readonly pullRequest: PullRequest;
}

export function repositoryPullRequests(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => searched(request, estate, ownedBy([graph])));
}

export function projectPullRequests(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return searched(request, estate, ownedBy(estate.repositories));
}

export function repositoryPullRequest(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => single(request, estate, ownedBy([graph])));
}

export function projectPullRequest(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return single(request, estate, ownedBy(estate.repositories));
}

export function pullRequestQuery(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => {
    const parsed = querySchema.safeParse(bodyOf(request));
    if (!parsed.success) {
      return failure(request, 400, {
        message: 'TF400898: The body must hold queries, each with a type and items.',
        typeKey: 'InvalidArgumentValueException',
      });
    }
    const results = parsed.data.queries.map((query) => {
      const byLastMerge = query.type === 1 || query.type === 'lastMergeCommit';
      const carries = byLastMerge ? isMergeCommitOf : mergedCommit;
      return Object.fromEntries(
        query.items
          .map((item) => [item, ownedBy([graph]).filter((owned) => carries(owned, item))] as const)
          .filter(([, carriers]) => carriers.length > 0)
          .map(([item, carriers]) => [item, carriers.map((owned) => pullRequestBody(estate, owned))]),
      );
    });
    return found(request, { queries: parsed.data.queries, results });
  });
}

const querySchema = z.object({
  queries: z.array(
    z.object({
      /** GitPullRequestQueryType: LastMergeCommit 1, Commit 2. */
      type: z.union([z.literal(1), z.literal(2), z.literal('lastMergeCommit'), z.literal('commit')]),
      items: z.array(z.string()),
    }),
  ),
});

function bodyOf(request: LabRequest): unknown {
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}

function searched(request: LabRequest, estate: AzureDevOpsEstate, all: readonly Owned[]): LabAnswer {
  const { query } = request;
  const status = STATUS[query.get('searchCriteria.status')?.toLowerCase() ?? ''] ?? 'active';
  const matches = (name: string, value: string): boolean => {
    const asked = query.get(`searchCriteria.${name}`);
    return asked === null || same(asked, value);
  };
  const kept = all
    .filter(({ pullRequest }) => status === 'all' || pullRequest.status === status)
    .filter(({ pullRequest }) => matches('sourceRefName', pullRequest.sourceRefName))
    .filter(({ pullRequest }) => matches('targetRefName', pullRequest.targetRefName))
    .filter(({ graph }) => matches('repositoryId', graph.repository.id))
    .toSorted((one, other) => other.pullRequest.pullRequestId - one.pullRequest.pullRequestId);
  // 101: the service's page when $top is not given.
  return list(
    request,
    page(request, kept, 101).map((owned) => pullRequestBody(estate, owned)),
  );
}

function single(request: LabRequest, estate: AzureDevOpsEstate, all: readonly Owned[]): LabAnswer {
  const id = param(request, 'pullRequestId');
  const owned = all.find(({ pullRequest }) => String(pullRequest.pullRequestId) === id);
  if (owned !== undefined) return found(request, pullRequestBody(estate, owned));
  return gitFailure(
    request,
    'GitPullRequestNotFoundException',
    `TF401180: The requested pull request was not found.`,
  );
}

function ownedBy(graphs: readonly GitGraph[]): readonly Owned[] {
  return graphs.flatMap((graph) =>
    graph.repository.pullRequests.map((pullRequest) => ({ graph, pullRequest })),
  );
}

function pullRequestBody(estate: AzureDevOpsEstate, { graph, pullRequest }: Owned): unknown {
  // What the evaluations API answers is not part of the pull request.
  return { ...without(pullRequest, 'policyEvaluations'), repository: repositoryBody(estate, graph) };
}

function isMergeCommitOf({ pullRequest }: Owned, sha: string): boolean {
  return pullRequest.lastMergeCommit?.commitId === sha;
}

/** "Search for pull requests that merged the supplied commits": completed ones, by their source commits or their merge. */
function mergedCommit(owned: Owned, sha: string): boolean {
  if (owned.pullRequest.status !== 'completed') return false;
  return isMergeCommitOf(owned, sha) || sourceCommits(owned).has(sha);
}

/** What the source branch had and the target had not when it was merged. */
function sourceCommits({ graph, pullRequest }: Owned): ReadonlySet<string> {
  const source = pullRequest.lastMergeSourceCommit?.commitId;
  if (source === undefined) return new Set();
  const merge = graph.commit(pullRequest.lastMergeCommit?.commitId ?? '');
  const before = [pullRequest.lastMergeTargetCommit?.commitId, merge?.parents[0]]
    .filter((id) => id !== undefined)
    .map((id) => graph.ancestors(id))
    .find((known) => !known.has(source));
  if (before === undefined) return new Set([source]);
  return new Set([...graph.ancestors(source)].filter((id) => !before.has(id)));
}

/** PullRequestStatus as numbers and as words. */
const STATUS: Readonly<Record<string, string>> = {
  '1': 'active',
  '2': 'abandoned',
  '3': 'completed',
  '4': 'all',
  active: 'active',
  abandoned: 'abandoned',
  completed: 'completed',
  all: 'all',
};
