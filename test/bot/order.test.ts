// What keeps turns in order and card updates apart.
import { describe, expect, jest, test } from '@jest/globals';
import { pace } from '../../src/bot/pacing.ts';
import { serial } from '../../src/bot/serial.ts';

describe('serial', () => {
  test('one at a time per key, in order, also after a failure', async () => {
    const oneAtATime = serial();
    const log: string[] = [];
    const act = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, ms));
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
    };

    const all = await Promise.allSettled([
      oneAtATime('chat', act('a', 20)),
      oneAtATime('chat', act('b', 1)),
      oneAtATime('chat', act('c', 1)),
      oneAtATime('other', act('x', 1)),
    ]);

    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(log.filter((line) => !line.startsWith('x'))).toEqual([
      'a begins',
      'a ends',
      'b begins',
      'b ends',
      'c begins',
      'c ends',
    ]);
    expect(log.indexOf('x ends')).toBeLessThan(log.indexOf('a ends'));
  });
});

describe('pace', () => {
  function paced() {
    jest.useFakeTimers();
    const shown: { name: string; at: number }[] = [];
    const errors: unknown[] = [];
    const start = Date.now();
    const draw = (name: string) => () => {
      shown.push({ name, at: Date.now() - start });
      return name === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve();
    };
    const updates = pace({ gapMs: 1500, now: () => Date.now(), onError: (error) => errors.push(error) });
    return { updates, draw, shown, errors };
  }

  test('the newest card wins, one every gap', async () => {
    const { updates, draw, shown } = paced();

    updates.offer(draw('one'));
    await jest.advanceTimersByTimeAsync(400);
    updates.offer(draw('two'));
    await jest.advanceTimersByTimeAsync(1200);
    updates.offer(draw('three'));
    updates.offer(draw('four'));
    await jest.advanceTimersByTimeAsync(2000);

    expect(shown).toEqual([
      { name: 'two', at: 1500 },
      { name: 'four', at: 3000 },
    ]);
    jest.useRealTimers();
  });

  test('a short trace shows its last card at once', async () => {
    const { updates, draw, shown } = paced();

    updates.offer(draw('one'));
    await jest.advanceTimersByTimeAsync(300);
    await updates.last(draw('last'));
    await jest.advanceTimersByTimeAsync(5000);

    expect(shown).toEqual([{ name: 'last', at: 300 }]);
    jest.useRealTimers();
  });

  test('the last card keeps the gap to an update before it', async () => {
    const { updates, draw, shown } = paced();

    updates.offer(draw('one'));
    await jest.advanceTimersByTimeAsync(1600);
    const last = updates.last(draw('last'));
    await jest.advanceTimersByTimeAsync(3000);
    await last;

    expect(shown).toEqual([
      { name: 'one', at: 1500 },
      { name: 'last', at: 3000 },
    ]);
    jest.useRealTimers();
  });

  test('an update that fails is told, and the last one still comes', async () => {
    const { updates, draw, shown, errors } = paced();

    updates.offer(draw('bad'));
    await jest.advanceTimersByTimeAsync(1600);
    const last = updates.last(draw('last'));
    await jest.advanceTimersByTimeAsync(3000);
    await last;

    expect(errors).toHaveLength(1);
    expect(shown.map(({ name }) => name)).toEqual(['bad', 'last']);
    jest.useRealTimers();
  });
});
