// Azure Repos and branch policies: one method per read, through GitApi and PolicyApi.
import {
  GitPullRequestQueryType,
  GitVersionType,
  PullRequestStatus,
  VersionControlRecursionType,
} from 'azure-devops-node-api/interfaces/GitInterfaces.js';
import type { GitVersionDescriptor } from 'azure-devops-node-api/interfaces/GitInterfaces.js';
import { z } from 'zod';
import type { GitFile, ProjectRef } from '../../evidence/azure-devops.ts';
import type { AzureDevOpsReader, GitVersion } from '../../evidence/ports.ts';
import { ReadFailure } from '../http.ts';
import {
  isFile,
  toChanges,
  toCommit,
  toComparison,
  toPolicyConfiguration,
  toPolicyEvaluation,
  toPullRequest,
  toPush,
  toQueriedPullRequests,
  toRef,
  toRepository,
  wireChanges,
  wireCommit,
  wireComparison,
  wireItem,
  wirePolicyConfiguration,
  wirePolicyEvaluation,
  wirePullRequest,
  wirePullRequestQuery,
  wirePush,
  wireRef,
  wireRepository,
} from './git-answers.ts';
import { list, one, pages, parse } from './look.ts';
import type { Fetch, Look } from './look.ts';
import { segments, whatOf, withQuery } from './request.ts';
import type { Query, ReadRequest } from './request.ts';

type GitReader = Pick<
  AzureDevOpsReader,
  | 'repositories'
  | 'repository'
  | 'refs'
  | 'commits'
  | 'commit'
  | 'changes'
  | 'file'
  | 'paths'
  | 'compare'
  | 'pullRequests'
  | 'pullRequest'
  | 'pullRequestsOf'
  | 'policyEvaluations'
  | 'policyConfigurations'
  | 'pushes'
>;

/** Ids, names and default branches move rarely (facts 7). */
const repositoryMs = 600_000;
/** The largest page of changes that still comes in one round for a normal commit. */
const changesPage = 500;
const policiesPage = 100;
/** SHA-1 of the empty blob, whose content the service may leave out. */
const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

export function createGitReader(look: Look): GitReader {
  return {
    repositories: (project, signal) =>
      look.always(
        {
          request: { ...project, path: 'git/repositories' },
          keepMs: repositoryMs,
          fetch: list(wireRepository, toRepository, ({ git }) => git.getRepositories(project.project)),
        },
        signal,
      ),

    repository: (project, repository, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository),
          keepMs: repositoryMs,
          fetch: one(wireRepository, toRepository, ({ git }) =>
            git.getRepository(repository, project.project),
          ),
        },
        signal,
      ),

    refs(project, repository, filter, signal) {
      // Tags only: the commit behind an annotated one.
      const peelTags = filter.startsWith('tags') || undefined;
      return look.maybe(
        {
          request: inRepository(project, repository, 'refs', { filter, peelTags }),
          // Without $top the API returns every ref of the filter.
          fetch: list(wireRef, toRef, ({ git }) =>
            git.getRefs(
              repository,
              project.project,
              filter,
              undefined,
              undefined,
              undefined,
              undefined,
              peelTags,
            ),
          ),
        },
        signal,
      );
    },

    commits(project, repository, query, signal) {
      const { version, path, top, skip = 0 } = query;
      const searchCriteria = {
        ...(path !== undefined && { itemPath: path }),
        itemVersion: descriptor(version),
        includePushData: true,
        $skip: skip,
        $top: top,
      };
      return look.maybe(
        {
          request: inRepository(project, repository, 'commits', {
            'searchCriteria.itemPath': path,
            ...versionQuery('searchCriteria.itemVersion', version),
            'searchCriteria.includePushData': true,
            'searchCriteria.$skip': skip === 0 ? undefined : skip,
            'searchCriteria.$top': top,
          }),
          fetch: list(
            wireCommit,
            (wire) => toCommit(wire, project, repository),
            ({ git }) => git.getCommits(repository, searchCriteria, project.project, skip, top),
          ),
        },
        signal,
      );
    },

    commit: (project, repository, id, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, segments('commits', id)),
          keepMs: whileFull(id),
          fetch: one(
            wireCommit,
            (wire) => toCommit(wire, project, repository),
            ({ git }) => git.getCommit(id, repository, project.project),
          ),
        },
        signal,
      ),

    changes: (project, repository, id, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, segments('commits', id, 'changes')),
          keepMs: whileFull(id),
          fetch: pages(
            wireChanges,
            ({ changes }) => changes,
            toChanges,
            { size: changesPage, by: 'skip' },
            ({ size, skip }) => ({
              via: ({ git }) => git.getChanges(id, repository, project.project, size, skip),
            }),
          ),
        },
        signal,
      ),

    file: (project, repository, path, version, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, 'items', {
            path,
            ...versionQuery('versionDescriptor', version),
            includeContent: true,
          }),
          keepMs: whileFixed(version),
          fetch: fetchFile(project, repository, path, version),
        },
        signal,
      ),

    paths: (project, repository, path, version, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, 'items', {
            scopePath: path,
            recursionLevel: 'full',
            ...versionQuery('versionDescriptor', version),
          }),
          keepMs: whileFixed(version),
          fetch: one(
            z.object({ value: z.array(wireItem) }),
            ({ value }) => value.filter(isFile).map((item) => item.path),
            ({ git }) =>
              git.getItems(
                repository,
                project.project,
                path,
                VersionControlRecursionType.Full,
                undefined,
                undefined,
                undefined,
                undefined,
                descriptor(version),
              ),
          ),
        },
        signal,
      ),

    compare: (project, repository, base, target, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, 'diffs/commits', {
            baseVersion: base.value,
            baseVersionType: base.type,
            targetVersion: target.value,
            targetVersionType: target.type,
            $top: 1,
          }),
          keepMs: whileFixed(base, target),
          // The list of differences is not read: one entry is the least the API gives.
          fetch: one(wireComparison, toComparison, ({ git }) =>
            git.getCommitDiffs(
              repository,
              project.project,
              undefined,
              1,
              undefined,
              descriptor(base),
              descriptor(target),
            ),
          ),
        },
        signal,
      ),

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

    pushes(project, repository, { refName, top }, signal) {
      const searchCriteria = { refName, includeRefUpdates: true };
      return look.maybe(
        {
          request: inRepository(project, repository, 'pushes', {
            'searchCriteria.refName': refName,
            'searchCriteria.includeRefUpdates': true,
            $top: top,
          }),
          fetch: list(wirePush, toPush, ({ git }) =>
            git.getPushes(repository, project.project, undefined, top, searchCriteria),
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

const versionType = {
  branch: GitVersionType.Branch,
  tag: GitVersionType.Tag,
  commit: GitVersionType.Commit,
} satisfies Record<GitVersion['type'], GitVersionType>;

function descriptor({ type, value }: GitVersion): GitVersionDescriptor {
  return { version: value, versionType: versionType[type] };
}

function versionQuery(prefix: string, { type, value }: GitVersion): Query {
  return { [`${prefix}.version`]: value, [`${prefix}.versionType`]: type };
}

function inRepository(project: ProjectRef, repository: string, below?: string, query?: Query): ReadRequest {
  const path = `${segments('git', 'repositories', repository)}${below === undefined ? '' : `/${below}`}`;
  return { ...project, path, ...(query !== undefined && { query }) };
}

/** A commit never changes; a name may move. */
function whileFull(id: string): number | undefined {
  return /^[0-9a-f]{40}$/i.test(id) ? Infinity : undefined;
}

function whileFixed(...versions: readonly GitVersion[]): number | undefined {
  const fixed = versions.every(({ type, value }) => type === 'commit' && whileFull(value) !== undefined);
  return fixed ? Infinity : undefined;
}

function fetchFile(
  project: ProjectRef,
  repository: string,
  path: string,
  version: GitVersion,
): Fetch<GitFile> {
  return async (ask, request) => {
    const reply = await ask(request, ({ git }) =>
      git.getItem(
        repository,
        path,
        project.project,
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        descriptor(version),
        true,
      ),
    );
    if (!reply.there) return reply;
    const item = parse(request, wireItem, reply.body);
    if (!isFile(item)) return { there: false, message: `${path} is a folder` };
    const content = item.objectId === emptyBlob ? '' : item.content;
    if (content === undefined) {
      // A binary file, or one too large for the API.
      throw new ReadFailure({ kind: 'malformed', what: whatOf(request), path: 'content', detail: 'no text' });
    }
    return { there: true, value: { path: item.path, content, objectId: item.objectId } };
  };
}
