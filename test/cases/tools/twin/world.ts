// The world of a twin: its document, its clock that moves on, and new ids that are the same every time.
import { seededSuffix, seededUuid } from '../seeded.ts';
import type { Cluster, KubernetesObject, Owner, TwinDocument, Workload } from './model.ts';

export interface World {
  readonly document: TwinDocument;
  /** The clock of the original. */
  readonly start: number;
  /** What happens next happens then. */
  clock: number;
  readonly seed: string;
}

const SECOND_MS = 1000;

export function worldOf(document: TwinDocument): World {
  const start = Date.parse(document.now);
  return { document, start, clock: start, seed: 'twin' };
}

/** Moves the clock on and gives the new time. */
export function after(world: World, seconds: number): string {
  world.clock += seconds * SECOND_MS;
  return iso(world.clock);
}

export function iso(time: number): string {
  return new Date(Math.floor(time / SECOND_MS) * SECOND_MS).toISOString().replace('.000Z', 'Z');
}

export function later(time: string, seconds: number): string {
  return iso(Date.parse(time) + seconds * SECOND_MS);
}

export function newUid(world: World, subject: string): string {
  return seededUuid(world.seed, `${world.document.id}/${subject}`);
}

export function newSuffix(world: World, subject: string, length: number): string {
  return seededSuffix(world.seed, `${world.document.id}/${subject}`, length);
}

export function clustersOf({ document }: World): readonly Cluster[] {
  return document.estate.kubernetes.clusters;
}

export function objectsIn(cluster: Cluster, kind: string, namespace?: string): KubernetesObject[] {
  return cluster.objects.filter(
    (object) => object.kind === kind && (namespace === undefined || object.metadata.namespace === namespace),
  );
}

export function removeObjects(cluster: Cluster, gone: readonly KubernetesObject[]): void {
  const uids = new Set(gone.map(({ metadata }) => metadata.uid));
  cluster.objects = cluster.objects.filter(({ metadata }) => !uids.has(metadata.uid));
}

export function ownedBy(cluster: Cluster, kind: string, owner: KubernetesObject): KubernetesObject[] {
  return objectsIn(cluster, kind).filter(({ metadata }) =>
    (metadata.ownerReferences ?? []).some(({ uid }) => uid === owner.metadata.uid),
  );
}

export function ownerOf({ apiVersion, kind, metadata }: KubernetesObject): Owner {
  return {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Rollout']);

export function isWorkload(object: KubernetesObject): object is Workload {
  return WORKLOADS.has(object.kind) && object.spec['template'] !== undefined;
}

export function workloadsIn(cluster: Cluster): Workload[] {
  return cluster.objects.filter(isWorkload);
}

export function labelled(
  labels: Readonly<Record<string, string>> | undefined,
  wanted: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(wanted).every(([key, value]) => labels?.[key] === value);
}
