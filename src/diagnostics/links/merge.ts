// Link 1: the commit is on the branch the pipeline builds (facts/azure-devops-and-acr.md 2.2).
import {
  commitNotPushed,
  mergedElsewhere,
  mergedElsewhereNoPullRequest,
  prChecksRunning,
  prNotCompleted,
  prNotCompletedAbandoned,
  prNotCompletedConflicts,
  prNotCompletedReady,
} from '../catalogue/merge.ts';
import { LINK_TITLES } from '../chain.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { PolicyEvaluation } from '../evidence/azure-devops.ts';
import { valueOf } from '../evidence/observed.ts';
import type { Finding } from '../finding.ts';
import type { Link, LinkInput } from '../link.ts';
import type { Proof, Verdict } from '../verdict.ts';
import { isOlderThan, pullRequestState } from '../pipelines/pull-request-state.ts';
import { ageText, proof, shortId, unreadable } from './verdicts.ts';

const FULL_ID_LENGTH = 40;

export const merge: Link = {
  id: 'merge',
  title: LINK_TITLES.merge,
  reads: ['changeCommit', 'run', 'pipeline', 'mergeLineage', 'changePullRequests'],
  mayRead: ['repositories', 'runs', 'builtCommits'],
  verdict,
};

function verdict(input: LinkInput): Verdict {
  const { evidence, change, request, scope } = input;
  if (scope === 'serving') return { status: 'skipped', blockedBy: 'merge' };
  if (change.kind === 'none' && change.appCommit === null && request.change === null) {
    return { status: 'skipped', blockedBy: 'merge' };
  }
  const missing = unreadable(evidence, ['changeCommit']);
  if (missing !== null) return missing;
  const located = valueOf(evidence.changeCommit) ?? null;
  if (located === null) {
    if (request.change?.kind !== 'commit')
      return unreadable({}, ['run']) ?? { status: 'skipped', blockedBy: 'run' };
    // A short id is only looked for among tips and newest commits: not found there, it may still be pushed.
    if (request.change.value.length < FULL_ID_LENGTH) {
      return {
        status: 'unknown',
        missing: 'changeCommit',
        error: { kind: 'needs', what: 'commit', key: 'changeCommit' },
      };
    }
    const repositories = valueOf(evidence.repositories) ?? [];
    return {
      status: 'broken',
      findings: [commitNotPushed({ commit: shortId(request.change.value) })],
      proof: [proof('changeCommit', 'repository', repositories.map(({ name }) => name).join(', ') || '0')],
    };
  }
  const commitProof = proof(
    'changeCommit',
    'commit',
    `${shortId(located.commit.id)} ${located.commit.message}`,
    {
      url: located.commit.url,
      at: located.commit.push?.date ?? located.commit.committer.date,
    },
  );
  const repositoryProof = proof('changeCommit', 'repository', located.repository.name);
  if (change.appCommit?.id !== located.commit.id) {
    // A commit of the GitOps repository is built by nobody; behind its tag stands the commit that the run built.
    return { status: 'pass', proof: builtProofs(input) ?? [commitProof, repositoryProof] };
  }
  // Where the pipeline cannot be read, the default branch is the one that is built.
  const pipeline = valueOf(evidence.pipeline);
  const built = pipeline?.branch ?? (located.repository.defaultBranch ?? 'main').replace('refs/heads/', '');
  const isDefault = located.repository.defaultBranch === `refs/heads/${built}`;
  const unread = isDefault ? null : unreadable(evidence, ['pipeline', 'mergeLineage'], [commitProof]);
  if (unread !== null) return unread;
  const lineage = valueOf(evidence.mergeLineage);
  const contained =
    lineage == null
      ? located.branches.find(({ name }) => name === built)?.contains
      : lineage.comparison?.commonCommit === located.commit.id;
  if (contained === true) {
    const from = lineage == null ? 'changeCommit' : 'mergeLineage';
    return { status: 'pass', proof: [commitProof, proof(from, 'branch', built)] };
  }
  const unreadPullRequests = unreadable(evidence, ['changePullRequests'], [commitProof]);
  if (unreadPullRequests !== null) return unreadPullRequests;
  return notOnBranch(input, located, built, valueOf(evidence.changePullRequests) ?? []);
}

/** The application commit of the run, on the branch the run was started for. */
function builtProofs({ evidence, change }: LinkInput): Proof[] | null {
  const { run, appCommit, kind } = change;
  if (kind !== 'image' || run === null || appCommit === null || run.sourceBranch === undefined) return null;
  const from = valueOf(evidence.run)?.id === run.id ? 'run' : 'runs';
  const commit = (valueOf(evidence.builtCommits) ?? []).find(({ id }) => id === appCommit.id);
  return [
    proof(from, 'commit', `${shortId(appCommit.id)} ${commit?.message ?? appCommit.repository}`, {
      url: commit?.url,
      at: commit?.committer.date ?? run.queueTime,
    }),
    proof(from, 'branch', run.sourceBranch.replace('refs/heads/', '')),
  ];
}

type Located = NonNullable<Evidence['changeCommit']>;

function notOnBranch(
  { now }: LinkInput,
  located: Located,
  built: string,
  pullRequests: Evidence['changePullRequests'],
): Verdict {
  const commit = shortId(located.commit.id);
  const commitProof = proof('changeCommit', 'commit', `${commit} ${located.commit.message}`, {
    url: located.commit.url,
  });
  const into = (ref: string): boolean => ref === `refs/heads/${built}`;
  const completed = pullRequests
    .map(({ pullRequest }) => pullRequest)
    .filter((one) => one.status === 'completed' && !isOlderThan(one, located.commit));
  const merged = completed.find(({ targetRefName }) => into(targetRefName));
  if (merged !== undefined) {
    // A squash or rebase merge carries the content under another id.
    return {
      status: 'pass',
      proof: [
        commitProof,
        proof('changePullRequests', 'pullRequest', `${merged.id} → ${built}`, {
          url: merged.url,
          at: merged.closedDate,
        }),
      ],
    };
  }
  const active = pullRequests.find(
    ({ pullRequest }) => pullRequest.status === 'active' && into(pullRequest.targetRefName),
  );
  if (active !== undefined) return openPullRequest(active, built, commitProof, now);
  const [other] = completed;
  if (other !== undefined) {
    const { id, targetRefName, url } = other;
    const branch = targetRefName.replace('refs/heads/', '');
    return broken(
      [mergedElsewhere({ pullRequest: id, branch, builtBranch: built, commit })],
      [commitProof, proof('changePullRequests', 'pullRequest', `${id} → ${branch}`, { url })],
    );
  }
  const abandoned = pullRequests.find(
    ({ pullRequest }) => pullRequest.status === 'abandoned' && !isOlderThan(pullRequest, located.commit),
  );
  if (abandoned !== undefined) {
    const { id, url, closedDate, creationDate } = abandoned.pullRequest;
    const since = closedDate ?? creationDate;
    return broken(
      [prNotCompletedAbandoned({ pullRequest: id, since: ageText(since, now), builtBranch: built })],
      [commitProof, proof('changePullRequests', 'pullRequest', `${id} abandoned`, { url, at: since })],
    );
  }
  const branch = located.branches.find(({ contains }) => contains === true)?.name ?? '?';
  return broken(
    [mergedElsewhereNoPullRequest({ commit, branch, builtBranch: built })],
    [commitProof, proof('changeCommit', 'branch', branch)],
  );
}

function openPullRequest(
  {
    pullRequest,
    evaluations,
  }: {
    pullRequest: Evidence['changePullRequests'][number]['pullRequest'];
    evaluations: readonly PolicyEvaluation[];
  },
  built: string,
  commitProof: ReturnType<typeof proof>,
  now: Date,
): Verdict {
  const { id, url, creationDate } = pullRequest;
  const state = pullRequestState(pullRequest, evaluations, now);
  const proofs = [
    commitProof,
    proof('changePullRequests', 'pullRequest', `${id} active`, { url, at: creationDate }),
    ...state.blocking.map(({ name, status }) => proof('changePullRequests', 'policy', `${name}: ${status}`)),
  ];
  const age = ageText(creationDate, now);
  switch (state.kind) {
    case 'completesItself':
      return {
        status: 'waiting',
        until: state.until,
        proof: proofs,
        findings: [
          prChecksRunning({ pullRequest: id, policy: state.policy, since: age, builtBranch: built }),
        ],
      };
    case 'conflicts':
      return broken([prNotCompletedConflicts({ pullRequest: id, builtBranch: built })], proofs);
    case 'blocked':
      return broken(
        [prNotCompleted({ pullRequest: id, builtBranch: built, age, policy: state.policy })],
        proofs,
      );
    case 'ready':
      return broken([prNotCompletedReady({ pullRequest: id, builtBranch: built, age })], proofs);
  }
}

function broken(findings: readonly Finding[], proofs: readonly ReturnType<typeof proof>[]): Verdict {
  return { status: 'broken', findings, proof: proofs };
}
