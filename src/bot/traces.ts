// Runs traces after the turn that asked for them: shows each link as it is judged, keeps the report, and takes over what
// another process left behind.
import type { Logger } from 'pino';
import type { Collection } from '../storage/collection.ts';
import type { Documents, Expected } from '../storage/documents.ts';
import type { AdaptiveCard } from './cards/elements.ts';
import { traceStoppedCard } from './cards/notice-cards.ts';
import type { TraceView } from './cards/trace-card.ts';
import { traceCard } from './cards/trace-card.ts';
import type { Outbox } from './delivery.ts';
import type { Reference } from './incoming.ts';
import { pace } from './pacing.ts';
import type { TraceEvent, Tracer } from './ports.ts';
import type { OpenTrace, TraceRecord } from './trace-record.ts';
import { openTraceSchema } from './trace-record.ts';

export interface TracesOptions {
  readonly tracer: Tracer;
  readonly records: Collection<TraceRecord>;
  readonly documents: Documents;
  readonly outboxTo: (reference: Reference) => Outbox;
  readonly now: () => Date;
  readonly logger: Logger;
  /** @default 1500: at most one update of a card per this time (experience: the trace card) */
  readonly gapMs?: number;
}

/** A record with the version that was read or written last: only who holds the newest may write the next one. */
export interface HeldTrace {
  readonly record: TraceRecord;
  readonly etag: string;
}

export interface Traces {
  /** Keeps the order before anything is shown. Nothing runs yet. */
  begin(order: TraceOrderRecord): Promise<HeldTrace>;
  /** The message that shows the card is known now. */
  shownIn(held: HeldTrace, card: string | null): Promise<HeldTrace>;
  /** Runs in the background; errors end on the card and in the log. */
  launch(held: HeldTrace): void;
  find(id: string): Promise<TraceRecord | null>;
  /** Runs again what no living process runs. */
  resume(): Promise<void>;
  /** Lets running traces finish for a while, then stops them: another process resumes them. */
  drain(ms: number): Promise<void>;
}

export type TraceOrderRecord = Pick<
  TraceRecord,
  'id' | 'subject' | 'change' | 'reader' | 'reference' | 'card'
>;

/** A trace takes seconds; its own calls have deadlines well below this. */
const LONGEST_TRACE_MS = 120_000;
const ALIVE_EVERY_MS = 10_000;
/** Three renewals missed: nobody runs it. */
const DEAD_AFTER_MS = 3 * ALIVE_EVERY_MS;
/** A trace that brings its process down three times is not run again (facts/teams-identity-infra.md 5.3). */
const MAX_ATTEMPTS = 3;
const OPEN = 'open/';

export function traces(options: TracesOptions): Traces {
  const { tracer, records, documents, outboxTo, now, logger, gapMs = 1500 } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function run(held: HeldTrace): Promise<void> {
    const { record } = held;
    const log = logger.child({ trace: record.id });
    const message = messageOf(record, outboxTo(record.reference));
    const updates = pace({
      gapMs,
      now: () => performance.now(),
      onError: (error) => log.warn({ err: error }, 'A trace card could not be updated'),
    });
    const heart = setInterval(() => void keepAlive(record.id), ALIVE_EVERY_MS).unref();
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(LONGEST_TRACE_MS)]);

    try {
      const { view, bundle } = await follow(record, signal, (changed) => {
        updates.offer(() => message.show(traceCard(changed, record.reader)));
      });
      const last = updates.last(() => message.show(traceCard(view, record.reader)));
      await last.catch((error: unknown) => log.error({ err: error }, 'A finished trace could not be shown'));
      await close(held, { state: 'finished', report: view.report, bundle, card: message.id() });
      log.info({ outcome: view.report?.outcome, code: view.report?.code }, 'A trace finished');
    } catch (error) {
      // Left open: another process resumes it.
      if (stopping.signal.aborted) return;
      log.error({ err: error }, 'A trace stopped');
      await stop(held, (card) => updates.last(() => message.show(card)));
    } finally {
      clearInterval(heart);
    }
  }

  /** Reads the trace to its end. */
  async function follow(record: TraceRecord, signal: AbortSignal, onChange: (view: TraceView) => void) {
    let view = startView(record);
    let bundle: unknown;
    const order = { ...record.subject, change: record.change };
    for await (const event of tracer.trace(order, record.reader.locale, signal)) {
      view = viewAfter(view, event);
      if (event.type === 'finished') bundle = event.bundle;
      else onChange(view);
    }
    if (view.report === null) throw new Error('a trace ended without a report');
    return { view, bundle };
  }

  async function keepAlive(trace: string): Promise<void> {
    try {
      await documents.write(openName(trace), alive(trace), 'any');
    } catch (error) {
      logger.warn({ err: error, trace }, 'A running trace could not be marked as alive');
    }
  }

  function alive(trace: string): OpenTrace {
    return { trace, aliveAt: now().toISOString() };
  }

  async function write(record: TraceRecord, expected: Expected): Promise<HeldTrace | null> {
    const written = await records.write(record.id, record, expected);
    return written.ok ? { record, etag: written.etag } : null;
  }

  /** Nothing happens when another process has taken the trace over. */
  async function close(held: HeldTrace, end: Partial<TraceRecord>): Promise<void> {
    const closed = await write({ ...held.record, ...end }, { etag: held.etag });
    if (closed !== null) await documents.remove(openName(held.record.id));
  }

  async function stop(held: HeldTrace, show: (card: AdaptiveCard) => Promise<void>): Promise<void> {
    const { subject, id, reader } = held.record;
    await close(held, { state: 'stopped' });
    await show(traceStoppedCard(subject, id, reader.locale));
  }

  function start(held: HeldTrace): void {
    const done = run(held)
      .catch((error: unknown) =>
        logger.error({ err: error, trace: held.record.id }, 'A trace could not be told'),
      )
      .finally(() => running.delete(done));
    running.add(done);
  }

  async function takeOver(name: string): Promise<void> {
    const stored = await documents.read(name);
    if (stored === null) return;
    const open = openTraceSchema.parse(stored.value);
    if (now().getTime() - Date.parse(open.aliveAt) < DEAD_AFTER_MS) return;

    const found = await records.read(open.trace);
    if (found?.value.state !== 'running') {
      await documents.remove(name);
      return;
    }
    const attempt = found.value.attempt + 1;
    const held = await write({ ...found.value, attempt }, { etag: found.etag });
    if (held === null) return;
    await keepAlive(open.trace);
    if (attempt <= MAX_ATTEMPTS) {
      start(held);
      return;
    }
    const message = messageOf(held.record, outboxTo(held.record.reference));
    await stop(held, (card) => message.show(card));
  }

  return {
    async begin(order) {
      const startedAt = now().toISOString();
      await documents.write(openName(order.id), alive(order.id), 'any');
      const record = { ...order, startedAt, state: 'running', attempt: 1, report: null } as const;
      const held = await write(record, 'absent');
      if (held === null) throw new Error(`trace ${order.id} exists already`);
      return held;
    },
    async shownIn(held, card) {
      const shown = await write({ ...held.record, card }, { etag: held.etag });
      if (shown === null) throw new Error(`trace ${held.record.id} was changed before its card was shown`);
      return shown;
    },
    launch: start,
    find: async (id) => (await records.read(id))?.value ?? null,
    async resume() {
      for await (const name of documents.list(OPEN)) {
        await takeOver(name).catch((error: unknown) =>
          logger.error({ err: error, name }, 'An interrupted trace could not be resumed'),
        );
      }
    },
    async drain(ms) {
      const all = Promise.allSettled(running);
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
      stopping.abort();
      await all;
    },
  };
}

export function startView(record: TraceRecord): TraceView {
  return {
    subject: record.subject,
    change: record.change,
    links: [],
    report: record.report,
    now: record.startedAt,
  };
}

function viewAfter(view: TraceView, event: TraceEvent): TraceView {
  switch (event.type) {
    case 'started':
      return { ...view, change: event.change ?? view.change, now: event.at };
    case 'link':
      return { ...view, links: [...view.links.filter((link) => link.link !== event.link.link), event.link] };
    case 'finished':
      return { ...view, links: event.report.links, report: event.report };
  }
}

/** A card whose first sending is in doubt is sent afresh by the next event, never resent (facts 5.2). */
function messageOf(record: TraceRecord, outbox: Outbox) {
  let id = record.card;
  return {
    id: () => id,
    async show(card: AdaptiveCard): Promise<void> {
      if (id === null) id = await outbox.send(card);
      else await outbox.update(id, card);
    },
  };
}

function openName(trace: string): string {
  return `${OPEN}${trace}.json`;
}
