// The first chat, as a person has it: `npm start` and a browser.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import type { Chat } from './chat.ts';
import { openChat } from './chat.ts';
import type { RunningDemo } from './demo.ts';
import { runDemo } from './demo.ts';

jest.setTimeout(180_000);

let demo: RunningDemo | undefined;
let chat: Chat | undefined;

beforeAll(async () => {
  demo = await runDemo();
  chat = await openChat(demo.url, { width: 1100, height: 1300 });
});

afterAll(async () => {
  await chat?.close();
  await demo?.stop();
});

/** The chat; a test without one has nothing to say. */
function opened(): Chat {
  if (chat === undefined) throw new Error('the chat did not open');
  return chat;
}

test('greets where it is added', async () => {
  const card = await opened().message(/maillon finds the broken link/);

  expect(card).toContain('/trace');
});

test('a command ends with eight links and a conclusion', async () => {
  const chat = opened();
  await chat.say('/trace chat-api');

  const card = await chat.message(/Broken link 5/);

  expect(card.match(/^(passed|broken|waiting|not read|not reached)$/gm)).toHaveLength(8);
  expect(card).toMatch(/GT05\d\d/);
  expect(card).toContain('Next:');
  mkdirSync('docs/images', { recursive: true });
  await chat.screenshot('docs/images/trace-card.png', /Broken link 5/);
});

test('a French message is answered in French', async () => {
  const chat = opened();
  await chat.say('tracer llm-router');

  const card = await chat.message(/Maillon 7 rompu/);

  expect(card.match(/^(franchi|rompu|en attente|non lu|non atteint)$/gm)).toHaveLength(8);
  expect(card).toContain('Retour arrière');
});

test('an unknown service is answered with near names, and a press traces it in place', async () => {
  const chat = opened();
  await chat.say('/trace auth-porxy');
  await chat.message(/No service is called “auth-porxy”/);

  await chat.press('auth-proxy');

  await chat.message(/Live: the change is served/);
  expect(await chat.page.getByText('No service is called').count()).toBe(0);
});
