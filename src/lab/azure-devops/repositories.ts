// Repositories, their refs and their pushes.
import { param, wholeNumber } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import { failure, found, gitFailure, list, page } from './answers.ts';
import type { AzureDevOpsEstate } from './estate.ts';
import type { GitGraph } from './git-graph.ts';

export function repositories(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return list(
    request,
    estate.repositories.map((graph) => repositoryBody(estate, graph)),
  );
}

export function repository(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => found(request, repositoryBody(estate, graph)));
}

/** `filter` is a prefix of the name after `refs/`; pages carry a continuation token. */
export function refs(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => {
    const { filter, contains } = {
      filter: `refs/${request.query.get('filter') ?? ''}`,
      contains: (request.query.get('filterContains') ?? '').toLowerCase(),
    };
    const all = Object.entries(graph.repository.refs)
      .filter(([name]) => name.startsWith(filter) && name.toLowerCase().includes(contains))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const start = wholeNumber(request.query.get('continuationToken')) ?? 0;
    const top = wholeNumber(request.query.get('$top')) ?? all.length;
    const next = start + top;
    const values = all.slice(start, next).map(([name, objectId]) => ({
      name,
      objectId,
      creator: creatorOf(graph, name),
      url: `${repositoryUrl(estate, graph)}/refs?filter=${encodeURIComponent(name.replace(/^refs\//, ''))}`,
    }));
    return list(request, values, next < all.length ? { 'x-ms-continuationtoken': String(next) } : {});
  });
}

export function pushes(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => {
    const refName = request.query.get('searchCriteria.refName');
    const withUpdates = request.query.get('searchCriteria.includeRefUpdates') === 'true';
    const kept = (graph.repository.pushes ?? [])
      .filter((push) => refName === null || push.refUpdates.some((update) => update.name === refName))
      .toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date) || other.pushId - one.pushId);
    const values = page(request, kept, 100, ['$', 'searchCriteria.$']).map(({ refUpdates, ...push }) => ({
      ...push,
      ...(withUpdates ? { refUpdates } : {}),
      url: `${repositoryUrl(estate, graph)}/pushes/${push.pushId}`,
    }));
    return list(request, values);
  });
}

export function push(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => {
    const id = param(request, 'pushId');
    const known = graph.repository.pushes?.find(({ pushId }) => String(pushId) === id);
    if (known === undefined)
      return gitFailure(request, 'GitPushNotFoundException', `TF401185: The push ${id} does not exist.`);
    return found(request, { ...known, url: `${repositoryUrl(estate, graph)}/pushes/${known.pushId}` });
  });
}

/** Runs the rest only when the repository of the path is there. */
export function inRepository(
  request: LabRequest,
  estate: AzureDevOpsEstate,
  answer: (graph: GitGraph) => LabAnswer,
): LabAnswer {
  const name = param(request, 'repository');
  const graph = estate.repository(name);
  if (graph !== undefined) return answer(graph);
  return failure(request, 404, {
    message: `TF401019: The Git repository with name or identifier ${name} does not exist or you do not have permissions for the operation you are attempting.`,
    typeKey: 'GitRepositoryNotFoundException',
    namespace: 'Microsoft.TeamFoundation.Git.Server',
  });
}

export function repositoryBody(estate: AzureDevOpsEstate, graph: GitGraph): unknown {
  const { organization } = estate.data;
  const { id, name, defaultBranch, refs: tips } = graph.repository;
  const web = `https://dev.azure.com/${organization}/${encodeURIComponent(estate.project.name)}/_git/${encodeURIComponent(name)}`;
  return {
    id,
    name,
    url: repositoryUrl(estate, graph),
    project: { ...estate.project, state: 'wellFormed', visibility: 'private' },
    // The service leaves the default branch out while the repository is empty.
    ...(Object.keys(tips).length > 0 ? { defaultBranch } : {}),
    size: graph.repository.commits.length * 1024,
    remoteUrl: web.replace('https://', `https://${organization}@`),
    sshUrl: `git@ssh.dev.azure.com:v3/${organization}/${encodeURIComponent(estate.project.name)}/${encodeURIComponent(name)}`,
    webUrl: web,
    isDisabled: false,
    isInMaintenance: false,
  };
}

export function repositoryUrl(estate: AzureDevOpsEstate, graph: GitGraph): string {
  return `https://dev.azure.com/${estate.data.organization}/${estate.project.id}/_apis/git/repositories/${graph.repository.id}`;
}

/** Who created a ref: the pusher of its first update. */
function creatorOf(graph: GitGraph, name: string): unknown {
  const first = graph.repository.pushes
    ?.toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date))
    .find((known) => known.refUpdates.some((update) => update.name === name));
  return first?.pushedBy;
}
