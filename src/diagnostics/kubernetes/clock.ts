// Times as the systems write them (ISO 8601 UTC), and the seconds between them.

export function millis(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const value = Date.parse(time);
  return Number.isNaN(value) ? undefined : value;
}

/** Undefined when the time is not known: an unknown age proves nothing. */
export function secondsSince(time: string | undefined, now: Date): number | undefined {
  const then = millis(time);
  return then === undefined ? undefined : (now.getTime() - then) / 1000;
}

/** Of a time that a date can hold. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** The farthest time from 1970 that a date can hold (ECMA-262, 21.4.1.1). */
const MAX_MS = 8.64e15;

/** A time that cannot be read stays as it is, and so does one that no date can hold. */
export function plusSeconds(time: string, seconds: number): string {
  const later = (millis(time) ?? Number.NaN) + seconds * 1000;
  return Math.abs(later) <= MAX_MS ? isoTime(later) : time;
}

export function earliest(times: readonly (string | undefined)[]): string | undefined {
  return inOrder(times)[0];
}

export function latest(times: readonly (string | undefined)[]): string | undefined {
  return inOrder(times).at(-1);
}

function inOrder(times: readonly (string | undefined)[]): string[] {
  return times
    .filter((time): time is string => millis(time) !== undefined)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
}
