// Times as a reader expects them: in their own zone, with the date when it is not today.
import type { Locale } from '../../diagnostics/locale.ts';

export interface Reader {
  readonly locale: Locale;
  /** IANA name, as Teams sends it; UTC where it does not. */
  readonly timeZone: string;
}

/** `10:41`, `20 Oct 10:41` or `20 Oct 2025 10:41`; the text itself when it is no time. */
export function readableTime(iso: string, now: string, reader: Reader): string {
  const at = new Date(iso);
  const today = new Date(now);
  if (Number.isNaN(at.getTime()) || Number.isNaN(today.getTime())) return iso;

  const then = partsOf(at, reader);
  const current = partsOf(today, reader);
  const clock = `${then.hour}:${then.minute}`;
  if (then.date === current.date) return clock;
  const day = `${then.day} ${then.month}`;
  return then.year === current.year ? `${day} ${clock}` : `${day} ${then.year} ${clock}`;
}

/** Times inside a text, as its reader expects them. */
export function timesIn(text: string, now: string, reader: Reader): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (iso) => readableTime(iso, now, reader));
}

/** With its date: for a card that is read again days later. */
export function datedTime(iso: string, reader: Reader): string {
  const { year, month, day, hour, minute } = partsOf(new Date(iso), reader);
  return `${day} ${month} ${year} ${hour}:${minute}`;
}

/** A zone name this runtime knows, else UTC. */
export function knownTimeZone(name: string | undefined): string {
  if (name === undefined) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

function partsOf(at: Date, reader: Reader) {
  const format = new Intl.DateTimeFormat(reader.locale === 'fr' ? 'fr-FR' : 'en-GB', {
    timeZone: reader.timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  return { year, month, day, hour, minute, date: `${year} ${month} ${day}` };
}
