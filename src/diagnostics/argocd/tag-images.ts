// The images of the service in three places: Git, what the last sync rendered, and what the live workloads carry
// (facts/argocd.md 0.8: Synced alone does not say that a tag was applied).
import type { Change } from '../change.types.ts';
import type { Application, ResourceResult } from '../evidence/argocd.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Workload } from '../evidence/kubernetes.ts';
import { parseImage, sameImage } from '../gitops/image-name.ts';
import { allSubjects, isImageOfChange, templateIn } from '../kubernetes/subjects.ts';

export interface RenderedImage {
  readonly row: ResourceResult;
  readonly reference: string;
}

/** The service's images in the rows of the last operation: known since v3.1, for the revisions that operation synced. */
export function renderedImages(application: Application, change: Change): RenderedImage[] {
  const rows = application.status?.operationState?.syncResult?.resources ?? [];
  return rows
    .filter((row) => row.hookType === undefined)
    .flatMap((row) => (row.images ?? []).map((reference) => ({ row, reference })))
    .filter(({ reference }) => isServiceImage(reference, change));
}

export interface LiveImage {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly object: Workload;
  readonly container: { readonly index: number; readonly name: string };
  readonly reference: string;
}

/** The service's images in the templates of the live workloads; undefined when nobody could look. */
export function liveImages(
  workloads: Evidence['workloads'] | undefined,
  change: Change,
): LiveImage[] | undefined {
  if (workloads === undefined) return undefined;
  return allSubjects(change, workloads).flatMap((subject) => {
    const { kind, namespace, name, object, containers } = subject;
    if (object === null || containers.length === 0) return [];
    const template = templateIn(subject, workloads);
    return (template?.spec.containers ?? []).flatMap((container, index): LiveImage[] =>
      container.image === undefined || !containers.includes(container.name)
        ? []
        : [
            {
              kind,
              namespace,
              name,
              object,
              container: { index, name: container.name },
              reference: container.image,
            },
          ],
    );
  });
}

function isServiceImage(reference: string, change: Change): boolean {
  return change.image !== null && sameImage(parseImage(reference), change.image);
}

/** Do all of them carry the tag of the change? Undefined when there is nothing to compare. */
export function carriesTag(references: readonly string[], change: Change): boolean | undefined {
  if (references.length === 0 || change.tag === null) return undefined;
  return references.every((reference) => isImageOfChange(reference, change));
}

/** Workloads of one image can have tags of their own: one that carries the tag is enough to say that it was applied. */
export function someCarryTag(references: readonly string[], change: Change): boolean {
  return change.tag !== null && references.some((reference) => isImageOfChange(reference, change));
}

/** `4797`, or the digest where no tag is given. */
export function tagText(reference: string): string {
  const image = parseImage(reference);
  return image.tag ?? image.digest ?? 'latest';
}

/** `Deployment/name`, as every text of the catalogue names an object. */
export function objectName({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind}/${name}`;
}
