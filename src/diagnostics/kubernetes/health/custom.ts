// Health of the custom kinds this product meets, as Argo CD's scripts for them decide it.
import {
  at,
  conditionOf,
  fieldsOf,
  isTrue,
  listAt,
  numberAt,
  textAt,
  type Fields,
  type Health,
} from './read.ts';

function isRolloutUnobserved(object: Fields): boolean {
  const generation = numberAt(object, 'metadata', 'generation');
  const observed = at(object, 'status', 'observedGeneration');
  if (observed === undefined) return true;
  // Before 1.0 it was a hash; a number larger than any generation is one as well.
  const seen = Number(observed);
  if (generation !== undefined && !Number.isNaN(seen) && generation > seen) return true;
  const workload = textAt(object, 'metadata', 'annotations', 'rollout.argoproj.io/workload-generation');
  return workload !== '' && workload !== textAt(object, 'status', 'workloadObservedGeneration');
}

function rolloutCondition(object: Fields): Health | undefined {
  if (conditionOf(object, 'InvalidSpec') !== undefined) return 'Degraded';
  const progressing = conditionOf(object, 'Progressing');
  const reason = progressing === undefined ? '' : textAt(progressing, 'reason');
  return reason === 'RolloutAborted' || reason === 'ProgressDeadlineExceeded' ? 'Degraded' : undefined;
}

function isRolloutPaused(object: Fields): boolean {
  return (
    at(object, 'spec', 'paused') === true ||
    at(object, 'status', 'controllerPause') === true ||
    listAt(object, 'status', 'pauseConditions').length > 0
  );
}

/** Rules of controllers before 1.0, which published no phase. */
function rolloutByCounters(object: Fields): Health {
  const desired = numberAt(object, 'spec', 'replicas') ?? 1;
  const updated = numberAt(object, 'status', 'updatedReplicas') ?? 0;
  const available = numberAt(object, 'status', 'availableReplicas') ?? 0;
  const total = numberAt(object, 'status', 'replicas') ?? 0;
  const hash = textAt(object, 'status', 'currentPodHash');
  if (at(object, 'spec', 'strategy', 'blueGreen') !== undefined) {
    const active =
      textAt(object, 'status', 'blueGreen', 'activeSelector') || textAt(object, 'status', 'activeSelector');
    return updated >= desired && available >= updated && active === hash ? 'Healthy' : 'Progressing';
  }
  const stable = textAt(object, 'status', 'stableRS') || textAt(object, 'status', 'canary', 'stableRS');
  return updated >= desired && available >= updated && total <= updated && stable === hash
    ? 'Healthy'
    : 'Progressing';
}

export function rolloutHealth(object: Fields): Health {
  if (isRolloutUnobserved(object)) return 'Progressing';
  const condition = rolloutCondition(object);
  if (condition !== undefined) return condition;
  switch (textAt(object, 'status', 'phase')) {
    case 'Paused':
      return 'Suspended';
    case 'Healthy':
      return 'Healthy';
    case 'Degraded':
      return 'Degraded';
    case 'Progressing':
      return 'Progressing';
    default:
      return isRolloutPaused(object) ? 'Suspended' : rolloutByCounters(object);
  }
}

export function applicationSetHealth(object: Fields): Health {
  if (listAt(object, 'status', 'conditions').length === 0) return 'Progressing';
  if (isTrue(object, 'ErrorOccurred')) return 'Degraded';
  const upToDate = conditionOf(object, 'ResourcesUpToDate');
  if (upToDate !== undefined && textAt(upToDate, 'status') !== 'True') return 'Degraded';
  return isTrue(object, 'RolloutProgressing') ? 'Progressing' : 'Healthy';
}

/** Degraded when the last run was later than the last success and none is active (since v3.2). */
export function cronJobHealth(object: Fields): Health {
  if (at(object, 'spec', 'suspend') === true) return 'Healthy';
  const scheduled = Date.parse(textAt(object, 'status', 'lastScheduleTime'));
  const succeeded = Date.parse(textAt(object, 'status', 'lastSuccessfulTime'));
  const isActive = listAt(object, 'status', 'active').length > 0;
  return !isActive && succeeded < scheduled ? 'Degraded' : 'Healthy';
}

export function scaledObjectHealth(object: Fields): Health {
  if (isTrue(object, 'Paused')) return 'Suspended';
  if (isTrue(object, 'Fallback')) return 'Degraded';
  const ready = conditionOf(object, 'Ready');
  if (ready === undefined) return 'Progressing';
  return textAt(ready, 'status') === 'False'
    ? 'Degraded'
    : isTrue(object, 'Ready')
      ? 'Healthy'
      : 'Progressing';
}

/** Flux: the Ready condition alone. */
export function readyHealth(object: Fields): Health {
  if (at(object, 'spec', 'suspend') === true) return 'Suspended';
  const ready = fieldsOf(conditionOf(object, 'Ready'));
  switch (textAt(ready, 'status')) {
    case 'True':
      return 'Healthy';
    case 'False':
      return 'Degraded';
    default:
      return 'Progressing';
  }
}
