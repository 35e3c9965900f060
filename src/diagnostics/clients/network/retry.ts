// One more try for answers that are worth it: throttled, or a server in trouble. Never for a refusal.
import type { ObservationError } from '../../evidence/observed.ts';

/** Longest pause before the second try: a trace has to answer within seconds (facts/kubernetes.md 7.3). */
const longestPauseMs = 1000;
/** Pause where the server names none. */
const shortPauseMs = 200;

export function isWorthRetrying(status: number): boolean {
  return status === 429 || status >= 500;
}

export function pauseBeforeRetry(retryAfter: string | undefined): number {
  const seconds = retryAfterSeconds(retryAfter);
  return seconds === undefined ? shortPauseMs : Math.min(seconds * 1000, longestPauseMs);
}

/** What still fails after the second try. */
export function stillFailing(
  what: string,
  address: string,
  status: number,
  retryAfter: string | undefined,
): ObservationError {
  if (status !== 429) return { kind: 'unreachable', what, address, detail: `the server answers ${status}` };
  return { kind: 'throttled', what, retryAfterSeconds: retryAfterSeconds(retryAfter) };
}

/** Seconds only: none of the systems we read sends the date form. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}
