// What the registry itself says about an image that a pod asks for, where that image was asked about.
import type { Change } from '../../change.types.ts';
import type { EvidenceKey, ObservedEvidence } from '../../evidence/evidence.ts';
import type { Build } from '../../evidence/azure-devops.ts';
import { valueOf } from '../../evidence/observed.ts';
import { NO_TAG, type ImageManifest, type ImageTag, type Lookup } from '../../evidence/registry.ts';
import { parseImage, sameImage } from '../../gitops/image-name.ts';
import { proof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';

export interface RegistryAnswer {
  readonly tag: Lookup<ImageTag> | undefined;
  /** Of the digest behind the tag. */
  readonly manifest: Lookup<ImageManifest> | undefined;
  readonly proof: readonly Proof[];
}

const NOT_ASKED: RegistryAnswer = { tag: undefined, manifest: undefined, proof: [] };

function tagProof(tag: Lookup<ImageTag>, reference: string, from: 'imageTag' | 'previousTag'): Proof {
  if (!tag.found) return proof('tag', `${reference}: ${tag.code}`, from);
  return proof('digest', `${reference}: ${tag.value.digest}`, from, tag.value.lastUpdateTime);
}

/** Without a tag to ask for, nothing was asked: that is no answer of the registry. */
function wasAsked(tag: Lookup<ImageTag> | undefined): Lookup<ImageTag> | undefined {
  return tag?.found === false && tag.code === NO_TAG ? undefined : tag;
}

/** Only two tags are asked for in a trace: the one of the change and the one that served before. */
export function registryAnswer(
  reference: string,
  change: Change,
  evidence: ObservedEvidence,
): RegistryAnswer {
  const image = parseImage(reference);
  if (change.image === null || !sameImage(image, change.image) || image.tag === null) return NOT_ASKED;
  const asked = wasAsked(valueOf(evidence.imageTag));
  const wanted = change.tag ?? change.desiredTag;
  const isWanted = asked?.found === true ? asked.value.name === image.tag : wanted === image.tag;
  if (asked !== undefined && isWanted) {
    const manifest = asked.found ? valueOf(evidence.imageManifest) : undefined;
    const absent =
      manifest?.found === false ? [proof('digest', `${reference}: ${manifest.code}`, 'imageManifest')] : [];
    return { tag: asked, manifest, proof: [tagProof(asked, reference, 'imageTag'), ...absent] };
  }
  const previous = wasAsked(valueOf(evidence.previousTag));
  if (previous !== undefined && change.previousTag === image.tag) {
    return { tag: previous, manifest: undefined, proof: [tagProof(previous, reference, 'previousTag')] };
  }
  return NOT_ASKED;
}

/** What the registry was asked about this image and could not be read; undefined: all was, or it was not asked about it. */
export function unreadAnswer(
  reference: string,
  change: Change,
  evidence: ObservedEvidence,
): EvidenceKey | undefined {
  const image = parseImage(reference);
  if (change.image === null || !sameImage(image, change.image) || image.tag === null) return undefined;
  if (image.tag === (change.tag ?? change.desiredTag)) {
    if (evidence.imageTag?.ok !== true) return 'imageTag';
    const isFound = evidence.imageTag.value.found;
    return isFound && evidence.imageManifest?.ok !== true ? 'imageManifest' : undefined;
  }
  return image.tag === change.previousTag && evidence.previousTag?.ok !== true ? 'previousTag' : undefined;
}

/** A run that pushed this tag: the one of the change, or one whose number is the tag. */
export function pushingRun(reference: string, change: Change, evidence: ObservedEvidence): Build | undefined {
  const { tag } = parseImage(reference);
  if (tag === null) return undefined;
  const runs = [...(change.run === null ? [] : [change.run]), ...(valueOf(evidence.runs) ?? [])];
  return runs.find(
    (run) =>
      (run.result === 'succeeded' || run.result === 'partiallySucceeded') &&
      ((run === change.run && tag === change.tag) || String(run.id) === tag || run.buildNumber === tag),
  );
}

/** The log of the run says that it pushed this tag: `4812: digest: sha256:… size: …`. */
export function pushedLine(reference: string, evidence: ObservedEvidence): string | undefined {
  const { tag } = parseImage(reference);
  if (tag === null) return undefined;
  const lines = (valueOf(evidence.runLogs) ?? []).flatMap((log) => log.lines);
  return lines.find((line) => line.includes(`${tag}: digest: sha256:`));
}

export function registryOf(reference: string, change: Change): string {
  const { registry } = parseImage(reference);
  return registry === '' ? (change.image?.registry ?? '') : registry;
}
