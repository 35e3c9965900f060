// The log of the service: JSON lines without secrets. Errors keep their name, text and stack and nothing else: the errors of
// the SDKs carry whole requests, with their tokens.
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';
import { redactText } from './diagnostics/evidence/redact.ts';

export interface LoggerOptions {
  readonly level: string;
  readonly version: string;
  /** @default the standard output */
  readonly destination?: DestinationStream;
}

export function createLogger({ level, version, destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service: 'maillon', version },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' };
  return {
    type: error.name,
    message: redactText(error.message),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  };
}

/**
 * What libraries print goes nowhere: botbuilder prints signing keys when a signature is wrong (facts/sdks.md 4.2), and
 * whatever a person sends can stand in such a line. That something was printed is logged.
 */
export function silenceConsole(logger: Logger): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    globalThis.console[method] = () => logger.debug({ method }, 'A library wrote to the console');
  }
}
