// The rows of the container registry in the table of allowed requests (facts/azure-devops-and-acr.md 4.1).
import type { AllowedRequest } from '../requests.ts';

// AcrPull where the registry only knows Azure RBAC; a registry with repository permissions does not honour it (facts 4.6).
const reader = 'AcrPull, or Container Registry Repository Reader';
const lister = 'AcrPull, or Container Registry Repository Catalog Lister';

export const registryRequests: readonly AllowedRequest[] = [
  row('exchange', 'POST', '/oauth2/exchange', 'any role on the registry', 'refresh token for an Entra token'),
  row('token', 'POST', '/oauth2/token', 'any role on the registry', 'access token for one scope'),
  row('catalog', 'GET', '/acr/v1/_catalog', lister, 'names of repositories, when one is not there'),
  row('tag', 'GET', '/acr/v1/{*repository}/_tags/{tag}', reader, 'whether the tag is there, and its digest'),
  row('tags', 'GET', '/acr/v1/{*repository}/_tags', reader, 'newest tags'),
  row(
    'manifest',
    'GET',
    '/acr/v1/{*repository}/_manifests/{digest}',
    reader,
    'architectures and tags of a digest',
  ),
  row('repository', 'GET', '/acr/v1/{*repository}', reader, 'whether the repository is there'),
];

function row(
  id: string,
  method: AllowedRequest['method'],
  path: string,
  right: string,
  reads: string,
): AllowedRequest {
  return { id: `registry.${id}`, system: 'registry', method, path, right, reads };
}
