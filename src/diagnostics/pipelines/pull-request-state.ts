// Does an open pull request complete by itself, or does it wait for a person (facts/azure-devops-and-acr.md 2.2)?
import type { GitCommit, PolicyEvaluation, PullRequest } from '../evidence/azure-devops.ts';

/** A build validation that runs longer than this without an end is no longer "running by itself". */
const CHECK_BUDGET_SECONDS = 3600;
/** Build validation: the only policy that ends without a person. */
const BUILD_POLICY = '0609b952-1397-4640-95ec-e00a01b2c241';
/** Posted by services, not by people. */
const STATUS_POLICY = 'cbdc66da-9728-4af8-aada-9a5a32e4a226';

export interface PullRequestState {
  readonly kind: 'completesItself' | 'conflicts' | 'blocked' | 'ready';
  readonly blocking: readonly { readonly name: string; readonly status: string }[];
  /** Names of the blocking policies. */
  readonly policy: string;
  /** When the running check is no longer expected to end by itself; ISO 8601 UTC. */
  readonly until: string | null;
}

/** Closed before the commit was pushed: it came from the same branch, and does not carry the commit. */
export function isOlderThan({ closedDate }: PullRequest, { push, committer }: GitCommit): boolean {
  return Date.parse(closedDate ?? '') < Date.parse(push?.date ?? committer.date ?? '');
}

export function pullRequestState(
  pullRequest: PullRequest,
  evaluations: readonly PolicyEvaluation[],
  now: Date,
): PullRequestState {
  const open = evaluations.filter(
    ({ status, configuration }) =>
      configuration.isBlocking !== false &&
      configuration.isEnabled !== false &&
      status !== 'approved' &&
      status !== 'notApplicable',
  );
  const blocking = open.map(({ status, configuration }) => ({ name: policyName(configuration), status }));
  const policy = blocking.map(({ name }) => name).join(', ') || '-';
  const told = { blocking, policy, until: null };
  if (pullRequest.mergeStatus === 'conflicts') return { kind: 'conflicts', ...told };
  const running = open.filter(
    ({ status, configuration }) =>
      (status === 'running' || status === 'queued') &&
      (configuration.type.id === BUILD_POLICY || configuration.type.id === STATUS_POLICY),
  );
  const started = running
    .map(({ startedDate }) => Date.parse(startedDate ?? pullRequest.creationDate ?? ''))
    .filter(Number.isFinite);
  const until = new Date(Math.max(...started, -Infinity) + CHECK_BUDGET_SECONDS * 1000);
  const isAutomatic = pullRequest.autoCompleteSetBy !== undefined && pullRequest.isDraft !== true;
  if (isAutomatic && open.length > 0 && running.length === open.length && until > now) {
    return { kind: 'completesItself', ...told, until: until.toISOString() };
  }
  return { kind: open.length > 0 ? 'blocked' : 'ready', ...told };
}

function policyName(configuration: PolicyEvaluation['configuration']): string {
  const named = configuration.settings?.['displayName'];
  const type = configuration.type.displayName ?? 'policy';
  return typeof named === 'string' && named !== '' ? `${type} (${named})` : type;
}
