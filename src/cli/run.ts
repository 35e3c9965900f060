// The commands: each is loaded when it is asked for, so that a replay never loads a client.
import { readFileSync } from 'node:fs';
import { loadConfig, type Config } from '../config.ts';
import { errorsText } from '../config/problems.ts';
import { redactText } from '../diagnostics/evidence/redact.ts';
import { labArguments, replayArguments, traceArguments, usage } from './arguments.ts';
import { BAD_CONFIGURATION, BUG, CommandError } from './exit-codes.ts';
import type { Estate } from './live.ts';
import type { Terminal } from './terminal.ts';
import { USAGE_TEXT } from './usage.ts';
import { packageVersion } from './version.ts';
import { codeOf, messageOf, stackOf } from './failures.ts';

/** The exit code. Never throws. */
export async function run(
  argv: readonly string[],
  terminal: Terminal,
  openEstate: (config: Config) => Promise<Estate>,
): Promise<number> {
  try {
    return await command(argv, terminal, openEstate);
  } catch (error) {
    if (error instanceof CommandError) {
      terminal.err(`${error.message}\n`);
      return error.exitCode;
    }
    terminal.err(`This is a bug of maillon:\n${redactText(stackOf(error))}\n`);
    return BUG;
  }
}

async function command(
  [name, ...rest]: readonly string[],
  terminal: Terminal,
  openEstate: (config: Config) => Promise<Estate>,
): Promise<number> {
  if (name === '--version') {
    terminal.out(`${packageVersion()}\n`);
    return 0;
  }
  if (name === '--help' || name === 'help' || rest.includes('--help')) {
    terminal.out(USAGE_TEXT);
    return 0;
  }
  switch (name) {
    case 'trace': {
      const asked = traceArguments(rest);
      if (asked.cases.length > 0) return await (await import('./cases.ts')).traceCases(asked, terminal);
      const subject = asked.service ?? asked.application;
      if (subject === null) throw usage('trace needs a service, or --application');
      const { traceLive } = await import('./live.ts');
      return await traceLive(subject, asked, configuration(terminal), openEstate, terminal);
    }
    case 'replay':
      return (await import('./replay.ts')).replay(replayArguments(rest), terminal);
    case 'lab':
      return await (await import('./lab.ts')).serveLab(labArguments(rest), terminal);
    case undefined:
      throw usage('a command is missing');
    default:
      throw usage(`${name} is not a command`);
  }
}

function configuration({ env }: Terminal): Config {
  const read = loadConfig(env, configurationText(env['MAILLON_CONFIG']), 'trace');
  if (!read.ok) throw new CommandError(BAD_CONFIGURATION, errorsText(read.errors).trimEnd());
  return read.config;
}

/** A file that is named must be there; maillon.yaml may be absent. */
function configurationText(named: string | undefined): string | null {
  const file = named ?? 'maillon.yaml';
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && named === undefined) return null;
    throw new CommandError(BAD_CONFIGURATION, `${file} cannot be read: ${messageOf(error)}`);
  }
}
