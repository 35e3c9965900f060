// An activity of Teams in our own words.
import { describe, expect, test } from '@jest/globals';
import type { Activity } from 'botbuilder';
import { incomingOf, sdkReference } from '../../src/bot/incoming.ts';

function activity(overrides: object = {}): Activity {
  return {
    type: 'message',
    id: '1700000000000',
    text: 'help',
    channelId: 'msteams',
    serviceUrl: 'https://smba.trafficmanager.net/emea/',
    from: { id: '29:person', aadObjectId: 'object-id', name: 'A Person' },
    recipient: { id: '28:app', name: 'maillon' },
    conversation: { id: 'a:chat', conversationType: 'personal', tenantId: 'tenant' },
    locale: 'fr-FR',
    ...overrides,
  } as unknown as Activity;
}

describe('ids', () => {
  test('the same activity has the same id, and only it', () => {
    const ids = [
      activity(),
      activity({ text: 'other' }),
      activity({ id: '2' }),
      activity({ conversation: { id: 'other' } }),
    ].map((one) => incomingOf(one).id);

    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toMatch(/^[0-9a-f]{20}$/);
  });

  test('a person is the same on two devices, and another one in another tenant', () => {
    const people = [
      activity(),
      activity({ from: { id: '29:other-device', aadObjectId: 'object-id' } }),
      activity({ conversation: { id: 'a:chat', tenantId: 'other' } }),
    ].map((one) => incomingOf(one).person);

    expect(people[0]).toBe(people[1]);
    expect(people[0]).not.toBe(people[2]);
  });
});

test('the reference names the place and no person', () => {
  const { reference } = incomingOf(activity());

  expect(reference).toEqual({
    serviceUrl: 'https://smba.trafficmanager.net/emea/',
    channelId: 'msteams',
    bot: { id: '28:app', name: 'maillon' },
    conversation: { id: 'a:chat', conversationType: 'personal', tenantId: 'tenant' },
  });
  expect(sdkReference(reference).conversation?.id).toBe('a:chat');
});

test.each([
  [
    'of the client',
    { entities: [{ type: 'clientInfo', timezone: 'Europe/Paris' }], localTimezone: 'Asia/Tokyo' },
    'Europe/Paris',
  ],
  ['of the activity', { localTimezone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
  ['nobody knows', { localTimezone: 'Mars/Olympus' }, 'UTC'],
  ['none', { entities: null }, 'UTC'],
])('the time zone %s', (_, overrides, expected) => {
  expect(incomingOf(activity(overrides)).timeZone).toBe(expected);
});

describe('buttons', () => {
  const data = { v: 1, service: 'orders', subject: 'in-cluster/argocd/orders-prd', again: 1, locale: 'fr' };

  test.each([
    ['Action.Execute', { value: { action: { type: 'Action.Execute', verb: 'trace', data } } }],
    ['Action.Submit', { value: { ...data, verb: 'trace' } }],
  ])('%s', (_, overrides) => {
    expect(incomingOf(activity({ replyToId: 'card-1', ...overrides }))).toMatchObject({
      choice: { service: 'orders', subject: 'in-cluster/argocd/orders-prd', again: true },
      choiceLocale: 'fr',
      pressed: 'card-1',
    });
  });

  test.each([
    ['another version', { ...data, v: 2 }],
    ['no service', { ...data, service: '' }],
    ['a name nobody has', { ...data, service: 'x'.repeat(300) }],
    ['another type', { ...data, service: { $gt: '' } }],
    ['another language', { ...data, locale: 'de' }],
    ['a string', 'orders'],
  ])('%s is no choice', (_, value) => {
    expect(incomingOf(activity({ value }))).toMatchObject({ choice: null, pressed: null });
  });
});
