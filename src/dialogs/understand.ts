// What a message asks, from its words alone: no state, no network. Rules, not a model.
import type { Locale } from '../diagnostics/locale.ts';
import { languageOf } from './language.ts';
import { nearest } from './nearest.ts';

export type Intent = 'trace' | 'help' | 'greeting' | 'language' | 'cancel' | 'unknown';

export interface Understood {
  readonly intent: Intent;
  /** Told by the words; null where they do not tell. */
  readonly language: Locale | null;
  /** As the directory spells it. */
  readonly service?: string;
  /** A name that no service has, with the services that come near. */
  readonly unknownName?: string;
  readonly candidates?: readonly string[];
  readonly environment?: string;
  /** Asked for with `langue fr`. */
  readonly wanted?: Locale;
}

export interface Vocabulary {
  readonly services: readonly string[];
  readonly environments: readonly string[];
  /** Other words for an environment: `prod` → `prd`. */
  readonly aliases: Readonly<Record<string, string>>;
}

const TRACE = new Set(['trace', 'tracer']);
const HELP = new Set(['help', 'aide', '?']);
const LANGUAGE = new Set(['language', 'langue']);
const CANCEL = new Set(['cancel', 'annuler', 'annule', 'stop']);
const GREETINGS = new Set(['hi', 'hello', 'hey', 'bonjour', 'bonsoir', 'salut', 'slt', 'bjr', 'coucou']);

/** Near names offered as buttons: a card has six of them at most, one is for help. */
const MAX_CANDIDATES = 5;

/** Names of Kubernetes objects and images look like this; other words are no service names. */
const NAME = /^[a-z0-9][a-z0-9._-]*$/i;

export function understand(text: string, vocabulary: Vocabulary): Understood {
  const words = wordsOf(text);
  const language = languageOf(words);
  const verb = words[0]?.replace(/^\//, '').toLowerCase();
  if (verb === undefined) return { intent: 'unknown', language };

  if (TRACE.has(verb)) return trace(words.slice(1), language, vocabulary);
  if (LANGUAGE.has(verb)) return languageChoice(words[1], language);
  if (CANCEL.has(verb) && words.length === 1) return { intent: 'cancel', language };
  if (HELP.has(verb) && words.length === 1) return { intent: 'help', language };

  const named = trace(words, language, vocabulary);
  if (named.service !== undefined) return named;
  if (GREETINGS.has(verb)) return { intent: 'greeting', language };
  if (named.environment !== undefined && words.length <= 4)
    return { intent: 'trace', language, environment: named.environment };
  if (words.length === 1 && named.candidates !== undefined && named.candidates.length > 0) return named;
  return { intent: 'unknown', language };
}

/** Words as people meant them: Teams sends no-break spaces as entities and keeps invisible characters of pasted text. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll('&nbsp;', ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .split(/[\s\u00a0\u202f]+/)
    .map((word) => (word === '?' ? word : word.replace(/^[«"'“‘`(]+|[»"'”’`),.;:!?]+$/g, '')))
    .filter((word) => word !== '');
}

function trace(words: readonly string[], language: Locale | null, vocabulary: Vocabulary): Understood {
  const environment = words
    .map((word) => environmentOf(word, vocabulary))
    .find((found) => found !== undefined);
  const base = { intent: 'trace', language, ...(environment === undefined ? {} : { environment }) } as const;

  const service = vocabulary.services.find((name) =>
    words.some((word) => word.toLowerCase() === name.toLowerCase()),
  );
  if (service !== undefined) return { ...base, service };

  const unknownName = words.find(
    (word) => NAME.test(word) && environmentOf(word, vocabulary) === undefined && languageOf([word]) === null,
  );
  if (unknownName === undefined) return base;
  return { ...base, unknownName, candidates: nearest(unknownName, vocabulary.services, MAX_CANDIDATES) };
}

function environmentOf(word: string, vocabulary: Vocabulary): string | undefined {
  const wanted = word.toLowerCase();
  const name = vocabulary.aliases[wanted] ?? wanted;
  return vocabulary.environments.find((environment) => environment.toLowerCase() === name.toLowerCase());
}

function languageChoice(word: string | undefined, language: Locale | null): Understood {
  const wanted = word?.toLowerCase();
  if (wanted !== undefined && /^(fr|fran[cç]ais|french)$/.test(wanted))
    return { intent: 'language', language: 'fr', wanted: 'fr' };
  if (wanted !== undefined && /^(en|anglais|english)$/.test(wanted))
    return { intent: 'language', language: 'en', wanted: 'en' };
  return { intent: 'language', language };
}
