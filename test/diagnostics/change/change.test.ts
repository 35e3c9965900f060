// The subject of a trace: which tag, run and commits carry the change.
import { describe, expect, test } from '@jest/globals';
import { resolveChange } from '../../../src/diagnostics/change.ts';
import type { Change } from '../../../src/diagnostics/change.types.ts';
import type { TraceRequest } from '../../../src/diagnostics/request.ts';
import { ago, NEW_DIGEST } from '../kubernetes/objects.ts';
import { build, commit, COMMIT, ENV_REPOSITORY, log, unfinished } from '../pipelines/objects.ts';
import {
  desired,
  environmentCommit,
  evidenceOf,
  IMAGE,
  located,
  OLD_TAG,
  OLD_TAG_COMMIT,
  REQUEST,
  TAG,
  TAG_COMMIT,
  valuesFile,
  workload,
  written,
  type Parts,
} from './delivery.ts';

function changeOf(parts: Parts = {}): Change {
  return resolveChange({ ...REQUEST, ...parts.request }, evidenceOf(parts));
}

interface Told {
  readonly kind: Change['kind'];
  readonly tag: string | null;
  readonly run: number | null;
  readonly tagCommit: string | null;
  readonly previousTag: string | null;
}

function told({ kind, tag, run, tagCommit, previousTag }: Change): Told {
  return { kind, tag, run: run?.id ?? null, tagCommit: tagCommit?.id ?? null, previousTag };
}

const NOT_WRITTEN = {
  desiredFiles: [desired(valuesFile(OLD_TAG))],
  history: [written(OLD_TAG_COMMIT, valuesFile(OLD_TAG), 86_400)],
};
const DELIVERED: Told = { kind: 'image', tag: TAG, run: 731, tagCommit: TAG_COMMIT, previousTag: OLD_TAG };

describe('what carries the change', () => {
  const asked = (
    kind: NonNullable<TraceRequest['change']>['kind'],
    value: string,
  ): Partial<TraceRequest> => ({ change: { kind, value } });
  const cases: [string, Parts, Told][] = [
    ['a commit of the application', {}, DELIVERED],
    ['nothing asked: the newest run', { request: { change: null } }, DELIVERED],
    ['a tag', { request: asked('tag', TAG) }, DELIVERED],
    ['a build', { request: asked('build', '731') }, DELIVERED],
    [
      'a tag that is not written yet',
      { request: asked('tag', TAG), values: NOT_WRITTEN },
      { ...DELIVERED, tagCommit: null },
    ],
    [
      'a tag commit',
      {
        request: asked('commit', TAG_COMMIT),
        values: { changeCommit: environmentCommit(TAG_COMMIT, valuesFile(OLD_TAG), valuesFile(TAG)) },
      },
      DELIVERED,
    ],
    [
      'a commit of the GitOps repository that leaves the tag alone',
      {
        request: asked('commit', 'f0'.repeat(20)),
        values: {
          changeCommit: environmentCommit(
            'f0'.repeat(20),
            valuesFile(TAG),
            `${valuesFile(TAG)}replicas: 3\n`,
          ),
        },
      },
      // A revert of that commit leaves the tag in place.
      { ...DELIVERED, kind: 'configuration', tagCommit: 'f0'.repeat(20), previousTag: TAG },
    ],
    [
      'a run that failed early: the tag by the pattern of the tags before',
      { values: { ...NOT_WRITTEN, run: build(731, { result: 'failed' }), runLogs: [] } },
      { ...DELIVERED, tagCommit: null },
    ],
    [
      'a commit without a run',
      { values: { ...NOT_WRITTEN, run: null, runLogs: [] } },
      { kind: 'none', tag: null, run: null, tagCommit: null, previousTag: OLD_TAG },
    ],
    [
      'a commit nobody could read',
      { refused: ['changeCommit'] },
      { kind: 'none', tag: null, run: null, tagCommit: null, previousTag: TAG },
    ],
    [
      'a commit nobody could read, beside a tag',
      { refused: ['changeCommit'], request: { tag: TAG } },
      DELIVERED,
    ],
    [
      'the commit that the log says, where the history is not known',
      {
        values: {
          history: [],
          writtenCommit: environmentCommit(TAG_COMMIT, valuesFile(OLD_TAG), valuesFile(TAG)),
        },
      },
      { ...DELIVERED, previousTag: null },
    ],
  ];

  test.each(cases)('%s', (_, parts, expected) => {
    expect(told(changeOf(parts))).toEqual(expected);
  });
});

describe('the tag of a run', () => {
  const short = COMMIT.slice(0, 8);
  const before = 'b0'.repeat(20);
  const cases: [string, string, Parts['values'], string | null][] = [
    ['what its log pushed', OLD_TAG, { runLogs: [log(2, `docker push ${IMAGE}:v9`)] }, 'v9'],
    [
      'the version, not the moving tag beside it',
      OLD_TAG,
      { runLogs: [log(2, `docker push ${IMAGE}:latest`, `docker push ${IMAGE}:v9`)] },
      'v9',
    ],
    [
      'the version, not the commit beside it',
      OLD_TAG,
      { runLogs: [log(2, `docker push ${IMAGE}:sha-${COMMIT}`, `docker push ${IMAGE}:v9`)] },
      'v9',
    ],
    ['the commit, when the tags before were commits', `sha-${before}`, { runLogs: [] }, `sha-${COMMIT}`],
    ['a short commit, as long as before', before.slice(0, 8), { runLogs: [] }, short],
    ['the number of the run', '2026.730', { runLogs: [] }, '2026.731'],
    ['of another image does not count', OLD_TAG, { runLogs: [log(2, 'docker push other.io/web:v9')] }, TAG],
    ['no pattern is known', 'hand-made', { runLogs: [] }, null],
  ];

  test.each(cases)('%s', (_, tagBefore, values, tag) => {
    const history = [written(OLD_TAG_COMMIT, valuesFile(tagBefore), 86_400)];
    const change = changeOf({
      values: {
        desiredFiles: [desired(valuesFile(tagBefore))],
        history,
        workloads: [workload(tagBefore)],
        ...values,
      },
    });
    expect(change.tag).toBe(tag);
  });
});

describe('a later change takes its place', () => {
  const LATER = 'e2'.repeat(20);
  const later = {
    desiredFiles: [desired(valuesFile('732'))],
    history: [
      written(LATER, valuesFile('732'), 100),
      written(TAG_COMMIT, valuesFile(TAG), 700),
      written(OLD_TAG_COMMIT, valuesFile(OLD_TAG), 86_400),
    ],
  };
  const runs = [
    build(732, { sourceVersion: 'c1'.repeat(20), queueTime: ago(200) }),
    build(731),
    build(730, { queueTime: ago(90_000) }),
  ];

  test('of a later run', () => {
    const change = changeOf({ values: { ...later, runs } });
    expect(change).toMatchObject({ tag: '732', supersededBy: '732', previousTag: TAG });
    expect([change.run?.id, change.tagCommit?.id]).toEqual([732, LATER]);
  });

  test('a tag of an earlier run put back is no later change', () => {
    const back = {
      desiredFiles: [desired(valuesFile(OLD_TAG))],
      history: [written(LATER, valuesFile(OLD_TAG), 100), ...later.history.slice(1)],
    };
    expect(changeOf({ values: { ...back, runs } })).toMatchObject({ tag: TAG, supersededBy: null });
  });

  test('a tag of no known run is no later change', () => {
    const manual = {
      desiredFiles: [desired(valuesFile('hotfix'))],
      history: [written(LATER, valuesFile('hotfix'), 100), ...later.history.slice(1)],
    };
    expect(changeOf({ values: { ...manual, runs } })).toMatchObject({ tag: TAG, supersededBy: null });
  });
});

describe('image, workloads and place', () => {
  test('of what runs', () => {
    const change = changeOf();
    expect(change.image).toEqual({ registry: 'images.example.io', repository: 'api' });
    expect(change.workloads).toEqual([
      { kind: 'Deployment', namespace: 'shop', name: 'api', containers: ['api'] },
    ]);
    expect(change.place?.keys).toEqual(['image', 'tag']);
    expect(change.digest).toBe(NEW_DIGEST);
  });

  test('of the file, when nothing runs yet', () => {
    expect(changeOf({ values: { workloads: [] } })).toMatchObject({
      image: { repository: 'api' },
      workloads: [],
      desiredTag: TAG,
    });
  });

  test('of the log, when neither tells', () => {
    const change = changeOf({ values: { workloads: [], desiredFiles: [], history: [] } });
    expect(change).toMatchObject({
      image: { registry: 'images.example.io', repository: 'api' },
      place: null,
      desiredTag: null,
    });
  });

  test('a chart of others has no run of ours behind it', () => {
    const change = changeOf({
      request: { change: null },
      values: { workloads: [], desiredFiles: [], history: [] },
    });
    expect(change).toMatchObject({ kind: 'none', image: null, run: null, appCommit: null });
  });
});

test('the application commit is the asked one, else the one the run built', () => {
  expect(changeOf().appCommit).toMatchObject({ id: COMMIT, repository: 'api' });
  const configuration = environmentCommit(TAG_COMMIT, valuesFile(OLD_TAG), valuesFile(TAG));
  expect(changeOf({ values: { changeCommit: configuration } }).appCommit).toEqual({
    id: COMMIT,
    repository: 'api',
    commit: null,
  });
  expect(changeOf({ values: { changeCommit: null, run: unfinished(731, 'notStarted') } }).appCommit?.id).toBe(
    COMMIT,
  );
});

test('with nothing read at all there is no change, and nothing throws', () => {
  expect(resolveChange(REQUEST, {})).toEqual({
    kind: 'none',
    image: null,
    workloads: [],
    tag: null,
    digest: null,
    appCommit: null,
    run: null,
    place: null,
    desiredTag: null,
    tagCommit: null,
    writes: [],
    previousTag: null,
    supersededBy: null,
  });
});

test('a commit of a repository that only a pipeline knows is no commit of GitOps', () => {
  const own = located(COMMIT, { commit: commit(COMMIT) });
  expect(changeOf({ values: { changeCommit: own } }).appCommit?.commit?.id).toBe(COMMIT);
  const followed = located(COMMIT, {}, ENV_REPOSITORY);
  expect(changeOf({ values: { changeCommit: followed } }).kind).toBe('configuration');
});
