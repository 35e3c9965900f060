// Link 7 once the pods are ready: are they reached, do they have the values of the change, has everything an address?
import { describe, expect, test } from '@jest/globals';
import { rollout } from '../../../../src/diagnostics/links/rollout/rollout.ts';
import {
  ago,
  argoRollout,
  configMap,
  deployment,
  ingress,
  NEW,
  newSet,
  OLD,
  pod,
  rolloutSet,
  service,
  slice,
  template,
} from '../../kubernetes/objects.ts';
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
  readonly name: string;
  readonly values?: Values;
  readonly parts?: InputParts;
  readonly expected: Told;
}

const PODS = [pod('api-new-1'), pod('api-new-2')];
const READY: Values = { replicaSets: [newSet()], pods: PODS };
const broken = (code: string, leaf: string): Told => ({ status: 'broken', code, leaf });
const managed = (kind: string, name: string) =>
  application({ resources: [{ kind, name, namespace: 'shop' }] });

/** A pod that nothing of the Application owns any more, with the former version. */
const stray = (name: string, labels: Record<string, string>) =>
  pod(name, {
    metadata: { labels, ownerReferences: [] },
    spec: { containers: [{ name: 'api', image: OLD }] },
  });
const rule = (path: string, name: string) => ({
  host: 'shop.example.io',
  http: { paths: [{ path, backend: { service: { name } } }] },
});
const fresh = pod('api-new-1', {
  status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: ago(20) }] },
});

const rows: readonly Row[] = [
  { name: 'no Service at all', values: READY, expected: { status: 'pass' } },
  {
    name: 'the Service routes to the new pods',
    values: { ...READY, services: [service('api')], endpointSlices: [slice('api', PODS)] },
    expected: { status: 'pass' },
  },
  {
    name: 'Services not readable, none is managed',
    values: READY,
    parts: { denied: ['services'] },
    expected: { status: 'pass' },
  },
  {
    name: 'Services not readable, one is managed',
    values: { ...READY, application: managed('Service', 'api') },
    parts: { denied: ['services'] },
    expected: { status: 'unknown', missing: 'services' },
  },
  {
    name: 'endpoints not readable: a selector that matches does not say what serves',
    values: { ...READY, services: [service('api')] },
    parts: { denied: ['endpointSlices'] },
    expected: { status: 'unknown', missing: 'endpointSlices' },
  },
  {
    name: 'ready pods and no ready endpoint',
    values: { ...READY, services: [service('api')], endpointSlices: [slice('api', PODS, false)] },
    expected: broken('GT0719', 'no_ready_endpoints'),
  },
  {
    name: 'pods became ready seconds ago',
    values: { ...READY, pods: [fresh], services: [service('api')], endpointSlices: [slice('api', [])] },
    expected: {
      status: 'waiting',
      code: 'GT0711',
      leaf: 'rollout_in_progress',
      until: '2026-05-04T10:00:40Z',
    },
  },
  {
    name: 'the named target port is in no container',
    values: {
      ...READY,
      services: [service('api', { spec: { ports: [{ port: 80, targetPort: 'web' }] } })],
      endpointSlices: [slice('api', PODS)],
    },
    expected: broken('GT0719', 'no_ready_endpoints'),
  },
  {
    name: 'the named target port is there',
    values: {
      ...READY,
      services: [service('api', { spec: { ports: [{ port: 80, targetPort: 'http' }] } })],
      endpointSlices: [slice('api', PODS)],
    },
    expected: { status: 'pass' },
  },
  {
    name: 'the selector of a managed Service matches no pod',
    values: {
      ...READY,
      application: managed('Service', 'api'),
      services: [service('api', { spec: { selector: { app: 'apii' } } })],
    },
    expected: broken('GT0719', 'no_ready_endpoints'),
  },
  {
    name: 'a Service that is not managed by the Application is no affair of its',
    values: { ...READY, services: [service('elsewhere', { spec: { selector: { app: 'other' } } })] },
    expected: { status: 'pass' },
  },
  {
    name: 'leftover pods of the former version share the Service',
    values: {
      ...READY,
      pods: [...PODS, stray('api-v1-x', { app: 'api', version: 'v1' })],
      services: [service('api')],
      endpointSlices: [slice('api', [...PODS, stray('api-v1-x', { app: 'api' })])],
    },
    expected: broken('GT0721', 'healthy_wrong_route'),
  },
  {
    name: 'the selector holds the former version',
    values: {
      ...READY,
      application: managed('Service', 'api'),
      pods: [...PODS, stray('api-v1-x', { color: 'blue' })],
      services: [service('api', { spec: { selector: { color: 'blue' } } })],
      endpointSlices: [slice('api', [stray('api-v1-x', { color: 'blue' })])],
    },
    expected: broken('GT0721', 'healthy_wrong_route'),
  },
  {
    name: 'the Ingress leads to a Service of the former version',
    values: {
      ...READY,
      application: managed('Ingress', 'api'),
      pods: [...PODS, stray('api-v1-x', { color: 'blue' })],
      services: [service('api'), service('api-v1', { spec: { selector: { color: 'blue' } } })],
      endpointSlices: [slice('api', PODS)],
      ingresses: [ingress('api', { spec: { rules: [rule('/', 'api-v1')] } })],
    },
    expected: broken('GT0729', 'healthy_wrong_route'),
  },
  {
    name: 'the Ingress leads to both: one path was left to the former version',
    values: {
      ...READY,
      application: managed('Ingress', 'api'),
      pods: [...PODS, stray('api-v1-x', { color: 'blue' })],
      services: [service('api'), service('api-v1', { spec: { selector: { color: 'blue' } } })],
      endpointSlices: [slice('api', PODS)],
      ingresses: [ingress('api', { spec: { rules: [rule('/', 'api'), rule('/v1', 'api-v1')] } })],
    },
    expected: { status: 'pass' },
  },
  {
    name: 'pods of another image share the Service',
    values: {
      ...READY,
      pods: [
        ...PODS,
        pod('side-1', {
          metadata: { labels: { app: 'api' }, ownerReferences: [] },
          spec: { containers: [{ name: 'side', image: 'images.example.io/side:7' }] },
        }),
      ],
      services: [service('api')],
      endpointSlices: [slice('api', [...PODS, pod('side-1')])],
    },
    expected: { status: 'pass' },
  },
  {
    name: 'an Ingress without an address, the operation has ended',
    values: {
      ...READY,
      application: managed('Ingress', 'api'),
      ingresses: [ingress('api', { status: { loadBalancer: {} } })],
    },
    expected: { status: 'pass' },
  },
  {
    name: 'an Ingress without an address, asked about what serves',
    values: {
      ...READY,
      application: managed('Ingress', 'api'),
      ingresses: [ingress('api', { status: { loadBalancer: {} } })],
    },
    parts: { scope: 'serving' },
    expected: broken('GT0720', 'ingress_no_address'),
  },
  {
    name: 'the sync waits for the address of a Service',
    values: {
      ...READY,
      application: application({
        resources: [{ kind: 'Service', name: 'edge', namespace: 'shop' }],
        operationState: {
          phase: 'Running',
          message: 'waiting for healthy state of /Service/edge',
          startedAt: ago(400),
        },
      }),
      services: [service('edge', { spec: { type: 'LoadBalancer' } })],
      endpointSlices: [slice('edge', PODS)],
    },
    expected: broken('GT0720', 'ingress_no_address'),
  },
  {
    name: 'the sync waits for the address of an Ingress that nobody could read',
    values: {
      ...READY,
      application: application({
        operationState: {
          phase: 'Running',
          message: 'waiting for healthy state of networking.k8s.io/Ingress/api',
          startedAt: ago(400),
        },
      }),
    },
    parts: { denied: ['ingresses'] },
    expected: { status: 'unknown', missing: 'ingresses' },
  },
  {
    name: 'the Application not readable, nothing to find fault with',
    values: { ...READY, services: [service('api')], endpointSlices: [slice('api', PODS)] },
    parts: { denied: ['application'] },
    expected: { status: 'pass' },
  },
  {
    name: 'the Application not readable, a Service that selects nothing: perhaps its own',
    values: { ...READY, services: [service('api', { spec: { selector: { app: 'typo' } } })] },
    parts: { denied: ['application'] },
    expected: { status: 'unknown', missing: 'application' },
  },
  {
    name: 'the Application not readable, an Ingress without an address: perhaps it is waited for',
    values: { ...READY, ingresses: [ingress('api', { status: { loadBalancer: {} } })] },
    parts: { denied: ['application'] },
    expected: { status: 'unknown', missing: 'application' },
  },
  {
    name: 'a Service that Argo CD manages is not in the list',
    values: { ...READY, application: managed('Service', 'api'), services: [] },
    expected: { status: 'unknown', missing: 'services' },
  },
  {
    name: 'Ingresses not readable, beside a Service of the former version',
    values: {
      ...READY,
      application: managed('Ingress', 'api'),
      pods: [...PODS, stray('api-v1-x', { color: 'blue' })],
      services: [service('api'), service('api-v1', { spec: { selector: { color: 'blue' } } })],
      endpointSlices: [slice('api', PODS)],
    },
    parts: { denied: ['ingresses'] },
    expected: { status: 'unknown', missing: 'ingresses' },
  },
  {
    name: 'the sync waits for something else',
    values: {
      ...READY,
      application: application({
        resources: [{ kind: 'Ingress', name: 'api', namespace: 'shop' }],
        operationState: {
          phase: 'Running',
          message: 'waiting for healthy state of apps/Deployment/worker',
          startedAt: ago(400),
        },
      }),
      ingresses: [ingress('api', { status: { loadBalancer: {} } })],
    },
    expected: { status: 'pass' },
  },
];

describe('link 7 on the way to the pods', () => {
  test.each(rows)('$name', ({ values, parts, expected }) => {
    const input = inputOf([deployment()], { ...parts, values: { ...values, ...parts?.values } });
    const verdict = rollout.verdict(input);
    expect(told(verdict)).toEqual(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('the preview Service of an Argo Rollout may point at another version', () => {
    const blueGreen = argoRollout({
      spec: { strategy: { blueGreen: { activeService: 'api', previewService: 'api-preview' } } },
    });
    const values: Values = {
      application: managed('Service', 'api-preview'),
      replicaSets: [rolloutSet('new', 'images.example.io/api:new')],
      pods: [...PODS, stray('api-old-1', { hash: 'old' })],
      services: [service('api-preview', { spec: { selector: { hash: 'old' } } })],
    };
    expect(told(rollout.verdict(inputOf([blueGreen], { values })))).toEqual({ status: 'pass' });
  });
});

describe('a pair of workloads with the same image', () => {
  const colour = (color: string, image: string) =>
    deployment({
      metadata: { name: color, uid: `uid-${color}` },
      spec: {
        selector: { matchLabels: { color } },
        template: { ...template(image), metadata: { labels: { app: 'api', color } } },
      },
    });
  const blue = stray('blue-1', { app: 'api', color: 'blue' });
  const values: Values = {
    application: managed('Service', 'api'),
    pods: [blue],
    services: [service('api', { spec: { selector: { color: 'blue' } } })],
    endpointSlices: [slice('api', [blue])],
  };
  const both = ['green', 'blue'].map((name) => ({
    kind: 'Deployment',
    namespace: 'shop',
    name,
    containers: ['api'],
  }));

  test('the Service still selects the one without the change', () => {
    const input = inputOf([colour('green', NEW), colour('blue', OLD)], {
      values,
      change: { workloads: both },
    });
    expect(told(rollout.verdict(input))).toEqual(broken('GT0721', 'healthy_wrong_route'));
  });

  test('among several workloads, a Service that selects nothing is no affair of this one', () => {
    const worker = deployment({
      metadata: { name: 'worker', uid: 'w' },
      spec: {
        template: { ...template('images.example.io/worker:7'), metadata: { labels: { app: 'worker' } } },
      },
    });
    const metrics = service('metrics', { spec: { selector: { app: 'operator' } } });
    const input = inputOf([colour('green', NEW), worker], {
      values: { application: managed('Service', 'metrics'), services: [metrics] },
    });
    expect(told(rollout.verdict(input))).toEqual({ status: 'pass' });
  });
});

const uses = (
  container: Record<string, unknown>,
  spec: Record<string, unknown> = {},
  annotations: Record<string, string> = {},
) => {
  const own = template('images.example.io/api:new', container, spec);
  return deployment({ spec: { template: { ...own, metadata: { labels: { app: 'api' }, annotations } } } });
};
const fromEnv = { envFrom: [{ configMapRef: { name: 'settings' } }] };
const asFile = { volumeMounts: [{ name: 'v', mountPath: '/etc/settings' }] };
const volumes = { volumes: [{ name: 'v', configMap: { name: 'settings' } }] };
const CONFIGURATION: InputParts = { change: { kind: 'configuration' } };

describe('link 7 on a change of configuration', () => {
  const held = broken('GT0701', 'configmap_no_checksum');
  test.each([
    { name: 'read at the start by envFrom', of: uses(fromEnv), seconds: 300, expected: held },
    {
      name: 'read at the start by one key',
      of: uses({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'a' } } }] }),
      seconds: 300,
      expected: held,
    },
    {
      name: 'mounted with a subPath',
      of: uses({ volumeMounts: [{ name: 'v', mountPath: '/etc/a', subPath: 'a' }] }, volumes),
      seconds: 300,
      expected: held,
    },
    {
      name: 'mounted: the kubelet refreshes the file',
      of: uses(asFile, volumes),
      seconds: 300,
      expected: { status: 'pass' },
    },
    {
      name: 'mounted and changed a moment ago',
      of: uses(asFile, volumes),
      seconds: 30,
      expected: {
        status: 'waiting',
        code: 'GT0711',
        leaf: 'rollout_in_progress',
        until: '2026-05-04T10:01:00Z',
      },
    },
    {
      name: 'the pods were started after it',
      of: uses(fromEnv),
      seconds: 3600,
      expected: { status: 'pass' },
    },
    {
      name: 'a checksum in the template',
      of: uses(fromEnv, {}, { 'checksum/config': 'x' }),
      seconds: 300,
      expected: { status: 'pass' },
    },
    {
      name: 'another map changed',
      of: uses({ envFrom: [{ configMapRef: { name: 'other' } }] }),
      seconds: 300,
      expected: { status: 'pass' },
    },
  ] satisfies readonly {
    name: string;
    of: ReturnType<typeof deployment>;
    seconds: number;
    expected: Told;
  }[])('$name', ({ of, seconds, expected }) => {
    const input = inputOf([of], {
      ...CONFIGURATION,
      values: { ...READY, configMaps: [configMap('settings', seconds)] },
    });
    const verdict = rollout.verdict(input);
    expect(told(verdict)).toEqual(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('a hand-made edit beside a change of the image breaks nothing', () => {
    const input = inputOf([uses(fromEnv)], {
      values: { ...READY, configMaps: [configMap('settings', 300)] },
    });
    expect(told(rollout.verdict(input))).toEqual({ status: 'pass' });
  });

  test('a Secret that nobody may read: the operation says that it was configured', () => {
    const operationState = {
      phase: 'Succeeded',
      finishedAt: ago(300),
      syncResult: { resources: [{ kind: 'Secret', name: 'keys', message: 'secret/keys configured' }] },
    };
    const of = uses({ envFrom: [{ secretRef: { name: 'keys' } }] });
    const input = inputOf([of], {
      ...CONFIGURATION,
      values: { ...READY, application: application({ operationState }) },
    });
    expect(told(rollout.verdict(input))).toEqual(held);
    const unchanged = {
      ...operationState,
      syncResult: { resources: [{ kind: 'Secret', name: 'keys', message: 'secret/keys unchanged' }] },
    };
    const other = inputOf([of], {
      ...CONFIGURATION,
      values: { ...READY, application: application({ operationState: unchanged }) },
    });
    expect(told(rollout.verdict(other))).toEqual({ status: 'pass' });
  });
});
