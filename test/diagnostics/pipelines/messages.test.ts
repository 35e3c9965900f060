// Each row of the message table by a literal message of the systems, and words that look like it and prove nothing.
import { describe, expect, test } from '@jest/globals';
import {
  lastError,
  matchMessage,
  RUN_MESSAGES,
  tidyLine,
} from '../../../src/diagnostics/pipelines/messages.ts';

// Literal lines of facts/azure-devops-and-acr.md 3.5, 4.5 and 5.3.
const LITERAL: readonly [string, string][] = [
  [
    'P01',
    '! [remote rejected] HEAD -> main (TF402455: Pushes to this branch are not permitted; you must use a pull request to update this branch.)',
  ],
  [
    'P02',
    "remote: TF401027: You need the Git 'GenericContribute' permission to perform this action. Details: identity 'Build\\7b1d', scope 'repository'.",
  ],
  ['P02', "You need the Git 'CreateBranch' permission to perform this action."],
  ['P03', ' ! [rejected]        HEAD -> main (fetch first)'],
  ['P03', ' ! [rejected]        main -> main (non-fast-forward)'],
  ['P03', 'hint: Updates were rejected because the remote contains work that you do'],
  [
    'P03',
    "TF401028: The reference 'refs/heads/main' has already been updated by another client, so you cannot update it. Please try again.",
  ],
  ['P04', "fatal: could not read Username for 'https://dev.azure.com': terminal prompts disabled"],
  ['P04', "fatal: could not read Password for 'https://o@dev.azure.com': No such device or address"],
  ['P04', "fatal: Authentication failed for 'https://dev.azure.com/o/p/_git/env/'"],
  ['P04', "TF400813: The user 'aaa' is not authorized to access this resource."],
  [
    'C01',
    'The pipeline is not valid. Job docker: Step Docker input containerRegistry expects a service connection of type dockerregistry but the provided service connection x is of type azurerm.',
  ],
  ['C02', '##[error]Docker registry service connection not specified.'],
  ['C02', 'Not pushing to any registry as no login information was found.'],
  ['C02', 'x is not a recognized Azure Container Registry login server'],
  ['C03', 'The push refers to repository [docker.io/library/api]'],
  ['C04', 'AADSTS70021: No matching federated identity record found for presented assertion'],
  ['C04', 'AADSTS700024: Client assertion is not within its valid time range'],
  ['C04', 'AADSTS7000215: Invalid client secret provided'],
  ['C04', 'Failed to obtain the JSON Web Token (JWT) using service principal client ID'],
  ['C04', 'cannot request token: Get ?audience=api://AzureADTokenExchange: unsupported protocol scheme'],
  ['C04', 'Could not fetch access token for Azure'],
  ['C04', 'Identity not found'],
  [
    'C05',
    'Job d: Step Docker2 input containerRegistry references service connection x which could not be found. The service connection does not exist, has been disabled or has not been authorized for use.',
  ],
  ['C05', 'Could not find a pool with name x. The pool does not exist or has not been authorized for use.'],
  [
    'C05',
    'Environment x could not be found. The environment does not exist or has not been authorized for use',
  ],
  ['C05', 'There was a resource authorization issue: "The pipeline is not valid."'],
  ['C05', 'This pipeline needs permission to access a resource before this run can continue'],
  ['C06', 'ERROR: Request to External OIDC endpoint failed.'],
  ['C06', 'No subscriptions found for aaaa'],
  [
    'A01',
    "denied: client with IP '20.50.60.70' is not allowed access. Refer https://aka.ms/acr/firewall to grant access.",
  ],
  ['A01', 'denied: client with IP \\u002720.50.60.70\\u0027 is not allowed access.'],
  ['A01', 'CONNECTIVITY_FORBIDDEN_ERROR'],
  [
    'A02',
    'Error response from daemon: Get "https://x.azurecr.io/v2/": dial tcp: lookup x.azurecr.io on 168.63.129.16:53: no such host',
  ],
  ['A02', 'dial tcp: lookup x.azurecr.io: no such host'],
  ['A02', 'CONNECTIVITY_DNS_ERROR'],
  [
    'A03',
    'Get "https://x.azurecr.io/v2/": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)',
  ],
  ['A03', 'Get "https://x.azurecr.io/v2/": dial tcp 10.1.2.3:443: i/o timeout'],
  ['A03', 'Get "https://x.azurecr.io/v2/": net/http: TLS handshake timeout'],
  [
    'A03',
    'Get https://x.azurecr.io/v2/: read tcp 10.0.5.203:43262->10.0.6.80:443: read: connection reset by peer',
  ],
  ['A04', 'login attempt to https://x.azurecr.io/v2/ failed with status: 403 Forbidden'],
  [
    'A05',
    'unknown: The operation is disallowed on this registry, repository or image. View troubleshooting steps at https://aka.ms/acr/faq',
  ],
  [
    'A06',
    'unauthorized: authentication required, visit https://aka.ms/acr/authorization for more information.',
  ],
  ['A06', 'insufficient_scope: authorization failed'],
  ['A06', 'denied: requested access to the resource is denied'],
  ['A07', 'received unexpected HTTP status: 503 Service Unavailable'],
  ['A07', 'error parsing HTTP 429 response body: toomanyrequests: too many requests'],
  ['A07', 'unexpected status from PUT request to https://x.azurecr.io/v2/api/manifests/1: 502 Bad Gateway'],
  ['R01', 'The job running on agent x ran longer than the maximum time of 60 minutes.'],
  [
    'R02',
    'We stopped hearing from agent x. Verify the agent machine is running and has a healthy network connection.',
  ],
  ['R02', 'The agent did not renew the lock for its job'],
  ['R03', '##[error]The operation was canceled.'],
  ['R03', 'The build was canceled by Ana.'],
  ['R04', 'No agent found in pool x which satisfies the specified demands: docker'],
  ['R04', 'No hosted parallelism has been purchased or granted.'],
  ['R04', 'No agent in pool x is currently online.'],
  ['R05', '##[error]Git fetch failed with exit code: 128'],
  [
    'R05',
    'TF401019: The Git repository with name or identifier env does not exist or you do not have permissions for the operation you are attempting.',
  ],
  ['R05', 'VS800075: The project with id x does not exist, or you do not have permission to access it.'],
  ['R05', "The checkout step references the repository 'env' which is not defined by the pipeline."],
];

const NOTHING: readonly string[] = [
  '',
  'nothing to commit, working tree clean',
  'Everything up-to-date',
  '   1111111..2222222  HEAD -> main',
  'fatal: You are not currently on a branch.',
  "sed: can't read values.yaml: No such file or directory",
  'The push refers to repository [x.azurecr.io/api]',
  'Login Succeeded',
  "##[error]Bash exited with code '1'.",
  'A step needs a service connection of type AzureRM with authentication scheme WorkloadIdentityFederation',
  'The arguments input is not supported when the command is buildAndPush. Ignoring the input.',
  'failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
  'The agent request is not running because all potential agents are running other requests. Current position in queue: 3',
  // What tests and tools print
  'FAIL src/login.test.ts: OIDC login redirects',
  'System.Threading.Tasks.TaskCanceledException: The operation was canceled.',
  'the request was canceled by the user',
  'expected the user is currently online',
  'AssertionError: expected 401 to equal 200',
  'Retrieved 429 rows',
];

describe('matchMessage', () => {
  test.each(LITERAL)('%s: %s', (id, line) => {
    expect(matchMessage(['Starting', line, 'Finishing'])?.id).toBe(id);
  });

  test.each(NOTHING.map((line) => [line]))('nothing in: %s', (line) => {
    expect(matchMessage([line])).toBeNull();
  });

  test('every row is proven by a literal message', () => {
    const proven = new Set(LITERAL.map(([id]) => id));
    expect(RUN_MESSAGES.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
    expect(new Set(RUN_MESSAGES.map(({ id }) => id)).size).toBe(RUN_MESSAGES.length);
  });

  test('the row decides, not the line that comes first', () => {
    const matched = matchMessage([
      'fatal: Authentication failed',
      'unauthorized: authentication required',
      ' ! [rejected] HEAD -> main (fetch first)',
    ]);
    expect(matched).toEqual({
      id: 'P03',
      leaf: 'git_push_rejected_non_ff',
      line: '! [rejected] HEAD -> main (fetch first)',
    });
  });

  test('a line of a megabyte is searched at its start', () => {
    const started = process.cpuUsage();
    const dump = 'lookup '.repeat(150_000);
    expect(matchMessage([`TF400813: x ${dump}`])?.leaf).toBe('git_push_no_credentials');
    expect(matchMessage([`${dump} TF400813: x`])).toBeNull();
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
  });

  test('only the wanted causes', () => {
    const lines = ['TF401027: x', 'unauthorized: authentication required'];
    expect(matchMessage(lines, ['push_unauthorized'])?.id).toBe('A06');
    expect(matchMessage(lines, ['no_agent'])).toBeNull();
  });
});

test.each([
  ['##[error]No Dockerfile', 'No Dockerfile'],
  ['##[warning]  spaced ', 'spaced'],
  ['IP \\u00271.2.3.4\\u0027', "IP '1.2.3.4'"],
  ['plain', 'plain'],
])('tidyLine %s', (line, tidy) => {
  expect(tidyLine(line)).toBe(tidy);
});

describe('lastError', () => {
  test.each([
    [
      'the marked error that says something',
      ['##[error]yq: command not found', "##[error]Bash exited with code '127'."],
      'yq: command not found',
    ],
    [
      'else the last words before the exit',
      ['sed: no input files', "##[error]Bash exited with code '1'.", 'Finishing: Write the tag'],
      'sed: no input files',
    ],
    ['else the exit itself', ["##[error]Bash exited with code '1'."], "Bash exited with code '1'."],
    ['frames of the agent say nothing', ['Starting: Build', '==========', '', 'Finishing: Build'], null],
    ['an empty log', [], null],
  ])('%s', (_, lines, expected) => {
    expect(lastError(lines)).toBe(expected);
  });
});
