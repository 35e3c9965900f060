// Short answers: something that could not be read, a trace that stopped, a card that is already there, a setting.
import type { ObservationError } from '../../diagnostics/evidence/observed.ts';
import type { Bilingual, Locale } from '../../diagnostics/locale.ts';
import { fill } from '../../diagnostics/locale.ts';
import type { Subject } from '../../dialogs/subject.ts';
import { recheckData } from './action-data.ts';
import type { AdaptiveCard, ExecuteAction } from './elements.ts';
import { card, execute, line, run } from './elements.ts';
import { subjectWords } from './words.ts';

const RECHECK: Bilingual = { en: 'Re-check', fr: 'Revérifier' };

const DIRECTORY_UNREAD: Bilingual = {
  en: 'The list of services could not be read',
  fr: 'La liste des services n’a pas pu être lue',
};

/** The missing right or address is named: it is what the reader has to ask for. */
const WHY: Readonly<Record<ObservationError['kind'], Bilingual>> = {
  denied: {
    en: '{what}: refused, missing right: {missing}',
    fr: '{what}\u00a0: refusé, droit manquant\u00a0: {missing}',
  },
  unreachable: { en: '{what}: no answer from {address}', fr: '{what}\u00a0: pas de réponse de {address}' },
  timeout: {
    en: '{what}: no answer within {afterMs} ms',
    fr: '{what}\u00a0: pas de réponse en {afterMs} ms',
  },
  throttled: {
    en: '{what}: too many requests, try again shortly',
    fr: '{what}\u00a0: trop de requêtes, réessayer sous peu',
  },
  malformed: { en: '{what}: unexpected answer at {path}', fr: '{what}\u00a0: réponse inattendue à {path}' },
  needs: { en: '{what}: needs {key} first', fr: '{what}\u00a0: {key} manque d’abord' },
};

const STOPPED: Bilingual = { en: 'The trace of {name} stopped', fr: 'La trace de {name} s’est arrêtée' };
const STOPPED_WHY: Bilingual = {
  en: 'An error of the bot, not of the delivery: nothing is known about the chain. It is in the log under {id}.',
  fr: 'Une erreur du bot, pas de la livraison\u00a0: rien n’est établi sur la chaîne. Elle est au journal sous {id}.',
};

const FAILED: Bilingual = {
  en: 'That message could not be handled',
  fr: 'Ce message n’a pas pu être traité',
};
const FAILED_WHY: Bilingual = {
  en: 'An error of the bot. Send the message again, or type help.',
  fr: 'Une erreur du bot. Renvoyer le message, ou écrire aide.',
};

const ALREADY: Bilingual = {
  en: '{name} was traced {seconds} s ago: its card is above.',
  fr: '{name} a été tracé il y a {seconds} s\u00a0: sa carte est plus haut.',
};

const LANGUAGE: Readonly<Record<Locale | 'none', Bilingual>> = {
  fr: { en: 'Answers are in French from now on.', fr: 'Les réponses seront en français.' },
  en: { en: 'Answers are in English from now on.', fr: 'Les réponses seront en anglais.' },
  none: {
    en: 'Type “language en” or “langue fr”.',
    fr: 'Écrire «\u00a0langue fr\u00a0» ou «\u00a0language en\u00a0».',
  },
};

const CANCELLED: Bilingual = { en: 'Cancelled.', fr: 'Annulé.' };
const NOTHING_TO_CANCEL: Bilingual = { en: 'There is nothing to cancel.', fr: 'Il n’y a rien à annuler.' };

export function directoryUnreadCard(error: ObservationError, locale: Locale): AdaptiveCard {
  return notice(DIRECTORY_UNREAD[locale], errorWords(error, locale), locale);
}

export function traceStoppedCard(subject: Subject, traceId: string, locale: Locale): AdaptiveCard {
  const title = fill(STOPPED[locale], { name: subjectWords(subject) });
  return notice(title, fill(STOPPED_WHY[locale], { id: traceId }), locale, [
    execute(RECHECK[locale], 'trace', recheckData(subject, locale)),
  ]);
}

/** For a pressed button: a line under the card, which keeps its buttons. */
export function failedWords(locale: Locale): string {
  return `${FAILED[locale]}. ${FAILED_WHY[locale]}`;
}

export function failedCard(locale: Locale): AdaptiveCard {
  return notice(FAILED[locale], FAILED_WHY[locale], locale);
}

export function alreadyTracedCard(subject: Subject, secondsAgo: number, locale: Locale): AdaptiveCard {
  return remark(fill(ALREADY[locale], { name: subjectWords(subject), seconds: secondsAgo }), locale);
}

export function languageCard(chosen: Locale | null, locale: Locale): AdaptiveCard {
  return remark(LANGUAGE[chosen ?? 'none'][locale], locale);
}

export function cancelledCard(something: boolean, locale: Locale): AdaptiveCard {
  return remark((something ? CANCELLED : NOTHING_TO_CANCEL)[locale], locale);
}

export function errorWords(error: ObservationError, locale: Locale): string {
  const params = Object.fromEntries(
    Object.entries(error).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
  return fill(WHY[error.kind][locale], params);
}

function notice(
  title: string,
  text: string,
  locale: Locale,
  actions: readonly ExecuteAction[] = [],
): AdaptiveCard {
  return card({
    lang: locale,
    said: `${title}. ${text}`,
    body: [line(run(title, { weight: 'bolder', size: 'medium' })), line(run(text), { spacing: 'small' })],
    actions,
  });
}

function remark(text: string, locale: Locale): AdaptiveCard {
  return card({ lang: locale, said: text, body: [line(run(text))] });
}
