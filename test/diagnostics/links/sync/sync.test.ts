// Link 6: one row per rule of facts/argocd.md 5 Q-C to Q-E, good and bad.
import { describe, expect, test } from '@jest/globals';
import { horizontalPodAutoscalerSchema } from '../../../../src/diagnostics/evidence/kubernetes.ts';
import type { Evidence, EvidenceKey } from '../../../../src/diagnostics/evidence/evidence.ts';
import type { LinkInput } from '../../../../src/diagnostics/link.ts';
import { sync } from '../../../../src/diagnostics/links/sync/sync.ts';
import type { Verdict } from '../../../../src/diagnostics/verdict.ts';
import {
  application,
  applicationSet,
  change,
  COMMIT,
  evidence,
  failing,
  file,
  gitSource,
  IMAGE,
  input,
  job,
  NEWER,
  OLDER,
  operation,
  outOfSync,
  pod,
  project,
  row,
  tagCommit,
  workloads,
} from '../../argocd/objects.ts';

type Values = { readonly [K in EvidenceKey]?: Evidence[K] };

function judge(values: Values, parts: Partial<LinkInput> = {}, unread: EvidenceKey[] = []): Verdict {
  return sync.verdict(input({ evidence: evidence(values, unread), ...parts }));
}

function leaf(verdict: Verdict): string | null {
  return 'findings' in verdict ? (verdict.findings[0]?.leaf ?? null) : null;
}

const old = workloads(`${IMAGE}:1`);
/** OutOfSync at the commit; the last operation is of the revision before. */
const idle = outOfSync({ operationState: operation({ revision: OLDER, rows: [] }) });
const manual = { syncPolicy: { syncOptions: [] } };

function held(status: Record<string, unknown> = idle, spec: Record<string, unknown> = {}): Values {
  return { application: application({ status, spec }), workloads: old };
}

describe('pass', () => {
  test.each([
    ['the workload carries the tag', {}, 'liveImage'],
    [
      'OutOfSync for an object that only waits to be pruned',
      {
        application: application({
          status: outOfSync({
            resources: [
              row({ status: 'Synced' }),
              row({ kind: 'CronJob', name: 'old', status: 'OutOfSync', requiresPruning: true }),
            ],
          }),
        }),
      },
      'liveImage',
    ],
    [
      'a later commit failed and was reverted: Synced, and the workload has the tag',
      {
        application: application({
          status: {
            sync: { status: 'Synced', revision: NEWER },
            operationState: operation({
              revision: OLDER,
              phase: 'Failed',
              message: 'one or more synchronization tasks are not valid (retried 5 times).',
            }),
          },
        }),
      },
      'liveImage',
    ],
    [
      'the operation waits for the very workload that has the tag: link 7',
      {
        application: application({
          status: outOfSync({
            operationState: operation({
              phase: 'Running',
              finishedAt: undefined,
              message: 'waiting for healthy state of apps/Deployment/web',
            }),
          }),
        }),
      },
      'liveImage',
    ],
    ['nobody can read the workloads, and the operation rendered the tag', {}, 'renderedImage'],
  ] as const)('%s', (_, values, label) => {
    const verdict = judge(values, {}, label === 'renderedImage' ? ['workloads'] : []);

    expect(verdict.status).toBe('pass');
    expect(verdict.proof?.map((one) => one.label)).toContain(label);
  });

  test('by digest, where Git pins one', () => {
    const digest = `sha256:${'d'.repeat(64)}`;
    const pinned = change({ digest });

    expect(judge({ workloads: workloads(`${IMAGE}@${digest}`) }, { change: pinned }).status).toBe('pass');
    expect(
      judge({ workloads: workloads(`${IMAGE}@sha256:${'0'.repeat(64)}`) }, { change: pinned }).status,
    ).not.toBe('pass');
  });

  test('a second workload of the image with a tag of its own', () => {
    const both = [
      ...workloads(`${IMAGE}:2`),
      ...workloads(`${IMAGE}:1`).map((one) => ({ ...one, name: 'worker' })),
    ];
    const two = change({
      workloads: ['web', 'worker'].map((name) => ({
        kind: 'Deployment',
        namespace: 'shop',
        name,
        containers: ['web'],
      })),
    });

    expect(judge({ workloads: both }, { change: two }).status).toBe('pass');
  });

  test.each([
    ['Synced at the commit', application({})],
    ['OutOfSync by a hand since its sync succeeded', application({ status: outOfSync() })],
  ])('a change of the configuration: %s', (_, one) => {
    expect(judge({ application: one }, { change: change({ kind: 'configuration' }) }).status).toBe('pass');
  });
});

describe('an operation is on its way', () => {
  const running = (message: string, more: Record<string, unknown> = {}) =>
    held(
      outOfSync({
        operationState: operation({ phase: 'Running', finishedAt: undefined, message, rows: [], ...more }),
      }),
    );

  test('between two attempts: the backoff says when', () => {
    const verdict = judge(
      running('one or more objects failed to apply, reason: anything. Retrying attempt #2 at 11:59AM.', {
        finishedAt: '2026-03-04T11:58:30Z',
        retryCount: 1,
        operation: {
          sync: { revision: COMMIT },
          retry: { limit: 5, backoff: { duration: '1m', factor: 2, maxDuration: '10m' } },
        },
      }),
    );

    expect(verdict).toMatchObject({ status: 'waiting', until: '2026-03-04T12:00:30Z' });
    expect(leaf(verdict)).toBe('operation_in_progress');
  });

  test('an attempt that is a minute late does not come', () => {
    const late = running('failed. Retrying attempt #1 at 11:30AM.', {
      finishedAt: '2026-03-04T11:29:00Z',
      retryCount: 0,
    });

    expect(judge(late).status).toBe('broken');
  });

  test('for an older revision: this one waits behind it', () => {
    const older = running('waiting for completion of hook batch/Job/migrate', { revision: OLDER });

    const verdict = judge({
      ...older,
      hookJobs: [job('migrate', { status: { active: 1, startTime: '2026-03-04T11:55:00Z' } })],
    });

    expect(verdict).toMatchObject({ status: 'waiting', until: null });
  });

  test('a wave waits for another workload, until its own deadline', () => {
    const cache = workloads('acrshop.azurecr.io/cache:7', {
      metadata: { name: 'cache' },
      spec: { progressDeadlineSeconds: 300 },
      status: {
        conditions: [{ type: 'Progressing', status: 'True', lastUpdateTime: '2026-03-04T11:58:00Z' }],
      },
    }).map((one) => ({ ...one, name: 'cache' }));
    const waiting = running('waiting for healthy state of apps/Deployment/cache and 1 more resources');

    expect(judge({ ...waiting, workloads: [...old, ...cache] })).toMatchObject({
      status: 'waiting',
      until: '2026-03-04T12:03:00Z',
    });
    expect(
      judge({ ...waiting, workloads: [...old, ...cache] }, { now: new Date('2026-03-04T12:10:00Z') }).status,
    ).toBe('broken');
  });

  test('requested and not started', () => {
    const requested = application({ status: idle, operation: { sync: { revision: COMMIT } } });

    expect(judge({ application: requested, workloads: old }).status).toBe('waiting');
  });

  test('pruning waits for a person to confirm', () => {
    const verdict = judge(running('waiting for pruning confirmation of /PersistentVolumeClaim/data'));

    expect(verdict.status).toBe('broken');
    expect(leaf(verdict)).toBe('operation_in_progress');
  });

  describe('a hook', () => {
    const hook = running('waiting for completion of hook batch/Job/migrate');
    const started = { startTime: '2026-03-04T11:55:00Z' };

    test.each([
      [
        'runs, with a deadline',
        job('migrate', { spec: { activeDeadlineSeconds: 600 }, status: { active: 1, ...started } }),
        'waiting',
        'operation_in_progress',
      ],
      [
        'runs, without a deadline',
        job('migrate', { status: { active: 1, ...started } }),
        'waiting',
        'operation_in_progress',
      ],
      [
        'its deadline is over',
        job('migrate', { spec: { activeDeadlineSeconds: 60 }, status: { active: 1, ...started } }),
        'broken',
        'sync_hook',
      ],
      [
        'it ended seconds ago',
        job('migrate', {
          status: {
            ...started,
            conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: '2026-03-04T11:59:40Z' }],
          },
        }),
        'waiting',
        'operation_in_progress',
      ],
      [
        'it ended long ago and nobody saw it',
        job('migrate', {
          status: {
            ...started,
            conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: '2026-03-04T11:56:00Z' }],
          },
        }),
        'broken',
        'sync_hook',
      ],
      [
        'it failed',
        job('migrate', {
          status: {
            ...started,
            conditions: [
              {
                type: 'Failed',
                status: 'True',
                message: 'Job has reached the specified backoff limit',
                lastTransitionTime: '2026-03-04T11:56:00Z',
              },
            ],
          },
        }),
        'broken',
        'sync_hook',
      ],
      ['it is gone', null, 'broken', 'sync_hook'],
    ])('%s', (_, one, status, expected) => {
      const verdict = judge({ ...hook, hookJobs: one === null ? [] : [one] });

      expect(verdict.status).toBe(status);
      expect(leaf(verdict)).toBe(expected);
    });

    test('its pod cannot start', () => {
      const stuck = pod('migrate-x', {
        labels: { 'job-name': 'migrate' },
        status: {
          phase: 'Pending',
          containerStatuses: [
            { name: 'main', state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off' } } },
          ],
        },
      });

      const verdict = judge({
        ...hook,
        hookJobs: [job('migrate', { status: { active: 1, ...started } })],
        pods: [stuck],
      });

      expect(verdict).toMatchObject({
        status: 'broken',
        findings: [{ leaf: 'sync_hook', params: { message: 'ImagePullBackOff: Back-off' } }],
      });
    });

    test.each(['hookJobs', 'pods', 'workloads'] as const)('%s could not be read: it may never end', (key) => {
      const running = { ...hook, hookJobs: [job('migrate', { status: { active: 1, ...started } })] };

      expect(judge(running, {}, [key])).toMatchObject({ status: 'unknown', missing: key });
    });
  });
});

describe('the sync of the revision shown failed', () => {
  const failed = (
    rows: Record<string, unknown>[],
    message = 'one or more objects failed to apply (retried 5 times).',
  ) => held(outOfSync({ operationState: operation({ phase: 'Failed', message, retryCount: 5, rows }) }));

  test.each([
    ['admission webhook "v.acme.example" denied the request: no label', 'admission_denied'],
    [
      'Internal error occurred: failed calling webhook "v.acme.example": context deadline exceeded',
      'admission_webhook_down',
    ],
    ["namespace kube-system is not permitted in project 'shop'", 'appproject_denied'],
    [
      'deployments.apps "web" is forbidden: User "system:serviceaccount:argocd:argocd-application-controller" cannot patch resource "deployments"',
      'controller_forbidden',
    ],
    ['the server could not find the requested resource', 'crd_missing'],
    [
      'Deployment.apps "web" is invalid: spec.selector: Invalid value: {}: field is immutable',
      'immutable_field',
    ],
    [
      'Deployment.apps "web" is invalid: spec.template.spec.containers[0].image: Required value',
      'manifest_invalid',
    ],
    ['namespaces "shop" not found', 'namespace_missing'],
    ['Apply failed with 1 conflict: conflict with "helm" using apps/v1: .spec.replicas', 'sync_failed'],
  ])('%s', (message, expected) => {
    const verdict = judge(failed([row({ status: 'SyncFailed', message })]));

    expect(verdict.status).toBe('broken');
    expect(leaf(verdict)).toBe(expected);
    expect(verdict.proof?.some(({ label }) => label === 'resource')).toBe(true);
  });

  test.each([
    [
      'a hook failed',
      [
        row({
          kind: 'Job',
          name: 'migrate',
          status: 'Synced',
          hookType: 'PreSync',
          hookPhase: 'Failed',
          message: 'Job has reached the specified backoff limit',
        }),
      ],
      undefined,
      'sync_hook',
    ],
    [
      'a hook was refused at admission',
      [
        row({
          kind: 'Job',
          name: 'migrate',
          hookType: 'PreSync',
          hookPhase: 'Error',
          message: 'admission webhook "x" denied the request: no',
        }),
      ],
      undefined,
      'admission_denied',
    ],
    [
      'the API server was too slow five times',
      [
        row({
          status: 'SyncFailed',
          message:
            'error validating data: failed to check CRD: failed to list CRDs: the server was unable to return a response in the time allotted',
        }),
      ],
      undefined,
      'sync_retry_exhausted',
    ],
    ['no row says why, and no attempt is left', [], undefined, 'sync_retry_exhausted'],
    [
      'only the operation says why',
      [],
      'one or more objects failed to apply, reason: namespaces "shop" not found',
      'namespace_missing',
    ],
  ] as const)('%s', (_, rows, message, expected) => {
    expect(leaf(judge(failed([...rows], message)))).toBe(expected);
  });

  test('an unknown text is told as it is', () => {
    const rows = [row({ status: 'SyncFailed', message: 'something new' })];
    const message = 'one or more objects failed to apply';
    const status = outOfSync({
      operationState: operation({ phase: 'Failed', message, retryCount: 0, rows }),
    });

    expect(judge(held(status))).toMatchObject({
      findings: [{ leaf: 'sync_failed', params: { message: 'something new' } }],
    });
  });

  test('an operation of an older revision says nothing about this one', () => {
    const status = outOfSync({
      operationState: operation({
        revision: OLDER,
        phase: 'Failed',
        message: 'namespaces "shop" not found (retried 5 times).',
        rows: [],
      }),
    });

    expect(leaf(judge(held(status)))).toBe('auto_sync_stalled');
  });

  test('nothing is rendered and pruning would remove everything', () => {
    const conditions = [
      {
        type: 'SyncError',
        message: `Skipping sync attempt to [${COMMIT}]: auto-sync will wipe out all resources`,
      },
    ];

    expect(judge(held({ ...idle, conditions }))).toMatchObject({
      status: 'broken',
      findings: [{ leaf: 'sync_failed' }],
    });
  });

  test('the rendered tag tells that it is about the change, when Git cannot be read', () => {
    const rows = [
      row({
        status: 'SyncFailed',
        message: 'admission webhook "x" denied the request: no',
        images: [`${IMAGE}:2`],
      }),
    ];
    const blind = { change: change({ tagCommit: null, place: null, desiredTag: null }) };

    expect(leaf(judge(failed(rows), blind, ['sources', 'desiredFiles']))).toBe('admission_denied');
    expect(judge(failed([]), blind, ['sources', 'desiredFiles'])).toMatchObject({
      status: 'unknown',
      missing: 'sources',
    });
  });
});

describe('nothing was started', () => {
  test('automated sync is off', () => {
    expect(leaf(judge(held(idle, manual)))).toBe('manual_sync_expected');
    expect(leaf(judge(held(idle, { syncPolicy: { automated: { enabled: false, prune: true } } })))).toBe(
      'manual_sync_expected',
    );
  });

  test('auto-sync is on, nothing forbids it', () => {
    expect(judge(held())).toMatchObject({ status: 'broken', findings: [{ leaf: 'auto_sync_stalled' }] });
  });

  test('the comparison that shows the commit is seconds old', () => {
    const young = { change: change({ tagCommit: tagCommit({ at: '2026-03-04T11:58:00Z' }) }) };
    const fresh = { ...idle, reconciledAt: '2026-03-04T11:59:50Z' };

    expect(judge(held(fresh), young)).toMatchObject({ status: 'waiting', until: '2026-03-04T12:00:50Z' });
    expect(judge(held({ ...idle, reconciledAt: '2026-03-04T11:57:00Z' }), young).status).toBe('broken');
  });

  test.each([
    [
      'an allow window opens at one',
      [{ kind: 'allow', schedule: '0 13 * * *', duration: '2h', applications: ['*'] }],
      'waiting',
      '2026-03-04T13:00:00Z',
    ],
    [
      'a deny window ends at two',
      [{ kind: 'deny', schedule: '0 10 * * *', duration: '4h', applications: ['*'] }],
      'waiting',
      '2026-03-04T14:00:00Z',
    ],
    [
      'a deny window never ends',
      [{ kind: 'deny', schedule: '0 * * * *', duration: '2h', applications: ['*'] }],
      'broken',
      undefined,
    ],
  ])('%s', (_, windows, status, until) => {
    const verdict = judge({ ...held(), project: project(windows) });

    expect(verdict).toMatchObject(until === undefined ? { status } : { status, until });
    expect(leaf(verdict)).toBe('sync_window');
  });

  test('a window of other Applications forbids nothing here', () => {
    const windows = [{ kind: 'deny', schedule: '0 10 * * *', duration: '4h', applications: ['api-*'] }];

    expect(leaf(judge({ ...held(), project: project(windows) }))).toBe('auto_sync_stalled');
  });

  test('a window has ended since, and nothing was started', () => {
    const windows = [{ kind: 'deny', schedule: '0 11 * * *', duration: '55m', applications: ['*'] }];

    const verdict = judge({ ...held(), project: project(windows) });

    expect(verdict).toMatchObject({
      findings: [{ leaf: 'auto_sync_stalled', params: { since: '2026-03-04T11:55:00Z' } }],
    });
  });

  test('the operation itself is held by a window', () => {
    const windows = [{ kind: 'allow', schedule: '0 20 * * *', duration: '2h', applications: ['*'] }];
    const status = outOfSync({
      operationState: operation({
        phase: 'Running',
        finishedAt: undefined,
        message: 'Sync operation blocked by sync window',
      }),
    });

    expect(judge({ ...held(status), project: project(windows) })).toMatchObject({
      status: 'waiting',
      until: '2026-03-04T20:00:00Z',
      findings: [{ leaf: 'sync_window' }],
    });
  });

  test('without the project nobody knows about windows', () => {
    expect(judge(held(), {}, ['project'])).toMatchObject({ status: 'unknown', missing: 'project' });
    expect(leaf(judge(held(idle, manual), {}, ['project']))).toBe('manual_sync_expected');
  });

  describe('an ApplicationSet syncs in steps', () => {
    const owner = {
      ownerReferences: [
        { apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationSet', name: 'web-all', uid: 'u' },
      ],
    };
    const generated = {
      application: application({ metadata: owner, status: idle, spec: manual }),
      workloads: old,
    };
    const rolling = (applicationStatus: Record<string, unknown>[]) =>
      applicationSet({ spec: { strategy: { type: 'RollingSync' } }, status: { applicationStatus } });
    const own = { application: 'web-prd', step: '2', status: 'Waiting' };
    const earlier = (lastTransitionTime: string) => ({
      application: 'web-rec',
      step: '1',
      status: 'Progressing',
      lastTransitionTime,
    });

    test.each([
      ['an earlier step is young', rolling([own, earlier('2026-03-04T11:58:00Z')]), 'waiting'],
      ['an earlier step is over its deadline', rolling([own, earlier('2026-03-04T11:00:00Z')]), 'broken'],
      ['no step selects it', rolling([{ application: 'web-prd', step: '-1', status: 'Waiting' }]), 'broken'],
    ])('%s', (_, set, status) => {
      const verdict = judge({ ...generated, applicationSet: set });

      expect(verdict.status).toBe(status);
      expect(leaf(verdict)).toBe('rolling_sync_waiting');
    });

    test('one without steps leaves the sync to a person', () => {
      expect(leaf(judge({ ...generated, applicationSet: applicationSet({}) }))).toBe('manual_sync_expected');
    });

    test('it could not be read: unknown', () => {
      expect(judge(generated, {}, ['applicationSet'])).toMatchObject({
        status: 'unknown',
        missing: 'applicationSet',
      });
    });
  });
});

describe('the project or the destination refuses', () => {
  test.each([
    [
      'InvalidSpecError',
      "application destination server 'https://k' and namespace 'x' do not match any of the allowed destinations in project 'shop'",
      'appproject_denied',
    ],
    ['InvalidSpecError', 'there are no clusters with this name: west', 'destination_missing'],
    ['InvalidSpecError', 'a text nobody has seen before', 'appproject_denied'],
    [
      'ComparisonError',
      'Failed to load live state: failed to get cluster info for "https://10.0.0.1:443": error',
      'cluster_unreachable',
    ],
    [
      'ComparisonError',
      'failed to load initial state of resource Secret: secrets is forbidden: User "x" cannot list resource "secrets"',
      'controller_forbidden',
    ],
  ] as const)('%s: %s', (type, message, expected) => {
    const verdict = judge({ application: application({ status: failing(type, message) }), workloads: old });

    expect(verdict.status).toBe('broken');
    expect(leaf(verdict)).toBe(expected);
  });

  test('a source that cannot be rendered is link 5’s', () => {
    const status = failing('ComparisonError', 'apps/web: app path does not exist');

    expect(judge({ application: application({ status }), workloads: old })).toMatchObject({
      status: 'skipped',
      blockedBy: 'detection',
    });
  });

  test('the Application is being deleted', () => {
    const deleted = application({ metadata: { deletionTimestamp: '2026-03-04T11:00:00Z' }, status: idle });

    expect(leaf(judge({ application: deleted, workloads: old }))).toBe('sync_failed');
  });
});

describe('Synced, and the workload keeps the old tag', () => {
  const helm = (settings: Record<string, unknown>) => ({
    source: { ...gitSource().source, helm: { valueFiles: ['values-prd.yaml'], ...settings } },
  });
  const settled = { operationState: operation({ revision: OLDER, rows: [] }) };
  const imageRule = {
    group: 'apps',
    kind: 'Deployment',
    jsonPointers: ['/spec/template/spec/containers/0/image'],
  };

  test.each([
    ['a parameter', helm({ parameters: [{ name: 'image.tag', value: '1' }] })],
    ['inline values', helm({ values: 'image: {tag: "1"}' })],
    ['a values object', helm({ valuesObject: { image: { tag: '1' } } })],
  ])('%s masks it', (_, spec) => {
    const verdict = judge(held(settled, spec));

    expect(verdict).toMatchObject({
      status: 'broken',
      findings: [{ leaf: 'helm_parameter_override', params: { found: '1', expected: '2' } }],
    });
  });

  test('a parameter that says the same masks nothing', () => {
    expect(leaf(judge(held(settled, helm({ parameters: [{ name: 'image.tag', value: '2' }] }))))).toBeNull();
  });

  test('a .argocd-source file masks it', () => {
    const desiredFiles = [
      file('apps/web/values-prd.yaml', 'image: {tag: "2"}'),
      file('apps/web/.argocd-source-web-prd.yaml', 'helm: {parameters: [{name: image.tag, value: "1"}]}'),
    ];

    expect(judge({ ...held(settled), desiredFiles })).toMatchObject({
      findings: [
        { leaf: 'helm_parameter_override', params: { file: 'apps/web/.argocd-source-web-prd.yaml' } },
      ],
    });
  });

  test('an image of the Application masks the kustomization', () => {
    const spec = {
      source: { ...gitSource().source, helm: undefined, kustomize: { images: [`${IMAGE}:1`] } },
    };
    const desiredFiles = [
      file(
        'apps/web/kustomization.yaml',
        `resources: [deployment.yaml]\nimages: [{name: ${IMAGE}, newTag: "2"}]`,
      ),
      file(
        'apps/web/deployment.yaml',
        `kind: Deployment\nspec: {template: {spec: {containers: [{name: web, image: ${IMAGE}}]}}}`,
      ),
    ];
    const place = {
      source: 0,
      repository: 'env',
      path: 'apps/web/kustomization.yaml',
      keys: ['images', '0', 'newTag'],
    };

    expect(leaf(judge({ ...held(settled, spec), desiredFiles }, { change: change({ place }) }))).toBe(
      'helm_parameter_override',
    );
  });

  test.each([
    ['a rule of the Application', { ignoreDifferences: [imageRule] }, {}],
    [
      'a rule of the installation',
      {},
      {
        'resource.customizations.ignoreDifferences.apps_Deployment':
          'jqPathExpressions: [".spec.template.spec.containers[].image"]',
      },
    ],
    [
      'a rule on the resources, which RespectIgnoreDifferences makes hold the list',
      {
        ignoreDifferences: [
          {
            ...imageRule,
            jsonPointers: [],
            jqPathExpressions: ['.spec.template.spec.containers[].resources'],
          },
        ],
        syncPolicy: { automated: {}, syncOptions: ['RespectIgnoreDifferences=true'] },
      },
      {},
    ],
  ])('%s ignores the image', (_, spec, cm) => {
    const verdict = judge({ ...held(settled, spec), argocdSettings: { cm, params: {} } });

    expect(leaf(verdict)).toBe('ignore_differences');
  });

  test.each([
    ['the replicas', [{ ...imageRule, jsonPointers: ['/spec/replicas'] }]],
    [
      'the image of another container',
      [{ ...imageRule, jsonPointers: ['/spec/template/spec/containers/1/image'] }],
    ],
    ['another workload', [{ ...imageRule, name: 'api' }]],
  ])('a rule on %s ignores nothing here', (_, ignoreDifferences) => {
    expect(leaf(judge(held(settled, { ignoreDifferences })))).toBeNull();
  });

  test('another Application owns the workload', () => {
    const conditions = [
      {
        type: 'SharedResourceWarning',
        message: 'Deployment/web is part of applications argocd/web-prd and web-old',
      },
    ];

    expect(judge(held({ ...settled, conditions }))).toMatchObject({
      findings: [{ leaf: 'shared_resource', params: { otherApplication: 'web-old' } }],
    });
    const elsewhere = [
      {
        type: 'SharedResourceWarning',
        message: 'ConfigMap/x is part of applications argocd/web-prd and web-old',
      },
    ];
    expect(leaf(judge(held({ ...settled, conditions: elsewhere })))).toBeNull();
  });

  test('nothing of this link says why: an old render is link 5’s', () => {
    expect(judge(held(settled))).toMatchObject({ status: 'skipped', blockedBy: 'detection' });
    expect(judge(held(settled), {}, ['desiredFiles'])).toMatchObject({
      status: 'unknown',
      missing: 'desiredFiles',
    });
  });

  test('another controller was handed the change and refuses it', () => {
    const resources = [
      {
        group: 'helm.toolkit.fluxcd.io',
        kind: 'HelmRelease',
        namespace: 'shop',
        name: 'web',
        status: 'Synced',
        health: {
          status: 'Degraded',
          message:
            'Helm upgrade failed: Deployment.apps "web" is invalid: spec.selector: Invalid value: {}: field is immutable',
        },
      },
    ];
    const handedOn = { application: application({ status: { resources } }), workloads: [] };

    expect(leaf(judge(handedOn, { change: change({ workloads: [] }) }))).toBe('immutable_field');
  });
});

describe('undone after a sync', () => {
  const again = (sync: Record<string, unknown> = {}) =>
    outOfSync({
      operationState: operation({
        operation: { initiatedBy: { automated: true }, sync: { revision: COMMIT, ...sync } },
      }),
    });
  const autoscaler = horizontalPodAutoscalerSchema.parse({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, minReplicas: 2, maxReplicas: 5 },
  });
  const serving = { scope: 'serving' } as const;

  test('self-heal and an autoscaler', () => {
    expect(
      leaf(judge({ application: application({ status: again() }), autoscalers: [autoscaler] }, serving)),
    ).toBe('self_heal_fight');
    expect(judge({ application: application({ status: again() }), autoscalers: [autoscaler] }).status).toBe(
      'pass',
    );
  });

  test('self-heal again and again', () => {
    expect(
      leaf(judge({ application: application({ status: again({ autoHealAttemptsCount: 4 }) }) }, serving)),
    ).toBe('self_heal_fight');
  });

  test('a difference that stays, on an Application that serves the tag', () => {
    expect(leaf(judge({ application: application({ status: again() }) }, serving))).toBe('permanent_diff');
  });

  test.each([
    [
      'replicas are ignored',
      { ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }] },
      'permanent_diff',
    ],
    ['self-heal is off', { syncPolicy: { automated: { prune: true } } }, null],
  ])('%s: nobody fights', (_, spec, expected) => {
    expect(
      leaf(
        judge({ application: application({ status: again(), spec }), autoscalers: [autoscaler] }, serving),
      ),
    ).toBe(expected);
  });

  test.each([
    [
      'without self-heal nobody puts it back',
      { syncPolicy: { automated: {} } },
      'broken',
      'auto_sync_stalled',
    ],
    ['self-heal puts it back by itself', {}, 'waiting', 'operation_in_progress'],
  ])('another image by hand after the sync: %s', (_, spec, status, expected) => {
    const verdict = judge({ application: application({ status: again(), spec }), workloads: old });

    expect(verdict.status).toBe(status);
    expect(leaf(verdict)).toBe(expected);
  });

  test('scaled to zero while self-heal scales up: the change cannot serve', () => {
    const zero = workloads(`${IMAGE}:2`, { spec: { replicas: 0 } });

    expect(leaf(judge({ application: application({ status: again() }), workloads: zero }))).toBe(
      'self_heal_fight',
    );
    expect(judge({ workloads: zero }).status).toBe('pass');
  });
});

describe('what serves now', () => {
  const serving = {
    scope: 'serving',
    change: change({ tag: '3', desiredTag: '2', tagCommit: null }),
  } as const;

  test('a failed sync of the revision before is a fault of its own', () => {
    const rows = [row({ status: 'SyncFailed', message: 'admission webhook "x" denied the request: no' })];
    const status = outOfSync({
      operationState: operation({ phase: 'Failed', message: 'failed (retried 5 times).', rows }),
    });

    expect(leaf(judge(held(status), serving))).toBe('admission_denied');
  });

  test('a sync that nobody started', () => {
    expect(leaf(judge(held(idle, manual), serving))).toBe('manual_sync_expected');
  });

  test('a rollback outside Git is refused or undone', () => {
    const request = { ...input().request, intent: 'rollback' as const };
    const healed = application({
      status: {
        operationState: operation({ operation: { sync: { revision: COMMIT, autoHealAttemptsCount: 1 } } }),
      },
    });

    expect(leaf(judge({}, { scope: 'serving', request }))).toBe('rollback_refused');
    expect(leaf(judge({ application: healed }, { scope: 'serving', request }))).toBe('rollback_refused');
    expect(judge({ application: application({ spec: manual }) }, { scope: 'serving', request }).status).toBe(
      'pass',
    );
  });

  test('everything in order', () => {
    expect(judge({}, serving).status).toBe('pass');
  });
});

describe('nothing new was asked about', () => {
  const none = {
    change: change({ kind: 'none', tag: null, tagCommit: null, place: null, desiredTag: null }),
  };

  test('what keeps something from being applied decides', () => {
    expect(leaf(judge(held(idle, manual), none))).toBe('manual_sync_expected');
  });

  test('a difference on show does not', () => {
    expect(judge({ application: application({ status: outOfSync() }) }, none).status).toBe('pass');
  });
});

describe('could not look', () => {
  test('the Application', () => {
    expect(judge({}, {}, ['application'])).toMatchObject({ status: 'unknown', missing: 'application' });
  });

  test('nothing was compared yet', () => {
    const status = { sync: { status: 'Unknown' }, operationState: undefined };

    expect(judge({ application: application({ status }), workloads: old })).toMatchObject({
      status: 'skipped',
      blockedBy: 'detection',
    });
  });

  const synced = (at: string) => ({ ...idle, history: [{ id: 1, revision: OLDER, deployedAt: at }] });

  test('the workloads, and nothing was synced since the commit: the change is not applied', () => {
    const before = held(synced('2026-03-04T11:40:00Z'), manual);

    expect(leaf(judge(before, {}, ['workloads']))).toBe('manual_sync_expected');
  });

  test('the workloads, and something was synced since the commit: it may be applied', () => {
    const since = held(synced('2026-03-04T11:55:00Z'), manual);

    expect(judge(since, {}, ['workloads'])).toMatchObject({ status: 'unknown', missing: 'workloads' });
  });

  test.each(['project', 'argocdSettings'] as const)('%s: no window, or an interval of its own', (key) => {
    expect(leaf(judge(held()))).toBe('auto_sync_stalled');
    expect(judge(held(), {}, [key])).toMatchObject({ status: 'unknown', missing: key });
  });

  test('what Argo CD hands on', () => {
    const release = row({ group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease', status: 'Synced' });
    const handedOn = held({ resources: [release] });

    expect(judge(handedOn, {}, ['automation'])).toMatchObject({ status: 'unknown', missing: 'automation' });
  });

  test('a setting whose sync failed is not applied, whatever the rows say', () => {
    const setting = { change: change({ kind: 'configuration', tag: null, desiredTag: null }) };
    const failed = outOfSync({
      resources: [],
      operationState: operation({
        phase: 'Failed',
        message: 'one or more objects failed to apply',
        rows: [],
      }),
    });
    const rows = { ...failed, resources: [row({ status: 'Synced' })] };

    expect(judge({ application: application({ status: rows }) }, setting).status).toBe('broken');
  });

  test('nothing tells whether the revision shown has the change', () => {
    const blind = { change: change({ tagCommit: null, place: null, desiredTag: null }) };

    expect(judge(held(idle, manual), blind, ['sources'])).toMatchObject({
      status: 'unknown',
      missing: 'sources',
    });
  });
});
