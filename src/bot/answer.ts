// Does what a step decided: one card per effect, sent as a message or put in the place of the pressed one.
import type { Logger } from 'pino';
import type { Locale } from '../diagnostics/locale.ts';
import type { Effect } from '../dialogs/step.ts';
import type { AdaptiveCard } from './cards/elements.ts';
import { helpCard } from './cards/help-card.ts';
import { alreadyTracedCard, cancelledCard, directoryUnreadCard, languageCard } from './cards/notice-cards.ts';
import { whichApplicationCard, whichServiceCard } from './cards/question-cards.ts';
import { traceCard } from './cards/trace-card.ts';
import type { Outbox } from './delivery.ts';
import { DeliveryError } from './delivery.ts';
import type { Incoming } from './incoming.ts';
import type { TraceRecord } from './trace-record.ts';
import type { Traces } from './traces.ts';
import { startView } from './traces.ts';

export interface Answering {
  readonly incoming: Incoming;
  readonly locale: Locale;
  readonly traces: Traces;
  readonly logger: Logger;
  /** Runs once the HTTP request is answered. */
  readonly afterwards: (act: () => void) => void;
}

/** Answers a message. */
export async function sendEffect(effect: Effect, outbox: Outbox, answering: Answering): Promise<void> {
  if (effect.type !== 'trace') {
    await outbox.send(plainCard(effect, answering.locale));
    return;
  }
  const { traces, afterwards } = answering;
  const held = await traces.begin(orderOf(effect, answering, null));
  const card = await sendFirst(recordCard(held.record), outbox, answering.logger);
  const shown = await traces.shownIn(held, card);
  afterwards(() => traces.launch(shown));
}

/** In doubt, the trace runs all the same: its next event sends a card. */
async function sendFirst(card: AdaptiveCard, outbox: Outbox, logger: Logger): Promise<string | null> {
  try {
    return await outbox.send(card);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    logger.warn({ err: error }, 'The first card of a trace may be missing');
    return null;
  }
}

/** Answers a pressed button: the card that takes the place of the pressed one. */
export async function effectInPlace(effect: Effect, answering: Answering): Promise<AdaptiveCard> {
  const { traces, incoming, afterwards, locale } = answering;
  if (effect.type === 'trace') {
    const held = await traces.begin(orderOf(effect, answering, incoming.pressed));
    afterwards(() => traces.launch(held));
    return recordCard(held.record);
  }
  // Pressed twice: the card is that trace already.
  const traced = effect.type === 'alreadyTraced' ? await traces.find(effect.trace) : null;
  if (traced !== null && traced.card === incoming.pressed) return recordCard(traced);
  return plainCard(effect, locale);
}

/** The card of a trace as it stands. */
export function recordCard(record: TraceRecord): AdaptiveCard {
  return traceCard(startView(record), record.reader);
}

function orderOf(effect: Extract<Effect, { type: 'trace' }>, answering: Answering, card: string | null) {
  const { incoming, locale } = answering;
  return {
    id: effect.trace,
    subject: effect.subject,
    change: null,
    reader: { locale, timeZone: incoming.timeZone },
    reference: incoming.reference,
    card,
  };
}

function plainCard(effect: Exclude<Effect, { type: 'trace' }>, locale: Locale): AdaptiveCard {
  switch (effect.type) {
    case 'help':
      return helpCard(effect.reason, effect.services, locale);
    case 'whichService':
      return whichServiceCard(effect, locale);
    case 'whichApplication':
      return whichApplicationCard(effect, locale);
    case 'alreadyTraced':
      return alreadyTracedCard(effect.subject, effect.secondsAgo, locale);
    case 'directoryUnread':
      return directoryUnreadCard(effect.error, locale);
    case 'language':
      return languageCard(effect.chosen, locale);
    case 'cancelled':
      return cancelledCard(effect.something, locale);
  }
}
