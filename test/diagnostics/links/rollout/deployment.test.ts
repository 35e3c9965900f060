// Link 7 on a Deployment, rule by rule of facts/kubernetes.md 1.2, each with a case where it does not apply.
import { describe, expect, test } from '@jest/globals';
import { rollout } from '../../../../src/diagnostics/links/rollout/rollout.ts';
import type { Deployment, Pod } from '../../../../src/diagnostics/evidence/kubernetes.ts';
import {
  ago,
  condition,
  deployment,
  event,
  job,
  NEW,
  newSet,
  NOW,
  OLD,
  oldPod,
  oldSet,
  pod,
  ROLLING,
  template,
  TIMED_OUT,
  unready,
  UNREADY,
  waiting,
} from '../../kubernetes/objects.ts';
import { pull } from '../../../../src/diagnostics/links/pull/pull.ts';
import {
  application,
  inputOf,
  told,
  unprovenKeys,
  type InputParts,
  type Told,
  type Values,
} from './input.ts';

interface Row {
  readonly rule: string;
  readonly of: Deployment;
  readonly values?: Values;
  readonly parts?: InputParts;
  readonly expected: Told;
}

const SETS = [newSet(), oldSet()];
const SERVING = [oldPod('api-old-1'), oldPod('api-old-2')];
const DEADLINE = ago(120 - 600);
const IN_PROGRESS = {
  status: 'waiting',
  code: 'GT0711',
  leaf: 'rollout_in_progress',
  until: iso(DEADLINE),
} as const;

function iso(time: string): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

function rolling(pods: readonly Pod[] = [], more: Values = {}): Values {
  return { replicaSets: SETS, pods: [...SERVING, ...pods], ...more };
}

const READY_PODS: Values = {
  replicaSets: [newSet(), oldSet({ spec: { replicas: 0 } })],
  pods: [pod('api-new-1'), pod('api-new-2')],
};
const refusal = (message: string): Values =>
  rolling([], {
    replicaSets: [
      newSet({
        status: { replicas: 0, conditions: [condition('ReplicaFailure', 'True', 'FailedCreate', message)] },
      }),
      oldSet(),
    ],
  });

const rows: readonly Row[] = [
  { rule: 'R16 complete', of: deployment(), values: READY_PODS, expected: { status: 'pass' } },
  {
    rule: 'R16 complete, pods not readable',
    of: deployment(),
    parts: { denied: ['pods'] },
    expected: { status: 'pass' },
  },
  {
    rule: 'R02 the template has another tag',
    of: deployment({ spec: { template: template(OLD) } }),
    values: READY_PODS,
    expected: { status: 'skipped', blockedBy: 'sync' },
  },
  {
    rule: 'R02 a change of configuration brings no tag',
    of: deployment({ spec: { template: template(OLD) } }),
    parts: { change: { kind: 'configuration', tag: 'old' } },
    expected: { status: 'pass' },
  },
  {
    rule: 'R03 generation not observed yet',
    of: deployment({
      metadata: { generation: 6, managedFields: [{ manager: 'argocd-controller', time: ago(10) }] },
    }),
    expected: { status: 'waiting', code: 'GT0711', leaf: 'rollout_in_progress', until: iso(ago(-50)) },
  },
  {
    rule: 'R03 generation not observed for more than a minute',
    of: deployment({
      metadata: { generation: 6, managedFields: [{ manager: 'argocd-controller', time: ago(90) }] },
    }),
    expected: { status: 'broken', code: 'GT0718', leaf: 'stuck_rollout' },
  },
  {
    rule: 'R04 paused before the rollout',
    of: deployment({ spec: { paused: true }, status: { ...ROLLING, updatedReplicas: 0, replicas: 2 } }),
    values: { replicaSets: [oldSet()], pods: SERVING },
    expected: { status: 'broken', code: 'GT0702', leaf: 'paused' },
  },
  {
    rule: 'R04 paused after the rollout',
    of: deployment({ spec: { paused: true } }),
    values: READY_PODS,
    expected: { status: 'pass' },
  },
  {
    rule: 'R05 scaled to zero',
    of: deployment({
      spec: { replicas: 0 },
      status: { replicas: 0, updatedReplicas: 0, availableReplicas: 0 },
    }),
    expected: { status: 'broken', code: 'GT0703', leaf: 'scaled_to_zero' },
  },
  {
    rule: 'R06 the ReplicaSet itself is refused',
    of: deployment({
      status: {
        ...ROLLING,
        conditions: [
          condition(
            'Progressing',
            'False',
            'ReplicaSetCreateError',
            'Failed to create new replica set "x": replicasets.apps "x" is forbidden: exceeded quota: q, requested: count/replicasets.apps=1, used: count/replicasets.apps=9, limited: count/replicasets.apps=9',
          ),
        ],
      },
    }),
    values: { replicaSets: [oldSet()], pods: SERVING },
    expected: { status: 'broken', code: 'GT0705', leaf: 'quota' },
  },
  {
    rule: 'R07 no ReplicaSet yet',
    of: deployment({
      status: ROLLING,
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(20) }] },
    }),
    values: { replicaSets: [oldSet()], pods: SERVING },
    expected: { status: 'waiting', code: 'GT0711', leaf: 'rollout_in_progress', until: iso(ago(-40)) },
  },
  {
    rule: 'R07 no ReplicaSet for longer',
    of: deployment({
      status: ROLLING,
      metadata: { managedFields: [{ manager: 'argocd-controller', time: ago(300) }] },
    }),
    values: { replicaSets: [oldSet()], pods: SERVING },
    expected: { status: 'broken', code: 'GT0718', leaf: 'stuck_rollout' },
  },
  {
    rule: 'R08 pods refused by a policy',
    of: deployment({ status: ROLLING }),
    values: refusal(
      'admission webhook "validation.gatekeeper.sh" denied the request: [azurepolicy-k8sazurev2containerallowed] not allowed',
    ),
    expected: { status: 'broken', code: 'GT0706', leaf: 'pods_denied' },
  },
  {
    rule: 'R08 pods cannot be read, the condition says it',
    of: deployment({
      status: {
        ...ROLLING,
        conditions: [
          condition(
            'ReplicaFailure',
            'True',
            'FailedCreate',
            'pods "x" is forbidden: exceeded quota: q, requested: pods=1, used: pods=9, limited: pods=9',
          ),
        ],
      },
    }),
    values: { replicaSets: SETS },
    parts: { denied: ['pods'] },
    expected: { status: 'broken', code: 'GT0705', leaf: 'quota' },
  },
  {
    rule: 'R08 the API server is overloaded for a moment',
    of: deployment({ status: ROLLING }),
    values: refusal('the server is currently unable to handle the request'),
    expected: { status: 'waiting', code: 'GT0707', leaf: 'pod_creation_refused', until: iso(DEADLINE) },
  },
  {
    rule: 'R09 refused according to events only',
    of: deployment({ status: ROLLING }),
    values: rolling([], {
      replicaSets: [newSet({ status: { replicas: 0 } }), oldSet()],
      events: [
        event(
          newSet(),
          'FailedCreate',
          'Error creating: pods "x" is forbidden: error looking up service account shop/api: serviceaccount "api" not found',
        ),
      ],
    }),
    expected: { status: 'broken', code: 'GT0707', leaf: 'pod_creation_refused' },
  },
  {
    rule: 'R09 a pod was created after the refusal',
    of: deployment({ status: ROLLING }),
    values: rolling([waiting('api-new-1', 'ContainerCreating', undefined)], {
      events: [
        event(
          newSet(),
          'FailedCreate',
          'Error creating: pods "x" is forbidden: exceeded quota: q, requested: pods=1, used: pods=9, limited: pods=9',
          { lastTimestamp: ago(60) },
        ),
        event(newSet(), 'SuccessfulCreate', 'Created pod: api-new-1', { lastTimestamp: ago(30) }),
      ],
      replicaSets: [newSet({ status: { replicas: 0 } }), oldSet()],
    }),
    expected: IN_PROGRESS,
  },
  {
    rule: 'R11 a pod waits for its image',
    of: deployment({ status: ROLLING }),
    values: rolling([waiting('api-new-1', 'ImagePullBackOff', 'Back-off pulling image')]),
    expected: { status: 'skipped', blockedBy: 'pull' },
  },
  {
    rule: 'R11 pods not readable, events tell of the pull',
    of: deployment({ status: ROLLING }),
    values: {
      replicaSets: SETS,
      events: [
        event(
          { kind: 'Pod', metadata: { name: 'api-new-1' } },
          'Failed',
          `Failed to pull image "${NEW}": 401 Unauthorized`,
        ),
      ],
    },
    parts: { denied: ['pods'] },
    expected: { status: 'skipped', blockedBy: 'pull' },
  },
  {
    rule: 'R11 pods not readable, nothing tells',
    of: deployment({ status: ROLLING }),
    values: { replicaSets: SETS },
    parts: { denied: ['pods'] },
    expected: { status: 'unknown', missing: 'pods' },
  },
  {
    rule: 'R11 neither pods nor ReplicaSets readable',
    of: deployment({ status: ROLLING }),
    parts: { denied: ['pods', 'replicaSets'] },
    expected: { status: 'unknown', missing: 'replicaSets' },
  },
  {
    rule: 'R12 a container starts',
    of: deployment({ status: ROLLING }),
    values: rolling([unready('api-new-1', { running: { startedAt: ago(20) } })]),
    expected: IN_PROGRESS,
  },
  {
    rule: 'R13 minReadySeconds',
    of: deployment({
      spec: { minReadySeconds: 60 },
      status: { ...ROLLING, replicas: 2, updatedReplicas: 2, availableReplicas: 0 },
    }),
    values: {
      replicaSets: SETS,
      pods: ['api-new-1', 'api-new-2'].map((name) =>
        pod(name, {
          status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: ago(15) }] },
        }),
      ),
    },
    expected: { status: 'waiting', code: 'GT0711', leaf: 'rollout_in_progress', until: iso(ago(-45)) },
  },
  {
    rule: 'R14 old pods end within their grace',
    of: deployment({ status: { ...ROLLING, updatedReplicas: 2, availableReplicas: 2, replicas: 3 } }),
    values: {
      replicaSets: SETS,
      pods: [
        pod('api-new-1'),
        pod('api-new-2'),
        oldPod('api-old-1', { metadata: { deletionTimestamp: ago(-20) } }),
      ],
    },
    expected: { status: 'waiting', code: 'GT0711', leaf: 'rollout_in_progress', until: iso(ago(-80)) },
  },
  {
    rule: 'R14 old pods do not end',
    of: deployment({ status: { ...ROLLING, updatedReplicas: 2, availableReplicas: 2, replicas: 3 } }),
    values: {
      replicaSets: SETS,
      pods: [
        pod('api-new-1'),
        pod('api-new-2'),
        oldPod('api-old-1', { metadata: { deletionTimestamp: ago(400), finalizers: ['example.io/keep'] } }),
      ],
    },
    expected: { status: 'broken', code: 'GT0717', leaf: 'old_pods_terminating' },
  },
  {
    rule: 'R14 an overdue old pod still serves beside the new ones',
    of: deployment(),
    values: {
      ...READY_PODS,
      pods: [...(READY_PODS.pods ?? []), oldPod('api-old-1', { metadata: { deletionTimestamp: ago(400) } })],
    },
    expected: { status: 'broken', code: 'GT0717', leaf: 'old_pods_terminating' },
  },
  {
    rule: 'R15 the deadline has passed and nothing names a cause',
    of: deployment({ status: TIMED_OUT }),
    values: rolling([waiting('api-new-1', 'ContainerCreating', undefined)]),
    expected: { status: 'broken', code: 'GT0718', leaf: 'stuck_rollout' },
  },
  {
    rule: 'R15 the deadline has passed and a pod names the cause',
    of: deployment({ status: TIMED_OUT }),
    values: rolling([waiting('api-new-1', 'CreateContainerConfigError', 'secret "keys" not found')]),
    expected: { status: 'broken', code: 'GT0710', leaf: 'container_config_error' },
  },
  {
    rule: 'R15 the deadline has passed although the condition does not say it yet',
    of: deployment({
      status: {
        ...ROLLING,
        conditions: [condition('Progressing', 'True', 'ReplicaSetUpdated', 'progressing', 700)],
      },
    }),
    values: rolling([waiting('api-new-1', 'ContainerCreating', undefined)]),
    expected: { status: 'broken', code: 'GT0718', leaf: 'stuck_rollout' },
  },
  {
    rule: 'R15 a longer deadline of its own',
    of: deployment({
      spec: { progressDeadlineSeconds: 1200 },
      status: {
        ...ROLLING,
        conditions: [condition('Progressing', 'True', 'ReplicaSetUpdated', 'progressing', 700)],
      },
    }),
    values: rolling([waiting('api-new-1', 'ContainerCreating', undefined)]),
    expected: { status: 'waiting', code: 'GT0711', leaf: 'rollout_in_progress', until: iso(ago(700 - 1200)) },
  },
  {
    rule: 'R17 one pod fails after the rollout: the change serves',
    of: deployment({ status: { availableReplicas: 1, readyReplicas: 1 } }),
    values: {
      replicaSets: [newSet()],
      pods: [
        pod('api-new-1'),
        waiting('api-new-2', 'CrashLoopBackOff', 'back-off', {
          restartCount: 9,
          lastState: { terminated: { exitCode: 1, reason: 'Error' } },
        }),
      ],
    },
    expected: { status: 'pass' },
  },
  {
    rule: 'R17 all pods fail after the rollout',
    of: deployment({ status: { availableReplicas: 0, readyReplicas: 0 } }),
    values: {
      replicaSets: [newSet()],
      pods: [
        waiting('api-new-1', 'CrashLoopBackOff', 'back-off', {
          restartCount: 9,
          lastState: { terminated: { exitCode: 1, reason: 'Error' } },
        }),
      ],
    },
    expected: { status: 'broken', code: 'GT0714', leaf: 'crash_loop' },
  },
  {
    rule: 'R17 one pod fails, asked about what serves',
    of: deployment({ status: { availableReplicas: 1, readyReplicas: 1 } }),
    values: {
      replicaSets: [newSet()],
      pods: [
        pod('api-new-1'),
        waiting('api-new-2', 'CrashLoopBackOff', 'back-off', {
          restartCount: 9,
          lastState: { terminated: { exitCode: 1, reason: 'Error' } },
        }),
      ],
    },
    parts: { scope: 'serving' },
    expected: { status: 'broken', code: 'GT0714', leaf: 'crash_loop' },
  },
  {
    rule: 'R17 old pods are left: a failing new one holds the rollout',
    of: deployment({ status: { ...TIMED_OUT, readyReplicas: 3, availableReplicas: 3 } }),
    values: rolling([
      waiting('api-new-1', 'CrashLoopBackOff', 'back-off', {
        restartCount: 9,
        lastState: { terminated: { exitCode: 1, reason: 'Error' } },
      }),
    ]),
    expected: { status: 'broken', code: 'GT0714', leaf: 'crash_loop' },
  },
  {
    rule: 'R18 Recreate waits for old pods',
    of: deployment({
      spec: { strategy: { type: 'Recreate' } },
      status: { ...ROLLING, updatedReplicas: 0, replicas: 0, availableReplicas: 0 },
    }),
    values: {
      replicaSets: [
        newSet({ spec: { replicas: 0 }, status: { replicas: 0 } }),
        oldSet({ spec: { replicas: 0 } }),
      ],
      pods: [oldPod('api-old-1', { metadata: { deletionTimestamp: ago(500) } })],
    },
    expected: { status: 'broken', code: 'GT0717', leaf: 'old_pods_terminating' },
  },
  {
    rule: 'F11 a revert takes the old ReplicaSet back',
    of: deployment({
      spec: { template: template(OLD) },
      metadata: { annotations: { 'deployment.kubernetes.io/revision': '6' } },
    }),
    values: {
      replicaSets: [
        newSet(),
        oldSet({
          metadata: {
            annotations: {
              'deployment.kubernetes.io/revision': '6',
              'deployment.kubernetes.io/revision-history': '4',
            },
          },
        }),
      ],
      pods: SERVING,
    },
    parts: { change: { tag: 'old', previousTag: 'new' } },
    expected: { status: 'pass' },
  },
  {
    rule: 'the workload is not there',
    of: deployment(),
    values: { workloads: [{ kind: 'Deployment', namespace: 'shop', name: 'api', object: null }] },
    expected: { status: 'skipped', blockedBy: 'sync' },
  },
  {
    rule: 'no workload is managed',
    of: deployment(),
    values: { workloads: [] },
    expected: { status: 'unknown', missing: 'workloads' },
  },
  {
    rule: 'workloads not readable',
    of: deployment(),
    parts: { denied: ['workloads'] },
    expected: { status: 'unknown', missing: 'workloads' },
  },
  {
    rule: 'a fault of another workload is never the outcome of this change',
    of: deployment(),
    values: {
      ...READY_PODS,
      workloads: [
        live(deployment()),
        live(
          deployment({
            metadata: { name: 'worker', uid: 'uid-worker' },
            spec: { replicas: 0 },
            status: { replicas: 0, updatedReplicas: 0, availableReplicas: 0 },
          }),
        ),
      ],
    },
    expected: { status: 'pass' },
  },
];

function live(object: Deployment): { kind: string; namespace: string; name: string; object: Deployment } {
  return { kind: object.kind, namespace: 'shop', name: object.metadata.name, object };
}

describe('link 7 on a Deployment', () => {
  test.each(rows)('$rule', ({ of, values, parts, expected }) => {
    const input = inputOf([of], { ...parts, values: { ...values, ...parts?.values } });
    const verdict = rollout.verdict(input);
    expect(told(verdict)).toEqual(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('another workload at fault is a further finding, one that somebody scaled to zero is not', () => {
    const own = deployment({ spec: { paused: true }, status: { ...ROLLING, updatedReplicas: 0 } });
    const worker = (spec: object, status: object): Deployment =>
      deployment({
        metadata: { name: 'worker', uid: 'uid-worker' },
        spec: { template: template('images.example.io/worker:7'), ...spec },
        status: { replicas: 0, updatedReplicas: 0, availableReplicas: 0, ...status },
      });
    const refused = {
      conditions: [
        condition(
          'ReplicaFailure',
          'True',
          'FailedCreate',
          'pods "x" is forbidden: violates PodSecurity "restricted:latest": x',
        ),
      ],
    };
    const leaves = (other: Deployment): unknown[] => {
      const verdict = rollout.verdict(
        inputOf([own, other], { values: { replicaSets: [oldSet()], pods: SERVING } }),
      );
      return 'findings' in verdict ? verdict.findings.map(({ leaf }) => leaf) : [];
    };
    expect(leaves(worker({}, refused))).toEqual(['paused', 'pods_denied']);
    expect(leaves(worker({ replicas: 0 }, {}))).toEqual(['paused']);
  });

  test('what serves: a suspended job of the Application is no fault, the own workload at zero is', () => {
    const verdict = (own: Deployment) =>
      rollout.verdict(
        inputOf([own, job({ spec: { suspend: true } })], { values: READY_PODS, scope: 'serving' }),
      );
    expect(told(verdict(deployment()))).toEqual({ status: 'pass' });
    const zero = deployment({
      spec: { replicas: 0 },
      status: { replicas: 0, updatedReplicas: 0, availableReplicas: 0 },
    });
    expect(told(verdict(zero))).toEqual({ status: 'broken', code: 'GT0703', leaf: 'scaled_to_zero' });
  });

  test.each(['images.example.io/api:', 'images.example.io/api: new', 'images.example.io/api:<no value>'])(
    '%j has no tag to compare: the pods say that it is invalid',
    (image) => {
      const of = deployment({ spec: { template: template(image) }, status: ROLLING });
      const sets = [newSet({ spec: { template: template(image) } }), oldSet()];
      const pods = [waiting('api-new-1', 'InvalidImageName', `Failed to apply default image tag "${image}"`)];
      const input = inputOf([of], { values: { replicaSets: sets, pods } });
      expect(told(rollout.verdict(input))).toEqual({ status: 'skipped', blockedBy: 'pull' });
      expect(told(pull.verdict(input))).toEqual({
        status: 'broken',
        code: 'GT0806',
        leaf: 'image_reference_invalid',
      });
    },
  );

  test('a workload in another namespace: its pods were not read', () => {
    const elsewhere = deployment({ metadata: { namespace: 'other' }, status: ROLLING });
    const values: Values = {
      replicaSets: SETS,
      application: application({}, { destination: { namespace: 'shop' } }),
    };
    const input = inputOf([elsewhere], { values });
    expect(told(rollout.verdict(input))).toEqual({ status: 'unknown', missing: 'pods' });
    expect(told(pull.verdict(input))).toEqual({ status: 'unknown', missing: 'pods' });
  });

  test('a hostile message is shown on one line and cut', () => {
    const message = `exceeded quota: q\u0000\n\r\u202e, requested: ${'x'.repeat(5000)}`;
    const verdict = rollout.verdict(inputOf([deployment({ status: ROLLING })], { values: refusal(message) }));
    const shown = 'findings' in verdict ? String(verdict.findings[0]?.params['message']) : '';
    expect(shown).toHaveLength(300);
    expect(shown).not.toMatch(/[\n\r\u0000\u202e]/);
  });

  test('a pod that has been replaced counts once it is ready, whatever its age', () => {
    const young = pod(
      'api-new-2',
      { metadata: { creationTimestamp: ago(5) }, status: { conditions: UNREADY } },
      { ready: false, state: { waiting: { reason: 'ContainerCreating' } } },
    );
    const verdict = rollout.verdict(
      inputOf([deployment({ status: { availableReplicas: 1 } })], {
        values: { replicaSets: [newSet()], pods: [pod('api-new-1'), young] },
      }),
    );
    expect(told(verdict)).toEqual({ status: 'pass' });
  });

  test('the same evidence and clock give the same verdict', () => {
    const input = inputOf([deployment({ status: ROLLING })], {
      values: rolling([waiting('api-new-1', 'ContainerCreating', undefined)]),
      now: NOW,
    });
    expect(rollout.verdict(input)).toEqual(rollout.verdict(input));
  });
});
