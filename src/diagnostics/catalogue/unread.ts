// What could not be read, and why: one sentence for each kind of ObservationError, with the missing right or address.
import { EVIDENCE_KEYS, type EvidenceKey } from '../evidence/evidence.ts';
import type { ObservationError } from '../evidence/observed.ts';
import { fill, type Bilingual, type Locale, type TextParams } from '../locale.ts';
import { EVIDENCE_NAMES } from './evidence-names.ts';

export interface UnreadText {
  readonly what: string;
  readonly why: string;
}

export function unreadText(key: EvidenceKey, error: ObservationError, locale: Locale): UnreadText {
  const { text, params } = reason(error, locale);
  return { what: EVIDENCE_NAMES[key][locale], why: fill(text[locale], params) };
}

const REASONS = {
  denied: {
    en: 'Refused to this bot, which lacks a right: {missing}.',
    fr: 'Refusé à ce bot, à qui il manque un droit : {missing}.',
  },
  unreachable: {
    en: 'Not reached from where this bot runs: {address}.',
    fr: 'Injoignable depuis l’endroit où tourne ce bot : {address}.',
  },
  timeout: {
    en: 'No answer within {seconds} s.',
    fr: 'Aucune réponse en {seconds} s.',
  },
  throttled: {
    en: 'The system limits the calls of this bot for the moment.',
    fr: 'Le système limite pour le moment les appels de ce bot.',
  },
  throttledUntil: {
    en: 'The system limits the calls of this bot; it takes them again in {seconds} s.',
    fr: 'Le système limite les appels de ce bot ; il les accepte de nouveau dans {seconds} s.',
  },
  malformed: {
    en: 'The answer does not have the expected shape at {path}.',
    fr: 'La réponse n’a pas la forme attendue à cet endroit : {path}.',
  },
  needs: {
    en: 'Something else is needed first and could not be read: {name}.',
    fr: 'Un autre élément est nécessaire d’abord et n’a pas pu être lu : {name}.',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

function reason(error: ObservationError, locale: Locale): { text: Bilingual; params: TextParams } {
  switch (error.kind) {
    case 'denied':
      return { text: REASONS.denied, params: { missing: error.missing } };
    case 'unreachable':
      return { text: REASONS.unreachable, params: { address: error.address } };
    case 'timeout':
      return { text: REASONS.timeout, params: { seconds: decimal(error.afterMs / 1000, locale) } };
    case 'throttled':
      return error.retryAfterSeconds === undefined
        ? { text: REASONS.throttled, params: {} }
        : { text: REASONS.throttledUntil, params: { seconds: error.retryAfterSeconds } };
    case 'malformed':
      return { text: REASONS.malformed, params: { path: error.path } };
    case 'needs':
      return { text: REASONS.needs, params: { name: nameOf(error.key, locale) } };
  }
}

/** A bundle may name a key of another version: then the key itself is better than nothing. */
function nameOf(key: string, locale: Locale): string {
  const known = EVIDENCE_KEYS.find((candidate) => candidate === key);
  return known === undefined ? key : EVIDENCE_NAMES[known][locale];
}

function decimal(value: number, locale: Locale): string {
  return value
    .toFixed(1)
    .replace(/\.0$/, '')
    .replace('.', locale === 'fr' ? ',' : '.');
}
