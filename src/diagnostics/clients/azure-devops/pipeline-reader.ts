// Azure Pipelines: one method per read, through BuildApi where it has one, plain otherwise (facts 1.3: approvals, agents and service
// connections are not in the library).
import { BuildQueryOrder } from 'azure-devops-node-api/interfaces/BuildInterfaces.js';
import { z } from 'zod';
import type { Agent, Build, ProjectRef } from '../../evidence/azure-devops.ts';
import { answered } from '../../evidence/observed.ts';
import type { AzureDevOpsReader } from '../../evidence/ports.ts';
import type { Cache } from '../cache.ts';
import { list, one, pages, parse } from './look.ts';
import type { Fetch, Look, Question } from './look.ts';
import {
  toAgent,
  toApproval,
  toBuild,
  toDefinition,
  toLogLines,
  toServiceConnection,
  toTimeline,
  wireAgent,
  wireApproval,
  wireBuild,
  wireBuildChange,
  wireDefinition,
  wireLog,
  wireLogLines,
  wirePool,
  wireServiceConnection,
  wireTimeline,
} from './pipeline-answers.ts';
import { segments } from './request.ts';
import type { ReadRequest } from './request.ts';

type PipelineReader = Pick<
  AzureDevOpsReader,
  | 'definitions'
  | 'definition'
  | 'builds'
  | 'build'
  | 'buildChanges'
  | 'timeline'
  | 'log'
  | 'approvals'
  | 'agents'
  | 'serviceConnections'
>;

/**
 * 20 s, the class of what moves (facts 7), not the 10 minutes of names and ids: a pipeline somebody has just enabled
 * again must not be called paused.
 */
const definitionMs = 20_000;
const definitionsPage = 200;
const buildChangesPage = 200;
/** As the approvals API is called in facts 1.5; it has no continuation token. */
const approvalsTop = 50;

/**
 * `finished` remembers when a run was last seen finished. A run can be started again in place (rerun of failed jobs), so
 * the run itself is asked every time, and its timeline and logs are only true for that end.
 */
export function createPipelineReader(look: Look, finished: Cache<string | undefined>): PipelineReader {
  function remember(project: ProjectRef, build: Build): void {
    const end = build.status === 'completed' ? build.finishTime : undefined;
    finished.set(runKey(project, build.id), end);
  }

  function kept(project: ProjectRef, buildId: number): Pick<Question<unknown>, 'keepMs' | 'keptFor'> {
    const end = finished.get(runKey(project, buildId));
    return end === undefined ? {} : { keepMs: Infinity, keptFor: end };
  }

  return {
    definitions: (project, { repositoryId }, signal) =>
      look.always(
        {
          request: {
            ...project,
            path: 'build/definitions',
            query: {
              repositoryId,
              ...(repositoryId !== undefined && azureRepos),
              includeAllProperties: true,
            },
          },
          keepMs: definitionMs,
          fetch: pages(
            z.object({ value: z.array(wireDefinition) }),
            ({ value }) => value,
            (definitions) => definitions.map(toDefinition),
            { size: definitionsPage, by: 'token' },
            ({ size, token }) => ({
              via: ({ build }) =>
                build.getDefinitions(
                  project.project,
                  undefined,
                  repositoryId,
                  repositoryId === undefined ? undefined : azureRepos.repositoryType,
                  undefined,
                  size,
                  token,
                  undefined,
                  undefined,
                  undefined,
                  undefined,
                  undefined,
                  true,
                ),
            }),
          ),
        },
        signal,
      ),

    definition: (project, id, signal) =>
      look.maybe(
        {
          request: { ...project, path: segments('build', 'definitions', id) },
          keepMs: definitionMs,
          fetch: one(wireDefinition, toDefinition, ({ build }) => build.getDefinition(project.project, id)),
        },
        signal,
      ),

    async builds(project, query, signal) {
      const answer = await look.always(buildsQuestion(project, query), signal);
      if (answer.ok) answer.value.forEach((build) => remember(project, build));
      return answer;
    },

    async build(project, id, signal) {
      const answer = await look.maybe(
        {
          request: inRun(project, id),
          fetch: one(
            wireBuild,
            (wire) => toBuild(wire, project),
            ({ build }) => build.getBuild(project.project, id),
          ),
        },
        signal,
      );
      if (answer.ok && answer.value !== null) remember(project, answer.value);
      return answer;
    },

    buildChanges: (project, id, signal) =>
      look.maybe(
        {
          request: inRun(project, id, 'changes'),
          fetch: pages(
            z.object({ value: z.array(wireBuildChange) }),
            ({ value }) => value,
            (changes) => changes.map((change) => change.id),
            { size: buildChangesPage, by: 'token' },
            ({ size, token }) => ({
              via: ({ build }) => build.getBuildChanges(project.project, id, token, size),
            }),
          ),
        },
        signal,
      ),

    timeline: (project, buildId, signal) =>
      look.maybe(
        {
          request: inRun(project, buildId, 'timeline'),
          ...kept(project, buildId),
          fetch: one(wireTimeline, toTimeline, ({ build }) =>
            build.getBuildTimeline(project.project, buildId),
          ),
        },
        signal,
      ),

    log(project, buildId, logId, tail, signal) {
      const { keepMs, keptFor = '' } = kept(project, buildId);
      return look.maybe(
        {
          request: inRun(project, buildId, segments('logs', logId)),
          keepMs,
          keptFor: `${keptFor} last ${String(tail)}`,
          fetch: fetchTail(project, buildId, logId, tail),
        },
        signal,
      );
    },

    approvals: (project, signal) =>
      look.always(
        {
          request: {
            ...project,
            path: 'pipelines/approvals',
            query: { state: 'pending', top: approvalsTop, $expand: 'steps' },
          },
          fetch: list(wireApproval, toApproval),
        },
        signal,
      ),

    async agents({ organization }, { id, name }, signal) {
      if (id !== undefined) return look.maybe(agentsQuestion(organization, id), signal);
      if (name === undefined) throw new Error('agents: a pool needs an id or a name');
      const pool = await look.maybe(poolQuestion(organization, name), signal);
      if (!pool.ok) return pool;
      if (pool.value === null) return answered(pool.source, null);
      return look.maybe(agentsQuestion(organization, pool.value), signal);
    },

    serviceConnections: (project, signal) =>
      look.always(
        {
          request: {
            ...project,
            path: 'serviceendpoint/endpoints',
            query: { includeFailed: true },
          },
          fetch: list(wireServiceConnection, toServiceConnection),
        },
        signal,
      ),
  };
}

const azureRepos = { repositoryType: 'TfsGit' };

type BuildsQuery = Parameters<AzureDevOpsReader['builds']>[1];

function buildsQuestion(project: ProjectRef, query: BuildsQuery): Question<Build[]> {
  const { definitions, branch, repositoryId, minTime, top } = query;
  return {
    request: {
      ...project,
      path: 'build/builds',
      query: {
        definitions: definitions?.join(','),
        branchName: branch,
        repositoryId,
        ...(repositoryId !== undefined && azureRepos),
        minTime,
        queryOrder: 'queueTimeDescending',
        $top: top,
      },
    },
    fetch: list(
      wireBuild,
      (wire) => toBuild(wire, project),
      ({ build }) =>
        build.getBuilds(
          project.project,
          definitions,
          undefined,
          undefined,
          minTime === undefined ? undefined : new Date(minTime),
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
          top,
          undefined,
          undefined,
          undefined,
          BuildQueryOrder.QueueTimeDescending,
          branch,
          undefined,
          repositoryId,
          repositoryId === undefined ? undefined : azureRepos.repositoryType,
        ),
    ),
  };
}

/** Two small requests instead of the whole log: the list says how many lines there are, then only the last ones are read. */
function fetchTail(project: ProjectRef, buildId: number, logId: number, tail: number): Fetch<string[]> {
  return async (ask, request) => {
    const logs = inRun(project, buildId, 'logs');
    const reply = await ask(logs, ({ build }) => build.getBuildLogs(project.project, buildId));
    if (!reply.there) return reply;
    const { value } = parse(logs, z.object({ value: z.array(wireLog) }), reply.body);
    const log = value.find(({ id }) => id === logId);
    if (log === undefined) return { there: false, message: `no log ${String(logId)}` };
    // From one line early: whether the API counts from 0 or from 1 then makes no difference. A short log is read whole.
    const before = (log.lineCount ?? 0) - tail;
    const startLine = before > 0 ? before : undefined;
    const lines = one(
      wireLogLines,
      (wire) => toLogLines(wire, tail),
      ({ build }) => build.getBuildLogLines(project.project, buildId, logId, startLine),
    );
    return lines(ask, request);
  };
}

function poolQuestion(organization: string, name: string): Question<number> {
  return {
    request: { organization, path: 'distributedtask/pools', query: { poolName: name } },
    fetch: async (ask, request) => {
      const reply = await ask(request);
      if (!reply.there) return reply;
      const { value } = parse(request, z.object({ value: z.array(wirePool) }), reply.body);
      // The filter takes wildcards; names ignore case.
      const pool = value.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
      return pool === undefined
        ? { there: false, message: `no pool ${name}` }
        : { there: true, value: pool.id };
    },
  };
}

function agentsQuestion(organization: string, poolId: number): Question<Agent[]> {
  return {
    request: {
      organization,
      path: segments('distributedtask', 'pools', poolId, 'agents'),
      query: { includeAssignedRequest: true, includeCapabilities: true },
    },
    fetch: list(wireAgent, toAgent),
  };
}

function inRun(project: ProjectRef, buildId: number, below?: string): ReadRequest {
  return { ...project, path: `build/builds/${String(buildId)}${below === undefined ? '' : `/${below}`}` };
}

function runKey({ organization, project }: ProjectRef, buildId: number): string {
  return `${organization}/${project}/${String(buildId)}`;
}
