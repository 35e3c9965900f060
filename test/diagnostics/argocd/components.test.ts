// The components of Argo CD, the condition that stops a comparison, and what masks a tag.
import { describe, expect, test } from '@jest/globals';
import { componentDown } from '../../../src/diagnostics/argocd/components.ts';
import { comparisonFailure } from '../../../src/diagnostics/argocd/conditions.ts';
import {
  cleanPath,
  isUnder,
  resolvePath,
  valueFilePlace,
} from '../../../src/diagnostics/argocd/source-path.ts';
import { chartKeys } from '../../../src/diagnostics/argocd/tag-mask.ts';
import { applicationSourceSchema } from '../../../src/diagnostics/evidence/argocd.ts';
import { application, failing, NOW, pod, REPO } from './objects.ts';

describe('componentDown', () => {
  const now = new Date(NOW);
  const ready = (since: string, status = 'False') => ({
    phase: 'Running',
    conditions: [{ type: 'Ready', status, lastTransitionTime: since }],
  });
  const up = [
    pod('argocd-application-controller-0'),
    pod('argocd-repo-server-6f9-x'),
    pod('argocd-redis-5c-y'),
  ];
  const without = (name: string) => up.filter(({ metadata }) => !metadata.name.startsWith(name));

  test.each([
    ['all are ready', up, null],
    ['they were not read', undefined, null],
    ['none is listed', [], null],
    [
      'the controller is not ready for an hour',
      [
        ...without('argocd-application'),
        pod('argocd-application-controller-0', { status: ready('2026-03-04T11:00:00Z') }),
      ],
      'argocd-application-controller',
    ],
    [
      'the controller restarts',
      [
        ...without('argocd-application'),
        pod('argocd-application-controller-0', { status: ready('2026-03-04T11:58:00Z') }),
      ],
      null,
    ],
    [
      'one of two repo-servers is ready',
      [...up, pod('argocd-repo-server-6f9-z', { status: ready('2026-03-04T11:00:00Z') })],
      null,
    ],
    ['no repo-server is there', without('argocd-repo'), 'argocd-repo-server'],
    ['Redis is outside', without('argocd-redis'), null],
    [
      'another component is not ready',
      [...up, pod('argocd-server-1', { status: ready('2026-03-04T11:00:00Z') })],
      null,
    ],
    [
      'labels win over names',
      [
        ...without('argocd-repo'),
        pod('gitops-x', { labels: { 'app.kubernetes.io/name': 'argocd-repo-server' } }),
      ],
      null,
    ],
  ])('%s', (_, pods, component) => {
    expect(componentDown(pods, now)?.finding.params['component'] ?? null).toBe(component);
  });
});

describe('comparisonFailure', () => {
  test('the spec comes before the source', () => {
    const status = {
      sync: { status: 'Unknown' },
      conditions: [
        { type: 'ComparisonError', message: 'x' },
        { type: 'InvalidSpecError', message: 'y' },
      ],
    };

    expect(comparisonFailure(application({ status }))?.condition.type).toBe('InvalidSpecError');
  });

  test('a condition beside Synced is the past', () => {
    const status = { ...failing('ComparisonError', 'x'), sync: { status: 'Synced' } };

    expect(comparisonFailure(application({ status }))).toBeNull();
  });
});

describe('paths', () => {
  test.each([
    ['/a/./b//c/', 'a/b/c'],
    ['a/../b', 'b'],
    ['..', null],
    ['', ''],
  ])('cleanPath %j', (path, clean) => {
    expect(cleanPath(path)).toBe(clean);
  });

  test.each([
    ['apps/web/x.yaml', 'apps/web', true],
    ['apps/web', 'apps/web', true],
    ['apps/web2/x.yaml', 'apps/web', false],
    ['x.yaml', '', true],
    ['../x.yaml', 'apps', false],
  ])('%s under %j: %s', (path, folder, under) => {
    expect(isUnder(path, folder)).toBe(under);
  });

  test('a leading slash is the root of the repository', () => {
    expect(resolvePath('apps/web', '/common.yaml')).toBe('common.yaml');
    expect(resolvePath('apps/web', '../common.yaml')).toBe('apps/common.yaml');
  });

  test('a chart from a chart repository has its value files inside', () => {
    const chart = applicationSourceSchema.parse({ repoURL: REPO, chart: 'web' });

    expect(valueFilePlace([chart], 0, 'poc.yaml')).toEqual({ in: 'chart', path: 'poc.yaml' });
  });

  test('a value of a vendored subchart is under its name from above', () => {
    const source = applicationSourceSchema.parse({ repoURL: REPO, path: 'apps/web' });
    const place = { source: 0, repository: 'env', keys: ['image', 'tag'] };

    expect(chartKeys(source, { ...place, path: 'apps/web/charts/api/values.yaml' })).toEqual([
      'api',
      'image',
      'tag',
    ]);
    expect(chartKeys(source, { ...place, path: 'apps/web/values.yaml' })).toEqual(['image', 'tag']);
  });
});
