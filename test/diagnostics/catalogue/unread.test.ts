import { describe, expect, test } from '@jest/globals';
import { unreadText } from '../../../src/diagnostics/catalogue/unread.ts';
import type { ObservationError } from '../../../src/diagnostics/evidence/observed.ts';

const NBSP = '\u00a0';
const what = 'GET /some/request';

const CASES: readonly [ObservationError, string, string][] = [
  [
    { kind: 'denied', what, missing: 'get, list pods' },
    'Refused to this bot, which lacks a right: get, list pods.',
    `Refusé à ce bot, à qui il manque un droit${NBSP}: get, list pods.`,
  ],
  [
    { kind: 'unreachable', what, address: 'registry.example.net' },
    'Not reached from where this bot runs: registry.example.net.',
    `Injoignable depuis l’endroit où tourne ce bot${NBSP}: registry.example.net.`,
  ],
  [{ kind: 'timeout', what, afterMs: 10_000 }, 'No answer within 10 s.', `Aucune réponse en 10${NBSP}s.`],
  [{ kind: 'timeout', what, afterMs: 2_500 }, 'No answer within 2.5 s.', `Aucune réponse en 2,5${NBSP}s.`],
  [
    { kind: 'throttled', what },
    'The system limits the calls of this bot for the moment.',
    'Le système limite pour le moment les appels de ce bot.',
  ],
  [
    { kind: 'throttled', what, retryAfterSeconds: 30 },
    'The system limits the calls of this bot; it takes them again in 30 s.',
    `Le système limite les appels de ce bot${NBSP}; il les accepte de nouveau dans 30${NBSP}s.`,
  ],
  [
    { kind: 'malformed', what, path: 'status.sync' },
    'The answer does not have the expected shape at status.sync.',
    `La réponse n’a pas la forme attendue à cet endroit${NBSP}: status.sync.`,
  ],
  [
    { kind: 'needs', what, key: 'application' },
    'Something else is needed first and could not be read: the Application.',
    `Un autre élément est nécessaire d’abord et n’a pas pu être lu${NBSP}: l’Application.`,
  ],
  [
    { kind: 'needs', what, key: 'ofAnotherVersion' },
    'Something else is needed first and could not be read: ofAnotherVersion.',
    `Un autre élément est nécessaire d’abord et n’a pas pu être lu${NBSP}: ofAnotherVersion.`,
  ],
];

describe('what could not be read', () => {
  test.each(CASES)('%j', (error, en, fr) => {
    expect(unreadText('pods', error, 'en')).toEqual({ what: 'the pods', why: en });
    expect(unreadText('pods', error, 'fr')).toEqual({ what: 'les pods', why: fr });
  });

  test('every kind of error has its sentence', () => {
    expect(new Set(CASES.map(([{ kind }]) => kind))).toEqual(
      new Set(['denied', 'unreachable', 'timeout', 'throttled', 'malformed', 'needs']),
    );
  });
});
