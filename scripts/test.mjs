// `npm test`: installs what is missing, then format, lint, types and every test that needs no browser. Stops at the first failure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

const steps = [
  ['format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']],
  ['lint', ['node_modules/eslint/bin/eslint.js', '.']],
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit']],
  [
    'tests',
    ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
  ],
];

function run(name, work) {
  const start = performance.now();
  const status = work();
  process.stdout.write(
    `${status === 0 ? '✔' : '✖'} ${name} ${((performance.now() - start) / 1000).toFixed(1)} s\n`,
  );
  if (status !== 0) process.exit(status ?? 1); // null: ended by a signal
}

run('install', () => {
  installIfNeeded();
  return 0;
});
for (const [name, args] of steps) {
  run(name, () => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status);
}
