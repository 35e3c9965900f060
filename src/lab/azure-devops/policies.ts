// Branch policies: configurations of the project and their evaluations for one pull request.
import { param, wholeNumber } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import { failure, found, list, page } from './answers.ts';
import type { AzureDevOpsEstate } from './estate.ts';
import { same } from './estate.ts';

export function configurations(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const { query } = request;
  const scope = query.get('scope') ?? query.get('repositoryId');
  const type = query.get('policyType');
  const all = allPolicies(estate)
    .filter((policy) => scope === null || covers(policy.settings, { repositoryId: scope }))
    .filter((policy) => type === null || isType(policy, type));
  const start = wholeNumber(query.get('continuationToken')) ?? 0;
  const top = wholeNumber(query.get('$top')) ?? all.length;
  const next = start + top;
  return list(
    request,
    all.slice(start, next),
    next < all.length ? { 'x-ms-continuationtoken': String(next) } : {},
  );
}

export function configuration(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const id = param(request, 'configurationId');
  const policy = allPolicies(estate).find((known) => String(known.id) === id);
  if (policy !== undefined) return found(request, policy);
  return failure(request, 404, {
    message: `TF402463: The policy configuration with ID ${id} could not be found.`,
    typeKey: 'PolicyConfigurationNotFoundException',
    namespace: 'Microsoft.TeamFoundation.Policy.WebApi',
  });
}

/** The Git view of the same list: by repository and by ref. */
export function gitConfigurations(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const repositoryId = request.query.get('repositoryId');
  const refName = request.query.get('refName');
  const kept = allPolicies(estate).filter((policy) =>
    covers(policy.settings, {
      ...(repositoryId === null ? {} : { repositoryId }),
      ...(refName === null ? {} : { refName }),
    }),
  );
  return list(request, page(request, kept, 100));
}

/** artifactId: `vstfs:///CodeReview/CodeReviewId/{projectId}/{pullRequestId}`. */
export function evaluations(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const artifact = request.query.get('artifactId') ?? '';
  const [, projectId, number] =
    /^vstfs:\/\/\/CodeReview\/CodeReviewId\/([^/]+)\/(\d+)$/i.exec(artifact) ?? [];
  if (projectId === undefined || number === undefined || !estate.isProject(projectId)) {
    return failure(request, 404, {
      message: `TF402495: The artifact ${artifact} could not be found.`,
      typeKey: 'ArtifactNotFoundException',
      namespace: 'Microsoft.TeamFoundation.Policy.WebApi',
    });
  }
  const pullRequest = estate.data.repositories
    .flatMap((repository) => repository.pullRequests)
    .find((known) => String(known.pullRequestId) === number);
  const values = (pullRequest?.policyEvaluations ?? []).map((evaluation) => ({
    artifactId: artifact,
    ...evaluation,
  }));
  return list(request, page(request, values, 1000));
}

function allPolicies(estate: AzureDevOpsEstate) {
  return estate.data.repositories
    .flatMap((repository) => repository.policies)
    .toSorted((one, other) => one.id - other.id);
}

function covers(
  settings: Readonly<Record<string, unknown>>,
  asked: { readonly repositoryId?: string; readonly refName?: string },
): boolean {
  const scopes = Array.isArray(settings['scope'])
    ? (settings['scope'] as readonly Record<string, unknown>[])
    : [];
  return scopes.some((scope) => {
    const { repositoryId, refName, matchKind } = scope as Record<string, string | undefined>;
    // A scope without repository covers every repository of the project.
    if (
      asked.repositoryId !== undefined &&
      repositoryId !== undefined &&
      !same(repositoryId, asked.repositoryId)
    ) {
      return false;
    }
    if (asked.refName === undefined || refName === undefined) return true;
    return matchKind?.toLowerCase() === 'prefix'
      ? asked.refName.startsWith(refName)
      : refName === asked.refName;
  });
}

function isType(policy: Readonly<Record<string, unknown>>, type: string): boolean {
  const id = (policy['type'] as { readonly id?: string } | undefined)?.id;
  return id !== undefined && same(id, type);
}
