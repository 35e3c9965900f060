// Azure Pipelines as the REST API 7.1 writes it, and our shape of it (facts 8). Secrets, identities' addresses and the parameters of
// a service connection are not copied; of an agent's capabilities only the names are, because the values hold its environment.
import { z } from 'zod';
import type {
  Agent,
  Approval,
  Build,
  Definition,
  ProjectRef,
  ServiceConnection,
  TimelineRecord,
} from '../../evidence/azure-devops.ts';
import { absent } from '../../evidence/schema.ts';
import { flag, maybeTime, number, text, wirePerson } from './answers.ts';
import { runPage } from './web-pages.ts';

const wireQueue = absent(
  z.object({
    id: number,
    name: text,
    pool: absent(z.object({ id: number, name: text, isHosted: flag })),
  }),
);

export const wireDefinition = z.object({
  id: z.number(),
  name: z.string(),
  queueStatus: text,
  process: absent(z.object({ yamlFilename: text })),
  repository: absent(z.object({ id: text, name: text, type: text, defaultBranch: text })),
  triggers: absent(
    z.array(
      z.object({
        triggerType: text,
        settingsSourceType: number,
        branchFilters: absent(z.array(z.string())),
        pathFilters: absent(z.array(z.string())),
        batchChanges: flag,
      }),
    ),
  ),
  queue: wireQueue,
});

export function toDefinition(wire: z.output<typeof wireDefinition>): Definition {
  const { id, name, queueStatus, process, repository, triggers, queue } = wire;
  return { id, name, queueStatus, yamlFilename: process?.yamlFilename, repository, triggers, queue };
}

export const wireBuild = z.object({
  id: z.number(),
  buildNumber: z.string(),
  status: z.string(),
  result: text,
  reason: text,
  sourceBranch: text,
  sourceVersion: text,
  queueTime: maybeTime,
  startTime: maybeTime,
  finishTime: maybeTime,
  definition: z.object({ id: z.number(), name: text, queueStatus: text }),
  repository: absent(z.object({ id: text, name: text })),
  requestedFor: wirePerson,
  requestedBy: wirePerson,
  lastChangedBy: wirePerson,
  triggerInfo: absent(z.record(z.unknown())),
  validationResults: absent(z.array(z.object({ result: text, message: text }))),
  queue: wireQueue,
  parameters: text,
  templateParameters: absent(z.record(z.unknown())),
  _links: absent(z.object({ web: absent(z.object({ href: text })) })),
});

export function toBuild(wire: z.output<typeof wireBuild>, project: ProjectRef): Build {
  return {
    id: wire.id,
    buildNumber: wire.buildNumber,
    status: wire.status,
    // `none` while the run is not over.
    result: wire.result === 'none' ? undefined : wire.result,
    reason: wire.reason,
    sourceBranch: wire.sourceBranch,
    sourceVersion: wire.sourceVersion,
    queueTime: wire.queueTime,
    startTime: wire.startTime,
    finishTime: wire.finishTime,
    definition: wire.definition,
    repository: wire.repository,
    requestedFor: wire.requestedFor,
    requestedBy: wire.requestedBy,
    lastChangedBy: wire.lastChangedBy,
    triggerInfo: wire.triggerInfo && stringsOf(wire.triggerInfo),
    validationResults: wire.validationResults,
    queue: wire.queue,
    parameters: wire.parameters,
    templateParameters: wire.templateParameters,
    url: wire._links?.web?.href ?? runPage(project, wire.id),
  };
}

function stringsOf(record: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export const wireBuildChange = z.object({ id: z.string() });

export const wireTimeline = z.object({
  records: absent(
    z.array(
      z.object({
        id: z.string(),
        parentId: text,
        type: z.string(),
        name: text,
        identifier: text,
        order: number,
        state: text,
        result: text,
        startTime: maybeTime,
        finishTime: maybeTime,
        currentOperation: text,
        workerName: text,
        attempt: number,
        issues: absent(z.array(z.object({ type: text, message: text }))),
        log: absent(z.object({ id: number })),
        task: absent(z.object({ id: text, name: text, version: text })),
      }),
    ),
  ),
});

export function toTimeline(wire: z.output<typeof wireTimeline>): TimelineRecord[] {
  return (wire.records ?? []).map(({ log, ...record }) => ({ ...record, logId: log?.id }));
}

export const wireLog = z.object({ id: z.number(), lineCount: number });

export const wireLogLines = z.object({ value: z.array(z.string()) });

/** The agent writes `2026-11-20T09:13:11.1234567Z ` before each line, and a byte order mark before the first. */
export function toLogLines(wire: z.output<typeof wireLogLines>, tail: number): string[] {
  return wire.value
    .slice(-tail)
    .map((line) => line.replace(/^\uFEFF/, '').replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z ?/, ''));
}

export const wireApproval = z.object({
  id: z.string(),
  status: z.string(),
  createdOn: maybeTime,
  instructions: text,
  minRequiredApprovers: number,
  steps: absent(z.array(z.object({ assignedApprover: wirePerson, status: text }))),
  /** The run that waits: in answers since November 2023, not in older ones. */
  pipeline: absent(z.object({ owner: absent(z.object({ id: number })) })),
});

export function toApproval(wire: z.output<typeof wireApproval>): Approval {
  const { pipeline, ...approval } = wire;
  return { ...approval, buildId: pipeline?.owner?.id };
}

export const wirePool = z.object({ id: z.number(), name: z.string() });

const wireCapabilities = absent(z.record(z.unknown()));

export const wireAgent = z.object({
  id: number,
  name: z.string(),
  status: z.string(),
  enabled: z.boolean(),
  assignedRequest: absent(z.object({}).passthrough()),
  systemCapabilities: wireCapabilities,
  userCapabilities: wireCapabilities,
});

export function toAgent(wire: z.output<typeof wireAgent>): Agent {
  const { id, name, status, enabled, assignedRequest, systemCapabilities, userCapabilities } = wire;
  const known = systemCapabilities !== undefined || userCapabilities !== undefined;
  return {
    id,
    name,
    status,
    enabled,
    busy: assignedRequest !== undefined,
    capabilities: known
      ? [...Object.keys(systemCapabilities ?? {}), ...Object.keys(userCapabilities ?? {})]
      : undefined,
  };
}

export const wireServiceConnection = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  url: text,
  isReady: flag,
  authorization: absent(z.object({ scheme: text })),
  operationStatus: absent(z.object({ state: text, statusMessage: text })),
});

export function toServiceConnection(wire: z.output<typeof wireServiceConnection>): ServiceConnection {
  const { id, name, type, url, isReady, authorization, operationStatus } = wire;
  return {
    id,
    name,
    type,
    url,
    isReady,
    scheme: authorization?.scheme,
    operationState: operationStatus?.state,
    operationMessage: operationStatus?.statusMessage,
  };
}
