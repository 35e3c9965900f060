// Nothing secret gets into the log.
import { afterEach, expect, test } from '@jest/globals';
import { createLogger, silenceConsole } from '../src/log.ts';

const original = { ...console };
afterEach(() => {
  Object.assign(console, original);
});

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  write(createLogger({ level: 'debug', version: '1.2.3', destination: { write: (line) => (text += line) } }));
  return text;
}

test('an error has its name, text, stack and cause, redacted, and nothing of the request it carries', () => {
  const cause = new Error('https://user:hunter2@host.test refused');
  const error = Object.assign(new Error('Authorization: Bearer abcdefghijklmnopqrstuvwxyz', { cause }), {
    request: { headers: { authorization: 'Bearer in-the-request' } },
  });

  const text = logged((logger) => logger.error({ err: error }, 'It failed'));

  expect(JSON.parse(text)).toMatchObject({
    level: 50,
    service: 'maillon',
    version: '1.2.3',
    msg: 'It failed',
    err: { type: 'Error', cause: { type: 'Error' } },
  });
  expect(text).not.toMatch(/hunter2|abcdefghijklmnop|in-the-request/);
});

test('what is thrown and is no error is told without its content', () => {
  expect(logged((logger) => logger.error({ err: 'secret' }, 'It failed'))).not.toContain('secret');
});

test('what a library prints is not repeated', () => {
  const text = logged((logger) => {
    silenceConsole(logger);
    globalThis.console.error('-----BEGIN PUBLIC KEY-----');
  });

  expect(text).toContain('A library wrote to the console');
  expect(text).not.toContain('PUBLIC KEY');
});
