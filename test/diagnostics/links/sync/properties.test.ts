// Links 5 and 6 are total, and rest on what was read: whatever Argo CD says and whatever could not be read.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type {
  Evidence,
  EvidenceKey,
  ObservedEvidence,
} from '../../../../src/diagnostics/evidence/evidence.ts';
import { leafFacts } from '../../../../src/diagnostics/leaves.ts';
import type { Link, LinkInput } from '../../../../src/diagnostics/link.ts';
import { detection } from '../../../../src/diagnostics/links/detection/detection.ts';
import { sync } from '../../../../src/diagnostics/links/sync/sync.ts';
import {
  application,
  applicationSet,
  change,
  COMMIT,
  evidence,
  file,
  IMAGE,
  input,
  job,
  NEWER,
  OLDER,
  operation,
  pod,
  project,
  row,
  tagCommit,
  workloads,
} from '../../argocd/objects.ts';

const revisions = fc.constantFrom(COMMIT, OLDER, NEWER, 'main', '1.2.3');
const times = fc.constantFrom(
  '2026-03-04T11:59:50Z',
  '2026-03-04T11:50:00Z',
  '2026-03-01T00:00:00Z',
  'yesterday',
);
const messages = fc.constantFrom(
  'successfully synced (all tasks run)',
  'waiting for completion of hook batch/Job/migrate',
  'waiting for healthy state of apps/Deployment/web',
  'waiting for pruning confirmation of /PersistentVolumeClaim/x',
  'Sync operation blocked by sync window',
  'namespaces "shop" not found (retried 5 times).',
  'rpc error: code = Unknown desc = unable to resolve',
  'there are no clusters with this name: west',
  'resource x:y is not permitted in project shop',
  `Failed to fetch ${OLDER}: not our ref`,
  '\u0000\u202e',
  '',
);
const some = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const states = fc
  .record({
    phase: fc.constantFrom('Running', 'Terminating', 'Succeeded', 'Failed', 'Error'),
    message: messages,
    revision: revisions,
    startedAt: times,
    finishedAt: some(times),
    retryCount: some(fc.integer({ min: 0, max: 9 })),
    rows: fc.array(
      fc
        .record({
          status: fc.constantFrom('Synced', 'SyncFailed', 'PruneSkipped'),
          message: messages,
          hookType: some(fc.constant('PreSync')),
          images: some(fc.constantFrom([`${IMAGE}:1`], [`${IMAGE}:2`])),
        })
        .map((fields) => row(fields)),
      { maxLength: 2 },
    ),
  })
  .map(operation);

const applications = fc
  .record({
    status: fc.constantFrom('Synced', 'OutOfSync', 'Unknown'),
    revision: some(revisions),
    reconciledAt: some(times),
    rowStatus: fc.constantFrom('Synced', 'OutOfSync', 'Unknown'),
    operationState: some(states),
    condition: some(
      fc.record({
        type: fc.constantFrom('ComparisonError', 'InvalidSpecError', 'SyncError', 'SharedResourceWarning'),
        message: messages,
      }),
    ),
    automated: some(fc.record({ selfHeal: fc.boolean(), enabled: some(fc.boolean()) })),
    annotations: fc.constantFrom(
      {},
      { 'argocd.argoproj.io/skip-reconcile': 'true' },
      { 'argocd.argoproj.io/refresh': 'hard' },
    ),
    deletionTimestamp: some(times),
    parameters: some(fc.constant([{ name: 'image.tag', value: '1' }])),
    requested: fc.boolean(),
  })
  .map(
    ({
      status,
      revision,
      reconciledAt,
      rowStatus,
      operationState,
      condition,
      automated,
      annotations,
      deletionTimestamp,
      parameters,
      requested,
    }) =>
      application({
        metadata: { annotations, deletionTimestamp },
        spec: {
          syncPolicy: { automated },
          source: {
            repoURL: 'https://dev.azure.com/acme/Shop/_git/env',
            targetRevision: 'main',
            path: 'apps/web',
            helm: { valueFiles: ['values-prd.yaml'], parameters },
          },
        },
        ...(requested ? { operation: { sync: { revision: COMMIT } } } : {}),
        status: {
          sync: { status, revision },
          reconciledAt,
          resources: [row({ status: rowStatus })],
          operationState,
          conditions: condition === undefined ? [] : [condition],
        },
      }),
  );

const changes = fc
  .record({
    kind: fc.constantFrom('image' as const, 'configuration' as const, 'none' as const),
    tag: fc.constantFrom('2', '1', null),
    desiredTag: fc.constantFrom('2', '1', null),
    commit: some(fc.record({ id: revisions, source: fc.constantFrom(0, -1), at: times })),
  })
  .map(({ kind, tag, desiredTag, commit }) =>
    change({
      kind,
      tag,
      desiredTag,
      tagCommit: commit === undefined ? null : tagCommit(commit),
      ...(desiredTag === null ? { place: null } : {}),
    }),
  );

function anyOf<K extends EvidenceKey>(_key: K, ...all: Evidence[K][]): fc.Arbitrary<Evidence[K]> {
  return fc.constantFrom(...all);
}

const window = { schedule: '0 11 * * *', duration: '4h', applications: ['*'] };
const values = fc.record({
  application: applications,
  workloads: anyOf(
    'workloads',
    workloads(`${IMAGE}:1`),
    workloads(`${IMAGE}:2`),
    workloads(`${IMAGE}:2`, { spec: { replicas: 0 } }),
    [],
  ),
  project: anyOf(
    'project',
    project(),
    project([{ kind: 'deny', ...window }]),
    project([{ kind: 'allow', ...window, schedule: 'never' }]),
    null,
  ),
  applicationSet: anyOf(
    'applicationSet',
    null,
    applicationSet({ spec: { strategy: { type: 'RollingSync' } } }),
  ),
  hookJobs: anyOf('hookJobs', [], [job('migrate', { status: { startTime: 'soon' } })]),
  argocdPods: anyOf(
    'argocdPods',
    [],
    [pod('argocd-application-controller-0', { status: { phase: 'Pending' } })],
  ),
  desiredFiles: anyOf(
    'desiredFiles',
    [],
    [file('apps/web/values-prd.yaml', 'image: {tag: "2"}')],
    [file('apps/web/values-prd.yaml', ': [')],
  ),
  shownLineage: anyOf('shownLineage', null, {
    repository: 'env',
    base: COMMIT,
    target: NEWER,
    comparison: null,
  }),
});

const LINKS: readonly Link[] = [detection, sync];
const inputs = fc
  .record({
    values,
    unread: fc.subarray([...new Set(LINKS.flatMap(({ reads, mayRead }) => [...reads, ...mayRead]))]),
    change: changes,
    scope: fc.constantFrom('change' as const, 'serving' as const),
  })
  .map(({ values: read, unread, change: subject, scope }) =>
    input({ evidence: evidence(read, unread), change: subject, scope }),
  );

function without(observed: ObservedEvidence, keys: readonly EvidenceKey[]): ObservedEvidence {
  return Object.fromEntries(Object.entries(observed).filter(([key]) => !keys.includes(key as EvidenceKey)));
}

describe.each(LINKS.map((link) => ({ id: link.id, link })))('$id', ({ link }) => {
  test('always gives one verdict, proven by what was read', () => {
    fc.assert(
      fc.property(inputs, (one: LinkInput) => {
        const verdict = link.verdict(one);

        const proofs = verdict.proof ?? [];
        // A commit that writes the tag came from a key that was read; here it is made up.
        const unproven = proofs.filter(
          ({ from, label }) => one.evidence[from]?.ok !== true && label !== 'tagCommit',
        );
        expect(unproven).toEqual([]);
        if (verdict.status === 'unknown') expect(link.reads).toContain(verdict.missing);
        if (verdict.status === 'pass' || verdict.status === 'broken' || verdict.status === 'waiting')
          expect(proofs.length).toBeGreaterThan(0);
        if (verdict.status === 'broken' || verdict.status === 'waiting') {
          const links = verdict.findings.map(({ leaf }) => (leaf === null ? null : leafFacts(leaf).link));
          expect(new Set(links)).toEqual(new Set([link.id]));
        }
        if (verdict.status === 'waiting' && verdict.until !== null)
          expect(Date.parse(verdict.until)).not.toBeNaN();
      }),
      { numRuns: 400 },
    );
  });

  test('what it may read changes no status, and nothing else is read', () => {
    fc.assert(
      fc.property(inputs, (one: LinkInput) => {
        const others = (Object.keys(one.evidence) as EvidenceKey[]).filter(
          (key) => !link.reads.includes(key),
        );

        const narrowed = link.verdict({ ...one, evidence: without(one.evidence, others) });

        expect(narrowed.status).toBe(link.verdict(one).status);
      }),
      { numRuns: 150 },
    );
  });
});
