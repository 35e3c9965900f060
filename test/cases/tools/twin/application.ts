// The Application is Synced and Healthy at the revision of the change, by an operation that succeeded.
import type { Application, Box, HistoryEntry, KubernetesObject, Resource } from './model.ts';
import { sourcesOf } from './sources.ts';
import type { Subject } from './subject.ts';
import { iso, later, objectsIn, removeObjects, type World } from './world.ts';

/** Annotations that keep Argo CD from looking, comparing or rendering. */
const HOLDING = [
  'argocd.argoproj.io/skip-reconcile',
  'argocd.argoproj.io/refresh',
  'argocd.argoproj.io/hydrate',
  'argocd.argoproj.io/manifest-generate-paths',
];

/** Nothing in the Application, its project or Argo CD's settings holds a change back or hides it. */
export function openTheWay({ application, home, namespace, cluster }: Subject): void {
  for (const key of HOLDING) delete application.metadata.annotations?.[key];
  const { spec } = application;
  spec.syncPolicy ??= {};
  const { automated } = spec.syncPolicy;
  spec.syncPolicy.automated = { prune: true, selfHeal: true, ...automated };
  delete spec.syncPolicy.automated['enabled'];
  const differences = (spec.ignoreDifferences ?? []).filter((rule) => !hidesImages(rule));
  if (differences.length === 0) delete spec.ignoreDifferences;
  else spec.ignoreDifferences = differences;
  const options = (spec.syncPolicy.syncOptions ?? []).filter(
    (option) => !/^(?:RespectIgnoreDifferences|ApplyOutOfSyncOnly)=/.test(option),
  );
  if (options.length > 0) spec.syncPolicy.syncOptions = options;
  else delete spec.syncPolicy.syncOptions;
  for (const source of sourcesOf(application)) delete source.kustomize?.images;
  const project = objectsIn(home, 'AppProject').find(({ metadata }) => metadata.name === spec.project);
  if (project !== undefined) openProject(project, application, namespace, cluster.server);
  for (const settings of objectsIn(home, 'ConfigMap')) {
    const data = settings['data'] as Record<string, string> | undefined;
    if (settings.metadata.name !== 'argocd-cm' || data === undefined) continue;
    for (const key of Object.keys(data)) {
      if (
        /ignoreDifferences|^resource\.(?:exclusions|inclusions)$/.test(key) ||
        (/^timeout\.(?:hard\.)?reconciliation$/.test(key) && /^0s?$/.test(data[key] ?? ''))
      ) {
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
        delete data[key];
      }
    }
  }
}

function hidesImages(rule: Box): boolean {
  return /image|container|template/i.test(JSON.stringify(rule));
}

function openProject(
  project: KubernetesObject,
  { spec }: Application,
  namespace: string,
  server: string,
): void {
  const rules = project.spec as {
    destinations?: { server?: string; namespace?: string }[];
    sourceRepos?: string[];
  };
  delete project.spec['syncWindows'];
  delete project.spec['namespaceResourceBlacklist'];
  delete project.spec['clusterResourceBlacklist'];
  rules.destinations ??= [];
  const isAllowed = rules.destinations.some(
    (one) =>
      (one.namespace === '*' || one.namespace === namespace) && (one.server === '*' || one.server === server),
  );
  if (!isAllowed || rules.destinations.every((one) => one.namespace !== '*'))
    rules.destinations.push({ namespace: '*', server });
  if (!(rules.sourceRepos ?? []).includes('*')) {
    rules.sourceRepos = [
      ...new Set([
        ...(rules.sourceRepos ?? []),
        ...[spec.source, ...(spec.sources ?? [])].flatMap((one) => one?.repoURL ?? []),
      ]),
    ];
  }
}

export interface Synced {
  readonly revisions: readonly string[];
  /** When the operation starts, if there has to be one. */
  readonly at: string;
  /** The workload had the image before: nothing was left to apply. */
  readonly isApplied: boolean;
  readonly image: string;
  readonly readyAt: string;
}

export function showSynced(subject: Subject, { revisions, at, isApplied, image, readyAt }: Synced): void {
  const { application, cluster } = subject;
  const { spec, status } = application;
  const isMulti = spec.sources !== undefined;
  const shown = isMulti ? { revisions: [...revisions] } : { revision: revisions[0] ?? '' };
  const from = isMulti
    ? { sources: structuredClone(spec.sources) }
    : { source: structuredClone(spec.source) };
  delete status['conditions'];
  delete application['operation'];
  status.sync = {
    status: 'Synced',
    ...shown,
    comparedTo: { ...from, destination: structuredClone(spec.destination) },
  };
  status.health = { status: 'Healthy', lastTransitionTime: readyAt };
  status.resources = keptResources(status.resources ?? [], cluster, subject);
  status.summary = { ...status.summary, images: shownImages(status.summary?.images ?? [], image) };
  const last = status.history?.at(-1);
  const isRecorded = JSON.stringify(revisionOf(last)) === JSON.stringify(shown);
  const { phase, syncResult } = status.operationState ?? {};
  const isDone = phase === 'Succeeded' && JSON.stringify(revisionOf(syncResult)) === JSON.stringify(shown);
  if (isRecorded && isDone && isApplied) return;
  status.history = [...(status.history ?? []).slice(-9), entryOf(last, shown, from, at)];
  status.operationState = {
    phase: 'Succeeded',
    message: 'successfully synced (all tasks run)',
    startedAt: at,
    finishedAt: later(at, 20),
    operation: {
      initiatedBy: { automated: true },
      retry: { limit: 5 },
      sync: { ...structuredClone(shown), prune: true },
    },
    syncResult: { ...structuredClone(shown), ...structuredClone(from), resources: results(status.resources) },
  };
}

function revisionOf(one: { revision?: string; revisions?: string[] } | undefined): unknown {
  if (one === undefined) return undefined;
  return one.revisions === undefined ? { revision: one.revision ?? '' } : { revisions: one.revisions };
}

function entryOf(last: HistoryEntry | undefined, shown: Box, from: Box, at: string): HistoryEntry {
  return {
    ...structuredClone(shown),
    id: (last?.id ?? 0) + 1,
    deployStartedAt: at,
    deployedAt: later(at, 20),
    initiatedBy: { automated: true },
    ...structuredClone(from),
  };
}

/** What Git no longer has is pruned; everything else is Synced, and Healthy where health is kept. */
function keptResources(
  resources: readonly Resource[],
  cluster: Subject['cluster'],
  { workloads, application }: Subject,
): Resource[] {
  const pruned = resources.filter(({ requiresPruning }) => requiresPruning === true);
  for (const { kind, name, namespace } of pruned) {
    removeObjects(
      cluster,
      objectsIn(cluster, kind, namespace).filter(({ metadata }) => metadata.name === name),
    );
  }
  const kept = resources
    // A child Application in a cluster without Argo CD was never meant to be there.
    .filter((one) => !pruned.includes(one) && !(one.kind === 'Application' && one.status !== 'Synced'))
    .filter((one) => one['hook'] !== true)
    .map((one): Resource => ({
      ...one,
      status: 'Synced',
      ...(one.health === undefined ? {} : { health: { status: 'Healthy' } }),
    }));
  const isDelegated = kept.some(({ kind }) => kind === 'HelmRelease');
  for (const { kind, metadata } of isDelegated ? [] : workloads) {
    if (kept.some((one) => one.kind === kind && one.name === metadata.name)) continue;
    kept.push({
      group: 'apps',
      version: 'v1',
      kind,
      namespace: application.spec.destination.namespace ?? '',
      name: metadata.name,
      status: 'Synced',
      health: { status: 'Healthy' },
    });
  }
  return kept;
}

function results(resources: readonly Resource[]): Box[] {
  return resources.map(({ group = '', version, kind, namespace, name }) => ({
    group,
    version,
    kind,
    namespace,
    name,
    status: 'Synced',
    message: `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${name} ${/Service|ConfigMap/.test(kind) ? 'unchanged' : 'configured'}`,
    hookPhase: 'Running',
    syncPhase: 'Sync',
  }));
}

function shownImages(images: readonly string[], image: string): string[] {
  const name = image.replace(/:[^:/]*$/, '');
  return [...images.filter((one) => one.replace(/:[^:/]*$/, '') !== name), image].toSorted();
}

/** The neighbours are fine too: what waited or failed there has come to its end. */
export function calmNeighbours(world: World, subject: Subject): void {
  for (const one of objectsIn(subject.home, 'Application') as Application[]) {
    one.status['reconciledAt'] = iso(world.clock - 80_000);
    if (one === subject.application) continue;
    delete one.status['conditions'];
    delete one['operation'];
    one.status.sync.status = 'Synced';
    if (one.status.health.status !== undefined) one.status.health.status = 'Healthy';
    for (const resource of one.status.resources ?? []) {
      resource.status = 'Synced';
      if (resource.health !== undefined) resource.health = { status: 'Healthy' };
    }
    const operation = one.status.operationState;
    if (operation !== undefined && operation.phase !== 'Succeeded') {
      operation.phase = 'Succeeded';
      operation['message'] = 'successfully synced (all tasks run)';
      operation['finishedAt'] ??= iso(world.start + 120_000);
    }
  }
  for (const set of objectsIn(subject.home, 'ApplicationSet'))
    calmSet(set, subject, iso(world.clock - 120_000));
}

function calmSet({ status }: KubernetesObject, { application }: Subject, time: string): void {
  const applications = (status as Box | undefined)?.['applicationStatus'] as Box[] | undefined;
  for (const one of applications ?? []) {
    one['status'] = 'Healthy';
    one['message'] = 'Application resource is already Healthy, updating status from Waiting to Healthy.';
    one['lastTransitionTime'] = time;
    const { revision, revisions } = application.status.sync;
    if (one['application'] === application.metadata.name) one['targetRevisions'] = revisions ?? [revision];
  }
  const conditions = (status as Box | undefined)?.['conditions'] as Box[] | undefined;
  for (const condition of conditions ?? []) {
    if (condition['type'] !== 'RolloutProgressing') continue;
    condition['status'] = 'False';
    condition['reason'] = 'ApplicationSetRolloutComplete';
    condition['message'] = 'ApplicationSet Rollout has completed';
    condition['lastTransitionTime'] = time;
  }
}
