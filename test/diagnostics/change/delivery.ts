// A delivery from a commit to the GitOps repository in few facts: run 731 built commit c0…, pushed tag 731 and wrote it where
// tag 730 stood; the pods still run 730. Each test changes what its rule is about.
import { resolveChange } from '../../../src/diagnostics/change.ts';
import { applicationSchema } from '../../../src/diagnostics/evidence/argocd.ts';
import type { GitRepository } from '../../../src/diagnostics/evidence/azure-devops.ts';
import type {
  Evidence,
  EvidenceKey,
  FileRevision,
  GitSource,
  LocatedCommit,
  ObservedEvidence,
} from '../../../src/diagnostics/evidence/evidence.ts';
import type { Pod } from '../../../src/diagnostics/evidence/kubernetes.ts';
import type { LinkInput } from '../../../src/diagnostics/link.ts';
import type { TraceRequest } from '../../../src/diagnostics/request.ts';
import {
  ago,
  deployment,
  NAME,
  NAMESPACE,
  NEW_DIGEST,
  NOW,
  OLD_DIGEST,
  oldPod,
  REGISTRY,
  template,
} from '../kubernetes/objects.ts';
import {
  APP_REPOSITORY,
  build,
  commit,
  COMMIT,
  definition,
  ENV_REPOSITORY,
  job,
  log,
  stage,
  task,
} from '../pipelines/objects.ts';

export const OLD_TAG = '730';
export const TAG = '731';
export const IMAGE = `${REGISTRY}/api`;
export const VALUES_PATH = 'apps/api/values-prd.yaml';
export const TAG_COMMIT = 'e1'.repeat(20);
export const OLD_TAG_COMMIT = 'e0'.repeat(20);
const PROJECT = { organization: 'o', project: 'p' };
const ENV_URL = 'https://dev.azure.com/o/p/_git/env';

export type Values = { readonly [K in EvidenceKey]?: Evidence[K] };

export function valuesFile(tag: string): string {
  return `image:\n  repository: ${IMAGE}\n  tag: "${tag}"\n`;
}

export function desired(content: string | null, path = VALUES_PATH): Evidence['desiredFiles'][number] {
  return { source: 0, repository: 'env', path, content };
}

export function written(
  id: string,
  content: string | null,
  secondsAgo: number,
  path = VALUES_PATH,
): FileRevision {
  return {
    source: 0,
    repository: 'env',
    path,
    commit: commit(id, `api ${id.slice(0, 4)}`, secondsAgo),
    content,
  };
}

export function located(
  id: string,
  more: Partial<LocatedCommit> = {},
  repository: GitRepository = APP_REPOSITORY,
): LocatedCommit {
  return {
    project: PROJECT,
    repository,
    commit: commit(id, 'Greet in the morning'),
    changes: [{ path: '/src/greeting.ts', changeType: 'edit' }],
    files: [],
    branches: [{ name: 'main', tip: id, contains: true }],
    ...more,
  };
}

/** A commit of the GitOps repository that changes one file. */
export function environmentCommit(
  id: string,
  before: string | null,
  after: string | null,
  path = VALUES_PATH,
): LocatedCommit {
  const changes = [{ path: `/${path}`, changeType: 'edit' }];
  return located(id, { changes, files: [{ path, before, after }] }, ENV_REPOSITORY);
}

export function application(annotations: Record<string, string> = {}): NonNullable<Evidence['application']> {
  return applicationSchema.parse({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'api-prd', namespace: 'argocd', annotations },
    spec: {
      destination: { server: 'https://kubernetes.default.svc', namespace: NAMESPACE },
      source: { repoURL: ENV_URL, path: 'apps/api', targetRevision: 'main' },
    },
    status: { resources: [{ group: 'apps', kind: 'Deployment', namespace: NAMESPACE, name: NAME }] },
  });
}

export const SOURCE: GitSource = {
  index: 0,
  source: { repoURL: ENV_URL, path: 'apps/api', targetRevision: 'main' },
  project: PROJECT,
  repositoryName: 'env',
  repository: ENV_REPOSITORY,
  resolvedAs: 'branch',
  refName: 'main',
  tip: TAG_COMMIT,
};

export function workload(tag: string): Evidence['workloads'][number] {
  const object = deployment({ spec: { template: template(`${IMAGE}:${tag}`) } });
  return { kind: 'Deployment', namespace: NAMESPACE, name: NAME, object };
}

/** A pod of the tag that runs this digest since so many seconds. */
export function running(tag: string, digest: string, secondsAgo: number): Pod {
  const image = `${IMAGE}:${tag}`;
  const one = oldPod('api-1', { spec: { containers: [{ name: NAME, image }] } });
  const statuses = [
    {
      name: NAME,
      image,
      imageID: `${IMAGE}@${digest}`,
      ready: true,
      state: { running: { startedAt: ago(secondsAgo) } },
    },
  ];
  return { ...one, status: { ...one.status, containerStatuses: statuses } };
}

/** Stage, job and tasks of a run that pushed and wrote. */
export const TIMELINE = [
  stage('s1', 1),
  job('j1', 's1'),
  task(1, 'Get sources', 'succeeded'),
  task(2, 'Docker', 'succeeded'),
  stage('s2', 2),
  job('j2', 's2'),
  task(3, 'Bash', 'succeeded', { parentId: 'j2' }),
];

export const PUSH_LOG = log(
  2,
  `/usr/bin/docker push ${IMAGE}:${TAG}`,
  `${TAG}: digest: ${NEW_DIGEST} size: 1`,
);
export const GIT_LOG = log(
  3,
  'git push origin HEAD:main',
  `To ${ENV_URL}`,
  '   e0e0e0e..e1e1e1e  HEAD -> main',
);

export function foundTag(digest = NEW_DIGEST, secondsAgo = 800): Evidence['imageTag'] {
  return {
    found: true,
    value: { name: TAG, digest, createdTime: ago(secondsAgo), lastUpdateTime: ago(secondsAgo) },
  };
}

export function foundManifest(
  digest = NEW_DIGEST,
  references: readonly string[] = [],
): Evidence['imageManifest'] {
  return {
    found: true,
    value: {
      digest,
      tags: [TAG],
      ...(references.length === 0 ? {} : { references: references.map((one) => ({ digest: one })) }),
    },
  };
}

export const MISSING_TAG: Evidence['imageTag'] = { found: false, code: 'TAG_UNKNOWN' };

/** All facts of the delivery. */
export const DELIVERED: Values = {
  application: application(),
  workloads: [workload(OLD_TAG)],
  pods: [running(OLD_TAG, OLD_DIGEST, 86_400)],
  events: [],
  sources: [SOURCE],
  desiredFiles: [desired(valuesFile(TAG))],
  chartFiles: [],
  history: [written(TAG_COMMIT, valuesFile(TAG), 700), written(OLD_TAG_COMMIT, valuesFile(OLD_TAG), 86_400)],
  gitopsPullRequests: [],
  gitopsPolicies: [],
  automation: [],
  updaterLog: [],
  repositories: [APP_REPOSITORY, ENV_REPOSITORY],
  definitions: [definition()],
  changeCommit: located(COMMIT),
  writtenCommit: null,
  pipeline: {
    definition: definition(),
    repository: APP_REPOSITORY,
    branch: 'main',
    yaml: { path: '/ci/pipeline.yml', content: 'trigger: [main]\n' },
  },
  builtCommits: [commit(COMMIT)],
  mergeLineage: {
    repository: 'api',
    base: COMMIT,
    target: 'main',
    comparison: { baseCommit: COMMIT, targetCommit: COMMIT, commonCommit: COMMIT },
  },
  changePullRequests: [],
  pushes: [],
  runs: [build(731), build(730, { sourceVersion: 'b0'.repeat(20), queueTime: ago(90_000) })],
  run: build(731),
  timeline: TIMELINE,
  runLogs: [PUSH_LOG, GIT_LOG],
  approvals: [],
  agents: null,
  serviceConnections: [],
  imageTag: foundTag(),
  imageTags: { found: true, value: [] },
  imageManifest: foundManifest(),
};

export const REQUEST: TraceRequest = {
  intent: 'trace',
  service: NAME,
  application: 'api-prd',
  applicationNamespace: 'argocd',
  cluster: 'in-cluster',
  environment: null,
  change: { kind: 'commit', value: COMMIT },
  tag: null,
  azureDevOps: PROJECT,
};

export interface Parts {
  /** Facts beside those of the delivery. */
  readonly values?: Values;
  /** Keys that nobody could read. */
  readonly refused?: readonly EvidenceKey[];
  readonly request?: Partial<TraceRequest>;
  readonly scope?: LinkInput['scope'];
}

export function evidenceOf({ values = {}, refused = [] }: Parts): ObservedEvidence {
  const at = NOW.toISOString();
  const read = Object.entries({ ...DELIVERED, ...values }).map(([key, value]) => [
    key,
    { at, source: `GET ${key}`, ok: true, value },
  ]);
  const unread = refused.map((key) => [
    key,
    { at, source: `GET ${key}`, ok: false, error: { kind: 'denied', what: key, missing: `read ${key}` } },
  ]);
  // The values are typed one by one where they are written.
  return Object.fromEntries([...read, ...unread]) as ObservedEvidence;
}

export function deliveryInput(parts: Parts = {}): LinkInput {
  const request = { ...REQUEST, ...parts.request };
  const evidence = evidenceOf(parts);
  return {
    request,
    evidence,
    change: resolveChange(request, evidence),
    now: NOW,
    scope: parts.scope ?? 'change',
  };
}
