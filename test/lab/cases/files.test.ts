// Every case file of the project, and of the folder MAILLON_CASES names: whole, valid and loadable.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkedCase, expandedCase, loadCases } from '../../../src/lab/cases/load.ts';

const HERE = join(import.meta.dirname, '../../cases');
const schema = JSON.parse(readFileSync(join(HERE, 'schema.json'), 'utf8')) as object;
const valid = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
const elsewhere = process.env['MAILLON_CASES'] ?? '';

describe('the reports', () => {
  test('are all there', () => {
    expect(loadCases(join(HERE, 'reports'))).toHaveLength(109);
  });

  check(join(HERE, 'reports'));
});

if (elsewhere !== '') describe('the cases of MAILLON_CASES', () => check(elsewhere));

function check(folder: string): void {
  test.each(loadCases(folder).map((one) => [one.id, one.file] as const))('%s', (id, file) => {
    const document = expandedCase(file);

    expect(valid(document) ? [] : valid.errors?.slice(0, 5)).toEqual([]);
    expect(document['id']).toBe(basename(file, '.yaml'));
    const loaded = checkedCase(file, document);
    expect(loaded.id).toBe(id);
    expect(loaded.estate.kubernetes.clusters).toEqual(
      (document['estate'] as typeof loaded.estate).kubernetes.clusters,
    );
    expect(JSON.stringify(loaded)).not.toContain('{now-');
  });
}
