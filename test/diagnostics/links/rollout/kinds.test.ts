// Link 7 on the kinds that are not Deployments (facts/kubernetes.md 1.5).
import { describe, expect, test } from '@jest/globals';
import type { Workload } from '../../../../src/diagnostics/evidence/kubernetes.ts';
import { rollout } from '../../../../src/diagnostics/links/rollout/rollout.ts';
import {
  ago,
  argoRollout,
  condition,
  cronJob,
  daemonSet,
  deployment,
  event,
  job,
  NEW,
  OLD,
  pod,
  revisionPod,
  rolloutSet,
  statefulSet,
  template,
  UNREADY,
} from '../../kubernetes/objects.ts';
import { inputOf, told, unprovenKeys, type InputParts, type Told, type Values } from './input.ts';

interface Row {
  readonly name: string;
  readonly of: Workload;
  readonly values?: Values;
  readonly parts?: InputParts;
  readonly expected: Told;
}

const broken = (code: string, leaf: string): Told => ({ status: 'broken', code, leaf });
const PROGRESS = { status: 'waiting', code: 'GT0711', leaf: 'rollout_in_progress' } as const;
const CRASH = {
  ready: false,
  restartCount: 5,
  state: { waiting: { reason: 'CrashLoopBackOff' } },
  lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: ago(20) } },
};
const unreadyPart = { status: { conditions: UNREADY } };
const set = (name: string, revision: string, bad = false) =>
  revisionPod('StatefulSet', name, revision, bad ? unreadyPart : {}, bad ? CRASH : {});
const daemon = (name: string, revision: string, bad = false) =>
  revisionPod('DaemonSet', name, revision, bad ? unreadyPart : {}, bad ? CRASH : {});
const UPDATING = { readyReplicas: 1, updatedReplicas: 1, availableReplicas: 1, currentRevision: 'api-1' };
const jobPod = (name: string, phase: string, image = NEW) =>
  pod(name, {
    metadata: {
      ownerReferences: [
        { apiVersion: 'batch/v1', kind: 'Job', name: 'api-29000000', uid: 'j', controller: true },
      ],
      labels: {},
    },
    spec: { containers: [{ name: 'api', image }] },
    status: { phase, conditions: [{ type: 'Ready', status: 'False' }], containerStatuses: [] },
  });

const rows: readonly Row[] = [
  { name: 'StatefulSet complete', of: statefulSet(), expected: { status: 'pass' } },
  {
    name: 'StatefulSet OnDelete keeps its old pods',
    of: statefulSet({
      spec: { updateStrategy: { type: 'OnDelete' } },
      status: { currentRevision: 'api-1', updatedReplicas: 0 },
    }),
    values: { pods: [set('api-0', 'api-1'), set('api-1', 'api-1')] },
    expected: broken('GT0704', 'update_held'),
  },
  {
    name: 'StatefulSet OnDelete after the pods were deleted by hand',
    of: statefulSet({ spec: { updateStrategy: { type: 'OnDelete' } } }),
    values: { pods: [set('api-0', 'api-2'), set('api-1', 'api-2')] },
    expected: { status: 'pass' },
  },
  {
    name: 'StatefulSet with a partition',
    of: statefulSet({
      spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } },
      status: { currentRevision: 'api-1', updatedReplicas: 1 },
    }),
    values: { pods: [set('api-0', 'api-1'), set('api-1', 'api-2')] },
    expected: broken('GT0704', 'update_held'),
  },
  {
    name: 'StatefulSet: the first replaced pod crashes',
    of: statefulSet({ status: UPDATING }),
    values: { pods: [set('api-0', 'api-1'), set('api-1', 'api-2', true)] },
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'StatefulSet: an old pod that is not ready holds the update',
    of: statefulSet({ status: { ...UPDATING, updatedReplicas: 0 } }),
    values: { pods: [set('api-0', 'api-1', true), set('api-1', 'api-1')] },
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'StatefulSet in progress',
    of: statefulSet({
      status: UPDATING,
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(60) }] },
    }),
    values: { pods: [set('api-0', 'api-1'), set('api-1', 'api-2')] },
    expected: PROGRESS,
  },
  {
    name: 'StatefulSet pods refused',
    of: statefulSet({ status: UPDATING }),
    values: {
      pods: [set('api-0', 'api-1')],
      events: [
        event(
          statefulSet(),
          'FailedCreate',
          'create Pod api-1 in StatefulSet api failed error: pods "api-1" is forbidden: exceeded quota: q, requested: pods=1, used: pods=9, limited: pods=9',
        ),
      ],
    },
    expected: broken('GT0705', 'quota'),
  },
  {
    name: 'StatefulSet scaled to zero',
    of: statefulSet({ spec: { replicas: 0 }, status: { replicas: 0, readyReplicas: 0, updatedReplicas: 0 } }),
    expected: broken('GT0703', 'scaled_to_zero'),
  },
  {
    name: 'StatefulSet, pods not readable',
    of: statefulSet({ status: UPDATING }),
    parts: { denied: ['pods'] },
    expected: { status: 'unknown', missing: 'pods' },
  },

  { name: 'DaemonSet complete', of: daemonSet(), expected: { status: 'pass' } },
  {
    name: 'DaemonSet OnDelete',
    of: daemonSet({ spec: { updateStrategy: { type: 'OnDelete' } }, status: { updatedNumberScheduled: 0 } }),
    expected: broken('GT0704', 'update_held'),
  },
  {
    name: 'DaemonSet: the first node crashes',
    of: daemonSet({ status: { updatedNumberScheduled: 1, numberAvailable: 1 } }),
    values: { pods: [daemon('api-a', '1'), daemon('api-b', '2', true)] },
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'DaemonSet in progress',
    of: daemonSet({
      status: { updatedNumberScheduled: 1 },
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(30) }] },
    }),
    values: { pods: [daemon('api-a', '1'), daemon('api-b', '2')] },
    expected: PROGRESS,
  },
  {
    name: 'DaemonSet held for longer than a rollout takes',
    of: daemonSet({
      status: { updatedNumberScheduled: 1 },
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(3600) }] },
    }),
    values: {
      pods: [
        daemon('api-a', '1'),
        {
          ...daemon('api-b', '2'),
          metadata: { ...daemon('api-b', '2').metadata, creationTimestamp: ago(3000) },
        },
      ],
    },
    expected: broken('GT0718', 'stuck_rollout'),
  },
  {
    name: 'DaemonSet that fits no node',
    of: daemonSet({ status: { desiredNumberScheduled: 0, updatedNumberScheduled: 0, numberAvailable: 0 } }),
    expected: broken('GT0708', 'unschedulable'),
  },

  {
    name: 'Job done',
    of: job({ status: { active: 0, succeeded: 1, conditions: [condition('Complete', 'True', '', '')] } }),
    expected: { status: 'pass' },
  },
  {
    name: 'Job failed',
    of: job({
      status: {
        active: 0,
        failed: 6,
        conditions: [
          condition('Failed', 'True', 'BackoffLimitExceeded', 'Job has reached the specified backoff limit'),
        ],
      },
    }),
    expected: broken('GT0728', 'crash_loop'),
  },
  { name: 'Job suspended', of: job({ spec: { suspend: true } }), expected: broken('GT0702', 'paused') },
  { name: 'Job running', of: job(), expected: PROGRESS },

  {
    name: 'CronJob waits for its next run',
    of: cronJob({ metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(600) }] } }),
    expected: { status: 'waiting', code: 'GT0726', leaf: 'update_held', until: '2026-05-04T10:30:00Z' },
  },
  {
    name: 'CronJob with a time zone of its own',
    of: cronJob({
      spec: { schedule: '0 13 * * *', timeZone: 'Europe/Paris' },
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(600) }] },
    }),
    expected: { status: 'waiting', code: 'GT0726', leaf: 'update_held', until: '2026-05-04T11:00:00Z' },
  },
  {
    name: 'CronJob with a schedule that never comes',
    of: cronJob({
      spec: { schedule: '0 0 30 2 *' },
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(600) }] },
    }),
    expected: broken('GT0704', 'update_held'),
  },
  {
    name: 'CronJob suspended',
    of: cronJob({
      spec: { suspend: true },
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(600) }] },
    }),
    expected: broken('GT0702', 'paused'),
  },
  {
    name: 'CronJob has run since',
    of: cronJob({
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(9000) }] },
      status: { lastScheduleTime: ago(600) },
    }),
    values: { pods: [jobPod('api-29000000-x', 'Succeeded')] },
    expected: { status: 'pass' },
  },
  {
    name: 'CronJob: only a run with the former image is there',
    of: cronJob({ metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(600) }] } }),
    values: { pods: [jobPod('api-29000000-x', 'Running', OLD)] },
    expected: { status: 'waiting', code: 'GT0726', leaf: 'update_held', until: '2026-05-04T10:30:00Z' },
  },

  { name: 'Argo Rollout complete', of: argoRollout(), expected: { status: 'pass' } },
  {
    name: 'Argo Rollout paused at a step without an end',
    of: argoRollout({
      status: {
        phase: 'Paused',
        stableRS: 'old',
        updatedReplicas: 1,
        currentStepIndex: 1,
        pauseConditions: [{ reason: 'CanaryPauseStep', startTime: ago(300) }],
        conditions: [condition('Progressing', 'Unknown', 'RolloutPaused', 'paused')],
      },
    }),
    values: { replicaSets: [rolloutSet('new', NEW), rolloutSet('old', OLD)] },
    expected: broken('GT0725', 'paused'),
  },
  {
    name: 'Argo Rollout paused at a step that ends by itself',
    of: argoRollout({
      spec: { strategy: { canary: { steps: [{ setWeight: 20 }, { pause: { duration: '10m' } }] } } },
      status: {
        phase: 'Paused',
        stableRS: 'old',
        updatedReplicas: 1,
        currentStepIndex: 1,
        pauseConditions: [{ reason: 'CanaryPauseStep', startTime: ago(300) }],
      },
    }),
    values: { replicaSets: [rolloutSet('new', NEW), rolloutSet('old', OLD)] },
    expected: {
      status: 'waiting',
      code: 'GT0711',
      leaf: 'rollout_in_progress',
      until: '2026-05-04T10:05:00Z',
    },
  },
  {
    name: 'Argo Rollout paused by hand',
    of: argoRollout({
      spec: { paused: true },
      status: { phase: 'Paused', stableRS: 'old', updatedReplicas: 0 },
    }),
    values: { replicaSets: [rolloutSet('new', NEW)] },
    expected: broken('GT0702', 'paused'),
  },
  {
    name: 'Argo Rollout aborted',
    of: argoRollout({
      status: {
        phase: 'Degraded',
        abort: true,
        abortedAt: ago(100),
        stableRS: 'old',
        updatedReplicas: 0,
        conditions: [
          condition('Progressing', 'False', 'RolloutAborted', 'Rollout aborted update to revision 4'),
        ],
      },
    }),
    values: { replicaSets: [rolloutSet('new', NEW)] },
    expected: broken('GT0712', 'rollout_aborted'),
  },
  {
    name: 'Argo Rollout blue-green: the active Service is still on the old version',
    of: argoRollout({
      spec: { strategy: { blueGreen: { activeService: 'api', autoPromotionEnabled: false } } },
      status: {
        phase: 'Paused',
        blueGreen: { activeSelector: 'old' },
        pauseConditions: [{ reason: 'BlueGreenPause', startTime: ago(300) }],
      },
    }),
    values: { replicaSets: [rolloutSet('new', NEW)] },
    expected: broken('GT0725', 'paused'),
  },
  {
    name: 'Argo Rollout with an invalid spec',
    of: argoRollout({
      status: {
        stableRS: 'old',
        conditions: [condition('InvalidSpec', 'True', 'InvalidSpec', 'The Rollout is invalid')],
      },
    }),
    values: { replicaSets: [rolloutSet('new', NEW)] },
    expected: broken('GT0718', 'stuck_rollout'),
  },
  {
    name: 'Argo Rollout has not seen the change for long',
    of: argoRollout({
      metadata: { generation: 5, managedFields: [{ manager: 'argocd-controller', time: ago(300) }] },
    }),
    expected: broken('GT0718', 'stuck_rollout'),
  },
  {
    name: 'Argo Rollout in progress',
    of: argoRollout({
      status: {
        phase: 'Progressing',
        stableRS: 'old',
        updatedReplicas: 1,
        conditions: [condition('Progressing', 'True', 'ReplicaSetUpdated', 'progressing', 60)],
      },
    }),
    values: { replicaSets: [rolloutSet('new', NEW), rolloutSet('old', OLD)] },
    expected: { ...PROGRESS, until: '2026-05-04T10:09:00Z' },
  },
];

describe('link 7 on other kinds', () => {
  test.each(rows)('$name', ({ of, values, parts, expected }) => {
    const input = inputOf([of], { ...parts, values: { ...values, ...parts?.values } });
    const verdict = rollout.verdict(input);
    expect(told(verdict)).toMatchObject(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('a Deployment that only lends its template to an Argo Rollout is not scaled to zero', () => {
    const lent = deployment({
      spec: { replicas: 0 },
      status: { replicas: 0, updatedReplicas: 0, availableReplicas: 0 },
    });
    const borrowing = argoRollout({
      metadata: { name: 'api-rollout' },
      spec: { template: undefined, workloadRef: { kind: 'Deployment', name: 'api' } },
    });
    expect(told(rollout.verdict(inputOf([lent, borrowing])))).toEqual({ status: 'pass' });
    const other = deployment({ spec: { replicas: 0, template: template(OLD) } });
    expect(told(rollout.verdict(inputOf([other, borrowing])))).toEqual({
      status: 'skipped',
      blockedBy: 'sync',
    });
  });
});
