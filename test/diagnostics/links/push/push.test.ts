// Link 3 on few facts: every finding, what looks like it and is not, and what nobody could read.
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../../src/diagnostics/catalogue/all.ts';
import { leafFacts } from '../../../../src/diagnostics/leaves.ts';
import { push } from '../../../../src/diagnostics/links/push.ts';
import {
  deliveryInput,
  environmentCommit,
  IMAGE,
  MISSING_TAG,
  PUSH_LOG,
  running,
  TAG,
  TIMELINE,
  type Parts,
  type Values,
} from '../../change/delivery.ts';
import { NEW_DIGEST } from '../../kubernetes/objects.ts';
import { build, job, log, stage, task, unfinished } from '../../pipelines/objects.ts';
import { told, unprovenKeys, type Told } from '../rollout/input.ts';

/** A run whose image task failed with these lines. */
function failed(...lines: string[]): Parts {
  const timeline = [stage('s1', 1), job('j1', 's1'), task(2, 'Docker', 'failed')];
  const values: Values = {
    run: build(731, { result: 'failed' }),
    timeline,
    runLogs: [log(2, `/usr/bin/docker push ${IMAGE}:${TAG}`, ...lines)],
    imageTag: MISSING_TAG,
  };
  return { values };
}

const SAYS_NO_REGISTRY = 'Not pushing to any registry as no login information was found.';
const green = (...lines: string[]): Values => ({
  timeline: TIMELINE,
  runLogs: [log(2, ...lines)],
  imageTag: MISSING_TAG,
});

const cases: [string, Parts, Told][] = [
  ['the registry has the tag', {}, { status: 'pass' }],
  [
    'a commit of the GitOps repository pushes no image',
    {
      values: { changeCommit: environmentCommit('f0'.repeat(20), 'replicas: 2\n', 'replicas: 3\n') },
      request: { change: { kind: 'commit', value: 'f0'.repeat(20) } },
    },
    { status: 'pass' },
  ],

  // GT0301
  [
    'the file names another kind of connection',
    {
      values: {
        run: build(731, {
          result: 'failed',
          validationResults: [
            {
              result: 'error',
              message:
                'Job d: Step Docker input containerRegistry expects a service connection of type dockerregistry but the provided service connection x is of type azurerm.',
            },
          ],
        }),
        timeline: [],
        imageTag: MISSING_TAG,
      },
    },
    { status: 'broken', code: 'GT0301', leaf: 'docker2_connection_type' },
  ],
  [
    'the task has no connection',
    failed('##[error]Docker registry service connection not specified.'),
    { status: 'broken', code: 'GT0301', leaf: 'docker2_connection_type' },
  ],

  // GT0302
  [
    'the agent is outside the network',
    failed(
      "denied: client with IP '20.1.2.3' is not allowed access. Refer https://aka.ms/acr/firewall to grant access.",
    ),
    { status: 'broken', code: 'GT0302', leaf: 'private_agent' },
  ],
  [
    'the agent does not resolve the registry',
    failed('dial tcp: lookup x.azurecr.io on 168.63.129.16:53: no such host'),
    { status: 'broken', code: 'GT0302', leaf: 'private_agent' },
  ],

  // GT0303
  [
    'the identity may not push',
    failed(
      'unauthorized: authentication required, visit https://aka.ms/acr/authorization for more information.',
    ),
    { status: 'broken', code: 'GT0303', leaf: 'push_unauthorized' },
  ],
  [
    'the base image is refused in the same words: link 2 says so',
    failed(
      'pull access denied for team/base, repository does not exist: denied: requested access to the resource is denied',
    ),
    { status: 'unknown', missing: 'run' },
  ],

  // GT0304
  [
    'the tag is locked',
    failed('unknown: The operation is disallowed on this registry, repository or image.'),
    { status: 'broken', code: 'GT0304', leaf: 'push_locked' },
  ],

  // GT0305
  [
    'the registry is in trouble',
    failed('received unexpected HTTP status: 503 Service Unavailable'),
    { status: 'broken', code: 'GT0305', leaf: 'push_registry_error' },
  ],
  [
    'the push breaks in words of nobody',
    failed('write: broken pipe'),
    { status: 'broken', code: 'GT0305', leaf: 'push_registry_error' },
  ],

  // GT0306
  [
    'the run is green, and the registry has no such tag',
    { values: { imageTag: MISSING_TAG } },
    { status: 'broken', code: 'GT0306', leaf: 'image_not_pushed' },
  ],
  [
    'the registry has no such repository',
    { values: { imageTag: { found: false, code: 'NAME_UNKNOWN' } } },
    { status: 'broken', code: 'GT0306', leaf: 'image_not_pushed' },
  ],
  [
    'a pod runs it: it was there, and was removed since',
    { values: { imageTag: MISSING_TAG, pods: [running(TAG, NEW_DIGEST, 600)] } },
    { status: 'pass' },
  ],
  [
    'the run is not finished',
    { values: { imageTag: MISSING_TAG, run: unfinished(731, 'inProgress'), timeline: [] } },
    { status: 'unknown', missing: 'run' },
  ],
  [
    'no run is known that should have pushed it',
    {
      values: { imageTag: MISSING_TAG, run: null, runs: [] },
      request: { change: { kind: 'tag', value: TAG } },
    },
    { status: 'unknown', missing: 'run' },
  ],
  [
    'the task that writes the tag failed after the push',
    {
      values: {
        run: build(731, { result: 'failed' }),
        timeline: [task(2, 'Docker', 'succeeded'), task(3, 'Bash', 'failed')],
        runLogs: [PUSH_LOG, log(3, 'git push', 'TF402455: no')],
      },
    },
    { status: 'pass' },
  ],

  // GT0307
  [
    'a green task that pushed nowhere',
    { values: green(SAYS_NO_REGISTRY) },
    { status: 'broken', code: 'GT0307', leaf: 'docker2_connection_type' },
  ],
  [
    'a push to another registry',
    { values: green('The push refers to repository [docker.io/library/api]') },
    { status: 'broken', code: 'GT0307', leaf: 'docker2_connection_type' },
  ],
  [
    'the same words, and the registry has the tag',
    { values: { runLogs: [log(2, SAYS_NO_REGISTRY, `docker push ${IMAGE}:${TAG}`)] } },
    { status: 'pass' },
  ],

  ['the change stopped further up', { scope: 'serving' }, { status: 'skipped', blockedBy: 'run' }],
];

describe('push', () => {
  test.each(cases)('%s', (_, parts, expected) => {
    const input = deliveryInput(parts);
    const verdict = push.verdict(input);
    expect(told(verdict)).toEqual(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('every finding of the link is shown', () => {
    const shown = new Set(cases.map(([, , { code }]) => code));
    const all = CATALOGUE.filter(({ leaf }) => leaf !== null && leafFacts(leaf).link === 'push').map(
      ({ code }) => code as string,
    );
    expect(all.filter((code) => !shown.has(code))).toEqual([]);
  });
});

describe('what nobody could read', () => {
  test('the registry: the image is not missing', () => {
    expect(told(push.verdict(deliveryInput({ refused: ['imageTag'] })))).toEqual({
      status: 'unknown',
      missing: 'imageTag',
    });
  });

  test('the registry, and the run says that its push failed', () => {
    const verdict = push.verdict(
      deliveryInput({ ...failed('unauthorized: authentication required'), refused: ['imageTag'] }),
    );
    expect(told(verdict)).toMatchObject({ status: 'broken', code: 'GT0303' });
  });

  test('the log of the task that failed', () => {
    const verdict = push.verdict(deliveryInput({ ...failed('x'), refused: ['runLogs'] }));
    expect(told(verdict)).toEqual({ status: 'unknown', missing: 'runLogs' });
  });

  test('of a tag that is there nothing more is needed', () => {
    const verdict = push.verdict(
      deliveryInput({ refused: ['imageManifest', 'imageTags', 'registryDns', 'pods'] }),
    );
    expect(told(verdict)).toEqual({ status: 'pass' });
  });
});

test('the proof is the image with its digest', () => {
  const { proof } = push.verdict(deliveryInput());
  expect(proof?.map(({ label, value, from }) => [label, value, from])).toEqual([
    ['image', `${IMAGE}:${TAG}`, 'imageTag'],
    ['digest', NEW_DIGEST, 'imageTag'],
  ]);
});
