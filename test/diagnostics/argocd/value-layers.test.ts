// Which layer decides a Helm value.
import { describe, expect, test } from '@jest/globals';
import { applicationSourceSchema, type ApplicationSource } from '../../../src/diagnostics/evidence/argocd.ts';
import type { SourceFile } from '../../../src/diagnostics/evidence/evidence.ts';
import { parameterKeys, resolvedValue, textAt } from '../../../src/diagnostics/argocd/value-layers.ts';

const repoURL = 'https://dev.azure.com/acme/Shop/_git/env';

function source(fields: Record<string, unknown>): ApplicationSource {
  return applicationSourceSchema.parse({ repoURL, targetRevision: 'main', path: 'apps/web', ...fields });
}

function file(path: string, content: string | null, index = 0): SourceFile {
  return { source: index, repository: 'env', path, content };
}

function tagOf(sources: ApplicationSource[], files: SourceFile[], keys = ['image', 'tag'], index = 0) {
  return resolvedValue({ sources, index, files, applicationName: 'web-prd' }, keys);
}

const chart = file('/apps/web/values.yaml', 'image: { tag: "1" }');
const prd = file('/apps/web/values-prd.yaml', 'image:\n  tag: "2"');

describe('resolvedValue, lowest to highest', () => {
  test.each([
    ['chart values', {}, '1', 'chartValues'],
    ['a value file', { valueFiles: ['values-prd.yaml'] }, '2', 'valueFile'],
    ['inline values', { valueFiles: ['values-prd.yaml'], values: 'image: {tag: "3"}' }, '3', 'values'],
    [
      'valuesObject',
      { values: 'image: {tag: "3"}', valuesObject: { image: { tag: '4' } } },
      '4',
      'valuesObject',
    ],
    [
      'a parameter',
      { valuesObject: { image: { tag: '4' } }, parameters: [{ name: 'image.tag', value: '5' }] },
      '5',
      'parameter',
    ],
    [
      'a forced string before a plain parameter',
      {
        parameters: [
          { name: 'image.tag', value: '6', forceString: true },
          { name: 'image.tag', value: '5' },
        ],
      },
      '6',
      'parameter',
    ],
  ])('%s', (_, helm, value, kind) => {
    const resolved = tagOf([source({ helm })], [chart, prd]);

    expect(resolved.value).toBe(value);
    expect(resolved.winner?.kind).toBe(kind);
    expect(resolved.unread).toEqual([]);
  });

  test('the last value file wins, and every layer is told', () => {
    const pins = file('apps/web/pins.yaml', 'image: {tag: old}');
    const resolved = tagOf(
      [source({ helm: { valueFiles: ['values-prd.yaml', 'pins.yaml'] } })],
      [chart, prd, pins],
    );

    expect(resolved.layers.map((layer) => [layer.file?.path, layer.value])).toEqual([
      ['apps/web/values.yaml', '1'],
      ['apps/web/values-prd.yaml', '2'],
      ['apps/web/pins.yaml', 'old'],
    ]);
    expect(resolved.winner?.file).toEqual({ source: 0, path: 'apps/web/pins.yaml' });
  });

  test('values is not read when valuesObject is set', () => {
    const helm = { values: 'image: {tag: "3"}', valuesObject: { replicas: 2 } };

    expect(tagOf([source({ helm })], [chart]).value).toBe('1');
  });

  test('another key of the same file decides nothing', () => {
    const resolved = tagOf(
      [source({ helm: { valueFiles: ['values-prd.yaml'] } })],
      [file('apps/web/values-prd.yaml', 'img: {tag: "9"}')],
    );

    expect(resolved).toMatchObject({ value: null, winner: null, layers: [] });
  });

  test('a key set to nothing removes the layers below', () => {
    const resolved = tagOf(
      [source({ helm: { valueFiles: ['values-prd.yaml'] } })],
      [chart, file('apps/web/values-prd.yaml', 'image:\n')],
    );

    expect(resolved.value).toBeNull();
    expect(resolved.winner?.kind).toBe('valueFile');
  });

  test('a subchart reads the parent under its name before its own defaults', () => {
    const own = file('apps/web/charts/api/values.yaml', 'image: {tag: default}');
    const parent = file('apps/web/values.yaml', 'api: {image: {tag: "7"}}');

    expect(tagOf([source({})], [own], ['api', 'image', 'tag'])).toMatchObject({
      value: 'default',
      winner: { kind: 'subchartValues', keys: ['image', 'tag'] },
    });
    expect(tagOf([source({})], [own, parent], ['api', 'image', 'tag']).value).toBe('7');
  });
});

describe('where a value file is', () => {
  const values = source({
    repoURL: 'https://dev.azure.com/acme/Shop/_git/values',
    path: undefined,
    ref: 'values',
  });

  test.each([
    ['../../common.yaml', file('common.yaml', 'image: {tag: "8"}')],
    ['/env/prd.yaml', file('env/prd.yaml', 'image: {tag: "8"}')],
    ['$values/env/prd.yaml', file('env/prd.yaml', 'image: {tag: "8"}', 1)],
    ['env/*.yaml', file('apps/web/env/b.yaml', 'image: {tag: "8"}')],
  ])('%s', (entry, at) => {
    const resolved = tagOf([source({ helm: { valueFiles: [entry] } }), values], [chart, at]);

    expect(resolved.value).toBe('8');
    expect(resolved.missing).toEqual([]);
  });

  test.each([
    [
      'the repository answers that it is not there',
      'gone.yaml',
      [file('apps/web/gone.yaml', null)],
      ['gone.yaml'],
      [],
    ],
    ['no source has that ref', '$other/prd.yaml', [], ['$other/prd.yaml'], []],
    ['it leaves the repository', '../../../x.yaml', [], ['../../../x.yaml'], []],
    ['nobody read it', 'later.yaml', [], [], ['later.yaml']],
    [
      'it is on another host',
      'https://files.acme.example/prd.yaml',
      [],
      [],
      ['https://files.acme.example/prd.yaml'],
    ],
  ])('%s', (_, entry, files, missing, unread) => {
    const resolved = tagOf([source({ helm: { valueFiles: [entry] } })], [chart, ...files]);

    expect(resolved.value).toBe('1');
    expect(resolved.missing).toEqual(missing);
    expect(resolved.unread).toEqual(unread);
  });

  test('the same path of another source is another file', () => {
    const resolved = tagOf(
      [source({ helm: { valueFiles: ['/env/prd.yaml'] } }), values],
      [file('env/prd.yaml', 'image: {tag: "8"}', 1)],
    );

    expect(resolved.value).toBeNull();
    expect(resolved.unread).toEqual(['/env/prd.yaml']);
  });

  test('the defaults of a chart from a chart repository cannot be read', () => {
    const resolved = tagOf(
      [source({ chart: 'web', path: undefined, helm: { valueFiles: ['poc.yaml'] } })],
      [],
    );

    expect(resolved.unread).toEqual(['values.yaml of chart web', 'poc.yaml']);
  });
});

describe('.argocd-source files', () => {
  const named = file(
    'apps/web/.argocd-source-web-prd.yaml',
    'helm:\n  parameters:\n  - name: image.tag\n    value: "20"\n    forcestring: true',
  );

  test('the one of the Application replaces the whole list of parameters', () => {
    const helm = {
      parameters: [
        { name: 'image.tag', value: '5' },
        { name: 'other', value: 'x' },
      ],
    };
    const resolved = tagOf([source({ helm })], [chart, named]);

    expect(resolved.value).toBe('20');
    expect(resolved.winner).toMatchObject({
      kind: 'parameter',
      file: { source: 0, path: 'apps/web/.argocd-source-web-prd.yaml' },
    });
    expect(tagOf([source({ helm })], [named], ['other']).value).toBeNull();
  });

  test('the one of the Application beats the general one; the one of another Application is not read', () => {
    const general = file(
      'apps/web/.argocd-source.yaml',
      'helm: {parameters: [{name: image.tag, value: "10"}]}',
    );
    const other = file(
      'apps/web/.argocd-source-web-dev.yaml',
      'helm: {parameters: [{name: image.tag, value: "30"}]}',
    );

    expect(tagOf([source({})], [general, other]).value).toBe('10');
    expect(tagOf([source({})], [general, other, named]).value).toBe('20');
  });

  test('one that is not YAML changes nothing', () => {
    expect(tagOf([source({})], [chart, file('apps/web/.argocd-source.yaml', ': : [')]).value).toBe('1');
  });
});

describe('parameterKeys', () => {
  test.each([
    ['image.tag', ['image', 'tag']],
    ['a\\.b.c', ['a.b', 'c']],
    ['list[0].x', ['list', '0', 'x']],
    ['tag', ['tag']],
  ])('%s', (name, keys) => {
    expect(parameterKeys(name)).toEqual(keys);
  });
});

describe('textAt', () => {
  test.each([
    ['image: {tag: 1.10}', ['image', 'tag'], '1.10'],
    ['image: {tag: 0123}', ['image', 'tag'], '0123'],
    ['image: {tag: "1e3"}', ['image', 'tag'], '1e3'],
    ['x: &t "5"\nimage: {tag: *t}', ['image', 'tag'], '5'],
    ['images: [{newTag: "5"}]', ['images', '0', 'newTag'], '5'],
    ['image.tag: "5"', ['image', 'tag'], undefined],
    ['image: {tag: }', ['image', 'tag'], null],
    ['image: {tag: [1]}', ['image', 'tag'], undefined],
    [': : [', ['image', 'tag'], undefined],
  ])('%s', (yaml, keys, text) => {
    expect(textAt(yaml, keys)).toBe(text);
  });
});
