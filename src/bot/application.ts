// teams-ai's Application as a router: messages, pressed buttons, and everything else to its dead end.
import { AdaptiveCardActionExecuteResponseType, Application } from '@microsoft/teams-ai';
import type { AdaptiveCard as SdkCard } from '@microsoft/teams-ai';
import type { Storage, TurnContext } from 'botbuilder';
import type { Logger } from 'pino';
import { effectInPlace, recordCard, sendEffect } from './answer.ts';
import type { Answering } from './answer.ts';
import { chooseLocale } from '../dialogs/language.ts';
import type { Locale } from '../diagnostics/locale.ts';
import type { AdaptiveCard } from './cards/elements.ts';
import { failedCard, failedWords } from './cards/notice-cards.ts';
import type { Wait } from './delivery.ts';
import { DeliveryError, turnOutbox } from './delivery.ts';
import type { Incoming } from './incoming.ts';
import { incomingOf } from './incoming.ts';
import type { Serial } from './serial.ts';
import type { Traces } from './traces.ts';
import type { TurnParts } from './turn.ts';
import { takeTurn } from './turn.ts';

export interface ApplicationParts extends TurnParts {
  readonly storage: Storage;
  readonly traces: Traces;
  readonly oneAtATime: Serial;
  readonly wait: Wait;
  readonly logger: Logger;
  readonly appId: string | null;
}

/** Where http.ts leaves the list of things to do once the request is answered. */
export const AFTERWARDS = Symbol('afterwards');

/** Teams sends a message again after 15 s (facts/teams-identity-infra.md D10): give up before. */
const TURN_MS = 12_000;

export function createApplication(parts: ApplicationParts): Application {
  const application = new Application({
    storage: parts.storage,
    botAppId: parts.appId ?? '',
    removeRecipientMention: true,
    // One timer for the whole Application: two turns at once stop each other's (facts/sdks.md 2.3).
    startTypingTimer: false,
    // Set, since the default changes for good once a card with `refresh` was returned (facts/sdks.md 2.3).
    adaptiveCards: {
      actionExecuteResponseType: AdaptiveCardActionExecuteResponseType.REPLACE_FOR_INTERACTOR,
    },
  });

  application.activity('message', (context) => onMessage(context, parts));
  // One welcome where the bot is added, never one for each member.
  application.activity('installationUpdate', async (context) => {
    if (incomingOf(context.activity).isWelcome) await onMessage(context, parts);
  });
  application.adaptiveCards.actionExecute('trace', (context) => onPressed(context, parts));
  // Last: an unknown verb would be answered 501 with nothing to read.
  application.adaptiveCards.actionExecute(/.*/, (context) => {
    parts.logger.warn('A button with an unknown verb was pressed');
    return Promise.resolve(failedWords(clientLocale(context)));
  });
  return application;
}

async function onMessage(context: TurnContext, parts: ApplicationParts): Promise<void> {
  const incoming = incomingOf(context.activity);
  await parts.oneAtATime(incoming.conversation, async () => {
    const turn = await takeTurn(incoming, parts, AbortSignal.timeout(TURN_MS));
    if (turn.kind === 'duplicate') {
      parts.logger.info({ activity: incoming.id }, 'An activity came again and was left alone');
      return;
    }
    const outbox = turnOutbox(context, parts.wait);
    for (const effect of turn.effects)
      await sendEffect(effect, outbox, answeringOf(context, incoming, turn, parts));
  });
}

async function onPressed(context: TurnContext, parts: ApplicationParts): Promise<SdkCard | string> {
  const incoming = incomingOf(context.activity);
  if (incoming.choice === null) {
    parts.logger.warn({ activity: incoming.id }, 'A button came with data that is not ours');
    return failedWords(clientLocale(context));
  }
  return parts.oneAtATime(incoming.conversation, async () => {
    const turn = await takeTurn(incoming, parts, AbortSignal.timeout(TURN_MS));
    if (turn.kind === 'duplicate') return answerAsItStands(incoming, parts.traces);
    const [effect] = turn.effects;
    if (effect === undefined) throw new Error('a pressed button had no effect');
    return toSdk(await effectInPlace(effect, answeringOf(context, incoming, turn, parts)));
  });
}

/** A trace has the id of the activity that asked for it. */
async function answerAsItStands(incoming: Incoming, traces: Traces): Promise<SdkCard | string> {
  const record = await traces.find(incoming.id);
  return record === null ? failedWords(incoming.choiceLocale ?? 'en') : toSdk(recordCard(record));
}

function answeringOf(
  context: TurnContext,
  incoming: Incoming,
  turn: Pick<Answering, 'locale'>,
  parts: ApplicationParts,
): Answering {
  const afterwards = context.turnState.get<((act: () => void) => void) | undefined>(AFTERWARDS);
  if (afterwards === undefined) throw new Error('a turn came without a list of things to do afterwards');
  return { incoming, locale: turn.locale, traces: parts.traces, logger: parts.logger, afterwards };
}

/** What a person reads when a turn failed; that itself may fail too. */
export async function onTurnError(context: TurnContext, error: unknown, logger: Logger): Promise<void> {
  logger.error({ err: error, activityType: context.activity.type }, 'A turn failed');
  if (error instanceof DeliveryError) return;
  const locale = clientLocale(context);
  try {
    if (context.activity.type === 'message') await turnOutbox(context, noWait).send(failedCard(locale));
    if (context.activity.type === 'invoke') await context.sendActivity(invokeMessage(failedWords(locale)));
  } catch (second) {
    logger.error({ err: second }, 'The failed turn could not be told');
  }
}

/** Without it the SDK answers 501, which Teams shows as a failure of its own. */
function invokeMessage(text: string) {
  const body = { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: text };
  return { type: 'invokeResponse', value: { status: 200, body } };
}

function noWait(): Promise<void> {
  return Promise.resolve();
}

function clientLocale(context: TurnContext): Locale {
  return chooseLocale({ words: null, chosen: null, client: context.activity.locale });
}

/** The SDK's type wants an index signature that ours does not have. */
function toSdk(card: AdaptiveCard): SdkCard {
  return { ...card };
}
