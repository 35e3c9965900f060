// One pod of a rollout that is inside its deadline: what holds it, and whether that needs a person (facts/kubernetes.md 2).
import { describe, expect, test } from '@jest/globals';
import type { KubernetesEvent, Pod } from '../../../../src/diagnostics/evidence/kubernetes.ts';
import { imageManifestSchema, type ImageManifest } from '../../../../src/diagnostics/evidence/registry.ts';
import { rollout } from '../../../../src/diagnostics/links/rollout/rollout.ts';
import {
  ago,
  deployment,
  event,
  newSet,
  NEW_DIGEST,
  node,
  oldPod,
  oldSet,
  pod,
  ROLLING,
  TIMED_OUT,
  unready,
  waiting,
} from '../../kubernetes/objects.ts';
import { inputOf, told, unprovenKeys, type Told, type Values } from './input.ts';

interface Row {
  readonly name: string;
  readonly pod: Pod;
  readonly events?: readonly KubernetesEvent[];
  readonly values?: Values;
  readonly late?: boolean;
  readonly expected: Told;
}

const PROGRESS = { status: 'waiting', code: 'GT0711', leaf: 'rollout_in_progress' } as const;
const broken = (code: string, leaf: string): Told => ({ status: 'broken', code, leaf });
const waits = (code: string, leaf: string): Told => ({ status: 'waiting', code, leaf });
const ended = (reason: string, exitCode: number, message?: string): Record<string, unknown> => ({
  restartCount: 4,
  lastState: { terminated: { exitCode, reason, message, finishedAt: ago(30) } },
});
const crash = (reason: string, exitCode: number, message?: string): Pod =>
  waiting(
    'api-new-1',
    'CrashLoopBackOff',
    'back-off 5m0s restarting failed container',
    ended(reason, exitCode, message),
  );
const pending = (message: string, seconds: number): Pod =>
  pod('api-new-1', {
    spec: { nodeName: undefined },
    status: {
      phase: 'Pending',
      containerStatuses: [],
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'Unschedulable',
          message,
          lastTransitionTime: ago(seconds),
        },
      ],
    },
  });
const creating = (seconds: number): Pod =>
  pod(
    'api-new-1',
    {
      status: { phase: 'Pending', startTime: ago(seconds), conditions: [{ type: 'Ready', status: 'False' }] },
    },
    { ready: false, imageID: '', state: { waiting: { reason: 'ContainerCreating' } } },
  );
const runs = (
  seconds: number,
  spec: Record<string, unknown> = {},
  container: Record<string, unknown> = {},
): Pod =>
  unready(
    'api-new-1',
    { running: { startedAt: ago(seconds) } },
    { spec: { containers: [{ name: 'api', image: 'images.example.io/api:new', ...spec }] } },
    container,
  );
const readiness = { readinessProbe: { httpGet: { port: 8080 } } };
const one = { kind: 'Pod', metadata: { name: 'api-new-1', uid: 'uid-api-new-1' } };
const unhealthy = (message: string, more: Record<string, unknown> = {}): KubernetesEvent[] => [
  event(one, 'Unhealthy', message, more),
];

const rows: readonly Row[] = [
  { name: 'just created', pod: creating(5), expected: PROGRESS },
  { name: 'creating for two minutes, nothing said', pod: creating(120), expected: PROGRESS },
  {
    name: 'not scheduled for 10 s',
    pod: pending('0/3 nodes are available: 3 Insufficient cpu.', 10),
    expected: PROGRESS,
  },
  {
    name: 'no node has room',
    pod: pending('0/3 nodes are available: 3 Insufficient cpu.', 20),
    expected: broken('GT0708', 'unschedulable'),
  },
  {
    name: 'a node is being added',
    pod: pending('0/3 nodes are available: 3 Insufficient cpu.', 200),
    events: [
      event(one, 'TriggeredScaleUp', 'pod triggered scale-up: [{aks-user 3->4}]', {
        lastTimestamp: ago(180),
      }),
    ],
    expected: waits('GT0708', 'unschedulable'),
  },
  {
    name: 'a node should have been there long ago',
    pod: pending('0/3 nodes are available: 3 Insufficient cpu.', 900),
    events: [event(one, 'TriggeredScaleUp', 'pod triggered scale-up', { lastTimestamp: ago(800) })],
    expected: broken('GT0708', 'unschedulable'),
  },
  {
    name: 'the volume is the reason',
    pod: pending(
      '0/3 nodes are available: 3 node(s) had volume node affinity conflict. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
      60,
    ),
    expected: broken('GT0709', 'volume_stuck'),
  },
  {
    name: 'refused by the kubelet',
    pod: pod('api-new-1', {
      status: {
        phase: 'Failed',
        reason: 'OutOfcpu',
        message: 'Node did not have enough resource',
        conditions: [],
        containerStatuses: [],
      },
    }),
    expected: broken('GT0708', 'unschedulable'),
  },
  {
    name: 'ConfigMap missing',
    pod: waiting('api-new-1', 'CreateContainerConfigError', 'configmap "settings" not found'),
    expected: broken('GT0710', 'container_config_error'),
  },
  {
    name: 'ConfigMap of a volume missing',
    pod: creating(120),
    events: [
      event(one, 'FailedMount', 'MountVolume.SetUp failed for volume "v" : configmap "settings" not found'),
    ],
    expected: broken('GT0710', 'container_config_error'),
  },
  {
    name: 'the same within the first minute',
    pod: creating(20),
    events: [
      event(one, 'FailedMount', 'MountVolume.SetUp failed for volume "v" : configmap "settings" not found'),
    ],
    expected: PROGRESS,
  },
  {
    name: 'a mount that failed before the image was pulled is done',
    pod: creating(120),
    events: [
      event(one, 'FailedMount', 'MountVolume.SetUp failed for volume "v" : timed out', {
        lastTimestamp: ago(100),
      }),
      event(one, 'Pulling', 'Pulling image "x"', { lastTimestamp: ago(90) }),
    ],
    expected: PROGRESS,
  },
  {
    name: 'the disk is held by an old pod that stays',
    pod: creating(120),
    events: [
      event(
        one,
        'FailedAttachVolume',
        'Multi-Attach error for volume "pv" Volume is already used by pod(s) api-old-1',
      ),
    ],
    values: {
      replicaSets: [newSet(), oldSet()],
      pods: [oldPod('api-old-1', { spec: { nodeName: 'node-2' } })],
    },
    expected: broken('GT0709', 'volume_stuck'),
  },
  {
    name: 'the disk is held by an old pod that ends',
    pod: creating(120),
    events: [
      event(
        one,
        'FailedAttachVolume',
        'Multi-Attach error for volume "pv" Volume is already used by pod(s) api-old-1',
      ),
    ],
    values: {
      replicaSets: [newSet(), oldSet()],
      pods: [oldPod('api-old-1', { spec: { nodeName: 'node-2' }, metadata: { deletionTimestamp: ago(5) } })],
    },
    expected: waits('GT0709', 'volume_stuck'),
  },
  {
    name: 'the subnet has no address left',
    pod: creating(120),
    events: [
      event(
        one,
        'FailedCreatePodSandBox',
        'failed to setup network for sandbox "x": plugin type="azure-vnet" failed (add): AllocateIPConfig failed: not enough IPs available',
      ),
    ],
    expected: broken('GT0708', 'unschedulable'),
  },
  {
    name: 'the sandbox cannot be made',
    pod: creating(120),
    events: [event(one, 'FailedCreatePodSandBox', 'plugin type="cilium-cni" failed')],
    expected: broken('GT0718', 'stuck_rollout'),
  },
  { name: 'out of memory', pod: crash('OOMKilled', 137), expected: broken('GT0715', 'oom_killed') },
  { name: 'exits with an error', pod: crash('Error', 1), expected: broken('GT0714', 'crash_loop') },
  {
    name: 'exits without an error, again and again',
    pod: crash('Completed', 0),
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'killed, and nothing says by whom',
    pod: crash('Error', 137),
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'killed by its liveness probe',
    pod: crash('Error', 143),
    events: [
      event(one, 'Killing', 'Container api failed liveness probe, will be restarted', { type: 'Normal' }),
    ],
    expected: broken('GT0713', 'probe_failing'),
  },
  {
    name: 'a liveness probe fails while the program exits by itself',
    pod: crash('Error', 1),
    events: [
      event(one, 'Killing', 'Container api failed liveness probe, will be restarted', { type: 'Normal' }),
    ],
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'the log says exec format error',
    pod: crash('Error', 1),
    values: {
      podLogs: [
        { pod: 'api-new-1', container: 'api', previous: true, lines: ['exec /app: exec format error'] },
      ],
    },
    expected: broken('GT0716', 'exec_format_error'),
  },
  {
    name: 'the image is for another processor than the node',
    pod: waiting('api-new-1', 'CrashLoopBackOff', 'back-off', {
      ...ended('Error', 255),
      imageID: `images.example.io/api@${NEW_DIGEST}`,
    }),
    values: { nodes: [node('node-1', 'amd64')], imageManifest: { found: true, value: manifest('arm64') } },
    expected: broken('GT0716', 'exec_format_error'),
  },
  {
    name: 'the image is for the processor of the node',
    pod: waiting('api-new-1', 'CrashLoopBackOff', 'back-off', {
      ...ended('Error', 255),
      imageID: `images.example.io/api@${NEW_DIGEST}`,
    }),
    values: { nodes: [node('node-1', 'amd64')], imageManifest: { found: true, value: manifest('amd64') } },
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'the program is not in the image',
    pod: waiting(
      'api-new-1',
      'RunContainerError',
      'exec: "serve": executable file not found in $PATH',
      ended('StartError', 128),
    ),
    expected: broken('GT0728', 'crash_loop'),
  },
  {
    name: 'an init container crashes',
    pod: pod(
      'api-new-1',
      {
        spec: { initContainers: [{ name: 'migrate', image: 'images.example.io/api:new' }] },
        status: {
          phase: 'Pending',
          conditions: [{ type: 'Ready', status: 'False' }],
          initContainerStatuses: [
            {
              name: 'migrate',
              restartCount: 3,
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              lastState: { terminated: { exitCode: 1, reason: 'Error' } },
            },
          ],
        },
      },
      { ready: false, imageID: '', state: { waiting: { reason: 'PodInitializing' } } },
    ),
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'an init container runs',
    pod: pod(
      'api-new-1',
      {
        spec: { initContainers: [{ name: 'migrate', image: 'images.example.io/api:new' }] },
        status: {
          phase: 'Pending',
          conditions: [{ type: 'Ready', status: 'False' }],
          initContainerStatuses: [{ name: 'migrate', state: { running: { startedAt: ago(200) } } }],
        },
      },
      { ready: false, imageID: '', state: { waiting: { reason: 'PodInitializing' } } },
    ),
    expected: PROGRESS,
  },
  {
    name: 'readiness has failed for a minute',
    pod: runs(60, readiness),
    events: unhealthy('Readiness probe failed: HTTP probe failed with statuscode: 500'),
    expected: PROGRESS,
  },
  {
    name: 'readiness has failed for four minutes',
    pod: runs(240, readiness),
    events: unhealthy('Readiness probe failed: HTTP probe failed with statuscode: 500'),
    expected: broken('GT0713', 'probe_failing'),
  },
  {
    name: 'the first readiness probe is not due yet',
    pod: runs(200, { readinessProbe: { httpGet: { port: 8080 }, initialDelaySeconds: 300 } }),
    expected: PROGRESS,
  },
  {
    name: 'the failures are those of a container that has been replaced',
    pod: runs(240, readiness),
    events: unhealthy('Readiness probe failed: connection refused', {
      firstTimestamp: ago(400),
      lastTimestamp: ago(300),
    }),
    expected: PROGRESS,
  },
  {
    name: 'the startup probe has time left',
    pod: runs(240, { startupProbe: { httpGet: { port: 8080 }, failureThreshold: 60 } }, { started: false }),
    events: unhealthy('Startup probe failed: connection refused'),
    expected: PROGRESS,
  },
  {
    name: 'not ready when the deadline passes, and no event is left',
    pod: runs(900, readiness),
    late: true,
    expected: broken('GT0727', 'probe_failing'),
  },
  {
    name: 'a readiness gate is open when the deadline passes',
    pod: pod('api-new-1', {
      status: {
        conditions: [
          {
            type: 'Ready',
            status: 'False',
            reason: 'ReadinessGatesNotReady',
            message: 'corresponding condition of pod readiness gate "x" does not exist.',
          },
        ],
      },
    }),
    late: true,
    expected: broken('GT0718', 'stuck_rollout'),
  },
  {
    name: 'restarted once and running again',
    pod: runs(30, readiness, {
      restartCount: 1,
      lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: ago(40) } },
    }),
    expected: PROGRESS,
  },
  {
    name: 'between two crashes',
    pod: runs(5, readiness, {
      restartCount: 3,
      lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: ago(20) } },
    }),
    expected: broken('GT0714', 'crash_loop'),
  },
  {
    name: 'an image that cannot be pulled is not a crash',
    pod: waiting('api-new-1', 'ErrImagePull', 'manifest unknown'),
    expected: { status: 'skipped', blockedBy: 'pull' },
  },
];

function manifest(architecture: string): ImageManifest {
  return imageManifestSchema.parse({ digest: NEW_DIGEST, tags: ['new'], architecture });
}

describe('link 7 on the pods of a rollout', () => {
  test.each(rows)('$name', ({ pod: of, events = [], values, late, expected }) => {
    const own: Values = {
      replicaSets: [newSet(), oldSet()],
      events: [...events],
      ...values,
      pods: [of, ...(values?.pods ?? [])],
    };
    const input = inputOf([deployment({ status: late === true ? TIMED_OUT : ROLLING })], { values: own });
    const verdict = rollout.verdict(input);
    expect(told(verdict)).toMatchObject(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('the most telling of several faults is named first, each once', () => {
    const pods = [
      pending('0/3 nodes are available: 3 Insufficient cpu.', 60),
      { ...crash('OOMKilled', 137) },
      crash('OOMKilled', 137),
    ];
    const named = pods.map((one, index) => ({
      ...one,
      metadata: { ...one.metadata, name: `api-new-${index}`, uid: `uid-${index}` },
    }));
    const verdict = rollout.verdict(
      inputOf([deployment({ status: ROLLING })], {
        values: { replicaSets: [newSet(), oldSet()], pods: named },
      }),
    );
    expect('findings' in verdict ? verdict.findings.map(({ leaf }) => leaf) : []).toEqual([
      'oom_killed',
      'unschedulable',
    ]);
  });
});
