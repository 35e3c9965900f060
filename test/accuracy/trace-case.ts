// Traces one case through the lab with the product's own clients, as `maillon trace --case` does.
import type { LabCase } from '../../src/lab/cases/schema.ts';
import { labReaders, labRequest } from '../../src/lab/readers.ts';
import type { Lab } from '../../src/lab/server.ts';
import type { Traced } from '../../src/diagnostics/report.ts';
import type { Report } from '../../src/diagnostics/report.types.ts';
import { trace } from '../../src/diagnostics/trace.ts';

/** A trace that has not ended by then never will: it is a failure of the product. */
const TRACE_LIMIT_MS = 60_000;

export async function traceCase(
  lab: Lab,
  labCase: LabCase,
  id: string = labCase.id,
): Promise<{ report: Report; traced: Traced }> {
  lab.addWorld(id, labCase);
  try {
    const now = new Date(labCase.now);
    const events = trace(labRequest(labCase), labReaders(lab.url, id, labCase), {
      clock: () => now,
      stopwatch: () => performance.now(),
      signal: AbortSignal.timeout(TRACE_LIMIT_MS),
      locale: 'en',
      caseId: labCase.id,
    });
    for await (const event of events) {
      if (event.type === 'finished') return { report: event.report, traced: event.traced };
    }
    throw new Error(`the trace of ${id} ended without a report`);
  } finally {
    lab.removeWorld(id);
  }
}
