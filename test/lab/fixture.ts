// A small estate with one of everything, and a lab that serves it; tests say what is different in theirs.
import { caseSchema } from '../../src/lab/cases/schema.ts';
import type { Estate, LabCase } from '../../src/lab/cases/schema.ts';
import { azureDevOpsUrl, kubernetesUrl, registryUrl } from '../../src/lab/addresses.ts';
import { startLab } from '../../src/lab/server.ts';
import type { Lab, WorldOptions } from '../../src/lab/server.ts';

export const PROJECT_ID = '11111111-2222-4333-8444-555555555555';
export const REPOSITORY_ID = '66666666-7777-4888-8999-aaaaaaaaaaaa';
export const [ROOT, WORK, SIDE, MERGE, TIP, LOOSE] = ['1', '2', '3', '4', '5', '6'].map((digit) =>
  digit.repeat(40),
) as [string, string, string, string, string, string];
export const DIGEST = `sha256:${'a'.repeat(64)}`;
export const OLD_DIGEST = `sha256:${'b'.repeat(64)}`;

/**
 * root ── work ──── merge ── tip (main, v1)
 *    └─── side ────┘
 *    └─── loose (lone)
 */
const commits = [
  commit(ROOT, [], '2026-01-01T08:00:00Z', 'Import', {
    'app/a.txt': 'one\n',
    'b.txt': 'one\n',
    'old.txt': 'x',
  }),
  commit(WORK, [ROOT], '2026-01-02T08:00:00Z', `Change b\n\n${'long '.repeat(40)}`, { 'b.txt': 'two\n' }),
  commit(SIDE, [ROOT], '2026-01-03T08:00:00Z', 'Change a', { 'app/a.txt': 'two\n', 'old.txt': null }),
  commit(MERGE, [WORK, SIDE], '2026-01-04T08:00:00Z', 'Merged PR 7: Change a', {}),
  commit(TIP, [MERGE], '2026-01-05T08:00:00Z', 'Add c', { 'app/deep/c.txt': 'é\n' }),
  commit(LOOSE, [ROOT], '2026-01-06T08:00:00Z', 'Alone', { 'lone.txt': '1' }),
];

const policy = {
  id: 41,
  isEnabled: true,
  isBlocking: true,
  type: { id: 'fa4e907d-c16b-4a4c-9dfa-4906e5d171dd', displayName: 'Minimum number of reviewers' },
  settings: { scope: [{ refName: 'refs/heads/main', matchKind: 'Exact', repositoryId: REPOSITORY_ID }] },
};

const builds = [
  build(90, ROOT, 'completed', '2026-01-01T09:00:00Z', {
    result: 'succeeded',
    finishTime: '2026-01-01T09:10:00Z',
  }),
  build(91, TIP, 'inProgress', '2026-01-05T09:00:00Z', { startTime: '2026-01-05T09:01:00Z' }),
  { ...build(92, TIP, 'notStarted', '2026-01-05T10:00:00Z', {}), timeline: { records: [] }, logs: {} },
];

const estate: Estate = {
  kubernetes: {
    clusters: [
      {
        name: 'hub',
        server: 'https://kubernetes.default.svc',
        version: 'v1.33.2',
        objects: [
          object('v1', 'Namespace', undefined, 'web'),
          object('argoproj.io/v1alpha1', 'Application', 'argocd', 'web-prd'),
          object('kargo.example/v1', 'Policy', 'web', 'custom-one'),
          object('v1', 'ConfigMap', 'web', 'settings', { data: { key: 'value' } }),
          ...['c', 'a', 'b'].map((name) => pod(`web-${name}`, name === 'c' ? 'Pending' : 'Running')),
          object('v1', 'Event', 'web', 'web-a.1', {
            involvedObject: { kind: 'Pod', namespace: 'web', name: 'web-a', uid: 'u1' },
            reason: 'Pulled',
            type: 'Normal',
          }),
          object('v1', 'Event', 'web', 'web-b.1', {
            involvedObject: { kind: 'Pod', namespace: 'web', name: 'web-b', uid: 'u2' },
            reason: 'BackOff',
            type: 'Warning',
          }),
        ],
        podLogs: [
          {
            namespace: 'web',
            pod: 'web-a',
            container: 'web',
            previous: false,
            lines: ['one', 'two', 'three'],
          },
          { namespace: 'web', pod: 'web-a', container: 'web', previous: true, lines: ['panic'] },
        ],
        forbidden: [
          { group: 'apps', resource: 'deployments', namespace: 'web' },
          { group: '', resource: 'pods/log', namespace: 'closed' },
          { group: '', resource: 'nodes' },
        ],
      },
    ],
  },
  azureDevOps: {
    organization: 'fabrikam',
    project: 'Shop',
    projectId: PROJECT_ID,
    repositories: [
      {
        name: 'web',
        id: REPOSITORY_ID,
        defaultBranch: 'refs/heads/main',
        commits,
        refs: {
          'refs/heads/main': TIP,
          'refs/heads/maintenance': ROOT,
          'refs/heads/lone': LOOSE,
          'refs/tags/v1': TIP,
        },
        pushes: [
          push(1, '2026-01-01T08:01:00Z', '0'.repeat(40), ROOT),
          push(2, '2026-01-05T08:01:00Z', ROOT, TIP),
        ],
        pullRequests: [
          pullRequest(7, 'completed', 'refs/heads/side', { source: SIDE, target: WORK, merge: MERGE }),
          pullRequest(8, 'active', 'refs/heads/lone', { source: LOOSE, target: TIP }),
        ],
        policies: [policy],
        permissions: [{ identity: { displayName: 'Build', descriptor: 'd;1' }, allow: 22, deny: 0 }],
      },
      {
        name: 'empty',
        id: '00000000-7777-4888-8999-aaaaaaaaaaaa',
        defaultBranch: 'refs/heads/main',
        commits: [],
        refs: {},
        pullRequests: [],
        policies: [],
      },
    ],
    definitions: [
      {
        id: 12,
        name: 'web-ci',
        path: '\\',
        queueStatus: 'enabled',
        repository: { id: REPOSITORY_ID, name: 'web', type: 'TfsGit' },
        process: { type: 2, yamlFilename: 'azure-pipelines.yml' },
        triggers: [],
        queue: { id: 31, name: 'linux', pool: { id: 14, name: 'linux', isHosted: false } },
      },
      {
        id: 13,
        name: 'other-ci',
        path: '\\',
        queueStatus: 'paused',
        repository: { id: 'other', name: 'other' },
      },
    ],
    builds,
    agents: [
      {
        id: 1,
        pool: 'linux',
        name: 'agent-1',
        status: 'online',
        enabled: true,
        systemCapabilities: { bash: '/bin/bash' },
      },
      { id: 2, pool: 'spare', name: 'agent-2', status: 'offline', enabled: true },
    ],
    approvals: [
      { id: 'ee14f612-6838-43c0-b445-db238ef14153', status: 'pending', steps: [{ status: 'pending' }] },
      { id: 'ff14f612-6838-43c0-b445-db238ef14153', status: 'approved', steps: [] },
    ],
    serviceConnections: [
      { id: 's1', name: 'sc-acr', type: 'dockerregistry' },
      { id: 's2', name: 'sc-arm', type: 'azurerm' },
    ],
  },
  registry: {
    loginServer: 'fabrikam.azurecr.io',
    repositories: {
      web: {
        manifests: [
          manifest(DIGEST, ['2'], '2026-01-05T09:05:00Z'),
          manifest(OLD_DIGEST, ['1'], '2026-01-01T09:05:00Z'),
        ],
        tags: [
          imageTag('1', OLD_DIGEST, '2026-01-01T09:05:00Z'),
          imageTag('2', DIGEST, '2026-01-05T09:05:00Z'),
        ],
      },
      'tools/proxy': { manifests: [], tags: [] },
    },
  },
  dns: [
    { name: 'fabrikam.azurecr.io', addresses: ['10.0.0.4'] },
    { name: 'gone.example', error: 'ENOTFOUND' },
  ],
  http: [
    { url: 'https://shop.example/', status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>1</p>' },
  ],
};

/** Checked by the same schema as a file. */
export function labCase(change: Partial<Estate> = {}): LabCase {
  return caseSchema.parse({
    case: 1,
    id: 'w1',
    now: '2026-01-06T09:00:00Z',
    question: { service: 'web', application: 'web-prd' },
    estate: { ...estate, ...change },
  });
}

export function estateOf(): Estate {
  return structuredClone(estate);
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Client {
  readonly lab: Lab;
  azureDevOps(path: string, init?: RequestInit): Promise<Answer>;
  registry(path: string, init?: RequestInit): Promise<Answer>;
  kubernetes(path: string, init?: RequestInit): Promise<Answer>;
}

/** A lab with this one world, and calls into each of its systems. */
export async function serve(one: LabCase = labCase(), options: WorldOptions = {}): Promise<Client> {
  const lab = await startLab();
  lab.addWorld('w1', one, options);
  const { clusters } = one.estate.kubernetes;
  const roots = {
    azureDevOps: azureDevOpsUrl(lab.url, 'w1', one.estate.azureDevOps.organization),
    registry: registryUrl(lab.url, 'w1', one.estate.registry.loginServer),
    kubernetes: kubernetesUrl(lab.url, 'w1', clusters[0]?.name ?? ''),
  };
  return {
    lab,
    azureDevOps: (path, init) => call(roots.azureDevOps + path, init),
    registry: (path, init) => call(roots.registry + path, init),
    kubernetes: (path, init) => call(roots.kubernetes + path, init),
  };
}

async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  // Not response.text(): it drops the byte order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  return { status: response.status, text, body: parsed(text), headers: response.headers };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function commit(
  id: string,
  parents: string[],
  date: string,
  message: string,
  files: Record<string, string | null>,
) {
  const person = { name: 'Ana', email: 'ana@fabrikam.example', date };
  return { id, parents, author: person, committer: person, message, files };
}

function push(pushId: number, date: string, oldObjectId: string, newObjectId: string) {
  return {
    pushId,
    date,
    pushedBy: { displayName: 'Ana', id: 'p1' },
    refUpdates: [{ name: 'refs/heads/main', oldObjectId, newObjectId }],
  };
}

function pullRequest(
  pullRequestId: number,
  status: string,
  sourceRefName: string,
  at: { source: string; target: string; merge?: string },
) {
  return {
    pullRequestId,
    status,
    sourceRefName,
    targetRefName: 'refs/heads/main',
    lastMergeSourceCommit: { commitId: at.source },
    lastMergeTargetCommit: { commitId: at.target },
    ...(at.merge === undefined ? {} : { lastMergeCommit: { commitId: at.merge } }),
    policyEvaluations: [{ evaluationId: 'e1', status: 'queued', configuration: policy }],
  };
}

function build(id: number, sourceVersion: string, status: string, queueTime: string, more: object) {
  return {
    id,
    buildNumber: `2026.${id}`,
    definition: { id: 12, name: 'web-ci' },
    status,
    reason: 'individualCI',
    sourceBranch: 'refs/heads/main',
    sourceVersion,
    queueTime,
    queue: { id: 31, name: 'linux', pool: { id: 14, name: 'linux', isHosted: false } },
    repository: { id: REPOSITORY_ID, name: 'web', type: 'TfsGit' },
    timeline: {
      records: [
        { id: 't1', parentId: null, type: 'Task', name: 'Build', state: 'completed', log: { id: 3 } },
      ],
    },
    logs: { '3': ['first', 'second', 'third'] },
    ...more,
  };
}

function attributes(listEnabled = true) {
  return { deleteEnabled: true, writeEnabled: true, readEnabled: true, listEnabled };
}

function manifest(digest: string, tags: string[], time: string) {
  return {
    digest,
    tags,
    createdTime: time,
    lastUpdateTime: time,
    changeableAttributes: attributes(),
    architecture: 'amd64',
  };
}

function imageTag(name: string, digest: string, time: string) {
  return { name, digest, createdTime: time, lastUpdateTime: time, changeableAttributes: attributes() };
}

function object(
  apiVersion: string,
  kind: string,
  namespace: string | undefined,
  name: string,
  more: object = {},
) {
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...more };
}

function pod(name: string, phase: string) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'web',
      labels: { app: 'web', track: phase === 'Pending' ? 'canary' : 'stable' },
    },
    spec: { nodeName: `node-${name}`, containers: [{ name: 'web', image: 'x' }] },
    status: {
      phase,
      containerStatuses: [
        phase === 'Pending'
          ? { name: 'web', state: { waiting: { reason: 'ImagePullBackOff' } } }
          : { name: 'web', state: { running: { startedAt: '2026-01-05T09:10:00Z' } } },
      ],
    },
  };
}
