// Child processes of the lab: started on loopback, waited for, logged to a file, ended by their own id.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChildOptions {
  readonly name: string;
  /** Node script with its arguments; node's own options first. */
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly logFile: string;
  /** Started when something listens here. */
  readonly port: number;
}

export interface Child {
  stop(): Promise<void>;
}

/** Azurite and the Agents Playground take three to ten seconds on a small machine. */
const START_MS = 60_000;
const STOP_MS = 5_000;
const LOG_TAIL = 20;

export async function startChild(options: ChildOptions): Promise<Child> {
  if (await isListening(options.port)) {
    throw new Error(
      `${options.name} needs port ${options.port} of 127.0.0.1, and something listens there already.`,
    );
  }
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = createWriteStream(options.logFile);
  const child = spawn(process.execPath, options.arguments, {
    cwd: options.folder,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A Ctrl-C is for us alone: we end the others in their order.
    detached: true,
  });
  const orphaned = () => child.kill();
  process.once('exit', orphaned);
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', orphaned);
      resolve();
    });
  });

  const end = Date.now() + START_MS;
  while (!(await isListening(options.port))) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      await exited;
      throw new Error(
        `${options.name} did not start. The end of ${options.logFile}:\n${tailOf(options.logFile)}`,
      );
    }
    await sleep(100);
  }
  return { stop: () => stopChild(child, exited) };
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false })]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await exited;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function tailOf(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL).join('\n');
}
