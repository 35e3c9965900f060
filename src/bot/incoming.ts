// An activity of Teams as the conversation needs it: validated at the edge, in our own words.
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Activity, ConversationReference } from 'botbuilder';
import type { Choice } from '../dialogs/step.ts';
import type { Locale } from '../diagnostics/locale.ts';
import { traceActionSchema } from './cards/action-data.ts';
import { knownTimeZone } from './cards/times.ts';

/** Fields without which the SDK throws later, or answers somewhere else (facts/sdks.md 2.1, teams-identity-infra.md 4). */
export const activitySchema = z
  .object({
    type: z.string().min(1),
    id: z.string().min(1).optional(),
    channelId: z.string().min(1),
    serviceUrl: z.string().url(),
    from: z.object({ id: z.string().min(1), aadObjectId: z.string().optional() }).passthrough(),
    recipient: z.object({ id: z.string().min(1) }).passthrough(),
    conversation: z.object({ id: z.string().min(1), tenantId: z.string().optional() }).passthrough(),
    /** The SDK takes mentions out of it and does not ask whether there is one. */
    text: z
      .string()
      .nullish()
      .transform((text) => text ?? ''),
    locale: z.string().optional(),
    localTimezone: z.string().optional(),
    replyToId: z.string().optional(),
    /** Of an installationUpdate: add, add-upgrade, remove. */
    action: z.unknown().optional(),
    value: z.unknown().optional(),
    channelData: z
      .object({ tenant: z.object({ id: z.string() }).partial().passthrough().optional() })
      .passthrough()
      .optional(),
    entities: z
      .array(z.object({ type: z.string() }).passthrough())
      .nullish()
      .transform((entities) => entities ?? []),
  })
  .passthrough();
export type IncomingActivity = z.infer<typeof activitySchema>;

export interface Incoming {
  /** Stable for an activity and its redeliveries; safe in names and logs. */
  readonly id: string;
  readonly conversation: string;
  readonly person: string;
  readonly text: string;
  /** The bot was just added here: nobody said anything yet. */
  readonly isWelcome: boolean;
  readonly choice: Choice | null;
  /** The language of the pressed card. */
  readonly choiceLocale: Locale | null;
  /** The message whose button was pressed. */
  readonly pressed: string | null;
  readonly clientLocale: string | undefined;
  readonly timeZone: string;
  readonly reference: Reference;
}

/** Where to answer later. No name of a person: the conversation is enough. */
export const referenceSchema = z.object({
  serviceUrl: z.string(),
  channelId: z.string(),
  bot: z.object({ id: z.string(), name: z.string().optional() }),
  conversation: z.object({
    id: z.string(),
    tenantId: z.string().optional(),
    conversationType: z.string().optional(),
    isGroup: z.boolean().optional(),
  }),
});
export type Reference = z.infer<typeof referenceSchema>;

export function incomingOf(activity: Activity): Incoming {
  const read = activitySchema.parse(activity);
  const action = actionOf(read);
  return {
    id: createHash('sha256')
      .update(`${read.conversation.id}|${read.id ?? randomUUID()}`)
      .digest('hex')
      .slice(0, 20),
    conversation: read.conversation.id,
    person: `${read.conversation.tenantId ?? ''}|${read.from.aadObjectId ?? read.from.id}`,
    text: read.text,
    isWelcome: read.type === 'installationUpdate' && read.action === 'add',
    choice: action?.choice ?? null,
    choiceLocale: action?.locale ?? null,
    pressed: action === null ? null : (read.replyToId ?? null),
    clientLocale: read.locale,
    timeZone: knownTimeZone(timeZoneOf(read)),
    reference: referenceSchema.parse({
      serviceUrl: read.serviceUrl,
      channelId: read.channelId,
      bot: read.recipient,
      conversation: read.conversation,
    }),
  };
}

/** The SDK wants more fields than it needs. */
export function sdkReference(reference: Reference): Partial<ConversationReference> {
  const { conversation, bot, ...rest } = reference;
  return {
    ...rest,
    bot: { id: bot.id, name: bot.name ?? '' },
    conversation: {
      id: conversation.id,
      name: '',
      isGroup: conversation.isGroup ?? false,
      conversationType: conversation.conversationType ?? '',
      ...(conversation.tenantId === undefined ? {} : { tenantId: conversation.tenantId }),
    },
  };
}

/** Action.Execute puts the data into `value.action.data`, its Action.Submit fallback straight into `value`. */
function actionOf(activity: IncomingActivity): { choice: Choice; locale: Locale } | null {
  const executed = z.object({ action: z.object({ data: z.unknown() }) }).safeParse(activity.value);
  const data = executed.success ? executed.data.action.data : activity.value;
  const parsed = traceActionSchema.safeParse(data);
  if (!parsed.success) return null;
  const { service, subject, again, locale } = parsed.data;
  return { choice: { service, ...(subject === undefined ? {} : { subject }), again: again === 1 }, locale };
}

function timeZoneOf(activity: IncomingActivity): string | undefined {
  const client = activity.entities.find((entity) => entity.type === 'clientInfo');
  const told = z.object({ timezone: z.string() }).safeParse(client);
  return told.success ? told.data.timezone : activity.localTimezone;
}
