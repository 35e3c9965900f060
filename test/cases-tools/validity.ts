// What the tests of the case tools call valid: the schema of the format and its rules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadCases, expandedCase } from '../../src/lab/cases/load.ts';
import { listAt, type CaseDocument } from '../cases/tools/document.ts';

const HERE = join(import.meta.dirname, '../cases');
const schema = JSON.parse(readFileSync(join(HERE, 'schema.json'), 'utf8')) as object;
const valid = new Ajv2020({ allErrors: true, strict: false }).compile(schema);

export function schemaProblems(document: CaseDocument): string[] {
  return valid(document) ? [] : (valid.errors ?? []).slice(0, 5).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

export interface Given {
  readonly id: string;
  readonly document: () => CaseDocument;
}

/** The reports, and the cases of MAILLON_CASES where it names a folder. */
export function givenCases(): Given[] {
  const elsewhere = process.env['MAILLON_CASES'] ?? '';
  const folders = [join(HERE, 'reports'), ...(elsewhere === '' ? [] : [elsewhere])];
  return folders.flatMap((folder) => loadCases(folder)).map(({ id, file }) => ({ id, document: () => expandedCase(file) }));
}

export function leavesOf(document: CaseDocument): string[] {
  return listAt(document, 'expected', 'leaves').map(String);
}
