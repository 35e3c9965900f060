// Link 2: a run built the commit, and every job up to the image push and the tag did its work
// (facts/azure-devops-and-acr.md section 3).
import {
  approvalPending,
  approvalPendingCheck,
  noAgent,
  noAgentDemands,
  resourceNotAuthorizedWaiting,
  runInProgress,
  runInProgressQueued,
} from '../catalogue/run/waiting.ts';
import {
  buildFailed,
  buildStageSkipped,
  checkoutFailed,
  runCancelled,
  runCancelledTimedOut,
  wifServiceConnection,
} from '../catalogue/run/failure.ts';
import { pipelineDisabled, pipelineInvalid } from '../catalogue/run/trigger.ts';
import { resourceNotAuthorized } from '../catalogue/run/waiting.ts';
import { LINK_TITLES } from '../chain.ts';
import type { Build, TimelineRecord } from '../evidence/azure-devops.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { valueOf } from '../evidence/observed.ts';
import type { Finding } from '../finding.ts';
import type { Link, LinkInput } from '../link.ts';
import { matchMessage } from '../pipelines/messages.ts';
import {
  firstFailed,
  isImageTask,
  jobWithoutAgent,
  openCheckpoint,
  type FailedTask,
} from '../pipelines/run-facts.ts';
import type { Proof, Verdict } from '../verdict.ts';
import { runNotStarted } from './run-not-started.ts';
import { addSeconds, ageText, proof, shortId, shorten, unreadable } from './verdicts.ts';

/** Default time limit of a job, after which a run is no longer expected to end by itself. */
const JOB_LIMIT_SECONDS = 3600;
/** A job that no agent takes in this time is not between two runs any more. */
const QUEUE_BUDGET_SECONDS = 1800;

export const run: Link = {
  id: 'run',
  title: LINK_TITLES.run,
  reads: [
    'changeCommit',
    'mergeLineage',
    'changePullRequests',
    'pipeline',
    'pushes',
    'builtCommits',
    'run',
    'runs',
    'timeline',
    'runLogs',
    'agents',
    'imageTag',
  ],
  mayRead: ['approvals', 'definitions', 'history'],
  verdict,
};

function verdict(input: LinkInput): Verdict {
  const { evidence, change, scope } = input;
  if (scope === 'serving') return { status: 'skipped', blockedBy: 'merge' };
  if (change.kind === 'none' && change.appCommit === null) return { status: 'skipped', blockedBy: 'merge' };
  if (change.kind === 'configuration' && change.tagCommit !== null) {
    const { id, commit } = change.tagCommit;
    return {
      status: 'pass',
      proof: [proof('changeCommit', 'commit', `${shortId(id)} ${commit.message}`, { url: commit.url })],
    };
  }
  const missing = unreadable(evidence, ['run']);
  if (missing !== null) return missing;
  const found = change.run ?? valueOf(evidence.run) ?? null;
  const unmerged = notMerged(input);
  if (unmerged !== null) return unmerged;
  if (found === null) return runNotStarted(input);
  const runProof = runProofOf(found, valueOf(evidence.run)?.id === found.id ? 'run' : 'runs');
  // A later run took this one's place: only its end counts.
  if (valueOf(evidence.run)?.id !== found.id && found.result === 'succeeded')
    return { status: 'pass', proof: [runProof] };
  return found.status === 'completed'
    ? completed(input, found, runProof)
    : unfinished(input, found, runProof);
}

/** Nobody could tell whether the commit came into the built branch: then no run may be missed. */
function notMerged({ evidence, change }: LinkInput): Verdict | null {
  const located = valueOf(evidence.changeCommit);
  if (located == null || change.appCommit?.id !== located.commit.id) return null;
  const lineage = valueOf(evidence.mergeLineage);
  const contained =
    lineage == null ? located.branches[0]?.contains : lineage.comparison?.commonCommit === located.commit.id;
  return contained === true ? null : unreadable(evidence, ['changePullRequests']);
}

function runProofOf(run: Build, from: 'run' | 'runs'): Proof {
  const state = run.result ?? run.status;
  return proof(from, 'run', `${run.id} (${run.buildNumber}) ${state}`, {
    url: run.url,
    at: run.finishTime ?? run.startTime ?? run.queueTime,
  });
}

function completed(input: LinkInput, run: Build, runProof: Proof): Verdict {
  const { evidence, now } = input;
  const invalid = validationError(run);
  const missing =
    invalid === null && run.result !== 'succeeded'
      ? unreadable(evidence, ['timeline', 'runLogs'], [runProof])
      : null;
  if (missing !== null) return missing;
  const timeline = valueOf(evidence.timeline) ?? [];
  const logs = valueOf(evidence.runLogs) ?? [];
  const name = run.definition.name ?? String(run.definition.id);
  if (timeline.length === 0 && invalid !== null) return validation(run, name, invalid, runProof);
  const failed = firstFailed(timeline, logs);
  if (failed !== null && (run.result !== 'succeeded' || failed.work === 'build')) {
    return failedRun(run, failed, runProof);
  }
  if (run.result === 'canceled') {
    return broken(
      [runCancelled({ run: run.id, pipeline: name, since: ageText(run.finishTime, now) })],
      [runProof],
    );
  }
  if (run.result === 'failed') {
    const message = invalid ?? 'no task of the run tells why';
    return broken([buildFailed({ run: run.id, task: '-', message })], [runProof]);
  }
  const skipped = skippedImage(timeline, logs);
  if (skipped !== null && !tagIsThere(evidence)) {
    return broken(
      [buildStageSkipped({ run: run.id, stage: skipped })],
      [runProof, proof('timeline', 'stage', `${skipped} skipped`)],
    );
  }
  return { status: 'pass', proof: [runProof] };
}

/** A task of links 3 and 4 that failed leaves this link whole: every job before did its work. */
function failedRun(run: Build, failed: FailedTask, runProof: Proof): Verdict {
  const task = failed.task.name ?? '-';
  const proofs = [
    runProof,
    proof('timeline', 'task', `${task} ${failed.task.result ?? ''}`, { at: failed.task.finishTime }),
    proof(failed.matched === null ? 'timeline' : 'runLogs', 'logLine', failed.message),
  ];
  if (failed.work === 'push' || failed.work === 'tag') return { status: 'pass', proof: proofs.slice(0, 2) };
  return broken([failureFinding(run, failed, task)], proofs);
}

function failureFinding(run: Build, failed: FailedTask, task: string): Finding {
  const params = { run: run.id, task, message: shorten(failed.message) };
  switch (failed.matched?.leaf) {
    case 'wif_service_connection':
      return wifServiceConnection(params);
    case 'resource_not_authorized':
      return resourceNotAuthorized({
        run: run.id,
        pipeline: run.definition.name ?? '',
        message: params.message,
      });
    case 'checkout_failed':
      return checkoutFailed(params);
    case 'run_cancelled':
      return runCancelledTimedOut(params);
    case 'no_agent':
      return noAgentDemands({ run: run.id, pool: run.queue?.pool?.name ?? '-', message: params.message });
    default:
      return failed.work === 'checkout' ? checkoutFailed(params) : buildFailed(params);
  }
}

/** What the service refused before the first job. */
function validationError(run: Build): string | null {
  const errors = (run.validationResults ?? [])
    .filter(({ result }) => result === 'error')
    .flatMap(({ message }) => message ?? []);
  return errors[0] ?? null;
}

function validation(run: Build, pipeline: string, message: string, runProof: Proof): Verdict {
  const proofs = [runProof, proof(runProof.from, 'message', message)];
  const params = { run: run.id, pipeline, message: shorten(message) };
  switch (matchMessage([message])?.leaf) {
    case 'docker2_connection_type':
      return { status: 'pass', proof: proofs }; // the push task's own fault: link 3
    case 'resource_not_authorized':
      return broken([resourceNotAuthorized(params)], proofs);
    default:
      return broken([pipelineInvalid(params)], proofs);
  }
}

/** Name of the stage or task that builds the image, when a condition skipped it. */
function skippedImage(timeline: readonly TimelineRecord[], logs: Evidence['runLogs']): string | null {
  const images = timeline.filter((record) => record.type === 'Task' && isImageTask(record, logs));
  if (images.some(({ result }) => result === 'succeeded' || result === 'succeededWithIssues')) return null;
  if (images.length > 0) return images.find(({ result }) => result === 'skipped')?.name ?? null;
  // A skipped stage leaves no task behind: the first stage of the run is the one that builds.
  const stages = timeline
    .filter(({ type }) => type === 'Stage')
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const worked = timeline.some(
    (record) => record.type === 'Task' && record.result === 'succeeded' && record.logId !== undefined,
  );
  return !worked && stages[0]?.result === 'skipped' ? (stages[0].name ?? null) : null;
}

function tagIsThere(evidence: LinkInput['evidence']): boolean {
  return valueOf(evidence.imageTag)?.found === true;
}

function unfinished(input: LinkInput, run: Build, runProof: Proof): Verdict {
  const { evidence, change, now } = input;
  const name = run.definition.name ?? String(run.definition.id);
  // The tag is in Git: what the run still does comes after the work of this chain.
  if (change.tagCommit !== null && change.writes.some(({ after }) => after === change.tag))
    return { status: 'pass', proof: [runProof] };
  const since = ageText(run.startTime ?? run.queueTime, now);
  const missing = unreadable(evidence, ['timeline'], [runProof]);
  if (missing !== null) return missing;
  const timeline = valueOf(evidence.timeline) ?? [];
  const checkpoint = openCheckpoint(timeline);
  if (checkpoint !== null) return atCheckpoint(input, run, checkpoint, runProof);
  const failed = firstFailed(timeline, valueOf(evidence.runLogs) ?? []);
  if (failed !== null && (failed.work === 'build' || failed.work === 'checkout'))
    return failedRun(run, failed, runProof);
  if (run.definition.queueStatus === 'paused' && run.status === 'notStarted') {
    return broken(
      [pipelineDisabled({ pipeline: name, state: 'paused' })],
      [runProof, proof('run', 'pipeline', `${name} paused`)],
    );
  }
  const waitsForAgent = run.status === 'notStarted' || jobWithoutAgent(timeline) !== null;
  if (waitsForAgent) return forAgent(input, run, runProof);
  const limit = addSeconds(run.startTime ?? run.queueTime ?? now, JOB_LIMIT_SECONDS);
  return {
    status: 'waiting',
    until: Date.parse(limit) > now.getTime() ? limit : null,
    proof: [runProof],
    findings: [runInProgress({ run: run.id, pipeline: name, since })],
  };
}

function atCheckpoint(
  input: LinkInput,
  run: Build,
  checkpoint: NonNullable<ReturnType<typeof openCheckpoint>>,
  runProof: Proof,
): Verdict {
  const { evidence, now } = input;
  const { stage, type } = checkpoint;
  const since = ageText(checkpoint.since, now);
  const proofs = [runProof, proof('timeline', 'approval', `${type} of ${stage}`, { at: checkpoint.since })];
  const pipeline = run.definition.name ?? String(run.definition.id);
  switch (type) {
    case 'Checkpoint.Authorization':
      return broken([resourceNotAuthorizedWaiting({ run: run.id, stage, since, pipeline })], proofs);
    case 'Checkpoint.ExclusiveLock':
      return {
        status: 'waiting',
        until: null,
        proof: proofs,
        findings: [runInProgress({ run: run.id, pipeline, since })],
      };
    case 'Checkpoint.Approval': {
      const approvals = (valueOf(evidence.approvals) ?? []).filter(
        ({ buildId }) => buildId === undefined || buildId === run.id,
      );
      const names = approvals
        .flatMap(({ steps }) => steps ?? [])
        .flatMap(({ assignedApprover }) => assignedApprover?.displayName ?? []);
      const approvers = [...new Set(names)].join(', ') || '?';
      return broken([approvalPending({ run: run.id, stage, since, approvers })], proofs);
    }
    default:
      return broken([approvalPendingCheck({ run: run.id, stage, since })], proofs);
  }
}

function forAgent({ evidence, now }: LinkInput, run: Build, runProof: Proof): Verdict {
  const pipeline = run.definition.name ?? String(run.definition.id);
  const missing = unreadable(evidence, ['agents'], [runProof]);
  if (missing !== null) return missing;
  const agents = valueOf(evidence.agents) ?? null;
  const pool = run.queue?.pool?.name ?? run.queue?.name ?? '-';
  const queued = run.queueTime ?? run.startTime;
  const since = ageText(queued, now);
  const ready = agents?.filter(({ status, enabled }) => status === 'online' && enabled) ?? [];
  if (agents !== null && ready.length === 0) {
    const told =
      agents
        .map(({ name, status, enabled }) => `${name} ${status}${enabled ? '' : ' disabled'}`)
        .join(', ') || '0';
    return broken([noAgent({ run: run.id, since, pool })], [runProof, proof('agents', 'agent', told)]);
  }
  const until = addSeconds(queued ?? now, QUEUE_BUDGET_SECONDS);
  return {
    status: 'waiting',
    until: Date.parse(until) > now.getTime() ? until : null,
    proof: [
      runProof,
      ...(agents === null ? [] : [proof('agents', 'agent', ready.map(({ name }) => name).join(', '))]),
    ],
    findings: [runInProgressQueued({ run: run.id, pipeline, since })],
  };
}

function broken(findings: readonly Finding[], proofs: readonly Proof[]): Verdict {
  return { status: 'broken', findings, proof: proofs };
}
