// Health of Services, Ingresses, volume claims, autoscalers and API services (facts/argocd.md section 11).
import { conditionOf, isTrue, listAt, textAt, type Fields, type Health } from './read.ts';

function hasAddress(object: Fields): boolean {
  return listAt(object, 'status', 'loadBalancer', 'ingress').length > 0;
}

/** A controller that publishes no address leaves it Progressing for ever. */
export function ingressHealth(object: Fields): Health {
  return hasAddress(object) ? 'Healthy' : 'Progressing';
}

export function serviceHealth(object: Fields): Health {
  return textAt(object, 'spec', 'type') === 'LoadBalancer' && !hasAddress(object) ? 'Progressing' : 'Healthy';
}

export function volumeClaimHealth(object: Fields): Health {
  switch (textAt(object, 'status', 'phase')) {
    case 'Bound':
      return 'Healthy';
    case 'Pending':
      return 'Progressing';
    case 'Lost':
      return 'Degraded';
    default:
      return 'Unknown';
  }
}

export function apiServiceHealth(object: Fields): Health {
  return isTrue(object, 'Available') || conditionOf(object, 'Available') === undefined
    ? 'Healthy'
    : 'Progressing';
}

const BROKEN_SCALE: ReadonlySet<string> = new Set([
  'FailedGetScale',
  'FailedUpdateScale',
  'FailedGetResourceMetric',
  'FailedGetObjectMetric',
  'FailedGetPodsMetric',
  'FailedGetExternalMetric',
  'FailedComputeMetricsReplicas',
  'InvalidSelector',
]);

const V1_CONDITIONS = 'autoscaling.alpha.kubernetes.io/conditions';

/** autoscaling/v1 keeps its conditions as JSON in an annotation. */
function scalingConditions(object: Fields): Fields[] {
  const conditions = listAt(object, 'status', 'conditions');
  if (conditions.length > 0) return conditions;
  try {
    return listAt(
      { conditions: JSON.parse(textAt(object, 'metadata', 'annotations', V1_CONDITIONS)) as unknown },
      'conditions',
    );
  } catch {
    return [];
  }
}

export function autoscalerHealth(object: Fields): Health {
  const conditions = scalingConditions(object);
  const isBroken = conditions.some(
    (condition) =>
      ['AbleToScale', 'ScalingActive'].includes(textAt(condition, 'type')) &&
      textAt(condition, 'status') === 'False' &&
      BROKEN_SCALE.has(textAt(condition, 'reason')),
  );
  if (isBroken) return 'Degraded';
  const isScaling = conditions.some(
    (condition) =>
      ['AbleToScale', 'ScalingLimited'].includes(textAt(condition, 'type')) &&
      textAt(condition, 'status') === 'True',
  );
  return isScaling ? 'Healthy' : 'Progressing';
}
