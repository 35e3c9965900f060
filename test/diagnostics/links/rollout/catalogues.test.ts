// Messages of the API server and the scheduler (facts/kubernetes.md 1.3 and 1.4).
import { describe, expect, test } from '@jest/globals';
import { readRefusal } from '../../../../src/diagnostics/links/rollout/creation.ts';
import { schedulingLeaf, schedulingReasons } from '../../../../src/diagnostics/links/rollout/scheduling.ts';

const refusals: readonly (readonly [id: string, leaf: string, message: string])[] = [
  [
    'C01',
    'quota',
    'pods "api-x" is forbidden: exceeded quota: team, requested: limits.memory=2Gi, used: limits.memory=8Gi, limited: limits.memory=8Gi',
  ],
  ['C02', 'quota', 'pods "api-x" is forbidden: failed quota: team: must specify limits.cpu for: api'],
  [
    'C03',
    'pods_denied',
    'pods "api-x" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
  ],
  [
    'C04',
    'pods_denied',
    'pods "api-x" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false',
  ],
  [
    'C05',
    'pods_denied',
    'admission webhook "validation.gatekeeper.sh" denied the request: [azurepolicy-k8sazurev2containerallowed-1] Container image x for container api has not been allowed.',
  ],
  [
    'C06',
    'pods_denied',
    'admission webhook "validation.gatekeeper.sh" denied the request: [ratify-constraint] Subject failed verification',
  ],
  [
    'C07',
    'pods_denied',
    'admission webhook "validate.kyverno.svc-fail" denied the request: resource Pod/shop/api-x was blocked due to the following policies require-labels: check: validation error',
  ],
  [
    'C08',
    'pods_denied',
    "pods \"api-x\" is forbidden: ValidatingAdmissionPolicy 'limits' with binding 'limits-binding' denied request: no limits",
  ],
  [
    'C09',
    'pod_creation_refused',
    'Internal error occurred: failed calling webhook "mutate.example.io": failed to call webhook: Post "https://x": context deadline exceeded',
  ],
  [
    'C10',
    'pod_creation_refused',
    'pods "api-x" is forbidden: error looking up service account shop/api: serviceaccount "api" not found',
  ],
  [
    'C11',
    'pod_creation_refused',
    'pods "api-x" is forbidden: unable to create new content in namespace shop because it is being terminated',
  ],
  ['C12', 'pod_creation_refused', 'pods "api-x" is forbidden: no PriorityClass with name high was found'],
  ['C13', 'pod_creation_refused', 'Pod "api-x" is invalid: spec.containers[0].image: Required value'],
  ['C14', 'pod_creation_refused', 'the server is currently unable to handle the request'],
  ['C00', 'pod_creation_refused', 'something the API server has never said before'],
];

describe('why pods are refused', () => {
  test.each(refusals)('%s %s: %s', (id, leaf, message) => {
    const refusal = readRefusal(`Error creating: ${message}`);
    expect({ id: refusal.id, leaf: refusal.leaf }).toEqual({ id, leaf });
  });

  test('the quota is named', () => {
    expect(readRefusal(refusals[0]?.[2] ?? '').groups).toMatchObject({
      quota: 'team',
      limited: 'limits.memory=8Gi',
    });
  });

  test('only trouble of the control plane passes by itself', () => {
    expect(refusals.filter(([, , message]) => readRefusal(message).transient).map(([id]) => id)).toEqual([
      'C14',
    ]);
  });
});

describe('why no node takes a pod', () => {
  test.each([
    ['0/3 nodes are available: 3 Insufficient cpu.', ['Insufficient cpu']],
    [
      '0/5 nodes are available: 1 node(s) had untolerated taint {CriticalAddonsOnly: true}, 2 Too many pods, 2 node(s) were unschedulable. preemption: 0/5 nodes are available: 5 Preemption is not helpful for scheduling.',
      [
        'node(s) had untolerated taint {CriticalAddonsOnly: true}',
        'Too many pods',
        'node(s) were unschedulable',
      ],
    ],
    [
      'pod has unbound immediate PersistentVolumeClaims',
      ['pod has unbound immediate PersistentVolumeClaims'],
    ],
    ['', []],
  ])('%s', (message, reasons) => {
    expect(schedulingReasons(message)).toEqual(reasons);
  });

  test.each([
    ['0/3 nodes are available: 3 Insufficient memory.', 'unschedulable'],
    ["0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.", 'unschedulable'],
    ['0/3 nodes are available: 3 node(s) had volume node affinity conflict.', 'volume_stuck'],
    [
      '0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had volume node affinity conflict.',
      'unschedulable',
    ],
    [
      '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
      'volume_stuck',
    ],
    ['persistentvolumeclaim "data" not found', 'volume_stuck'],
    ['', 'unschedulable'],
  ])('%s is %s', (message, leaf) => {
    expect(schedulingLeaf(message)).toBe(leaf);
  });
});
