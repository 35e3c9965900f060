// Work that is given up: its limit is told, and its later failure ends nothing.
import { describe, expect, test } from '@jest/globals';
import { startDeadline, untilAborted } from '../../../../src/diagnostics/clients/network/deadline.ts';

describe('untilAborted', () => {
  test('work that ends in time', async () => {
    await expect(untilAborted(Promise.resolve(7), new AbortController().signal)).resolves.toBe(7);
    await expect(
      untilAborted(Promise.reject(new Error('refused')), new AbortController().signal),
    ).rejects.toThrow('refused');
  });

  test('work that is given up on the way', async () => {
    const abort = new AbortController();
    const waiting = untilAborted(new Promise(() => undefined), abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  // An unheard rejection would end the process.
  test.each([
    ['before it started', true],
    ['on the way', false],
  ])('work that fails after it was given up %s', async (_, before) => {
    const unheard: unknown[] = [];
    const listen = (reason: unknown): number => unheard.push(reason);
    process.on('unhandledRejection', listen);
    try {
      const abort = new AbortController();
      if (before) abort.abort(new Error('enough'));
      let fail: (reason: Error) => void = () => undefined;
      const work = new Promise((_resolve, reject) => {
        fail = reject;
      });
      const waiting = untilAborted(work, abort.signal);
      abort.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
      fail(new Error('too late'));
      await new Promise((resolve) => setImmediate(resolve));
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });
});

test('many looks may wait on one caller', async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error): number => warnings.push(name);
  process.on('warning', listen);
  const caller = new AbortController();
  const looks = Array.from({ length: 30 }, () => untilAborted(new Promise(() => undefined), caller.signal));
  const ends = Promise.allSettled(looks);
  await new Promise((resolve) => setImmediate(resolve));
  caller.abort();
  expect((await ends).every(({ status }) => status === 'rejected')).toBe(true);
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

test('a deadline is over with its own clock or with its caller', () => {
  const caller = new AbortController();
  const deadline = startDeadline(caller.signal, 60_000);
  expect(deadline.signal.aborted).toBe(false);
  caller.abort();
  expect(deadline.signal.aborted).toBe(true);
  expect(deadline.expired('the runs')).toMatchObject({ kind: 'timeout', what: 'the runs' });
});
