// The same tag pushed again: the registry holds a new image under the tag that Git already names, so nothing rolls out.
// The digests decide; times are support only (facts/azure-devops-and-acr.md 4.4).
import { sameTagReused } from '../../catalogue/tag-commit/content.ts';
import { valueOf } from '../../evidence/observed.ts';
import { digestOf, imageText } from '../../gitops/image-name.ts';
import type { LinkInput } from '../../link.ts';
import type { Verdict } from '../../verdict.ts';
import { proof } from '../verdicts.ts';

export function reusedTag({ evidence, change }: LinkInput): Verdict | null {
  const tag = valueOf(evidence.imageTag);
  if (tag?.found !== true || change.image === null || change.tag === null) return null;
  const running = runningDigests(evidence, change);
  if (running.length === 0) return null;
  // An index and each of its images are one push: without the manifest, another digest may be the same one.
  const manifest = valueOf(evidence.imageManifest);
  if (manifest === undefined) return null;
  const references = manifest.found ? (manifest.value.references ?? []).map(({ digest }) => digest) : [];
  const own = new Set([tag.value.digest, ...references]);
  const other = running.find(({ digest }) => !own.has(digest));
  if (other === undefined || running.some(({ digest }) => own.has(digest))) return null;
  // Pods older than the push run the former image; younger ones pulled something else, which is not this cause.
  const pushed = tag.value.lastUpdateTime ?? tag.value.createdTime;
  if (
    pushed === undefined ||
    other.startedAt === undefined ||
    Date.parse(other.startedAt) >= Date.parse(pushed)
  )
    return null;
  const image = `${imageText(change.image)}:${change.tag}`;
  return {
    status: 'broken',
    findings: [sameTagReused({ expected: tag.value.digest, image, found: other.digest })],
    proof: [
      proof('imageTag', 'digest', tag.value.digest, { at: pushed }),
      proof('pods', 'digest', other.digest, { at: other.startedAt }),
      proof('pods', 'pod', other.pod),
    ],
  };
}

interface Running {
  readonly pod: string;
  readonly digest: string;
  readonly startedAt: string | undefined;
}

/** Digests of the running containers that carry the change's tag. */
function runningDigests(evidence: LinkInput['evidence'], change: LinkInput['change']): Running[] {
  const containers = new Set(change.workloads.flatMap((workload) => workload.containers));
  return (valueOf(evidence.pods) ?? []).flatMap((pod) =>
    pod.spec.containers.flatMap(({ name, image }): Running[] => {
      if (!containers.has(name) || image?.endsWith(`:${change.tag ?? ''}`) !== true) return [];
      const status = pod.status?.containerStatuses?.find((candidate) => candidate.name === name);
      const digest = digestOf(status?.imageID);
      if (digest === null) return [];
      return [
        {
          pod: pod.metadata.name,
          digest,
          startedAt: status?.state?.running?.startedAt ?? pod.status?.startTime,
        },
      ];
    }),
  );
}
