// An ApplicationSet that syncs step by step (facts/argocd.md 5 D3 and 9.1): auto-sync is off on purpose.
import type { Cause } from '../../argocd/cause.ts';
import { secondsBetween } from '../../argocd/duration.ts';
import { shown } from '../../argocd/messages/message.ts';
import { rollingSyncWaiting, rollingSyncWaitingNoStep } from '../../catalogue/sync/waiting.ts';
import type { ApplicationSet } from '../../evidence/argocd.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Proof } from '../../verdict.ts';
import { proof } from '../verdicts.ts';
import { later, type Situation } from './situation.ts';

/** An earlier step is Progressing until its Deployment's deadline: 600 s where none is set (facts/argocd.md 0.3). */
const STEP_SECONDS = 600;

type Row = NonNullable<NonNullable<ApplicationSet['status']>['applicationStatus']>[number];

/** Null: no ApplicationSet syncs this Application in steps. */
export function rollingSync({ evidence, name, now }: Situation): Cause | null {
  const set = valueOf(evidence.applicationSet) ?? null;
  if (set === null || set.spec.strategy?.type !== 'RollingSync') return null;
  const rows = set.status?.applicationStatus ?? [];
  const own = rows.find(({ application }) => application === name);
  const parent = set.metadata.name;
  const step = Number(own?.step);
  if (own === undefined || !Number.isFinite(step) || step < 1) {
    return {
      finding: rollingSyncWaitingNoStep({ parent, application: name }),
      proof: [proof('applicationSet', 'operation', `RollingSync: ${name} step —`)],
    };
  }
  const finding = rollingSyncWaiting({ parent, application: name, step: own.step ?? '?' });
  const earlier = rows.filter((row) => Number(row.step) < step && row.status !== 'Healthy');
  const proofs = [own, ...earlier.slice(0, 3)].map(rowProof);
  const since = earlier.map(({ lastTransitionTime }) => lastTransitionTime ?? '').toSorted()[0];
  if (since === undefined || since === '') return { finding, proof: proofs, waiting: { until: null } };
  const until = later(since, STEP_SECONDS);
  if (secondsBetween(until, now) > 0) return { finding, proof: proofs };
  return { finding, proof: proofs, waiting: { until } };
}

function rowProof({ application, status, step, message, lastTransitionTime }: Row): Proof {
  const text = `step ${step ?? '?'} ${application}: ${status ?? '?'} ${shown(message ?? '')}`;
  return proof('applicationSet', 'operation', text, { at: lastTransitionTime });
}
