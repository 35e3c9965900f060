// `maillon replay`: judges a bundle again. No client is loaded, so nothing can be asked of the network.
import { readFileSync } from 'node:fs';
import { readBundle } from '../diagnostics/evidence/bundle.ts';
import { redactText } from '../diagnostics/evidence/redact.ts';
import { makeReport } from '../diagnostics/report.ts';
import type { ReplayArguments } from './arguments.ts';
import { BAD_INPUT, CommandError, OUTCOME_CODES } from './exit-codes.ts';
import { printed } from './print.ts';
import type { Terminal } from './terminal.ts';
import { messageOf } from './failures.ts';

export function replay(asked: ReplayArguments, terminal: Terminal): number {
  const read = readBundle(textOf(asked.bundle));
  if (!read.ok) throw new CommandError(BAD_INPUT, `${asked.bundle}: ${redactText(read.error)}`);
  const locale = asked.locale ?? 'en';
  const report = makeReport(read.bundle, locale);
  terminal.out(printed(report, asked.format, locale));
  return OUTCOME_CODES[report.outcome];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(BAD_INPUT, `${file} cannot be read: ${messageOf(error)}`);
  }
}
