// What the tests of the case tools call valid: the schema of the format.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { listAt, type CaseDocument } from '../cases/tools/document.ts';

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../cases/schema.json'), 'utf8')) as object;
const valid = new Ajv2020({ allErrors: true, strict: false }).compile(schema);

export function schemaProblems(document: CaseDocument): string[] {
  return valid(document)
    ? []
    : (valid.errors ?? []).slice(0, 5).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

export function leavesOf(document: CaseDocument): string[] {
  return listAt(document, 'expected', 'leaves').map(String);
}
