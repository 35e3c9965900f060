// Which pipeline and which run belong to a service, a commit or a tag.
import { describe, expect, test } from '@jest/globals';
import {
  buildOfTag,
  definitionsFor,
  isGitOpsRepository,
  runOfCommit,
} from '../../../src/diagnostics/pipelines/which-run.ts';
import type { GitSource } from '../../../src/diagnostics/evidence/evidence.ts';
import { APP_REPOSITORY, build, COMMIT, definition, ENV_REPOSITORY } from './objects.ts';

const OTHER = 'd1'.repeat(20);

describe('definitionsFor', () => {
  test.each([
    ['by name', { id: 1, name: 'shop-api' }, true],
    ['in another spelling', { id: 1, name: 'ShopApi' }, true],
    ['by the start of its name', { id: 1, name: 'shop-api-deploy' }, true],
    ['by its repository', { id: 1, name: 'ci', repository: { name: 'shop-api' } }, true],
    [
      'by the folder of its file',
      { id: 1, name: 'ci', yamlFilename: 'services/shop-api/azure-pipelines.yml' },
      true,
    ],
    ['another service', { id: 1, name: 'worker', repository: { name: 'worker' } }, false],
    ['a name in the middle', { id: 1, name: 'old-shop-api' }, false],
  ])('%s', (_, one, found) => {
    expect(definitionsFor([one], 'shop-api').length).toBe(found ? 1 : 0);
  });

  test('the closest first', () => {
    const names = definitionsFor(
      [
        { id: 1, name: 'api-nightly' },
        { id: 2, name: 'api', repository: { name: 'api' } },
        { id: 3, name: 'x', repository: { name: 'api' } },
      ],
      'api',
    ).map(({ id }) => id);
    expect(names).toEqual([2, 3, 1]);
  });

  test('a name of signs only is no name', () => {
    expect(definitionsFor([{ id: 1, name: '--' }], '--')).toEqual([]);
  });
});

describe('isGitOpsRepository', () => {
  const followed: GitSource = {
    index: 0,
    source: { repoURL: 'x' },
    project: null,
    repository: ENV_REPOSITORY,
    resolvedAs: 'branch',
  };

  test.each([
    ['followed by the Application', ENV_REPOSITORY, [followed], true],
    ['built by a pipeline', APP_REPOSITORY, [], false],
    ['built by none', ENV_REPOSITORY, [], true],
    [
      'followed and built: one repository for all',
      { ...APP_REPOSITORY },
      [{ ...followed, repository: APP_REPOSITORY }],
      true,
    ],
  ])('%s', (_, repository, sources, expected) => {
    expect(isGitOpsRepository(repository, [definition()], sources)).toBe(expected);
  });
});

describe('runOfCommit: runs are newest first', () => {
  test.each([
    ['by the version it built', [build(2, { sourceVersion: OTHER }), build(1)], 1],
    [
      'by the commit that triggered it',
      [build(2, { sourceVersion: OTHER, triggerInfo: { 'ci.sourceSha': COMMIT } })],
      2,
    ],
    ['the newest that succeeded', [build(3, { result: 'failed' }), build(2), build(1)], 2],
    ['else the newest', [build(3, { result: 'failed' }), build(2, { result: 'canceled' })], 3],
    ['a validation build of a pull request does not count', [build(2, { reason: 'pullRequest' })], null],
    ['of another commit', [build(2, { sourceVersion: OTHER })], null],
    ['none', [], null],
  ])('%s', (_, runs, id) => {
    expect(runOfCommit(runs, [COMMIT])?.id ?? null).toBe(id);
  });
});

describe('buildOfTag', () => {
  const runs = [build(31, { sourceVersion: OTHER }), build(30, { buildNumber: '1.4.2' })];

  test.each([
    ['31', 31],
    ['1.4.2', 30],
    [`sha-${COMMIT}`, 30],
    [COMMIT.slice(0, 8), 30],
    [`v2-${OTHER.slice(0, 7)}`, 31],
    ['32', null],
    ['latest', null],
    ['sha-abcdef1', null],
    ['1234567', null],
    [`${COMMIT.slice(0, 8)}-dirty`, null],
  ])('%s: %s', (tag, id) => {
    expect(buildOfTag(runs, tag)?.id ?? null).toBe(id);
  });
});
