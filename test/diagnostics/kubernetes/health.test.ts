// The rules of Argo CD's health, one by one (facts/argocd.md section 11); its own test data is in health.peers.test.ts.
import { describe, expect, test } from '@jest/globals';
import { argocdHealth } from '../../../src/diagnostics/kubernetes/health.ts';
import {
  argoRollout,
  condition,
  cronJob,
  daemonSet,
  deployment,
  ingress,
  job,
  newSet,
  pod,
  service,
  statefulSet,
  TIMED_OUT,
  UNREADY,
  waiting,
} from './objects.ts';

const deleted = { metadata: { deletionTimestamp: '2026-05-04T10:00:00Z' } };
const claim = (phase: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'x' },
  status: { phase },
});
const autoscaler = (type: string, status: string, reason: string) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'x' },
  status: { conditions: [{ type, status, reason }] },
});
const flux = (status: string | null, suspend = false) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'x' },
  spec: { suspend },
  status: { conditions: status === null ? [] : [{ type: 'Ready', status }] },
});

const rows: readonly (readonly [string, unknown, string | null])[] = [
  ['Deployment', deployment(), 'Healthy'],
  ['Deployment being deleted', deployment(deleted), 'Progressing'],
  [
    'Deployment paused, whatever else',
    deployment({ spec: { paused: true }, status: TIMED_OUT }),
    'Suspended',
  ],
  ['Deployment not observed', deployment({ metadata: { generation: 6 } }), 'Progressing'],
  ['Deployment past its deadline', deployment({ status: TIMED_OUT }), 'Degraded'],
  ['Deployment with too few updated', deployment({ status: { updatedReplicas: 1 } }), 'Progressing'],
  ['Deployment with old pods left', deployment({ status: { replicas: 3 } }), 'Progressing'],
  ['Deployment with unavailable pods', deployment({ status: { availableReplicas: 1 } }), 'Progressing'],
  [
    'Deployment with no replicas',
    deployment({ spec: { replicas: 0 }, status: { replicas: 0, updatedReplicas: 0, availableReplicas: 0 } }),
    'Healthy',
  ],
  [
    'ReplicaSet that creates no pods',
    {
      ...newSet(),
      metadata: { name: 'x' },
      status: { conditions: [condition('ReplicaFailure', 'True', 'FailedCreate', 'x')] },
    },
    'Degraded',
  ],
  ['StatefulSet', statefulSet(), 'Healthy'],
  [
    'StatefulSet never observed',
    statefulSet({ metadata: { generation: 0 }, status: { observedGeneration: 0 } }),
    'Progressing',
  ],
  ['StatefulSet with too few ready', statefulSet({ status: { readyReplicas: 1 } }), 'Progressing'],
  [
    'StatefulSet with a partition',
    statefulSet({
      spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } },
      status: { updatedReplicas: 1, currentRevision: 'api-1' },
    }),
    'Healthy',
  ],
  [
    'StatefulSet OnDelete',
    statefulSet({ spec: { updateStrategy: { type: 'OnDelete' } }, status: { currentRevision: 'api-1' } }),
    'Healthy',
  ],
  [
    'StatefulSet between two revisions',
    statefulSet({
      spec: { updateStrategy: { type: 'RollingUpdate' } },
      status: { currentRevision: 'api-1' },
    }),
    'Progressing',
  ],
  ['DaemonSet', daemonSet(), 'Healthy'],
  [
    'DaemonSet OnDelete',
    daemonSet({ spec: { updateStrategy: { type: 'OnDelete' } }, status: { updatedNumberScheduled: 0 } }),
    'Healthy',
  ],
  ['DaemonSet with too few updated', daemonSet({ status: { updatedNumberScheduled: 1 } }), 'Progressing'],
  ['DaemonSet with too few available', daemonSet({ status: { numberAvailable: 1 } }), 'Progressing'],
  ['Job running', job(), 'Progressing'],
  [
    'Job failed',
    job({ status: { conditions: [condition('Failed', 'True', 'BackoffLimitExceeded', '')] } }),
    'Degraded',
  ],
  ['Job done', job({ status: { conditions: [condition('Complete', 'True', '', '')] } }), 'Healthy'],
  ['Job suspended', job({ status: { conditions: [condition('Suspended', 'True', '', '')] } }), 'Suspended'],
  [
    'CronJob whose last run failed',
    cronJob({
      status: { lastScheduleTime: '2026-05-04T09:00:00Z', lastSuccessfulTime: '2026-05-03T09:00:00Z' },
    }),
    'Degraded',
  ],
  [
    'CronJob suspended',
    cronJob({
      spec: { suspend: true },
      status: { lastScheduleTime: '2026-05-04T09:00:00Z', lastSuccessfulTime: '2026-05-03T09:00:00Z' },
    }),
    'Healthy',
  ],
  ['Pod ready', pod('a', { spec: { restartPolicy: 'Always' } }), 'Healthy'],
  ['Pod that cannot pull', waiting('a', 'ImagePullBackOff'), 'Progressing'],
  [
    'Pod that restarts and cannot pull',
    { ...waiting('a', 'ImagePullBackOff'), spec: { restartPolicy: 'Always', containers: [] } },
    'Degraded',
  ],
  [
    'Pod that restarts and crashed before',
    pod(
      'a',
      { spec: { restartPolicy: 'Always' }, status: { conditions: UNREADY } },
      { lastState: { terminated: { exitCode: 1 } } },
    ),
    'Degraded',
  ],
  ['Pod that runs once', pod('a', { spec: { restartPolicy: 'Never' } }), 'Progressing'],
  ['Service', service('a'), 'Healthy'],
  ['Service without an address', service('a', { spec: { type: 'LoadBalancer' } }), 'Progressing'],
  ['Ingress', ingress('a'), 'Healthy'],
  ['Ingress without an address', ingress('a', { status: { loadBalancer: {} } }), 'Progressing'],
  ['Claim bound', claim('Bound'), 'Healthy'],
  ['Claim pending', claim('Pending'), 'Progressing'],
  ['Claim lost', claim('Lost'), 'Degraded'],
  ['Claim in no known phase', claim(''), 'Unknown'],
  ['Autoscaler without metrics', autoscaler('ScalingActive', 'False', 'FailedGetResourceMetric'), 'Degraded'],
  ['Autoscaler off at zero', autoscaler('ScalingActive', 'False', 'ScalingDisabled'), 'Progressing'],
  ['Autoscaler at work', autoscaler('AbleToScale', 'True', 'ReadyForNewScale'), 'Healthy'],
  ['Argo Rollout', argoRollout(), 'Healthy'],
  ['Argo Rollout paused', argoRollout({ status: { phase: 'Paused' } }), 'Suspended'],
  [
    'Argo Rollout aborted',
    argoRollout({
      status: {
        phase: 'Progressing',
        conditions: [condition('Progressing', 'False', 'RolloutAborted', 'x')],
      },
    }),
    'Degraded',
  ],
  ['HelmRelease ready', flux('True'), 'Healthy'],
  ['HelmRelease not ready', flux('False'), 'Degraded'],
  ['HelmRelease at work', flux(null), 'Progressing'],
  ['HelmRelease suspended', flux('True', true), 'Suspended'],
  [
    'Application: no rule since 1.8',
    { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'x' } },
    null,
  ],
  [
    'Service of another group',
    { apiVersion: 'serving.knative.dev/v1', kind: 'Service', metadata: { name: 'x' } },
    null,
  ],
  ['no object', null, null],
];

describe('health as Argo CD gives it', () => {
  test.each(rows)('%s', (_name, object, health) => {
    expect(argocdHealth(object)).toBe(health);
  });
});
