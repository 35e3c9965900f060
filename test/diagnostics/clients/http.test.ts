// The budget of retries, and the failure clients throw inside.
import { describe, expect, test } from '@jest/globals';
import { ReadFailure, createRetryBudget } from '../../../src/diagnostics/clients/http.ts';

describe('retry budget', () => {
  test('so many in any minute', () => {
    let now = 0;
    const budget = createRetryBudget(2, () => now);
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
    now = 59_999;
    expect(budget.take()).toBe(false);
    now = 60_000;
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
  });
});

describe('read failure', () => {
  test('carries the error and names it', () => {
    const failure = new ReadFailure({ kind: 'timeout', what: 'x', afterMs: 3 });
    expect(failure).toMatchObject({ name: 'ReadFailure', message: 'timeout: x', error: { afterMs: 3 } });
  });
});
