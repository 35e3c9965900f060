// Azure Repos and branch policies as the REST API 7.1 writes them, and our shape of them (facts 8). E-mail addresses are not copied.
import { z } from 'zod';
import type {
  Comparison,
  GitChange,
  GitCommit,
  GitRef,
  GitRepository,
  PolicyConfiguration,
  PolicyEvaluation,
  ProjectRef,
  PullRequest,
  Push,
} from '../../evidence/azure-devops.ts';
import { absent } from '../../evidence/schema.ts';
import { flag, maybeTime, number, text, wirePerson, wireTime } from './answers.ts';
import { commitPage, pullRequestPage } from './web-pages.ts';

const named = absent(z.object({ id: text, name: text }));
const commitRef = absent(z.object({ commitId: text }));

export const wireRepository = z.object({
  id: z.string(),
  name: z.string(),
  project: named,
  defaultBranch: text,
  webUrl: text,
  isDisabled: flag,
});

export function toRepository(wire: z.output<typeof wireRepository>): GitRepository {
  const { id, name, project, defaultBranch, webUrl, isDisabled } = wire;
  return { id, name, project: project ?? {}, defaultBranch, webUrl, isDisabled };
}

/** `peeledObjectId` is the commit behind an annotated tag. */
export const wireRef = z.object({ name: z.string(), objectId: z.string(), peeledObjectId: text });

export function toRef(wire: z.output<typeof wireRef>): GitRef {
  return { name: wire.name, objectId: wire.peeledObjectId ?? wire.objectId };
}

const signature = absent(z.object({ name: text, date: maybeTime }));

export const wireCommit = z.object({
  commitId: z.string(),
  comment: z.string(),
  commentTruncated: flag,
  author: signature,
  committer: signature,
  parents: absent(z.array(z.string())),
  push: absent(z.object({ pushId: number, date: maybeTime, pushedBy: wirePerson })),
  remoteUrl: text,
});

export function toCommit(
  wire: z.output<typeof wireCommit>,
  project: ProjectRef,
  repository: string,
): GitCommit {
  const { commitId, push } = wire;
  return {
    id: commitId,
    message: wire.comment,
    messageTruncated: wire.commentTruncated,
    author: wire.author ?? {},
    committer: wire.committer ?? {},
    parents: wire.parents,
    push: push && { id: push.pushId, date: push.date, pushedBy: push.pushedBy },
    url: wire.remoteUrl ?? commitPage(project, repository, commitId),
  };
}

const wireChange = z.object({
  item: z.object({ path: z.string(), gitObjectType: text, isFolder: flag }),
  changeType: z.string(),
  /** The old path of a rename is in one of the two, by the way the service computed the change. */
  sourceServerItem: text,
  originalPath: text,
});

export const wireChanges = z.object({ changes: z.array(wireChange) });

/** Folders are listed beside the files in them: only the files changed. */
export function toChanges(changes: readonly z.output<typeof wireChange>[]): GitChange[] {
  return changes
    .filter(({ item }) => item.isFolder !== true && item.gitObjectType !== 'tree')
    .map(({ item, changeType, sourceServerItem, originalPath }) => ({
      path: item.path,
      changeType,
      originalPath: sourceServerItem ?? originalPath,
    }));
}

export const wireItem = z.object({
  path: z.string(),
  objectId: text,
  isFolder: flag,
  gitObjectType: text,
  content: text,
});

export function isFile(item: z.output<typeof wireItem>): boolean {
  return item.isFolder !== true && (item.gitObjectType ?? 'blob') === 'blob';
}

export const wireComparison = z.object({
  baseCommit: z.string(),
  targetCommit: z.string(),
  commonCommit: text,
  aheadCount: number,
  behindCount: number,
});

export function toComparison(wire: z.output<typeof wireComparison>): Comparison {
  const { baseCommit, targetCommit, commonCommit, aheadCount, behindCount } = wire;
  return { baseCommit, targetCommit, commonCommit, aheadCount, behindCount };
}

export const wirePullRequest = z.object({
  pullRequestId: z.number(),
  status: z.string(),
  title: text,
  isDraft: flag,
  repository: named,
  sourceRefName: z.string(),
  targetRefName: z.string(),
  mergeStatus: text,
  mergeFailureMessage: text,
  createdBy: wirePerson,
  creationDate: maybeTime,
  closedDate: maybeTime,
  closedBy: wirePerson,
  autoCompleteSetBy: wirePerson,
  completionOptions: absent(z.object({ mergeStrategy: text })),
  lastMergeSourceCommit: commitRef,
  lastMergeTargetCommit: commitRef,
  lastMergeCommit: commitRef,
  reviewers: absent(z.array(z.object({ displayName: text, vote: number, isRequired: flag }))),
});

export function toPullRequest(wire: z.output<typeof wirePullRequest>, project: ProjectRef): PullRequest {
  const { pullRequestId: id, repository = {} } = wire;
  return {
    id,
    status: wire.status,
    title: wire.title,
    isDraft: wire.isDraft,
    repository,
    sourceRefName: wire.sourceRefName,
    targetRefName: wire.targetRefName,
    mergeStatus: wire.mergeStatus,
    mergeFailureMessage: wire.mergeFailureMessage,
    createdBy: wire.createdBy,
    creationDate: wire.creationDate,
    closedDate: wire.closedDate,
    closedBy: wire.closedBy,
    autoCompleteSetBy: wire.autoCompleteSetBy,
    mergeStrategy: wire.completionOptions?.mergeStrategy,
    lastMergeSourceCommit: wire.lastMergeSourceCommit?.commitId,
    lastMergeTargetCommit: wire.lastMergeTargetCommit?.commitId,
    lastMergeCommit: wire.lastMergeCommit?.commitId,
    reviewers: wire.reviewers,
    url: repository.name === undefined ? undefined : pullRequestPage(project, repository.name, id),
  };
}

/** One map per query, commit id → pull requests. */
export const wirePullRequestQuery = z.object({
  results: z.array(z.record(z.array(wirePullRequest))),
});

export function toQueriedPullRequests(
  wire: z.output<typeof wirePullRequestQuery>,
  project: ProjectRef,
): PullRequest[] {
  const found = wire.results.flatMap((result) => Object.values(result).flat());
  const byId = new Map(found.map((pullRequest) => [pullRequest.pullRequestId, pullRequest]));
  return [...byId.values()].map((pullRequest) => toPullRequest(pullRequest, project));
}

export const wirePolicyConfiguration = z.object({
  id: number,
  type: z.object({ id: text, displayName: text }),
  isEnabled: flag,
  isBlocking: flag,
  isDeleted: flag,
  settings: absent(z.record(z.unknown())),
});

export function toPolicyConfiguration(wire: z.output<typeof wirePolicyConfiguration>): PolicyConfiguration {
  const { id, type, isEnabled, isBlocking, settings } = wire;
  return { id, type, isEnabled, isBlocking, settings };
}

export const wirePolicyEvaluation = z.object({
  evaluationId: text,
  status: z.string(),
  startedDate: maybeTime,
  configuration: wirePolicyConfiguration,
});

export function toPolicyEvaluation(wire: z.output<typeof wirePolicyEvaluation>): PolicyEvaluation {
  const { evaluationId, status, startedDate, configuration } = wire;
  return { id: evaluationId, status, startedDate, configuration: toPolicyConfiguration(configuration) };
}

export const wirePush = z.object({
  pushId: z.number(),
  date: wireTime,
  pushedBy: wirePerson,
  refUpdates: absent(
    z.array(z.object({ name: z.string(), oldObjectId: z.string(), newObjectId: z.string() })),
  ),
});

export function toPush(wire: z.output<typeof wirePush>): Push {
  const { pushId, date, pushedBy, refUpdates } = wire;
  return { id: pushId, date, pushedBy, refUpdates };
}
