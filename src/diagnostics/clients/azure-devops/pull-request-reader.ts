// Pull requests and branch policies, through GitApi and PolicyApi.
import {
  GitPullRequestQueryType,
  PullRequestStatus,
} from 'azure-devops-node-api/interfaces/GitInterfaces.js';
import { z } from 'zod';
import type { AzureDevOpsReader } from '../../evidence/ports.ts';
import {
  toPolicyConfiguration,
  toPolicyEvaluation,
  toPullRequest,
  toQueriedPullRequests,
  wirePolicyConfiguration,
  wirePolicyEvaluation,
  wirePullRequest,
  wirePullRequestQuery,
} from './git-answers.ts';
import { list, one, pages } from './look.ts';
import type { Look } from './look.ts';
import { inRepository, segments, withQuery } from './request.ts';

type PullRequestReader = Pick<
  AzureDevOpsReader,
  'pullRequests' | 'pullRequest' | 'pullRequestsOf' | 'policyEvaluations' | 'policyConfigurations'
>;

const policiesPage = 100;

export function createPullRequestReader(look: Look): PullRequestReader {
  return {
    pullRequests(project, repository, query, signal) {
      const { status, targetRefName, sourceRefName, top } = query;
      const searchCriteria = {
        status: pullRequestStatus[status],
        ...(targetRefName !== undefined && { targetRefName }),
        ...(sourceRefName !== undefined && { sourceRefName }),
      };
      return look.maybe(
        {
          request: inRepository(project, repository, 'pullRequests', {
            'searchCriteria.status': status,
            'searchCriteria.targetRefName': targetRefName,
            'searchCriteria.sourceRefName': sourceRefName,
            $top: top,
          }),
          fetch: list(
            wirePullRequest,
            (wire) => toPullRequest(wire, project),
            ({ git }) =>
              git.getPullRequests(repository, searchCriteria, project.project, undefined, undefined, top),
          ),
        },
        signal,
      );
    },

    pullRequest: (project, id, signal) =>
      look.maybe(
        {
          request: { ...project, path: segments('git', 'pullRequests', id) },
          fetch: one(
            wirePullRequest,
            (wire) => toPullRequest(wire, project),
            ({ git }) => git.getPullRequestById(id, project.project),
          ),
        },
        signal,
      ),

    pullRequestsOf(project, repository, commit, signal) {
      const queries = [GitPullRequestQueryType.Commit, GitPullRequestQueryType.LastMergeCommit].map(
        (type) => ({
          type,
          items: [commit],
        }),
      );
      return look.maybe(
        {
          request: { ...inRepository(project, repository, 'pullRequestQuery'), method: 'POST' },
          fetch: one(
            wirePullRequestQuery,
            (wire) => toQueriedPullRequests(wire, project),
            ({ git }) => git.getPullRequestQuery({ queries }, repository, project.project),
          ),
        },
        signal,
      );
    },

    policyEvaluations(project, projectId, pullRequestId, signal) {
      const artifactId = `vstfs:///CodeReview/CodeReviewId/${projectId}/${String(pullRequestId)}`;
      return look.maybe(
        {
          request: { ...project, path: 'policy/evaluations', query: { artifactId } },
          fetch: pages(
            z.object({ value: z.array(wirePolicyEvaluation) }),
            ({ value }) => value,
            (evaluations) => evaluations.map(toPolicyEvaluation),
            { size: policiesPage, by: 'skip' },
            ({ size, skip }) => ({
              via: ({ policy }) =>
                policy.getPolicyEvaluations(project.project, artifactId, undefined, size, skip),
            }),
          ),
        },
        signal,
      );
    },

    policyConfigurations(project, signal) {
      const request = { ...project, path: 'policy/configurations' };
      return look.maybe(
        {
          request,
          // Plain: the library's method has no continuation token.
          fetch: pages(
            z.object({ value: z.array(wirePolicyConfiguration) }),
            ({ value }) => value.filter(({ isDeleted }) => isDeleted !== true),
            (configurations) => configurations.map(toPolicyConfiguration),
            { size: policiesPage, by: 'token' },
            ({ size, token }) => ({
              request: withQuery(request, { $top: size, continuationToken: token }),
            }),
          ),
        },
        signal,
      );
    },
  };
}

const pullRequestStatus = {
  active: PullRequestStatus.Active,
  completed: PullRequestStatus.Completed,
  abandoned: PullRequestStatus.Abandoned,
  all: PullRequestStatus.All,
} satisfies Record<string, PullRequestStatus>;
