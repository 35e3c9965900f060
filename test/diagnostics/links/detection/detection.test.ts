// Link 5: one row per rule of facts/argocd.md 5 Q-B, good and bad.
import { describe, expect, test } from '@jest/globals';
import type { Evidence, EvidenceKey } from '../../../../src/diagnostics/evidence/evidence.ts';
import type { LinkInput } from '../../../../src/diagnostics/link.ts';
import { refreshNotTriggeredPending } from '../../../../src/diagnostics/catalogue/detection/refresh.ts';
import { detection } from '../../../../src/diagnostics/links/detection/detection.ts';
import type { Verdict } from '../../../../src/diagnostics/verdict.ts';
import {
  COMMIT,
  IMAGE,
  NEWER,
  OLDER,
  application,
  applicationSet,
  change,
  evidence,
  failing,
  file,
  gitSource,
  input,
  located,
  operation,
  pod,
  repository,
  row,
  tagCommit,
  workloads,
} from '../../argocd/objects.ts';

type Values = { readonly [K in EvidenceKey]?: Evidence[K] };

function judge(values: Values, parts: Partial<LinkInput> = {}, unread: EvidenceKey[] = []): Verdict {
  return detection.verdict(input({ evidence: evidence(values, unread), ...parts }));
}

function leaf(verdict: Verdict): string | null {
  return 'findings' in verdict ? (verdict.findings[0]?.leaf ?? null) : null;
}

/** Argo CD still shows the commit before: nothing failed, it has not looked. */
const before = application({
  status: {
    sync: { status: 'Synced', revision: OLDER },
    operationState: operation({ revision: OLDER, rows: [] }),
    reconciledAt: '2026-03-04T11:49:30Z',
  },
});
const notContained = {
  repository: 'env',
  base: COMMIT,
  target: OLDER,
  comparison: { baseCommit: COMMIT, targetCommit: OLDER, commonCommit: OLDER, aheadCount: 0, behindCount: 1 },
};
const contained = {
  repository: 'env',
  base: COMMIT,
  target: NEWER,
  comparison: {
    baseCommit: COMMIT,
    targetCommit: NEWER,
    commonCommit: COMMIT,
    aheadCount: 1,
    behindCount: 0,
  },
};
const old = { application: before, shownLineage: notContained, workloads: workloads(`${IMAGE}:1`) };
const oneMinute = change({ tagCommit: tagCommit({ at: '2026-03-04T11:59:00Z' }) });

describe('pass', () => {
  test('the revision shown is the commit', () => {
    expect(judge({}).status).toBe('pass');
  });

  test('the revision shown is a later commit that contains it', () => {
    const later = application({
      status: { sync: { status: 'Synced', revision: NEWER }, operationState: operation({ rows: [] }) },
    });

    const verdict = judge({ application: later, shownLineage: contained });

    expect(verdict.status).toBe('pass');
    expect(verdict.proof?.map(({ from }) => from)).toContain('shownLineage');
  });

  test('the commit is at the position of its own source', () => {
    const sources = [
      gitSource({
        source: { ...gitSource().source, repoURL: 'https://dev.azure.com/acme/Shop/_git/charts' },
      }),
      gitSource({ index: 1 }),
    ];
    const multi = application({
      spec: { source: undefined, sources: sources.map(({ source }) => source) },
      status: {
        sync: { status: 'Synced', revisions: [OLDER, COMMIT] },
        operationState: operation({ rows: [] }),
      },
    });

    const verdict = judge(
      { application: multi, sources },
      { change: change({ tagCommit: tagCommit({ source: 1 }) }) },
    );

    expect(verdict.status).toBe('pass');
  });

  test('the last sync of the revision shown rendered the tag, though nobody can read Git', () => {
    const verdict = judge({}, { change: change({ tagCommit: null, place: null, desiredTag: null }) }, [
      'sources',
      'desiredFiles',
      'history',
    ]);

    expect(verdict.status).toBe('pass');
    expect(verdict.proof?.map(({ label }) => label)).toContain('renderedImage');
  });

  test('a comparison that fails after the commit was applied does not undo its detection', () => {
    const now = application({
      status: {
        sync: { status: 'Unknown', revision: COMMIT },
        operationState: operation({ rows: [] }),
        conditions: [{ type: 'ComparisonError', message: 'failed to list refs: authentication required' }],
      },
    });

    expect(judge({ application: now }).status).toBe('pass');
    expect(leaf(judge({ application: now }, { scope: 'serving' }))).toBe('not_detected_repo_access');
  });
});

describe('waiting, with the clock of the controller', () => {
  test.each([
    ['default settings', {}, '2026-03-04T12:05:00Z', 'poll_delay'],
    [
      'a shorter interval leaves the cached refs',
      { 'timeout.reconciliation': '60s' },
      '2026-03-04T12:04:00Z',
      'poll_delay',
    ],
    ['a slow poll', { 'timeout.reconciliation': '1h' }, '2026-03-04T14:00:00Z', 'poll_delay'],
  ])('%s', (_, cm, until, expected) => {
    const verdict = judge({ ...old, argocdSettings: { cm, params: {} } }, { change: oneMinute });

    expect(verdict).toMatchObject({ status: 'waiting', until });
    expect(leaf(verdict)).toBe(expected);
  });

  test('after the default time only a slow poll is left: the webhook did not help', () => {
    const verdict = judge({ ...old, argocdSettings: { cm: { 'timeout.reconciliation': '1h' }, params: {} } });

    expect(verdict).toMatchObject({ status: 'waiting', until: '2026-03-04T13:51:00Z' });
    expect(leaf(verdict)).toBe('not_detected_webhook');
  });

  test('a comparison after the cached refs that ignored the commit ends the waiting', () => {
    const ignoring = application({
      status: { ...before.status, reconciledAt: '2026-03-04T11:59:30Z' },
    });
    const young = change({ tagCommit: tagCommit({ at: '2026-03-04T11:56:00Z' }) });

    expect(leaf(judge({ ...old, application: ignoring }, { change: young }))).toBe('refresh_not_triggered');
    expect(judge({ ...old, application: ignoring }, { change: oneMinute }).status).toBe('waiting');
  });
});

describe('broken, once the clock has run out', () => {
  test('nothing was compared', () => {
    const verdict = judge(old);

    expect(verdict.status).toBe('broken');
    expect(leaf(verdict)).toBe('refresh_not_triggered');
  });

  test('a refresh was asked for and not done', () => {
    const asked = application({
      metadata: { annotations: { 'argocd.argoproj.io/refresh': 'normal' } },
      status: before.status,
    });

    const verdict = judge({ ...old, application: asked });

    expect(verdict).toMatchObject({
      status: 'broken',
      findings: [{ code: refreshNotTriggeredPending.texts.code }],
    });
  });

  test('polling is off: one default time for the webhook, then nothing comes', () => {
    const argocdSettings = { cm: { 'timeout.reconciliation': '0' }, params: {} };

    expect(judge({ ...old, argocdSettings }, { change: oneMinute }).status).toBe('waiting');
    expect(judge({ ...old, argocdSettings }).status).toBe('broken');
  });

  test.each([
    ['the controller is not ready', 'argocd-application-controller-0', 'argocd_component_down'],
    ['another pod is not ready', 'argocd-server-7d9', 'refresh_not_triggered'],
  ])('%s', (_, name, expected) => {
    const notReady = { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] };
    const argocdPods = [
      pod('argocd-repo-server-6f'),
      ...(name.includes('controller') ? [] : [pod('argocd-application-controller-0')]),
      pod(name, { status: notReady }),
    ];

    expect(leaf(judge({ ...old, argocdPods }))).toBe(expected);
  });

  test('the controller skips the Application', () => {
    const skipped = application({
      metadata: { annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } },
      status: before.status,
    });

    expect(leaf(judge({ ...old, application: skipped }))).toBe('reconcile_disabled');
    expect(leaf(judge({ ...old, application: skipped }, { scope: 'serving' }))).toBe('reconcile_disabled');
  });
});

describe('the last comparison failed', () => {
  test.each([
    ['Manifest generation error (cached): anything', 'cached_manifest_error'],
    ['failed to list refs: authentication required', 'not_detected_repo_access'],
    ["rpc error: code = Unknown desc = unable to resolve 'relase' to a commit SHA", 'revision_missing'],
    ['rpc error: code = DeadlineExceeded desc = context deadline exceeded', 'repo_server_error'],
    ['apps/web: app path does not exist', 'wrong_path'],
    ['a text nobody has seen before', 'render_error'],
  ])('%s', (message, expected) => {
    const verdict = judge({
      ...old,
      application: application({ status: failing('ComparisonError', message) }),
    });

    expect(verdict.status).toBe('broken');
    expect(leaf(verdict)).toBe(expected);
    expect(verdict.proof?.some(({ label }) => label === 'condition')).toBe(true);
  });

  test('the repo-server has no ready pod: that is the cause, not its time-out', () => {
    const status = failing('ComparisonError', 'failed to connect to repo server: connection refused');
    const down = pod('argocd-repo-server-6f', { status: { phase: 'Pending' } });

    const verdict = judge({
      ...old,
      application: application({ status }),
      argocdPods: [pod('argocd-application-controller-0'), down],
    });

    expect(leaf(verdict)).toBe('argocd_component_down');
  });

  test('a commit of the repository that was left behind: the repository is wrong', () => {
    const status = {
      ...failing(
        'ComparisonError',
        `Failed to fetch ${OLDER}: fatal: remote error: upload-pack: not our ref ${OLDER}`,
      ),
      history: [{ revision: OLDER, source: { repoURL: 'https://dev.azure.com/acme/Shop/_git/env-old' } }],
    };

    const verdict = judge({ ...old, application: application({ status }) });

    expect(leaf(verdict)).toBe('wrong_repo');
  });

  test.each([
    ['InvalidSpecError', "application repo x is not permitted in project 'shop'"],
    ['InvalidSpecError', 'there are no clusters with this name: west'],
    [
      'ComparisonError',
      'Failed to load live state: failed to get cluster info for "https://10.0.0.1:443": error',
    ],
  ] as const)('%s %s belongs to the sync', (type, message) => {
    const verdict = judge({ ...old, application: application({ status: failing(type, message) }) });

    expect(verdict).toMatchObject({ status: 'skipped', blockedBy: 'sync' });
  });
});

describe('the hydrator', () => {
  const dry = gitSource({ index: 1, tip: COMMIT });
  const synced = gitSource({ index: 0, refName: 'rendered', tip: OLDER });
  const hydrated = (sourceHydrator: Record<string, unknown>) => ({
    ...old,
    sources: [synced, dry],
    application: application({
      spec: {
        source: undefined,
        sourceHydrator: {
          drySource: { repoURL: dry.source.repoURL, path: 'apps/web', targetRevision: 'main' },
          syncSource: { targetBranch: 'rendered', path: 'apps/web' },
        },
      },
      status: {
        sync: { status: 'Synced', revision: NEWER },
        operationState: operation({ rows: [] }),
        sourceHydrator,
      },
    }),
  });
  const ours = { change: change({ tagCommit: tagCommit({ source: 1 }), place: null, desiredTag: '2' }) };

  test.each([
    ['hydrated and shown', { lastSuccessfulOperation: { drySHA: COMMIT, hydratedSHA: NEWER } }, 'pass', null],
    [
      'an older commit is hydrated',
      { lastSuccessfulOperation: { drySHA: OLDER, hydratedSHA: NEWER } },
      'broken',
      'hydration_pending',
    ],
    [
      'hydrated, not yet shown',
      { lastSuccessfulOperation: { drySHA: COMMIT, hydratedSHA: OLDER } },
      'broken',
      'hydration_pending',
    ],
    [
      'hydrated a minute ago, not yet shown',
      {
        currentOperation: { phase: 'Hydrated', drySHA: COMMIT, finishedAt: '2026-03-04T11:59:00Z' },
        lastSuccessfulOperation: { drySHA: COMMIT, hydratedSHA: OLDER },
      },
      'waiting',
      'poll_delay',
    ],
    [
      'hydrating',
      { currentOperation: { phase: 'Hydrating', drySHA: COMMIT } },
      'waiting',
      'hydration_pending',
    ],
    [
      'failed',
      { currentOperation: { phase: 'Failed', drySHA: COMMIT, message: 'push refused' } },
      'broken',
      'hydration_pending',
    ],
  ])('%s', (_, sourceHydrator, status, expected) => {
    const verdict = judge(hydrated(sourceHydrator), ours);

    expect(verdict.status).toBe(status);
    expect(leaf(verdict)).toBe(expected);
  });
});

describe('a chart by version', () => {
  const chart = (targetRevision: string, shown: string) =>
    application({
      spec: { source: { repoURL: 'https://charts.acme.example', chart: 'web', targetRevision } },
      status: {
        sync: { status: 'Synced', revision: shown },
        operationState: operation({ revision: shown, rows: [] }),
      },
    });
  const written = (files: { path: string; after: string | null; before: string | null }[]) =>
    located({
      repository: repository('charts'),
      files,
      changes: files.map(({ path }) => ({ path: `/${path}`, changeType: 'edit', originalPath: undefined })),
    });
  const elsewhere = {
    change: change({
      tagCommit: tagCommit({ repository: 'charts', source: -1 }),
      place: null,
      desiredTag: null,
    }),
  };
  const version = (before: string, after: string) => ({
    path: 'charts/web/Chart.yaml',
    before: `name: web\nversion: ${before}`,
    after: `name: web\nversion: ${after}`,
  });
  const template = { path: 'charts/web/templates/deployment.yaml', before: 'a: 1', after: 'a: 2' };

  test.each([
    ['content under the same version', '3.*', '3.3.0', [template], 'broken', 'chart_version_not_bumped'],
    ['the new version is shown', '3.*', '3.4.0', [template, version('3.3.0', '3.4.0')], 'pass', null],
    [
      'the new version is not admitted',
      '3.3.0',
      '3.3.0',
      [template, version('3.3.0', '3.4.0')],
      'broken',
      'pinned_revision',
    ],
  ])('%s', (_, targetRevision, shown, files, status, expected) => {
    const verdict = judge(
      { application: chart(targetRevision, shown), changeCommit: written(files) },
      elsewhere,
    );

    expect(verdict.status).toBe(status);
    expect(leaf(verdict)).toBe(expected);
  });

  test('a folder of that name in a repository that a source follows is no chart', () => {
    const changeCommit = located({
      files: [{ path: 'web/values-prd.yaml', before: null, after: 'image: {tag: "2"}' }],
    });

    expect(judge({ changeCommit }).status).toBe('pass');
  });
});

describe('the Application itself is what changed', () => {
  const manifest = (targetRevision: string) =>
    `kind: Application\nmetadata: {name: web-prd}\nspec: {source: {targetRevision: ${targetRevision}, path: apps/web}}`;
  const own = (targetRevision: string) =>
    located({ files: [{ path: 'argocd/web-prd.yaml', before: null, after: manifest(targetRevision) }] });
  const configuration = {
    change: change({ kind: 'configuration', tagCommit: tagCommit({ source: -1 }), place: null }),
  };

  test('its spec is the live one', () => {
    expect(judge({ changeCommit: own('main') }, configuration).status).toBe('pass');
  });

  test('its parent is not up to date', () => {
    const parentApplication = application({
      metadata: { name: 'root' },
      status: {
        sync: { status: 'OutOfSync', revision: COMMIT },
        resources: [row({ group: 'argoproj.io', kind: 'Application', name: 'web-prd', status: 'OutOfSync' })],
      },
    });

    expect(leaf(judge({ changeCommit: own('release'), parentApplication }, configuration))).toBe(
      'parent_app_stale',
    );
  });

  test('the ApplicationSet that makes it fails', () => {
    const set = applicationSet({
      status: {
        conditions: [
          {
            type: 'ErrorOccurred',
            status: 'True',
            reason: 'RenderTemplateParamsError',
            message: 'bad template',
          },
        ],
      },
    });

    const verdict = judge({ changeCommit: own('release'), applicationSet: set }, configuration);

    expect(verdict).toMatchObject({
      status: 'broken',
      findings: [{ leaf: 'parent_app_stale', params: { parent: 'web-all' } }],
    });
  });
});

describe('the commit is shown, its render is not', () => {
  const synced = application({ status: { operationState: operation({ revision: OLDER, rows: [] }) } });
  const live = workloads(`${IMAGE}:1`);

  test('Synced at the commit with the old image, and nothing hides it', () => {
    expect(leaf(judge({ application: synced, workloads: live }))).toBe('stale_manifest_cache');
  });

  test('the sync of the commit rendered the old tag', () => {
    const rendered = application({
      status: { operationState: operation({ rows: [row({ status: 'Synced', images: [`${IMAGE}:1`] })] }) },
    });

    expect(leaf(judge({ application: rendered, workloads: live }))).toBe('stale_manifest_cache');
  });

  test('the sync of the commit changed nothing', () => {
    const unchanged = application({
      status: {
        sync: { status: 'OutOfSync', revision: COMMIT },
        resources: [row({ status: 'OutOfSync' })],
        operationState: operation({
          rows: [row({ status: 'Synced', message: 'deployment.apps/web unchanged' })],
        }),
      },
    });

    expect(leaf(judge({ application: unchanged, workloads: live }))).toBe('stale_manifest_cache');
  });

  test('manifest-generate-paths does not cover the tag file', () => {
    const annotated = (rule: string) =>
      application({
        metadata: { annotations: { 'argocd.argoproj.io/manifest-generate-paths': rule } },
        status: synced.status,
      });

    expect(leaf(judge({ application: annotated('apps/web'), workloads: live }))).toBe('wrong_path');
    expect(leaf(judge({ application: annotated('.;/common'), workloads: live }))).toBe(
      'stale_manifest_cache',
    );
  });

  test.each([
    [
      'OutOfSync only waits for the sync',
      application({
        status: {
          ...synced.status,
          sync: { status: 'OutOfSync', revision: COMMIT },
          resources: [row({ status: 'OutOfSync' })],
        },
      }),
      live,
    ],
    ['the workload carries the tag', synced, workloads(`${IMAGE}:2`)],
    [
      'a parameter masks it: link 6 says so',
      application({
        spec: {
          source: { ...gitSource().source, helm: { parameters: [{ name: 'image.tag', value: '1' }] } },
        },
        status: synced.status,
      }),
      live,
    ],
    [
      'the image is ignored: link 6 says so',
      application({
        spec: {
          ignoreDifferences: [
            { group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/template/spec/containers/0/image'] },
          ],
        },
        status: synced.status,
      }),
      live,
    ],
    [
      'another Application owns it: link 6 says so',
      application({
        status: {
          ...synced.status,
          conditions: [
            {
              type: 'SharedResourceWarning',
              message: 'Deployment/web is part of applications argocd/web-prd and web-old',
            },
          ],
        },
      }),
      live,
    ],
  ])('%s', (_, one, images) => {
    expect(judge({ application: one, workloads: images }).status).toBe('pass');
  });

  test.each(['desiredFiles', 'argocdSettings', 'chartFiles', 'history'] as const)(
    '%s could not be read: unknown, not stale',
    (key) => {
      expect(judge({ application: synced, workloads: live }, {}, [key])).toMatchObject({
        status: 'unknown',
        missing: key,
      });
    },
  );
});

describe('could not look', () => {
  test.each([
    ['the Application', 'application', {}],
    ['the sources', 'sources', old],
    [
      'the lineage',
      'shownLineage',
      {
        application: application({
          status: { sync: { status: 'Synced', revision: NEWER }, operationState: operation({ rows: [] }) },
        }),
      },
    ],
    ['the settings, after the default time', 'argocdSettings', old],
  ] as const)('%s', (_, key, values) => {
    expect(judge(values, {}, [key])).toMatchObject({
      status: 'unknown',
      missing: key,
      error: { kind: 'denied' },
    });
  });

  test('no commit is known and Git could not be read', () => {
    const unknownCommit = { change: change({ tagCommit: null, place: null, desiredTag: null }) };

    expect(judge(old, unknownCommit, ['sources'])).toMatchObject({ status: 'unknown', missing: 'sources' });
  });

  test('there is no such Application', () => {
    expect(judge({ application: null })).toMatchObject({ status: 'unknown', missing: 'application' });
  });
});

test('no source could be read: nobody knows which chart holds the commit', () => {
  const chart = { repoURL: 'oci://acrshop.azurecr.io/charts', chart: 'web', targetRevision: '1.2.3' };
  const commit = located();
  const files = [{ path: '/charts/web/values.yaml', after: 'a: 2', before: 'a: 1' }];
  const values = {
    application: application({
      spec: { source: chart },
      status: { sync: { status: 'Synced', revision: '1.2.3' } },
    }),
    changeCommit: { ...commit, files, changes: [{ path: '/charts/web/values.yaml', changeType: 'edit' }] },
  };
  const own = { change: change({ tagCommit: tagCommit({ id: commit.commit.id, source: -1 }) }) };

  expect(leaf(judge(values, own))).toBe('chart_version_not_bumped');
  expect(judge(values, own, ['sources'])).toMatchObject({ status: 'unknown', missing: 'sources' });
});

describe('what serves now', () => {
  test('an older revision is no fault of its own', () => {
    const working = application({ status: { ...before.status, reconciledAt: '2026-03-04T11:58:00Z' } });

    expect(judge({ application: working }, { scope: 'serving' }).status).toBe('pass');
  });

  test('nothing has been compared for an hour', () => {
    const idle = application({ status: { ...before.status, reconciledAt: '2026-03-04T11:00:00Z' } });

    expect(leaf(judge({ application: idle }, { scope: 'serving' }))).toBe('refresh_not_triggered');
  });
});

test('a tag file that is not the last values file is another place, though Git says the tag there', () => {
  const values = ['values-prd.yaml', 'pins.yaml'];
  const source = { ...gitSource().source, helm: { ...gitSource().source.helm, valueFiles: values } };
  const spec = { source: { ...gitSource().source, helm: { valueFiles: values } } };

  const verdict = judge({
    application: application({ spec, status: { operationState: operation({ rows: [] }) } }),
    sources: [gitSource({ source: source })],
    desiredFiles: [
      file('apps/web/values-prd.yaml', 'image: {tag: "2"}'),
      file('apps/web/pins.yaml', 'image: {tag: "1"}'),
    ],
  });

  expect(verdict).toMatchObject({
    status: 'broken',
    findings: [{ leaf: 'wrong_values_file', params: { otherFile: 'apps/web/pins.yaml', found: '1' } }],
  });
});
