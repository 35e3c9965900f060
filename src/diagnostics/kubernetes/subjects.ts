// Which workloads a verdict is about: those that run the image of the service, or all of the Application.
import type { Change, SubjectWorkload } from '../change.types.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { PodTemplate, Workload } from '../evidence/kubernetes.ts';
import { parseImage, sameImage } from '../gitops/image-name.ts';
import { templateOf } from './revisions.ts';

export interface Subject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Null: the API answers that it is not there. */
  readonly object: Workload | null;
  /** Containers that run the image of the service. Empty: the workload runs another image. */
  readonly containers: readonly string[];
}

export type LiveSubject = Subject & { readonly object: Workload };

export function isLive(subject: Subject): subject is LiveSubject {
  return subject.object !== null;
}

type Read = Evidence['workloads'];

function same(
  a: { kind: string; namespace: string; name: string },
  b: { kind: string; namespace: string; name: string },
): boolean {
  return a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

/** An Argo Rollout that takes its template from this Deployment, which is then scaled to zero on purpose. */
function rolloutOf(deployment: Read[number], workloads: Read): Read[number] | undefined {
  if (deployment.kind !== 'Deployment') return undefined;
  return workloads.find(
    ({ namespace, object }) =>
      namespace === deployment.namespace &&
      object?.kind === 'Rollout' &&
      object.spec.workloadRef?.kind === 'Deployment' &&
      object.spec.workloadRef.name === deployment.name,
  );
}

function containersFor(workload: Read[number], wanted: readonly SubjectWorkload[]): readonly string[] {
  return wanted.find((subject) => same(subject, workload))?.containers ?? [];
}

/** All workloads of the Application that run pods of their own. */
export function allSubjects(change: Change, workloads: Read): Subject[] {
  const subjects: Subject[] = [];
  for (const workload of workloads) {
    if (rolloutOf(workload, workloads) !== undefined) continue;
    const referenced = workloads.filter((other) => rolloutOf(other, workloads) === workload);
    const containers = [workload, ...referenced].flatMap((one) => containersFor(one, change.workloads));
    const { kind, namespace, name, object } = workload;
    subjects.push({ kind, namespace, name, object, containers });
  }
  // Those of the service first: their fault is the one the person asks about.
  return subjects.toSorted((a, b) => Number(b.containers.length > 0) - Number(a.containers.length > 0));
}

/** The template of a subject, for a Rollout also the one it refers to. */
export function templateIn(subject: Subject, workloads: Read): PodTemplate | undefined {
  if (subject.object === null) return undefined;
  const own = templateOf(subject.object);
  if (own !== undefined || subject.object.kind !== 'Rollout') return own;
  const name = subject.object.spec.workloadRef?.name;
  const deployment = workloads.find(
    (other) => other.kind === 'Deployment' && other.namespace === subject.namespace && other.name === name,
  );
  return deployment?.object?.kind === 'Deployment' ? deployment.object.spec.template : undefined;
}

/** Images of the containers that run the service. */
export function serviceImages(subject: Subject, template: PodTemplate | undefined): string[] {
  return (template?.spec.containers ?? [])
    .filter(({ name }) => subject.containers.includes(name))
    .flatMap(({ image }) => image ?? []);
}

/** Does the template ask for the image of the change? Without a known tag there is nothing to compare. */
export function carriesChange(subject: Subject, template: PodTemplate | undefined, change: Change): boolean {
  if (change.kind !== 'image' || change.tag === null) return true;
  return serviceImages(subject, template).some(
    (reference) => !isReference(reference) || isImageOfChange(reference, change),
  );
}

/** What cannot be parsed has no tag to compare: an empty one, a space, a placeholder. The kubelet refuses it (I46). */
function isReference(reference: string): boolean {
  return /^[\w.\-/:]+(?::[\w.-]+)?(?:@sha256:[0-9a-f]{64})?$/.test(reference) && !/[:/]$/.test(reference);
}

export function isImageOfChange(reference: string, change: Change): boolean {
  const image = parseImage(reference);
  if (change.image !== null && !sameImage(image, change.image)) return false;
  if (image.digest !== null && change.digest !== null) return image.digest === change.digest;
  return image.tag === change.tag;
}
