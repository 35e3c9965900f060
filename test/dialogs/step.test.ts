import { describe, expect, test } from '@jest/globals';
import { dialogStateSchema, FRESH } from '../../src/dialogs/state.ts';
import type { DialogState } from '../../src/dialogs/state.ts';
import type { Input } from '../../src/dialogs/step.ts';
import { nameWanted, step } from '../../src/dialogs/step.ts';
import type { Subject } from '../../src/dialogs/subject.ts';
import { subjectKey } from '../../src/dialogs/subject.ts';
import type { Understood } from '../../src/dialogs/understand.ts';

const NOW = new Date('2026-03-12T09:50:00Z');
const SERVICES = ['orders', 'billing', 'search'];

function subject(service: string, environment: string): Subject {
  const application = `${service}-${environment}`;
  return { service, application, applicationNamespace: 'argocd', cluster: 'in-cluster', environment };
}
const ORDERS = subject('orders', 'prd');
const BILLING_PRD = subject('billing', 'prd');
const BILLING_DEV = subject('billing', 'dev');

function said(words: Partial<Understood>, found: readonly Subject[] = [], more: Partial<Input> = {}): Input {
  const asked = { kind: 'words', words: { intent: 'trace', language: null, ...words } } as const;
  return { id: 'turn-1', asked, found, services: SERVICES, unread: null, now: NOW, ...more };
}

function pressed(
  choice: { service: string; subject?: string; again?: boolean },
  found: readonly Subject[],
  more: Partial<Input> = {},
): Input {
  const asked = { kind: 'choice', choice: { again: false, ...choice } } as const;
  return { id: 'turn-1', asked, found, services: SERVICES, unread: null, now: NOW, ...more };
}

function at(place: DialogState['place'], more: Partial<DialogState> = {}): DialogState {
  return { ...FRESH, place, ...more };
}

describe('a trace', () => {
  test('of a service with one Application starts', () => {
    const { state, effects } = step(FRESH, said({ service: 'orders' }, [ORDERS]));

    expect(effects).toEqual([{ type: 'trace', trace: 'turn-1', subject: ORDERS }]);
    expect(state).toEqual({
      place: { name: 'idle' },
      service: 'orders',
      recent: [{ subject: subjectKey(ORDERS), trace: 'turn-1', at: NOW.toISOString() }],
    });
  });

  test('of a service with several asks which', () => {
    const { state, effects } = step(FRESH, said({ service: 'billing' }, [BILLING_PRD, BILLING_DEV]));

    expect(effects).toEqual([
      { type: 'whichApplication', service: 'billing', noneIn: null, subjects: [BILLING_PRD, BILLING_DEV] },
    ]);
    expect(state.place).toEqual({ name: 'choosingApplication', service: 'billing' });
  });

  test('with an environment takes that one', () => {
    const input = said({ service: 'billing', environment: 'dev' }, [BILLING_PRD, BILLING_DEV]);

    expect(step(FRESH, input).effects).toEqual([{ type: 'trace', trace: 'turn-1', subject: BILLING_DEV }]);
  });

  test('in an environment that has none says so and offers the others', () => {
    const { effects } = step(FRESH, said({ service: 'orders', environment: 'dev' }, [ORDERS]));

    expect(effects).toEqual([
      { type: 'whichApplication', service: 'orders', noneIn: 'dev', subjects: [ORDERS] },
    ]);
  });

  test('of an unknown name offers the near ones, or the first services', () => {
    const near = step(FRESH, said({ unknownName: 'ordres', candidates: ['orders'] }));
    const none = step(FRESH, said({ unknownName: 'payments', candidates: [] }));

    expect(near.effects).toEqual([{ type: 'whichService', unknownName: 'ordres', candidates: ['orders'] }]);
    expect(none.effects).toEqual([{ type: 'whichService', unknownName: 'payments', candidates: SERVICES }]);
  });

  test('of the name of an Application is no unknown name', () => {
    const { effects } = step(FRESH, said({ unknownName: 'orders-prd', candidates: ['orders'] }, [ORDERS]));

    expect(effects).toEqual([{ type: 'trace', trace: 'turn-1', subject: ORDERS }]);
  });

  test('of nothing asks which service, the last one first', () => {
    const { state, effects } = step({ ...FRESH, service: 'search' }, said({}));

    expect(effects).toEqual([
      { type: 'whichService', unknownName: null, candidates: ['search', 'orders', 'billing'] },
    ]);
    expect(state.place).toEqual({ name: 'choosingService', environment: null });
  });

  test('when the directory cannot be read says so, and the question stays open', () => {
    const unread = { kind: 'timeout', what: 'Argo CD', afterMs: 9 } as const;
    const place = { name: 'choosingService', environment: 'prd' } as const;
    const { state, effects } = step(at(place), said({ service: 'orders' }, [], { unread }));

    expect(effects).toEqual([{ type: 'directoryUnread', error: unread }]);
    expect(state.place).toEqual(place);
  });
});

describe('the same trace again', () => {
  const before = (secondsAgo: number): DialogState => ({
    ...FRESH,
    recent: [
      {
        subject: subjectKey(ORDERS),
        trace: 'old',
        at: new Date(NOW.getTime() - secondsAgo * 1000).toISOString(),
      },
    ],
  });

  test.each([
    ['29 s later', 29, 'alreadyTraced'],
    ['30 s later', 30, 'trace'],
  ])('typed %s', (_, secondsAgo, type) => {
    expect(step(before(secondsAgo), said({ service: 'orders' }, [ORDERS])).effects[0]?.type).toBe(type);
  });

  test.each([
    ['a double click', 2, 'alreadyTraced'],
    ['on purpose', 3, 'trace'],
  ])('pressed to check again: %s', (_, secondsAgo, type) => {
    const input = pressed({ service: 'orders', subject: subjectKey(ORDERS), again: true }, [ORDERS]);

    expect(step(before(secondsAgo), input).effects[0]?.type).toBe(type);
  });

  test('another Application is another trace', () => {
    const { state, effects } = step(before(1), said({ service: 'billing' }, [BILLING_PRD]));

    expect(effects[0]?.type).toBe('trace');
    expect(state.recent.map(({ trace }) => trace)).toEqual(['turn-1', 'old']);
  });
});

describe('an answer', () => {
  const choosing = at({ name: 'choosingApplication', service: 'billing' }, { service: 'orders' });

  test('to "which Application": the environment means the service that was asked about', () => {
    const asked = said({ environment: 'dev' }).asked;

    expect(nameWanted(choosing, asked)).toBe('billing');
    expect(step(choosing, said({ environment: 'dev' }, [BILLING_PRD, BILLING_DEV])).effects).toEqual([
      { type: 'trace', trace: 'turn-1', subject: BILLING_DEV },
    ]);
  });

  test('to "which service": the environment said before holds', () => {
    const place = at({ name: 'choosingService', environment: 'dev' });
    const { effects } = step(place, said({ service: 'billing' }, [BILLING_PRD, BILLING_DEV]));

    expect(effects).toEqual([{ type: 'trace', trace: 'turn-1', subject: BILLING_DEV }]);
  });

  test('pressed: the subject is looked up again', () => {
    const choice = { service: 'billing', subject: subjectKey(BILLING_DEV) };

    expect(step(FRESH, pressed(choice, [BILLING_PRD, BILLING_DEV])).effects).toEqual([
      { type: 'trace', trace: 'turn-1', subject: BILLING_DEV },
    ]);
    expect(step(FRESH, pressed(choice, [BILLING_PRD])).effects[0]?.type).toBe('whichApplication');
    expect(step(FRESH, pressed(choice, [])).effects).toEqual([
      { type: 'whichService', unknownName: 'billing', candidates: SERVICES },
    ]);
  });

  test('another command replaces the question', () => {
    expect(step(choosing, said({ service: 'orders' }, [ORDERS])).state.place).toEqual({ name: 'idle' });
    expect(step(choosing, said({ intent: 'help' })).state.place).toEqual({ name: 'idle' });
  });

  test.each([
    ['with a question open', choosing, true],
    ['with none', FRESH, false],
  ])('cancel %s', (_, state, something) => {
    const next = step(state, said({ intent: 'cancel' }));

    expect(next.effects).toEqual([{ type: 'cancelled', something }]);
    expect(next.state.place).toEqual({ name: 'idle' });
  });
});

test('only an environment means the service of the conversation', () => {
  expect(nameWanted({ ...FRESH, service: 'orders' }, said({ environment: 'dev' }).asked)).toBe('orders');
  expect(nameWanted(FRESH, said({ environment: 'dev' }).asked)).toBeNull();
});

test.each([
  ['help', 'asked'],
  ['greeting', 'greeting'],
  ['unknown', 'notUnderstood'],
] as const)('%s gets help with services to press', (intent, reason) => {
  expect(step(FRESH, said({ intent })).effects).toEqual([{ type: 'help', reason, services: SERVICES }]);
});

test('a language is chosen, or asked for', () => {
  expect(step(FRESH, said({ intent: 'language', wanted: 'fr' })).effects).toEqual([
    { type: 'language', chosen: 'fr' },
  ]);
  expect(step(FRESH, said({ intent: 'language' })).effects).toEqual([{ type: 'language', chosen: null }]);
});

test('every state survives being stored', () => {
  const states = [
    FRESH,
    step(FRESH, said({ service: 'billing' }, [BILLING_PRD, BILLING_DEV])).state,
    step(FRESH, said({ environment: 'prd' })).state,
    step(FRESH, said({ service: 'orders' }, [ORDERS])).state,
  ];

  for (const state of states)
    expect(dialogStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
});
