// Link 8: pods without their image, and the bytes of those that have one.
import { describe, expect, test } from '@jest/globals';
import type { Build } from '../../../../src/diagnostics/evidence/azure-devops.ts';
import { buildSchema } from '../../../../src/diagnostics/evidence/azure-devops.ts';
import { imageManifestSchema, imageTagSchema } from '../../../../src/diagnostics/evidence/registry.ts';
import { pull } from '../../../../src/diagnostics/links/pull/pull.ts';
import {
  ago,
  daemonSet,
  deployment,
  event,
  NEW,
  NEW_DIGEST,
  newSet,
  node,
  OLD,
  OLD_DIGEST,
  oldPod,
  oldSet,
  pod,
  replicaSet,
  ROLLING,
  statefulSet,
  template,
  waiting,
} from '../../kubernetes/objects.ts';
import { inputOf, told, unprovenKeys, type InputParts, type Told, type Values } from '../rollout/input.ts';

const SETS = [newSet(), oldSet()];
const one = { kind: 'Pod', metadata: { name: 'api-new-1', uid: 'uid-api-new-1' } };
const refused = (message: string, seconds = 300) => [
  event(one, 'Failed', `Failed to pull image "${NEW}": ${message}`, { firstTimestamp: ago(seconds) }),
  event(one, 'Failed', 'Error: ErrImagePull', { firstTimestamp: ago(seconds) }),
];
const failing = (message: string, seconds = 300, more: Values = {}): Values => ({
  replicaSets: SETS,
  pods: [oldPod('api-old-1'), waiting('api-new-1', 'ImagePullBackOff', `Back-off pulling image "${NEW}"`)],
  events: refused(message, seconds),
  ...more,
});
const tag = (digest = NEW_DIGEST, name = 'new', created = ago(3600)): Values => ({
  imageTag: { found: true, value: imageTagSchema.parse({ name, digest, createdTime: created }) },
});
const manifest = (fields: Record<string, unknown> = {}): Values => ({
  imageManifest: {
    found: true,
    value: imageManifestSchema.parse({ digest: NEW_DIGEST, tags: ['new'], architecture: 'amd64', ...fields }),
  },
});
const ABSENT: Values = { imageTag: { found: false, code: 'TAG_UNKNOWN' } };
const NOT_FOUND = `rpc error: code = NotFound desc = failed to resolve reference "${NEW}": ${NEW}: not found`;
const run = (id: number, result = 'succeeded'): Build =>
  buildSchema.parse({ id, buildNumber: String(id), status: 'completed', result, definition: { id: 1 } });
const PUSHED: Values = {
  runLogs: [{ logId: 1, task: 'push', lines: [`new: digest: ${NEW_DIGEST} size: 1234`] }],
};

interface Row {
  readonly name: string;
  readonly values: Values;
  readonly parts?: InputParts;
  readonly expected: Told;
}
const broken = (code: string, leaf: string): Told => ({ status: 'broken', code, leaf });
const until = (seconds: number): string => new Date(ago(seconds)).toISOString().replace('.000Z', 'Z');

const rows: readonly Row[] = [
  // What was said
  {
    name: 'refused credential',
    values: failing('failed to fetch oauth token: 401 Unauthorized'),
    expected: broken('GT0801', 'image_pull_401'),
  },
  {
    name: 'no credential',
    values: failing('failed to fetch anonymous token: 401 Unauthorized'),
    expected: broken('GT0810', 'image_pull_401'),
  },
  { name: '403', values: failing('403 Forbidden'), expected: broken('GT0802', 'image_pull_403') },
  {
    name: 'name not resolved',
    values: failing('lookup images.example.io on 10.0.0.10:53: no such host'),
    expected: broken('GT0803', 'image_pull_network'),
  },
  {
    name: 'time-out for five minutes',
    values: failing('dial tcp 10.0.3.5:443: i/o timeout'),
    expected: { status: 'waiting', code: 'GT0803', leaf: 'image_pull_network', until: until(-300) },
  },
  {
    name: 'time-out for an hour',
    values: failing('dial tcp 10.0.3.5:443: i/o timeout', 3600),
    expected: broken('GT0803', 'image_pull_network'),
  },
  {
    name: 'throttled for two minutes',
    values: failing('429 Too Many Requests', 120),
    expected: {
      status: 'waiting',
      code: 'GT0808',
      leaf: 'image_pull_registry_error',
      until: until(120 - 600),
    },
  },
  {
    name: 'throttled for ten minutes',
    values: failing('429 Too Many Requests', 600),
    expected: broken('GT0811', 'image_pull_registry_error'),
  },
  {
    name: 'kubelet limit',
    values: failing('pull QPS exceeded'),
    expected: { status: 'waiting', code: 'GT0808', leaf: 'image_pull_registry_error', until: until(-300) },
  },
  {
    name: 'registry fails',
    values: failing('503 Service Unavailable', 900),
    expected: broken('GT0811', 'image_pull_registry_error'),
  },
  {
    name: 'disk full',
    values: failing('no space left on device'),
    expected: broken('GT0809', 'node_disk_full'),
  },
  {
    name: 'other platform',
    values: failing('no match for platform in manifest: not found', 300, {
      nodes: [node('node-1', 'arm64')],
      ...tag(),
      ...manifest(),
    }),
    expected: broken('GT0807', 'image_pull_platform'),
  },
  {
    name: 'signature policy: nothing that passes',
    values: failing('the signature validation failed', 60),
    expected: broken('GT0811', 'image_pull_registry_error'),
  },
  {
    name: 'the state alone tells, from Kubernetes 1.32 on',
    values: {
      replicaSets: SETS,
      pods: [
        waiting(
          'api-new-1',
          'ImagePullBackOff',
          `Back-off pulling image "${NEW}": ErrImagePull: 403 Forbidden`,
        ),
      ],
    },
    expected: broken('GT0802', 'image_pull_403'),
  },
  {
    name: 'not a reference',
    values: {
      replicaSets: SETS,
      pods: [
        waiting(
          'api-new-1',
          'InvalidImageName',
          `Failed to apply default image tag "": couldn't parse image reference`,
        ),
      ],
    },
    expected: broken('GT0806', 'image_reference_invalid'),
  },
  {
    name: 'pull policy Never',
    values: {
      replicaSets: SETS,
      pods: [
        waiting(
          'api-new-1',
          'ErrImageNeverPull',
          `Container image "${NEW}" is not present with pull policy of Never`,
        ),
      ],
    },
    expected: broken('GT0804', 'image_pull_not_found'),
  },

  // Not there: never pushed, or gone
  {
    name: 'no run pushed it',
    values: failing(NOT_FOUND, 300, { ...ABSENT, runs: [], runLogs: [] }),
    expected: broken('GT0804', 'image_pull_not_found'),
  },
  {
    name: 'no such repository',
    values: failing(NOT_FOUND, 300, { imageTag: { found: false, code: 'NAME_UNKNOWN' }, runLogs: [] }),
    expected: broken('GT0813', 'image_pull_not_found'),
  },
  {
    name: 'the run says that it pushed it',
    values: failing(NOT_FOUND, 300, { ...ABSENT, ...PUSHED }),
    parts: { change: { run: run(77) } },
    expected: broken('GT0805', 'image_purged'),
  },
  {
    name: 'the run is green, and its log shows no push',
    values: failing(NOT_FOUND, 300, { ...ABSENT, runLogs: [] }),
    parts: { change: { run: run(77) } },
    expected: broken('GT0804', 'image_pull_not_found'),
  },
  {
    name: 'an earlier run pushed it',
    values: failing(NOT_FOUND, 300, { ...ABSENT, runs: [{ ...run(77), buildNumber: 'new' }], runLogs: [] }),
    expected: broken('GT0805', 'image_purged'),
  },
  {
    name: 'a failed run pushed nothing',
    values: failing(NOT_FOUND, 300, {
      ...ABSENT,
      runs: [{ ...run(77, 'failed'), buildNumber: 'new' }],
      runLogs: [],
    }),
    expected: broken('GT0804', 'image_pull_not_found'),
  },
  {
    name: 'the tag is listed, its manifest is gone',
    values: failing(NOT_FOUND, 300, { ...tag(), imageManifest: { found: false, code: 'MANIFEST_UNKNOWN' } }),
    expected: broken('GT0812', 'image_purged'),
  },
  {
    name: 'a layer is gone',
    values: failing('could not fetch content descriptor sha256:0a (x) from remote: not found'),
    expected: broken('GT0812', 'image_purged'),
  },
  {
    name: 'the registry has it: pushed after the first attempt',
    values: failing(NOT_FOUND, 300, { ...tag(NEW_DIGEST, 'new', ago(60)), ...manifest() }),
    expected: {
      status: 'waiting',
      code: 'GT0808',
      leaf: 'image_pull_registry_error',
      until: until(60 - 600),
    },
  },
  {
    name: 'the registry has it, and the node is told otherwise for an hour',
    values: failing(NOT_FOUND, 3600, { ...tag(NEW_DIGEST, 'new', ago(7200)), ...manifest() }),
    expected: broken('GT0811', 'image_pull_registry_error'),
  },
  {
    name: 'a ReplicaSet taken back by a revert: it was there once',
    values: failing(NOT_FOUND, 300, {
      ...ABSENT,
      runLogs: [],
      replicaSets: [
        newSet({
          metadata: {
            annotations: {
              'deployment.kubernetes.io/revision': '5',
              'deployment.kubernetes.io/revision-history': '3',
            },
          },
        }),
        oldSet(),
      ],
    }),
    expected: broken('GT0805', 'image_purged'),
  },
  {
    name: 'access denied or no repository: the registry decides',
    values: failing('pull access denied, repository does not exist or may require authorization', 300, {
      imageTag: { found: false, code: 'NAME_UNKNOWN' },
      runLogs: [],
    }),
    expected: broken('GT0813', 'image_pull_not_found'),
  },
  {
    name: 'access denied, and the registry has it',
    values: failing('pull access denied, repository does not exist or may require authorization', 300, tag()),
    expected: broken('GT0801', 'image_pull_401'),
  },

  // Nothing said
  {
    name: 'nothing says why, the registry has not the tag',
    values: failing('', 300, { ...ABSENT, events: [], runLogs: [] }),
    expected: broken('GT0804', 'image_pull_not_found'),
  },
  {
    name: 'nothing says why, the image is for another platform',
    values: failing('', 300, { events: [], nodes: [node('node-1', 'arm64')], ...tag(), ...manifest() }),
    expected: broken('GT0807', 'image_pull_platform'),
  },
  {
    name: 'nothing says why, for longer than a passing error',
    values: failing('', 300, { events: [], ...tag(), ...manifest() }),
    expected: broken('GT0811', 'image_pull_registry_error'),
  },
  {
    name: 'a new message, shown as it is',
    values: failing('something nobody has seen', 300, { ...tag(), ...manifest() }),
    expected: { status: 'waiting', code: 'GT0808', leaf: 'image_pull_registry_error', until: until(-300) },
  },

  // What would name the cause is not readable
  ...(['events', 'imageTag', 'imageManifest', 'nodes'] as const).map((key): Row => ({
    name: `nothing says why, ${key} not readable`,
    values: failing('', 300, { events: [], ...tag(), ...manifest() }),
    parts: { denied: [key] },
    expected: { status: 'unknown', missing: key },
  })),
  {
    name: 'events not readable, the state tells',
    values: failing('', 300, {
      pods: [waiting('api-new-1', 'ErrImagePull', 'failed to pull and unpack image: 403 Forbidden')],
    }),
    parts: { denied: ['events'] },
    expected: broken('GT0802', 'image_pull_403'),
  },
  {
    name: 'events not readable: nobody knows for how long it has been throttled',
    values: failing('', 300, { pods: [waiting('api-new-1', 'ErrImagePull', '429 Too Many Requests')] }),
    parts: { denied: ['events'] },
    expected: { status: 'unknown', missing: 'events' },
  },
  {
    name: 'access denied or no repository, and the registry is not readable',
    values: failing('pull access denied, repository does not exist or may require authorization'),
    parts: { denied: ['imageTag'] },
    expected: { status: 'unknown', missing: 'imageTag' },
  },
  {
    name: 'not found with the tag listed, the manifest is not readable',
    values: failing(NOT_FOUND, 3600, { ...tag(NEW_DIGEST, 'new', ago(7200)) }),
    parts: { denied: ['imageManifest'] },
    expected: { status: 'unknown', missing: 'imageManifest' },
  },
  ...(['run', 'runs', 'runLogs', 'replicaSets'] as const).map((key): Row => ({
    name: `never pushed or gone: ${key} not readable`,
    values: failing(NOT_FOUND, 300, ABSENT),
    parts: { denied: [key] },
    expected: { status: 'unknown', missing: key },
  })),

  // Pods not readable
  {
    name: 'pods not readable, events tell',
    values: { replicaSets: SETS, events: refused('failed to fetch oauth token: 401 Unauthorized') },
    parts: { denied: ['pods'] },
    expected: broken('GT0801', 'image_pull_401'),
  },
  {
    name: 'pods not readable, events of another image',
    values: {
      replicaSets: SETS,
      events: [event(one, 'Failed', 'Failed to pull image "images.example.io/side:1": 401 Unauthorized')],
    },
    parts: { denied: ['pods'] },
    expected: { status: 'unknown', missing: 'pods' },
  },
  {
    name: 'neither pods nor events readable',
    values: { replicaSets: SETS },
    parts: { denied: ['pods', 'events'] },
    expected: { status: 'unknown', missing: 'pods' },
  },
  {
    name: 'workloads not readable',
    values: {},
    parts: { denied: ['workloads'] },
    expected: { status: 'unknown', missing: 'workloads' },
  },

  // Running
  {
    name: 'no pod of the new template yet',
    values: { replicaSets: SETS, pods: [oldPod('api-old-1')] },
    expected: { status: 'skipped', blockedBy: 'rollout' },
  },
  {
    name: 'the digest of the tag runs',
    values: { replicaSets: SETS, pods: [pod('api-new-1')], ...tag() },
    expected: { status: 'pass' },
  },
  {
    name: 'it crashes, but with the right bytes',
    values: {
      replicaSets: SETS,
      pods: [
        waiting('api-new-1', 'CrashLoopBackOff', 'back-off', {
          imageID: `images.example.io/api@${NEW_DIGEST}`,
        }),
      ],
      ...tag(),
    },
    expected: { status: 'pass' },
  },
  {
    name: 'the same digest under another repository',
    values: {
      replicaSets: SETS,
      pods: [pod('api-new-1', {}, { imageID: `images.example.io/mirror@${NEW_DIGEST}` })],
      ...tag(),
    },
    expected: { status: 'pass' },
  },
  {
    name: 'the status names another tag of the digest',
    values: {
      replicaSets: SETS,
      pods: [pod('api-new-1', {}, { image: 'images.example.io/api:sha-1' })],
      ...tag(),
    },
    expected: { status: 'pass' },
  },
  {
    name: 'a platform of the index runs',
    values: {
      replicaSets: SETS,
      pods: [pod('api-new-1')],
      ...tag(OLD_DIGEST),
      imageManifest: {
        found: true,
        value: imageManifestSchema.parse({
          digest: OLD_DIGEST,
          tags: ['new'],
          references: [{ digest: NEW_DIGEST, architecture: 'amd64' }],
        }),
      },
    },
    expected: { status: 'pass' },
  },
  {
    name: 'the tag was pushed again',
    values: { replicaSets: SETS, pods: [pod('api-new-1')], ...tag(OLD_DIGEST) },
    expected: { status: 'skipped', blockedBy: 'tagCommit' },
  },
  {
    name: 'the tag was pushed again, asked about what serves',
    values: { replicaSets: SETS, pods: [pod('api-new-1')], ...tag(OLD_DIGEST) },
    parts: { scope: 'serving' },
    expected: { status: 'pass' },
  },
  {
    name: 'registry not readable, a tag of no version: it may have been pushed again',
    values: { replicaSets: SETS, pods: [pod('api-new-1')] },
    parts: { denied: ['imageTag'] },
    expected: { status: 'unknown', missing: 'imageTag' },
  },
  {
    name: 'registry not readable, the log has the digest',
    values: { replicaSets: SETS, pods: [pod('api-new-1')], ...PUSHED },
    parts: { denied: ['imageTag'] },
    expected: { status: 'pass' },
  },
  {
    name: 'the tag is gone while the pods run it',
    values: { replicaSets: SETS, pods: [pod('api-new-1')], ...ABSENT },
    expected: { status: 'pass' },
  },
];

describe('link 8', () => {
  test.each(rows)('$name', ({ values, parts, expected }) => {
    const input = inputOf([deployment({ status: ROLLING })], {
      ...parts,
      values: { ...values, ...parts?.values },
    });
    const verdict = pull.verdict(input);
    expect(told(verdict)).toEqual(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test.each([
    ['before the pods started: the tag is compared', ago(3600), { status: 'pass' }],
    ['after the pods started: it may have pushed again', ago(5), { status: 'unknown', missing: 'imageTag' }],
  ])('registry not readable, the run ended %s', (_, finishTime, expected) => {
    const image = NEW.replace(/:new$/, ':1.4.0');
    const running = pod('api-new-1');
    const [container] = running.spec.containers;
    if (container === undefined) throw new Error('a pod without a container');
    const own = {
      ...running,
      spec: { ...running.spec, containers: [{ ...container, image }] },
      status: { ...running.status, startTime: ago(600) },
    };
    const input = inputOf([deployment({ spec: { template: template(image) } })], {
      values: { replicaSets: [replicaSet('new', image)], pods: [own] },
      denied: ['imageTag'],
      change: { tag: '1.4.0', desiredTag: '1.4.0', run: { ...run(77), finishTime } },
    });
    expect(told(pull.verdict(input))).toEqual(expected);
  });

  test('a template without the tag is the affair of link 6', () => {
    const of = deployment({ spec: { template: template(OLD) } });
    expect(
      told(pull.verdict(inputOf([of], { values: { replicaSets: SETS, pods: [oldPod('api-old-1')] } }))),
    ).toEqual({ status: 'skipped', blockedBy: 'sync' });
  });

  test('a digest in the template is compared with what runs', () => {
    const pinned = `images.example.io/api@${OLD_DIGEST}`;
    const of = deployment({ spec: { template: template(pinned) } });
    const sets = [newSet({ spec: { template: template(pinned) } })];
    const running = (digest: string) => [
      pod(
        'api-new-1',
        { spec: { containers: [{ name: 'api', image: pinned }] } },
        { imageID: `x@${digest}` },
      ),
    ];
    const verdict = (digest: string) =>
      pull.verdict(
        inputOf([of], {
          values: { replicaSets: sets, pods: running(digest) },
          change: { digest: OLD_DIGEST },
        }),
      );
    expect(told(verdict(OLD_DIGEST))).toEqual({ status: 'pass' });
    expect(told(verdict(NEW_DIGEST))).toEqual({ status: 'skipped', blockedBy: 'tagCommit' });
  });

  test.each([
    ['StatefulSet', statefulSet({ status: { readyReplicas: 0 } }), 'api-1'],
    ['DaemonSet', daemonSet({ status: { numberAvailable: 0 } }), 'api-x7k2p'],
  ] as const)('pods of a %s that cannot be read are found by name in the events', (_kind, of, name) => {
    const failed = event(
      { kind: 'Pod', metadata: { name } },
      'Failed',
      `Failed to pull image "${NEW}": 403 Forbidden`,
    );
    expect(told(pull.verdict(inputOf([of], { values: { events: [failed] }, denied: ['pods'] })))).toEqual(
      broken('GT0802', 'image_pull_403'),
    );
  });

  test('a sidecar of another registry is named by its own image', () => {
    const side = 'mirror.example.org/proxy:1';
    const both = {
      containers: [
        { name: 'api', image: NEW },
        { name: 'proxy', image: side },
      ],
    };
    const of = deployment({
      status: ROLLING,
      spec: { template: { metadata: { labels: { app: 'api' } }, spec: both } },
    });
    const statuses = [
      { name: 'api', ready: true, imageID: `x@${NEW_DIGEST}`, state: { running: { startedAt: ago(60) } } },
      {
        name: 'proxy',
        ready: false,
        imageID: '',
        state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off' } },
      },
    ];
    const verdict = pull.verdict(
      inputOf([of], {
        values: {
          replicaSets: [newSet({ spec: { template: { metadata: {}, spec: both } } })],
          pods: [
            pod('api-new-1', {
              spec: both,
              status: { conditions: [{ type: 'Ready', status: 'False' }], containerStatuses: statuses },
            }),
          ],
          events: [
            event(one, 'Failed', `Failed to pull image "${side}": toomanyrequests`, {
              firstTimestamp: ago(900),
            }),
          ],
          ...tag(),
        },
      }),
    );
    expect(told(verdict)).toEqual(broken('GT0811', 'image_pull_registry_error'));
  });

  test('several pods with one cause are one finding, several causes are several', () => {
    const pods = ['api-new-1', 'api-new-2', 'api-new-3'].map((name, index) =>
      waiting(
        name,
        'ImagePullBackOff',
        `Back-off pulling image "${NEW}": ErrImagePull: ${index === 2 ? '403 Forbidden' : 'no space left on device'}`,
      ),
    );
    const verdict = pull.verdict(
      inputOf([deployment({ status: ROLLING })], { values: { replicaSets: SETS, pods } }),
    );
    expect('findings' in verdict ? verdict.findings.map(({ leaf }) => leaf) : []).toEqual([
      'node_disk_full',
      'image_pull_403',
    ]);
  });
});
