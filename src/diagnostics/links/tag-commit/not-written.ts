// Why the tag never came into the GitOps repository: its task failed, was skipped or changed nothing, its pull request waits,
// or the tool that writes tags did not (facts/azure-devops-and-acr.md 5.2 and 5.3, facts/argocd.md 9.4).
import picomatch from 'picomatch';
import {
  gitopsPrChecksRunning,
  gitopsPrPending,
  gitopsPrPendingAbandoned,
  gitopsPrPendingConflicts,
  gitopsPrPendingReady,
  imageUpdater,
  promotionTool,
} from '../../catalogue/tag-commit/delivery.ts';
import {
  gitopsStageSkipped,
  gitopsStageSkippedNoStep,
  gitPushNoCredentials,
  gitPushRejectedNonFf,
  gitPushTf401027,
  gitPushTf402455,
  sedMatchedNothing,
  tagWriteFailed,
} from '../../catalogue/tag-commit/step.ts';
import type { Build, TimelineRecord } from '../../evidence/azure-devops.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Finding } from '../../finding.ts';
import { tagAt } from '../../gitops/places.ts';
import { joinPath } from '../../gitops/source-files.ts';
import type { LinkInput } from '../../link.ts';
import { matchMessage, type MatchedMessage } from '../../pipelines/messages.ts';
import { pullRequestState } from '../../pipelines/pull-request-state.ts';
import { firstFailed, isImageTask, isTagTask, taskLog } from '../../pipelines/run-facts.ts';
import type { Proof, Verdict } from '../../verdict.ts';
import { ageText, proof, shorten, unreadable } from '../verdicts.ts';

const PUSH_LEAVES = [
  'git_push_tf402455',
  'git_push_tf401027',
  'git_push_rejected_non_ff',
  'git_push_no_credentials',
] as const;
/** Nothing to commit, in the words of git and of the scripts around it (5.2). */
const NOTHING_CHANGED =
  /nothing to commit|no changes added to commit|Everything up-to-date|git diff --(?:cached --)?quiet|no changes? (?:to commit|detected)/i;

export function notWritten(input: LinkInput): Verdict {
  const { evidence, change } = input;
  const place = absentProof(input);
  const pullRequest = openPullRequest(input, place);
  if (pullRequest !== null) return pullRequest;
  const missing = unreadable(evidence, ['run'], place);
  if (missing !== null) return missing;
  const run = change.run;
  if (run === null) return byTool(input, place) ?? unknownRun(place);
  const unread = unreadable(
    evidence,
    ['changeCommit', 'timeline', 'runLogs', 'gitopsPullRequests', 'writtenCommit'],
    place,
  );
  if (unread !== null) return unread;
  const timeline = valueOf(evidence.timeline) ?? [];
  const logs = valueOf(evidence.runLogs) ?? [];
  const proofs = [
    ...place,
    proof('run', 'run', `${run.id} ${run.result ?? run.status}`, { url: run.url, at: run.finishTime }),
  ];
  return (
    failedTask(input, run, timeline, logs, proofs) ??
    swallowed(input, run, timeline, logs, proofs) ??
    byTool(input, proofs) ??
    unchanged(input, run, timeline, logs, proofs) ??
    skippedStep(input, run, timeline, logs, proofs)
  );
}

function unknownRun(proofs: readonly Proof[]): Verdict {
  return {
    status: 'unknown',
    missing: 'run',
    error: { kind: 'needs', what: 'run', key: 'run' },
    proof: proofs,
  };
}

function absentProof({ change }: LinkInput): Proof[] {
  if (change.place === null) return [];
  const { path, keys } = change.place;
  return [proof('desiredFiles', 'file', `${path} ${keys.join('.')}: ${change.desiredTag ?? '-'}`)];
}

function repositoryName({ evidence, change }: LinkInput): string {
  const sources = valueOf(evidence.sources) ?? [];
  const source = sources.find(({ index }) => index === change.place?.source) ?? sources.at(-1);
  return source?.repositoryName ?? source?.source.repoURL ?? '?';
}

/** A pull request that would write the tag. */
function openPullRequest(input: LinkInput, place: readonly Proof[]): Verdict | null {
  const { evidence, change, now } = input;
  const tag = change.tag ?? '';
  const candidate = (valueOf(evidence.gitopsPullRequests) ?? []).find(
    ({ files, pullRequest }) =>
      files.some(
        ({ content, path }) =>
          (change.place !== null && path === change.place.path && tagAt(content, change.place) === tag) ||
          mentions(content, tag),
      ) && pullRequest.status !== 'completed',
  );
  if (candidate === undefined) return null;
  const { pullRequest, evaluations } = candidate;
  const repository = repositoryName(input);
  const state = pullRequestState(pullRequest, evaluations, now);
  const age = ageText(pullRequest.creationDate, now);
  const proofs = [
    ...place,
    proof('gitopsPullRequests', 'pullRequest', `${pullRequest.id} ${pullRequest.status}`, {
      url: pullRequest.url,
      at: pullRequest.creationDate,
    }),
    ...state.blocking.map(({ name, status }) => proof('gitopsPullRequests', 'policy', `${name}: ${status}`)),
  ];
  const common = { pullRequest: pullRequest.id, repository, tag };
  if (pullRequest.status === 'abandoned') {
    return broken(
      [
        gitopsPrPendingAbandoned({
          ...common,
          since: ageText(pullRequest.closedDate ?? pullRequest.creationDate, now),
        }),
      ],
      proofs,
    );
  }
  switch (state.kind) {
    case 'completesItself':
      return {
        status: 'waiting',
        until: state.until,
        proof: proofs,
        findings: [gitopsPrChecksRunning({ ...common, policy: state.policy })],
      };
    case 'conflicts':
      return broken([gitopsPrPendingConflicts(common)], proofs);
    case 'blocked':
      return broken([gitopsPrPending({ ...common, age, policy: state.policy })], proofs);
    case 'ready':
      return broken([gitopsPrPendingReady({ ...common, age })], proofs);
  }
}

function mentions(content: string | null, tag: string): boolean {
  if (content === null || tag === '') return false;
  const escaped = tag.replace(/[.+^${}()|[\]\\*?]/g, '\\$&');
  return new RegExp(`[:\\s"']${escaped}(?=["'\\s]|$)`, 'm').test(content);
}

function failedTask(
  input: LinkInput,
  run: Build,
  timeline: readonly TimelineRecord[],
  logs: Evidence['runLogs'],
  proofs: readonly Proof[],
): Verdict | null {
  const failed = firstFailed(timeline, logs);
  if (failed === null || failed.work !== 'tag') return null;
  const task = failed.task.name ?? '-';
  const more = [
    ...proofs,
    proof('timeline', 'task', `${task} ${failed.task.result ?? ''}`, { at: failed.task.finishTime }),
    proof(failed.matched === null ? 'timeline' : 'runLogs', 'logLine', failed.message),
  ];
  const nothing = taskLog(failed.task, logs).find((line) => NOTHING_CHANGED.test(line));
  if (failed.matched === null && nothing !== undefined) {
    return broken([sedMatchedNothing({ task, run: run.id, tag: input.change.tag ?? '' })], more);
  }
  return broken([pushFinding(input, run, task, failed.matched, failed.message)], more);
}

function pushFinding(
  input: LinkInput,
  run: Build,
  task: string,
  matched: MatchedMessage | null,
  text: string,
): Finding {
  const repository = repositoryName(input);
  const message = shorten(text);
  switch (matched?.leaf) {
    case 'git_push_tf402455':
      return gitPushTf402455({ repository, run: run.id, message });
    case 'git_push_tf401027':
      return gitPushTf401027({ run: run.id, repository, message });
    case 'git_push_rejected_non_ff':
      return gitPushRejectedNonFf({ repository, run: run.id, message });
    case 'git_push_no_credentials':
      return gitPushNoCredentials({ task, run: run.id, message });
    default:
      return tagWriteFailed({ task, run: run.id, tag: input.change.tag ?? '', message });
  }
}

/** A script that goes on after a refused push leaves the run green: only its log tells. */
function swallowed(
  input: LinkInput,
  run: Build,
  timeline: readonly TimelineRecord[],
  logs: Evidence['runLogs'],
  proofs: readonly Proof[],
): Verdict | null {
  for (const task of tagTasks(timeline, logs)) {
    const matched = matchMessage(taskLog(task, logs), PUSH_LEAVES);
    if (matched === null) continue;
    const more = [
      ...proofs,
      proof('timeline', 'task', `${task.name ?? '-'} ${task.result ?? ''}`),
      proof('runLogs', 'logLine', matched.line),
    ];
    return broken([pushFinding(input, run, task.name ?? '-', matched, matched.line)], more);
  }
  return null;
}

function unchanged(
  input: LinkInput,
  run: Build,
  timeline: readonly TimelineRecord[],
  logs: Evidence['runLogs'],
  proofs: readonly Proof[],
): Verdict | null {
  for (const task of tagTasks(timeline, logs)) {
    if (task.result !== 'succeeded' && task.result !== 'succeededWithIssues') continue;
    const line = taskLog(task, logs).find((candidate) => NOTHING_CHANGED.test(candidate));
    if (line === undefined) continue;
    const finding = sedMatchedNothing({ task: task.name ?? '-', run: run.id, tag: input.change.tag ?? '' });
    return broken(
      [finding],
      [
        ...proofs,
        proof('timeline', 'task', `${task.name ?? '-'} ${task.result}`),
        proof('runLogs', 'logLine', line),
      ],
    );
  }
  return null;
}

function tagTasks(timeline: readonly TimelineRecord[], logs: Evidence['runLogs']): TimelineRecord[] {
  return timeline.filter(
    (record) => record.type === 'Task' && isTagTask(record, timeline, logs) && !isImageTask(record, logs),
  );
}

/** A stage, job or task after the image push that a condition skipped; without one, the pipeline has no such step. */
function skippedStep(
  input: LinkInput,
  run: Build,
  timeline: readonly TimelineRecord[],
  logs: Evidence['runLogs'],
  proofs: readonly Proof[],
): Verdict {
  const tag = input.change.tag ?? '';
  const skipped = timeline.filter(
    ({ result, type }) => result === 'skipped' && (type === 'Stage' || type === 'Job' || type === 'Task'),
  );
  const step =
    skipped.find(({ type }) => type === 'Stage') ?? skipped.find((record) => !isImageTask(record, logs));
  if (step !== undefined) {
    const name = step.name ?? step.identifier ?? '-';
    return broken(
      [gitopsStageSkipped({ run: run.id, stage: name, tag })],
      [...proofs, proof('timeline', 'stage', `${name} skipped`)],
    );
  }
  if (run.result !== 'succeeded' && run.result !== 'partiallySucceeded') return unknownRun(proofs);
  const unread = unreadable(input.evidence, ['automation'], proofs);
  if (unread !== null) return unread;
  return broken([gitopsStageSkippedNoStep({ run: run.id, tag, repository: repositoryName(input) })], proofs);
}

const UPDATER = 'argocd-image-updater.argoproj.io/';
const KARGO = 'kargo.akuity.io/';

/** Tags written by a tool in place of the pipeline. */
function byTool(input: LinkInput, proofs: readonly Proof[]): Verdict | null {
  const { evidence, change, request } = input;
  const application = valueOf(evidence.application) ?? null;
  const annotations = Object.entries(application?.metadata.annotations ?? {});
  const objects = valueOf(evidence.automation) ?? [];
  const tag = change.tag ?? '';
  // The list of images hands the image over; the other annotations only refine it.
  const updater =
    annotations.find(([key]) => key === `${UPDATER}image-list`) ??
    annotations.toSorted(([a], [b]) => (a < b ? -1 : 1)).find(([key]) => key.startsWith(UPDATER));
  const updaterObject = objects.find((one) => one.kind === 'ImageUpdater' && concerns(one, input));
  if (updater !== undefined || updaterObject !== undefined)
    return byUpdater(input, proofs, updater, updaterObject);
  const promoted = annotations.some(([key]) => key.startsWith(KARGO));
  const object = objects.find((one) => one.kind !== 'ImageUpdater' && concerns(one, input));
  if (object === undefined && !promoted) return null;
  const told = object === undefined ? `Kargo, ${tag}` : conditionText(object);
  const name = object === undefined ? request.application : `${object.kind}/${object.metadata.name}`;
  return broken(
    [
      promotionTool({
        object: name,
        namespace: object?.metadata.namespace ?? request.applicationNamespace,
        message: shorten(told),
      }),
    ],
    [...proofs, proof(object === undefined ? 'application' : 'automation', 'message', told)],
  );
}

/** Image Updater's own words: its log, where it may be read; else its resource; else the annotation that hands it the image. */
function byUpdater(
  { evidence, change, request }: LinkInput,
  proofs: readonly Proof[],
  annotation: [string, string] | undefined,
  object: Evidence['automation'][number] | undefined,
): Verdict {
  const lines = (valueOf(evidence.updaterLog) ?? []).map((line) => line.replaceAll('\\n', '\n'));
  const refused = matchMessage(
    lines.flatMap((line) => line.split('\n')),
    PUSH_LEAVES,
  );
  const error = lines.findLast((line) => /level=(?:error|warning)/.test(line));
  const said =
    error === undefined ? null : (/msg="((?:[^"\\]|\\.)*)"/.exec(error)?.[1] ?? error).replaceAll('\\"', '"');
  const told =
    said ??
    (object === undefined ? undefined : conditionText(object)) ??
    `${annotation?.[0] ?? ''}: ${annotation?.[1] ?? ''}`;
  const from = said !== null ? 'updaterLog' : object === undefined ? 'application' : 'automation';
  const unwritten = imageUpdater({
    tag: change.tag ?? '',
    application: request.application,
    message: shorten(told),
  });
  if (refused?.leaf !== 'git_push_rejected_non_ff')
    return broken([unwritten], [...proofs, proof(from, 'message', told)]);
  const repository = change.place?.repository ?? '';
  const rejected = gitPushRejectedNonFf({
    repository,
    run: change.run?.id ?? '-',
    message: shorten(refused.line),
  });
  return broken([rejected, unwritten], [...proofs, proof('updaterLog', 'logLine', refused.line)]);
}

/**
 * Image Updater names its Applications, an update automation concerns the service when its path holds the tag file, and the
 * objects of Kargo were asked for by the name of the stage. Any other kind writes no tag.
 */
function concerns(object: Evidence['automation'][number], { change, request }: LinkInput): boolean {
  if (object.kind === 'ImageUpdater') return isUpdaterOf(object, request.application);
  if (object.kind === 'Promotion' || object.kind === 'Stage') return true;
  if (object.kind !== 'ImageUpdateAutomation') return false;
  const update = object.spec?.['update'];
  const path = typeof update === 'object' && update !== null && 'path' in update ? String(update.path) : '.';
  return (
    change.place !== null &&
    `${joinPath('', change.place.path)}/`.startsWith(
      joinPath('', path) === '' ? '' : `${joinPath('', path)}/`,
    )
  );
}

/** `spec.applicationRefs[].namePattern` (facts/argocd.md 9.4); a resource that names none may mean any. */
function isUpdaterOf({ spec }: Evidence['automation'][number], application: string): boolean {
  const references = spec?.['applicationRefs'];
  if (!Array.isArray(references)) return true;
  return (references as unknown[]).some((reference) => {
    if (typeof reference !== 'object' || reference === null || !('namePattern' in reference)) return true;
    const pattern = String(reference.namePattern);
    return (
      pattern === application ||
      (pattern !== '' && picomatch.isMatch(application, pattern.slice(0, MAX_PATTERN)))
    );
  });
}

/** No name is longer. */
const MAX_PATTERN = 253;

/** The message of the condition that is not as it should be, else what the object says last. */
function conditionText(object: Evidence['automation'][number] | undefined): string {
  const status = object?.status ?? {};
  const conditions = Array.isArray(status['conditions']) ? (status['conditions'] as unknown[]) : [];
  const texts = conditions.flatMap((condition) => {
    if (typeof condition !== 'object' || condition === null) return [];
    const { message, status: state } = condition as { message?: unknown; status?: unknown };
    return typeof message === 'string' ? [{ message, failing: state === 'False' }] : [];
  });
  const direct = typeof status['message'] === 'string' ? status['message'] : undefined;
  return texts.find(({ failing }) => failing)?.message ?? direct ?? texts[0]?.message ?? object?.kind ?? '-';
}

function broken(findings: readonly Finding[], proofs: readonly Proof[]): Verdict {
  return { status: 'broken', findings, proof: proofs };
}
