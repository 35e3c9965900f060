// `npm start` as a child process, on ports of its own.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningDemo {
  readonly url: string;
  stop(): Promise<void>;
}

/** Below the range from which the system hands out ports. */
const PORTS = '21700,21701,21702';
/** Install (nothing to do), build and start on a small machine. */
const START_MS = 150_000;

export async function runDemo(): Promise<RunningDemo> {
  const child = spawn(process.execPath, ['scripts/start.mjs', '--ports', PORTS, '--fresh'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });

  const end = Date.now() + START_MS;
  for (;;) {
    const url = /Open .*: (http:\S+)/.exec(printed)?.[1];
    if (url !== undefined) {
      return {
        url,
        async stop() {
          child.kill('SIGTERM');
          await exited;
        },
      };
    }
    if (child.exitCode !== null || Date.now() > end) throw new Error(`npm start did not start:\n${printed}`);
    await sleep(200);
  }
}
