// The read-only ports through which evidence is gathered. Each answer is a value or an ObservationError; null means
// "the system answered: there is none". Implemented by src/diagnostics/clients, composed in src/compose.ts.
import type { Application, AppProject, ApplicationSet } from './argocd.ts';
import type {
  Agent,
  Approval,
  Build,
  Comparison,
  Definition,
  GitChange,
  GitCommit,
  GitFile,
  GitRef,
  GitRepository,
  PolicyConfiguration,
  PolicyEvaluation,
  ProjectRef,
  PullRequest,
  Push,
  ServiceConnection,
  TimelineRecord,
} from './azure-devops.ts';
import type {
  ConfigMap,
  CronJob,
  DaemonSet,
  Deployment,
  EndpointSlice,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  KubernetesEvent,
  Namespace,
  Node,
  OtherObject,
  Pod,
  ReplicaSet,
  ResourceQuota,
  Rollout,
  Service,
  StatefulSet,
} from './kubernetes.ts';
import type { DnsAnswer, HttpAnswer } from './network.ts';
import type { Answer } from './observed.ts';
import type { ImageManifest, ImageRepository, ImageTag, Lookup } from './registry.ts';

/** Every kind a trace may read; the client knows group, version and plural of each. */
export interface KubernetesKinds {
  Application: Application;
  AppProject: AppProject;
  ApplicationSet: ApplicationSet;
  Deployment: Deployment;
  StatefulSet: StatefulSet;
  DaemonSet: DaemonSet;
  ReplicaSet: ReplicaSet;
  Job: Job;
  CronJob: CronJob;
  Rollout: Rollout;
  Pod: Pod;
  Event: KubernetesEvent;
  Service: Service;
  EndpointSlice: EndpointSlice;
  Ingress: Ingress;
  ConfigMap: ConfigMap;
  Namespace: Namespace;
  Node: Node;
  ResourceQuota: ResourceQuota;
  HorizontalPodAutoscaler: HorizontalPodAutoscaler;
}
export type KubernetesKind = keyof KubernetesKinds;

export interface ListOptions {
  /** Omitted: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** ConfigMaps only as PartialObjectMetadata: names and times, never contents. */
  readonly metadataOnly?: boolean;
  /** In pages of 500 to the end: for the directory, never for a trace. */
  readonly whole?: boolean;
}

/** One cluster. Lists are read whole in pages (at most 4 of 250): `truncated` says when more was there. */
export interface KubernetesReader {
  /** How the bot names the cluster, and how Application destinations name it. */
  readonly name: string;
  readonly server: string;
  get<K extends KubernetesKind>(
    kind: K,
    name: string,
    namespace: string | undefined,
    signal: AbortSignal,
  ): Promise<Answer<KubernetesKinds[K] | null>>;
  list<K extends KubernetesKind>(
    kind: K,
    options: ListOptions,
    signal: AbortSignal,
  ): Promise<Answer<{ items: KubernetesKinds[K][]; truncated: boolean }>>;
  /** Any other kind by group, version and plural (Flux, Kargo, Image Updater, KEDA, Gateway API, CRDs…). */
  getOther(
    resource: { group: string; version: string; plural: string },
    name: string,
    namespace: string | undefined,
    signal: AbortSignal,
  ): Promise<Answer<OtherObject | null>>;
  listOther(
    resource: { group: string; version: string; plural: string },
    namespace: string | undefined,
    signal: AbortSignal,
  ): Promise<Answer<OtherObject[]>>;
  /** Last lines of a container, at most 50 lines and 16 KiB; null when the API answers that there is no such log. */
  log(
    target: { namespace: string; pod: string; container: string; previous: boolean },
    signal: AbortSignal,
  ): Promise<Answer<string[] | null>>;
}

/** A version of a repository: a branch or tag by short name, or a commit by its full id. */
export type GitVersion = { readonly type: 'branch' | 'tag' | 'commit'; readonly value: string };

/** Azure Repos and Azure Pipelines. `repository` is a name or an id. Lists are paged to the end or to `top`. */
export interface AzureDevOpsReader {
  repositories(project: ProjectRef, signal: AbortSignal): Promise<Answer<GitRepository[]>>;
  repository(
    project: ProjectRef,
    repository: string,
    signal: AbortSignal,
  ): Promise<Answer<GitRepository | null>>;
  /** Refs whose name starts with `refs/` + filter, for example `heads/main`: the API matches prefixes. */
  refs(
    project: ProjectRef,
    repository: string,
    filter: string,
    signal: AbortSignal,
  ): Promise<Answer<GitRef[] | null>>;
  /** Newest first; null when repository or version is not there. */
  commits(
    project: ProjectRef,
    repository: string,
    query: { version: GitVersion; path?: string; top: number; skip?: number },
    signal: AbortSignal,
  ): Promise<Answer<GitCommit[] | null>>;
  /** With parents and push. */
  commit(
    project: ProjectRef,
    repository: string,
    id: string,
    signal: AbortSignal,
  ): Promise<Answer<GitCommit | null>>;
  changes(
    project: ProjectRef,
    repository: string,
    id: string,
    signal: AbortSignal,
  ): Promise<Answer<GitChange[] | null>>;
  file(
    project: ProjectRef,
    repository: string,
    path: string,
    version: GitVersion,
    signal: AbortSignal,
  ): Promise<Answer<GitFile | null>>;
  /** Paths of the files below `path` (leading slash), at any depth. */
  paths(
    project: ProjectRef,
    repository: string,
    path: string,
    version: GitVersion,
    signal: AbortSignal,
  ): Promise<Answer<string[] | null>>;
  /** Is `base` contained in `target`? Null when one of them is not there. */
  compare(
    project: ProjectRef,
    repository: string,
    base: GitVersion,
    target: GitVersion,
    signal: AbortSignal,
  ): Promise<Answer<Comparison | null>>;
  pullRequests(
    project: ProjectRef,
    repository: string,
    query: {
      status: 'active' | 'completed' | 'abandoned' | 'all';
      targetRefName?: string;
      sourceRefName?: string;
      top: number;
    },
    signal: AbortSignal,
  ): Promise<Answer<PullRequest[] | null>>;
  pullRequest(project: ProjectRef, id: number, signal: AbortSignal): Promise<Answer<PullRequest | null>>;
  /** Pull requests that carry the commit, as source commit or as merge commit (a POST that only reads). */
  pullRequestsOf(
    project: ProjectRef,
    repository: string,
    commit: string,
    signal: AbortSignal,
  ): Promise<Answer<PullRequest[] | null>>;
  policyEvaluations(
    project: ProjectRef,
    projectId: string,
    pullRequestId: number,
    signal: AbortSignal,
  ): Promise<Answer<PolicyEvaluation[] | null>>;
  policyConfigurations(
    project: ProjectRef,
    signal: AbortSignal,
  ): Promise<Answer<PolicyConfiguration[] | null>>;
  /** Newest first, with ref updates. */
  pushes(
    project: ProjectRef,
    repository: string,
    query: { refName: string; top: number },
    signal: AbortSignal,
  ): Promise<Answer<Push[] | null>>;
  definitions(
    project: ProjectRef,
    query: { repositoryId?: string },
    signal: AbortSignal,
  ): Promise<Answer<Definition[]>>;
  definition(project: ProjectRef, id: number, signal: AbortSignal): Promise<Answer<Definition | null>>;
  /** Newest first by queue time. */
  builds(
    project: ProjectRef,
    query: { definitions?: number[]; branch?: string; repositoryId?: string; minTime?: string; top: number },
    signal: AbortSignal,
  ): Promise<Answer<Build[]>>;
  build(project: ProjectRef, id: number, signal: AbortSignal): Promise<Answer<Build | null>>;
  /** Commit ids of the changes a run built, newest first. */
  buildChanges(project: ProjectRef, id: number, signal: AbortSignal): Promise<Answer<string[] | null>>;
  /** Null: the run never started, so it has none. */
  timeline(
    project: ProjectRef,
    buildId: number,
    signal: AbortSignal,
  ): Promise<Answer<TimelineRecord[] | null>>;
  /** The last `tail` lines, without the agent's time prefix. */
  log(
    project: ProjectRef,
    buildId: number,
    logId: number,
    tail: number,
    signal: AbortSignal,
  ): Promise<Answer<string[] | null>>;
  /** Pending approvals of the project. */
  approvals(project: ProjectRef, signal: AbortSignal): Promise<Answer<Approval[]>>;
  /** Agents of a pool; null when there is no such pool or it cannot be told from one (404). */
  agents(
    project: ProjectRef,
    pool: { id?: number; name?: string },
    signal: AbortSignal,
  ): Promise<Answer<Agent[] | null>>;
  serviceConnections(project: ProjectRef, signal: AbortSignal): Promise<Answer<ServiceConnection[]>>;
}

/** The data plane of one registry. */
export interface RegistryReader {
  /** `acrchatprd.azurecr.io` */
  readonly loginServer: string;
  tag(repository: string, tag: string, signal: AbortSignal): Promise<Answer<Lookup<ImageTag>>>;
  /** Newest first. */
  tags(
    repository: string,
    query: { top: number; digest?: string },
    signal: AbortSignal,
  ): Promise<Answer<Lookup<ImageTag[]>>>;
  manifest(repository: string, digest: string, signal: AbortSignal): Promise<Answer<Lookup<ImageManifest>>>;
  repository(name: string, signal: AbortSignal): Promise<Answer<Lookup<ImageRepository>>>;
  repositories(query: { top: number }, signal: AbortSignal): Promise<Answer<string[]>>;
}

export interface NetworkReader {
  resolve(name: string, signal: AbortSignal): Promise<Answer<DnsAnswer>>;
  /** GET without credentials; redirects are not followed. */
  fetch(url: string, signal: AbortSignal): Promise<Answer<HttpAnswer>>;
}

/** Everything a trace may ask. */
export interface Readers {
  /** Clusters by name; the first one is Argo CD's own. */
  readonly clusters: readonly KubernetesReader[];
  readonly azureDevOps: AzureDevOpsReader;
  /** By login server, lower case. */
  readonly registries: readonly RegistryReader[];
  readonly network: NetworkReader;
}
