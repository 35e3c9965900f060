// Evidence of links 7 and 8 straight from the estate of a case file: the destination cluster and the registry, without the
// lab and without gathering. What other links work out (the change) is derived here in the simplest way that is right.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Change } from '../../../../src/diagnostics/change.types.ts';
import type { Evidence, EvidenceKey } from '../../../../src/diagnostics/evidence/evidence.ts';
import { applicationSchema } from '../../../../src/diagnostics/evidence/argocd.ts';
import {
  configMapSchema,
  endpointSliceSchema,
  eventSchema,
  horizontalPodAutoscalerSchema,
  ingressSchema,
  nodeSchema,
  otherObjectSchema,
  podSchema,
  replicaSetSchema,
  resourceQuotaSchema,
  serviceSchema,
  workloadSchema,
} from '../../../../src/diagnostics/evidence/kubernetes.ts';
import type { ObservationError } from '../../../../src/diagnostics/evidence/observed.ts';
import { imageManifestSchema, imageTagSchema } from '../../../../src/diagnostics/evidence/registry.ts';
import { parseImage } from '../../../../src/diagnostics/gitops/image-name.ts';
import { serviceImage } from '../../../../src/diagnostics/gitops/service-image.ts';
import type { LinkInput } from '../../../../src/diagnostics/link.ts';
import { expandedCase } from '../../../../src/lab/cases/load.ts';

const object = z
  .object({
    kind: z.string(),
    metadata: z.object({ name: z.string(), namespace: z.string().optional() }).passthrough(),
  })
  .passthrough();

const buildSchema = z
  .object({
    id: z.number(),
    buildNumber: z.string(),
    status: z.string(),
    result: z.string().nullish(),
    sourceVersion: z.string().nullish(),
    logs: z.record(z.array(z.string())).nullish(),
  })
  .passthrough();

const schema = z.object({
  now: z.string(),
  question: z.object({
    service: z.string(),
    application: z.string(),
    commit: z.string().nullish(),
    tag: z.string().nullish(),
  }),
  expected: z.object({
    outcome: z.string(),
    links: z.array(z.number()),
    leaves: z.array(z.string()),
    alsoSeen: z.array(z.string()).nullish(),
  }),
  estate: z.object({
    kubernetes: z.object({
      clusters: z.array(
        z.object({
          name: z.string(),
          server: z.string(),
          objects: z.array(object),
          podLogs: z
            .array(
              z.object({
                namespace: z.string(),
                pod: z.string(),
                container: z.string(),
                previous: z.boolean().nullish(),
                lines: z.array(z.string()),
              }),
            )
            .nullish(),
          forbidden: z.array(z.object({ resource: z.string(), namespace: z.string().nullish() })).nullish(),
        }),
      ),
    }),
    azureDevOps: z.object({ builds: z.array(buildSchema).nullish() }).passthrough(),
    registry: z.object({
      loginServer: z.string(),
      error: z.object({ status: z.number() }).passthrough().nullish(),
      repositories: z
        .record(z.object({ manifests: z.array(z.unknown()).nullish(), tags: z.array(z.unknown()).nullish() }))
        .nullish(),
    }),
    dns: z
      .array(
        z.object({ name: z.string(), addresses: z.array(z.string()).nullish(), error: z.string().nullish() }),
      )
      .nullish(),
    http: z
      .array(
        z.object({
          url: z.string(),
          status: z.number(),
          headers: z.record(z.string()),
          body: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
});
type CaseFile = z.infer<typeof schema>;
type Cluster = CaseFile['estate']['kubernetes']['clusters'][number];

export interface EstateCase {
  readonly expected: CaseFile['expected'];
  readonly input: (scope: LinkInput['scope']) => LinkInput;
}

/** The project's own cases, and more of the same shape where MAILLON_CASES names their folder. */
export function caseFolders(): string[] {
  const more = process.env['MAILLON_CASES'];
  const folders = [join(import.meta.dirname, '../../../cases/reports')];
  if (more !== undefined)
    folders.push(...[join(more, 'traps'), more].filter((folder) => existsSync(folder)).slice(0, 1));
  return folders;
}

function destinationOf(file: CaseFile, application: Evidence['application']): Cluster {
  const { server, name } = application?.spec.destination ?? {};
  const { clusters } = file.estate.kubernetes;
  const found = clusters.find((cluster) => cluster.server === server || cluster.name === name);
  if (found === undefined) throw new Error(`no cluster ${server ?? name ?? ''}`);
  return found;
}

function denied(what: string): ObservationError {
  return { kind: 'denied', what, missing: `list ${what}` };
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Rollout', 'CronJob', 'Job'];

interface Destination {
  readonly cluster: Cluster;
  readonly namespace: string;
}

function list<T extends z.ZodTypeAny>(
  { cluster, namespace }: Destination,
  kind: string,
  type: T,
): z.output<T>[] {
  return cluster.objects
    .filter((one) => one.kind === kind && (one.metadata.namespace ?? namespace) === namespace)
    .map((one) => type.parse(one) as z.output<T>);
}

function isForbidden({ cluster, namespace }: Destination, resource: string): boolean {
  return (cluster.forbidden ?? []).some(
    (rule) => rule.resource === resource && (rule.namespace ?? namespace) === namespace,
  );
}

/** Image, digest and number of the run of a commit, as the first four links find them. */
function changeOf(
  file: CaseFile,
  workloads: Evidence['workloads'],
  live: ReturnType<typeof serviceImage>,
): Change {
  const { commit, tag } = file.question;
  const builds = file.estate.azureDevOps.builds ?? [];
  const run = builds.find(
    ({ sourceVersion, id }) => (sourceVersion ?? '') === (commit ?? '-') || String(id) === tag,
  );
  const [liveTag] = live?.liveTags ?? [];
  // A later run whose tag is live has taken the place of the asked one.
  const later = builds.find(({ id }) => String(id) === liveTag && run !== undefined && id > run.id);
  const repository = live === null ? undefined : file.estate.registry.repositories?.[live.image.repository];
  const tags = (repository?.tags ?? []).map((one) => imageTagSchema.parse(one));
  const byRun = tags.find(({ name }) => name === String(run?.id));
  const wanted = (later === undefined ? (tag ?? byRun?.name) : liveTag) ?? liveTag ?? null;
  const isConfiguration = !tag && byRun === undefined && liveTag !== undefined && changesConfiguration(file);
  const replaced =
    workloads.length > 0
      ? previousTag(
          file,
          wanted,
          tags.map(({ name }) => name),
        )
      : null;
  return {
    kind: wanted === null ? 'none' : isConfiguration ? 'configuration' : 'image',
    image: live?.image ?? null,
    workloads: live?.workloads ?? [],
    tag: wanted,
    digest: tags.find(({ name }) => name === wanted)?.digest ?? null,
    appCommit: null,
    run: null,
    place: null,
    desiredTag: wanted,
    tagCommit: null,
    writes: [],
    previousTag: replaced,
    supersededBy: null,
  };
}

function changesConfiguration(file: CaseFile): boolean {
  return JSON.stringify(file.estate.azureDevOps).includes('kind: ConfigMap') && Boolean(file.question.commit);
}

/** The tag that ran before: another one of the image in any ReplicaSet or pod. */
function previousTag(file: CaseFile, wanted: string | null, tags: readonly string[]): string | null {
  const running = file.estate.kubernetes.clusters
    .flatMap(({ objects }) => objects)
    .filter(({ kind }) => kind === 'ReplicaSet' || kind === 'Pod')
    .flatMap((one) => JSON.stringify(one).match(/"image":"[^"]+"/g) ?? [])
    .map((text) => parseImage(text.slice(9, -1)).tag);
  return tags.find((tag) => tag !== wanted && running.includes(tag)) ?? null;
}

export function estateCase(path: string): EstateCase {
  const file = schema.parse(expandedCase(path));
  const { now, question, estate } = file;
  const at = now;
  const hub = estate.kubernetes.clusters.flatMap(({ objects }) => objects);
  const found = hub.find(
    ({ kind, metadata }) => kind === 'Application' && metadata.name === question.application,
  );
  const application = found === undefined ? null : applicationSchema.parse(found);
  const cluster = destinationOf(file, application);
  const destination = { cluster, namespace: application?.spec.destination.namespace ?? 'default' };

  const evidence: Record<string, unknown> = {};
  const put = <K extends EvidenceKey>(key: K, value: Evidence[K]): void => {
    evidence[key] = { at, source: `case ${key}`, ok: true, value };
  };
  const putOr = <K extends EvidenceKey>(key: K, resource: string, value: () => Evidence[K]): void => {
    if (isForbidden(destination, resource))
      evidence[key] = { at, source: `case ${key}`, ok: false, error: denied(resource) };
    else put(key, value());
  };

  const managed = (application?.status?.resources ?? []).filter(
    ({ kind, hook }) => WORKLOADS.includes(kind) && hook !== true,
  );
  const workloads = managed.map(({ kind, name }) => {
    const live = cluster.objects.find(
      (one) =>
        one.kind === kind && one.metadata.name === name && one.metadata.namespace === destination.namespace,
    );
    return {
      kind,
      namespace: destination.namespace,
      name,
      object: live === undefined ? null : workloadSchema.parse(live),
    };
  });
  put('application', application);
  putOr('workloads', 'deployments', () => workloads);
  putOr('replicaSets', 'replicasets', () => list(destination, 'ReplicaSet', replicaSetSchema));
  putOr('pods', 'pods', () => list(destination, 'Pod', podSchema));
  putOr('events', 'events', () => list(destination, 'Event', eventSchema));
  putOr('services', 'services', () => list(destination, 'Service', serviceSchema));
  putOr('endpointSlices', 'endpointslices', () => list(destination, 'EndpointSlice', endpointSliceSchema));
  putOr('ingresses', 'ingresses', () => list(destination, 'Ingress', ingressSchema));
  putOr('resourceQuotas', 'resourcequotas', () => list(destination, 'ResourceQuota', resourceQuotaSchema));
  put('autoscalers', list(destination, 'HorizontalPodAutoscaler', horizontalPodAutoscalerSchema));
  put('automation', list(destination, 'ScaledObject', otherObjectSchema));
  put('configMaps', list(destination, 'ConfigMap', configMapSchema));
  put(
    'nodes',
    cluster.objects.filter(({ kind }) => kind === 'Node').map((one) => nodeSchema.parse(one)),
  );
  put(
    'podLogs',
    (cluster.podLogs ?? [])
      .filter(({ namespace, previous }) => namespace === destination.namespace && previous === true)
      .map(({ pod, container, previous, lines }) => ({ pod, container, previous: previous === true, lines })),
  );

  const live = serviceImage(question.service, workloads);
  const change = changeOf(file, workloads, live);
  putRegistry(file, change, put, evidence, at);
  putEdge(file, destination, put);
  const input = (scope: LinkInput['scope']): LinkInput => ({
    request: {
      intent: 'trace',
      service: question.service,
      application: question.application,
      applicationNamespace: application?.metadata.namespace ?? 'argocd',
      cluster: 'in-cluster',
      environment: null,
      change: null,
      tag: question.tag ?? null,
      azureDevOps: { organization: 'o', project: 'p' },
    },
    evidence: evidence,
    change,
    now: new Date(now),
    scope,
  });
  return { expected: file.expected, input };
}

type Put = <K extends EvidenceKey>(key: K, value: Evidence[K]) => void;

function putRegistry(
  file: CaseFile,
  change: Change,
  put: Put,
  evidence: Record<string, unknown>,
  at: string,
): void {
  const { registry, azureDevOps } = file.estate;
  if (registry.error) {
    const error = denied('registry');
    evidence['imageTag'] = { at, source: 'case registry', ok: false, error };
    evidence['imageManifest'] = { at, source: 'case registry', ok: false, error };
    return;
  }
  const repository = registry.repositories?.[change.image?.repository ?? ''];
  const tags = (repository?.tags ?? []).map((tag) => imageTagSchema.parse(tag));
  const tag = tags.find(({ name }) => name === change.tag);
  put(
    'imageTag',
    tag === undefined
      ? { found: false, code: repository === undefined ? 'NAME_UNKNOWN' : 'TAG_UNKNOWN' }
      : { found: true, value: tag },
  );
  const manifests = (repository?.manifests ?? []).map((manifest) => imageManifestSchema.parse(manifest));
  const manifest = manifests.find(({ digest }) => digest === tag?.digest);
  if (tag !== undefined)
    put(
      'imageManifest',
      manifest === undefined ? { found: false, code: 'MANIFEST_UNKNOWN' } : { found: true, value: manifest },
    );
  const previous = tags.find(({ name }) => name === change.previousTag);
  if (change.previousTag !== null)
    put(
      'previousTag',
      previous === undefined ? { found: false, code: 'TAG_UNKNOWN' } : { found: true, value: previous },
    );
  const logs = (azureDevOps.builds ?? [])
    .filter(({ id }) => String(id) === change.tag)
    .flatMap(({ logs: all }) => Object.entries(all ?? {}))
    .map(([logId, lines]) => ({ logId: Number(logId), task: '', lines }));
  put('runLogs', logs);
}

function putEdge(file: CaseFile, { cluster, namespace }: Destination, put: Put): void {
  put(
    'publicDns',
    (file.estate.dns ?? []).map(({ name, addresses, error }) => ({
      name,
      addresses: addresses ?? [],
      cname: undefined,
      error: error ?? undefined,
    })),
  );
  const hosts = list({ cluster, namespace }, 'Ingress', ingressSchema).flatMap(({ spec }) =>
    (spec.rules ?? []).flatMap(({ host }) => host ?? []),
  );
  const page = (file.estate.http ?? []).find(({ url }) => hosts.includes(new URL(url).hostname));
  put('publicPage', page === undefined ? null : { ...page, body: (page.body ?? '').slice(0, 4096) });
}
