// Files a person may hand in: good ones in both spellings, and each way to be wrong.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CaseFileError } from '../../../src/lab/cases/error.ts';
import { loadCase, loadCases } from '../../../src/lab/cases/load.ts';
import { labCase } from '../fixture.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'cases-'));
  mkdirSync(join(dir, 'mine'));
  mkdirSync(join(dir, 'bases'));
  write('bases/day.yaml', JSON.stringify({ estate: labCase().estate }));
  write(
    'bases/evening.yaml',
    'base: day\nremove: [[azureDevOps, builds, 92]]\nestate: { argocd: { version: v3.4.7 } }\n',
  );
  write('bases/loop.yaml', 'base: loop\nestate: {}\n');
});
afterAll(() => rmSync(dir, { recursive: true }));

const HEAD =
  'case: 1\nid: mine\nnow: 2026-01-06T09:00:00Z\nquestion: { service: web, application: web-prd, text: { fr: a, en: b } }\n';

describe('good files', () => {
  test('YAML on a base, with removal and clock', () => {
    const file = write(
      'mine/a.yaml',
      `${HEAD}base: evening\nremove: [[registry, repositories, web, tags, "1"]]\nestate:\n  http: [{ url: https://x.example/, status: 200, headers: {}, body: "at {now-60s}" }]\n`,
    );

    const loaded = loadCase(file);

    expect(loaded.id).toBe('mine');
    expect(loaded.estate.azureDevOps.builds.map(({ id }) => id)).toEqual([90, 91]);
    expect(loaded.estate.registry.repositories?.['web']?.tags.map(({ name }) => name)).toEqual(['2']);
    expect(loaded.estate.argocd).toEqual({ version: 'v3.4.7' });
    expect(loaded.estate.http?.map(({ body }) => body)).toEqual(['<p>1</p>', 'at 2026-01-06T08:59:00Z']);
  });

  test('plain JSON, whole, with a byte order mark', () => {
    const file = write('mine/json.yaml', `\uFEFF${JSON.stringify({ ...labCase(), case: 1 })}`);

    expect(loadCase(file)).toEqual(labCase());
  });

  test('the notes for the scorer are not part of a loaded case', () => {
    const file = write(
      'mine/notes.yaml',
      `${HEAD}base: day\nsource: own\ncertainty: own\ninferred: []\nexpected: { outcome: live }\nestate: {}\n`,
    );

    expect(Object.keys(loadCase(file)).toSorted()).toEqual(['case', 'estate', 'id', 'now', 'question']);
  });

  test('a base that changes on disk is read again', () => {
    write('bases/moving.yaml', JSON.stringify({ estate: labCase().estate }));
    const file = write('mine/moving.yaml', `${HEAD}base: moving\nestate: {}\n`);
    loadCase(file);

    write('bases/moving.yaml', JSON.stringify({ estate: { ...labCase().estate, dns: [] } }));
    utimesSync(join(dir, 'bases/moving.yaml'), 1, 1);

    expect(loadCase(file).estate.dns).toEqual([]);
  });
});

describe('bad files name the file, the place and what to do', () => {
  const GOOD = `${HEAD}base: day\nestate: {}\n`;
  test.each([
    ['no such file', undefined, '', /is not there; check the path/, /introuvable.*vérifier le chemin/],
    ['not YAML', 'case: 1\nid: a: b\n', 'line 2', /is not YAML: .*correct it/, /n’est pas du YAML/],
    [
      'a key twice',
      `${GOOD}id: other\n`,
      'line 7',
      /is not YAML: Map keys must be unique/,
      /n’est pas du YAML/,
    ],
    [
      'an alias to nothing',
      `${GOOD}remove: *none\n`,
      '',
      /is not YAML: Unresolved alias/,
      /n’est pas du YAML/,
    ],
    ['a list', '- case: 1\n', '', /top level must be a map/, /premier niveau doit être une table/],
    ['empty', '', '', /top level must be a map/, /premier niveau/],
    ['a base handed in as a case', 'estate: {}\n', 'case', /is missing/, /est absent/],
    [
      'another format version',
      GOOD.replace('case: 1', 'case: 2'),
      'case',
      /is 2: only format version 1/,
      /vaut 2/,
    ],
    [
      'a missing base',
      GOOD.replace('base: day', 'base: night'),
      'base',
      /night is not there: expected .*night\.yaml/,
      /night est introuvable/,
    ],
    [
      'a base with a path',
      GOOD.replace('base: day', 'base: ../bases/day'),
      'base',
      /must be the name of a file/,
      /doit être le nom/,
    ],
    [
      'a base on itself',
      GOOD.replace('base: day', 'base: loop'),
      'base',
      /loop stands on itself/,
      /repose sur elle-même/,
    ],
    [
      'nothing to remove',
      `${GOOD}remove: [[azureDevOps, builds, 1]]\n`,
      'remove azureDevOps builds 1',
      /nothing to remove there; correct the path/,
      /rien à retirer/,
    ],
    [
      'removals that are no paths',
      `${GOOD}remove: [azureDevOps]\n`,
      'remove',
      /must be a list of paths/,
      /liste de chemins/,
    ],
    [
      'the same thing twice',
      GOOD.replace('estate: {}', 'estate: { http: [{ url: a }, { url: a }] }'),
      'http a',
      /is there twice; keep one/,
      /figure deux fois/,
    ],
    [
      'an item without identity',
      GOOD.replace('estate: {}', 'estate: { dns: [{ addresses: [] }] }'),
      'dns',
      /fields that identify it/,
      /l’identifient/,
    ],
    [
      'a map where a list belongs',
      GOOD.replace('estate: {}', 'estate: { azureDevOps: { builds: {} } }'),
      'azureDevOps builds',
      /must be a list/,
      /doit être une liste/,
    ],
    [
      'an unquoted tag',
      GOOD.replace('service: web,', 'service: web, tag: 4812,'),
      'question.tag',
      /must be string, is number; put it in quotes/,
      /guillemets/,
    ],
    [
      'a missing field',
      GOOD.replace('service: web, ', ''),
      'question.service',
      /is missing; add it/,
      /est absent.*l’ajouter/,
    ],
    [
      'a short commit',
      GOOD.replace('service: web,', 'service: web, commit: abc1234,'),
      'question.commit',
      /40 hexadecimal digits/,
      /40 chiffres hexadécimaux/,
    ],
    [
      'an unknown intent',
      GOOD.replace('service: web,', 'service: web, intent: guess,'),
      'question.intent',
      /Invalid enum value/,
      /valeur refusée/,
    ],
    ['no clock', GOOD.replace(/now: .*\n/, ''), 'now', /is missing; add it/, /est absent/],
    [
      'a clock of another form',
      GOOD.replace(/now: .*\n/, 'now: yesterday\n'),
      'now',
      /must be a time like/,
      /heure comme/,
    ],
    [
      'a secret',
      GOOD.replace(
        'estate: {}',
        'estate: { kubernetes: { clusters: [{ name: hub, objects: [{ apiVersion: v1, kind: Secret, metadata: { name: s } }] }] } }',
      ),
      'estate.kubernetes.clusters[0].objects[9].kind',
      /secrets never appear/,
      /ne contient jamais de secret/,
    ],
    [
      'several problems',
      GOOD.replace('service: web, application: web-prd,', ''),
      'question.service',
      /is missing; add it \(and 1 more\)/,
      /\(et 1 de plus\)/,
    ],
  ])('%s', (_, content, place, en, fr) => {
    const file = content === undefined ? join(dir, 'mine/none.yaml') : write('mine/bad.yaml', content);

    const error = thrownBy(() => loadCase(file));

    expect(error).toMatchObject({ file: expect.stringMatching(/(bad|none|loop)\.yaml$/), place });
    expect(error.message).toMatch(en);
    expect(error.message.startsWith(error.file)).toBe(true);
    expect(error.text).toEqual({ en: error.message, fr: expect.stringMatching(fr) });
  });

  test('a folder is not a case', () => {
    expect(thrownBy(() => loadCase(join(dir, 'mine'))).message).toMatch(
      /is a folder; name a case file in it/,
    );
  });
});

describe('folders', () => {
  test('are listed in name order, and each file is read only when asked', () => {
    mkdirSync(join(dir, 'many'));
    write('many/b.yaml', 'not a case');
    write('many/a.yml', `${HEAD}base: day\nestate: {}\n`);
    write('many/readme.md', '');

    const listed = loadCases(join(dir, 'many'));

    expect(listed.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(listed[0]?.load().id).toBe('mine');
    expect(() => listed[1]?.load()).toThrow(CaseFileError);
  });

  test('one file is a list of one', () => {
    expect(loadCases(join(dir, 'many/a.yml')).map(({ file }) => file)).toEqual([join(dir, 'many/a.yml')]);
  });

  test('a folder without cases says so', () => {
    mkdirSync(join(dir, 'none'));

    expect(thrownBy(() => loadCases(join(dir, 'none'))).message).toMatch(/holds no case files/);
  });
});

function write(name: string, content: string): string {
  const file = join(dir, name);
  writeFileSync(file, content);
  return file;
}

function thrownBy(run: () => unknown): CaseFileError {
  try {
    run();
  } catch (error) {
    if (error instanceof CaseFileError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
