// Reads a run's timeline: which task failed first, whose work it does (build, image push, tag writing), what waits, what was
// skipped (facts/azure-devops-and-acr.md 3.3 and 3.4).
import type { TimelineRecord } from '../evidence/azure-devops.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { GENERIC_EXIT, lastError, matchMessage, tidyLine, type MatchedMessage } from './messages.ts';

/** Links whose work a task does. */
export type TaskWork = 'checkout' | 'build' | 'push' | 'tag';

export interface FailedTask {
  readonly task: TimelineRecord;
  readonly work: TaskWork;
  readonly matched: MatchedMessage | null;
  /** The line to quote. */
  readonly message: string;
}

type Timeline = readonly TimelineRecord[];
type RunLogs = Evidence['runLogs'];

const PUSH_LEAVES = [
  'docker2_connection_type',
  'private_agent',
  'push_unauthorized',
  'push_locked',
  'push_registry_error',
];
const TAG_LEAVES = [
  'git_push_tf402455',
  'git_push_tf401027',
  'git_push_rejected_non_ff',
  'git_push_no_credentials',
];

export function taskLog(task: TimelineRecord, logs: RunLogs): readonly string[] {
  return logs.find(({ logId }) => logId === task.logId)?.lines ?? [];
}

/** Does a task build or push an image, by its type or by what its log shows? */
export function isImageTask(task: TimelineRecord, logs: RunLogs): boolean {
  if (/docker|buildah|kaniko|podman/i.test(task.task?.name ?? '')) return true;
  return taskLog(task, logs).some((line) =>
    /\bdocker (?:image )?(?:push|build)|az acr (?:build|login)|buildx build|The push refers to repository/.test(
      line,
    ),
  );
}

/** Does a script write or push the tag? Told by the git and edit commands its log shows, and by its checkout of another repository. */
export function isTagTask(task: TimelineRecord, timeline: Timeline, logs: RunLogs): boolean {
  if (!/command ?line|cmdline|bash|shell|script|azure ?cli/i.test(task.task?.name ?? '')) return false;
  if (
    taskLog(task, logs).some((line) =>
      /\bgit (?:push|commit|clone)\b|\bsed\b.*-i|\byq\b|kustomize edit|Everything up-to-date|nothing to commit|-> \S+|\[detached HEAD|git diff --quiet|_git\//.test(
        line,
      ),
    )
  ) {
    return true;
  }
  // After the image tasks, in a job that is not theirs, a script has no other work than the tag.
  const job = jobOf(task, timeline);
  const images = timeline.filter((record) => record.type === 'Task' && isImageTask(record, logs));
  return (
    images.length > 0 &&
    images.every((image) => jobOf(image, timeline)?.id !== job?.id && startsBefore(image, task))
  );
}

function startsBefore(a: TimelineRecord, b: TimelineRecord): boolean {
  return Date.parse(a.startTime ?? '') < Date.parse(b.startTime ?? '');
}

export function jobOf(record: TimelineRecord, timeline: Timeline): TimelineRecord | undefined {
  return ancestor(record, timeline, 'Job');
}

export function stageOf(record: TimelineRecord, timeline: Timeline): TimelineRecord | undefined {
  return ancestor(record, timeline, 'Stage');
}

function ancestor(record: TimelineRecord, timeline: Timeline, type: string): TimelineRecord | undefined {
  let current: TimelineRecord | undefined = record;
  for (let depth = 0; current !== undefined && depth < 6; depth += 1) {
    if (current.type === type) return current;
    const parent: string | undefined = current.parentId;
    current = timeline.find(({ id }) => id === parent);
  }
  return undefined;
}

/** The first task that failed, by the time it ended. */
export function firstFailed(timeline: Timeline, logs: RunLogs): FailedTask | null {
  const failed = timeline
    .filter(({ type, result }) => type === 'Task' && (result === 'failed' || result === 'canceled'))
    .toSorted((a, b) => Date.parse(a.finishTime ?? '') - Date.parse(b.finishTime ?? ''));
  const task = failed.find(({ result }) => result === 'failed') ?? failed[0];
  return task === undefined ? null : failedTask(task, timeline, logs);
}

/** A task that went on after an error (continueOnError, or a script that swallows the exit code). */
export function failedTask(task: TimelineRecord, timeline: Timeline, logs: RunLogs): FailedTask {
  const issues = (task.issues ?? [])
    .filter(({ type }) => type === 'error')
    .flatMap(({ message }) => message ?? []);
  const lines = [...issues, ...taskLog(task, logs)];
  const matched = matchMessage(lines);
  const spoken = issues.find((line) => !GENERIC_EXIT.test(line));
  const message =
    matched?.line ??
    (spoken === undefined ? lastError(taskLog(task, logs)) : tidyLine(spoken)) ??
    issues[0] ??
    '';
  return { task, matched, message, work: workOf(task, timeline, logs, matched) };
}

function workOf(
  task: TimelineRecord,
  timeline: Timeline,
  logs: RunLogs,
  matched: MatchedMessage | null,
): TaskWork {
  if (task.task?.name === 'Get sources' || /^Checkout /.test(task.name ?? '')) return 'checkout';
  if (matched !== null && TAG_LEAVES.includes(matched.leaf)) return 'tag';
  if (matched !== null && isPushFailure(task, logs, matched)) return 'push';
  if (isImageTask(task, logs)) return imageStep(task, logs);
  return isTagTask(task, timeline, logs) ? 'tag' : 'build';
}

const AZURE_REGISTRY = /azurecr\.\w+|aka\.ms\/acr\//i;
const OTHER_HOST = /(?:https?:\/\/|\blookup )[\w.-]+/i;
/** A step of the Dockerfile or its base image (3.5): nothing was pushed yet. */
const BUILD_FAILURE =
  /failed to solve(?!.*failed to push)|executor failed running|returned a non-zero code|COPY failed|failed to compute cache key|failed to read dockerfile|pull access denied|pull rate limit/i;

/** Builds ask package feeds and other registries too, and are refused in the same words as a push. */
function isPushFailure(task: TimelineRecord, logs: RunLogs, { leaf, line }: MatchedMessage): boolean {
  if (!PUSH_LEAVES.includes(leaf)) return false;
  if (leaf === 'docker2_connection_type' || AZURE_REGISTRY.test(line)) return true;
  if (!isImageTask(task, logs) || OTHER_HOST.test(line)) return false;
  return !taskLog(task, logs).some((candidate) => BUILD_FAILURE.test(candidate));
}

/** An image task that failed after its push began failed in the push; before, in the build. */
function imageStep(task: TimelineRecord, logs: RunLogs): TaskWork {
  const log = taskLog(task, logs);
  if (log.some((line) => BUILD_FAILURE.test(line))) return 'build';
  return log.some((line) => /docker (?:image )?push|The push refers to repository/.test(line))
    ? 'push'
    : 'build';
}

/** Checkpoints that hold a stage now. */
export function openCheckpoint(
  timeline: Timeline,
): { stage: string; type: string; since: string | undefined } | null {
  const waiting = timeline.filter(
    ({ type, state }) => type.startsWith('Checkpoint') && state === 'inProgress',
  );
  const detail = waiting.find(({ type }) => type !== 'Checkpoint') ?? waiting[0];
  if (detail === undefined) return null;
  return { stage: stageOf(detail, timeline)?.name ?? '?', type: detail.type, since: detail.startTime };
}

/** Job that waits for an agent. */
export function jobWithoutAgent(timeline: Timeline): TimelineRecord | null {
  return (
    timeline.find(
      ({ type, state, workerName }) => type === 'Job' && state === 'pending' && workerName === undefined,
    ) ?? null
  );
}
