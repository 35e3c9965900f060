// A trace as its readers see it: events in chain order, one report at the end, whatever happens on the way.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TraceEvent, TraceOptions } from '../../../src/diagnostics/trace.ts';
import { trace } from '../../../src/diagnostics/trace.ts';
import { makeReport } from '../../../src/diagnostics/report.ts';
import { loadCase } from '../../../src/lab/cases/load.ts';
import { labReaders, labRequest } from '../../../src/lab/readers.ts';
import { startLab, type Lab, type WorldOptions } from '../../../src/lab/server.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(async () => {
  await lab.close();
});

function tracing(id: string, options: Partial<TraceOptions> & WorldOptions = {}): AsyncGenerator<TraceEvent> {
  const labCase = loadCase(fileURLToPath(new URL(`../../cases/reports/${id}.yaml`, import.meta.url)));
  const now = new Date(labCase.now);
  lab.addWorld(id, labCase, options);
  return trace(labRequest(labCase), labReaders(lab.url, id, labCase), {
    clock: () => now,
    stopwatch: () => performance.now(),
    signal: AbortSignal.timeout(10_000),
    locale: 'en',
    caseId: id,
    ...options,
  });
}

async function allOf(events: AsyncGenerator<TraceEvent>): Promise<TraceEvent[]> {
  const all: TraceEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

// Broken early, broken late, live.
describe.each(['r009', 'r093', 'r205'])('%s', (id) => {
  test('starts, tells the links in order, and ends with the report', async () => {
    const events = await allOf(tracing(id));
    const last = events.at(-1);
    const links = events.flatMap((event) => (event.type === 'link' ? [event.link] : []));
    expect(events[0]?.type).toBe('started');
    expect(links.map(({ link }) => link)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(events.length).toBe(10);
    if (last?.type !== 'finished') throw new Error('no report');
    // A first reading is what the report says; only what nobody could read may still be implied by the pods.
    const told = links.map(({ status }, index) =>
      status === 'unknown' ? 'unknown' : last.report.links[index]?.status,
    );
    expect(links.map(({ status }) => status)).toEqual(told);
    expect(last.report).toEqual(makeReport(last.traced, 'en'));
    expect(last.report.case).toBe(id);
    expect(last.traced.timing.calls).toBeGreaterThan(20);
  });
});

describe('what happens on the way', () => {
  test('aborted before the start: a report that says that nobody could look', async () => {
    const events = await allOf(tracing('r205', { signal: AbortSignal.abort() }));
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'finished', report: { outcome: 'undetermined' } });
    expect(last?.type === 'finished' && last.report.unread.length).toBeGreaterThan(5);
  });

  test('a slow estate that is given up ends with what was read', async () => {
    const started = performance.now();
    const events = await allOf(tracing('r205', { signal: AbortSignal.timeout(150), latencyMs: 900 }));
    expect(performance.now() - started).toBeLessThan(900);
    expect(events.at(-1)).toMatchObject({ type: 'finished', report: { outcome: 'undetermined' } });
  });

  test('a reader that stops listening leaves nothing behind', async () => {
    const abort = new AbortController();
    for await (const event of tracing('r205', { signal: abort.signal })) {
      if (event.type === 'started') break;
    }
    abort.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect(
      lab.accessLog
        .of('r205')
        .every(({ method }) => method !== 'PUT' && method !== 'PATCH' && method !== 'DELETE'),
    ).toBe(true);
  });
});
