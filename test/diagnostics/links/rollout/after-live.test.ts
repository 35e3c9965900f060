// What is told beside a live chain: only what evidence proves.
import { describe, expect, test } from '@jest/globals';
import type { Evidence } from '../../../../src/diagnostics/evidence/evidence.ts';
import { afterLive } from '../../../../src/diagnostics/links/rollout/after-live.ts';
import {
  ago,
  deployment,
  event,
  ingress,
  newSet,
  oldPod,
  oldSet,
  pod,
  replicaSet,
  service,
  template,
  waiting,
} from '../../kubernetes/objects.ts';
import { application, inputOf, type InputParts, type Values } from './input.ts';

const HOST = 'https://shop.example.io/';
const READY: Values = { replicaSets: [newSet()], pods: [pod('api-new-1'), pod('api-new-2')] };

function page(
  headers: Record<string, string>,
  body = '<html><meta name="build" content="new"></html>',
  status = 200,
): Evidence['publicPage'] {
  return { url: HOST, status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}
const OLD_PAGE = '<html><meta name="build" content="old"></html>';
const dns = (address: string): Evidence['publicDns'] => [
  { name: 'shop.example.io', addresses: [address], cname: undefined, error: undefined },
];
const outOfSync = (
  resource: Record<string, unknown> = {},
  policy: Record<string, unknown> = { automated: { selfHeal: true } },
) =>
  application(
    {
      sync: { status: 'OutOfSync', revision: 'r1' },
      operationState: { phase: 'Succeeded', finishedAt: ago(600), syncResult: { revision: 'r1' } },
      resources: [{ kind: 'Deployment', name: 'api', status: 'OutOfSync', ...resource }],
    },
    { syncPolicy: policy },
  );

interface Row {
  readonly name: string;
  readonly values?: Values;
  readonly parts?: InputParts;
  readonly codes: readonly string[];
}

const rows: readonly Row[] = [
  { name: 'nothing', codes: [] },
  { name: 'the page was not read', parts: { denied: ['publicPage'] }, codes: [] },
  { name: 'no page', values: { publicPage: null }, codes: [] },
  {
    name: 'a page that browsers ask for again',
    values: { publicPage: page({ 'cache-control': 'no-cache' }) },
    codes: [],
  },
  {
    name: 'a page that browsers keep for a week',
    values: { publicPage: page({ 'cache-control': 'public, max-age=604800' }) },
    codes: ['GT0724'],
  },
  {
    name: 'a page that was kept for a minute',
    values: { publicPage: page({ 'cache-control': 'max-age=60' }) },
    codes: [],
  },
  {
    name: 'a page without any rule',
    values: { publicPage: page({ 'last-modified': 'Tue, 20 Oct 2026 08:53:10 GMT' }) },
    codes: ['GT0724'],
  },
  {
    name: 'a page without any rule and without a date',
    values: { publicPage: page({ etag: '"x"' }) },
    codes: [],
  },
  {
    name: 'a service worker',
    values: {
      publicPage: page(
        { 'cache-control': 'no-cache' },
        "<script>navigator.serviceWorker.register('/sw.js')</script>",
      ),
    },
    codes: ['GT0724'],
  },
  {
    name: 'an answer that is no page',
    values: {
      publicPage: {
        ...page({ 'cache-control': 'max-age=604800' }),
        url: HOST,
        status: 200,
        body: '{}',
        headers: { 'content-type': 'application/json', 'cache-control': 'max-age=604800' },
      },
    },
    codes: [],
  },
  {
    name: 'an error page',
    values: { publicPage: page({ 'cache-control': 'max-age=604800' }, '', 503) },
    codes: [],
  },
  {
    name: 'the old page from a cache',
    values: { publicPage: page({ 'x-cache': 'TCP_HIT', 'cache-control': 'no-cache' }, OLD_PAGE) },
    codes: ['GT0723'],
  },
  {
    name: 'the new page from a cache',
    values: { publicPage: page({ 'x-cache': 'TCP_HIT', 'cache-control': 'no-cache' }) },
    codes: [],
  },
  {
    name: 'an answer stored before the new pods served',
    values: { publicPage: page({ age: '86400', 'cache-control': 'no-cache' }, '<html></html>') },
    codes: ['GT0723'],
  },
  {
    name: 'an answer stored since',
    values: { publicPage: page({ age: '60', 'cache-control': 'no-cache' }, '<html></html>') },
    codes: [],
  },
  {
    name: 'the name leads to another cluster',
    values: {
      publicPage: page({ 'cache-control': 'no-cache' }, OLD_PAGE),
      publicDns: dns('10.1.1.1'),
      ingresses: [ingress('api')],
    },
    codes: ['GT0722'],
  },
  {
    name: 'the name leads here',
    values: {
      publicPage: page({ 'cache-control': 'no-cache' }, OLD_PAGE),
      publicDns: dns('10.9.9.9'),
      ingresses: [ingress('api')],
    },
    codes: [],
  },
  {
    name: 'another address, and the new page',
    values: {
      publicPage: page({ 'cache-control': 'no-cache' }),
      publicDns: dns('10.1.1.1'),
      ingresses: [ingress('api')],
    },
    codes: [],
  },
  {
    name: 'the old tag inside a longer word',
    values: {
      publicPage: page({ 'cache-control': 'no-cache' }, 'bold golden household'),
      publicDns: dns('10.1.1.1'),
      ingresses: [ingress('api')],
    },
    codes: [],
  },
  {
    name: 'an Ingress without an address',
    values: {
      application: application({ resources: [{ kind: 'Ingress', name: 'api', namespace: 'shop' }] }),
      ingresses: [ingress('api', { status: { loadBalancer: {} } })],
    },
    codes: ['GT0720'],
  },
  {
    name: 'an Ingress of somebody else without an address',
    values: { ingresses: [ingress('api', { status: { loadBalancer: {} } })] },
    codes: [],
  },
  {
    name: 'a LoadBalancer Service without an address',
    values: {
      application: application({ resources: [{ kind: 'Service', name: 'api', namespace: 'shop' }] }),
      services: [service('api', { spec: { type: 'LoadBalancer' } })],
    },
    codes: ['GT0720'],
  },
  {
    name: 'a difference that nothing else explains',
    values: { application: outOfSync() },
    codes: ['GT0623'],
  },
  {
    name: 'a difference, and nobody could see whether something scales',
    values: { application: outOfSync() },
    parts: { denied: ['autoscalers'] },
    codes: [],
  },
  {
    name: 'only something to prune',
    values: { application: outOfSync({ requiresPruning: true }) },
    codes: [],
  },
  {
    name: 'self-heal is off: a hand may have done it',
    values: { application: outOfSync({}, { automated: {} }) },
    codes: [],
  },
  {
    name: 'an object that was not read',
    values: { application: outOfSync({ kind: 'ConfigMap', name: 'unread' }) },
    codes: [],
  },
  {
    name: 'a rollback that Argo CD refused',
    values: {
      applicationEvents: [
        event(
          { kind: 'Application', metadata: { name: 'api-prd' } },
          'OperationFailed',
          'rollback cannot be initiated when auto-sync is enabled',
        ),
      ],
    },
    codes: ['GT0624'],
  },
  {
    name: 'an old pod that does not end and does not serve',
    values: {
      pods: [
        pod('api-new-1'),
        pod('api-new-2'),
        oldPod('api-old-1', {
          metadata: { deletionTimestamp: ago(600) },
          status: { conditions: [{ type: 'Ready', status: 'False' }] },
        }),
      ],
      replicaSets: [newSet(), oldSet()],
    },
    codes: ['GT0717'],
  },
];

describe('what is seen beside a live chain', () => {
  test.each(rows)('$name', ({ values, parts, codes }) => {
    const input = inputOf([deployment()], { ...parts, values: { ...READY, ...values } });
    expect(afterLive(input).map(({ code }) => code)).toEqual(codes);
  });

  test('somebody wrote the object after the sync: the difference is theirs', () => {
    const edited = deployment({ metadata: { managedFields: [{ manager: 'kubectl-edit', time: ago(60) }] } });
    const input = inputOf([edited], { values: { ...READY, application: outOfSync() } });
    expect(afterLive(input)).toEqual([]);
  });

  test('a pod that fails although the change serves, and another workload at fault', () => {
    const own = deployment({ status: { availableReplicas: 1 } });
    const worker = deployment({
      metadata: { name: 'worker', uid: 'uid-worker' },
      spec: { template: template('images.example.io/worker:7') },
      status: { availableReplicas: 0, updatedReplicas: 1, replicas: 1 },
    });
    const set = replicaSet('w', 'images.example.io/worker:7', {
      metadata: {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name: 'worker', uid: 'uid-worker', controller: true },
        ],
      },
    });
    const stuck = waiting('worker-1', 'ErrImagePull', 'no space left on device');
    const ofWorker = {
      ...stuck,
      metadata: {
        ...stuck.metadata,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'api-w', uid: 'uid-api-w', controller: true },
        ],
      },
    };
    const pods = [
      pod('api-new-1'),
      waiting('api-new-2', 'CrashLoopBackOff', 'back-off', {
        lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
      }),
    ];
    const input = inputOf([own, worker], {
      values: { replicaSets: [newSet(), set], pods: [...pods, ofWorker] },
    });
    expect(afterLive(input).map(({ leaf }) => leaf)).toEqual(['oom_killed', 'node_disk_full']);
  });

  test('the registry has the tag no more although the pods run it', () => {
    const run = {
      id: 77,
      buildNumber: 'new',
      status: 'completed',
      result: 'succeeded',
      definition: { id: 1 },
    };
    const input = inputOf([deployment()], {
      values: { ...READY, imageTag: { found: false, code: 'TAG_UNKNOWN' } },
      change: { run: run },
    });
    expect(afterLive(input).map(({ code, params }) => [code, params['run']])).toEqual([['GT0805', '77']]);
  });
});
