// Which layer decides the image of a Kustomize or plain source.
import { describe, expect, test } from '@jest/globals';
import { applicationSourceSchema } from '../../../src/diagnostics/evidence/argocd.ts';
import { resolvedImage } from '../../../src/diagnostics/argocd/kustomize-images.ts';
import { file, REPO } from './objects.ts';

const IMAGE = { registry: 'acrshop.azurecr.io', repository: 'web' };
const manifest = (image: string) =>
  `kind: Deployment\nspec: {template: {spec: {containers: [{name: web, image: "${image}"}], initContainers: [{name: i, image: "busybox:1"}]}}}`;

function resolve(files: ReturnType<typeof file>[], fields: Record<string, unknown> = {}) {
  const source = applicationSourceSchema.parse({ repoURL: REPO, path: 'apps/web/prd', ...fields });
  return resolvedImage({ sources: [source], index: 0, files, applicationName: 'web-prd' }, IMAGE);
}

const base = [
  file('apps/web/base/kustomization.yaml', 'resources: [deployment.yaml]'),
  file('apps/web/base/deployment.yaml', manifest('web')),
];
const overlay = (images: string, more = '') =>
  file('apps/web/prd/kustomization.yaml', `resources: [../base]\nimages: [${images}]\n${more}`);

describe('a kustomization', () => {
  test.each([
    ['names the image of the manifest', '{name: web, newName: acrshop.azurecr.io/web, newTag: "2"}', '2'],
    ['keeps an unquoted tag as written', '{name: web, newName: acrshop.azurecr.io/web, newTag: 2}', '2'],
    ['by digest', '{name: web, newName: acrshop.azurecr.io/web, digest: "sha256:1"}', 'sha256:1'],
  ])('%s', (_, images, tag) => {
    const resolved = resolve([...base, overlay(images)]);

    expect(resolved).toMatchObject({ tag, unread: [] });
    expect(resolved.winner?.file).toEqual({ source: 0, path: 'apps/web/prd/kustomization.yaml' });
  });

  test('an entry that matches no manifest changes nothing', () => {
    const files = [
      file('apps/web/base/kustomization.yaml', 'resources: [deployment.yaml]'),
      file('apps/web/base/deployment.yaml', manifest('acrshop.azurecr.io/web:1')),
      overlay('{name: web, newTag: "2"}'),
    ];

    expect(resolve(files)).toMatchObject({ tag: '1', winner: { kind: 'manifest' } });
  });

  test('the overlay sees the name that the base gave', () => {
    const renamed = [
      file(
        'apps/web/base/kustomization.yaml',
        'resources: [deployment.yaml]\nimages: [{name: web, newName: acrshop.azurecr.io/web, newTag: "1"}]',
      ),
      file('apps/web/base/deployment.yaml', manifest('web')),
    ];

    expect(resolve([...renamed, overlay('{name: web, newTag: "2"}')]).tag).toBe('1');
    expect(resolve([...renamed, overlay('{name: acrshop.azurecr.io/web, newTag: "2"}')])).toMatchObject({
      tag: '2',
      layers: [{ kind: 'manifest', tag: null }, { tag: '1' }, { tag: '2', keys: ['images', '0', 'newTag'] }],
    });
  });

  test('a component transforms what was gathered before it', () => {
    const component = file(
      'apps/web/pin/kustomization.yaml',
      'kind: Component\nimages: [{name: web, newName: acrshop.azurecr.io/web, newTag: "7"}]',
    );

    expect(resolve([...base, component, overlay('', 'components: [../pin]')]).tag).toBe('7');
  });

  test('the images of the Application come last', () => {
    const files = [...base, overlay('{name: web, newName: acrshop.azurecr.io/web, newTag: "2"}')];

    expect(resolve(files, { kustomize: { images: ['acrshop.azurecr.io/web:1'] } })).toMatchObject({
      tag: '1',
      winner: { kind: 'application', file: null },
    });
    expect(
      resolve(files, { kustomize: { images: ['acrshop.azurecr.io/web=acrshop.azurecr.io/web:9'] } }).tag,
    ).toBe('9');
    expect(resolve(files, { kustomize: { images: ['other:9'] } }).tag).toBe('2');
  });

  test('a .argocd-source file sets them', () => {
    const updater = file(
      'apps/web/prd/.argocd-source-web-prd.yaml',
      'kustomize: {images: ["acrshop.azurecr.io/web:5"]}',
    );

    expect(
      resolve([...base, overlay('{name: web, newName: acrshop.azurecr.io/web, newTag: "2"}'), updater]),
    ).toMatchObject({
      tag: '5',
      winner: { kind: 'application', file: { path: 'apps/web/prd/.argocd-source-web-prd.yaml' } },
    });
  });

  test.each([
    [
      'a remote base',
      'resources: ["https://github.com/acme/base?ref=v1"]',
      'https://github.com/acme/base?ref=v1',
    ],
    ['a folder that was not gathered', 'resources: [../other]', '../other'],
    [
      'a patch of an image',
      'resources: [../base]\npatches: [{patch: "image: web:9"}]',
      'patches of apps/web/prd/kustomization.yaml',
    ],
  ])('%s leaves the answer open', (_, content, unread) => {
    expect(resolve([...base, file('apps/web/prd/kustomization.yaml', content)]).unread).toEqual([unread]);
  });

  test('a kustomization that is no YAML, and a loop, end', () => {
    expect(resolve([file('apps/web/prd/kustomization.yaml', ': [')]).tag).toBeNull();
    expect(resolve([file('apps/web/prd/kustomization.yaml', 'resources: [.]')]).tag).toBeNull();
  });
});

describe('plain manifests', () => {
  test.each([
    ['of the folder', 'apps/web/prd/deployment.yaml', {}, '2'],
    ['below it, with recurse', 'apps/web/prd/x/deployment.yaml', { directory: { recurse: true } }, '2'],
    ['below it, without', 'apps/web/prd/x/deployment.yaml', {}, null],
    ['beside it', 'apps/web/rec/deployment.yaml', { directory: { recurse: true } }, null],
  ])('%s', (_, path, fields, tag) => {
    expect(resolve([file(path, manifest('acrshop.azurecr.io/web:2'))], fields).tag).toBe(tag);
  });
});
