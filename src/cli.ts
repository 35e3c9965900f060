#!/usr/bin/env node
// `maillon` on the command line: the same engine as the bot, without Teams.
import { run } from './cli/run.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
// `maillon … | head`: the reader has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(
  process.argv.slice(2),
  {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    env: process.env,
    signal: stop.signal,
  },
  // Loaded when it is needed: the SDKs take seconds that `replay` and `--help` do not have.
  async (config) => (await import('./compose.ts')).openEstate(config),
);
