// The conversation over HTTP: activities in, what the connector gets out.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { unanswered } from '../../src/diagnostics/evidence/observed.ts';
import { subjectKey } from '../../src/dialogs/subject.ts';
import type { TestBot } from './support/bot.ts';
import { cardOf, startTestBot, until } from './support/bot.ts';
import type { FakeTracer } from './support/fakes.ts';
import { fakeDirectory, fakeTracer, subject } from './support/fakes.ts';

const ORDERS = subject('orders', 'prd');
const BILLING = [subject('billing', 'prd'), subject('billing', 'dev')];

let tracer: FakeTracer;
let bot: TestBot;
let clock: number;

beforeEach(async () => {
  tracer = fakeTracer();
  clock = Date.parse('2026-03-12T09:50:00Z');
  const directory = fakeDirectory([ORDERS, ...BILLING]);
  bot = await startTestBot({ tracer, directory, now: () => new Date(clock) });
});

afterEach(async () => {
  await bot.stop();
});

function cards(): readonly string[] {
  return bot.connector.posted.map(cardOf);
}

async function untilConcluded(count = 1): Promise<void> {
  await until(() => cards().filter((words) => words.includes('GT0501')).length === count);
}

describe('a trace', () => {
  test('is one message, updated in place until the conclusion', async () => {
    const answer = await bot.say('/trace orders');
    await untilConcluded();

    const { posted } = bot.connector;
    expect(answer).toEqual({ status: 200, body: '' });
    expect(posted.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(new Set(posted.map(({ id }) => id))).toEqual(new Set(['message-1']));
    expect(cards()[0]).toContain('checking, 0 of 8');
    expect(cards().at(-1)).toContain('Broken link 5');
    expect(posted.at(-1)?.activity.summary).toContain('Broken link 5');
  });

  test('is answered before it ends', async () => {
    let letGo: () => void = () => undefined;
    tracer.beforeLink = () => new Promise((resolve) => (letGo = resolve));

    const answer = await bot.say('/trace orders');

    expect(answer.status).toBe(200);
    expect(cards()).toHaveLength(1);
    tracer.beforeLink = () => Promise.resolve();
    await until(() => tracer.orders.length === 1);
    letGo();
    await untilConcluded();
  });

  test('shows the links as they are judged', async () => {
    tracer.beforeLink = (link) => new Promise((resolve) => setTimeout(resolve, link === 4 ? 150 : 0));

    await bot.say('/trace orders');
    await untilConcluded();

    expect(cards()[1]).toContain('checking, 3 of 8');
  });

  test.each([
    ['a mention with an entity space', '<at>maillon</at>&nbsp;/trace orders'],
    ['a no-break space', '<at>maillon</at>\u00a0trace\u00a0orders'],
    ['no slash and a capital', '<at>maillon</at> Trace ORDERS\n'],
    ['the French verb', '<at>maillon</at> tracer orders prd'],
    ['the name alone', 'orders'],
    ['the name of the Application', 'trace orders-prd'],
  ])('understands %s', async (_, text) => {
    const mention = {
      type: 'mention',
      text: '<at>maillon</at>',
      mentioned: { id: '28:bot', name: 'maillon' },
    };

    await bot.say(text, { entities: [mention] });
    await until(() => tracer.orders.length === 1);

    expect(tracer.orders[0]).toEqual({ ...ORDERS, change: null });
    await until(() => cards().length > 1);
  });

  test('answers in the language of the words, also on the card that comes later', async () => {
    await bot.say('tracer orders');
    await untilConcluded();

    expect(cards()[0]).toContain('en cours, 0 sur 8');
    expect(cards().at(-1)).toContain('Maillon 5 rompu');
  });

  test('asked twice within 30 s runs once', async () => {
    await bot.say('/trace orders');
    await untilConcluded();
    clock += 29_000;
    await bot.say('/trace orders');

    expect(tracer.orders).toHaveLength(1);
    expect(cards().at(-1)).toContain('orders prd was traced 29 s ago');
  });

  test('asked again after 30 s runs again', async () => {
    await bot.say('/trace orders');
    await untilConcluded();
    clock += 31_000;
    await bot.say('/trace orders');
    await untilConcluded(2);

    expect(tracer.orders).toHaveLength(2);
  });

  test('that fails says so and offers to check again', async () => {
    tracer.beforeLink = () => Promise.reject(new Error('boom: secret detail'));

    await bot.say('/trace orders');
    await until(() => cards().length === 2);

    expect(cards()[1]).toContain('The trace of orders prd stopped');
    expect(cards()[1]).toContain('Re-check');
    expect(cards()[1]).not.toContain('boom');
  });
});

describe('in a channel', () => {
  const thread = (root: number) => ({
    conversation: { id: `19:x@thread.tacv2;messageid=${root}`, conversationType: 'channel', isGroup: true },
  });

  test('the answer and its updates stay in the thread of the question', async () => {
    await bot.say('/trace orders', thread(1));
    await untilConcluded();

    const { posted } = bot.connector;
    expect(new Set(posted.map(({ conversation }) => conversation))).toEqual(
      new Set(['19:x@thread.tacv2;messageid=1']),
    );
    expect(posted[0]?.activity.replyToId).toMatch(/^activity-/);
  });

  test('every thread has a conversation of its own', async () => {
    await bot.say('/trace billing', thread(1));
    await bot.say('dev', thread(2));
    await bot.say('dev', thread(1));
    await until(() => tracer.orders.length === 1);

    expect(cards()[1]).toContain('Which service?');
    expect(tracer.orders[0]?.application).toBe('billing-dev');
    await untilConcluded();
  });

  test('a mention without a text is answered with help', async () => {
    const mention = {
      type: 'mention',
      text: '<at>maillon</at>',
      mentioned: { id: '28:bot', name: 'maillon' },
    };

    await bot.say('', { ...thread(1), text: null, entities: [mention] });

    expect(cards()[0]).toContain('That was not understood');
  });
});

describe('redelivery', () => {
  test('the same activity does nothing twice', async () => {
    const again = { id: 'same' };

    const answers = await Promise.all([bot.say('/trace orders', again), bot.say('/trace orders', again)]);
    await untilConcluded();

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(tracer.orders).toHaveLength(1);
    expect(bot.connector.posted.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('the same pressed button gets the card as it stands', async () => {
    const data = { v: 1, service: 'orders', locale: 'en' };

    await bot.press(data, { id: 'same' });
    await untilConcluded();
    const second = await bot.press(data, { id: 'same' });

    expect(tracer.orders).toHaveLength(1);
    expect(second.status).toBe(200);
    expect(second.body).toContain('Broken link 5');
  });
});

describe('questions', () => {
  test('an unknown service gets the near names as buttons, and a press traces in place', async () => {
    await bot.say('/trace ordres');

    expect(cards()[0]).toContain('No service is called “ordres”');
    expect(cards()[0]).toMatch(/orders$/);

    const pressed = await bot.press({ v: 1, service: 'orders', locale: 'en' });
    await untilConcluded();

    expect(pressed.body).toContain('application/vnd.microsoft.card.adaptive');
    expect(pressed.body).toContain('checking, 0 of 8');
    expect(new Set(bot.connector.posted.map(({ id }) => id))).toEqual(new Set(['message-1']));
  });

  test.each([
    ['its environment', 'dev'],
    ['another word for it', 'prod'],
    ['its name', 'billing-dev'],
  ])('several Applications: one is chosen by %s', async (_, text) => {
    await bot.say('/trace billing');
    expect(cards()[0]).toContain('Which Application of billing?');

    await bot.say(text);
    await until(() => tracer.orders.length === 1);

    expect(tracer.orders[0]?.application).toBe(text === 'prod' ? 'billing-prd' : 'billing-dev');
    await untilConcluded();
  });

  test('several Applications: one is chosen by its button', async () => {
    const [production] = BILLING;
    await bot.say('tracer billing');
    expect(cards()[0]).toContain('prd · billing-prd');

    await bot.press({
      v: 1,
      service: 'billing',
      subject: production && subjectKey(production),
      locale: 'fr',
    });
    await untilConcluded();

    expect(tracer.orders[0]).toEqual({ ...production, change: null });
    expect(cards().at(-1)).toContain('Maillon 5 rompu');
  });

  test('an environment the service is not in is said', async () => {
    await bot.say('/trace orders dev');

    expect(cards()[0]).toContain('orders has no Application in dev.');
    expect(tracer.orders).toHaveLength(0);
  });

  test('the service of the conversation is meant when only the environment is said', async () => {
    await bot.say('/trace billing prd');
    await untilConcluded();
    await bot.say('et en dev ?');
    await untilConcluded(2);

    expect(tracer.orders.map(({ application }) => application)).toEqual(['billing-prd', 'billing-dev']);
  });

  test('check again is a press that traces in place, once per double click', async () => {
    await bot.say('/trace orders');
    await untilConcluded();
    const again = { v: 1, service: 'orders', subject: subjectKey(ORDERS), again: 1, locale: 'en' };

    clock += 4000;
    await Promise.all([bot.press(again), bot.press(again)]);
    await untilConcluded(2);

    expect(tracer.orders).toHaveLength(2);
    expect(new Set(bot.connector.posted.map(({ id }) => id))).toEqual(new Set(['message-1']));
  });
});

describe('other words', () => {
  test.each([
    ['help', 'maillon finds the broken link'],
    ['aide', 'maillon trouve le maillon rompu'],
    ['Bonjour', 'Bonjour. maillon trouve'],
    ['hello', 'Hello. maillon finds'],
    ['please tell me a joke', 'That was not understood'],
    ['annuler', 'Il n’y a rien à annuler.'],
    ['langue fr', 'Les réponses seront en français.'],
  ])('%s', async (text, words) => {
    await bot.say(text);

    expect(cards()).toHaveLength(1);
    expect(cards()[0]).toContain(words);
  });

  test('a chosen language is kept for bare commands, per person', async () => {
    await bot.say('langue fr');
    await bot.say('/trace orders');
    await bot.say('/trace billing', { from: { id: '29:other' } });

    expect(cards()[1]).toContain('en cours, 0 sur 8');
    expect(cards().find((words) => words.includes('billing'))).toContain('Which Application');
    await until(() => cards().some((words) => words.includes('GT0501')));
  });

  test('a directory that cannot be read is not an unknown service', async () => {
    await bot.stop();
    const error = { kind: 'unreachable', what: 'Argo CD', address: 'https://argocd.test' } as const;
    const directory = {
      vocabulary: () => Promise.resolve(unanswered('directory', error)),
      find: () => Promise.resolve(unanswered('directory', error)),
    };
    bot = await startTestBot({ directory });

    await bot.say('/trace orders');
    await bot.say('help');

    expect(cards()[0]).toContain('Argo CD: no answer from https://argocd.test');
    expect(cards()[1]).toContain('maillon finds');
  });
});

describe('buttons from elsewhere', () => {
  test.each([
    ['an unknown verb', { verb: 'rm -rf', data: { v: 1, service: 'orders', locale: 'en' } }],
    ['data of another shape', { verb: 'trace', data: { service: { $ne: 1 } } }],
    ['no data', { verb: 'trace' }],
  ])('%s is answered with words, and nothing runs', async (_, action) => {
    const answer = await bot.press({}, { value: { action: { type: 'Action.Execute', ...action } } });

    expect(answer.status).toBe(200);
    expect(answer.body).toContain('That message could not be handled');
    expect(tracer.orders).toHaveLength(0);
  });

  test('an Action.Submit of an old client does the same', async () => {
    await bot.post({
      type: 'message',
      id: 'submit-1',
      channelId: 'msteams',
      serviceUrl: bot.connector.serviceUrl,
      from: { id: '29:person' },
      recipient: { id: '28:bot' },
      conversation: { id: 'a:chat' },
      value: { v: 1, service: 'orders', locale: 'fr', verb: 'trace' },
    });
    await untilConcluded();

    expect(cards()[0]).toContain('en cours, 0 sur 8');
  });
});
