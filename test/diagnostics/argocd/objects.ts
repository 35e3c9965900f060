// Smallest objects that links 5 and 6 judge: one Application over one service, at one commit, with everything in order.
// A test changes the one thing it is about.
import {
  applicationSchema,
  appProjectSchema,
  applicationSetSchema,
  type Application,
  type ApplicationSet,
  type AppProject,
} from '../../../src/diagnostics/evidence/argocd.ts';
import type { Evidence, EvidenceKey, ObservedEvidence } from '../../../src/diagnostics/evidence/evidence.ts';
import type { GitSource, LocatedCommit, SourceFile } from '../../../src/diagnostics/evidence/evidence.ts';
import {
  deploymentSchema,
  jobSchema,
  podSchema,
  type Deployment,
  type Job,
  type Pod,
} from '../../../src/diagnostics/evidence/kubernetes.ts';
import type { ObservationError } from '../../../src/diagnostics/evidence/observed.ts';
import type { Change, TagPlace } from '../../../src/diagnostics/change.types.ts';
import type { LinkInput } from '../../../src/diagnostics/link.ts';

export const NOW = '2026-03-04T12:00:00Z';
export const COMMIT = 'c'.repeat(40);
export const OLDER = 'a'.repeat(40);
export const NEWER = 'e'.repeat(40);
export const REPO = 'https://dev.azure.com/acme/Shop/_git/env';
export const IMAGE = 'acrshop.azurecr.io/web';

type Fields = Record<string, unknown>;

const SOURCE = {
  repoURL: REPO,
  targetRevision: 'main',
  path: 'apps/web',
  helm: { valueFiles: ['values-prd.yaml'] },
};
const ROW = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

/** The Application web-prd, Synced at the commit by an automated sync that rendered the new tag. */
export function application(
  parts: {
    metadata?: Fields;
    spec?: Fields;
    status?: Fields | undefined;
    operation?: Fields;
  } = {},
): Application {
  return applicationSchema.parse({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'web-prd', namespace: 'argocd', ...parts.metadata },
    spec: {
      project: 'shop',
      source: SOURCE,
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      syncPolicy: { automated: { prune: true, selfHeal: true } },
      ...parts.spec,
    },
    ...(parts.operation === undefined ? {} : { operation: parts.operation }),
    status: {
      sync: { status: 'Synced', revision: COMMIT },
      health: { status: 'Healthy' },
      reconciledAt: '2026-03-04T11:59:00Z',
      resources: [{ ...ROW, status: 'Synced' }],
      operationState: operation({}),
      ...parts.status,
    },
  });
}

/** The last operation: an automated sync of the commit that succeeded five minutes ago. */
export function operation(parts: Fields & { revision?: string; rows?: Fields[] }): Fields {
  const { revision = COMMIT, rows, ...state } = parts;
  return {
    phase: 'Succeeded',
    message: 'successfully synced (all tasks run)',
    startedAt: '2026-03-04T11:54:50Z',
    finishedAt: '2026-03-04T11:55:00Z',
    operation: { initiatedBy: { automated: true }, sync: { revision }, retry: { limit: 5 } },
    syncResult: {
      revision,
      resources: rows ?? [
        { ...ROW, status: 'Synced', message: 'deployment.apps/web configured', images: [`${IMAGE}:2`] },
      ],
    },
    ...state,
  };
}

export function outOfSync(status: Fields = {}): Fields {
  return {
    sync: { status: 'OutOfSync', revision: COMMIT },
    resources: [{ ...ROW, status: 'OutOfSync' }],
    ...status,
  };
}

export function failing(type: 'ComparisonError' | 'InvalidSpecError', message: string): Fields {
  return {
    sync: { status: 'Unknown', revision: OLDER },
    operationState: operation({ revision: OLDER, rows: [] }),
    conditions: [{ type, message, lastTransitionTime: '2026-03-04T11:50:00Z' }],
  };
}

export function row(parts: Fields = {}): Fields {
  return { ...ROW, ...parts };
}

const PLACE: TagPlace = {
  source: 0,
  repository: 'env',
  path: 'apps/web/values-prd.yaml',
  keys: ['image', 'tag'],
};

/** Tag 2 of the service, written by the commit ten minutes ago. */
export function change(parts: Partial<Change> = {}): Change {
  return {
    kind: 'image',
    image: { registry: 'acrshop.azurecr.io', repository: 'web' },
    workloads: [{ kind: 'Deployment', namespace: 'shop', name: 'web', containers: ['web'] }],
    tag: '2',
    digest: null,
    appCommit: null,
    run: null,
    place: PLACE,
    desiredTag: '2',
    tagCommit: tagCommit(),
    writes: [],
    previousTag: '1',
    supersededBy: null,
    ...parts,
  };
}

export function tagCommit(
  parts: { id?: string; repository?: string; source?: number; at?: string } = {},
): NonNullable<Change['tagCommit']> {
  const { id = COMMIT, repository = 'env', source = 0, at = '2026-03-04T11:50:00Z' } = parts;
  const commit: NonNullable<Change['tagCommit']>['commit'] = {
    id,
    message: 'web 2',
    author: { name: 'Pipeline', date: at },
    committer: { name: 'Pipeline', date: at },
    messageTruncated: undefined,
    parents: undefined,
    push: undefined,
    url: undefined,
  };
  return { id, repository, source, commit };
}

export function gitSource(parts: Partial<GitSource> = {}): GitSource {
  const source = application().spec.source;
  if (source === undefined) throw new Error('the Application of the test has one source');
  return {
    index: 0,
    source,
    project: { organization: 'acme', project: 'Shop' },
    repositoryName: 'env',
    repository: repository('env'),
    resolvedAs: 'branch',
    refName: 'main',
    tip: COMMIT,
    ...parts,
  };
}

export function repository(name: string): NonNullable<GitSource['repository']> {
  return {
    id: `id-${name}`,
    name,
    project: { id: 'p', name: 'Shop' },
    defaultBranch: 'refs/heads/main',
    webUrl: undefined,
    isDisabled: undefined,
  };
}

export function file(path: string, content: string | null, source = 0): SourceFile {
  return { source, repository: 'env', path, content };
}

export function located(parts: Partial<LocatedCommit> = {}): LocatedCommit {
  return {
    project: { organization: 'acme', project: 'Shop' },
    repository: repository('env'),
    commit: tagCommit().commit,
    changes: [],
    files: [],
    branches: [],
    ...parts,
  };
}

export function deployment(
  image: string,
  parts: { spec?: Fields; metadata?: Fields; status?: Fields } = {},
): Deployment {
  return deploymentSchema.parse({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', ...parts.metadata },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { spec: { containers: [{ name: 'web', image }] } },
      ...parts.spec,
    },
    ...(parts.status === undefined ? {} : { status: parts.status }),
  });
}

export function workloads(
  image: string,
  parts: Parameters<typeof deployment>[1] = {},
): Evidence['workloads'] {
  return [{ kind: 'Deployment', namespace: 'shop', name: 'web', object: deployment(image, parts) }];
}

export function project(syncWindows: Fields[] = []): AppProject {
  return appProjectSchema.parse({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'shop', namespace: 'argocd' },
    spec: { syncWindows },
  });
}

export function applicationSet(parts: { spec?: Fields; status?: Fields }): ApplicationSet {
  return applicationSetSchema.parse({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'web-all', namespace: 'argocd' },
    spec: {},
    ...parts,
  });
}

export function pod(name: string, parts: { labels?: Fields; status?: Fields } = {}): Pod {
  return podSchema.parse({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'argocd', labels: parts.labels },
    spec: { containers: [{ name: 'main' }] },
    status: parts.status ?? { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  });
}

export function job(name: string, parts: { spec?: Fields; status?: Fields } = {}): Job {
  return jobSchema.parse({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: 'shop' },
    spec: { template: { spec: { containers: [{ name: 'main' }] } }, ...parts.spec },
    ...(parts.status === undefined ? {} : { status: parts.status }),
  });
}

type Values = { readonly [K in EvidenceKey]?: Evidence[K] };

/** Everything that links 5 and 6 read, in order; `values` on top, `unread` not to be read. */
export function evidence(values: Values = {}, unread: readonly EvidenceKey[] = []): ObservedEvidence {
  const all: Values = {
    application: application(),
    project: project(),
    applicationSet: null,
    parentApplication: null,
    argocdSettings: { cm: {}, params: {} },
    argocdPods: [],
    applicationEvents: [],
    otherApplications: [],
    automation: [],
    workloads: workloads(`${IMAGE}:2`),
    autoscalers: [],
    pods: [],
    events: [],
    hookJobs: [],
    sources: [gitSource()],
    desiredFiles: [file('apps/web/values-prd.yaml', 'image: {tag: "2"}')],
    history: [],
    chartFiles: [],
    shownLineage: null,
    changeCommit: null,
    writtenCommit: null,
    ...values,
  };
  const refused: ObservationError = { kind: 'denied', what: 'the object', missing: 'get' };
  const entries = Object.entries(all).map(([key, value]) => [
    key,
    unread.includes(key as EvidenceKey)
      ? { ok: false, at: NOW, source: `GET ${key}`, error: refused }
      : { ok: true, at: NOW, source: `GET ${key}`, value },
  ]);
  return Object.fromEntries(entries) as ObservedEvidence;
}

export function input(parts: Partial<LinkInput> = {}): LinkInput {
  return {
    request: {
      intent: 'trace',
      service: 'web',
      application: 'web-prd',
      applicationNamespace: 'argocd',
      cluster: 'in-cluster',
      environment: null,
      change: null,
      tag: null,
      azureDevOps: { organization: 'acme', project: 'Shop' },
    },
    evidence: evidence(),
    change: change(),
    now: new Date(NOW),
    scope: 'change',
    ...parts,
  };
}
