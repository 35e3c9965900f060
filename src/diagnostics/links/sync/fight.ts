// Self-heal and somebody else undo each other, or a difference stays on show after every sync (facts/argocd.md 5 D11, D12).
import type { Cause } from '../../argocd/cause.ts';
import { replicasIgnored } from '../../argocd/ignored-fields.ts';
import { operationIsForShown } from '../../argocd/revisions.ts';
import { carriesTag, objectName } from '../../argocd/tag-images.ts';
import { permanentDiff, selfHealFight } from '../../catalogue/sync/masked.ts';
import type { ResourceStatus } from '../../evidence/argocd.ts';
import type { EvidenceKey } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Proof } from '../../verdict.ts';
import { proof, unreadable } from '../verdicts.ts';
import {
  ignoringRules,
  operationProof,
  outOfSyncObject,
  policyProof,
  selfHealOn,
  type Situation,
} from './situation.ts';

/** Once or twice is somebody's hand; from the third time on somebody insists. */
const INSISTENT = 3;

/** Where a scaler of the workload is seen. */
export const SCALERS: readonly EvidenceKey[] = ['autoscalers', 'automation'];

/** Full syncs are not counted: at least the one that is on record. */
const UNCOUNTED = '≥ 1';

/** A sync of the revision shown succeeded, and the object is out of sync again: null when it is not so, or nobody fights. */
export function fight(situation: Situation): Cause | null {
  const row = undone(situation);
  if (row === undefined || !selfHealOn(situation.application)) return null;
  const attempts = situation.state?.operation?.sync?.autoHealAttemptsCount;
  const scaler = scalerOf(situation, row);
  if (scaler === null && (attempts ?? 0) < INSISTENT) return null;
  const finding = selfHealFight({
    resource: objectName(row),
    application: situation.name,
    attempts: attempts ?? UNCOUNTED,
  });
  return { finding, proof: [...base(situation, row), ...(scaler === null ? [] : [scaler])] };
}

/** The same, where it takes the pods of the change away: whatever scales it to zero, self-heal scales it up again. */
export function fightToZero(situation: Situation): Cause | null {
  const row = undone(situation);
  if (row === undefined || !selfHealOn(situation.application)) return null;
  const live = situation.live?.find(({ kind, name }) => kind === row.kind && name === row.name);
  const replicas =
    live !== undefined && 'replicas' in live.object.spec ? live.object.spec.replicas : undefined;
  if (live === undefined || replicas !== 0 || replicasIgnored(ignoringRules(situation, live))) return null;
  const attempts = situation.state?.operation?.sync?.autoHealAttemptsCount ?? UNCOUNTED;
  return {
    finding: selfHealFight({ resource: objectName(row), application: situation.name, attempts }),
    proof: [...base(situation, row), proof('workloads', 'replicas', `${objectName(live)}: spec.replicas 0`)],
  };
}

/** Applied and serving; a default, a webhook or a normalisation keeps the difference. */
export function lastingDifference(situation: Situation): Cause | null {
  const row = undone(situation);
  // Without self-heal it may as well be somebody's edit since the sync.
  if (row === undefined || !selfHealOn(situation.application)) return null;
  // A scaler that nobody could see would make it a fight.
  if (unreadable(situation.evidence, SCALERS) !== null) return null;
  const references = situation.live?.map(({ reference }) => reference) ?? [];
  if (carriesTag(references, situation.change) !== true) return null;
  const finding = permanentDiff({ application: situation.name, resource: objectName(row) });
  return { finding, proof: base(situation, row) };
}

function undone(situation: Situation): ResourceStatus | undefined {
  const { application, state } = situation;
  if (application.status?.sync?.status !== 'OutOfSync') return undefined;
  return state?.phase === 'Succeeded' && operationIsForShown(application)
    ? outOfSyncObject(situation)
    : undefined;
}

/** Something that sets the replicas of that workload while Git sets them, too. */
function scalerOf(situation: Situation, row: ResourceStatus): Proof | null {
  const live = situation.live?.find(({ kind, name }) => kind === row.kind && name === row.name);
  if (live !== undefined && replicasIgnored(ignoringRules(situation, live))) return null;
  const autoscaler = (valueOf(situation.evidence.autoscalers) ?? []).find(
    ({ spec }) => spec.scaleTargetRef.kind === row.kind && spec.scaleTargetRef.name === row.name,
  );
  if (autoscaler !== undefined) {
    const { minReplicas, maxReplicas } = autoscaler.spec;
    return proof(
      'autoscalers',
      'replicas',
      `HorizontalPodAutoscaler/${autoscaler.metadata.name}: ${minReplicas ?? 1} to ${maxReplicas ?? '?'}`,
    );
  }
  const scaled = (valueOf(situation.evidence.automation) ?? []).find(({ kind, spec }) => {
    const target = spec?.['scaleTargetRef'];
    return kind === 'ScaledObject' && isMap(target) && target['name'] === row.name;
  });
  return scaled === undefined
    ? null
    : proof('automation', 'replicas', `ScaledObject/${scaled.metadata.name}`);
}

function base(situation: Situation, row: ResourceStatus): Proof[] {
  return [
    proof('application', 'resource', `${objectName(row)}: OutOfSync`),
    ...operationProof(situation),
    policyProof(situation),
  ];
}

function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
