// OutOfSync: why is it not synced (facts/argocd.md 5 Q-D)? The ordered tests D1 to D14, first hit wins.
import type { Cause } from '../../argocd/cause.ts';
import { comparisonFailure } from '../../argocd/conditions.ts';
import { detectionClock } from '../../argocd/detection-clock.ts';
import { addSeconds, isoTime, secondsBetween } from '../../argocd/duration.ts';
import { operationIsForShown } from '../../argocd/revisions.ts';
import { lastDenyEnd } from '../../argocd/sync-windows.ts';
import { syncFailed } from '../../catalogue/sync/failure.ts';
import { autoSyncStalled, autoSyncStalledWindow, manualSyncExpected } from '../../catalogue/sync/waiting.ts';
import { valueOf } from '../../evidence/observed.ts';
import { leafFacts } from '../../leaves.ts';
import { proof } from '../verdicts.ts';
import { failedSync, leafOfMessage } from './failure.ts';
import { failureFinding } from './findings.ts';
import { notStarted, runningOperation } from './operation.ts';
import { rollingSync } from './rolling-sync.ts';
import {
  automatedOn,
  selfHealOn,
  operationProof,
  policyProof,
  statusProof,
  waitingSince,
  type Situation,
} from './situation.ts';
import { closedWindow, windowText } from './window.ts';

/** Auto-sync starts right after the comparison that shows the commit; a minute covers a busy controller (D13: 30 s). */
const START_SECONDS = 60;

/** Self-heal waits 2·3ⁿ seconds between two attempts, at most 300 (facts/argocd.md 1.4). */
const SELF_HEAL_SECONDS = 300;

/** What stops every sync, whatever the revision: the Application goes away, or its destination is refused. */
export function blocked(situation: Situation): Cause | null {
  const { application, name, commit } = situation;
  const deleting = application.metadata.deletionTimestamp;
  if (deleting !== undefined) {
    const finalizers = application.metadata.finalizers?.join(', ') ?? '[]';
    const finding = syncFailed({
      application: name,
      commit,
      message: `deletionTimestamp ${deleting}, finalizers: ${finalizers}`,
    });
    return {
      finding,
      proof: [proof('application', 'value', `deletionTimestamp: ${deleting}`, { at: deleting })],
    };
  }
  const failure = comparisonFailure(application);
  if (failure === null) return null;
  const { message, condition } = failure;
  const leaf = message.known?.leaf ?? (condition.type === 'InvalidSpecError' ? 'appproject_denied' : null);
  if (leaf === null || leafFacts(leaf).link !== 'sync') return null;
  const known = message.known === null ? 'appproject_denied' : leafOfMessage(message);
  return {
    finding: failureFinding(known, { situation, row: null, message }),
    proof: [
      proof('application', 'condition', `${condition.type}: ${message.text}`, {
        at: condition.lastTransitionTime,
      }),
    ],
  };
}

/** The workload is out of sync at the revision shown: what keeps it so. Null: the sync was done, something undid it. */
export function unsynced(situation: Situation): Cause | null {
  const failed = failedSync(situation);
  if (failed !== null) return withStatus(situation, failed);
  if (!automatedOn(situation.application)) {
    return withStatus(situation, rollingSync(situation) ?? manual(situation));
  }
  if (operationIsForShown(situation.application)) return null;
  const window = closedWindow(situation);
  if (window !== null) return withStatus(situation, window);
  return withStatus(situation, startsSoon(situation) ?? stalled(situation));
}

/** An operation that is on its way comes before everything that asks why there is none. */
export function onItsWay(situation: Situation): Cause | null {
  const cause = runningOperation(situation);
  return cause === null ? null : withStatus(situation, cause);
}

/**
 * The sync of this revision was done, and the workload has another image again: without self-heal nothing puts it back
 * (facts/argocd.md 5 D11), with it that takes its backoff.
 */
export function drifted(situation: Situation): Cause {
  const { application, name, commit, now, state } = situation;
  const window = closedWindow(situation);
  if (window !== null) return withStatus(situation, window);
  const reconciledAt = application.status?.reconciledAt;
  if (selfHealOn(application) && reconciledAt !== undefined) {
    const until = addSeconds(reconciledAt, SELF_HEAL_SECONDS);
    if (now < until) return withStatus(situation, notStarted(situation, isoTime(until)));
  }
  const since = state?.finishedAt ?? reconciledAt ?? '?';
  const cause = {
    finding: autoSyncStalled({ application: name, commit, since }),
    proof: [policyProof(situation), ...operationProof(situation)],
  };
  return withStatus(situation, cause);
}

function manual(situation: Situation): Cause {
  const { name, commit } = situation;
  return {
    finding: manualSyncExpected({ application: name, commit }),
    proof: [policyProof(situation), ...operationProof(situation)],
  };
}

/** The comparison that shows the commit is seconds old, and so may be the commit. */
function startsSoon(situation: Situation): Cause | null {
  const { application, evidence, now, change } = situation;
  const reconciledAt = application.status?.reconciledAt;
  const since = waitingSince(situation);
  if (change.tagCommit === null || reconciledAt === undefined || since === undefined) return null;
  const { budgetSeconds } = detectionClock(valueOf(evidence.argocdSettings));
  const isFresh = secondsBetween(since, now) <= budgetSeconds + START_SECONDS;
  if (!isFresh || secondsBetween(reconciledAt, now) > START_SECONDS) return null;
  return notStarted(situation, isoTime(addSeconds(reconciledAt, START_SECONDS)));
}

function stalled(situation: Situation): Cause {
  const { application, evidence, name, commit, now } = situation;
  const since = waitingSince(situation) ?? application.status?.reconciledAt ?? '?';
  const project = valueOf(evidence.project) ?? null;
  const lifted =
    project === null || Number.isNaN(Date.parse(since))
      ? null
      : lastDenyEnd(project, application, new Date(since), now);
  if (lifted !== null) {
    const at = isoTime(lifted.endedAt);
    return {
      finding: autoSyncStalledWindow({ since: at, application: name, commit }),
      proof: [
        proof('project', 'syncWindow', windowText(lifted.window), { at }),
        policyProof(situation),
        ...operationProof(situation),
      ],
    };
  }
  return {
    finding: autoSyncStalled({ application: name, commit, since }),
    proof: [policyProof(situation), ...operationProof(situation)],
  };
}

function withStatus(situation: Situation, cause: Cause): Cause {
  return { ...cause, proof: [statusProof(situation), ...cause.proof] };
}
