// The one table of requests maillon may send to read. Clients refuse to send anything else, the lab answers 405 to it,
// and the read-only roles in infra are checked against `right`. A new request starts here.
import { azureDevOpsRequests } from './azure-devops/requests.ts';
import { registryRequests } from './container-registry/requests.ts';
import { kubernetesRequests } from './kubernetes/requests.ts';

export type RequestSystem = 'azureDevOps' | 'kubernetes' | 'registry';

export interface AllowedRequest {
  /** Unique in the table, for example `git.commit`. */
  readonly id: string;
  readonly system: RequestSystem;
  readonly method: 'GET' | 'POST' | 'OPTIONS';
  /** From the root of the system. `{name}` is one segment, `{*name}` one or more; letter case counts except for Azure DevOps. */
  readonly path: string;
  /** The right the request needs, in the words of the system's permission pages. */
  readonly right: string;
  /** What it is read for. */
  readonly reads: string;
}

export const allowedRequests: readonly AllowedRequest[] = [
  ...azureDevOpsRequests,
  ...kubernetesRequests,
  ...registryRequests,
];

const matchers = allowedRequests.map((request) => ({ request, pattern: patternOf(request) }));

/** The row that allows a request, or undefined. `path` is without query, as sent (percent-encoded). */
export function matchRequest(
  system: RequestSystem,
  method: string,
  path: string,
): AllowedRequest | undefined {
  return matchers.find(
    ({ request, pattern }) => request.system === system && request.method === method && pattern.test(path),
  )?.request;
}

function patternOf({ system, path }: AllowedRequest): RegExp {
  const source = path
    .split(/(\{\*?\w+\})/)
    .map((part) => (part.startsWith('{*') ? '.+' : part.startsWith('{') ? '[^/]+' : literal(part)))
    .join('');
  // Azure DevOps routes ignore case and its location table mixes them: `Builds` beside `builds` (facts 1.3).
  return new RegExp(`^${source}$`, system === 'azureDevOps' ? 'i' : '');
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
