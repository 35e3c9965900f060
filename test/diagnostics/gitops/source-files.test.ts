// Which files of a repository a source reads: value files, kustomization references, chart dependencies.
import { describe, expect, test } from '@jest/globals';
import { applicationSourceSchema } from '../../../src/diagnostics/evidence/argocd.ts';
import type { GitSource } from '../../../src/diagnostics/evidence/evidence.ts';
import {
  chartDependencies,
  isManifest,
  joinPath,
  kustomizationReferences,
  valueFilePaths,
} from '../../../src/diagnostics/gitops/source-files.ts';

describe('joinPath', () => {
  test.each([
    ['apps/shop', 'values.yaml', 'apps/shop/values.yaml'],
    ['apps/shop/', './values.yaml', 'apps/shop/values.yaml'],
    ['apps/shop', '../../base/values.yaml', 'base/values.yaml'],
    ['apps/shop', '.', 'apps/shop'],
    ['.', 'values.yaml', 'values.yaml'],
    ['', '/apps//shop', 'apps/shop'],
    ['apps', '../../../values.yaml', 'values.yaml'],
    ['', '', ''],
  ])('%j and %j: %j', (base, relative, path) => {
    expect(joinPath(base, relative)).toBe(path);
  });
});

function source(index: number, fields: Record<string, unknown>): GitSource {
  return {
    index,
    source: applicationSourceSchema.parse({ repoURL: 'https://dev.azure.com/o/p/_git/env', ...fields }),
    project: { organization: 'o', project: 'p' },
    repositoryName: 'env',
    repository: null,
    resolvedAs: 'branch',
  };
}

describe('valueFilePaths (facts/argocd.md A4)', () => {
  test.each([
    [
      'relative to the path of the source',
      ['values-prd.yaml'],
      [{ source: 0, path: 'charts/shop/values-prd.yaml' }],
    ],
    ['above the path', ['../../env/prd.yaml'], [{ source: 0, path: 'env/prd.yaml' }]],
    ['from the root', ['/env/prd.yaml'], [{ source: 0, path: 'env/prd.yaml' }]],
    ['in the source of a ref', ['$values/shop/prd.yaml'], [{ source: 1, path: 'shop/prd.yaml' }]],
    ['a ref that no source has', ['$typo/shop/prd.yaml'], []],
    ['another host', ['https://x.example/prd.yaml'], []],
    [
      'the order decides',
      ['a.yaml', '$values/b.yaml'],
      [
        { source: 0, path: 'charts/shop/a.yaml' },
        { source: 1, path: 'b.yaml' },
      ],
    ],
    ['none', [], []],
  ])('%s', (_, valueFiles, expected) => {
    const sources = [source(0, { path: 'charts/shop', helm: { valueFiles } }), source(1, { ref: 'values' })];
    const [first] = sources;
    expect(first === undefined ? null : valueFilePaths(first.source, sources)).toEqual(expected);
  });
});

test.each([
  ['a/b.yaml', true],
  ['a/b.yml', true],
  ['a/b.json', true],
  ['a/b.yaml.gotmpl', false],
  ['a/b.tpl', false],
  ['base', false],
])('isManifest %s: %s', (path, expected) => {
  expect(isManifest(path)).toBe(expected);
});

describe('kustomizationReferences', () => {
  test.each([
    [
      'resources, bases, components and patches',
      'resources: [deployment.yaml, ../base]\nbases: [../old]\ncomponents: [../c]\npatchesStrategicMerge: [p.yaml]\npatches:\n- path: q.yaml\n- patch: "- op: add"\n',
      ['deployment.yaml', '../base', '../old', '../c', 'p.yaml', 'q.yaml'],
    ],
    [
      'remote bases are left out',
      'resources:\n- https://github.com/o/r//base\n- github.com/o/r//base?ref=v1\n- local\n',
      ['local'],
    ],
    [
      'a patch written in place is no file',
      'patchesStrategicMerge:\n- |-\n  kind: Deployment\n  metadata: {}\n',
      [],
    ],
    ['empty lists', 'resources:\npatches:\n', []],
    ['a list that is none', 'resources: base\n', []],
    ['not YAML', 'resources: [\n', []],
    ['not a map', '- a\n', []],
    ['nothing', '', []],
  ])('%s', (_, content, expected) => {
    expect(kustomizationReferences(content)).toEqual(expected);
  });
});

describe('chartDependencies', () => {
  test('of the same repository, vendored, and of a registry', () => {
    const chart = `apiVersion: v2
name: shop
dependencies:
- name: base
  version: 1.2.3
  repository: file://../base
- name: web
  alias: front
  version: 2
  repository: oci://a.io/charts
`;
    expect(chartDependencies(chart)).toEqual([
      { name: 'base', alias: null, version: '1.2.3', repository: 'file://../base', path: '../base' },
      { name: 'web', alias: 'front', version: '2', repository: 'oci://a.io/charts', path: 'charts/web' },
    ]);
  });

  test.each([
    ['no dependencies', 'name: shop\n'],
    ['an empty key', 'dependencies:\n'],
    ['not YAML', 'dependencies: [\n'],
    ['no file', null],
  ])('%s', (_, content) => {
    expect(chartDependencies(content)).toEqual([]);
  });
});
