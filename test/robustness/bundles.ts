// Every case traced once in a run of the tests. Test files share no memory: whichever comes first traces, the others wait.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { loadCases } from '../../src/lab/cases/load.ts';
import { startLab } from '../../src/lab/server.ts';
import type { Traced } from '../../src/diagnostics/report.ts';
import { traceCase } from '../accuracy/trace-case.ts';

const REPORTS = join(import.meta.dirname, '../cases/reports');
const PREFIX = 'maillon-robustness-';
const STALE_MS = 3_600_000;
const POLL_MS = 100;

/** For `beforeAll`: a busy machine traces two cases in a second. */
export const TRACING_MS = 300_000;

/** The evidence of all reports, and of the cases of the folder MAILLON_CASES names. */
export async function tracedCases(): Promise<readonly Traced[]> {
  // The seed is the one thing that all test files of a run have in common, and no other run.
  const folder = join(tmpdir(), `${PREFIX}${jest.getSeed()}`);
  const file = join(folder, 'traced.json');
  const failure = join(folder, 'failure.txt');
  if (isFirst(folder)) {
    try {
      writeFileSync(`${file}.part`, JSON.stringify(await traceAll()));
      renameSync(`${file}.part`, file);
    } catch (error) {
      writeFileSync(failure, error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  for (;;) {
    const names = readdirSync(folder);
    if (names.includes('traced.json')) return JSON.parse(readFileSync(file, 'utf8')) as Traced[];
    if (names.includes('failure.txt')) throw new Error(readFileSync(failure, 'utf8'));
    await pause(POLL_MS);
  }
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
  } catch {
    return false;
  }
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    if (Date.now() - statSync(path).mtimeMs > STALE_MS) rmSync(path, { recursive: true, force: true });
  }
  return true;
}

async function traceAll(): Promise<Traced[]> {
  const elsewhere = process.env['MAILLON_CASES'] ?? '';
  const files = [REPORTS, ...(elsewhere === '' ? [] : [elsewhere])].flatMap((folder) => loadCases(folder));
  const lab = await startLab();
  try {
    const all: Traced[] = [];
    for (const file of files) all.push((await traceCase(lab, file.load())).traced);
    return all;
  } finally {
    await lab.close();
  }
}
