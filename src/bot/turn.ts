// One turn: load the conversation, look up what the step needs, step, save with If-Match, hand back what to do. When
// somebody else saved in between, everything is read and stepped again.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Answer } from '../diagnostics/evidence/observed.ts';
import { LOCALES } from '../diagnostics/locale.ts';
import type { Locale } from '../diagnostics/locale.ts';
import { chooseLocale } from '../dialogs/language.ts';
import type { DialogState } from '../dialogs/state.ts';
import { dialogStateSchema, FRESH } from '../dialogs/state.ts';
import type { Effect, Input } from '../dialogs/step.ts';
import { nameWanted, step } from '../dialogs/step.ts';
import type { Vocabulary } from '../dialogs/understand.ts';
import { understand } from '../dialogs/understand.ts';
import type { Collection } from '../storage/collection.ts';
import { UnreadableDocument } from '../storage/collection.ts';
import type { Expected } from '../storage/documents.ts';
import type { Incoming } from './incoming.ts';
import type { Directory } from './ports.ts';

export const conversationSchema = z.object({
  dialog: dialogStateSchema,
  /** Activities handled lately, with the turn that did: Teams delivers again what took 15 s. */
  handled: z.array(z.object({ activity: z.string(), turn: z.string() })),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const personSchema = z.object({ language: z.enum(LOCALES).nullable() });
export type Person = z.infer<typeof personSchema>;

export interface TurnParts {
  readonly conversations: Collection<Conversation>;
  readonly people: Collection<Person>;
  readonly directory: Directory;
  readonly now: () => Date;
}

export type Turn =
  | { readonly kind: 'taken'; readonly locale: Locale; readonly effects: readonly Effect[] }
  /** Handled before: nothing is done twice. */
  | { readonly kind: 'duplicate' };

const REMEMBERED_ACTIVITIES = 50;
/** More writers than this at once is not a conversation. */
const MAX_TRIES = 6;
const EMPTY: Vocabulary = { services: [], environments: [], aliases: {} };

export async function takeTurn(incoming: Incoming, parts: TurnParts, signal: AbortSignal): Promise<Turn> {
  const turn = randomUUID();
  const [person, listed] = await Promise.all([
    readPerson(parts.people, incoming.person),
    parts.directory.vocabulary(signal),
  ]);
  const asked = askedIn(incoming, listed.ok ? listed.value : EMPTY);
  const locale = localeOf(incoming, asked, person);

  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const { conversation, expected } = await readConversation(parts.conversations, incoming.conversation);
    const before = conversation.handled.find(({ activity }) => activity === incoming.id);
    if (before !== undefined) return { kind: 'duplicate' };

    const found = await lookUp(conversation.dialog, asked, listed, parts.directory, signal);
    const { state, effects } = step(conversation.dialog, {
      id: incoming.id,
      asked,
      ...found,
      services: listed.ok ? listed.value.services : [],
      now: parts.now(),
    });
    const handled = [{ activity: incoming.id, turn }, ...conversation.handled].slice(
      0,
      REMEMBERED_ACTIVITIES,
    );
    const next = { dialog: state, handled };
    if (await saved(parts.conversations, incoming.conversation, next, expected, turn)) {
      await remember(parts.people, incoming.person, effects);
      return { kind: 'taken', locale, effects };
    }
  }
  throw new Error(`a conversation changed ${MAX_TRIES} times while one message was handled`);
}

function askedIn(incoming: Incoming, vocabulary: Vocabulary): Input['asked'] {
  if (incoming.choice !== null) return { kind: 'choice', choice: incoming.choice };
  const greeting = { intent: 'greeting', language: null } as const;
  return { kind: 'words', words: incoming.isWelcome ? greeting : understand(incoming.text, vocabulary) };
}

function localeOf(incoming: Incoming, asked: Input['asked'], person: Person): Locale {
  if (incoming.choiceLocale !== null) return incoming.choiceLocale;
  const words = asked.kind === 'words' ? asked.words.language : null;
  return chooseLocale({ words, chosen: person.language, client: incoming.clientLocale });
}

async function lookUp(
  dialog: DialogState,
  asked: Input['asked'],
  listed: Answer<Vocabulary>,
  directory: Directory,
  signal: AbortSignal,
): Promise<Pick<Input, 'found' | 'unread'>> {
  if (!listed.ok) return { found: [], unread: listed.error };
  const name = nameWanted(dialog, asked);
  if (name === null) return { found: [], unread: null };
  const found = await directory.find(name, signal);
  return found.ok ? { found: found.value, unread: null } : { found: [], unread: found.error };
}

async function readConversation(
  conversations: Collection<Conversation>,
  id: string,
): Promise<{ conversation: Conversation; expected: Expected }> {
  const fresh = { dialog: FRESH, handled: [] };
  try {
    const stored = await conversations.read(id);
    if (stored === null) return { conversation: fresh, expected: 'absent' };
    return { conversation: stored.value, expected: { etag: stored.etag } };
  } catch (error) {
    // Written by another version: a conversation may start afresh.
    if (error instanceof UnreadableDocument) return { conversation: fresh, expected: { etag: error.etag } };
    throw error;
  }
}

/** A conflict may be with our own write, when the answer to it was lost and the client wrote again. */
async function saved(
  conversations: Collection<Conversation>,
  id: string,
  next: Conversation,
  expected: Expected,
  turn: string,
): Promise<boolean> {
  const written = await conversations.write(id, next, expected);
  if (written.ok) return true;
  const { conversation } = await readConversation(conversations, id);
  return conversation.handled.some((handled) => handled.turn === turn);
}

async function readPerson(people: Collection<Person>, id: string): Promise<Person> {
  try {
    return (await people.read(id))?.value ?? { language: null };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { language: null };
    throw error;
  }
}

async function remember(people: Collection<Person>, id: string, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    if (effect.type === 'language' && effect.chosen !== null)
      await people.write(id, { language: effect.chosen }, 'any');
  }
}
