// Literal messages of runs, as data: which cause they prove (facts/azure-devops-and-acr.md 3.5, 4.5 and 5.3). Read top to
// bottom, the first that matches wins: specific texts stand before the general ones that may follow them in the same log.
import type { Leaf } from '../leaves.ts';

export interface RunMessage {
  readonly id: string;
  readonly pattern: RegExp;
  readonly leaf: Leaf;
}

export const RUN_MESSAGES: readonly RunMessage[] = [
  // Git push of the tag (5.3)
  { id: 'P01', pattern: /TF402455|Pushes to this branch are not permitted/i, leaf: 'git_push_tf402455' },
  { id: 'P02', pattern: /TF401027|need the Git '\w+' permission/i, leaf: 'git_push_tf401027' },
  {
    id: 'P03',
    pattern:
      /! \[(?:remote )?rejected\].*(?:fetch first|non-fast-forward|stale info|cannot lock ref)|TF401028|Updates were rejected because/i,
    leaf: 'git_push_rejected_non_ff',
  },
  {
    id: 'P04',
    pattern:
      /could not read (?:Username|Password) for|fatal: Authentication failed for|TF400813|terminal prompts disabled/i,
    leaf: 'git_push_no_credentials',
  },
  // Service connections and sign-in (3.5)
  {
    id: 'C01',
    pattern: /expects a service connection of type (?:dockerregistry|'?Docker)/i,
    leaf: 'docker2_connection_type',
  },
  {
    id: 'C02',
    pattern:
      /Docker registry service connection not specified|Not pushing to any registry as no login information|is not a recognized Azure Container Registry login server/i,
    leaf: 'docker2_connection_type',
  },
  { id: 'C03', pattern: /The push refers to repository \[docker\.io\//i, leaf: 'docker2_connection_type' },
  {
    id: 'C04',
    pattern:
      /AADSTS\d{5,6}|CouldNotFetchAccessToken|Could not fetch access token for Azure|Failed to obtain the J(?:SON|son) Web Token|api:\/\/AzureADTokenExchange|Identity not found/i,
    leaf: 'wif_service_connection',
  },
  {
    id: 'C05',
    pattern:
      /does not exist(?:, has been disabled)? or has not been authorized for use|resource authorization issue|needs permission to access a resource/i,
    leaf: 'resource_not_authorized',
  },
  {
    id: 'C06',
    pattern: /AADSTS|OIDC (?:token|endpoint)|federated (?:token|identity|credential)|No subscriptions found/i,
    leaf: 'wif_service_connection',
  },
  // Registry, from the agent (3.5, 4.5)
  {
    id: 'A01',
    pattern: /client with IP .*is not allowed access|aka\.ms\/acr\/firewall|CONNECTIVITY_FORBIDDEN_ERROR/i,
    leaf: 'private_agent',
  },
  {
    id: 'A02',
    pattern: /lookup \S+ .*no such host|lookup \S+: no such host|CONNECTIVITY_DNS_ERROR/i,
    leaf: 'private_agent',
  },
  {
    id: 'A03',
    pattern:
      /(?:\/v2\/|azurecr\.io).*(?:i\/o timeout|connection reset by peer|connection refused|TLS handshake timeout|no route to host|Client\.Timeout exceeded|context deadline exceeded|EOF)/i,
    leaf: 'private_agent',
  },
  { id: 'A04', pattern: /login attempt .*failed with status: 403/i, leaf: 'private_agent' },
  {
    id: 'A05',
    pattern: /operation is disallowed on this registry|REGISTRY_DISALLOWED_OPERATION/i,
    leaf: 'push_locked',
  },
  {
    id: 'A06',
    pattern:
      /unauthorized: authentication required|insufficient_scope|requested access to the resource is denied|aka\.ms\/acr\/authorization|failed with status: 401/i,
    leaf: 'push_unauthorized',
  },
  {
    id: 'A07',
    pattern:
      /(?:received unexpected HTTP status|unexpected status).*(?:429|50[0-4])|(?:429 Too Many Requests|toomanyrequests)(?!.*docker\.io)|50[234] (?:Bad Gateway|Service Unavailable|Gateway Time-?out)/i,
    leaf: 'push_registry_error',
  },
  // The run itself
  {
    id: 'R01',
    pattern:
      /ran longer than the maximum time|job was canceled because it timed out|exceeded the maximum execution time/i,
    leaf: 'run_cancelled',
  },
  { id: 'R02', pattern: /We stopped hearing from agent|did not renew the lock/i, leaf: 'run_cancelled' },
  // The agent's own line: a test that prints a cancelled task of its own says it inside a sentence.
  {
    id: 'R03',
    pattern: /^(?:##\[error\])?The operation was canceled\.?$|(?:run|build|job) was canceled by/i,
    leaf: 'run_cancelled',
  },
  {
    id: 'R04',
    pattern:
      /No agent found in pool|No hosted parallelism has been purchased|No agent in pool .* is currently online/i,
    leaf: 'no_agent',
  },
  {
    id: 'R05',
    pattern: /Git fetch failed|TF401019|VS800075|not defined by the pipeline/i,
    leaf: 'checkout_failed',
  },
];

/** The message that proves a cause, with the line that holds it. */
export interface MatchedMessage {
  readonly leaf: Leaf;
  readonly id: string;
  readonly line: string;
}

/** A longer line is a dump of something; what says the cause stands at its start. */
const MAX_SEARCHED = 4000;

/** First entry of the table that any line matches; of its lines the first. */
export function matchMessage(lines: readonly string[], only?: readonly Leaf[]): MatchedMessage | null {
  for (const { id, pattern, leaf } of RUN_MESSAGES) {
    if (only !== undefined && !only.includes(leaf)) continue;
    const line = lines.find((candidate) => pattern.test(candidate.slice(0, MAX_SEARCHED)));
    if (line !== undefined) return { leaf, id, line: tidyLine(line) };
  }
  return null;
}

/** Without the agent's markers; JSON escapes of quotes read as quotes. */
export function tidyLine(line: string): string {
  return line
    .replace(/^##\[\w+\]/, '')
    .replaceAll('\\u0027', "'")
    .trim();
}

/** The line a person would quote when no entry of the table matches: the last error the log marks, else the last line said. */
export function lastError(lines: readonly string[]): string | null {
  const said = lines
    .map(tidyLine)
    .filter((line) => line !== '' && !/^=+$/.test(line) && !/^(?:Starting|Finishing): /.test(line));
  const marked = lines.filter((line) => line.startsWith('##[error]')).map(tidyLine);
  const specific = marked.findLast((line) => !GENERIC_EXIT.test(line));
  const spoken = said.findLast((line) => !GENERIC_EXIT.test(line));
  return specific ?? spoken ?? marked.at(-1) ?? null;
}

/** Says only that something failed. */
export const GENERIC_EXIT =
  /exited with code|failed with exit code|completed with exit code|Script failed with exit code/i;
