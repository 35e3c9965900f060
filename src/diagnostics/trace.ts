// One trace: gathers all evidence at once and tells the links in order, as soon as what they read has arrived.
import { LINK_IDS, type LinkId } from './chain.ts';
import { CHANGE_KEYS, resolveChange } from './change.ts';
import { createGatherer } from './evidence/gather.ts';
import type { EvidenceKey, ObservedEvidence } from './evidence/evidence.ts';
import type { Readers } from './evidence/ports.ts';
import { LINKS } from './judge.ts';
import type { Locale } from './locale.ts';
import { makeReport, reportLink, type Traced } from './report.ts';
import type { Report, ReportLink } from './report.types.ts';
import type { TraceRequest } from './request.ts';
import type { Verdict } from './verdict.ts';

export type TraceEvent =
  | { readonly type: 'started'; readonly request: TraceRequest }
  /** A first reading of one link, for the eye; the report decides. */
  | { readonly type: 'link'; readonly link: ReportLink }
  | { readonly type: 'finished'; readonly report: Report; readonly traced: Traced };

export interface TraceOptions {
  /** The engine's only clock: ages, due times, `at`, `takenAt`. */
  readonly clock: () => Date;
  /** Real milliseconds, for `timing`. */
  readonly stopwatch: () => number;
  readonly signal: AbortSignal;
  readonly locale: Locale;
  /** Id of the case file, when the trace runs against one. */
  readonly caseId: string | null;
}

export async function* trace(
  request: TraceRequest,
  readers: Readers,
  options: TraceOptions,
): AsyncGenerator<TraceEvent> {
  const started = options.stopwatch();
  const counter = { calls: 0 };
  const gatherer = createGatherer(request, counted(readers, counter), options);
  yield { type: 'started', request };

  const everything = gatherer.all();
  everything.catch(() => undefined); // reported below; a reader that stops early must not leave it unhandled
  const evidence: { [K in EvidenceKey]?: unknown } = {};
  async function collect(keys: readonly EvidenceKey[]): Promise<ObservedEvidence> {
    await Promise.all(
      keys.map(async (key) => {
        evidence[key] = await gatherer.observe(key);
      }),
    );
    return evidence as ObservedEvidence;
  }

  await collect([...CHANGE_KEYS, 'imageTag']);
  let stoppedAt: LinkId | null = null;
  for (const id of LINK_IDS) {
    const link = LINKS[id];
    const observed = await collect(stoppedAt === null ? [...link.reads, ...link.mayRead] : []);
    const now = options.clock();
    const verdict: Verdict =
      stoppedAt === null
        ? link.verdict({
            request,
            evidence: observed,
            change: resolveChange(request, observed),
            now,
            scope: 'change',
          })
        : { status: 'skipped', blockedBy: stoppedAt };
    yield { type: 'link', link: reportLink(id, verdict, observed, now.toISOString(), options.locale) };
    if (verdict.status === 'broken' || verdict.status === 'waiting') stoppedAt = id;
  }

  const traced: Traced = {
    case: options.caseId,
    request,
    takenAt: options.clock().toISOString(),
    evidence: await everything,
    timing: { ms: Math.round(options.stopwatch() - started), calls: counter.calls },
  };
  yield { type: 'finished', report: makeReport(traced, options.locale), traced };
}

/** The same readers, counting every question asked. */
function counted(readers: Readers, counter: { calls: number }): Readers {
  const count = <T extends object>(reader: T): T =>
    new Proxy(reader, {
      get(target, property, receiver) {
        const member: unknown = Reflect.get(target, property, receiver);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          counter.calls += 1;
          return Reflect.apply(member, target, args) as unknown;
        };
      },
    });
  return {
    clusters: readers.clusters.map(count),
    azureDevOps: count(readers.azureDevOps),
    registries: readers.registries.map(count),
    network: count(readers.network),
  };
}
