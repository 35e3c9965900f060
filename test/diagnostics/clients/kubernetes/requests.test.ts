import { describe, expect, test } from '@jest/globals';
import { kinds } from '../../../../src/diagnostics/clients/kubernetes/kinds.ts';
import { pathOf } from '../../../../src/diagnostics/clients/kubernetes/paths.ts';
import { kubernetesRequests } from '../../../../src/diagnostics/clients/kubernetes/requests.ts';
import { matchRequest } from '../../../../src/diagnostics/clients/requests.ts';

const clusterWide = ['Namespace', 'Node'];

test.each(Object.entries(kinds))('%s can be read with the table of allowed requests', (kind, resource) => {
  const namespace = clusterWide.includes(kind) ? undefined : 'shop';
  const list = matchRequest('kubernetes', 'GET', pathOf(resource, { namespace }));
  const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
  expect(list?.right).toBe(`list ${name}`);
});

test('every row only reads, and says what for', () => {
  expect(kubernetesRequests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(
    kubernetesRequests.filter(({ right }) => !/^(get|list) [a-z/]+(\.[a-z0-9.-]+)?$/.test(right)),
  ).toEqual([]);
  expect(kubernetesRequests.filter(({ reads }) => reads === '')).toEqual([]);
  expect(new Set(kubernetesRequests.map(({ id }) => id)).size).toBe(kubernetesRequests.length);
});

test.each([
  '/apis/argoproj.io/v1alpha1/applications',
  '/apis/image.toolkit.fluxcd.io/v1beta2/imageupdateautomations',
  '/apis/kargo.akuity.io/v1alpha1/namespaces/shop/promotions',
  '/apis/gateway.networking.k8s.io/v1/namespaces/shop/httproutes/web',
  '/api/v1/namespaces/argocd/configmaps/argocd-cm',
  '/api/v1/namespaces/shop/pods/web-1/log',
])('allowed: %s', (path) => {
  expect(matchRequest('kubernetes', 'GET', path)?.right).toMatch(/^(get|list) /);
});

describe('never allowed', () => {
  test.each([
    ['GET', '/api/v1/secrets'],
    ['GET', '/api/v1/namespaces/shop/secrets'],
    ['GET', '/api/v1/namespaces/shop/secrets/a'],
    ['GET', '/api/v1/namespaces/shop/configmaps/settings'],
    ['GET', '/api/v1/pods'],
    ['GET', '/api/v1/namespaces/shop/pods/a/exec'],
    ['GET', '/api/v1/namespaces/shop/pods/a/proxy/'],
    ['GET', '/api/v1/namespaces/shop/serviceaccounts/a/token'],
    ['GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles'],
    ['POST', '/api/v1/namespaces/shop/pods'],
    ['PATCH', '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/a'],
    ['DELETE', '/api/v1/namespaces/shop'],
  ])('%s %s', (method, path) => {
    expect(matchRequest('kubernetes', method, path)).toBeUndefined();
  });
});
