// Which image entry of the GitOps repository is the service's own.
import { describe, expect, test } from '@jest/globals';
import type { TagPlace } from '../../../src/diagnostics/change.types.ts';
import type { SourceFile } from '../../../src/diagnostics/evidence/evidence.ts';
import { parseImage } from '../../../src/diagnostics/gitops/image-name.ts';
import { placedEntries, servicePlaces, tagAt } from '../../../src/diagnostics/gitops/places.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

function file(path: string, content: string | null, source = 0): SourceFile {
  return { source, repository: 'env', path, content };
}

interface Hints {
  readonly service?: string;
  readonly image?: string | null;
  readonly tags?: readonly string[];
}

/** `path keys=tag`, the deciding place first. */
function places(
  files: readonly SourceFile[],
  { service = 'shop-api', image = 'a.io/shop-api', tags = [] }: Hints = {},
): string[] {
  const name = image === null ? null : parseImage(image);
  return servicePlaces(files, { service, image: name, tags }).map(
    ({ place, entry }) => `${place.path} ${place.keys.join('.')}=${entry.tag ?? '∅'}`,
  );
}

describe('servicePlaces: the deciding place', () => {
  const cases: [string, SourceFile[], Hints, string | undefined][] = [
    [
      'names the service’s image',
      [file('values.yaml', 'image:\n  repository: a.io/shop-api\n  tag: 12\n')],
      {},
      'values.yaml image.tag=12',
    ],
    [
      'of another image there is none',
      [file('values.yaml', 'image:\n  repository: a.io/other\n  tag: 12\n')],
      {},
      undefined,
    ],
    [
      'umbrella chart: under the name of the dependency',
      [file('values.yaml', 'shop-api:\n  image:\n    tag: 12\nworker:\n  image:\n    tag: 11\n')],
      {},
      'values.yaml shop-api.image.tag=12',
    ],
    [
      'umbrella chart with an alias in another spelling',
      [file('values.yaml', 'shopApi:\n  image:\n    tag: 12\nworker:\n  image:\n    tag: 11\n')],
      {},
      'values.yaml shopApi.image.tag=12',
    ],
    [
      'umbrella chart: the subchart’s own values name the image',
      [
        file('chart/charts/web/values.yaml', 'image:\n  repository: a.io/shop-api\n  tag: 1\n'),
        file('chart/charts/job/values.yaml', 'image:\n  repository: a.io/other\n  tag: 1\n'),
        file('values-prd.yaml', 'web:\n  image:\n    tag: 12\njob:\n  image:\n    tag: 11\n'),
      ],
      {},
      'values-prd.yaml web.image.tag=12',
    ],
    [
      'two images in one file: the one with the image’s name',
      [
        file(
          'values.yaml',
          'worker:\n  image:\n    repository: a.io/worker\n    tag: 11\napi:\n  image:\n    repository: a.io/shop-api\n    tag: 12\n',
        ),
      ],
      {},
      'values.yaml api.image.tag=12',
    ],
    [
      'a default below that happens to be live does not win over the later file',
      [
        file('values.yaml', 'image:\n  repository: a.io/shop-api\n  tag: 11\n'),
        file('values-prd.yaml', 'image:\n  tag: 12\n'),
      ],
      { tags: ['11'] },
      'values-prd.yaml image.tag=12',
    ],
    [
      'a default of a subchart that happens to be live does not win over its parent',
      [
        file('chart/charts/web/values.yaml', 'image:\n  repository: a.io/shop-api\n  tag: 11\n'),
        file('chart/values.yaml', 'web:\n  image:\n    tag: 12\n'),
      ],
      { tags: ['11'] },
      'chart/values.yaml web.image.tag=12',
    ],
    [
      'a Kustomize entry wins over the manifest below it, whatever is live',
      [
        file('overlay/kustomization.yaml', 'images:\n- name: a.io/shop-api\n  newTag: 12\n'),
        file('base/deployment.yaml', 'spec:\n  containers:\n  - image: a.io/shop-api:11\n'),
      ],
      { tags: ['11'] },
      'overlay/kustomization.yaml images.0.newTag=12',
    ],
    [
      'a Kustomize entry wins over that of its base',
      [
        file(
          'overlay/kustomization.yaml',
          'images:\n- name: shop-api\n  newName: a.io/shop-api\n  newTag: 12\n',
        ),
        file('base/kustomization.yaml', 'images:\n- name: a.io/shop-api\n  newTag: 11\n'),
      ],
      { tags: ['11'] },
      'overlay/kustomization.yaml images.0.newTag=12',
    ],
    [
      'a Kustomize entry of another image leaves the manifest alone',
      [
        file('overlay/kustomization.yaml', 'images:\n- name: a.io/worker\n  newTag: 12\n'),
        file('base/deployment.yaml', 'spec:\n  containers:\n  - image: a.io/shop-api:11\n'),
      ],
      {},
      'base/deployment.yaml spec.containers.0.image=11',
    ],
    [
      'two images in one Kustomize list',
      [
        file(
          'kustomization.yaml',
          'images:\n- name: a.io/worker\n  newTag: 11\n- name: a.io/shop-api\n  newTag: 12\n',
        ),
      ],
      {},
      'kustomization.yaml images.1.newTag=12',
    ],
    [
      'the chart’s default below names the image, the value file says the tag',
      [
        file('chart/values.yaml', 'image:\n  repository: a.io/shop-api\n  tag: latest\n'),
        file('values-prd.yaml', 'image:\n  tag: 12\n'),
      ],
      {},
      'values-prd.yaml image.tag=12',
    ],
    [
      'a later file wins over an earlier one with the same keys',
      [
        file('values.yaml', 'image:\n  repository: a.io/shop-api\n  tag: 11\n'),
        file('values-prd.yaml', 'image:\n  repository: a.io/shop-api\n  tag: 12\n'),
      ],
      {},
      'values-prd.yaml image.tag=12',
    ],
    [
      'a single unnamed tag is the only one there is',
      [file('values.yaml', 'version: 3\nrelease:\n  tag: 12\n')],
      {},
      'values.yaml release.tag=12',
    ],
    [
      'the same unnamed key in two files is one place: the later file',
      [file('values.yaml', 'release:\n  tag: 11\n'), file('values-prd.yaml', 'release:\n  tag: 12\n')],
      {},
      'values-prd.yaml release.tag=12',
    ],
    [
      'two unnamed tags: nobody can tell',
      [file('values.yaml', 'a:\n  tag: 11\nb:\n  tag: 12\n')],
      {},
      undefined,
    ],
    [
      'two unnamed tags, one is live',
      [file('values.yaml', 'a:\n  tag: 11\nb:\n  tag: 12\n')],
      { tags: ['12'] },
      'values.yaml b.tag=12',
    ],
    [
      'the registry of the file may differ in case, and may be left out',
      [file('values.yaml', 'image:\n  repository: shop-api\n  tag: 12\n')],
      {},
      'values.yaml image.tag=12',
    ],
    [
      'a mirror that keeps the name below another folder still is the image',
      [file('values.yaml', 'image:\n  repository: b.io/mirror/shop-api\n  tag: 12\n')],
      {},
      'values.yaml image.tag=12',
    ],
    [
      'without a live image the repository’s last part is the service',
      [
        file(
          'values.yaml',
          'a:\n  repository: a.io/x/shop-api\n  tag: 12\nb:\n  repository: a.io/x/worker\n  tag: 11\n',
        ),
      ],
      { image: null },
      'values.yaml a.tag=12',
    ],
    [
      'a tag before a digest of the same image',
      [file('values.yaml', `image:\n  repository: a.io/shop-api\n  digest: ${DIGEST}\n  tag: 12\n`)],
      {},
      'values.yaml image.tag=12',
    ],
    ['appVersion never decides', [file('Chart.yaml', 'name: shop-api\nappVersion: 12\n')], {}, undefined],
    [
      'a broken file hides nothing of the others',
      [
        file('values.yaml', 'image: [\n'),
        file('values-prd.yaml', 'image:\n  repository: a.io/shop-api\n  tag: 12\n'),
      ],
      {},
      'values-prd.yaml image.tag=12',
    ],
    ['a file that is not there has none', [file('values.yaml', null)], {}, undefined],
  ];

  test.each(cases)('%s', (_, files, hints, expected) => {
    expect(places(files, hints)[0]).toBe(expected);
  });
});

describe('placedEntries', () => {
  test('keeps source, repository and path of each entry, in file order', () => {
    const files = [file('a.yaml', 'tag: 1\n'), file('b.yaml', 'tag: 2\n', 1), file('c.yaml', 'x: [\n')];
    expect(placedEntries(files).map(({ place }) => place)).toEqual([
      { source: 0, repository: 'env', path: 'a.yaml', keys: ['tag'] },
      { source: 1, repository: 'env', path: 'b.yaml', keys: ['tag'] },
    ]);
  });
});

describe('tagAt', () => {
  const place: TagPlace = { source: 0, repository: 'env', path: 'values.yaml', keys: ['image', 'tag'] };

  test.each([
    ['the value', 'image:\n  tag: 12\n', '12'],
    ['a key without a value', 'image:\n  tag:\n', null],
    ['the keys are gone', 'image:\n  repository: a.io/x\n', undefined],
    ['another level', 'web:\n  image:\n    tag: 12\n', undefined],
    ['a key with a dot in its name is another key', 'image.tag: 12\n', undefined],
    ['a broken file', 'image: [\n', undefined],
    ['no file', null, undefined],
  ])('%s', (_, content, expected) => {
    expect(tagAt(content, place)).toBe(expected);
  });
});
