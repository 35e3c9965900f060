// Exit codes of the command line: the outcome of one trace, else what went wrong (as in sysexits.h).
import type { Outcome } from '../diagnostics/verdict.ts';

export const OUTCOME_CODES = { live: 0, broken: 1, waiting: 2, undetermined: 3 } as const satisfies Readonly<
  Record<Outcome, number>
>;

/** Bad usage, an unknown service, several Applications. */
export const USAGE = 64;
/** A case file or a bundle that cannot be read. */
export const BAD_INPUT = 65;
/** A bug, or one of several traces that gave no report. */
export const BUG = 70;
export const BAD_CONFIGURATION = 78;

/** Ends the command with a message for a person; anything else that is thrown is a bug. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
