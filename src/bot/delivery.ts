// Sending cards: a new message is never sent twice on doubt, an update of a known message is safe to repeat.
import type { Activity, TurnContext } from 'botbuilder';
import { CardFactory } from 'botbuilder';
import { z } from 'zod';
import type { BotAdapter } from './adapter.ts';
import type { AdaptiveCard } from './cards/elements.ts';
import type { Reference } from './incoming.ts';
import { sdkReference } from './incoming.ts';

export interface Outbox {
  /** Id of the message; null when the connector did not tell whether it was posted. */
  send(card: AdaptiveCard): Promise<string | null>;
  update(id: string, card: AdaptiveCard): Promise<void>;
}

export type Wait = (ms: number) => Promise<void>;

/** Answers inside the turn: in a channel they go into the thread of the question. */
export function turnOutbox(context: TurnContext, wait: Wait): Outbox {
  return {
    async send(card) {
      const posted = await withRetries('create', wait, () => context.sendActivity(messageOf(card)));
      return posted?.id ?? null;
    },
    async update(id, card) {
      await withRetries('update', wait, () => context.updateActivity({ ...messageOf(card), id }));
    },
  };
}

/** Answers after the turn, from nothing but the stored reference. */
export function laterOutbox(
  adapter: BotAdapter,
  appId: string | null,
  reference: Reference,
  wait: Wait,
): Outbox {
  async function within<T>(act: (outbox: Outbox) => Promise<T>): Promise<T> {
    let result: { readonly value: T } | undefined;
    await adapter.continueConversationAsync(appId ?? '', sdkReference(reference), async (context) => {
      result = { value: await act(turnOutbox(context, wait)) };
    });
    if (result === undefined) throw new Error('the conversation could not be continued');
    return result.value;
  }

  return {
    send: (card) => within((outbox) => outbox.send(card)),
    update: (id, card) => within((outbox) => outbox.update(id, card)),
  };
}

/** The summary is what a notification shows; a text would be drawn above the card. */
function messageOf(card: AdaptiveCard): Partial<Activity> {
  return { type: 'message', summary: card.speak, attachments: [CardFactory.adaptiveCard(card)] };
}

/** 429 was refused before anything happened; the others may have happened (facts/teams-identity-infra.md 5.2). */
const RETRIED: Readonly<Record<'create' | 'update', readonly number[]>> = {
  create: [429],
  update: [429, 412, 502, 503, 504],
};
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 500;
/** A turn has 15 s before Teams sends the message again. */
const LONGEST_PAUSE_MS = 4000;

/** The connector refused, or did not tell. Who handles it must not send another message in its place. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';

  constructor(kind: 'create' | 'update', status: number | undefined, options: ErrorOptions) {
    super(`${kind} of a message failed${status === undefined ? '' : ` with ${status}`}`, options);
  }
}

async function withRetries<T>(kind: 'create' | 'update', wait: Wait, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const { status, retryAfterMs } = refusalDetails(error);
      if (attempt === MAX_TRIES || status === undefined || !RETRIED[kind].includes(status)) {
        throw new DeliveryError(kind, status, { cause: error });
      }
      const pause = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      await wait(Math.min(pause, LONGEST_PAUSE_MS));
    }
  }
}

/** The RestError of the Azure core; its class is not exported by the SDK. */
const restErrorSchema = z.object({
  statusCode: z.number(),
  response: z.object({ headers: z.custom<{ get(name: string): string | undefined }>() }).optional(),
});

function refusalDetails(error: unknown): { status: number | undefined; retryAfterMs: number | undefined } {
  const parsed = restErrorSchema.safeParse(error);
  if (!parsed.success) return { status: undefined, retryAfterMs: undefined };
  const seconds = Number(parsed.data.response?.headers.get('retry-after'));
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
  return { status: parsed.data.statusCode, retryAfterMs };
}
