// The first chat, as a person has it: the whole demo and a browser.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { pino } from 'pino';
import type { Demo } from '../../src/lab/playground/start.ts';
import { startDemo } from '../../src/lab/playground/start.ts';
import { fakeTracer } from '../bot/support/fakes.ts';
import { sampleReport } from '../bot/support/sample-report.ts';
import type { Chat } from './chat.ts';
import { openChat } from './chat.ts';

jest.setTimeout(120_000);

let demo: Demo;
let chat: Chat;

beforeAll(async () => {
  demo = await startDemo({
    ports: { azurite: 41_700, bot: 41_701, playground: 41_702 },
    casesFolder: 'test/cases',
    stateFolder: '.state/e2e',
    keepState: false,
    tracerOf: () => fakeTracer(() => sampleReport(5)),
    logger: pino({ level: 'warn' }),
  });
  chat = await openChat(demo.url, { width: 1100, height: 1300 });
});

afterAll(async () => {
  await chat.close();
  await demo.stop();
});

test('a command ends with eight links and a conclusion', async () => {
  await chat.say('/trace chat-api');

  const card = await chat.message(/Broken link 5/);

  expect(card.match(/^(passed|broken|waiting|not read|not reached)$/gm)).toHaveLength(8);
  expect(card).toContain('GT0501');
  mkdirSync('docs/images', { recursive: true });
  await chat.screenshot('docs/images/trace-card.png', /Broken link 5/);
  await chat.page.screenshot({ path: '/tmp/page.png' });
});
