// The command line as typed → what is asked, or what is wrong with it.
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { LOCALES, type Locale } from '../diagnostics/locale.ts';
import type { TraceRequest } from '../diagnostics/request.ts';
import { CommandError, USAGE } from './exit-codes.ts';
import { codeOf, messageOf } from './failures.ts';

export const FORMATS = ['text', 'json', 'markdown'] as const;
export type Format = (typeof FORMATS)[number];
const INTENTS = ['trace', 'rollback'] as const;

export interface Printing {
  /** Null: not said on the command line. */
  readonly locale: Locale | null;
  readonly format: Format;
}

export interface TraceArguments extends Printing {
  readonly service: string | null;
  readonly intent: TraceRequest['intent'] | null;
  readonly application: string | null;
  readonly environment: string | null;
  readonly change: TraceRequest['change'];
  /** The tag that is expected; also the change, where no other one is given. */
  readonly tag: string | null;
  readonly all: boolean;
  readonly cases: readonly string[];
  readonly bundle: string | null;
}

export interface ReplayArguments extends Printing {
  readonly bundle: string;
}

export interface LabArguments {
  readonly cases: readonly string[];
  readonly port: number;
}

const printing = { lang: { type: 'string' }, format: { type: 'string' } } as const;

export function traceArguments(argv: readonly string[]): TraceArguments {
  const { values, positionals } = parsed(argv, {
    ...printing,
    intent: { type: 'string' },
    application: { type: 'string' },
    environment: { type: 'string' },
    commit: { type: 'string' },
    tag: { type: 'string' },
    'pull-request': { type: 'string' },
    build: { type: 'string' },
    all: { type: 'boolean' },
    case: { type: 'string', multiple: true },
    bundle: { type: 'string' },
  });
  if (positionals.length > 1) {
    throw usage(`one service at a time, not ${positionals.length}: ${positionals.join(' ')}`);
  }
  const tag = filled('--tag', values.tag);
  return {
    ...printingOf(values),
    service: positionals[0] ?? null,
    intent: oneOf('--intent', values.intent, INTENTS),
    application: filled('--application', values.application),
    environment: filled('--environment', values.environment),
    change: changeOf(values, tag),
    tag,
    all: values.all === true,
    cases: values.case ?? [],
    bundle: filled('--bundle', values.bundle),
  };
}

export function replayArguments(argv: readonly string[]): ReplayArguments {
  const { values, positionals } = parsed(argv, printing);
  const [bundle] = positionals;
  if (bundle === undefined || positionals.length > 1)
    throw usage('replay takes one bundle: maillon replay FILE');
  return { ...printingOf(values), bundle };
}

export function labArguments(argv: readonly string[]): LabArguments {
  const { values, positionals } = parsed(argv, {
    port: { type: 'string' },
    case: { type: 'string', multiple: true },
  });
  if (positionals.length > 0)
    throw usage(`lab takes no ${positionals.join(' ')}; name case files with --case`);
  if (values.case === undefined) throw usage('lab needs --case FILE or --case FOLDER');
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw usage('--port must be 0 to 65535');
  return { cases: values.case, port };
}

interface ChangeFlags {
  readonly commit?: string | undefined;
  readonly 'pull-request'?: string | undefined;
  readonly build?: string | undefined;
}

function changeOf(values: ChangeFlags, tag: string | null): TraceRequest['change'] {
  const changes = [
    given('commit', '--commit', values.commit, /^[0-9a-f]{7,40}$/i, '7 to 40 hexadecimal digits'),
    given('pullRequest', '--pull-request', values['pull-request'], /^[1-9]\d*$/, 'a number'),
    given('build', '--build', values.build, /^[1-9]\d*$/, 'the id of a run, a number'),
  ].filter((change) => change !== null);
  if (changes.length > 1) throw usage('one change at a time: --commit, --pull-request or --build');
  return changes[0] ?? (tag === null ? null : { kind: 'tag', value: tag });
}

function given<K extends 'commit' | 'pullRequest' | 'build'>(
  kind: K,
  flag: string,
  value: string | undefined,
  shape: RegExp,
  expected: string,
) {
  if (value === undefined) return null;
  if (!shape.test(value)) throw usage(`${flag} must be ${expected}, not ${value}`);
  return { kind, value };
}

function printingOf(values: {
  readonly lang?: string | undefined;
  readonly format?: string | undefined;
}): Printing {
  return {
    locale: oneOf('--lang', values.lang, LOCALES),
    format: oneOf('--format', values.format, FORMATS) ?? 'text',
  };
}

function oneOf<T extends string>(flag: string, value: string | undefined, allowed: readonly T[]): T | null {
  if (value === undefined) return null;
  const known = allowed.find((word) => word === value);
  if (known === undefined) throw usage(`${flag} must be one of ${allowed.join(', ')}, not ${value}`);
  return known;
}

/** An empty word would match everything or nothing. */
function filled(flag: string, value: string | undefined): string | null {
  if (value === '') throw usage(`${flag} is empty`);
  return value ?? null;
}

function parsed<O extends NonNullable<ParseArgsConfig['options']>>(argv: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (codeOf(error)?.startsWith('ERR_PARSE_ARGS') === true) throw usage(messageOf(error));
    throw error;
  }
}

export function usage(problem: string): CommandError {
  return new CommandError(USAGE, `${problem}\nmaillon --help shows how to use it.`);
}
