// Time limits of one look: the caller's signal and our own clock, whichever comes first.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObservationError } from '../../evidence/observed.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** What a look that was given up reports: the real time it took, which is shorter when the caller gave up first. */
  expired(what: string): ObservationError;
}

export function startDeadline(signal: AbortSignal, timeoutMs: number): Deadline {
  const startedAt = performance.now();
  return {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    expired: (what) => ({ kind: 'timeout', what, afterMs: Math.round(performance.now() - startedAt) }),
  };
}

/** For work that takes no signal itself: rejects with the signal's reason, the work goes on unobserved. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined); // nobody is left to hear of a failure after the end: unheard, it would end the process
  signal.throwIfAborted();
  // A signal of its own: many looks wait on one caller, and Node takes an eleventh listener for a leak.
  const own = AbortSignal.any([signal]);
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(own.reason as Error);
    own.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) own.removeEventListener('abort', stop);
  }
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
