// Gathering over the wire of the lab: every kind of request ends, each fact is asked once, and what fails fails alone.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  EVIDENCE_KEYS,
  type EvidenceKey,
  type ObservedEvidence,
} from '../../../src/diagnostics/evidence/evidence.ts';
import { createGatherer } from '../../../src/diagnostics/evidence/gather.ts';
import type { Readers } from '../../../src/diagnostics/evidence/ports.ts';
import type { TraceRequest } from '../../../src/diagnostics/request.ts';
import { loadCase } from '../../../src/lab/cases/load.ts';
import type { LabCase } from '../../../src/lab/cases/schema.ts';
import { labReaders, labRequest } from '../../../src/lab/readers.ts';
import { startLab, type Lab, type WorldOptions } from '../../../src/lab/server.ts';

/** A graph of facts that wait for each other would never end; a whole trace takes a fraction of this. */
const NO_DEADLOCK_MS = 10_000;

function reportCase(id: string): LabCase {
  return loadCase(fileURLToPath(new URL(`../../cases/reports/${id}.yaml`, import.meta.url)));
}

/** One with an open pull request of the GitOps repository, one that came as far as the pods. */
const cases = [reportCase('r014'), reportCase('r023')];

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(async () => {
  await lab.close();
});

let worlds = 0;

interface Gathered {
  readonly evidence: ObservedEvidence;
  readonly stamps: number;
  readonly requests: readonly string[];
}

async function gather(
  labCase: LabCase,
  request: Partial<TraceRequest> = {},
  options: WorldOptions & {
    readonly signal?: AbortSignal;
    readonly readers?: (real: Readers) => Readers;
  } = {},
): Promise<Gathered> {
  worlds += 1;
  const world = `gather-${worlds}`;
  const ended = new AbortController();
  lab.addWorld(world, labCase, options);
  try {
    let stamps = 0;
    const clock = (): Date => {
      stamps += 1;
      return new Date(labCase.now);
    };
    const real = labReaders(lab.url, world, labCase);
    const signal = AbortSignal.any([ended.signal, options.signal ?? AbortSignal.timeout(NO_DEADLOCK_MS)]);
    const readers = options.readers?.(real) ?? real;
    const evidence = await createGatherer({ ...labRequest(labCase), ...request }, readers, {
      clock,
      signal,
    }).all();
    return {
      evidence,
      stamps,
      requests: lab.accessLog.of(world).map(({ method, path }) => `${method} ${path}`),
    };
  } finally {
    ended.abort(); // a gathering that a bug ended leaves calls under way
    lab.removeWorld(world);
  }
}

/** Keys that could not be read. */
function unread(evidence: ObservedEvidence): string[] {
  return EVIDENCE_KEYS.filter((key) => evidence[key]?.ok !== true);
}

describe.each(cases.map((labCase) => ({ id: labCase.id, labCase })))('$id', ({ labCase }) => {
  const { repositories, builds, definitions } = labCase.estate.azureDevOps;
  const built = repositories.find(({ id }) => builds[0]?.repository.id === id) ?? repositories[0];
  const followed = repositories.find(({ id }) => !definitions.some(({ repository }) => repository.id === id));
  const commit = built?.commits.at(-1)?.id ?? '';
  const tip = built?.refs[built.defaultBranch] ?? '';
  const written = followed?.refs[followed.defaultBranch] ?? '';
  const pullRequest = repositories.flatMap(({ pullRequests }) => pullRequests)[0]?.pullRequestId ?? 1;

  const requests: [string, TraceRequest['change']][] = [
    ['nothing asked', null],
    ['a commit of the application', { kind: 'commit', value: commit }],
    ['a commit of the GitOps repository', { kind: 'commit', value: written }],
    ['a short commit', { kind: 'commit', value: tip.slice(0, 8) }],
    ['a commit that is nowhere', { kind: 'commit', value: '0'.repeat(40) }],
    ['a short commit that is nowhere', { kind: 'commit', value: '0000000' }],
    ['a tag', { kind: 'tag', value: labCase.question.tag ?? '1' }],
    ['a tag that is nowhere', { kind: 'tag', value: 'nowhere' }],
    ['a build', { kind: 'build', value: String(builds[0]?.id) }],
    ['a build that is not there', { kind: 'build', value: '99999999' }],
    ['a pull request', { kind: 'pullRequest', value: String(pullRequest) }],
    ['a pull request that is not there', { kind: 'pullRequest', value: '99999999' }],
  ];

  test.each(requests)(
    '%s: every fact is there, each asked once',
    async (_, change) => {
      const { evidence, stamps } = await gather(labCase, { change, tag: null });
      expect(Object.keys(evidence).toSorted()).toEqual([...EVIDENCE_KEYS].toSorted());
      expect(stamps).toBe(EVIDENCE_KEYS.length);
    },
    NO_DEADLOCK_MS,
  );

  test.each([
    ['a commit of the application', { kind: 'commit', value: commit }, commit],
    ['a short commit', { kind: 'commit', value: tip.slice(0, 8) }, tip],
    ['a commit of the GitOps repository', { kind: 'commit', value: written }, written],
    ['a commit that is nowhere', { kind: 'commit', value: '0'.repeat(40) }, null],
  ] as const)('%s is found', async (_, change, id) => {
    const { evidence } = await gather(labCase, { change, tag: null });
    expect(
      evidence.changeCommit?.ok === true ? (evidence.changeCommit.value?.commit.id ?? null) : undefined,
    ).toBe(id);
  });

  test('nothing is written, and no request is sent twice', async () => {
    const { requests: sent } = await gather(labCase);
    expect(
      sent.filter(
        (line) => !/^(?:GET|OPTIONS) |^POST \S*(?:pullrequestquery|oauth2\/|_apis\/Contribution)/i.test(line),
      ),
    ).toEqual([]);
    // The registry answers each first call with its challenge; logs and branches are lists that two facts look into.
    const reads = sent.filter(
      (line) => line.startsWith('GET ') && !/ \/acr\/|\/logs$|\/refs\?filter=heads%2F$/.test(line),
    );
    expect(reads.filter((line, index) => reads.indexOf(line) !== index)).toEqual([]);
  });
});

describe('what fails fails alone', () => {
  const [labCase = reportCase('r023')] = cases.slice(1);
  /** The same estate, with a right taken from the bot. */
  function forbidding(group: string, resource: string): LabCase {
    const { estate } = labCase;
    const clusters = estate.kubernetes.clusters.map((cluster) => ({
      ...cluster,
      forbidden: [{ group, resource }],
    }));
    return { ...labCase, estate: { ...estate, kubernetes: { ...estate.kubernetes, clusters } } };
  }

  test.each<[string, LabCase, WorldOptions, readonly EvidenceKey[]]>([
    ['one kind of the cluster', forbidding('', 'events'), {}, ['applicationEvents', 'events']],
    [
      'the registry: what is asked of it, and nothing else',
      labCase,
      { failures: [{ system: 'registry', kind: { status: 403 } }] },
      ['imageTag', 'imageTags', 'imageManifest', 'previousTag'],
    ],
  ])('%s', async (_, other, options, keys) => {
    const whole = await gather(labCase);
    const less = await gather(other, {}, options);
    const added = unread(less.evidence).filter((key) => !unread(whole.evidence).includes(key));
    expect(added.toSorted()).toEqual([...keys].toSorted());
    for (const key of keys) {
      expect(less.evidence[key]).toMatchObject({ ok: false, error: { kind: 'denied' } });
    }
  });

  test('Azure DevOps: the cluster and Argo CD are still read', async () => {
    const { evidence } = await gather(
      labCase,
      {},
      { failures: [{ system: 'azure-devops', kind: { status: 401 } }] },
    );
    const left = unread(evidence);
    expect(left).toEqual(
      expect.arrayContaining(['repositories', 'definitions', 'sources', 'runs', 'run', 'timeline']),
    );
    for (const key of ['application', 'project', 'workloads', 'pods', 'services'] as const)
      expect(left).not.toContain(key);
  });

  test('a fact that needs another one names it', async () => {
    const { evidence } = await gather(forbidding('argoproj.io', 'applications'));
    expect(evidence.application).toMatchObject({ ok: false, error: { kind: 'denied' } });
    expect(evidence.pods).toMatchObject({ ok: false, error: { kind: 'needs', key: 'application' } });
    expect(evidence.desiredFiles).toMatchObject({ ok: false, error: { kind: 'needs' } });
  });

  test('a service that hangs costs its own deadline, not the trace', async () => {
    const abort = new AbortController();
    const gathering = gather(
      labCase,
      {},
      { failures: [{ system: 'registry', kind: 'hang' }], signal: abort.signal },
    );
    setTimeout(() => abort.abort(), 1500);
    const { evidence } = await gathering;
    expect(evidence.imageTag?.ok).toBe(false);
    expect(evidence.pods?.ok).toBe(true);
  });

  test('a bug of a reader is not taken for an answer', async () => {
    const broken = (real: Readers): Readers => ({
      ...real,
      network: { ...real.network, resolve: () => Promise.reject(new TypeError('x is not a function')) },
    });
    await expect(gather(labCase, {}, { readers: broken })).rejects.toThrow('x is not a function');
  });
});

describe('abort', () => {
  const [labCase = reportCase('r023')] = cases;

  test('before the start: nothing is read, and everything ends', async () => {
    const { evidence, requests } = await gather(labCase, {}, { signal: AbortSignal.abort() });
    expect(Object.keys(evidence).length).toBe(EVIDENCE_KEYS.length);
    expect(unread(evidence)).toEqual(expect.arrayContaining(['application', 'repositories', 'definitions']));
    expect(requests).toEqual([]);
  });

  test('on the way: what is under way ends at once', async () => {
    const abort = new AbortController();
    const started = performance.now();
    setTimeout(() => abort.abort(), 100);
    const { evidence } = await gather(labCase, {}, { signal: abort.signal, latencyMs: 900 });
    expect(performance.now() - started).toBeLessThan(900);
    expect(unread(evidence)).toEqual(expect.arrayContaining(['application', 'repositories']));
  });
});
