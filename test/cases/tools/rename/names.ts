// What in a case is somebody's choice: names, people, hosts, branches, generated suffixes, run ids, tags.
import { at, isMap, listAt, textAt, visit, type CaseDocument } from '../document.ts';
import {
  isSystemWord,
  OWN_RECORDS,
  PRODUCT_NAMESPACES,
  PROVIDER_HOSTS,
  ROBOT_MAILBOXES,
  ROBOTS,
  USUAL_BRANCHES,
} from './vocabulary.ts';

export interface Names {
  /** Whole tokens that are replaced wherever they stand. */
  readonly tokens: ReadonlySet<string>;
  readonly hosts: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
  readonly mailboxes: ReadonlySet<string>;
  /** Plain words that are branches: replaced only where a branch is named. */
  readonly wordBranches: ReadonlySet<string>;
  /** Stages, jobs and tasks as the team called them: replaced only where such a name stands. */
  readonly displayNames: ReadonlySet<string>;
  /** pod-template-hash, controller-revision-hash and the random ends of generated names. */
  readonly suffixes: ReadonlySet<string>;
  /** Run ids and tags of digits, at least four of them. */
  readonly numbers: ReadonlySet<string>;
  /** Ids that Azure DevOps gives to its tasks and policy types. */
  readonly productIds: ReadonlySet<string>;
}

interface Collected {
  readonly tokens: Set<string>;
  readonly hosts: Set<string>;
  readonly people: Set<string>;
  readonly mailboxes: Set<string>;
  readonly wordBranches: Set<string>;
  readonly displayNames: Set<string>;
  readonly suffixes: Set<string>;
  readonly numbers: Set<string>;
  readonly productIds: Set<string>;
}

export function namesOf(document: CaseDocument): Names {
  const names: Collected = {
    tokens: new Set(),
    hosts: new Set(),
    people: new Set(),
    mailboxes: new Set(),
    wordBranches: new Set(),
    displayNames: new Set(),
    suffixes: new Set(),
    numbers: new Set(),
    productIds: new Set(),
  };
  addToken(names, textAt(document, 'question', 'service'));
  addToken(names, textAt(document, 'question', 'application'));
  addNumber(names, textAt(document, 'question', 'tag'));
  for (const cluster of listAt(document, 'estate', 'kubernetes', 'clusters')) addCluster(names, cluster);
  addAzureDevOps(names, at(document, 'estate', 'azureDevOps'));
  addRegistry(names, at(document, 'estate', 'registry'));
  for (const entry of listAt(document, 'estate', 'dns')) addHost(names, textAt(entry, 'name'));
  addFromTexts(names, at(document, 'estate'));
  dropPorts(names, document);
  return names;
}

const NAME = /^[A-Za-z0-9][\w.-]*$/;

function addToken(names: Collected, name: string | undefined): void {
  if (name === undefined || name.length < 3 || !NAME.test(name) || isSystemWord(name)) return;
  if (/^\d+$/.test(name) || PRODUCT_NAMESPACES.has(name)) return;
  names.tokens.add(name);
}

function addNumber(names: Collected, tag: string | undefined): void {
  if (tag !== undefined && /^\d{4,}$/.test(tag)) names.numbers.add(tag);
}

function addHost(names: Collected, host: string | undefined): void {
  if (host === undefined || !host.includes('.') || /^[\d.]+$/.test(host)) return;
  if (PROVIDER_HOSTS.test(host)) {
    const [first] = host.split('.');
    if (/\.(?:azurecr\.io|azmk8s\.io|windows\.net)$/.test(host)) addToken(names, first);
    return;
  }
  names.hosts.add(host);
}

// Kubernetes

const OWN_LABELS = ['app', 'app.kubernetes.io/name', 'app.kubernetes.io/instance', 'release'];
const HASH_LABELS = ['pod-template-hash', 'rollouts-pod-template-hash', 'controller-revision-hash'];
/** Kinds whose names are given by a controller. */
const GENERATED = new Set(['Pod', 'ReplicaSet', 'Event', 'EndpointSlice', 'ControllerRevision']);
/** Kinds without a namespace that teams name. */
const CLUSTER_KINDS = new Set(['Namespace', 'Node', 'ClusterPolicy', 'PriorityClass']);
/** Argo CD's own objects that teams name, in its namespace. */
const ARGO_KINDS = new Set(['Application', 'AppProject', 'ApplicationSet', 'Rollout']);

function addCluster(names: Collected, cluster: unknown): void {
  const name = textAt(cluster, 'name');
  if (name !== 'in-cluster') addToken(names, name);
  addHost(names, hostOf(textAt(cluster, 'server')));
  for (const object of listAt(cluster, 'objects')) addObject(names, object);
}

function addObject(names: Collected, object: unknown): void {
  const kind = textAt(object, 'kind') ?? '';
  const name = textAt(object, 'metadata', 'name') ?? '';
  const namespace = textAt(object, 'metadata', 'namespace');
  addSuffixes(names, kind, name, object);
  if (kind === 'Node') {
    // aks-user-10000001-vmss000001: the digits are the pool's own.
    const pool = /-(\d{8})-vmss/.exec(name)?.[1];
    if (pool === undefined) addToken(names, name);
    else names.numbers.add(pool);
    return;
  }
  const isProduct = namespace !== undefined && PRODUCT_NAMESPACES.has(namespace);
  if (isProduct && !ARGO_KINDS.has(kind) && !isToolkit(object)) return;
  if (namespace === undefined && !CLUSTER_KINDS.has(kind)) return;
  if (!GENERATED.has(kind)) addToken(names, name);
  for (const label of OWN_LABELS) addToken(names, textAt(object, 'metadata', 'labels', label));
  const template = at(object, 'spec', 'template') ?? at(object, 'spec', 'jobTemplate', 'spec', 'template');
  for (const container of listAt(template, 'spec', 'containers')) addToken(names, textAt(container, 'name'));
  addApplication(names, object);
}

/** Objects of Flux live in its namespace and are named by the team. */
function isToolkit(object: unknown): boolean {
  return textAt(object, 'apiVersion')?.includes('toolkit.fluxcd.io') === true;
}

function addApplication(names: Collected, object: unknown): void {
  const spec = at(object, 'spec');
  for (const source of [at(spec, 'source'), ...listAt(spec, 'sources')]) {
    addToken(names, textAt(source, 'chart'));
    addToken(names, textAt(source, 'helm', 'releaseName'));
    addHost(names, hostOf(textAt(source, 'repoURL')));
  }
  addPerson(names, textAt(object, 'status', 'operationState', 'operation', 'initiatedBy', 'username'));
  for (const entry of listAt(object, 'status', 'history'))
    addPerson(names, textAt(entry, 'initiatedBy', 'username'));
}

function addSuffixes(names: Collected, kind: string, name: string, object: unknown): void {
  for (const labels of [at(object, 'metadata', 'labels'), at(object, 'spec', 'selector', 'matchLabels')]) {
    for (const label of HASH_LABELS) addSuffix(names, textAt(labels, label)?.split('-').at(-1));
  }
  if (GENERATED.has(kind)) addSuffix(names, name.split(/[-.]/).at(-1));
  for (const key of ['currentPodHash', 'stableRS', 'currentRevision', 'updateRevision']) {
    addSuffix(names, textAt(object, 'status', key)?.split('-').at(-1));
  }
}

function addSuffix(names: Collected, suffix: string | undefined): void {
  if (suffix !== undefined && /^(?=.*\d)[a-z0-9]{5,16}$|^[bcdfghjklmnpqrstvwxz2-9]{5,10}$/.test(suffix))
    names.suffixes.add(suffix);
}

// Azure DevOps

function addAzureDevOps(names: Collected, estate: unknown): void {
  addToken(names, textAt(estate, 'organization'));
  addToken(names, textAt(estate, 'project'));
  for (const repository of listAt(estate, 'repositories')) addRepository(names, repository);
  for (const definition of listAt(estate, 'definitions')) {
    addToken(names, textAt(definition, 'name'));
    for (const folder of (textAt(definition, 'path') ?? '').split('\\')) addToken(names, folder);
  }
  for (const build of listAt(estate, 'builds')) addBuild(names, build);
  for (const agent of listAt(estate, 'agents')) {
    addToken(names, textAt(agent, 'pool'));
    addToken(names, textAt(agent, 'name'));
  }
  for (const connection of listAt(estate, 'serviceConnections')) addToken(names, textAt(connection, 'name'));
  visit(estate, (leaf, path) => {
    if (typeof leaf !== 'string') return;
    const key = path.at(-1);
    const isIdentity =
      key === 'displayName' &&
      !path.includes('policies') &&
      !path.includes('configuration') &&
      !path.includes('process');
    if (isIdentity && leaf !== 'displayName') addPerson(names, leaf);
    if (key === 'uniqueName' || key === 'email') addMailbox(names, leaf);
  });
}

function addRepository(names: Collected, repository: unknown): void {
  addToken(names, textAt(repository, 'name'));
  const refs = at(repository, 'refs');
  const branches = isMap(refs) ? Object.keys(refs) : [];
  const sources = listAt(repository, 'pullRequests').flatMap((one) => textAt(one, 'sourceRefName') ?? []);
  for (const ref of [...branches, ...sources]) addBranch(names, ref);
  for (const commit of listAt(repository, 'commits')) {
    for (const person of ['author', 'committer']) {
      addPerson(names, textAt(commit, person, 'name'));
      addMailbox(names, textAt(commit, person, 'email'));
    }
  }
  for (const policy of listAt(repository, 'policies')) addProductId(names, textAt(policy, 'type', 'id'));
  for (const evaluation of listAt(repository, 'pullRequests').flatMap((one) =>
    listAt(one, 'policyEvaluations'),
  )) {
    addProductId(names, textAt(evaluation, 'configuration', 'type', 'id'));
  }
}

function addBranch(names: Collected, ref: string): void {
  if (!ref.startsWith('refs/heads/')) return;
  const branch = ref.slice('refs/heads/'.length);
  if (USUAL_BRANCHES.test(branch)) return;
  if (/^[a-z]+$/.test(branch)) names.wordBranches.add(branch);
  else names.tokens.add(branch);
}

function addBuild(names: Collected, build: unknown): void {
  addNumber(names, String(at(build, 'id')));
  for (const record of listAt(build, 'timeline', 'records')) {
    addProductId(names, textAt(record, 'task', 'id'));
    const name = textAt(record, 'name') ?? '';
    if (!OWN_RECORDS.test(name) && /^(?:Stage|Phase|Job|Task)$/.test(textAt(record, 'type') ?? '')) {
      // The name of a job that only repeats its key in the YAML is no display name.
      if (!/^[a-z_]+$/.test(name)) names.displayNames.add(name);
    }
  }
}

function addProductId(names: Collected, id: string | undefined): void {
  if (id !== undefined) names.productIds.add(id);
}

function addPerson(names: Collected, name: string | undefined): void {
  if (name === undefined || name.length < 3 || ROBOTS.test(name)) return;
  if (/^[A-Z]/.test(name) && name.includes(' ')) names.people.add(name);
  else addToken(names, name);
}

function addMailbox(names: Collected, address: string | undefined): void {
  const local = address?.split('@')[0];
  if (address?.includes('@') !== true || local === undefined || ROBOT_MAILBOXES.test(local)) return;
  names.mailboxes.add(local);
}

// Registry and texts

function addRegistry(names: Collected, registry: unknown): void {
  addHost(names, textAt(registry, 'loginServer'));
  const repositories = at(registry, 'repositories');
  if (!isMap(repositories)) return;
  for (const [repository, content] of Object.entries(repositories)) {
    for (const part of repository.split('/')) addToken(names, part);
    for (const tag of listAt(content, 'tags')) addNumber(names, textAt(tag, 'name'));
  }
}

/** What only stands inside of texts: hosts of URLs, charts of Chart.yaml files, tags of older versions. */
function addFromTexts(names: Collected, estate: unknown): void {
  visit(estate, (leaf) => {
    if (typeof leaf !== 'string') return;
    for (const [, host] of leaf.matchAll(/https?:\/\/([\w.-]+)/g)) addHost(names, host);
    for (const [, host] of leaf.matchAll(/^\s*- host: ([\w.-]+)$/gm)) addHost(names, host);
    for (const [, host] of leaf.matchAll(/(?<![\w.-])([a-z0-9]+\.azurecr\.io)\b/g)) addHost(names, host);
    for (const [, image] of leaf.matchAll(/\.azurecr\.io\/(?!v2\/|oauth2\/)([\w./-]+)(?=[:@])/g)) {
      for (const part of image?.split('/') ?? []) addToken(names, part);
    }
    for (const [, tag] of leaf.matchAll(/(?:[Tt]ag:\s*["']?|\.azurecr\.io\/[\w./-]+:)(\d{4,})\b/g))
      addNumber(names, tag);
    if (/^apiVersion: v2$/m.test(leaf)) addToken(names, /^name: ([\w-]+)$/m.exec(leaf)?.[1]);
  });
}

/** A tag that reads like a port of the case would take the port with it. */
function dropPorts(names: Collected, document: CaseDocument): void {
  visit(document, (leaf, path) => {
    if (typeof leaf === 'number' && /port$/i.test(String(path.at(-1)))) names.numbers.delete(String(leaf));
  });
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : /^https?:\/\/([^/:]+)/.exec(url)?.[1];
}
