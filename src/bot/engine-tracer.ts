// The engine behind the Tracer port. Everything that leaves here is redacted: the links as they come, and the report,
// which is judged again from the redacted bundle so that a replay of it prints the same.
import { makeBundle } from '../diagnostics/evidence/bundle.ts';
import type { Readers } from '../diagnostics/evidence/ports.ts';
import { redactValue } from '../diagnostics/evidence/redact.ts';
import type { Locale } from '../diagnostics/locale.ts';
import { makeReport } from '../diagnostics/report.ts';
import type { TraceRequest } from '../diagnostics/request.ts';
import { trace } from '../diagnostics/trace.ts';
import type { TraceEvent } from './ports.ts';

export interface EngineOptions {
  readonly clock: () => Date;
  readonly locale: Locale;
  readonly signal: AbortSignal;
  /** Version of maillon, kept in the bundle. */
  readonly version: string;
}

export async function* traceWithEngine(
  request: TraceRequest,
  readers: Readers,
  options: EngineOptions,
): AsyncGenerator<TraceEvent> {
  const { clock, locale, signal, version } = options;
  const events = trace(request, readers, {
    clock,
    locale,
    signal,
    stopwatch: () => performance.now(),
    caseId: null,
  });
  for await (const event of events) {
    switch (event.type) {
      case 'started':
        yield { type: 'started', at: clock().toISOString(), change: request.change };
        break;
      case 'link':
        yield { type: 'link', link: redactValue(event.link) };
        break;
      case 'finished': {
        const bundle = makeBundle({ ...event.traced, maillon: version });
        yield { type: 'finished', report: makeReport(bundle, locale), bundle };
      }
    }
  }
}
