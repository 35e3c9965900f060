// Runs, timelines and pull requests for tests: each with what its rule reads and nothing else.
import type {
  Build,
  Definition,
  GitCommit,
  GitRepository,
  PolicyEvaluation,
  PullRequest,
  TimelineRecord,
} from '../../../src/diagnostics/evidence/azure-devops.ts';
import type { Evidence } from '../../../src/diagnostics/evidence/evidence.ts';
import { ago } from '../kubernetes/objects.ts';

export const COMMIT = 'c0'.repeat(20);
export const APP_REPOSITORY = repository('api');
export const ENV_REPOSITORY = repository('env');

function repository(name: string): GitRepository {
  return {
    id: `id-${name}`,
    name,
    project: { id: 'project-1', name: 'p' },
    defaultBranch: 'refs/heads/main',
  };
}

export function commit(
  id: string,
  message = 'Change',
  secondsAgo = 1200,
  more: Partial<GitCommit> = {},
): GitCommit {
  const date = ago(secondsAgo);
  return { id, message, author: { date }, committer: { date }, push: { id: 1, date }, ...more };
}

export function definition(more: Partial<Definition> = {}): Definition {
  return {
    id: 7,
    name: 'api-ci',
    queueStatus: 'enabled',
    yamlFilename: '/ci/pipeline.yml',
    repository: { id: APP_REPOSITORY.id, name: 'api', type: 'TfsGit', defaultBranch: 'refs/heads/main' },
    ...more,
  };
}

/** A green run of the commit, unless told otherwise. */
export function build(id: number, more: Partial<Build> = {}): Build {
  return {
    id,
    buildNumber: `2026.${id}`,
    status: 'completed',
    result: 'succeeded',
    reason: 'individualCI',
    sourceBranch: 'refs/heads/main',
    sourceVersion: COMMIT,
    queueTime: ago(1100),
    startTime: ago(1090),
    finishTime: ago(700),
    definition: { id: 7, name: 'api-ci', queueStatus: 'enabled' },
    repository: { id: APP_REPOSITORY.id, name: 'api' },
    queue: { pool: { id: 3, name: 'private-pool' } },
    ...more,
  };
}

/** Without a result: it is not finished. */
export function unfinished(id: number, status: string, more: Partial<Build> = {}): Build {
  return { ...build(id), result: undefined, finishTime: undefined, status, ...more };
}

export type RunLogs = Evidence['runLogs'];

export function log(logId: number, ...lines: string[]): RunLogs[number] {
  return { logId, task: `task ${logId}`, lines };
}

export type TaskKind = 'Docker' | 'CmdLine' | 'Bash' | 'Npm' | 'Get sources';

/** A task whose log has the task's number. Finished in the order of the numbers. */
export function task(
  number: number,
  kind: TaskKind,
  result: string,
  more: Partial<TimelineRecord> = {},
): TimelineRecord {
  return {
    id: `t${number}`,
    parentId: 'j1',
    type: 'Task',
    name: `step ${number}`,
    state: 'completed',
    result,
    startTime: ago(1000 - number * 10),
    finishTime: ago(995 - number * 10),
    logId: number,
    task: { id: `task-${kind}`, name: kind },
    ...more,
  };
}

export function job(id: string, stage: string, more: Partial<TimelineRecord> = {}): TimelineRecord {
  return {
    id,
    parentId: stage,
    type: 'Job',
    name: `job ${id}`,
    state: 'completed',
    result: 'succeeded',
    ...more,
  };
}

export function stage(id: string, order: number, more: Partial<TimelineRecord> = {}): TimelineRecord {
  return { id, type: 'Stage', name: `stage ${id}`, order, state: 'completed', result: 'succeeded', ...more };
}

export function checkpoint(type: string, stageId: string, secondsAgo = 3600): TimelineRecord[] {
  const startTime = ago(secondsAgo);
  return [
    stage(stageId, 2, { state: 'pending' }),
    {
      id: `cp-${stageId}`,
      parentId: stageId,
      type: 'Checkpoint',
      name: 'Checkpoint',
      state: 'inProgress',
      startTime,
    },
    { id: `d-${stageId}`, parentId: `cp-${stageId}`, type, name: type, state: 'inProgress', startTime },
  ];
}

export const BUILD_POLICY = '0609b952-1397-4640-95ec-e00a01b2c241';
export const REVIEWERS_POLICY = 'fa4e907d-c16b-4a4c-9dfa-4906e5d171dd';
export const STATUS_POLICY = 'cbdc66da-9728-4af8-aada-9a5a32e4a226';

export function pullRequest(id: number, more: Partial<PullRequest> = {}): PullRequest {
  return {
    id,
    status: 'active',
    repository: { id: APP_REPOSITORY.id, name: 'api' },
    sourceRefName: 'refs/heads/feature',
    targetRefName: 'refs/heads/main',
    mergeStatus: 'succeeded',
    creationDate: ago(7200),
    ...more,
  };
}

export function evaluation(
  status: string,
  typeId: string,
  more: Partial<PolicyEvaluation['configuration']> = {},
  startedSecondsAgo?: number,
): PolicyEvaluation {
  const displayName = typeId === BUILD_POLICY ? 'Build' : typeId === STATUS_POLICY ? 'Status' : 'Reviewers';
  const configuration = { type: { id: typeId, displayName }, isBlocking: true, isEnabled: true, ...more };
  return {
    status,
    configuration,
    ...(startedSecondsAgo === undefined ? {} : { startedDate: ago(startedSecondsAgo) }),
  };
}
