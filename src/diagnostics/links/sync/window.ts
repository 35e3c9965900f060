// Sync windows (facts/argocd.md 5 D6, D7): waiting for the next opening, broken when none follows from the schedules.
import type { Cause } from '../../argocd/cause.ts';
import { isoTime } from '../../argocd/duration.ts';
import { shown } from '../../argocd/messages/message.ts';
import { windowVerdict, type WindowVerdict } from '../../argocd/sync-windows.ts';
import { syncWindow, syncWindowNoOpening, syncWindowOperation } from '../../catalogue/sync/waiting.ts';
import type { SyncWindow } from '../../evidence/argocd.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Proof } from '../../verdict.ts';
import { proof } from '../verdicts.ts';
import { operationProof, projectOf, type Situation } from './situation.ts';

/** Null: no window keeps automated syncs back now. */
export function closedWindow(situation: Situation): Cause | null {
  const verdict = verdictOf(situation);
  if (verdict === null || verdict.blockedBy === null) return null;
  const { name, application } = situation;
  const project = projectOf(application);
  if (verdict.opensAt === null) {
    const rule = windowText(verdict.blockedBy);
    return {
      finding: syncWindowNoOpening({ project, application: name, rule }),
      proof: [windowProof(verdict.blockedBy)],
    };
  }
  const until = isoTime(verdict.opensAt);
  return {
    finding: syncWindow({ project, application: name, until }),
    proof: [windowProof(verdict.blockedBy)],
    waiting: { until },
  };
}

/** The operation itself is held by a window: it goes on when the window opens. */
export function heldByWindow(situation: Situation): Cause {
  const { name, application, state } = situation;
  const verdict = verdictOf(situation);
  const finding = syncWindowOperation({
    application: name,
    since: state?.startedAt ?? '?',
    project: projectOf(application),
    message: shown(state?.message ?? ''),
  });
  const proofs = [
    ...operationProof(situation),
    ...(verdict === null || verdict.blockedBy === null ? [] : [windowProof(verdict.blockedBy)]),
  ];
  if (verdict?.automatic === false && verdict.opensAt === null) return { finding, proof: proofs };
  const until = verdict?.opensAt === undefined || verdict.opensAt === null ? null : isoTime(verdict.opensAt);
  return { finding, proof: proofs, waiting: { until } };
}

/** Null: there is no such project, or nobody could read it. */
function verdictOf({ evidence, application, now }: Situation): WindowVerdict | null {
  const project = valueOf(evidence.project) ?? null;
  return project === null ? null : windowVerdict(project, application, now);
}

export function windowText({ kind, schedule, duration, timeZone }: SyncWindow): string {
  return `${kind ?? '?'} ${schedule ?? '?'} ${duration ?? '?'} ${timeZone ?? 'UTC'}`;
}

function windowProof(window: SyncWindow): Proof {
  return proof('project', 'syncWindow', windowText(window));
}
