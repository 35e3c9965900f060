// One turn against storage: two writers at once, lost answers, and state of another version.
import { describe, expect, test } from '@jest/globals';
import type { Incoming } from '../../src/bot/incoming.ts';
import type { TurnParts } from '../../src/bot/turn.ts';
import { conversationSchema, personSchema, takeTurn } from '../../src/bot/turn.ts';
import { collection } from '../../src/storage/collection.ts';
import type { Documents } from '../../src/storage/documents.ts';
import { memoryDocuments } from '../storage/memory-documents.ts';
import { fakeDirectory, subject } from './support/fakes.ts';

const SIGNAL = new AbortController().signal;
const ORDERS = subject('orders', 'prd');
const SEARCH = subject('search', 'prd');

function partsOn(documents: Documents): TurnParts {
  return {
    conversations: collection(documents, 'conversations/', conversationSchema),
    people: collection(documents, 'people/', personSchema),
    directory: fakeDirectory([ORDERS, SEARCH]),
    now: () => new Date('2026-03-12T09:50:00Z'),
  };
}

function incoming(id: string, text: string): Incoming {
  return {
    id,
    conversation: 'a:chat',
    person: 'tenant|person',
    text,
    isWelcome: false,
    choice: null,
    choiceLocale: null,
    pressed: null,
    clientLocale: 'en-US',
    timeZone: 'UTC',
    reference: {
      serviceUrl: 'http://127.0.0.1:1',
      channelId: 'msteams',
      bot: { id: '28:bot' },
      conversation: { id: 'a:chat' },
    },
  };
}

describe('two replicas', () => {
  test('take two messages at once: both count, none is lost', async () => {
    const documents = memoryDocuments();
    const parts = partsOn(documents);

    const turns = await Promise.all([
      takeTurn(incoming('one', 'trace orders'), parts, SIGNAL),
      takeTurn(incoming('two', 'trace search'), parts, SIGNAL),
    ]);

    expect(turns.map(({ kind }) => kind)).toEqual(['taken', 'taken']);
    const kept = await parts.conversations.read('a:chat');
    expect(kept?.value.dialog.recent.map(({ trace }) => trace).sort()).toEqual(['one', 'two']);
    expect(kept?.value.handled).toHaveLength(2);
  });

  test('get the same message: one takes it', async () => {
    const parts = partsOn(memoryDocuments());

    const turns = await Promise.all([
      takeTurn(incoming('one', 'trace orders'), parts, SIGNAL),
      takeTurn(incoming('one', 'trace orders'), parts, SIGNAL),
    ]);

    expect(turns.map(({ kind }) => kind).sort()).toEqual(['duplicate', 'taken']);
  });

  test('that never stop writing end in an error, not in a loop', async () => {
    const documents = memoryDocuments();
    let count = 0;
    documents.write = () => {
      count += 1;
      return Promise.resolve({ ok: false });
    };

    await expect(takeTurn(incoming('one', 'help'), partsOn(documents), SIGNAL)).rejects.toThrow(
      /changed 6 times/,
    );
    expect(count).toBe(6);
  });
});

test('a write whose answer was lost counts as ours', async () => {
  const documents = memoryDocuments();
  const write = documents.write.bind(documents);
  documents.write = async (name, value, expected) => {
    await write(name, value, expected);
    // What the storage client gets when it writes again.
    return write(name, value, expected);
  };

  const turn = await takeTurn(incoming('one', 'trace orders'), partsOn(documents), SIGNAL);

  expect(turn).toMatchObject({ kind: 'taken', effects: [{ type: 'trace', trace: 'one' }] });
});

test('a conversation of another version starts afresh', async () => {
  const documents = memoryDocuments();
  const parts = partsOn(documents);
  await collection(documents, 'conversations/', conversationSchema.passthrough()).write(
    'a:chat',
    { old: 'shape' } as never,
    'any',
  );

  const turn = await takeTurn(incoming('one', 'trace orders'), parts, SIGNAL);

  expect(turn.kind).toBe('taken');
  expect((await parts.conversations.read('a:chat'))?.value.dialog.service).toBe('orders');
});

test('a long conversation keeps the last fifty activities', async () => {
  const parts = partsOn(memoryDocuments());

  for (let count = 0; count < 55; count += 1)
    await takeTurn(incoming(`turn-${count}`, 'help'), parts, SIGNAL);

  const kept = await parts.conversations.read('a:chat');
  expect(kept?.value.handled).toHaveLength(50);
  expect(kept?.value.handled[0]?.activity).toBe('turn-54');
});

test('no id of a chat or a person is in the name of a document', async () => {
  const documents = memoryDocuments();

  await takeTurn(incoming('one', 'langue fr'), partsOn(documents), SIGNAL);

  expect(documents.names()).toEqual([
    expect.stringMatching(/^conversations\/[0-9a-f]{64}\.json$/),
    expect.stringMatching(/^people\/[0-9a-f]{64}\.json$/),
  ]);
});
