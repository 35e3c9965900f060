// The read-only Azure DevOps client of one identity. Its memory is its own: what one credential may see is never served to another.
import type { AzureDevOpsReader } from '../../evidence/ports.ts';
import { createCache } from '../cache.ts';
import { createRetryBudget } from '../http.ts';
import { connect } from './connection.ts';
import type { Connection, Credential } from './connection.ts';
import { createGitReader } from './git-reader.ts';
import { createLook } from './look.ts';
import type { Found } from './look.ts';
import { createPipelineReader } from './pipeline-reader.ts';
import { createPullRequestReader } from './pull-request-reader.ts';

export interface AzureDevOpsOptions {
  /** `https://dev.azure.com/{organization}`, or what stands for it, with any path. */
  readonly baseUrl: (organization: string) => string;
  /** Asked before every request: it caches its token itself. */
  readonly credential: Credential;
  /** Of one request, its retry included. */
  readonly timeoutMs?: number;
  /** Requests in flight to one organization. */
  readonly concurrency?: number;
  readonly retriesPerMinute?: number;
  /** Milliseconds, for the age of what is remembered. */
  readonly now?: () => number;
}

/** A trace reads 12 to 18 things (facts 7); their answers and the files of a chart, for some dozen services. */
const keptAnswers = 1000;
const keptRuns = 1000;

export function createAzureDevOpsReader(options: AzureDevOpsOptions): AzureDevOpsReader {
  const { baseUrl, credential, timeoutMs = 5000, concurrency = 8, retriesPerMinute = 20 } = options;
  const now = options.now ?? Date.now;
  const retries = createRetryBudget(retriesPerMinute, now);
  const connections = new Map<string, Connection>();

  function connectionOf(organization: string): Connection {
    const known = connections.get(organization);
    if (known !== undefined) return known;
    const url = baseUrl(organization);
    const connection = connect({ organization, baseUrl: url, credential, timeoutMs, concurrency, retries });
    connections.set(organization, connection);
    return connection;
  }

  const look = createLook(connectionOf, createCache<Found<unknown>>(keptAnswers, now));
  return {
    ...createGitReader(look),
    ...createPullRequestReader(look),
    ...createPipelineReader(look, createCache<string | undefined>(keptRuns, now)),
  };
}
