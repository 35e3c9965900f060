// Link 2 on few facts: every finding, what looks like it and is not, and what nobody could read.
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../../src/diagnostics/catalogue/all.ts';
import { leafFacts } from '../../../../src/diagnostics/leaves.ts';
import { run } from '../../../../src/diagnostics/links/run.ts';
import {
  DELIVERED,
  deliveryInput,
  desired,
  environmentCommit,
  located,
  MISSING_TAG,
  OLD_TAG,
  OLD_TAG_COMMIT,
  valuesFile,
  written,
  type Parts,
  type Values,
} from '../../change/delivery.ts';
import { ago } from '../../kubernetes/objects.ts';
import {
  build,
  checkpoint,
  commit,
  COMMIT,
  definition,
  job,
  log,
  stage,
  task,
  unfinished,
  type TaskKind,
} from '../../pipelines/objects.ts';
import { told, unprovenKeys, type Told } from '../rollout/input.ts';

const OTHER = 'd0'.repeat(20);
/** The run did not come as far as the GitOps repository. */
const NOT_WRITTEN: Values = {
  desiredFiles: [desired(valuesFile(OLD_TAG))],
  history: [written(OLD_TAG_COMMIT, valuesFile(OLD_TAG), 86_400)],
  imageTag: MISSING_TAG,
  runLogs: [],
};
const NO_RUN: Values = {
  ...NOT_WRITTEN,
  run: null,
  timeline: null,
  runs: [build(730, { sourceVersion: OTHER })],
};

function pipeline(yaml: string | null, more: Parameters<typeof definition>[0] = {}): Values {
  const file = { path: '/ci/pipeline.yml', content: yaml };
  return { pipeline: { definition: definition(more), repository: null, branch: 'main', yaml: file } };
}

function notStarted(values: Values): Parts {
  return { values: { ...NO_RUN, ...values } };
}

/** A run whose only task ended like this. */
function ended(
  result: string,
  kind: TaskKind,
  taskResult: string,
  lines: string[],
  more: Values = {},
): Parts {
  const one = build(731, { result });
  const timeline = [stage('s1', 1), job('j1', 's1'), task(1, kind, taskResult)];
  return { values: { ...NOT_WRITTEN, run: one, timeline, runLogs: [log(1, ...lines)], ...more } };
}

function refusedBefore(message: string): Parts {
  const one = build(731, { result: 'failed', validationResults: [{ result: 'error', message }] });
  return { values: { ...NOT_WRITTEN, run: one, timeline: [] } };
}

function waits(status: string, values: Values = {}, more: Parameters<typeof unfinished>[2] = {}): Parts {
  return { values: { ...NOT_WRITTEN, timeline: [], run: unfinished(731, status, more), ...values } };
}

const agent = (name: string, status: string, enabled = true) => ({ name, status, enabled });
const pushOf = (...ids: string[]) => [
  {
    id: 1,
    date: ago(1200),
    refUpdates: [{ name: 'refs/heads/main', oldObjectId: OTHER, newObjectId: ids[0] ?? '' }],
  },
];
const TIP = 'c9'.repeat(20);
const SKIPPED_BUILD = [stage('s1', 1, { result: 'skipped' }), stage('s2', 2)];

const cases: [string, Parts, Told][] = [
  ['a green run', {}, { status: 'pass' }],
  [
    'a commit of the GitOps repository needs no run',
    {
      values: { changeCommit: environmentCommit('f0'.repeat(20), 'replicas: 2\n', 'replicas: 3\n') },
      request: { change: { kind: 'commit', value: 'f0'.repeat(20) } },
    },
    { status: 'pass' },
  ],

  // GT0201
  [
    'a mark in its message',
    notStarted({ changeCommit: located(COMMIT, { commit: commit(COMMIT, 'Fix [skip ci]') }) }),
    { status: 'broken', code: 'GT0201', leaf: 'skip_ci' },
  ],
  [
    'a mark in the newest commit of its push',
    notStarted({
      pushes: pushOf(TIP),
      builtCommits: [commit(TIP, 'Docs ***NO_CI***'), commit(COMMIT), commit(OTHER)],
      changeCommit: located(COMMIT, { commit: commit(COMMIT) }),
    }),
    { status: 'broken', code: 'GT0201', leaf: 'skip_ci' },
  ],
  [
    'a mark in an older commit of another push',
    notStarted({ pushes: pushOf(COMMIT), builtCommits: [commit(COMMIT), commit(OTHER, 'Old [skip ci]')] }),
    { status: 'broken', code: 'GT0217', leaf: 'ci_not_triggered' },
  ],
  [
    'a mark, and a run all the same',
    { values: { changeCommit: located(COMMIT, { commit: commit(COMMIT, 'Fix [skip ci]') }) } },
    { status: 'pass' },
  ],

  // GT0202, GT0215, GT0216
  [
    'another branch triggers',
    notStarted(pipeline('trigger: [develop]')),
    { status: 'broken', code: 'GT0202', leaf: 'ci_not_triggered' },
  ],
  [
    'other paths trigger',
    notStarted(pipeline('trigger:\n  paths:\n    include: [docs]\n')),
    { status: 'broken', code: 'GT0215', leaf: 'ci_not_triggered' },
  ],
  [
    'paths of a push of several commits are not known',
    notStarted({ ...pipeline('trigger:\n  paths:\n    include: [docs]\n'), pushes: pushOf(TIP) }),
    { status: 'broken', code: 'GT0217', leaf: 'ci_not_triggered' },
  ],
  [
    'nothing triggers',
    notStarted(pipeline('trigger: none')),
    { status: 'broken', code: 'GT0216', leaf: 'ci_not_triggered' },
  ],
  [
    'another branch triggers, and somebody started it by hand',
    { values: pipeline('trigger: [develop]') },
    { status: 'pass' },
  ],

  // GT0217
  [
    'the trigger matches, and no run came',
    notStarted({}),
    { status: 'broken', code: 'GT0217', leaf: 'ci_not_triggered' },
  ],
  [
    'the trigger matches, pushed a minute ago',
    notStarted({ changeCommit: located(COMMIT, { commit: commit(COMMIT, 'x', 60) }) }),
    { status: 'waiting', code: 'GT0217', leaf: 'ci_not_triggered', until: ago(60 - 120) },
  ],
  [
    'an empty list of runs may be a right that is missing',
    notStarted({ runs: [] }),
    { status: 'unknown', missing: 'runs' },
  ],
  ['no pipeline is known', notStarted({ pipeline: null }), { status: 'unknown', missing: 'run' }],

  // GT0203
  [
    'the pipeline is disabled',
    notStarted(pipeline('', { queueStatus: 'disabled' })),
    { status: 'broken', code: 'GT0203', leaf: 'pipeline_disabled' },
  ],
  [
    'the pipeline is paused, and the run stands still',
    waits('notStarted', {}, { definition: { id: 7, name: 'api-ci', queueStatus: 'paused' } }),
    { status: 'broken', code: 'GT0203', leaf: 'pipeline_disabled' },
  ],
  [
    'the pipeline was disabled after the run',
    { values: pipeline('', { queueStatus: 'disabled' }) },
    { status: 'pass' },
  ],

  // GT0204, GT0214
  [
    'the service refuses the file',
    refusedBefore('/azure-pipelines.yml (Line: 3): Unexpected value'),
    { status: 'broken', code: 'GT0204', leaf: 'pipeline_invalid' },
  ],
  [
    'the file is not there',
    notStarted(pipeline(null)),
    { status: 'broken', code: 'GT0214', leaf: 'pipeline_invalid' },
  ],
  [
    'the push task is refused: its link is the next',
    refusedBefore(
      'Job docker: Step Docker input containerRegistry expects a service connection of type dockerregistry but the provided service connection x is of type azurerm.',
    ),
    { status: 'pass' },
  ],

  // GT0205, GT0218
  [
    'it runs',
    waits('inProgress', {
      timeline: [
        stage('s1', 1, { state: 'inProgress' }),
        job('j1', 's1', { state: 'inProgress', workerName: 'a1' }),
      ],
    }),
    { status: 'waiting', code: 'GT0205', leaf: 'run_in_progress', until: ago(1090 - 3600) },
  ],
  [
    'it runs for longer than a job may',
    waits('inProgress', {}, { startTime: ago(7200) }),
    { status: 'waiting', code: 'GT0205', leaf: 'run_in_progress', until: null },
  ],
  [
    'it waits for its turn at a lock',
    waits('inProgress', { timeline: checkpoint('Checkpoint.ExclusiveLock', 's2') }),
    { status: 'waiting', code: 'GT0205', leaf: 'run_in_progress', until: null },
  ],
  [
    'it is queued, an agent is there',
    waits('notStarted', { agents: [agent('a1', 'online')] }),
    { status: 'waiting', code: 'GT0218', leaf: 'run_in_progress', until: ago(1100 - 1800) },
  ],
  [
    'it is queued, the pool is not known',
    waits('notStarted', { agents: null }),
    { status: 'waiting', code: 'GT0218', leaf: 'run_in_progress', until: ago(1100 - 1800) },
  ],
  [
    'it still runs, and the tag is in Git',
    { values: { run: unfinished(731, 'inProgress'), timeline: [] } },
    { status: 'pass' },
  ],

  // GT0206, GT0220
  [
    'no agent is online',
    waits('notStarted', { agents: [agent('a1', 'offline'), agent('a2', 'online', false)] }),
    { status: 'broken', code: 'GT0206', leaf: 'no_agent' },
  ],
  [
    'a job waits, no agent is online',
    waits('inProgress', { agents: [], timeline: [job('j1', 's1', { state: 'pending' })] }),
    { status: 'broken', code: 'GT0206', leaf: 'no_agent' },
  ],
  [
    'a job runs, whatever the other agents do',
    waits('inProgress', {
      agents: null,
      timeline: [job('j1', 's1', { state: 'inProgress', workerName: 'a1' })],
    }),
    { status: 'waiting', code: 'GT0205', leaf: 'run_in_progress', until: ago(1090 - 3600) },
  ],
  [
    'nobody can take the job',
    ended('failed', 'Bash', 'failed', [
      'No agent found in pool private-pool which satisfies the specified demands: docker',
    ]),
    { status: 'broken', code: 'GT0220', leaf: 'no_agent' },
  ],

  // GT0207, GT0221, GT0222
  [
    'an approval is pending',
    waits('inProgress', { timeline: checkpoint('Checkpoint.Approval', 's2') }),
    { status: 'broken', code: 'GT0207', leaf: 'approval_pending' },
  ],
  [
    'a check is pending',
    waits('inProgress', { timeline: checkpoint('Checkpoint.TaskCheck', 's2') }),
    { status: 'broken', code: 'GT0221', leaf: 'approval_pending' },
  ],
  [
    'a permission is pending',
    waits('inProgress', { timeline: checkpoint('Checkpoint.Authorization', 's2') }),
    { status: 'broken', code: 'GT0222', leaf: 'resource_not_authorized' },
  ],
  [
    'an approval was given',
    waits('inProgress', {
      timeline: checkpoint('Checkpoint.Approval', 's2').map((record) => ({ ...record, state: 'completed' })),
    }),
    { status: 'waiting', code: 'GT0205', leaf: 'run_in_progress', until: ago(1090 - 3600) },
  ],
  [
    'an approval of a stage behind the tag',
    { values: { run: unfinished(731, 'inProgress'), timeline: checkpoint('Checkpoint.Approval', 's3') } },
    { status: 'pass' },
  ],

  // GT0208
  [
    'a resource is not authorized',
    refusedBefore(
      'Job d: Step Docker2 references service connection x which could not be found. The service connection does not exist, has been disabled or has not been authorized for use.',
    ),
    { status: 'broken', code: 'GT0208', leaf: 'resource_not_authorized' },
  ],
  [
    'a resource is refused to a task',
    ended('failed', 'Bash', 'failed', ['There was a resource authorization issue: x']),
    { status: 'broken', code: 'GT0208', leaf: 'resource_not_authorized' },
  ],

  // GT0209
  [
    'no token for the connection',
    ended('failed', 'Bash', 'failed', ['AADSTS70021: No matching federated identity record found']),
    { status: 'broken', code: 'GT0209', leaf: 'wif_service_connection' },
  ],

  // GT0210
  [
    'a repository cannot be fetched',
    ended('failed', 'Get sources', 'failed', [
      'TF401019: The Git repository with name or identifier env does not exist',
    ]),
    { status: 'broken', code: 'GT0210', leaf: 'checkout_failed' },
  ],
  [
    'the checkout fails in other words',
    ended('failed', 'Get sources', 'failed', ['##[error]disk quota exceeded']),
    { status: 'broken', code: 'GT0210', leaf: 'checkout_failed' },
  ],

  // GT0211
  [
    'tests fail',
    ended('failed', 'Npm', 'failed', ['##[error]3 tests failed']),
    { status: 'broken', code: 'GT0211', leaf: 'build_failed' },
  ],
  [
    'the Dockerfile fails',
    ended('failed', 'Docker', 'failed', [
      'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete',
    ]),
    { status: 'broken', code: 'GT0211', leaf: 'build_failed' },
  ],
  [
    'tests fail while other jobs still run',
    waits('inProgress', {
      timeline: [job('j1', 's1'), task(1, 'Npm', 'failed')],
      runLogs: [log(1, '##[error]3 tests failed')],
    }),
    { status: 'broken', code: 'GT0211', leaf: 'build_failed' },
  ],
  [
    'it failed, and no task tells why',
    {
      values: {
        ...NOT_WRITTEN,
        run: build(731, { result: 'failed' }),
        timeline: [stage('s1', 1, { result: 'failed' })],
      },
    },
    { status: 'broken', code: 'GT0211', leaf: 'build_failed' },
  ],
  [
    'the image push fails: its link is the next',
    ended('failed', 'Docker', 'failed', [
      'docker push x.azurecr.io/api:731',
      'unauthorized: authentication required',
    ]),
    { status: 'pass' },
  ],
  [
    'writing the tag fails: its link is the fourth',
    ended('failed', 'Bash', 'failed', ['git push', 'TF402455: Pushes to this branch are not permitted']),
    { status: 'pass' },
  ],
  [
    'a task went on after an error',
    ended('succeeded', 'Npm', 'succeededWithIssues', ['##[error]lint'], {
      imageTag: { found: true, value: { name: '731', digest: 'sha256:1' } },
    }),
    { status: 'pass' },
  ],

  // GT0212
  [
    'a condition skipped the build',
    { values: { ...NOT_WRITTEN, timeline: SKIPPED_BUILD } },
    { status: 'broken', code: 'GT0212', leaf: 'build_stage_skipped' },
  ],
  [
    'a condition skipped the image task',
    {
      values: {
        ...NOT_WRITTEN,
        timeline: [job('j1', 's1'), task(1, 'Npm', 'succeeded'), task(2, 'Docker', 'skipped')],
      },
    },
    { status: 'broken', code: 'GT0212', leaf: 'build_stage_skipped' },
  ],
  [
    'skipped, and the image is there',
    { values: { timeline: SKIPPED_BUILD, runLogs: [] } },
    { status: 'pass' },
  ],
  [
    'another stage was skipped',
    {
      values: {
        timeline: [stage('s1', 1), task(1, 'Docker', 'succeeded'), stage('s2', 2, { result: 'skipped' })],
      },
    },
    { status: 'pass' },
  ],

  // GT0213, GT0223
  [
    'somebody cancelled it',
    { values: { ...NOT_WRITTEN, run: build(731, { result: 'canceled' }), timeline: [stage('s1', 1)] } },
    { status: 'broken', code: 'GT0213', leaf: 'run_cancelled' },
  ],
  [
    'it ran into its limit',
    ended('canceled', 'Npm', 'canceled', [
      'The job running on agent a1 ran longer than the maximum time of 60 minutes.',
    ]),
    { status: 'broken', code: 'GT0223', leaf: 'run_cancelled' },
  ],

  // GT0219
  [
    'a batch waits for the run before',
    notStarted({
      ...pipeline('trigger:\n  batch: true\n  branches: [main]\n'),
      runs: [unfinished(730, 'inProgress', { sourceVersion: OTHER })],
    }),
    { status: 'waiting', code: 'GT0219', leaf: 'run_in_progress', until: null },
  ],
  [
    'a batch, and nothing runs',
    notStarted(pipeline('trigger:\n  batch: true\n  branches: [main]\n')),
    { status: 'broken', code: 'GT0217', leaf: 'ci_not_triggered' },
  ],

  // A later run took its place
  [
    'the run of a later change',
    {
      values: {
        desiredFiles: [desired(valuesFile('732'))],
        history: [written('e2'.repeat(20), valuesFile('732'), 60), ...(DELIVERED.history ?? [])],
        runs: [build(732, { queueTime: ago(200) }), build(731)],
        run: build(731, { result: 'failed' }),
      },
    },
    { status: 'pass' },
  ],

  ['the change stopped further up', { scope: 'serving' }, { status: 'skipped', blockedBy: 'merge' }],
];

describe('run', () => {
  test.each(cases)('%s', (_, parts, expected) => {
    const input = deliveryInput(parts);
    const verdict = run.verdict(input);
    expect(told(verdict)).toEqual(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('every finding of the link is shown', () => {
    const shown = new Set(cases.map(([, , { code }]) => code));
    const all = CATALOGUE.filter(({ leaf }) => leaf !== null && leafFacts(leaf).link === 'run').map(
      ({ code }) => code as string,
    );
    expect(all.filter((code) => !shown.has(code))).toEqual([]);
  });
});

describe('what nobody could read', () => {
  const failed = ended('failed', 'Npm', 'failed', ['##[error]3 tests failed']);
  test.each<[string, Parts, string]>([
    ['run', { refused: ['run'] }, 'run'],
    ['pipeline, of a commit without a run', { ...notStarted({}), refused: ['pipeline'] }, 'pipeline'],
    ['runs, of a commit without a run', { ...notStarted({}), refused: ['runs'] }, 'runs'],
    ['timeline of a run that failed', { ...failed, refused: ['timeline'] }, 'timeline'],
    ['logs of a run that failed', { ...failed, refused: ['runLogs'] }, 'runLogs'],
    ['timeline of a run that is not finished', { ...waits('inProgress'), refused: ['timeline'] }, 'timeline'],
    ['agents of a run that is queued', { ...waits('notStarted'), refused: ['agents'] }, 'agents'],
  ])('%s', (_, parts, missing) => {
    expect(told(run.verdict(deliveryInput(parts)))).toEqual({ status: 'unknown', missing });
  });

  test('a commit nobody could read is for link 1 to say', () => {
    const verdict = run.verdict(deliveryInput({ ...notStarted({}), refused: ['changeCommit'] }));
    expect(told(verdict)).toEqual({ status: 'skipped', blockedBy: 'merge' });
  });

  test('of a green run nothing more is needed', () => {
    expect(told(run.verdict(deliveryInput({ refused: ['pipeline', 'runs', 'approvals'] })))).toEqual({
      status: 'pass',
    });
  });
});

test('an approval names who has the move', () => {
  const approvals = [
    { id: 'a', status: 'pending', buildId: 731, steps: [{ assignedApprover: { displayName: 'Chat team' } }] },
    { id: 'b', status: 'pending', buildId: 999, steps: [{ assignedApprover: { displayName: 'Others' } }] },
  ];
  const verdict = run.verdict(
    deliveryInput(waits('inProgress', { approvals, timeline: checkpoint('Checkpoint.Approval', 's2') })),
  );
  const [first] = verdict.status === 'broken' ? verdict.findings : [];
  expect(first?.params).toEqual({ run: 731, stage: 'stage s2', since: '1 h', approvers: 'Chat team' });
});
