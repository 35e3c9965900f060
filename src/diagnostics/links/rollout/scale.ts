// A workload with no replicas: who wants it so (facts/kubernetes.md 1.6).
import type { Metadata } from '../../evidence/kubernetes.ts';
import type { Cluster } from '../../kubernetes/cluster.ts';
import { findCondition, lastWritten } from '../../kubernetes/conditions.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { proof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';
import type { Cause } from './cause.ts';
import { objectProof } from './replicas.ts';

interface Scaled {
  readonly kind: string;
  readonly metadata: Metadata;
}

/** Does a ScaledObject or an autoscaler name this workload? */
export function isTarget(target: unknown, { kind, metadata }: Scaled): boolean {
  if (typeof target !== 'object' || target === null) return false;
  const named = target as { readonly kind?: unknown; readonly name?: unknown };
  // A ScaledObject without a kind means a Deployment.
  return named.name === metadata.name && (named.kind ?? 'Deployment') === kind;
}

/** The KEDA ScaledObject of the workload, where one was read. */
function kedaProof(workload: Scaled, cluster: Cluster): Proof | undefined {
  const found = (cluster.automation ?? []).find(
    ({ kind, metadata, spec }) =>
      kind === 'ScaledObject' &&
      metadata.namespace === workload.metadata.namespace &&
      isTarget(spec?.['scaleTargetRef'], workload),
  );
  if (found === undefined) return undefined;
  const annotations = found.metadata.annotations ?? {};
  const paused =
    annotations['autoscaling.keda.sh/paused-replicas'] ?? annotations['autoscaling.keda.sh/paused'];
  const minimum = found.spec?.['minReplicaCount'];
  const state =
    paused === undefined
      ? `minReplicaCount ${typeof minimum === 'number' ? minimum : 0}`
      : `paused ${paused}`;
  return proof('resource', `ScaledObject/${found.metadata.name}: ${state}`, 'automation');
}

function autoscalerProof(workload: Scaled, cluster: Cluster): Proof | undefined {
  const found = (cluster.autoscalers ?? []).find(
    ({ metadata, spec }) =>
      metadata.namespace === workload.metadata.namespace && isTarget(spec.scaleTargetRef, workload),
  );
  if (found === undefined) return undefined;
  const active = findCondition(found.status?.conditions, 'ScalingActive');
  const state = active?.message ?? active?.reason ?? `minReplicas ${found.spec.minReplicas ?? 1}`;
  return proof(
    'resource',
    `HorizontalPodAutoscaler/${found.metadata.name}: ${excerpt(state)}`,
    'autoscalers',
  );
}

export function scaledToZero(workload: Scaled, cluster: Cluster): Cause {
  const scaler = kedaProof(workload, cluster) ?? autoscalerProof(workload, cluster);
  const state = objectProof(workload, 'replicas 0');
  const at = lastWritten(workload.metadata);
  const proofs: Proof[] = [at === undefined ? state : { ...state, at }];
  if (scaler !== undefined) proofs.push(scaler);
  return {
    leaf: 'scaled_to_zero',
    facts: { message: scaler?.value ?? 'spec.replicas is 0' },
    proof: proofs,
  };
}
