// Compiles the scorer and runs it: prints the accuracy table and stores it in docs/benchmark.md.
import { spawnSync } from 'node:child_process';

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run('node_modules/typescript/bin/tsc', '--project', 'tsconfig.accuracy.json');
run('.state/accuracy/test/accuracy/run.js', ...process.argv.slice(2));
