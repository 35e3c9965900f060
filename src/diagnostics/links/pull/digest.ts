// Do the running containers have the bytes that the registry has for their tag (facts/kubernetes.md T5, T6 and "Digest notes")?
import type { Change } from '../../change.types.ts';
import type { EvidenceKey, ObservedEvidence } from '../../evidence/evidence.ts';
import type { Pod } from '../../evidence/kubernetes.ts';
import { digestOf, parseImage } from '../../gitops/image-name.ts';
import { millis } from '../../kubernetes/clock.ts';
import { containersOf, isTerminating } from '../../kubernetes/pods.ts';
import { proof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';
import { pushedLine, registryAnswer, unreadAnswer, type RegistryAnswer } from './registry-answer.ts';

export interface RunningImage {
  readonly pod: string;
  /** As the pod spec names it: the status may name another tag of the same digest (F10). */
  readonly image: string;
  readonly digest: string;
  readonly since: string | undefined;
  /** When its pod started: a container that is started again keeps the image its node has. */
  readonly pulledAfter: string | undefined;
}

/** Containers that were started from an image, whether they run or crash. `names` empty: all of them. */
export function runningImages(pods: readonly Pod[], names: readonly string[]): RunningImage[] {
  return pods
    .filter((pod) => !isTerminating(pod))
    .flatMap((pod) =>
      containersOf(pod).flatMap(({ spec, status, init }) => {
        const digest = digestOf(status?.imageID);
        const wanted = names.length === 0 ? !init : names.includes(spec.name);
        if (digest === null || spec.image === undefined || !wanted) return [];
        const since = status?.state?.running?.startedAt;
        const pulledAfter = pod.status?.startTime ?? pod.metadata.creationTimestamp ?? since;
        return [{ pod: pod.metadata.name, image: spec.image, digest, since, pulledAfter }];
      }),
    );
}

/** The digest of the tag and, for an index, those of its platforms: the runtime shows the index or the platform's own. */
function acceptedDigests({ tag, manifest }: RegistryAnswer): readonly string[] | undefined {
  if (tag?.found !== true) return undefined;
  const { digest } = tag.value;
  const index = manifest?.found === true && manifest.value.digest === digest ? manifest.value : undefined;
  return [digest, ...(index?.references ?? []).map((reference) => reference.digest)];
}

export interface Comparison {
  readonly same: boolean;
  readonly proof: readonly Proof[];
  /** The tag alone was compared, and it may have got other bytes since: only this would tell. */
  readonly missing?: EvidenceKey;
}

/** `latest`, `main`, `prd`: a tag without a digit names no version, it is pushed again and again. */
const NAMES_NO_VERSION = /^\D+$/;

/** Nobody could ask the registry: may the tag mean other bytes there than those that run? */
function mayBeReused({ image, pulledAfter }: RunningImage, { run }: Change): boolean {
  if (NAMES_NO_VERSION.test(parseImage(image).tag ?? 'latest')) return true;
  const finished = millis(run?.finishTime);
  const started = millis(pulledAfter);
  return finished !== undefined && started !== undefined && started < finished;
}

function runs({ pod, image, digest, since }: RunningImage, remark = ''): Proof {
  return proof('digest', `${pod} runs ${image} as ${digest}${remark}`, 'pods', since);
}

function compareOne(running: RunningImage, change: Change, evidence: ObservedEvidence): Comparison {
  const pinned = parseImage(running.image).digest;
  if (pinned !== null)
    return { same: pinned === running.digest, proof: [runs(running, ', pinned by digest')] };
  const answer = registryAnswer(running.image, change, evidence);
  const accepted = acceptedDigests(answer);
  if (accepted !== undefined) {
    return { same: accepted.includes(running.digest), proof: [runs(running), ...answer.proof] };
  }
  if (answer.tag?.found === false) {
    return {
      same: true,
      proof: [runs(running, ': the tag runs, the registry has it no more'), ...answer.proof],
    };
  }
  const line = pushedLine(running.image, evidence);
  const pushed = digestOf(line);
  if (line !== undefined && pushed === running.digest) {
    return { same: true, proof: [runs(running), proof('logLine', line, 'runLogs')] };
  }
  const told = { same: true, proof: [runs(running, ': the tag is compared, the registry was not read')] };
  const missing = unreadAnswer(running.image, change, evidence);
  return missing !== undefined && mayBeReused(running, change) ? { ...told, missing } : told;
}

/** One proof per digest is enough: three pods of one image say the same thing. */
export function compareDigests(
  running: readonly RunningImage[],
  change: Change,
  evidence: ObservedEvidence,
): Comparison {
  const distinct = running.filter(
    (one, index) =>
      running.findIndex(({ image, digest }) => image === one.image && digest === one.digest) === index,
  );
  const compared = distinct.map((one) => compareOne(one, change, evidence));
  const missing = compared.find((one) => one.missing !== undefined)?.missing;
  return {
    same: compared.every(({ same }) => same),
    proof: compared.flatMap(({ proof: told }) => told),
    ...(missing === undefined ? {} : { missing }),
  };
}
