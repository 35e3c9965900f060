// `maillon trace --case`: case files through the lab, one world each, one after the other. The clock of the engine is the
// case's own; deadlines are real time.
import { writeFileSync } from 'node:fs';
import { printBundle } from '../diagnostics/evidence/bundle.ts';
import { redactText } from '../diagnostics/evidence/redact.ts';
import { makeReport } from '../diagnostics/report.ts';
import type { TraceRequest } from '../diagnostics/request.ts';
import { CaseFileError } from '../lab/cases/error.ts';
import { loadCases, type CaseFile } from '../lab/cases/load.ts';
import type { LabCase } from '../lab/cases/schema.ts';
import { labReaders, labRequest } from '../lab/readers.ts';
import { startLab, type Lab } from '../lab/server.ts';
import { usage, type TraceArguments } from './arguments.ts';
import { BAD_INPUT, BUG, CommandError, OUTCOME_CODES } from './exit-codes.ts';
import { printed, SEPARATORS } from './print.ts';
import { takeBundle } from './take.ts';
import type { Terminal } from './terminal.ts';
import { messageOf, stackOf } from './failures.ts';

/** A whole trace (facts/teams-identity-infra.md 4, "denial of wallet"). */
const TRACE_LIMIT_MS = 60_000;

export async function traceCases(asked: TraceArguments, terminal: Terminal): Promise<number> {
  if (asked.all) throw usage('--all has no meaning with --case: a case names its Application');
  const files = casesOf(asked.cases);
  if (asked.bundle !== null && files.length > 1)
    throw usage(`--bundle keeps one trace, and --case names ${files.length}`);

  const lab = await startLab();
  try {
    const codes: number[] = [];
    for (const file of files) {
      if (terminal.signal.aborted) throw new CommandError(BUG, 'stopped');
      if (codes.length > 0) terminal.out(SEPARATORS[asked.format]);
      codes.push(await traceOne(file, asked, lab, terminal));
    }
    if (codes.length === 1) return codes[0] ?? BUG;
    return codes.every((code) => code < BAD_INPUT) ? 0 : BUG;
  } finally {
    await lab.close();
  }
}

export function casesOf(paths: readonly string[]): readonly CaseFile[] {
  try {
    return paths.flatMap((path) => loadCases(path));
  } catch (error) {
    if (error instanceof CaseFileError) throw new CommandError(BAD_INPUT, error.message);
    throw error;
  }
}

async function traceOne(
  file: CaseFile,
  asked: TraceArguments,
  lab: Lab,
  terminal: Terminal,
): Promise<number> {
  const locale = asked.locale ?? 'en';
  try {
    const labCase = file.load();
    const bundle = await inWorld(lab, labCase, (world) =>
      takeBundle(requestOf(labCase, asked), labReaders(lab.url, world, labCase), {
        clock: () => new Date(labCase.now),
        signal: AbortSignal.any([terminal.signal, AbortSignal.timeout(TRACE_LIMIT_MS)]),
        caseId: labCase.id,
      }),
    );
    if (asked.bundle !== null) writeFileSync(asked.bundle, printBundle(bundle));
    const report = makeReport(bundle, locale);
    terminal.out(printed(report, asked.format, locale));
    return OUTCOME_CODES[report.outcome];
  } catch (error) {
    const unreadable = error instanceof CaseFileError;
    const message = unreadable ? error.text[locale] : stackOf(error);
    terminal.err(`${file.id}: ${redactText(message)}\n`);
    if (asked.format === 'json') {
      const short = redactText(messageOf(error));
      terminal.out(`${JSON.stringify({ schema: 1, case: file.id, error: { message: short } })}\n`);
    }
    return unreadable ? BAD_INPUT : BUG;
  }
}

/** One world per case, dropped after use: a folder of cases needs the memory of one. */
async function inWorld<T>(lab: Lab, labCase: LabCase, work: (world: string) => Promise<T>): Promise<T> {
  const world = 'case';
  lab.addWorld(world, labCase);
  try {
    return await work(world);
  } finally {
    lab.removeWorld(world);
  }
}

/** What the case asks; what the command line says wins. */
function requestOf(labCase: LabCase, asked: TraceArguments): TraceRequest {
  const question = {
    ...labCase.question,
    ...(asked.service === null ? {} : { service: asked.service }),
    ...(asked.application === null ? {} : { application: asked.application }),
  };
  const request = labRequest({ ...labCase, question });
  return {
    ...request,
    intent: asked.intent ?? request.intent,
    environment: asked.environment ?? request.environment,
    change: asked.change ?? request.change,
    tag: asked.tag ?? request.tag,
  };
}
