// Causes of link 7 in the words of the catalogue: the one place that knows both.
import {
  crashLoop,
  crashLoopStart,
  execFormatError,
  oomKilled,
  probeFailing,
  probeFailingNotReady,
} from '../../catalogue/rollout/containers.ts';
import {
  containerConfigError,
  podCreationRefused,
  podsDenied,
  quota,
  unschedulable,
  volumeStuck,
} from '../../catalogue/rollout/creation.ts';
import {
  configmapNoChecksum,
  oldPodsTerminating,
  paused,
  pausedStep,
  rolloutAborted,
  rolloutInProgress,
  scaledToZero,
  stuckRollout,
  updateHeld,
  updateHeldNextRun,
} from '../../catalogue/rollout/held.ts';
import {
  healthyWrongRoute,
  healthyWrongRouteIngress,
  ingressNoAddress,
  noReadyEndpoints,
} from '../../catalogue/rollout/route.ts';
import type { Finding } from '../../finding.ts';
import type { Subject } from '../../kubernetes/subjects.ts';
import type { Cause, Facts } from './cause.ts';
import { updatedOf } from './replicas.ts';

/** A fact that no system told: visible as such, never guessed. */
const UNKNOWN = '?';

function known<T extends string | number>(value: T | undefined): T | typeof UNKNOWN {
  return value ?? UNKNOWN;
}

interface Places {
  readonly namespace: string;
  readonly workload: string;
  readonly pod: string;
  readonly container: string;
  readonly message: string;
  readonly since: string;
}

function crash(facts: Facts, places: Places): Finding {
  const { namespace, pod, container, message } = places;
  if (facts.neverStarted === true || facts.exitCode === undefined) {
    return crashLoopStart({ namespace, pod, container, message });
  }
  return crashLoop({ namespace, pod, container, exitCode: facts.exitCode, restarts: facts.restarts ?? 0 });
}

/** `application`: name of the Application. */
export function findingOf(cause: Cause, subject: Subject, application: string): Finding {
  const { facts } = cause;
  const places: Places = {
    namespace: subject.namespace,
    workload: `${subject.kind}/${subject.name}`,
    pod: known(facts.pod),
    container: known(facts.container),
    message: facts.message,
    since: known(facts.since),
  };
  const { namespace, workload, pod, container, message, since } = places;
  const until = cause.waiting?.until ?? UNKNOWN;
  switch (cause.leaf) {
    case 'configmap_no_checksum':
      return configmapNoChecksum({ namespace, workload, since, resource: known(facts.resource) });
    case 'paused':
      return facts.since === undefined
        ? paused({ namespace, workload })
        : pausedStep({ namespace, workload, message, since });
    case 'scaled_to_zero':
      return scaledToZero({ namespace, workload });
    case 'update_held':
      return cause.waiting === undefined
        ? updateHeld({ namespace, workload, rule: message })
        : updateHeldNextRun({ namespace, workload, until });
    case 'quota':
      return quota({ namespace, workload, message });
    case 'pods_denied':
      return podsDenied({ namespace, workload, message });
    case 'pod_creation_refused':
      return podCreationRefused({ namespace, workload, message });
    case 'unschedulable':
      return unschedulable({ namespace, workload, pod, message, since });
    case 'volume_stuck':
      return volumeStuck({ namespace, pod, message });
    case 'container_config_error':
      return containerConfigError({ namespace, pod, container, message });
    case 'rollout_in_progress': {
      const { updated, desired } = updatedOf(subject.object);
      return rolloutInProgress({ namespace, workload, updated, replicas: desired, until });
    }
    case 'rollout_aborted':
      return rolloutAborted({ namespace, workload, message });
    case 'probe_failing':
      return facts.told === true
        ? probeFailing({ namespace, pod, container, message })
        : probeFailingNotReady({ namespace, pod, container, since });
    case 'crash_loop':
      return crash(facts, places);
    case 'oom_killed':
      return oomKilled({
        namespace,
        pod,
        container,
        limit: known(facts.limit),
        restarts: facts.restarts ?? 0,
      });
    case 'exec_format_error':
      return execFormatError({ namespace, pod, container, message, node: known(facts.node) });
    case 'old_pods_terminating':
      return oldPodsTerminating({ namespace, workload, pod, since });
    case 'stuck_rollout':
      return stuckRollout({ namespace, workload, since });
    case 'no_ready_endpoints':
      return noReadyEndpoints({ namespace, service: known(facts.service) });
    case 'ingress_no_address':
      return ingressNoAddress({ namespace, application, resource: known(facts.resource) });
    case 'healthy_wrong_route':
      if (facts.resource !== undefined) {
        return healthyWrongRouteIngress({
          namespace,
          service: known(facts.service),
          resource: facts.resource,
          address: known(facts.address),
        });
      }
      return healthyWrongRoute({ namespace, pod, service: known(facts.service), found: known(facts.found) });
  }
}
