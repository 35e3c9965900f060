// Reads of a timeline: whose work a failed task does, what waits, what was skipped.
import { describe, expect, test } from '@jest/globals';
import {
  firstFailed,
  isImageTask,
  isTagTask,
  jobOf,
  jobWithoutAgent,
  openCheckpoint,
  stageOf,
  type TaskWork,
} from '../../../src/diagnostics/pipelines/run-facts.ts';
import { checkpoint, job, log, stage, task, type RunLogs, type TaskKind } from './objects.ts';

const BASH_1 = "##[error]Bash exited with code '1'.";

describe('whose work a failed task does', () => {
  const cases: [string, TaskKind, string[], TaskWork][] = [
    [
      'the agent’s own checkout',
      'Get sources',
      ['##[error]Git fetch failed with exit code: 128'],
      'checkout',
    ],
    ['tests', 'Npm', ['1 failing', '##[error]npm failed with exit code 1'], 'build'],
    [
      'a step of the Dockerfile',
      'Docker',
      [
        '#9 ERROR: process "/bin/sh -c npm ci"',
        'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete',
      ],
      'build',
    ],
    [
      'a Dockerfile that is not there',
      'Docker',
      ['##[error]No Dockerfile matching  /s/Dockerfile  was found.'],
      'build',
    ],
    [
      'a base image nobody may pull',
      'Docker',
      [
        'pull access denied for team/base, repository does not exist or may require docker login: denied: requested access to the resource is denied',
      ],
      'build',
    ],
    [
      'a base image of another registry',
      'Docker',
      ['Get "https://registry-1.docker.io/v2/": net/http: TLS handshake timeout'],
      'build',
    ],
    [
      'the rate limit of a base image',
      'Docker',
      [
        'toomanyrequests: You have reached your pull rate limit. See https://www.docker.com/increase-rate-limit',
      ],
      'build',
    ],
    [
      'a package feed inside the build',
      'Docker',
      [
        '#8 npm ERR! 503 Service Unavailable - GET https://npm.example/x',
        'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete',
      ],
      'build',
    ],
    [
      'a package feed of a script',
      'Bash',
      ['npm ERR! 503 Service Unavailable - GET https://npm.example/x', BASH_1],
      'build',
    ],
    [
      'a name that a script does not resolve',
      'Bash',
      ['dial tcp: lookup proxy.golang.org: no such host', BASH_1],
      'build',
    ],
    ['a test that speaks of statuses', 'Bash', ['expected 200, unexpected status 500', BASH_1], 'build'],
    [
      'the push, without a right',
      'Docker',
      ['/usr/bin/docker push a.azurecr.io/api:12', 'unauthorized: authentication required'],
      'push',
    ],
    [
      'the push, from outside the network',
      'Docker',
      [
        "denied: client with IP '20.1.2.3' is not allowed access. Refer https://aka.ms/acr/firewall to grant access.",
      ],
      'push',
    ],
    [
      'the push of BuildKit',
      'Docker',
      [
        'ERROR: failed to solve: failed to push a.azurecr.io/api:12: unexpected status: 503 Service Unavailable',
      ],
      'push',
    ],
    [
      'a push that breaks in words of nobody',
      'Docker',
      ['/usr/bin/docker push a.azurecr.io/api:12', 'write: broken pipe'],
      'push',
    ],
    [
      'the sign-in to the registry in a script',
      'Bash',
      [
        'Error response from daemon: Get "https://a.azurecr.io/v2/": dial tcp 10.1.1.1:443: i/o timeout',
        BASH_1,
      ],
      'push',
    ],
    [
      'a push of a script',
      'CmdLine',
      ['docker push a.azurecr.io/api:12', 'denied: requested access to the resource is denied'],
      'push',
    ],
    [
      'a push task without a registry',
      'Docker',
      ['##[error]Docker registry service connection not specified.'],
      'push',
    ],
    [
      'the edit of the tag',
      'Bash',
      [
        'sed -i "s/tag:.*/tag: 12/" values.yaml',
        "sed: can't read values.yaml: No such file or directory",
        "##[error]Bash exited with code '2'.",
      ],
      'tag',
    ],
    ['the push of the tag', 'CmdLine', ['! [rejected] HEAD -> main (fetch first)'], 'tag'],
    [
      'a commit without an author',
      'Bash',
      ['git commit -am "api 12"', '*** Please tell me who you are.', "##[error]Bash exited with code '128'."],
      'tag',
    ],
    ['a script that says nothing of Git', 'Bash', ['make test', BASH_1], 'build'],
  ];

  test.each(cases)('%s', (_, kind, lines, work) => {
    const failed = firstFailed(
      [task(1, kind, 'failed'), job('j1', 's1'), stage('s1', 1)],
      [log(1, ...lines)],
    );
    expect(failed?.work).toBe(work);
  });

  test('a checkout is told by its name too', () => {
    const failed = firstFailed([task(1, 'Bash', 'failed', { name: 'Checkout env@main to s/env' })], []);
    expect(failed?.work).toBe('checkout');
  });

  test('after the image tasks, in a job of its own, a script writes the tag', () => {
    const image = task(1, 'Docker', 'succeeded', { parentId: 'j1' });
    const script = task(2, 'Bash', 'failed', { parentId: 'j2' });
    const jobs = [job('j1', 's1'), job('j2', 's2'), stage('s1', 1), stage('s2', 2)];
    expect(firstFailed([image, script, ...jobs], [log(2, './bump.sh', BASH_1)])?.work).toBe('tag');
    // In the job of the image it may be anything.
    const beside = { ...script, parentId: 'j1' };
    expect(firstFailed([image, beside, ...jobs], [log(2, './bump.sh', BASH_1)])?.work).toBe('build');
  });
});

describe('firstFailed', () => {
  test('by the time it ended, failed before cancelled', () => {
    const tasks = [task(3, 'Bash', 'failed'), task(2, 'Npm', 'failed'), task(1, 'Bash', 'canceled')];
    expect(firstFailed(tasks, [])?.task.id).toBe('t2');
    expect(firstFailed([task(1, 'Bash', 'canceled'), task(2, 'Bash', 'succeeded')], [])?.task.id).toBe('t1');
  });

  test('nothing failed: skipped, with issues, or no task at all', () => {
    expect(firstFailed([task(1, 'Bash', 'succeededWithIssues'), task(2, 'Bash', 'skipped')], [])).toBeNull();
    expect(firstFailed([stage('s1', 1, { result: 'failed' })], [])).toBeNull();
    expect(firstFailed([], [])).toBeNull();
  });

  test.each([
    [
      'the line of the table',
      ["Bash exited with code '128'."],
      ['x', 'remote: TF401027: You need it'],
      'remote: TF401027: You need it',
    ],
    [
      'else the issue that says something',
      ['##[error]3 tests failed', "Bash exited with code '1'."],
      ['last words'],
      '3 tests failed',
    ],
    ['else the last words of the log', ["Bash exited with code '1'."], ['last words', BASH_1], 'last words'],
    ['else what there is', ["Bash exited with code '1'."], [], "Bash exited with code '1'."],
    ['nothing at all', [], [], ''],
  ])('quotes %s', (_, issues, lines, message) => {
    const failed = task(1, 'Bash', 'failed', {
      issues: issues.map((text) => ({ type: 'error', message: text })),
    });
    expect(firstFailed([failed], [log(1, ...lines)])?.message).toBe(message);
  });

  test('warnings are no errors', () => {
    const failed = task(1, 'Bash', 'failed', { issues: [{ type: 'warning', message: 'TF401027: old' }] });
    expect(firstFailed([failed], [])).toMatchObject({ matched: null, message: '' });
  });
});

describe('isImageTask and isTagTask', () => {
  const logs: [string, TaskKind, string[], boolean, boolean][] = [
    ['Docker@2', 'Docker', [], true, false],
    ['docker in a script', 'Bash', ['docker build -t x .'], true, false],
    ['az acr build', 'CmdLine', ['az acr build --image x:1 .'], true, false],
    ['git push', 'Bash', ['git push origin HEAD:main'], false, true],
    ['kustomize edit', 'CmdLine', ['kustomize edit set image x=x:1'], false, true],
    ['yq', 'Bash', ['yq -i ".image.tag = 1" values.yaml'], false, true],
    ['what git says', 'Bash', ['Everything up-to-date'], false, true],
    ['tests', 'Bash', ['npm test'], false, false],
    ['a task that is no script', 'Npm', ['git push'], false, false],
  ];

  test.each(logs)('%s', (_, kind, lines, image, tag) => {
    const one = task(1, kind, 'succeeded');
    const read: RunLogs = [log(1, ...lines)];
    expect([isImageTask(one, read), isTagTask(one, [one], read)]).toEqual([image, tag]);
  });
});

describe('where a record is', () => {
  const timeline = [
    task(1, 'Bash', 'failed'),
    job('j1', 'p1'),
    { id: 'p1', parentId: 's1', type: 'Phase' },
    stage('s1', 1),
  ];

  test('job and stage, through a phase', () => {
    const [first] = timeline;
    expect(first === undefined ? null : [jobOf(first, timeline)?.id, stageOf(first, timeline)?.id]).toEqual([
      'j1',
      's1',
    ]);
  });

  test('a chain that never ends is given up', () => {
    const loop = { id: 'a', parentId: 'a', type: 'Phase' };
    expect(stageOf(loop, [loop])).toBeUndefined();
  });
});

describe('what waits', () => {
  test.each([
    'Checkpoint.Approval',
    'Checkpoint.Authorization',
    'Checkpoint.TaskCheck',
    'Checkpoint.ExclusiveLock',
  ])('%s, by its detail and stage', (type) => {
    const timeline = checkpoint(type, 's2');
    expect(openCheckpoint(timeline)).toEqual({ stage: 'stage s2', type, since: timeline[1]?.startTime });
  });

  test('a checkpoint that passed holds nothing', () => {
    expect(
      openCheckpoint(
        checkpoint('Checkpoint.Approval', 's2').map((record) => ({ ...record, state: 'completed' })),
      ),
    ).toBeNull();
    expect(openCheckpoint([stage('s1', 1)])).toBeNull();
  });

  test('a job without an agent', () => {
    expect(jobWithoutAgent([job('j1', 's1', { state: 'pending' })])?.id).toBe('j1');
    expect(jobWithoutAgent([job('j1', 's1', { state: 'pending', workerName: 'agent-1' })])).toBeNull();
    expect(jobWithoutAgent([job('j1', 's1', { state: 'inProgress' })])).toBeNull();
  });
});
