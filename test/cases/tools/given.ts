// The cases the tools are tried on: the reports, and those of the folder MAILLON_CASES names.
import { join } from 'node:path';
import { expandedCase, loadCases } from '../../../src/lab/cases/load.ts';
import type { CaseDocument } from './document.ts';

export interface Given {
  readonly id: string;
  readonly document: () => CaseDocument;
}

/** `reports`: the folder of the reports, for who runs from elsewhere than the sources. */
export function givenCases(reports: string): Given[] {
  const elsewhere = process.env['MAILLON_CASES'] ?? '';
  return [reports, ...(elsewhere === '' ? [] : [elsewhere])]
    .flatMap((folder) => [...loadCases(folder)])
    .map(({ id, file }) => ({ id, document: () => expandedCase(file) }));
}

export const REPORTS = join(import.meta.dirname, '../reports');
