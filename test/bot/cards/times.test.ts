import { expect, test } from '@jest/globals';
import { datedTime, knownTimeZone, readableTime, timesIn } from '../../../src/bot/cards/times.ts';

const PARIS_FR = { locale: 'fr', timeZone: 'Europe/Paris' } as const;
const PARIS_EN = { locale: 'en', timeZone: 'Europe/Paris' } as const;
const TOKYO = { locale: 'en', timeZone: 'Asia/Tokyo' } as const;

test.each([
  ['today', '2026-03-12T09:41:00Z', PARIS_FR, '10:41'],
  ['today, though it was yesterday in UTC', '2026-03-11T23:30:00Z', PARIS_FR, '00:30'],
  ['yesterday', '2026-03-11T09:41:00Z', PARIS_FR, '11 mars 10:41'],
  ['yesterday in English', '2026-03-11T09:41:00Z', PARIS_EN, '11 Mar 10:41'],
  ['tomorrow, there', '2026-03-12T16:00:00Z', TOKYO, '13 Mar 01:00'],
  ['another year', '2025-12-31T09:41:00Z', PARIS_EN, '31 Dec 2025 10:41'],
  ['after the change of the clocks', '2026-07-01T09:41:00Z', PARIS_EN, '1 Jul 11:41'],
  ['midnight', '2026-03-11T23:00:00Z', PARIS_EN, '00:00'],
  ['no time', 'whenever', PARIS_EN, 'whenever'],
])('%s', (_, iso, reader, expected) => {
  expect(readableTime(iso, '2026-03-12T09:52:00Z', reader)).toBe(expected);
});

test('a dated time always has its date', () => {
  expect(datedTime('2026-03-12T09:41:00Z', PARIS_FR)).toBe('12 mars 2026 10:41');
});

test('times inside a text are told in the zone of the reader', () => {
  const text = 'Seen by 2026-03-12T09:55:00Z, window opens 2026-03-13T06:00:00.123Z; tag 20260312.3 stays.';

  expect(timesIn(text, '2026-03-12T09:52:00Z', PARIS_EN)).toBe(
    'Seen by 10:55, window opens 13 Mar 07:00; tag 20260312.3 stays.',
  );
});

test.each([
  ['Europe/Paris', 'Europe/Paris'],
  ['Mars/Olympus', 'UTC'],
  [undefined, 'UTC'],
])('the zone %s is taken as %s', (name, expected) => {
  expect(knownTimeZone(name)).toBe(expected);
});
