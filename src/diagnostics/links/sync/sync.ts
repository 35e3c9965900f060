// Link 6: Argo CD applied the tag. The operation for a revision that contains the change succeeded, and the rendered and
// live workloads carry it (facts/argocd.md 5 Q-C to Q-E).
import { verdictOf, type Cause } from '../../argocd/cause.ts';
import { operationIsForShown, wasDeployed } from '../../argocd/revisions.ts';
import { commitTime } from '../../argocd/tag-commit.ts';
import { carriesTag, objectName, renderedImages, someCarryTag } from '../../argocd/tag-images.ts';
import { rollbackRefused, rollbackRefusedUndone } from '../../catalogue/sync/masked.ts';
import { LINK_TITLES } from '../../chain.ts';
import type { EvidenceKey } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Link, LinkInput } from '../../link.ts';
import type { Proof, Verdict } from '../../verdict.ts';
import { oldRender } from '../detection/rendering.ts';
import { proof, unreadable } from '../verdicts.ts';
import { delegated, delegatedFailure } from './delegated.ts';
import { failedSync } from './failure.ts';
import { fight, fightToZero, lastingDifference, SCALERS } from './fight.ts';
import { blocked, drifted, onItsWay, unsynced } from './held.ts';
import { ignoredImage, liveProof, oldImage, override, sharedOwner } from './masks.ts';
import { waitsForJob } from './operation.ts';
import {
  automatedOn,
  isAbout,
  isCompared,
  needsSync,
  operationProof,
  selfHealOn,
  situationOf,
  statusProof,
  type Situation,
} from './situation.ts';

export const sync: Link = {
  id: 'sync',
  title: LINK_TITLES.sync,
  reads: [
    'application',
    'workloads',
    'project',
    'applicationSet',
    'hookJobs',
    'pods',
    'shownLineage',
    'desiredFiles',
    'argocdSettings',
    'autoscalers',
    'automation',
    'sources',
    'history',
    'chartFiles',
  ],
  mayRead: ['events'],
  verdict,
};

function verdict(input: LinkInput): Verdict {
  const unread = unreadable(input.evidence, ['application']);
  if (unread !== null) return unread;
  const application = valueOf(input.evidence.application) ?? null;
  if (application === null) return { status: 'skipped', blockedBy: 'detection' };
  const situation = situationOf(application, input);
  if (input.scope === 'serving' || input.change.kind === 'none') return serving(situation, input);
  return ofChange(situation);
}

function ofChange(situation: Situation): Verdict {
  const { application, change, live } = situation;
  const carried =
    change.kind === 'image' ? carriesTag(live?.map(({ reference }) => reference) ?? [], change) : undefined;
  if (carried === true) return applied(situation);

  const stop = blocked(situation);
  if (stop !== null) return mayBeApplied(situation) ?? verdictOf(stop);
  // What fails is the source, or nothing was compared yet: link 5 says so.
  if (!isCompared(application)) {
    return { status: 'skipped', blockedBy: 'detection', proof: [statusProof(situation)] };
  }
  if (!isAbout(situation)) return notTold(situation);
  if (change.kind === 'configuration' && wasApplied(situation)) return passed(situation, []);

  const running = onItsWay(situation);
  if (running !== null) return untoldProgress(situation, running) ?? verdictOf(running);
  if (needsSync(situation)) return outOfSync(situation, carried);
  // A setting shows on no image: the sync of what is shown failed, whatever the rows say.
  const failed = change.kind === 'configuration' ? failedSync(situation) : null;
  if (failed !== null) return verdictOf(failed, [statusProof(situation)]);
  if (someCarryTag(live?.map(({ reference }) => reference) ?? [], change)) return applied(situation);
  return synced(situation, carried);
}

/** The live workloads carry the tag; only a fight that takes all their pods away is still this link's. */
function applied(situation: Situation): Verdict {
  const zero = fightToZero(situation);
  if (zero !== null) return verdictOf(zero);
  return passed(situation, (situation.live ?? []).map(liveProof));
}

function outOfSync(situation: Situation, carried: boolean | undefined): Verdict {
  const cause = unsynced(situation);
  if (cause !== null) return mayBeApplied(situation) ?? untold(situation, cause) ?? verdictOf(cause);
  // A sync of this revision was done. Without a look at the workloads that is all there is to say.
  if (carried === undefined && situation.live === undefined) return appliedUnseen(situation);
  const undone = sharedOwner(situation) ?? ignoredImage(situation) ?? fight(situation);
  if (undone !== null) return verdictOf(undone, [statusProof(situation)]);
  if (oldImage(situation) === undefined || mayRenderOld(situation)) return unexplained(situation);
  const keys: readonly EvidenceKey[] = selfHealOn(situation.application)
    ? ['project', ...SCALERS]
    : ['project'];
  return unreadable(situation.evidence, keys, [statusProof(situation)]) ?? verdictOf(drifted(situation));
}

/** Other bytes than those of Git were applied, or nobody could tell: then nothing has drifted. */
function mayRenderOld({ application, change, evidence }: Situation): boolean {
  const commit = change.tagCommit;
  return commit !== null && oldRender({ application, change, commit, evidence }).kind !== 'fine';
}

/**
 * Nobody could look at the workloads, and since the commit something was synced: the change may be applied, and what stops
 * a sync now is then no fault of it.
 */
function mayBeApplied(situation: Situation): Verdict | null {
  const { application, change, evidence, live, state } = situation;
  if (live !== undefined || change.kind !== 'image') return null;
  const since = change.tagCommit === null ? Number.NaN : Date.parse(commitTime(change.tagCommit) ?? '');
  const isSince = (time: string | undefined): boolean => !(Date.parse(time ?? '') < since);
  const wasSynced = (application.status?.history ?? []).some(({ deployedAt }) => isSince(deployedAt));
  const rows = state?.syncResult?.resources ?? [];
  const isSyncing =
    isSince(state?.startedAt) && rows.some(({ kind, status }) => WORKLOADS.has(kind) && status === 'Synced');
  return wasSynced || isSyncing
    ? unreadable(evidence, ['workloads'], [statusProof(situation), ...operationProof(situation)])
    : null;
}

/** Kinds that carry the image of a service. */
const WORKLOADS: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Rollout',
  'Job',
  'CronJob',
]);

/** Whether what is on its way moves is told by the workload it waits for, by the Job of a hook, by the windows. */
function untoldProgress(situation: Situation, { finding, proof: seen, waiting }: Cause): Verdict | null {
  if (waiting === undefined) return mayBeApplied(situation);
  const keys: readonly EvidenceKey[] = [
    'workloads',
    ...(waitsForJob(situation) ? (['hookJobs', 'pods'] as const) : []),
    ...(finding.leaf === 'sync_window' ? (['project'] as const) : []),
  ];
  return unreadable(situation.evidence, keys, seen);
}

/** Causes that hold only when something else was read: no window, no other interval, no steps of an ApplicationSet. */
function untold({ application, evidence }: Situation, { finding, proof: seen }: Cause): Verdict | null {
  if (finding.leaf === 'auto_sync_stalled' || finding.leaf === 'operation_in_progress')
    return unreadable(evidence, ['project', 'argocdSettings'], seen);
  const isGenerated = (application.metadata.ownerReferences ?? []).some(
    ({ kind }) => kind === 'ApplicationSet',
  );
  return finding.leaf === 'manual_sync_expected' && isGenerated
    ? unreadable(evidence, ['applicationSet'], seen)
    : null;
}

/** Synced, and the live image is another one or could not be read: something masks the tag, or it was applied. */
function synced(situation: Situation, carried: boolean | undefined): Verdict {
  const handedOn = delegatedFailure(situation);
  if (handedOn === null && delegated(situation).length > 0) {
    const unread = unreadable(situation.evidence, ['automation'], [statusProof(situation)]);
    if (unread !== null) return unread;
  }
  const cause = handedOn ?? override(situation) ?? ignoredImage(situation);
  const mask = cause ?? (carried === false ? sharedOwner(situation) : null);
  if (mask !== null) return verdictOf(mask, [statusProof(situation)]);
  return carried === undefined ? appliedUnseen(situation) : unexplained(situation);
}

/** Nobody could look at the workloads, or none is known: what the operation rendered and its success stand for them. */
function appliedUnseen(situation: Situation): Verdict {
  const rendered = renderedImages(situation.application, situation.change).map(({ reference }) => reference);
  const carried = carriesTag(rendered, situation.change);
  if (carried === false && operationIsForShown(situation.application)) return unexplained(situation);
  return passed(
    situation,
    carried === true ? [proof('application', 'renderedImage', rendered.join(', '))] : [],
  );
}

/** The tag of Git is not what is applied, and nothing of this link says why: an old render is link 5's. */
function unexplained(situation: Situation): Verdict {
  const proofs = [statusProof(situation), ...operationProof(situation)];
  const live = oldImage(situation);
  const seen = live === undefined ? proofs : [...proofs, liveProof(live)];
  return (
    unreadable(situation.evidence, ['desiredFiles', 'workloads', 'argocdSettings'], seen) ?? {
      status: 'skipped',
      blockedBy: 'detection',
      proof: seen,
    }
  );
}

/** Argo CD shows a revision, and nothing tells whether it has the change. */
function notTold(situation: Situation): Verdict {
  const keys: readonly EvidenceKey[] = ['sources', 'desiredFiles', 'history', 'shownLineage'];
  return (
    unreadable(situation.evidence, keys, [statusProof(situation)]) ?? {
      status: 'skipped',
      blockedBy: 'detection',
      proof: [statusProof(situation)],
    }
  );
}

/** A change of the configuration is applied when a sync of what is shown was done, or when there was nothing to do. */
function wasApplied({ application, change }: Situation): boolean {
  if (application.status?.sync?.status === 'Synced') return true;
  if (operationIsForShown(application) && application.status?.operationState?.phase === 'Succeeded')
    return true;
  return (
    change.tagCommit !== null &&
    wasDeployed(application, Math.max(change.tagCommit.source, 0), change.tagCommit.id)
  );
}

/** What Argo CD says now, whatever the change: every independent fault, the deciding one first. */
function serving(situation: Situation, { request }: LinkInput): Verdict {
  const causes: Cause[] = [];
  const add = (cause: Cause | null): void => {
    if (cause !== null) causes.push(cause);
  };
  add(blocked(situation));
  if (causes.length === 0 && isCompared(situation.application)) {
    const running = onItsWay(situation);
    const idle = running === null && needsSync(situation) ? unsynced(situation) : null;
    const known = (cause: Cause, verdict: Verdict | null): Cause | null => (verdict === null ? cause : null);
    if (running !== null) add(known(running, untoldProgress(situation, running)));
    if (idle !== null) add(known(idle, mayBeApplied(situation) ?? untold(situation, idle)));
    // Nothing new was asked about: then only what keeps something from being applied is a fault.
    if (situation.change.kind !== 'none') {
      add(sharedOwner(situation));
      add(fight(situation) ?? lastingDifference(situation));
    }
    if (request.intent === 'rollback') add(refusedRollback(situation));
  }
  const [first, ...more] = causes;
  if (first === undefined) return passed(situation, []);
  const verdict = verdictOf({ ...first, proof: causes.flatMap((cause) => cause.proof) });
  const findings = [first, ...more].map(({ finding }) => finding);
  return 'findings' in verdict ? { ...verdict, findings } : verdict;
}

/** Under auto-sync a rollback in Argo CD is refused, and one by hand is undone (facts/argocd.md section 7). */
function refusedRollback({ application, change, state, live, name }: Situation): Cause | null {
  if (!automatedOn(application)) return null;
  const tag = change.desiredTag ?? change.tag ?? '?';
  const healed = state?.operation?.sync;
  const workload = live?.[0];
  if ((healed?.autoHealAttemptsCount ?? 0) > 0 && workload !== undefined) {
    const finding = rollbackRefusedUndone({
      workload: objectName(workload),
      since: state?.startedAt ?? '?',
      tag,
      application: name,
      namespace: workload.namespace,
    });
    return {
      finding,
      proof: [
        proof('application', 'operation', `autoHealAttemptsCount ${healed?.autoHealAttemptsCount ?? '—'}`, {
          at: state?.startedAt,
        }),
      ],
    };
  }
  return {
    finding: rollbackRefused({ application: name, tag }),
    proof: [proof('application', 'syncPolicy', 'automated')],
  };
}

function passed(situation: Situation, more: readonly Proof[]): Verdict {
  return { status: 'pass', proof: [statusProof(situation), ...operationProof(situation), ...more] };
}
