// What holds for every card, in both languages.
import { describe, expect, test } from '@jest/globals';
import type { AdaptiveCard } from '../../../src/bot/cards/elements.ts';
import { helpCard } from '../../../src/bot/cards/help-card.ts';
import {
  alreadyTracedCard,
  cancelledCard,
  directoryUnreadCard,
  errorWords,
  failedCard,
  languageCard,
  traceStoppedCard,
} from '../../../src/bot/cards/notice-cards.ts';
import { whichApplicationCard, whichServiceCard } from '../../../src/bot/cards/question-cards.ts';
import { traceCard } from '../../../src/bot/cards/trace-card.ts';
import type { Locale } from '../../../src/diagnostics/locale.ts';
import { LOCALES } from '../../../src/diagnostics/locale.ts';
import { wordsOf } from '../support/bot.ts';
import { subject } from '../support/fakes.ts';
import { sampleReport, TAKEN_AT } from '../support/sample-report.ts';
import { HAS_OFFICIAL_SCHEMA, officialErrors, problemsOf } from './schema.ts';

const ORDERS = subject('orders', 'prd');
const SERVICES = ['orders', 'billing', 'search', 'web', 'mail', 'auth', 'jobs', 'cache'];
const SUBJECTS = ['dev', 'rec', 'prd', 'a', 'b', 'c', 'd', 'e'].map((name) => subject('orders', name));
const DENIED = { kind: 'denied', what: 'Applications', missing: 'list applications.argoproj.io' } as const;

const CARDS: Readonly<Record<string, (locale: Locale) => AdaptiveCard>> = {
  help: (locale) => helpCard('asked', SERVICES, locale),
  'help without services': (locale) => helpCard('greeting', [], locale),
  'not understood': (locale) => helpCard('notUnderstood', SERVICES, locale),
  'which service': (locale) => whichServiceCard({ unknownName: null, candidates: SERVICES }, locale),
  'unknown service': (locale) =>
    whichServiceCard({ unknownName: '**x**\u202e', candidates: ['orders'] }, locale),
  'no service': (locale) => whichServiceCard({ unknownName: 'x', candidates: [] }, locale),
  'which Application': (locale) =>
    whichApplicationCard({ service: 'orders', noneIn: 'staging', subjects: SUBJECTS }, locale),
  'directory unread': (locale) => directoryUnreadCard(DENIED, locale),
  'trace stopped': (locale) => traceStoppedCard(ORDERS, 'abc123', locale),
  failed: (locale) => failedCard(locale),
  'already traced': (locale) => alreadyTracedCard(ORDERS, 12, locale),
  language: (locale) => languageCard(locale, locale),
  'which language': (locale) => languageCard(null, locale),
  cancelled: (locale) => cancelledCard(true, locale),
  'nothing to cancel': (locale) => cancelledCard(false, locale),
  'trace running': (locale) => traceCard(traceView(locale, false), { locale, timeZone: 'UTC' }),
  'trace finished': (locale) => traceCard(traceView(locale, true), { locale, timeZone: 'UTC' }),
};

function traceView(locale: Locale, isOver: boolean) {
  const report = isOver ? sampleReport(5, { locale }) : null;
  return { subject: ORDERS, change: null, links: [], report, now: TAKEN_AT };
}

describe.each(Object.entries(CARDS))('%s', (_, cardIn) => {
  test.each(LOCALES)('is a card Teams takes (%s)', (locale) => {
    const card = cardIn(locale);

    expect(problemsOf(card)).toEqual([]);
    expect(card.lang).toBe(locale);
  });

  (HAS_OFFICIAL_SCHEMA ? test.each(LOCALES) : test.skip.each(LOCALES))(
    'fits the official schema (%s)',
    (locale) => {
      expect(officialErrors(cardIn(locale))).toEqual([]);
    },
  );

  test('has French typography and no places left open', () => {
    const french = wordsOf(cardIn('fr'));

    expect(french).not.toMatch(/[^\u00a0] ?[;:?!](?=\s|$)/);
    expect(french).not.toMatch(/«(?!\u00a0)|(?<!\u00a0)»|'/);
    expect(french + wordsOf(cardIn('en'))).not.toMatch(/\{\w+\}/);
  });
});

test('a question with more answers than buttons says so', () => {
  const card = whichApplicationCard({ service: 'orders', noneIn: null, subjects: SUBJECTS }, 'en');

  expect(card.actions).toHaveLength(6);
  expect(wordsOf(card)).toContain('2 more: type the name.');
});

test.each([
  [DENIED, 'Applications: refused, missing right: list applications.argoproj.io'],
  [
    { kind: 'unreachable', what: 'Argo CD', address: 'https://a.test' },
    'Argo CD: no answer from https://a.test',
  ],
  [{ kind: 'timeout', what: 'Argo CD', afterMs: 900 }, 'Argo CD: no answer within 900 ms'],
  [{ kind: 'throttled', what: 'Argo CD' }, 'Argo CD: too many requests, try again shortly'],
  [{ kind: 'malformed', what: 'Argo CD', path: 'items[0]' }, 'Argo CD: unexpected answer at items[0]'],
  [{ kind: 'needs', what: 'Argo CD', key: 'cluster' }, 'Argo CD: needs cluster first'],
] as const)('an error names the missing right or address: %j', (error, expected) => {
  expect(errorWords(error, 'en')).toBe(expected);
});
