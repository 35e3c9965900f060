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

export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

export function plusSeconds(time: string, seconds: number): string {
  const then = millis(time);
  return then === undefined ? time : isoTime(then + seconds * 1000);
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
