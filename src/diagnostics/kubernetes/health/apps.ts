// Health of workloads as Argo CD's built-in rules give it (facts/argocd.md section 11), in their order.
import {
  at,
  conditionOf,
  isTrue,
  isUnobserved,
  listAt,
  numberAt,
  textAt,
  type Fields,
  type Health,
} from './read.ts';

export function deploymentHealth(object: Fields): Health {
  if (at(object, 'spec', 'paused') === true) return 'Suspended';
  if (isUnobserved(object)) return 'Progressing';
  const progressing = conditionOf(object, 'Progressing');
  if (progressing !== undefined && textAt(progressing, 'reason') === 'ProgressDeadlineExceeded')
    return 'Degraded';
  const desired = numberAt(object, 'spec', 'replicas');
  const updated = numberAt(object, 'status', 'updatedReplicas') ?? 0;
  if (desired !== undefined && updated < desired) return 'Progressing';
  if ((numberAt(object, 'status', 'replicas') ?? 0) > updated) return 'Progressing';
  return (numberAt(object, 'status', 'availableReplicas') ?? 0) < updated ? 'Progressing' : 'Healthy';
}

export function replicaSetHealth(object: Fields): Health {
  if (isUnobserved(object)) return 'Progressing';
  if (isTrue(object, 'ReplicaFailure')) return 'Degraded';
  const desired = numberAt(object, 'spec', 'replicas');
  const available = numberAt(object, 'status', 'availableReplicas') ?? 0;
  return desired !== undefined && available < desired ? 'Progressing' : 'Healthy';
}

/** Never Degraded: a StatefulSet has no deadline. A partition, also one of 0, ends the rules (facts/kubernetes.md 8). */
export function statefulSetHealth(object: Fields): Health {
  const observed = numberAt(object, 'status', 'observedGeneration') ?? 0;
  if (observed === 0 || isUnobserved(object)) return 'Progressing';
  const desired = numberAt(object, 'spec', 'replicas');
  if (desired !== undefined && (numberAt(object, 'status', 'readyReplicas') ?? 0) < desired)
    return 'Progressing';
  const strategy = textAt(object, 'spec', 'updateStrategy', 'type');
  if (strategy === 'RollingUpdate' && at(object, 'spec', 'updateStrategy', 'rollingUpdate') !== undefined) {
    const partition = numberAt(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
    const updated = numberAt(object, 'status', 'updatedReplicas') ?? 0;
    return partition !== undefined && desired !== undefined && updated < desired - partition
      ? 'Progressing'
      : 'Healthy';
  }
  if (strategy === 'OnDelete') return 'Healthy';
  const { updateRevision, currentRevision } = {
    updateRevision: textAt(object, 'status', 'updateRevision'),
    currentRevision: textAt(object, 'status', 'currentRevision'),
  };
  return updateRevision !== currentRevision ? 'Progressing' : 'Healthy';
}

export function daemonSetHealth(object: Fields): Health {
  if (isUnobserved(object)) return 'Progressing';
  if (textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete') return 'Healthy';
  const desired = numberAt(object, 'status', 'desiredNumberScheduled') ?? 0;
  if ((numberAt(object, 'status', 'updatedNumberScheduled') ?? 0) < desired) return 'Progressing';
  return (numberAt(object, 'status', 'numberAvailable') ?? 0) < desired ? 'Progressing' : 'Healthy';
}

export function jobHealth(object: Fields): Health {
  if (isTrue(object, 'Failed')) return 'Degraded';
  if (isTrue(object, 'Suspended')) return 'Suspended';
  return isTrue(object, 'Complete') ? 'Healthy' : 'Progressing';
}

const IGNORE_RESTART_POLICY = 'argocd.argoproj.io/ignore-restart-policy';
const HOOK = 'argocd.argoproj.io/hook';

function hasFailingContainer(object: Fields): boolean {
  return listAt(object, 'status', 'containerStatuses').some((status) => {
    const reason = textAt(status, 'state', 'waiting', 'reason');
    return reason.startsWith('Err') || reason.endsWith('Error') || reason.endsWith('BackOff');
  });
}

/** Init containers are not looked at. A pod that does not restart is judged like a Job, unless it asks not to be. */
export function podHealth(object: Fields): Health {
  const annotation = (name: string): string => textAt(object, 'metadata', 'annotations', name);
  const ignoresPolicy = annotation(IGNORE_RESTART_POLICY) === 'true' && annotation(HOOK) === '';
  const restarts = textAt(object, 'spec', 'restartPolicy') === 'Always' || ignoresPolicy;
  if (restarts && hasFailingContainer(object)) return 'Degraded';
  switch (textAt(object, 'status', 'phase')) {
    case 'Pending':
      return 'Progressing';
    case 'Succeeded':
      return 'Healthy';
    case 'Failed':
      return 'Degraded';
    case 'Running':
      if (!restarts || isTrue(object, 'Ready')) return restarts ? 'Healthy' : 'Progressing';
      return listAt(object, 'status', 'containerStatuses').some(
        (status) => at(status, 'lastState', 'terminated') !== undefined,
      )
        ? 'Degraded'
        : 'Progressing';
    default:
      return 'Unknown';
  }
}
