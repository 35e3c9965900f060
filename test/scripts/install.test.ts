// When `npm start` and `npm test` install anew, and when they do not.
import { expect, test } from '@jest/globals';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
}
const script = new URL('../../scripts/install.mjs', import.meta.url).href;
const { isInstalled } = (await import(script)) as {
  readonly isInstalled: (wanted: Record<string, Entry>, installed: Record<string, Entry>) => boolean;
};

const lock = {
  '': { version: '0.1.0' },
  'node_modules/zod': { version: '3.25.76', integrity: 'sha512-a' },
  'node_modules/@swc/core-darwin-arm64': { version: '1.16.22', integrity: 'sha512-b', optional: true },
};
const zod = { 'node_modules/zod': { version: '3.25.76', integrity: 'sha512-a' } };

test.each<[string, Record<string, Entry>, boolean]>([
  ['nothing is installed', {}, false],
  ['all is there but what is for another system', zod, true],
  ['another version', { 'node_modules/zod': { version: '3.25.75', integrity: 'sha512-a' } }, false],
  [
    'the same version with other content',
    { 'node_modules/zod': { version: '3.25.76', integrity: 'sha512-c' } },
    false,
  ],
  ['a package that is not wanted any more', { ...zod, 'node_modules/left': { version: '1.0.0' } }, false],
])('%s', (_, installed, expected) => {
  expect(isInstalled(lock, installed)).toBe(expected);
});
