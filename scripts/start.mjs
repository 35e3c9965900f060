// `npm start`: installs what is missing, builds, and runs the demo until Ctrl-C. Needs nothing but Node and git.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`maillon needs Node 20.19 or later, this is ${process.versions.node}.\n`);
  process.exit(1);
}

installIfNeeded();
const build = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(build.status ?? 1);

const demo = spawn(process.execPath, ['dist/lab/playground/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C reaches the whole group; another signal is handed on. Either way the demo stops its own processes first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) demo.kill(signal);
  });
}
demo.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
