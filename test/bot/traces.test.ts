// Traces beyond their turn: what is kept of them, and what happens when a process ends before they do.
import { expect, test } from '@jest/globals';
import type { AdaptiveCard } from '../../src/bot/cards/elements.ts';
import type { Outbox } from '../../src/bot/delivery.ts';
import type { Tracer } from '../../src/bot/ports.ts';
import { traceRecordSchema } from '../../src/bot/trace-record.ts';
import type { TraceOrderRecord, Traces } from '../../src/bot/traces.ts';
import { traces } from '../../src/bot/traces.ts';
import { collection } from '../../src/storage/collection.ts';
import type { MemoryDocuments } from '../storage/memory-documents.ts';
import { memoryDocuments } from '../storage/memory-documents.ts';
import { SILENT, until, wordsOf } from './support/bot.ts';
import { fakeTracer, subject } from './support/fakes.ts';

const ORDER: TraceOrderRecord = {
  id: 'abc',
  subject: subject('orders', 'prd'),
  change: null,
  reader: { locale: 'en', timeZone: 'UTC' },
  reference: {
    serviceUrl: 'http://127.0.0.1:1',
    channelId: 'msteams',
    bot: { id: '28:bot' },
    conversation: { id: 'a:chat' },
  },
  card: 'message-1',
};

/** One process of the bot; `sent` is what the conversation got from it. */
function processOf(documents: MemoryDocuments, tracer: Tracer, now: () => number) {
  const sent: { readonly id: string; readonly words: string }[] = [];
  function note(id: string, card: AdaptiveCard): Promise<string> {
    sent.push({ id, words: wordsOf(card) });
    return Promise.resolve(id);
  }
  const outbox: Outbox = {
    send: (card) => note('new', card),
    async update(id, card) {
      await note(id, card);
    },
  };
  const running: Traces = traces({
    tracer,
    records: collection(documents, 'traces/', traceRecordSchema),
    documents,
    outboxTo: () => outbox,
    now: () => new Date(now()),
    logger: SILENT,
    gapMs: 1,
  });
  return { sent, traces: running };
}

/** Never gives its first link. */
function stuckTracer() {
  const tracer = fakeTracer();
  tracer.beforeLink = () => new Promise(() => undefined);
  return tracer;
}

test('a finished trace is kept with its report and its evidence, and is no longer open', async () => {
  const documents = memoryDocuments();
  const one = processOf(documents, fakeTracer(), () => 0);

  one.traces.launch(await one.traces.begin(ORDER));
  await until(() => !documents.names().includes('open/abc.json'));

  const record = await one.traces.find('abc');
  expect(record).toMatchObject({ state: 'finished', attempt: 1, card: 'message-1', bundle: { schema: 1 } });
  expect(record?.report?.code).toBe('GT0501');
});

test('a trace of a process that died is run again, into the same card, by one other process', async () => {
  const documents = memoryDocuments();
  let now = 0;
  const dead = processOf(documents, stuckTracer(), () => now);
  dead.traces.launch(await dead.traces.begin(ORDER));

  const tracer = fakeTracer();
  const two = processOf(documents, tracer, () => now);
  const three = processOf(documents, tracer, () => now);
  now = 29_000;
  await two.traces.resume();
  expect(tracer.orders).toHaveLength(0);
  now = 31_000;
  await Promise.all([two.traces.resume(), three.traces.resume()]);
  await until(() => documents.names().every((name) => !name.startsWith('open/')));

  expect(tracer.orders).toHaveLength(1);
  expect([...two.sent, ...three.sent].at(-1)).toMatchObject({ id: 'message-1' });
  expect(await two.traces.find('abc')).toMatchObject({ state: 'finished', attempt: 2 });
});

test('a trace that ended processes three times is stopped, and says so', async () => {
  const documents = memoryDocuments();
  let now = 0;
  const first = processOf(documents, stuckTracer(), () => now);
  first.traces.launch(await first.traces.begin(ORDER));

  while (now < 62_000) {
    now += 31_000;
    await processOf(documents, stuckTracer(), () => now).traces.resume();
  }
  now += 31_000;
  const last = processOf(documents, fakeTracer(), () => now);
  await last.traces.resume();

  expect(last.sent.map(({ words }) => words)).toEqual([
    expect.stringContaining('The trace of orders prd stopped'),
  ]);
  expect(await last.traces.find('abc')).toMatchObject({ state: 'stopped' });
  expect(documents.names().some((name) => name.startsWith('open/'))).toBe(false);
});

test('a process that is told to stop leaves its trace to the next one', async () => {
  const documents = memoryDocuments();
  let now = 0;
  const tracer = fakeTracer();
  let reached: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (reached = resolve));
  tracer.beforeLink = () => (reached(), new Promise((resolve) => setTimeout(resolve, 50)));
  const one = processOf(documents, tracer, () => now);
  one.traces.launch(await one.traces.begin(ORDER));
  await waiting;

  await one.traces.drain(10);

  expect(one.sent.some(({ words }) => words.includes('stopped'))).toBe(false);
  now = 31_000;
  const two = processOf(documents, fakeTracer(), () => now);
  await two.traces.resume();
  await until(() => two.sent.at(-1)?.words.includes('GT0501') === true);
});

test('a process that was taken for dead does not overwrite what the other one kept', async () => {
  const documents = memoryDocuments();
  let now = 0;
  let letGo: (() => void) | undefined;
  const slow = fakeTracer();
  slow.beforeLink = (link) => (link === 8 ? new Promise((resolve) => (letGo = resolve)) : Promise.resolve());
  const one = processOf(documents, slow, () => now);
  one.traces.launch(await one.traces.begin(ORDER));
  now = 31_000;
  const two = processOf(documents, stuckTracer(), () => now);
  await two.traces.resume();

  await until(() => letGo !== undefined);
  letGo?.();
  await until(() => one.sent.at(-1)?.words.includes('GT0501') === true);
  await one.traces.drain(1000);

  expect(await two.traces.find('abc')).toMatchObject({ state: 'running', attempt: 2 });
  expect(documents.names()).toContain('open/abc.json');
});

test('an unreadable trace does not keep the others from being resumed', async () => {
  const documents = memoryDocuments();
  let now = 0;
  await documents.write('open/aaa.json', { nonsense: true }, 'any');
  const dead = processOf(documents, stuckTracer(), () => now);
  dead.traces.launch(await dead.traces.begin(ORDER));

  now = 31_000;
  const two = processOf(documents, fakeTracer(), () => now);
  await two.traces.resume();

  await until(() => two.sent.at(-1)?.words.includes('GT0501') === true);
});
