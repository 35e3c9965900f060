// The commands as they are typed: what they print, keep and exit with.
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OUTCOME_CODES } from '../../src/cli/exit-codes.ts';
import type { Estate } from '../../src/cli/live.ts';
import { run } from '../../src/cli/run.ts';
import { unanswered } from '../../src/diagnostics/evidence/observed.ts';
import type { Report } from '../../src/diagnostics/report.types.ts';
import type { Subject } from '../../src/dialogs/subject.ts';
import { loadCase } from '../../src/lab/cases/load.ts';
import { labReaders, labRequest } from '../../src/lab/readers.ts';
import { startLab, type Lab } from '../../src/lab/server.ts';

const reports = fileURLToPath(new URL('../cases/reports/', import.meta.url));
const bases = fileURLToPath(new URL('../cases/bases/', import.meta.url));
const caseFile = (id: string) => join(reports, `${id}.yaml`);

const temp = mkdtempSync(join(tmpdir(), 'maillon-'));
afterAll(() => rmSync(temp, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const noEstate = () => Promise.reject(new Error('no real system in a test'));

async function ran(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  openEstate: () => Promise<Estate> = noEstate,
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    env,
    signal: new AbortController().signal,
  };
  const code = await run(argv, terminal, openEstate);
  return { code, out: out.join(''), err: err.join('') };
}

function reportsOf(out: string): readonly Report[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Report);
}

describe('trace --case', () => {
  test('one case: its report, and its outcome as exit code', async () => {
    const { code, out, err } = await ran(['trace', '--case', caseFile('r029'), '--format', 'json']);

    const [report] = reportsOf(out);
    expect(err).toBe('');
    expect(report).toMatchObject({ schema: 1, case: 'r029', takenAt: '2026-10-21T01:00:00.000Z' });
    expect(report?.links).toHaveLength(8);
    expect(code).toBe(OUTCOME_CODES[report?.outcome ?? 'live']);
  });

  test('the command line wins over the question of the case', async () => {
    const { out } = await ran([
      'trace',
      'assistant',
      '--case',
      caseFile('r029'),
      '--format',
      'json',
      '--environment',
      'prd',
      '--tag',
      '4797',
      '--intent',
      'rollback',
    ]);

    expect(reportsOf(out)[0]?.request).toMatchObject({
      service: 'assistant',
      environment: 'prd',
      change: { kind: 'tag', value: '4797' },
    });
  });

  test('several cases: a line each, and 0', async () => {
    const { code, out } = await ran([
      'trace',
      '--case',
      caseFile('r029'),
      '--case',
      caseFile('r002'),
      '--format',
      'json',
    ]);

    expect(reportsOf(out).map((report) => report.case)).toEqual(['r029', 'r002']);
    expect(code).toBe(0);
  });

  test('a folder with a broken file: a line each, in name order, and 70', async () => {
    const folder = join(temp, 'reports');
    mkdirSync(folder);
    mkdirSync(join(temp, 'bases'));
    copyFileSync(caseFile('r029'), join(folder, 'a.yaml'));
    writeFileSync(join(folder, 'b.yaml'), 'case: 1\nid: b\n');
    copyFileSync(join(bases, 'contoso.yaml'), join(temp, 'bases', 'contoso.yaml'));

    const { code, out, err } = await ran(['trace', '--case', folder, '--format', 'json']);

    const [first, second] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ schema: 1, case: 'r029' });
    expect(second).toEqual({
      schema: 1,
      case: 'b',
      error: { message: expect.stringContaining('b.yaml') as unknown },
    });
    expect(err).toContain('b.yaml');
    expect(code).toBe(70);
  });

  test('one unreadable case: 65', async () => {
    const file = join(temp, 'c.yaml');
    writeFileSync(file, 'case: 2\n');

    const { code, err } = await ran(['trace', '--case', file]);

    expect(code).toBe(65);
    expect(err).toContain('c.yaml');
  });

  test.each([
    ['a file that is not there', ['trace', '--case', join(temp, 'none.yaml')], 65],
    ['a bundle for several', ['trace', '--case', reports, '--bundle', 'x.json'], 64],
    ['--all', ['trace', '--case', caseFile('r029'), '--all'], 64],
  ])('%s', async (_, argv, expected) => {
    const { code, out, err } = await ran(argv);

    expect(code).toBe(expected);
    expect(out).toBe('');
    expect(err).not.toBe('');
  });
});

describe('replay', () => {
  const bundle = join(temp, 'bundle.json');

  beforeAll(async () => {
    await ran(['trace', '--case', caseFile('r029'), '--bundle', bundle]);
  });
  afterEach(() => void jest.restoreAllMocks());

  test.each([
    ['text', 'en'],
    ['text', 'fr'],
    ['json', 'en'],
    ['json', 'fr'],
    ['markdown', 'en'],
    ['markdown', 'fr'],
  ])('%s in %s: the bytes of the trace, with the network off', async (format, lang) => {
    const flags = ['--format', format, '--lang', lang];
    const kept = join(temp, `${format}-${lang}.json`);
    const traced = await ran(['trace', '--case', caseFile('r029'), '--bundle', kept, ...flags]);
    const connect = jest.spyOn(net.Socket.prototype, 'connect');

    const replayed = await ran(['replay', kept, ...flags]);

    expect(replayed).toEqual(traced);
    expect(connect).not.toHaveBeenCalled();
    expect(replayed.out.length).toBeGreaterThan(500);
  });

  test('a bundle that is none: 65, and nothing of it is printed that is secret', async () => {
    const file = join(temp, 'no-bundle.json');
    writeFileSync(file, 'password=hunter2');

    const { code, err } = await ran(['replay', file]);

    expect(code).toBe(65);
    expect(err).toContain('not JSON');
    expect(err).not.toContain('hunter2');
  });

  test('a bundle of a later version: 65', async () => {
    const file = join(temp, 'later.json');
    writeFileSync(file, readFileSync(bundle, 'utf8').replace('"schema": 1', '"schema": 2'));

    expect((await ran(['replay', file])).code).toBe(65);
  });

  test('no such file: 65', async () => {
    expect((await ran(['replay', join(temp, 'nothing.json')])).code).toBe(65);
  });
});

describe('trace of real systems', () => {
  const labCase = loadCase(caseFile('r029'));
  const request = labRequest(labCase);
  const subject: Subject = { ...request, environment: 'prd' };
  const config = join(temp, 'maillon.yaml');
  let lab: Lab;

  beforeAll(async () => {
    lab = await startLab();
    lab.addWorld('w', labCase);
    writeFileSync(
      config,
      'azureDevOps: { organization: contoso, project: Chatbot }\nclusters: [ { name: in-cluster, authentication: kubeconfig } ]\n',
    );
  });
  afterAll(() => lab.close());

  function estateWith(subjects: readonly Subject[]): { estate: () => Promise<Estate>; closed: () => number } {
    let closed = 0;
    const estate: Estate = {
      readers: labReaders(lab.url, 'w', labCase),
      directory: {
        find: (name) =>
          Promise.resolve({ ok: true, source: 'test', value: name === 'chat-api' ? subjects : [] }),
        vocabulary: () =>
          Promise.resolve({ ok: true, source: 'test', value: { services: ['chat-api', 'front'] } }),
      },
      close: () => Promise.resolve(void (closed += 1)),
    };
    return { estate: () => Promise.resolve(estate), closed: () => closed };
  }
  const env = { MAILLON_CONFIG: config };

  test('one Application: its report, without a case', async () => {
    const { estate, closed } = estateWith([subject]);

    const { code, out, err } = await ran(['trace', 'chat-api', '--format', 'json'], env, estate);

    const [report] = reportsOf(out);
    expect(err).toBe('');
    expect(report).toMatchObject({
      case: null,
      request: { application: 'chat-api-prd', environment: 'prd' },
    });
    expect(code).toBe(OUTCOME_CODES[report?.outcome ?? 'live']);
    expect(closed()).toBe(1);
  });

  test('several: they are listed, and 64', async () => {
    const { estate } = estateWith([subject, { ...subject, application: 'chat-api-dev', environment: 'dev' }]);

    const { code, out, err } = await ran(['trace', 'chat-api'], env, estate);

    expect(code).toBe(64);
    expect(out).toBe('');
    expect(err).toMatch(/chat-api-prd +prd +in-cluster\n +chat-api-dev +dev/);
  });

  test('several with --all: a line each, and 0', async () => {
    const { estate } = estateWith([subject, { ...subject, environment: 'dev' }]);

    const { code, out } = await ran(['trace', 'chat-api', '--all', '--format', 'json'], env, estate);

    expect(reportsOf(out).map((report) => report.request.environment)).toEqual(['prd', 'dev']);
    expect(code).toBe(0);
  });

  test('several, one environment asked for', async () => {
    const { estate } = estateWith([subject, { ...subject, environment: 'dev' }]);

    const { out } = await ran(['trace', 'chat-api', '--environment', 'dev', '--format', 'json'], env, estate);

    expect(reportsOf(out).map((report) => report.request.environment)).toEqual(['dev']);
  });

  test('an environment it has not: what it has, and 64', async () => {
    const { code, err } = await ran(
      ['trace', 'chat-api', '--environment', 'rec'],
      env,
      estateWith([subject]).estate,
    );

    expect(code).toBe(64);
    expect(err).toContain('chat-api-prd');
  });

  test('a mistyped service: the near one, and 64', async () => {
    const { code, err } = await ran(['trace', 'chat-apo'], env, estateWith([subject]).estate);

    expect(code).toBe(64);
    expect(err).toContain('did you mean chat-api?');
  });

  test('Applications that nobody may list: 3, with the missing right', async () => {
    const { estate } = estateWith([]);
    const denied = unanswered('GET applications', {
      kind: 'denied',
      what: 'applications',
      missing: 'list applications',
    });
    const blind = async () => ({
      ...(await estate()),
      directory: { find: () => Promise.resolve(denied), vocabulary: () => Promise.resolve(denied) },
    });

    const { code, err } = await ran(['trace', 'chat-api'], env, blind);

    expect(code).toBe(3);
    expect(err).toContain('list applications');
  });

  test.each([
    ['no configuration', {}, 'azureDevOps: is missing'],
    ['a configuration file that is not there', { MAILLON_CONFIG: join(temp, 'none.yaml') }, 'cannot be read'],
  ])('%s: 78', async (_, variables, expected) => {
    const { code, err } = await ran(['trace', 'chat-api'], variables);

    expect(code).toBe(78);
    expect(err).toContain(expected);
  });

  test('a bug: 70, with the place', async () => {
    const { code, err } = await ran(['trace', 'chat-api'], env);

    expect(code).toBe(70);
    expect(err).toContain('no real system in a test');
  });
});

describe('help and mistakes', () => {
  test.each([
    [['--help'], 0, 'maillon trace [service]'],
    [['trace', '--help'], 0, 'maillon trace [service]'],
    [['--version'], 0, '0.'],
  ])('%j', async (argv, expected, text) => {
    const { code, out } = await ran(argv);

    expect(code).toBe(expected);
    expect(out).toContain(text);
  });

  test.each([
    [[], 'a command is missing'],
    [['tarce'], 'tarce is not a command'],
    [['trace'], 'trace needs a service'],
    [['trace', '--lang', 'de'], '--lang must be one of fr, en'],
  ])('%j: 64', async (argv, text) => {
    const { code, err } = await ran(argv);

    expect(code).toBe(64);
    expect(err).toContain(text);
  });
});
