// One trace, taken to its redacted bundle. What is printed is always judged from the bundle: a replay prints the same.
import { makeBundle, type Bundle } from '../diagnostics/evidence/bundle.ts';
import type { Readers } from '../diagnostics/evidence/ports.ts';
import type { TraceRequest } from '../diagnostics/request.ts';
import { trace } from '../diagnostics/trace.ts';
import { packageVersion } from './version.ts';

export interface TakeOptions {
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly caseId: string | null;
}

export async function takeBundle(
  request: TraceRequest,
  readers: Readers,
  options: TakeOptions,
): Promise<Bundle> {
  // The language is chosen when the bundle is printed; the texts of the events are not shown.
  const events = trace(request, readers, { ...options, stopwatch: () => performance.now(), locale: 'en' });
  for await (const event of events) {
    if (event.type === 'finished') return makeBundle({ ...event.traced, maillon: packageVersion() });
  }
  throw new Error('the trace ended without a report');
}
