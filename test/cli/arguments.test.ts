// What may be typed, and what is said when it is wrong.
import { describe, expect, test } from '@jest/globals';
import { labArguments, replayArguments, traceArguments } from '../../src/cli/arguments.ts';
import { CommandError } from '../../src/cli/exit-codes.ts';

const NOTHING = {
  locale: null,
  format: 'text',
  service: null,
  intent: null,
  application: null,
  environment: null,
  change: null,
  tag: null,
  all: false,
  cases: [],
  bundle: null,
};

function problemOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === 64) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('trace', () => {
  test.each<[string, object]>([
    ['', {}],
    ['orders', { service: 'orders' }],
    ['orders --environment prd --all', { service: 'orders', environment: 'prd', all: true }],
    ['--application orders-prd --intent rollback', { application: 'orders-prd', intent: 'rollback' }],
    ['--commit 8c28d794', { change: { kind: 'commit', value: '8c28d794' } }],
    ['--pull-request 17', { change: { kind: 'pullRequest', value: '17' } }],
    ['--build 4812', { change: { kind: 'build', value: '4812' } }],
    ['--tag 4812', { change: { kind: 'tag', value: '4812' }, tag: '4812' }],
    ['--commit 8c28d794 --tag 4812', { change: { kind: 'commit', value: '8c28d794' }, tag: '4812' }],
    [
      '--case a.yaml --case b --format=json --lang fr',
      { cases: ['a.yaml', 'b'], format: 'json', locale: 'fr' },
    ],
    ['--bundle out.json', { bundle: 'out.json' }],
  ])('%s', (line, expected) => {
    expect(traceArguments(line.split(' ').filter(Boolean))).toEqual({ ...NOTHING, ...expected });
  });

  test.each([
    ['orders shop', 'one service at a time, not 2: orders shop'],
    ['--commit main', '--commit must be 7 to 40 hexadecimal digits, not main'],
    ['--build latest', '--build must be the id of a run, a number, not latest'],
    ['--pull-request 0', '--pull-request must be a number, not 0'],
    ['--build 1 --commit 8c28d794', 'one change at a time: --commit, --pull-request or --build'],
    ['--intent guess', '--intent must be one of trace, rollback, not guess'],
    ['--format yaml', '--format must be one of text, json, markdown, not yaml'],
    ['--lang de', '--lang must be one of fr, en, not de'],
    ['--tag=', '--tag is empty'],
    ['--servcie orders', "Unknown option '--servcie'"],
    ['--commit', "Option '--commit <value>' argument missing"],
  ])('not %s', (line, expected) => {
    expect(problemOf(() => traceArguments(line.split(' ')))).toContain(expected);
  });
});

test('replay takes one bundle', () => {
  expect(replayArguments(['b.json', '--format', 'markdown'])).toEqual({
    locale: null,
    format: 'markdown',
    bundle: 'b.json',
  });
  expect(problemOf(() => replayArguments([]))).toContain('replay takes one bundle');
  expect(problemOf(() => replayArguments(['a', 'b']))).toContain('replay takes one bundle');
});

test('lab takes cases and a port', () => {
  expect(labArguments(['--case', 'a', '--port', '8080'])).toEqual({ cases: ['a'], port: 8080 });
  expect(problemOf(() => labArguments([]))).toContain('lab needs --case');
  expect(problemOf(() => labArguments(['--case', 'a', '--port', '70000']))).toContain(
    '--port must be 0 to 65535',
  );
});
