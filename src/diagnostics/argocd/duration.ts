// Durations as Argo CD writes them (Go: `1h30m`, `180s`, `3m`), in seconds.

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Null when the text is no duration. A bare number counts as seconds, as the controller reads its environment. */
export function durationSeconds(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed);
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(trimmed)) return null;
  let total = 0;
  for (const [, amount, unit] of trimmed.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    total += Number(amount) * (UNIT_SECONDS[unit ?? ''] ?? 0);
  }
  return total;
}

export function addSeconds(time: string | Date, seconds: number): Date {
  return new Date(new Date(time).getTime() + seconds * 1000);
}

export function secondsBetween(from: string | Date, to: string | Date): number {
  return (new Date(to).getTime() - new Date(from).getTime()) / 1000;
}

/** ISO 8601 UTC without milliseconds, as every other time of the evidence; a time that is none stays visible as `?`. */
export function isoTime(time: Date): string {
  return Number.isNaN(time.getTime()) ? '?' : time.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
