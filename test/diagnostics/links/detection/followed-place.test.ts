// Where the Application looks and where the tag was written: facts/argocd.md 5 Q-A.
import { describe, expect, test } from '@jest/globals';
import {
  applicationSourceSchema,
  type ApplicationSource,
} from '../../../../src/diagnostics/evidence/argocd.ts';
import type { LocatedCommit } from '../../../../src/diagnostics/evidence/evidence.ts';
import {
  followedPlace,
  writtenPlaces,
  type Followed,
} from '../../../../src/diagnostics/links/detection/followed-place.ts';
import {
  application,
  change,
  COMMIT,
  file,
  gitSource,
  located,
  OLDER,
  REPO,
  tagCommit,
} from '../../argocd/objects.ts';

function source(fields: Record<string, unknown>): ApplicationSource {
  return applicationSourceSchema.parse({
    repoURL: REPO,
    targetRevision: 'main',
    path: 'apps/web',
    ...fields,
  });
}

/** The tag was written to this file by the commit. */
function wrote(
  path: string,
  after = 'image: {tag: "2"}',
  before = 'image: {tag: "1"}',
  parts: Partial<LocatedCommit> = {},
) {
  return { key: 'changeCommit', value: located({ files: [{ path, after, before }], ...parts }) } as const;
}

function cause(parts: Partial<Followed>) {
  return followedPlace({
    application: application(),
    sources: [gitSource()],
    files: [file('apps/web/values-prd.yaml', 'image: {tag: "1"}')],
    change: change({ desiredTag: '1' }),
    commit: tagCommit(),
    located: wrote('apps/web/values-prd.yaml'),
    contained: true,
    ...parts,
  });
}

describe('repository and revision', () => {
  test('the commit is in a repository that no source names', () => {
    const commit = tagCommit({ repository: 'other', source: -1 });

    expect(cause({ commit })?.finding).toMatchObject({
      leaf: 'wrong_repo',
      params: { repository: 'other', found: REPO },
    });
  });

  test('a chart by version comes from no repository', () => {
    const chart = gitSource({ source: source({ chart: 'web', path: undefined }) });

    expect(cause({ commit: tagCommit({ source: -1 }), sources: [chart] })).toBeNull();
  });

  test('the followed revision does not exist', () => {
    const sources = [
      gitSource({
        resolvedAs: 'none',
        refName: undefined,
        tip: undefined,
        source: source({ targetRevision: 'relase' }),
      }),
    ];

    expect(cause({ sources })?.finding).toMatchObject({
      leaf: 'revision_missing',
      params: { targetRevision: 'relase' },
    });
  });

  test('a repository that may not be seen is not said to lack the revision', () => {
    const sources = [gitSource({ repository: null, resolvedAs: 'none', tip: undefined })];

    expect(cause({ sources, change: change() })).toBeNull();
  });

  test.each([
    ['branch', 'release', 'wrong_branch'],
    ['commit', OLDER, 'pinned_revision'],
    ['tag', 'v1', 'pinned_revision'],
    ['range', '1.*', 'pinned_revision'],
  ] as const)('a %s without the commit', (resolvedAs, targetRevision, leaf) => {
    const sources = [
      gitSource({ resolvedAs, refName: targetRevision, tip: OLDER, source: source({ targetRevision }) }),
    ];
    const branches = [{ name: 'main', tip: COMMIT, contains: true }];

    const found = cause({
      sources,
      contained: false,
      located: wrote('apps/web/values-prd.yaml', undefined, undefined, { branches }),
    });

    expect(found?.finding.leaf).toBe(leaf);
    expect(found?.finding.params).toMatchObject({ targetRevision });
    if (leaf === 'wrong_branch') expect(found?.finding.params).toMatchObject({ branch: 'main' });
  });

  test('nobody knows whether the revision has the commit: nothing is said', () => {
    expect(cause({ contained: undefined, change: change() })).toBeNull();
  });
});

describe('path and values file', () => {
  test.each([
    ['the deciding file has it', 'apps/web/values-prd.yaml', { desiredTag: '2' }, null],
    ['another folder', 'apps/api/values-prd.yaml', {}, 'wrong_path'],
    ['a values file of the chart that nobody lists', 'apps/web/values-rec.yaml', {}, 'wrong_values_file'],
    ['a read file under another key: link 4', 'apps/web/values-prd.yaml', {}, null],
  ])('%s', (_, path, parts, leaf) => {
    const found = cause({ located: wrote(path), change: change({ desiredTag: '1', ...parts }) });

    expect(found?.finding.leaf ?? null).toBe(leaf);
  });

  test('an overlay that the base of the Application does not use', () => {
    const sources = [gitSource({ source: source({ path: 'apps/web/base', helm: undefined }) })];
    const overlay = 'images: [{name: web, newTag: "2"}]';
    const found = cause({
      sources,
      files: [file('apps/web/base/deployment.yaml', 'kind: Deployment')],
      located: wrote('apps/web/overlays/kustomization.yaml', overlay, overlay.replace('2', '1')),
    });

    expect(found?.finding).toMatchObject({
      leaf: 'wrong_path',
      params: { path: 'apps/web/base', file: 'apps/web/overlays/kustomization.yaml' },
    });
  });

  test('a ref source whose file no chart source lists', () => {
    const sources = [
      gitSource({ source: source({ chart: 'web', path: undefined }) }),
      gitSource({ index: 1, source: source({ ref: 'values', path: undefined }) }),
    ];
    const found = cause({
      sources,
      commit: tagCommit({ source: 1 }),
      files: [],
      located: wrote('env/prd.yaml'),
      change: change({ desiredTag: null, place: null }),
    });

    expect(found?.finding).toMatchObject({
      leaf: 'wrong_values_file',
      params: { file: 'env/prd.yaml', tag: '2' },
    });
  });

  test('a values file after it wins', () => {
    const sources = [
      gitSource({ source: source({ helm: { valueFiles: ['values-prd.yaml', 'pins.yaml'] } }) }),
    ];
    const files = [
      file('apps/web/values-prd.yaml', 'image: {tag: "2"}'),
      file('apps/web/pins.yaml', 'image: {tag: "1"}'),
    ];

    expect(cause({ sources, files, change: change() })?.finding).toMatchObject({
      leaf: 'wrong_values_file',
      params: { otherFile: 'apps/web/pins.yaml', found: '1', file: 'apps/web/values-prd.yaml' },
    });
    expect(cause({ sources, files: [files[0] ?? file('', null)], change: change() })).toBeNull();
  });

  test('a parameter that wins is link 6’s', () => {
    const sources = [
      gitSource({
        source: source({
          helm: { valueFiles: ['values-prd.yaml'], parameters: [{ name: 'image.tag', value: '1' }] },
        }),
      }),
    ];

    expect(
      cause({ sources, files: [file('apps/web/values-prd.yaml', 'image: {tag: "2"}')], change: change() }),
    ).toBeNull();
  });

  test.each([
    ['the files could not be read', { files: undefined }],
    ['the commit was not found by itself', { located: undefined }],
    ['the change has no tag', { change: change({ kind: 'configuration', tag: null }) }],
  ])('%s: nothing is said', (_, parts) => {
    expect(cause({ located: wrote('apps/api/values-prd.yaml'), ...parts })).toBeNull();
  });
});

describe('a change of the configuration', () => {
  const edited = (...paths: string[]) => ({
    key: 'changeCommit' as const,
    value: located({ changes: paths.map((path) => ({ path, changeType: 'edit', originalPath: undefined })) }),
  });
  const files = [file('apps/web/prd/kustomization.yaml', ''), file('apps/web/base/deployment.yaml', '')];
  const sources = [gitSource({ source: source({ path: 'apps/web/prd', helm: undefined }) })];
  const configuration = change({ kind: 'configuration' });

  test.each([
    ['in the folder', ['/apps/web/prd/config.yaml'], null],
    ['in the base it reads', ['/apps/web/base/service.yaml'], null],
    ['one of two in the folder', ['/README.md', '/apps/web/prd/config.yaml'], null],
    ['of another Application', ['/apps/api/prd/config.yaml'], 'wrong_path'],
    ['no list of changes', [], null],
  ])('%s', (_, paths, leaf) => {
    const found = cause({ sources, files, change: configuration, located: edited(...paths) });

    expect(found?.finding.leaf ?? null).toBe(leaf);
  });

  test('a source that renders the whole repository uses every file', () => {
    const whole = [gitSource({ source: source({ path: '.', helm: undefined }) })];

    expect(
      cause({ sources: whole, files: [], change: configuration, located: edited('/x.yaml') }),
    ).toBeNull();
  });
});

describe('writtenPlaces', () => {
  test('only what got the tag with this commit', () => {
    const commit = located({
      files: [
        {
          path: '/a.yaml',
          after: 'image: {tag: "2"}\nother: {tag: "2"}',
          before: 'image: {tag: "1"}\nother: {tag: "2"}',
        },
        { path: '/b.yaml', after: 'image: {tag: "3"}', before: null },
        { path: '/c.yaml', after: 'image: {tag: "2"}', before: null },
      ],
    });

    expect(writtenPlaces(commit, '2', 0).map(({ path, keys }) => [path, keys.join('.')])).toEqual([
      ['a.yaml', 'image.tag'],
      ['c.yaml', 'image.tag'],
    ]);
  });
});
