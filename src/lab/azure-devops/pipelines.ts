// Pipelines and what their runs wait for: definitions, approvals, pools, agents, queues, service connections.
import { param, wholeNumber, without } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import type { Definition } from '../cases/schema.ts';
import { failure, found, list } from './answers.ts';
import type { AzureDevOpsEstate, Pool } from './estate.ts';
import { same } from './estate.ts';

/** Without includeAllProperties the list holds references only: no repository, process or triggers. */
export function definitions(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const { query } = request;
  const [repositoryId, name] = [query.get('repositoryId'), query.get('name')];
  const ids = query.get('definitionIds')?.split(',');
  const kept = estate.data.definitions.filter(
    (known) =>
      (repositoryId === null || same(known.repository.id ?? '', repositoryId)) &&
      (name === null || same(known.name, name)) &&
      (ids === undefined || ids.includes(String(known.id))),
  );
  const whole = query.get('includeAllProperties') === 'true';
  const start = wholeNumber(query.get('continuationToken')) ?? 0;
  const next = start + (wholeNumber(query.get('$top')) ?? 10_000);
  return list(
    request,
    kept.slice(start, next).map((known) => (whole ? known : reference(estate, known))),
    next < kept.length ? { 'x-ms-continuationtoken': String(next) } : {},
  );
}

export function definition(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const id = param(request, 'definitionId');
  const known = estate.data.definitions.find((candidate) => String(candidate.id) === id);
  if (known !== undefined) return found(request, known);
  return failure(request, 404, {
    message: `The pipeline definition with ID ${id} could not be found.`,
    typeKey: 'DefinitionNotFoundException',
    namespace: 'Microsoft.TeamFoundation.Build.WebApi',
  });
}

export function approvals(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const { query } = request;
  const state = query.get('state');
  const ids = query.get('approvalIds')?.toLowerCase().split(',');
  const kept = estate.data.approvals.filter(
    (known) =>
      (state === null || same(known.status, state)) &&
      (ids === undefined || ids.includes(known.id.toLowerCase())),
  );
  const top = wholeNumber(query.get('top')) ?? 100;
  return list(
    request,
    kept.slice(0, top).map((known) => approvalBody(request, known)),
  );
}

export function approval(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const id = param(request, 'approvalId');
  const known = estate.data.approvals.find((candidate) => same(candidate.id, id));
  if (known !== undefined) return found(request, approvalBody(request, known));
  return failure(request, 404, {
    message: `Approval with ID ${id} not found.`,
    typeKey: 'ApprovalNotFoundException',
  });
}

/** Pools belong to the organization. */
export function pools(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const name = request.query.get('poolName');
  const kept = estate.pools.filter((pool) => name === null || same(pool.name, name));
  return list(
    request,
    kept.map((pool) => poolBody(estate, pool)),
  );
}

export function pool(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withPool(request, estate, (known) => found(request, poolBody(estate, known)));
}

export function agents(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withPool(request, estate, (known) => {
    const { query } = request;
    const name = query.get('agentName');
    const members = estate.data.agents
      .filter((agent) => same(agent.pool, known.name) && (name === null || same(agent.name, name)))
      .map((agent) =>
        without(
          agent,
          'pool',
          ...(query.get('includeAssignedRequest') === 'true' ? [] : ['assignedRequest']),
          ...(query.get('includeCapabilities') === 'true' ? [] : ['systemCapabilities', 'userCapabilities']),
        ),
      );
    return list(request, members);
  });
}

export function queues(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const names = request.query.get('queueNames')?.toLowerCase().split(',');
  const all = [...estate.data.definitions, ...estate.data.builds].map(({ queue }) => queue);
  const unique = new Map(all.filter((queue) => queue !== undefined).map((queue) => [queue.id, queue]));
  const kept = [...unique.values()].filter(
    (queue) => names === undefined || names.includes((queue.name ?? '').toLowerCase()),
  );
  return list(
    request,
    kept.map((queue) => ({ ...queue, projectId: estate.project.id })),
  );
}

export function serviceConnections(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const names = request.query.get('endpointNames')?.toLowerCase().split(',');
  const type = request.query.get('type');
  const kept = estate.data.serviceConnections.filter(
    (known) =>
      (names === undefined || names.includes(known.name.toLowerCase())) &&
      (type === null || same(typeof known['type'] === 'string' ? known['type'] : '', type)),
  );
  return list(request, kept);
}

function approvalBody(request: LabRequest, known: Readonly<Record<string, unknown>>): unknown {
  if (request.query.get('$expand')?.toLowerCase() === 'steps') return known;
  return without(known, 'steps');
}

function reference(estate: AzureDevOpsEstate, known: Definition): unknown {
  const { id, name, path, queueStatus } = known;
  return {
    id,
    name,
    path,
    queueStatus,
    type: known['type'] ?? 'build',
    revision: known['revision'] ?? 1,
    quality: known['quality'] ?? 'definition',
    createdDate: known['createdDate'],
    uri: `vstfs:///Build/Definition/${id}`,
    url: `https://dev.azure.com/${estate.data.organization}/${estate.project.id}/_apis/build/Definitions/${id}`,
    project: { ...estate.project, state: 'wellFormed' },
  };
}

function withPool(
  request: LabRequest,
  estate: AzureDevOpsEstate,
  answer: (pool: Pool) => LabAnswer,
): LabAnswer {
  const id = param(request, 'poolId');
  const known = estate.pools.find((candidate) => String(candidate.id) === id);
  if (known !== undefined) return answer(known);
  return failure(request, 404, {
    message: `No agent pool found with identifier ${id}.`,
    typeKey: 'TaskAgentPoolNotFoundException',
    namespace: 'Microsoft.TeamFoundation.DistributedTask.WebApi',
  });
}

function poolBody(estate: AzureDevOpsEstate, known: Pool): unknown {
  return {
    ...known,
    poolType: 'automation',
    size: estate.data.agents.filter((agent) => same(agent.pool, known.name)).length,
    isLegacy: false,
    autoProvision: false,
    options: 'none',
  };
}
