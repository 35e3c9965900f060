// The document of a case as the twin changes it: the fields the tools touch, everything else as it is.
import type { CaseDocument } from '../document.ts';

export interface Box {
  [key: string]: unknown;
}
export type Labels = Record<string, string>;

export interface Owner {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  [key: string]: unknown;
}

export interface Meta {
  name: string;
  namespace?: string;
  uid: string;
  resourceVersion: string;
  generation?: number;
  creationTimestamp: string;
  labels?: Labels;
  annotations?: Labels;
  ownerReferences?: Owner[];
  [key: string]: unknown;
}

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: Meta;
  spec: Box;
  status: Box;
  [key: string]: unknown;
}

export interface Container {
  name: string;
  image: string;
  ports?: { name?: string; containerPort: number; protocol?: string }[];
  [key: string]: unknown;
}

export interface PodTemplate {
  metadata: { labels: Labels; annotations?: Labels; [key: string]: unknown };
  spec: { containers: Container[]; initContainers?: Container[]; [key: string]: unknown };
}

export interface Workload extends KubernetesObject {
  spec: {
    replicas?: number;
    selector: { matchLabels: Labels; [key: string]: unknown };
    template: PodTemplate;
    [key: string]: unknown;
  };
}

export interface Pod extends KubernetesObject {
  spec: { containers: Container[]; nodeName?: string; [key: string]: unknown };
  status: {
    phase: string;
    podIP?: string;
    containerStatuses?: {
      name: string;
      ready: boolean;
      image: string;
      imageID: string;
      [key: string]: unknown;
    }[];
    [key: string]: unknown;
  };
}

export interface Source {
  repoURL: string;
  targetRevision?: string;
  path?: string;
  chart?: string;
  ref?: string;
  helm?: {
    valueFiles?: string[];
    values?: string;
    valuesObject?: Box;
    parameters?: { name: string; value: string; [key: string]: unknown }[];
    [key: string]: unknown;
  };
  kustomize?: Box & { images?: string[] };
  [key: string]: unknown;
}

export interface Resource {
  group?: string;
  version: string;
  kind: string;
  namespace?: string;
  name: string;
  status?: string;
  health?: Box;
  requiresPruning?: boolean;
  [key: string]: unknown;
}

export interface HistoryEntry {
  id: number;
  revision?: string;
  revisions?: string[];
  [key: string]: unknown;
}

export interface Application extends KubernetesObject {
  spec: {
    project: string;
    source?: Source;
    sources?: Source[];
    destination: { server?: string; name?: string; namespace?: string };
    syncPolicy?: { automated?: Box; syncOptions?: string[]; [key: string]: unknown };
    ignoreDifferences?: Box[];
    [key: string]: unknown;
  };
  status: {
    sync: { status: string; revision?: string; revisions?: string[]; [key: string]: unknown };
    health: { status?: string; [key: string]: unknown };
    history?: HistoryEntry[];
    resources?: Resource[];
    summary?: { images?: string[]; [key: string]: unknown };
    operationState?: Box & {
      phase?: string;
      operation?: Box;
      syncResult?: Box & { revision?: string; revisions?: string[] };
    };
    [key: string]: unknown;
  };
}

export interface Cluster {
  name: string;
  server: string;
  objects: KubernetesObject[];
  podLogs: { namespace: string; pod: string; container: string; previous: boolean; lines: string[] }[];
  forbidden?: unknown;
  [key: string]: unknown;
}

export interface Person {
  name: string;
  email: string;
  date: string;
}

export interface Commit {
  id: string;
  parents: string[];
  author: Person;
  committer: Person;
  message: string;
  files: Record<string, string | null>;
}

export interface PullRequest {
  pullRequestId: number;
  status: string;
  sourceRefName: string;
  targetRefName: string;
  mergeStatus: string;
  title?: string;
  createdBy: Box;
  policyEvaluations?: (Box & { status: string })[];
  completionOptions?: { mergeStrategy?: string; [key: string]: unknown };
  [key: string]: unknown;
}

export interface Repository {
  name: string;
  id: string;
  defaultBranch: string;
  commits: Commit[];
  refs: Record<string, string>;
  pushes?: {
    pushId: number;
    date: string;
    pushedBy?: Box;
    refUpdates: { name: string; oldObjectId: string; newObjectId: string }[];
  }[];
  pullRequests: PullRequest[];
  policies: unknown[];
  permissions?: { identity: Box; allow: number; deny: number }[];
}

export interface TimelineRecord {
  id: string;
  type: string;
  name: string;
  state: string;
  result: string | null;
  [key: string]: unknown;
}

export interface Build {
  id: number;
  buildNumber: string;
  definition: { id: number; name: string; [key: string]: unknown };
  status: string;
  result?: string;
  reason: string;
  sourceBranch: string;
  sourceVersion: string;
  queueTime: string;
  startTime?: string;
  finishTime?: string;
  requestedFor: Box;
  repository: { id?: string; name?: string; [key: string]: unknown };
  triggerInfo?: Box;
  timeline: { records: TimelineRecord[]; [key: string]: unknown };
  logs: Record<string, string[]>;
  [key: string]: unknown;
}

export interface Attributes {
  deleteEnabled: boolean;
  writeEnabled: boolean;
  readEnabled: boolean;
  listEnabled: boolean;
}

export interface Manifest {
  digest: string;
  mediaType: string;
  createdTime: string;
  lastUpdateTime: string;
  architecture?: string;
  os?: string;
  tags: string[];
  imageSize: number;
  changeableAttributes: Attributes;
  references?: { digest: string; architecture?: string; os?: string }[];
  [key: string]: unknown;
}

export interface Tag {
  name: string;
  digest: string;
  createdTime: string;
  lastUpdateTime: string;
  changeableAttributes: Attributes;
  [key: string]: unknown;
}

export interface Registry {
  loginServer: string;
  repositories?: Record<string, { manifests: Manifest[]; tags: Tag[] }>;
  error?: unknown;
  [key: string]: unknown;
}

export interface TwinDocument {
  case: 1;
  id: string;
  now: string;
  question: {
    intent?: string;
    service: string;
    application: string;
    commit?: string;
    tag?: string;
    text: Box;
  };
  expected?: Box;
  estate: {
    kubernetes: { clusters: Cluster[] };
    azureDevOps: {
      repositories: Repository[];
      definitions: (Box & { id: number; name: string; queueStatus: string; repository: Box })[];
      builds: Build[];
      agents: (Box & { status: string; enabled: boolean })[];
      approvals: (Box & { status: string; steps: Box[] })[];
      serviceConnections: (Box & { isReady?: boolean })[];
      errors?: unknown;
      organization: string;
      project: string;
      projectId?: string;
    };
    registry: Registry;
    azure?: Box & { forbidden?: unknown };
    dns: { name: string; addresses?: string[]; error?: string }[];
    http?: { url: string; status: number; headers: Labels; body: string }[];
    [key: string]: unknown;
  };
}

/** A copy that may be changed. The shape was checked against schema.json by whoever loaded the document. */
export function changeable(document: CaseDocument): TwinDocument {
  return structuredClone(document) as unknown as TwinDocument;
}
