// Which image is the service's, told from the workloads the Application manages.
import { describe, expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/diagnostics/evidence/evidence.ts';
import { workloadSchema, type Workload } from '../../../src/diagnostics/evidence/kubernetes.ts';
import { podSpecOf, serviceImage } from '../../../src/diagnostics/gitops/service-image.ts';

interface Pods {
  readonly kind?: string;
  readonly labels?: Record<string, string>;
}

function workload(
  name: string,
  images: Record<string, string>,
  { kind = 'Deployment', labels = {} }: Pods = {},
): Evidence['workloads'][number] {
  const containers = Object.entries(images).map(([container, image]) => ({ name: container, image }));
  const template = { metadata: { labels }, spec: { containers } };
  const spec =
    kind === 'CronJob'
      ? { schedule: '* * * * *', jobTemplate: { spec: { template } } }
      : { selector: { matchLabels: labels }, serviceName: name, template };
  const apiVersion = kind === 'CronJob' || kind === 'Job' ? 'batch/v1' : 'apps/v1';
  const object = workloadSchema.parse({
    apiVersion,
    kind,
    metadata: { name, namespace: 'shop', labels },
    spec,
  });
  return { kind, namespace: 'shop', name, object };
}

const gone: Evidence['workloads'][number] = {
  kind: 'Deployment',
  namespace: 'shop',
  name: 'gone',
  object: null,
};

describe('serviceImage', () => {
  const cases: [string, Evidence['workloads'], string | null, string[]][] = [
    [
      'by the name of the repository',
      [workload('a', { x: 'a.io/worker:1' }), workload('b', { y: 'a.io/team/api:2' })],
      'team/api',
      ['2'],
    ],
    [
      'by the name of the container',
      [workload('pod', { proxy: 'a.io/envoy:1', api: 'a.io/backend:2' })],
      'backend',
      ['2'],
    ],
    [
      'by the name of the workload',
      [workload('other', { x: 'a.io/one:1' }), workload('api', { x: 'a.io/two:2' })],
      'two',
      ['2'],
    ],
    [
      'by a label',
      [
        workload('one', { x: 'a.io/one:1' }),
        workload('two', { x: 'a.io/two:2' }, { labels: { 'app.kubernetes.io/name': 'api' } }),
      ],
      'two',
      ['2'],
    ],
    ['a single image, whatever its name', [workload('web', { main: 'a.io/frontend:7' })], 'frontend', ['7']],
    [
      'a sidecar loses',
      [workload('api', { api: 'a.io/api:2', 'linkerd-proxy': 'l5d.io/proxy:9' })],
      'api',
      ['2'],
    ],
    [
      'several workloads of one image',
      [
        workload('api', { api: 'a.io/api:2' }),
        workload('api-jobs', { run: 'a.io/api:1' }, { kind: 'CronJob' }),
      ],
      'api',
      ['2', '1'],
    ],
    ['a StatefulSet', [workload('api', { api: 'a.io/api:2' }, { kind: 'StatefulSet' })], 'api', ['2']],
    ['a workload that is not there', [gone], null, []],
    ['a container without an image', [workload('api', { api: '' })], null, []],
    ['no workload', [], null, []],
  ];

  test.each(cases)('%s', (_, workloads, repository, tags) => {
    const found = serviceImage('api', workloads);
    expect(found?.image.repository ?? null).toBe(repository);
    expect(found?.liveTags ?? []).toEqual(tags);
  });

  test('names every workload and container that runs the image', () => {
    const found = serviceImage('api', [
      workload('api', { api: 'a.io/api:2', worker: 'a.io/api:2', proxy: 'b.io/proxy:1' }),
      workload('nightly', { run: 'a.io/api:2' }, { kind: 'CronJob' }),
      workload('cache', { redis: 'redis:7' }),
    ]);
    expect(found?.workloads).toEqual([
      { kind: 'Deployment', namespace: 'shop', name: 'api', containers: ['api', 'worker'] },
      { kind: 'CronJob', namespace: 'shop', name: 'nightly', containers: ['run'] },
    ]);
  });
});

test('podSpecOf: a CronJob’s pods are two templates deep', () => {
  const specs = [workload('a', { x: 'a.io/a:1' }), workload('b', { x: 'a.io/b:1' }, { kind: 'CronJob' })].map(
    ({ object }) => podSpecOf(object as Workload)?.containers.map(({ image }) => image),
  );
  expect(specs).toEqual([['a.io/a:1'], ['a.io/b:1']]);
});
