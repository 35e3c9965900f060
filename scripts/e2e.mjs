// `npm run test:e2e`: the demo and a headless browser. Needs Debian's chromium, or CHROMIUM with the path of another one.
import { spawnSync } from 'node:child_process';

const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
const { status } = spawnSync(
  process.execPath,
  [...jest, '--testMatch', '**/*.e2e.ts', '--runInBand', '--bail', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
);
process.exit(status ?? 1);
