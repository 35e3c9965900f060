// What the bot does when the connector refuses, throttles or does not tell.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestBot } from './support/bot.ts';
import { cardOf, startTestBot, until } from './support/bot.ts';
import { fakeTracer } from './support/fakes.ts';

let bot: TestBot;
const tracer = fakeTracer();

beforeEach(async () => {
  tracer.orders.length = 0;
  bot = await startTestBot({ tracer });
});

afterEach(async () => {
  await bot.stop();
});

function lastCard(): string {
  return cardOf(bot.connector.posted.at(-1));
}

describe('a new message', () => {
  test('that was throttled is sent again, once', async () => {
    bot.connector.refusals.push(429);

    await bot.say('help');

    expect(bot.connector.posted).toHaveLength(1);
    expect(lastCard()).toContain('maillon finds');
  });

  test.each([500, 502, 503, 504, 408])(
    'is not sent again after %i, nor is another one in its place',
    async (status) => {
      bot.connector.refusals.push(status);

      const answer = await bot.say('help');

      expect(answer.status).toBe(200);
      expect(bot.connector.posted).toEqual([]);
      expect(bot.connector.refusals).toEqual([]);
    },
  );

  test('whose answer was lost is not sent again', async () => {
    bot.connector.refusals.push(0);

    await bot.say('help');

    expect(bot.connector.posted).toHaveLength(1);
  });
});

describe('the card of a trace', () => {
  test('runs on though its first card was refused, and its next event sends one', async () => {
    bot.connector.refusals.push(502);

    await bot.say('/trace orders');
    await until(() => lastCard().includes('GT0501'));

    expect(bot.connector.posted.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(tracer.orders).toHaveLength(1);
  });

  test.each([429, 412, 502, 503, 504])('is updated again after %i', async (status) => {
    tracer.beforeLink = (link) => {
      if (link === 8) bot.connector.refusals.push(status);
      return Promise.resolve();
    };

    await bot.say('/trace orders');
    await until(() => lastCard().includes('GT0501'));

    expect(bot.connector.refusals).toEqual([]);
    tracer.beforeLink = () => Promise.resolve();
  });

  test.each([403, 404, 413])('is not updated again after %i, and the bot lives on', async (status) => {
    tracer.beforeLink = (link) => {
      if (link === 8) bot.connector.refusals.push(status);
      return Promise.resolve();
    };

    await bot.say('/trace orders');
    await until(() => bot.connector.refusals.length === 0);
    tracer.beforeLink = () => Promise.resolve();
    await bot.say('help');

    expect(lastCard()).toContain('maillon finds');
  });
});
