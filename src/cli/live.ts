// `maillon trace` against real systems: which Applications are meant, then one trace each.
import { writeFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { printBundle } from '../diagnostics/evidence/bundle.ts';
import type { Answer } from '../diagnostics/evidence/observed.ts';
import type { Readers } from '../diagnostics/evidence/ports.ts';
import { makeReport } from '../diagnostics/report.ts';
import type { TraceRequest } from '../diagnostics/request.ts';
import { nearest } from '../dialogs/nearest.ts';
import type { Subject } from '../dialogs/subject.ts';
import { usage, type TraceArguments } from './arguments.ts';
import { BAD_CONFIGURATION, CommandError, OUTCOME_CODES, USAGE } from './exit-codes.ts';
import { printed, SEPARATORS } from './print.ts';
import { takeBundle } from './take.ts';
import type { Terminal } from './terminal.ts';

/** What the composition root hands out for the command line. */
export interface Estate {
  readonly readers: Readers;
  readonly directory: {
    /** Every Application of the service of that name, or the Application of that name. */
    readonly find: (name: string, signal: AbortSignal) => Promise<Answer<readonly Subject[]>>;
    readonly vocabulary: (signal: AbortSignal) => Promise<Answer<{ readonly services: readonly string[] }>>;
  };
  readonly close: () => Promise<void>;
}

export async function traceLive(
  name: string,
  asked: TraceArguments,
  config: Config,
  openEstate: (config: Config) => Promise<Estate>,
  terminal: Terminal,
): Promise<number> {
  const { azureDevOps, limits } = config;
  if (azureDevOps === null) {
    throw new CommandError(
      BAD_CONFIGURATION,
      'the configuration is for the lab: trace case files with --case',
    );
  }
  const estate = await openEstate(config);
  const signal = () => AbortSignal.any([terminal.signal, AbortSignal.timeout(limits.traceSeconds * 1000)]);
  try {
    const subjects = await subjectsOf(name, asked, estate, signal());
    const codes: number[] = [];
    for (const subject of subjects) {
      const request: TraceRequest = {
        intent: asked.intent ?? 'trace',
        service: subject.service,
        application: subject.application,
        applicationNamespace: subject.applicationNamespace,
        cluster: subject.cluster,
        environment: subject.environment,
        change: asked.change,
        tag: asked.tag,
        azureDevOps: { organization: azureDevOps.organization, project: azureDevOps.project },
      };
      const bundle = await takeBundle(request, estate.readers, {
        clock: () => new Date(),
        signal: signal(),
        caseId: null,
      });
      if (asked.bundle !== null) writeFileSync(asked.bundle, printBundle(bundle));
      const locale = asked.locale ?? 'en';
      const report = makeReport(bundle, locale);
      if (codes.length > 0) terminal.out(SEPARATORS[asked.format]);
      terminal.out(printed(report, asked.format, locale));
      codes.push(OUTCOME_CODES[report.outcome]);
    }
    return codes.length === 1 ? (codes[0] ?? 0) : 0;
  } finally {
    await estate.close();
  }
}

async function subjectsOf(
  name: string,
  asked: TraceArguments,
  estate: Estate,
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  const found = await estate.directory.find(name, signal);
  if (!found.ok) {
    throw new CommandError(
      OUTCOME_CODES.undetermined,
      `the Applications could not be listed (${found.source}): ${JSON.stringify(found.error)}`,
    );
  }
  const matching = found.value.filter(
    ({ application, environment }) =>
      (asked.application === null || application === asked.application) &&
      (asked.environment === null || environment === asked.environment),
  );
  if (matching.length === 0) throw await nobody(name, found.value, estate, signal);
  if (matching.length > 1 && !asked.all) throw several(name, matching);
  if (matching.length > 1 && asked.bundle !== null)
    throw usage(`--bundle keeps one trace, and ${name} has ${matching.length}`);
  return matching;
}

async function nobody(
  name: string,
  of: readonly Subject[],
  estate: Estate,
  signal: AbortSignal,
): Promise<CommandError> {
  if (of.length > 0)
    return new CommandError(USAGE, `${name} has no such Application; it has:\n${listed(of)}`);
  const vocabulary = await estate.directory.vocabulary(signal);
  const near = vocabulary.ok ? nearest(name, vocabulary.value.services, 3) : [];
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
  return new CommandError(USAGE, `no service or Application is called ${name}${hint}`);
}

function several(name: string, subjects: readonly Subject[]): CommandError {
  return new CommandError(
    USAGE,
    `${name} has several Applications; name one with --application or --environment, or trace --all:\n${listed(subjects)}`,
  );
}

function listed(subjects: readonly Subject[]): string {
  return subjects
    .map(({ application, environment, cluster }) => `  ${application}  ${environment ?? '-'}  ${cluster}`)
    .join('\n');
}
