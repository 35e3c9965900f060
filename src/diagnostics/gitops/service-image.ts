// Which image is the service's, and which workloads run it: told from what the Application manages.
import type { ImageName, SubjectWorkload } from '../change.types.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { PodSpec, Workload } from '../evidence/kubernetes.ts';
import { parseImage, sameImage, type ImageReference } from './image-name.ts';

export interface ServiceImage {
  readonly image: ImageName;
  readonly workloads: readonly SubjectWorkload[];
  /** Tags the live workloads carry now. */
  readonly liveTags: readonly string[];
}

/** The pod spec a workload makes its pods from. */
export function podSpecOf(workload: Workload): PodSpec | undefined {
  if (workload.kind === 'CronJob') return workload.spec.jobTemplate.spec.template.spec;
  return workload.spec.template?.spec;
}

interface Candidate {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly container: string;
  readonly image: ImageReference;
  readonly score: number;
}

/**
 * The image that best matches the service's name, by repository, container, workload and label; with a single image there
 * is nothing to match. Sidecars of other registries lose by having no such name. Null: no workload runs an image.
 */
export function serviceImage(service: string, workloads: Evidence['workloads']): ServiceImage | null {
  const candidates = workloads.flatMap(({ kind, namespace, name, object }) => {
    const spec = object === null ? undefined : podSpecOf(object);
    const labels = object?.metadata.labels ?? {};
    return (spec?.containers ?? []).flatMap((container): Candidate[] => {
      if (container.image === undefined || container.image === '') return [];
      const image = parseImage(container.image);
      let score = 0;
      if (image.repository.slice(image.repository.lastIndexOf('/') + 1) === service) score += 4;
      if (container.name === service) score += 3;
      if (name === service) score += 3;
      if (labels['app'] === service || labels['app.kubernetes.io/name'] === service) score += 2;
      // Pods of a workload with one container have no sidecar to be taken for.
      if (spec?.containers.length === 1) score += 1;
      return [{ kind, namespace, name, container: container.name, image, score }];
    });
  });
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined) return null;
  const own = candidates.filter((candidate) => sameImage(candidate.image, best.image));
  const names = new Map<string, SubjectWorkload & { containers: string[] }>();
  for (const { kind, namespace, name, container } of own) {
    const key = `${kind}/${namespace}/${name}`;
    const known = names.get(key);
    if (known === undefined) names.set(key, { kind, namespace, name, containers: [container] });
    else known.containers.push(container);
  }
  return {
    image: { registry: best.image.registry, repository: best.image.repository },
    workloads: [...names.values()],
    liveTags: [...new Set(own.flatMap(({ image }) => image.tag ?? []))],
  };
}
