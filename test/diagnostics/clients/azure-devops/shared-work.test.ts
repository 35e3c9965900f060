// Shared work: once for all who wait, stopped when nobody does.
import { describe, expect, test } from '@jest/globals';
import { createSharedWork } from '../../../../src/diagnostics/clients/azure-devops/shared-work.ts';
import { never } from './service.ts';

function stoppable() {
  const started: AbortSignal[] = [];
  const run = (stop: AbortSignal) => {
    started.push(stop);
    return new Promise<string>((_resolve, reject) => {
      stop.addEventListener('abort', () => reject(new Error('stopped')));
    });
  };
  return { started, run };
}

describe('shared work', () => {
  test('runs once, and its result is kept', async () => {
    const share = createSharedWork<number>({ keep: true });
    let runs = 0;
    const run = () => Promise.resolve((runs += 1));
    expect(await Promise.all([share('a', run, never), share('a', run, never)])).toEqual([1, 1]);
    expect(await share('a', run, never)).toBe(1);
    expect(await share('b', run, never)).toBe(2);
  });

  test('a failure is for those who waited, not for the next', async () => {
    const share = createSharedWork<number>({ keep: true });
    const fail = () => Promise.reject(new Error('no'));
    await expect(Promise.all([share('a', fail, never), share('a', fail, never)])).rejects.toThrow('no');
    expect(await share('a', () => Promise.resolve(2), never)).toBe(2);
  });

  test('stops with the last who waits', async () => {
    const share = createSharedWork<string>({ keep: true });
    const { started, run } = stoppable();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [share('a', run, first.signal), share('a', run, second.signal)];
    first.abort();
    await expect(waiting[0]).rejects.toThrow('aborted');
    expect(started[0]?.aborted).toBe(false);
    second.abort();
    await expect(waiting[1]).rejects.toThrow('aborted');
    expect(started[0]?.aborted).toBe(true);
    expect(await share('a', () => Promise.resolve('again'), never)).toBe('again');
  });

  test('does not start for one who has already given up', async () => {
    const share = createSharedWork<string>({ keep: true });
    const { started, run } = stoppable();
    await expect(share('a', run, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(started).toEqual([]);
  });

  test('is forgotten with its end where nothing is kept', async () => {
    const share = createSharedWork<number>({ keep: false });
    let runs = 0;
    const run = () => Promise.resolve((runs += 1));
    const { signal } = new AbortController();

    const together = await Promise.all([share('a', run, signal), share('a', run, signal)]);
    const later = await share('a', run, signal);

    expect(together).toEqual([1, 1]);
    expect(later).toBe(2);
  });
});
