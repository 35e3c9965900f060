// Only a ConfigMap or Secret changed, and the pods were started before it (facts/kubernetes.md 4.1).
import type { ConfigMap, Pod, PodSpec, PodTemplate } from '../../evidence/kubernetes.ts';
import { latest, millis, plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import type { Cluster } from '../../kubernetes/cluster.ts';
import { podProof, proof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';
import type { Cause } from './cause.ts';

interface Reference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** Read once at the start of the container: env, envFrom and subPath. Plain volumes are refreshed by the kubelet. */
  readonly frozen: boolean;
}

function reference(kind: Reference['kind'], name: string | undefined, frozen: boolean): Reference[] {
  return name === undefined ? [] : [{ kind, name, frozen }];
}

function fromContainers(spec: PodSpec): Reference[] {
  return [...(spec.initContainers ?? []), ...spec.containers].flatMap(({ env = [], envFrom = [] }) => [
    ...envFrom.flatMap(({ configMapRef, secretRef }) => [
      ...reference('ConfigMap', configMapRef?.name, true),
      ...reference('Secret', secretRef?.name, true),
    ]),
    ...env.flatMap(({ valueFrom }) => [
      ...reference('ConfigMap', valueFrom?.configMapKeyRef?.name, true),
      ...reference('Secret', valueFrom?.secretKeyRef?.name, true),
    ]),
  ]);
}

function fromVolumes(spec: PodSpec): Reference[] {
  const mounts = [...(spec.initContainers ?? []), ...spec.containers].flatMap(
    ({ volumeMounts }) => volumeMounts ?? [],
  );
  return (spec.volumes ?? []).flatMap(({ name, configMap, secret, projected }) => {
    const frozen = mounts.some((mount) => mount.name === name && mount.subPath !== undefined);
    return [
      ...reference('ConfigMap', configMap?.name, frozen),
      ...reference('Secret', secret?.secretName, frozen),
      ...(projected?.sources ?? []).flatMap((source) => [
        ...reference('ConfigMap', source.configMap?.name, frozen),
        ...reference('Secret', source.secret?.name, frozen),
      ]),
    ];
  });
}

/** A checksum in the template or a hash in the name makes every change a new template. */
const CHECKSUM = /checksum|config-?hash|reloader\.stakater\.com/i;
/** Kustomize's alphabet for content hashes (facts/kubernetes.md 4.1). */
const HASHED_NAME = /-[2456789bcdfghkmt]{10}$/;

function isProtected(template: PodTemplate, { name }: Reference): boolean {
  return (
    Object.keys(template.metadata?.annotations ?? {}).some((key) => CHECKSUM.test(key)) ||
    HASHED_NAME.test(name)
  );
}

/** When the contents last changed. */
function dataWritten({ metadata }: ConfigMap): string | undefined {
  const writes = (metadata.managedFields ?? []).filter(
    ({ fieldsV1 }) => fieldsV1 === undefined || 'f:data' in fieldsV1 || 'f:binaryData' in fieldsV1,
  );
  return latest(writes.map(({ time }) => time));
}

interface Written {
  readonly reference: Reference;
  readonly at: string;
  readonly proof: Proof;
}

function writtenAt(one: Reference, namespace: string, cluster: Cluster): Written | undefined {
  const map = (cluster.configMaps ?? []).find(
    ({ metadata }) =>
      one.kind === 'ConfigMap' && metadata.name === one.name && metadata.namespace === namespace,
  );
  const at = map === undefined ? undefined : dataWritten(map);
  if (at !== undefined) {
    return { reference: one, at, proof: proof('configMap', `${one.name}: data written`, 'configMaps', at) };
  }
  // Without rights on the object itself, the operation still says whether it changed it.
  const operation = cluster.application?.status?.operationState;
  const row = operation?.syncResult?.resources?.find(
    ({ kind, name }) => kind === one.kind && name === one.name,
  );
  const finished = operation?.finishedAt;
  if (
    row?.message === undefined ||
    finished === undefined ||
    !/ (?:configured|serverside-applied|created)/.test(` ${row.message}`)
  ) {
    return undefined;
  }
  return {
    reference: one,
    at: finished,
    proof: proof('resource', `${one.kind}/${one.name}: ${row.message}`, 'application', finished),
  };
}

function firstStart(pod: Pod): string | undefined {
  const starts = (pod.status?.containerStatuses ?? []).map(({ state }) => state?.running?.startedAt);
  return latest(starts) ?? pod.status?.startTime;
}

/** The kubelet refreshes mounted files within about a minute and a half. */
const REFRESH_SECONDS = 90;

export interface ConfigurationUse {
  /** The pods keep the former values until they are replaced. */
  readonly frozen: Cause | undefined;
  /** The files are new, and whether the program reads them again is its own affair. */
  readonly refreshed: Cause | undefined;
}

export function configurationUse(
  template: PodTemplate | undefined,
  pods: readonly Pod[],
  namespace: string,
  cluster: Cluster,
): ConfigurationUse {
  if (template === undefined) return { frozen: undefined, refreshed: undefined };
  const references = [...fromContainers(template.spec), ...fromVolumes(template.spec)].filter(
    (one) => !isProtected(template, one),
  );
  const causes = references.flatMap((one) => {
    const written = writtenAt(one, namespace, cluster);
    if (written === undefined) return [];
    const older = pods.filter((pod) => (millis(firstStart(pod)) ?? Infinity) < (millis(written.at) ?? 0));
    const [pod] = older;
    if (pod === undefined) return [];
    const message = `${one.kind}/${one.name} changed at ${written.at}, ${older.length} of ${pods.length} pods were started before`;
    const cause: Cause = {
      leaf: 'configmap_no_checksum',
      facts: { message, resource: `${one.kind}/${one.name}`, since: written.at, pod: pod.metadata.name },
      proof: [written.proof, podProof(pod, 'started before the change', firstStart(pod))],
    };
    const fresh = (secondsSince(written.at, cluster.now) ?? Infinity) < REFRESH_SECONDS;
    if (one.frozen || !fresh) return [{ frozen: one.frozen, cause }];
    const until = plusSeconds(written.at, REFRESH_SECONDS);
    return [{ frozen: true, cause: { ...cause, leaf: 'rollout_in_progress' as const, waiting: { until } } }];
  });
  return {
    frozen: causes.find(({ frozen }) => frozen)?.cause,
    refreshed: causes.find(({ frozen }) => !frozen)?.cause,
  };
}
