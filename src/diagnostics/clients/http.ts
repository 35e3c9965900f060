// What HTTP clients share beside deadlines and transport errors (network/): the failure they throw inside, and a budget of retries.
import type { ObservationError } from '../evidence/observed.ts';

/** Thrown inside a client where a look failed; the edge of the client turns it into an Answer. Anything else thrown is a bug. */
export class ReadFailure extends Error {
  readonly error: ObservationError;

  constructor(error: ObservationError) {
    super(`${error.kind}: ${error.what}`);
    this.name = 'ReadFailure';
    this.error = error;
  }
}

export interface RetryBudget {
  /** True when one more retry may be sent now. */
  take(): boolean;
}

/** At most `perMinute` retries in any minute: a system in trouble is not asked twice as much. */
export function createRetryBudget(perMinute: number, now: () => number): RetryBudget {
  let spent: number[] = [];
  return {
    take() {
      const time = now();
      spent = spent.filter((at) => time - at < 60_000);
      if (spent.length >= perMinute) return false;
      spent.push(time);
      return true;
    },
  };
}
