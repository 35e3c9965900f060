// What the log of a run proves: the images it pushed and the commits it pushed.
import { describe, expect, test } from '@jest/globals';
import {
  pushedCommits,
  pushedImages,
  tasksWorthReading,
} from '../../../src/diagnostics/pipelines/run-logs.ts';
import { imageText } from '../../../src/diagnostics/gitops/image-name.ts';
import { log, stage, task } from './objects.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const OTHER = `sha256:${'b'.repeat(64)}`;
const REMOTE = 'To https://dev.azure.com/o/p/_git/env';

/** `a.io/api:12 aaaa` */
function images(...lines: string[]): string[] {
  return pushedImages([log(1, ...lines)]).map(({ image, digest }) =>
    [`${imageText(image)}:${image.tag ?? ''}`, ...(digest === null ? [] : [digest.slice(7, 11)])].join(' '),
  );
}

describe('pushedImages', () => {
  test.each([
    [
      'docker push, acknowledged',
      [
        '/usr/bin/docker push a.io/api:12',
        'The push refers to repository [a.io/api]',
        `12: digest: ${DIGEST} size: 1234`,
      ],
      ['a.io/api:12 aaaa'],
    ],
    ['not acknowledged', ['docker push a.io/api:12', 'denied'], ['a.io/api:12']],
    [
      'two tags of one image',
      [
        `docker push a.io/api:12`,
        `12: digest: ${DIGEST} size: 1`,
        'docker push a.io/api:latest',
        `latest: digest: ${DIGEST} size: 1`,
      ],
      ['a.io/api:12 aaaa', 'a.io/api:latest aaaa'],
    ],
    [
      'a digest belongs to the push before it',
      ['docker push a.io/api:12', 'docker push a.io/web:3', `3: digest: ${OTHER} size: 1`],
      ['a.io/api:12', 'a.io/web:3 bbbb'],
    ],
    [
      'with options',
      ['docker image push --quiet a.io/api:12', 'docker push -q a.io/api:13'],
      ['a.io/api:12', 'a.io/api:13'],
    ],
    [
      'in quotes',
      ['docker push "a.io/api:12"', "+ docker push 'a.io/api:13'"],
      ['a.io/api:12', 'a.io/api:13'],
    ],
    ['a registry with a port', ['docker push localhost:5000/api:12'], ['localhost:5000/api:12']],
    [
      'BuildKit',
      ['#15 exporting to image', `#15 pushing manifest for a.io/api:12@${DIGEST} 1.2s done`],
      ['a.io/api:12 aaaa'],
    ],
    [
      'the same image twice',
      [
        `#15 pushing manifest for a.io/api:12@${DIGEST}`,
        `#15 pushing manifest for a.io/api:12@${DIGEST} done`,
      ],
      ['a.io/api:12 aaaa'],
    ],
    ['a build is no push', ['docker build -t a.io/api:12 .', 'docker tag a.io/api:12 a.io/api:13'], []],
    [
      'the text of a script is no push',
      ['docker push $REGISTRY/api:12', 'docker push a.io/api:$TAG', 'docker push "$IMAGE"'],
      [],
    ],
    ['all tags at once name none', ['docker push --all-tags a.io/api'], []],
    ['a digest without a push', [`12: digest: ${DIGEST} size: 1`], []],
  ])('%s', (_, lines, expected) => {
    expect(images(...lines)).toEqual(expected);
  });

  test('of several logs, each for itself', () => {
    const logs = [log(1, 'docker push a.io/api:12'), log(2, `12: digest: ${DIGEST} size: 1`)];
    expect(pushedImages(logs).map(({ digest }) => digest)).toEqual([null]);
  });
});

describe('pushedCommits', () => {
  const env = 'https://dev.azure.com/o/p/_git/env';
  const old = '1'.repeat(7);
  const young = '2'.repeat(7);

  test.each([
    [
      'a branch that moved',
      [REMOTE, `   ${old}..${young}  HEAD -> main`],
      [{ repoUrl: env, branch: 'main', from: old, to: young }],
    ],
    [
      'a forced update',
      [REMOTE, ` + ${old}...${young} main -> main (forced update)`],
      [{ repoUrl: env, branch: 'main', from: old, to: young }],
    ],
    [
      'by its full name',
      [REMOTE, `   ${old}..${young}  HEAD -> refs/heads/main`],
      [{ repoUrl: env, branch: 'main', from: old, to: young }],
    ],
    [
      'a new branch, with the commit made before',
      [`[bump ${young}] api 12`, ' 1 file changed', REMOTE, ' * [new branch]      bump -> bump/12'],
      [{ repoUrl: env, branch: 'bump/12', from: null, to: young }],
    ],
    [
      'on a detached HEAD',
      [`[detached HEAD ${young}] api 12`, REMOTE, ' * [new branch]      HEAD -> refs/heads/bump'],
      [{ repoUrl: env, branch: 'bump', from: null, to: young }],
    ],
    ['a new branch of an unknown commit', [REMOTE, ' * [new branch]      bump -> bump'], []],
    [
      'over SSH',
      ['To git@ssh.dev.azure.com:v3/o/p/env', `   ${old}..${young}  main -> main`],
      [{ repoUrl: 'git@ssh.dev.azure.com:v3/o/p/env', branch: 'main', from: old, to: young }],
    ],
    [
      'rejected',
      [REMOTE, ' ! [rejected]        HEAD -> main (fetch first)', "error: failed to push some refs to 'x'"],
      [],
    ],
    [
      'refused by a policy',
      [REMOTE, ' ! [remote rejected] HEAD -> main (TF402455: Pushes to this branch are not permitted)'],
      [],
    ],
    ['nothing to push', ['Everything up-to-date'], []],
    [
      'a fetch is no push',
      ['From https://dev.azure.com/o/p/_git/env', `   ${old}..${young}  main -> origin/main`],
      [],
    ],
  ])('%s', (_, lines, expected) => {
    expect(pushedCommits([log(1, ...lines)])).toEqual(expected);
  });
});

describe('tasksWorthReading', () => {
  test('what failed, what pushes an image, and the last scripts; each once', () => {
    const tasks = [
      task(1, 'Npm', 'succeeded'),
      task(2, 'Docker', 'succeeded'),
      task(3, 'Bash', 'succeeded'),
      task(4, 'Bash', 'succeeded'),
      task(5, 'CmdLine', 'failed'),
      task(6, 'Bash', 'succeeded'),
    ];
    expect(tasksWorthReading(tasks).map(({ logId }) => logId)).toEqual([5, 2, 4, 6]);
  });

  test('by the id of the marketplace task, whatever its name', () => {
    const docker = task(1, 'Npm', 'succeeded', {
      task: { id: 'e28912f1-0114-4464-802a-a3a35437fd16', name: 'Renamed' },
    });
    expect(tasksWorthReading([docker])).toEqual([docker]);
  });

  test('without a log there is nothing to read', () => {
    const silent = task(1, 'Bash', 'failed', { logId: undefined });
    expect(tasksWorthReading([silent, stage('s1', 1)])).toEqual([]);
  });
});
