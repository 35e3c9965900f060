// An operation is on its way (facts/argocd.md 5 D4 to D6): for this revision, or for an older one that this one waits behind.
import type { Cause } from '../../argocd/cause.ts';
import { isoTime, secondsBetween } from '../../argocd/duration.ts';
import { readMessage, shown } from '../../argocd/messages/message.ts';
import { OPERATION_MESSAGES } from '../../argocd/messages/operation.ts';
import { nextRetry } from '../../argocd/retry-clock.ts';
import { operationRevisions, sameRevisions, shortRevision, shownRevisions } from '../../argocd/revisions.ts';
import {
  operationInProgress,
  operationInProgressOlder,
  operationInProgressRetrying,
} from '../../catalogue/sync/waiting.ts';
import type { Workload } from '../../evidence/kubernetes.ts';
import { valueOf } from '../../evidence/observed.ts';
import { waitsForHook } from './hook.ts';
import { later, operationProof, type Situation } from './situation.ts';
import { heldByWindow } from './window.ts';

/** A controller that is a minute late with its own clock does not keep it. */
const GRACE_SECONDS = 60;
/** Kubernetes' own deadline where a Deployment names none (facts/argocd.md 0.3). */
const PROGRESS_DEADLINE_SECONDS = 600;

/** Null: no operation runs and none is requested. */
export function runningOperation(situation: Situation): Cause | null {
  const { application, state, now } = situation;
  if (state?.phase !== 'Running' && state?.phase !== 'Terminating') {
    return application.operation === undefined ? null : notStarted(situation);
  }
  const message = readMessage(state.message ?? '', OPERATION_MESSAGES);
  if (message.known?.leaf === 'sync_window') return heldByWindow(situation);
  const retry = nextRetry(state);
  if (retry !== null) return betweenRetries(situation, retry);
  const { hook, resource } = message.groups;
  if (hook !== undefined) return waitsForHook(situation, hook);
  // Somebody has to confirm: no clock runs.
  if (message.known?.id === '36b')
    return { finding: inProgress(situation), proof: operationProof(situation) };
  const until = message.known?.id === '35' && resource !== undefined ? deadlineOf(situation, resource) : null;
  if (until !== null && secondsBetween(until, now) > GRACE_SECONDS) {
    return { finding: inProgress(situation), proof: operationProof(situation) };
  }
  return { finding: inProgress(situation), proof: operationProof(situation), waiting: { until } };
}

/** Does the operation wait for a hook whose Job and pods can be read? */
export function waitsForJob({ state }: Situation): boolean {
  const { hook } = readMessage(state?.message ?? '', OPERATION_MESSAGES).groups;
  return state?.phase === 'Running' && hook !== undefined && /^(?:[^/]*\/)?Job\//.test(hook);
}

/** Requested, or about to be: nothing has been written about it yet. */
export function notStarted(situation: Situation, until: string | null = null): Cause {
  const { name, commit, application } = situation;
  const since = application.status?.reconciledAt ?? '?';
  const finding = operationInProgress({
    application: name,
    commit,
    since,
    message: 'operation: requested, operationState: —',
  });
  return { finding, proof: operationProof(situation), waiting: { until } };
}

function betweenRetries(situation: Situation, retry: Date): Cause {
  const { name, commit, state, now } = situation;
  const until = isoTime(retry);
  const finding = isOlder(situation)
    ? inProgress(situation)
    : operationInProgressRetrying({ application: name, commit, until, message: shown(state?.message ?? '') });
  const proofs = operationProof(situation);
  if (secondsBetween(retry, now) > GRACE_SECONDS) return { finding, proof: proofs };
  return { finding, proof: proofs, waiting: { until } };
}

/** Retries and long waits keep the revision they started with (facts/argocd.md 0.6). */
function isOlder({ application, state }: Situation): boolean {
  const own = operationRevisions(state);
  return own.length > 0 && !sameRevisions(own, shownRevisions(application));
}

function inProgress(situation: Situation) {
  const { name, commit, state } = situation;
  const common = {
    application: name,
    commit,
    since: state?.startedAt ?? '?',
    message: shown(state?.message ?? ''),
  };
  if (!isOlder(situation)) return operationInProgress(common);
  return operationInProgressOlder({
    ...common,
    found: operationRevisions(state).map(shortRevision).join(', '),
  });
}

/** The progress deadline of the workload that the wave waits for; null when it is not one that was read. */
function deadlineOf({ evidence }: Situation, resource: string): string | null {
  const [, kind, name] = /^(?:[^/]*\/)?(\w+)\/(.+)$/.exec(resource) ?? [];
  const found = (valueOf(evidence.workloads) ?? []).find(
    (workload) => workload.kind === kind && workload.name === name,
  );
  const object = found?.object ?? null;
  return object === null ? null : progressDeadline(object);
}

function progressDeadline(workload: Workload): string | null {
  if (workload.kind !== 'Deployment') return null;
  const progressing = workload.status?.conditions?.find(({ type }) => type === 'Progressing');
  const since = progressing?.lastUpdateTime ?? progressing?.lastTransitionTime;
  return since === undefined
    ? null
    : later(since, workload.spec.progressDeadlineSeconds ?? PROGRESS_DEADLINE_SECONDS);
}
