// The client against the lab: what it reads is what the case file says, and nothing else was asked.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import { matchRequest } from '../../../../src/diagnostics/clients/requests.ts';
import type { Answer } from '../../../../src/diagnostics/evidence/observed.ts';
import { loadCases } from '../../../../src/lab/cases/load.ts';
import type { LabCase } from '../../../../src/lab/cases/schema.ts';
import { labReaders } from '../../../../src/lab/readers.ts';
import { startLab } from '../../../../src/lab/server.ts';
import type { Lab, WorldOptions } from '../../../../src/lab/server.ts';
import { never } from './service.ts';

let lab: Lab;
beforeAll(async () => {
  nock.restore();
  lab = await startLab();
});
afterAll(() => lab.close());

function open(labCase: LabCase, options: WorldOptions = {}, timeoutMs = 5000) {
  const world = `w${String((worlds += 1))}`;
  lab.addWorld(world, labCase, options);
  const { organization, project } = labCase.estate.azureDevOps;
  return {
    world,
    client: labReaders(lab.url, world, labCase, { timeoutMs }).azureDevOps,
    project: { organization, project },
  };
}
let worlds = 0;

function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.source}: ${JSON.stringify(answer.error)}`);
  return answer.value;
}

/** Every 30th report: a few estates of different reports, without naming any. */
const samples = loadCases('test/cases/reports').filter((_, index) => index % 30 === 0);

describe.each(samples.map((file) => [file.id, file] as const))('%s', (_id, file) => {
  test('repositories, history and files', async () => {
    const labCase = file.load();
    const { world, client, project } = open(labCase);
    const { repositories } = labCase.estate.azureDevOps;
    const found = valueOf(await client.repositories(project, never));
    expect(found.map(({ id, name }) => [id, name])).toEqual(repositories.map(({ id, name }) => [id, name]));
    for (const repository of repositories) {
      const refs = valueOf(await client.refs(project, repository.id, 'heads/', never)) ?? [];
      const heads = Object.entries(repository.refs).filter(([name]) => name.startsWith('refs/heads/'));
      expect(Object.fromEntries(refs.map(({ name, objectId }) => [name, objectId]))).toEqual(
        Object.fromEntries(heads),
      );
      for (const one of repository.commits.slice(-3)) {
        const commit = valueOf(await client.commit(project, repository.name, one.id, never));
        expect(commit).toMatchObject({ id: one.id, parents: one.parents, author: { name: one.author.name } });
        const changed = Object.keys(one.files).map((path) => `/${path}`);
        const changes = valueOf(await client.changes(project, repository.name, one.id, never)) ?? [];
        expect(changes.map(({ path }) => path).sort()).toEqual(changed.sort());
        for (const [path, content] of Object.entries(one.files).filter(([, text]) => text !== null)) {
          const at = { type: 'commit', value: one.id } as const;
          const file = valueOf(await client.file(project, repository.name, `/${path}`, at, never));
          expect(file?.content).toBe(content);
          expect(valueOf(await client.paths(project, repository.name, '/', at, never))).toContain(`/${path}`);
        }
      }
    }
    expectOnlyAllowed(world, project.organization);
  });

  test('runs, timelines and logs', async () => {
    const labCase = file.load();
    const { world, client, project } = open(labCase);
    const { builds } = labCase.estate.azureDevOps;
    const newest = valueOf(await client.builds(project, { top: 50 }, never));
    expect(newest.map(({ id }) => id).sort()).toEqual(builds.map(({ id }) => id).sort());
    for (const run of builds) {
      const build = valueOf(await client.build(project, run.id, never));
      expect(build).toMatchObject({ id: run.id, buildNumber: run.buildNumber, status: run.status });
      const timeline = valueOf(await client.timeline(project, run.id, never)) ?? [];
      expect(timeline.map(({ id }) => id)).toEqual(run.timeline.records.map(({ id }) => id));
      for (const [id, lines] of Object.entries(run.logs)) {
        const log = valueOf(await client.log(project, run.id, Number(id), 2, never)) ?? [];
        expect(log).toHaveLength(Math.min(2, lines.length));
        log.forEach((line, index) => expect(lines.slice(-2)[index]).toContain(line));
      }
    }
    expectOnlyAllowed(world, project.organization);
  });
});

function expectOnlyAllowed(world: string, organization: string): void {
  const asked = lab.accessLog.of(world);
  expect(asked.length).toBeGreaterThan(0);
  const outside = asked.filter(({ method, path, status }) => {
    const [pathname = ''] = path.split('?');
    return status === 405 || matchRequest('azureDevOps', method, `/${organization}${pathname}`) === undefined;
  });
  expect(outside).toEqual([]);
}

describe('failures of the lab', () => {
  const [sample] = samples;
  if (sample === undefined) throw new Error('no report cases');
  const labCase = sample.load();
  test.each<[string, NonNullable<WorldOptions['failures']>[number]['kind'], object]>([
    ['401', { status: 401 }, { kind: 'denied' }],
    ['403', { status: 403 }, { kind: 'denied' }],
    ['429', { status: 429, retryAfterSeconds: 7 }, { kind: 'throttled', retryAfterSeconds: 7 }],
    ['500', { status: 500 }, { kind: 'unreachable', address: 'dev.azure.com' }],
    ['a page', 'html', { kind: 'denied' }],
    ['a body cut short', 'truncated', { kind: 'unreachable' }],
    ['a reset', 'reset', { kind: 'unreachable' }],
    ['no answer', 'hang', { kind: 'timeout' }],
  ])('%s', async (_name, kind, error) => {
    const { client, project } = open(labCase, { failures: [{ kind }] }, 1500);
    expect(await client.repositories(project, never)).toMatchObject({ ok: false, error });
  });

  test('a byte order mark changes nothing', async () => {
    const { client, project } = open(labCase, { failures: [{ kind: 'bom' }] });
    expect(valueOf(await client.repositories(project, never))).toHaveLength(
      labCase.estate.azureDevOps.repositories.length,
    );
  });
});
