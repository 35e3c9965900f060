// Moves all times of a case by the same span, wherever they stand: fields, log lines, messages, headers, run numbers.
import type { CaseDocument } from '../document.ts';
import { listAt, textAt } from '../document.ts';
import { seededNumber } from '../seeded.ts';

export interface Span {
  readonly days: number;
  readonly minutes: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Windows that open by the clock keep their meaning only when the hour and the day of the week stay. */
export function chosenSpan(document: CaseDocument, seed: string): Span {
  const weeks = 1 + seededNumber(seed, 'weeks', 40);
  if (hasSyncWindows(document)) return { days: 7 * weeks, minutes: 0 };
  return { days: 1 + seededNumber(seed, 'days', 300), minutes: 1 + seededNumber(seed, 'minutes', 1438) };
}

function hasSyncWindows(document: CaseDocument): boolean {
  return listAt(document, 'estate', 'kubernetes', 'clusters')
    .flatMap((cluster) => listAt(cluster, 'objects'))
    .some(
      (object) => textAt(object, 'kind') === 'AppProject' && listAt(object, 'spec', 'syncWindows').length > 0,
    );
}

/** 2026-10-20T09:00:00(.123)Z, 2026-10-20 09:00:00 +0000 UTC: the same digits, later. */
const ISO = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/g;
/** 20/Oct/2026:09:09:29 of access logs. */
const ACCESS_LOG = /\b(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d)\b/g;
/** Tue, 20 Oct 2026 08:53:10 GMT of HTTP headers. */
const HTTP_DATE = /\b[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT\b/g;
/** 2026-10-20 alone. */
const DATE = /(?<![\d-])\d{4}-\d\d-\d\d(?![\d-]|[T ]\d\d:)/g;
/** 20261020.3, the number of a run. */
const RUN_NUMBER = /\b(20\d\d)(\d\d)(\d\d)(?=\.\d{1,3}\b)/g;

export function shifted(text: string, span: Span): string {
  const days = span.days * DAY_MS;
  const all = days + span.minutes * MINUTE_MS;
  return text
    .replace(DATE, (day) => moved(`${day}T00:00:00Z`, days, day).slice(0, 10))
    .replace(ISO, (time) => {
      const later = moved(`${time.replace(' ', 'T')}Z`, all, time);
      return time.charAt(10) === ' ' ? later.replace('T', ' ') : later;
    })
    .replace(ACCESS_LOG, (found, day: string, month: string, year: string, time: string) => {
      const later = parts(`${year}-${monthNumber(month)}-${day}T${time}Z`, all);
      return later === null ? found : `${later.day}/${later.month}/${later.year}:${later.time}`;
    })
    .replace(HTTP_DATE, (found, day: string, month: string, year: string, time: string) => {
      const start = Date.parse(`${year}-${monthNumber(month)}-${day}T${time}Z`);
      return Number.isNaN(start) ? found : new Date(start + all).toUTCString();
    })
    .replace(RUN_NUMBER, (found, year: string, month: string, day: string) => {
      return moved(`${year}-${month}-${day}T00:00:00Z`, days, found).slice(0, 10).replaceAll('-', '');
    });
}

/** The first 19 characters, as the text had them. */
function moved(iso: string, by: number, otherwise: string): string {
  const start = Date.parse(iso);
  return Number.isNaN(start) ? otherwise : new Date(start + by).toISOString().slice(0, 19);
}

function parts(iso: string, by: number): { day: string; month: string; year: string; time: string } | null {
  const start = Date.parse(iso);
  if (Number.isNaN(start)) return null;
  const later = new Date(start + by).toISOString();
  const month = MONTHS[Number(later.slice(5, 7)) - 1] ?? '';
  return { day: later.slice(8, 10), month, year: later.slice(0, 4), time: later.slice(11, 19) };
}

function monthNumber(name: string): string {
  return String(MONTHS.indexOf(name) + 1).padStart(2, '0');
}
