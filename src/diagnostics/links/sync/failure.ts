// The sync of the revision shown failed (facts/argocd.md 5 D8 and D9): the row that says why, read with the catalogue.
import { conditionOf } from '../../argocd/conditions.ts';
import type { Cause } from '../../argocd/cause.ts';
import { readMessage, type ReadMessage } from '../../argocd/messages/message.ts';
import { OPERATION_MESSAGES } from '../../argocd/messages/operation.ts';
import { retriesExhausted } from '../../argocd/retry-clock.ts';
import { operationIsForShown, shownRevisions } from '../../argocd/revisions.ts';
import { objectName } from '../../argocd/tag-images.ts';
import { syncFailedEmptyRender } from '../../catalogue/sync/failure.ts';
import type { ResourceResult } from '../../evidence/argocd.ts';
import { leafFacts, type Leaf } from '../../leaves.ts';
import type { Proof } from '../../verdict.ts';
import { proof } from '../verdicts.ts';
import { failureFinding, type FailureLeaf } from './findings.ts';
import { operationProof, type Situation } from './situation.ts';

/** Null: the last operation did not fail, or it was about another revision (facts/argocd.md 0.4). */
export function failedSync(situation: Situation): Cause | null {
  const { application, state } = situation;
  const empty = emptyRender(situation);
  if (empty !== null) return empty;
  if ((state?.phase !== 'Failed' && state?.phase !== 'Error') || !operationIsForShown(application))
    return null;

  const rows = (state.syncResult?.resources ?? []).filter(isFailed);
  const read = rows.map((row): Reason => ({
    row,
    message: readMessage(row.message ?? '', OPERATION_MESSAGES),
  }));
  const whole: Reason = { row: null, message: readMessage(state.message ?? '', OPERATION_MESSAGES) };
  const reason = decidingReason([...read, whole]);
  const leaf = reason === null ? unnamed(situation) : reason.leaf;
  const shown = reason ?? read[0] ?? whole;
  const finding = failureFinding(leaf, {
    situation,
    row: shown.row,
    message: shown.message.text === '' ? whole.message : shown.message,
  });
  return { finding, proof: [...operationProof(situation), ...rows.slice(0, 3).map(rowProof)] };
}

/** The message of a failed object of another controller, read the same way. */
export function leafOfMessage(message: ReadMessage): FailureLeaf {
  const leaf = message.known?.leaf ?? null;
  return leaf !== null && isFailureLeaf(leaf) ? leaf : 'sync_failed';
}

interface Reason {
  readonly row: ResourceResult | null;
  readonly message: ReadMessage;
}

/** Rows before the operation's own words; a hook that failed without a known reason is the reason. */
function decidingReason(reasons: readonly Reason[]): (Reason & { readonly leaf: FailureLeaf }) | null {
  for (const reason of reasons) {
    const leaf = reason.message.known?.leaf ?? null;
    if (leaf !== null && isFailureLeaf(leaf)) return { ...reason, leaf };
    if (reason.row?.hookType !== undefined) return { ...reason, leaf: 'sync_hook' };
  }
  return null;
}

/** No row names a cause. What the API server could not do in its time has had its retries; anything else is told as it is. */
function unnamed({ state }: Situation): FailureLeaf {
  return state !== undefined && retriesExhausted(state) ? 'sync_retry_exhausted' : 'sync_failed';
}

/** A state of a running operation, or another link's words, is no reason for a failure. */
function isFailureLeaf(leaf: Leaf): leaf is FailureLeaf {
  return leafFacts(leaf).link === 'sync' && leaf !== 'operation_in_progress' && leaf !== 'rollback_refused';
}

function isFailed({ status, hookPhase }: ResourceResult): boolean {
  return status === 'SyncFailed' || hookPhase === 'Failed' || hookPhase === 'Error';
}

function rowProof(row: ResourceResult): Proof {
  return proof('application', 'resource', `${objectName(row)}: ${readMessage(row.message ?? '', []).text}`);
}

/** Nothing is rendered, and pruning would remove everything: no operation is started at all. */
function emptyRender({ application, name, commit }: Situation): Cause | null {
  const condition = conditionOf(application, 'SyncError');
  if (condition === undefined) return null;
  const message = readMessage(condition.message, OPERATION_MESSAGES);
  const isCurrent = shownRevisions(application).some((revision) => condition.message.includes(revision));
  if (message.known?.id !== '24' || !isCurrent) return null;
  return {
    finding: syncFailedEmptyRender({ application: name, commit, message: message.text }),
    proof: [
      proof('application', 'condition', `SyncError: ${message.text}`, { at: condition.lastTransitionTime }),
    ],
  };
}
