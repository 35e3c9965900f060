// Which resources a cluster has.
import { expect, test } from '@jest/globals';
import { qualified, resourcesOf } from '../../../src/lab/kubernetes/resources.ts';

const custom = (apiVersion: string, kind: string, namespace?: string) => ({
  apiVersion,
  kind,
  metadata: { name: 'x', ...(namespace === undefined ? {} : { namespace }) },
});

test.each([
  ['source.toolkit.fluxcd.io/v1', 'HelmRepository', 'helmrepositories.source.toolkit.fluxcd.io'],
  ['gateway.networking.k8s.io/v1', 'Gateway', 'gateways.gateway.networking.k8s.io'],
  ['example.io/v1', 'Proxy', 'proxies.example.io'],
  ['example.io/v1', 'Switch', 'switches.example.io'],
  ['example.io/v1', 'Box', 'boxes.example.io'],
  ['networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies.networking.k8s.io'],
  ['networking.k8s.io/v1', 'IngressClass', 'ingressclasses.networking.k8s.io'],
  ['v1', 'Endpoints', 'endpoints'],
])('%s %s is %s', (apiVersion, kind, name) => {
  const resource = resourcesOf([custom(apiVersion, kind, 'n')], false).find((known) => known.kind === kind);

  expect(resource === undefined ? undefined : qualified(resource)).toBe(name);
});

test('a custom kind is in namespaces when its objects are', () => {
  const found = resourcesOf([custom('a.io/v1', 'Wide'), custom('a.io/v1', 'Narrow', 'n')], false);

  expect(
    found.filter(({ group }) => group === 'a.io').map(({ kind, namespaced }) => [kind, namespaced]),
  ).toEqual([
    ['Wide', false],
    ['Narrow', true],
  ]);
});

test('Argo CD brings its kinds also when none of them has an object', () => {
  const kinds = (argoCd: boolean) =>
    resourcesOf([], argoCd)
      .filter(({ group }) => group === 'argoproj.io')
      .map(({ kind }) => kind);

  expect(kinds(true)).toEqual(['Application', 'AppProject', 'ApplicationSet']);
  expect(kinds(false)).toEqual([]);
});
