// Why a pod has no image: the leaf of what was said, corrected by what the registry and the runs know.
import type { Change } from '../../change.types.ts';
import type { EvidenceKey, ObservedEvidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import { parseImage } from '../../gitops/image-name.ts';
import { millis, plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { proof } from '../../kubernetes/proof.ts';
import type { Proof } from '../../verdict.ts';
import type { PullLeaf } from './messages.ts';
import {
  pushedLine,
  pushingRun,
  registryAnswer,
  unreadAnswer,
  type RegistryAnswer,
} from './registry-answer.ts';
import type { Trouble } from './trouble.ts';

/** Which of the texts of a leaf applies. */
export type Variant = 'anonymous' | 'manifest' | 'repository';

export interface PullCause {
  readonly leaf: PullLeaf;
  readonly trouble: Trouble;
  readonly message: string;
  readonly variant?: Variant;
  /** The run that pushed the image. */
  readonly run?: string;
  /** Architectures the image has. */
  readonly offered?: string;
  /** Architecture of the node. */
  readonly architecture?: string;
  readonly waiting?: { readonly until: string };
  readonly proof: readonly Proof[];
}

/** What would name the cause could not be read: a guess may be another one. */
export interface UntoldCause {
  readonly missing: EvidenceKey;
  readonly proof: readonly Proof[];
}

export function isUntold(cause: PullCause | UntoldCause): cause is UntoldCause {
  return 'missing' in cause;
}

/** Errors that pass by themselves are waited for this long (architecture, "Waiting or broken"). */
const PASSING_SECONDS = 600;

export interface PullContext {
  readonly change: Change;
  readonly evidence: ObservedEvidence;
  readonly now: Date;
  /** A ReplicaSet of this template had pods before: its image was there once. */
  readonly servedBefore: boolean;
}

type Base = Omit<PullCause, 'leaf'>;

/** The first of these that nobody could read. */
function unreadOf(keys: readonly EvidenceKey[], { evidence }: PullContext): EvidenceKey | undefined {
  return keys.find((key) => evidence[key]?.ok !== true);
}

function passing(leaf: PullLeaf, base: Base, context: PullContext): PullCause | UntoldCause {
  const { since } = base.trouble;
  if (since !== undefined && (secondsSince(since, context.now) ?? 0) < PASSING_SECONDS)
    return { ...base, leaf, waiting: { until: plusSeconds(since, PASSING_SECONDS) } };
  // Without events the first failure is not known: the pod may be far older.
  const missing = unreadOf(['events'], context);
  return missing === undefined ? { ...base, leaf } : { missing, proof: base.proof };
}

/** The registry answers that it has not the image, or the node was told so. */
function absent(base: Base, answer: RegistryAnswer, context: PullContext): PullCause | UntoldCause {
  const { change, evidence } = context;
  const { image, since } = base.trouble;
  if (answer.tag?.found === true) {
    if (answer.manifest?.found === false) return { ...base, leaf: 'image_purged', variant: 'manifest' };
    const missing = unreadAnswer(image, change, evidence);
    if (missing !== undefined) return { missing, proof: base.proof };
    const written = answer.tag.value.createdTime ?? answer.tag.value.lastUpdateTime;
    // Pushed after the first attempt, or not yet in the replica the node asks: the next attempts find it.
    const late = (millis(written) ?? 0) > (millis(since) ?? Infinity);
    const trouble = late && written !== undefined ? { ...base.trouble, since: written } : base.trouble;
    return passing('image_pull_registry_error', { ...base, trouble }, context);
  }
  const run = pushingRun(image, change, evidence);
  const line = pushedLine(image, evidence);
  // Of the run of the change only its log says whether it pushed.
  const wasPushed = line !== undefined || (run !== undefined && run !== change.run);
  if (wasPushed || context.servedBefore || parseImage(image).tag === change.previousTag) {
    const id = run === undefined ? {} : { run: String(run.id) };
    const told = line === undefined ? [] : [proof('logLine', excerpt(line), 'runLogs')];
    return { ...base, leaf: 'image_purged', ...id, proof: [...base.proof, ...told] };
  }
  // Never pushed, or pushed and gone: only the runs and the ReplicaSets tell.
  const missing = unreadOf(['run', 'runs', 'runLogs', 'replicaSets'], context);
  if (missing !== undefined) return { missing, proof: base.proof };
  const isRepository = answer.tag?.found === false && answer.tag.code === 'NAME_UNKNOWN';
  return isRepository
    ? { ...base, leaf: 'image_pull_not_found', variant: 'repository' }
    : { ...base, leaf: 'image_pull_not_found' };
}

function platforms(answer: RegistryAnswer, trouble: Trouble, evidence: ObservedEvidence): Partial<PullCause> {
  const manifest = answer.manifest?.found === true ? answer.manifest.value : undefined;
  const offered = (manifest?.references ?? []).flatMap(({ architecture }) => architecture ?? []);
  const all =
    offered.length > 0 ? offered : manifest?.architecture === undefined ? [] : [manifest.architecture];
  const node = (valueOf(evidence.nodes) ?? []).find(({ metadata }) => metadata.name === trouble.node);
  const architecture = node?.status?.nodeInfo?.architecture;
  return {
    ...(all.length === 0 ? {} : { offered: all.join(', ') }),
    ...(architecture === undefined ? {} : { architecture }),
  };
}

function platform(base: Base, answer: RegistryAnswer, evidence: ObservedEvidence): PullCause {
  const { offered, architecture } = platforms(answer, base.trouble, evidence);
  const proofs = [
    ...base.proof,
    ...(offered === undefined
      ? []
      : [proof('platform', `${base.trouble.image}: ${offered}`, 'imageManifest')]),
    ...(architecture === undefined
      ? []
      : [proof('node', `${base.trouble.node ?? ''}: ${architecture}`, 'nodes')]),
  ];
  return {
    ...base,
    leaf: 'image_pull_platform',
    proof: proofs,
    ...(offered === undefined ? {} : { offered }),
    ...(architecture === undefined ? {} : { architecture }),
  };
}

/** Nothing that was said names a cause: the registry's own answer may. */
function concluded(base: Base, answer: RegistryAnswer, context: PullContext): PullCause | UntoldCause {
  if (answer.tag?.found === false || answer.manifest?.found === false) return absent(base, answer, context);
  const unread = unreadAnswer(base.trouble.image, context.change, context.evidence);
  const missing = unread ?? unreadOf(['events', 'nodes'], context);
  if (missing !== undefined) return { missing, proof: base.proof };
  const { offered, architecture } = platforms(answer, base.trouble, context.evidence);
  if (offered !== undefined && architecture !== undefined && !offered.split(', ').includes(architecture)) {
    return platform(base, answer, context.evidence);
  }
  return passing('image_pull_registry_error', base, context);
}

export function causeOf(trouble: Trouble, context: PullContext): PullCause | UntoldCause {
  const { reading, reason, image } = trouble;
  const answer = registryAnswer(image, context.change, context.evidence);
  const message = excerpt(reading?.message ?? reason);
  const base: Base = { trouble, message, proof: [...trouble.proof, ...answer.proof] };
  if (reason === 'InvalidImageName') return { ...base, leaf: 'image_reference_invalid' };
  const row = reading?.row;
  if (row === undefined) return concluded(base, answer, context);
  if (row.vague === true) {
    if (answer.tag?.found === false) return absent(base, answer, context);
    const missing =
      answer.tag === undefined ? unreadAnswer(image, context.change, context.evidence) : undefined;
    if (missing !== undefined) return { missing, proof: base.proof };
  }
  if (row.leaf === 'image_pull_platform') return platform(base, answer, context.evidence);
  if (row.id === 'I34') return { ...base, leaf: 'image_purged', variant: 'manifest' };
  if (row.leaf === 'image_pull_not_found' && row.id !== 'I45') return absent(base, answer, context);
  if (row.transient === true) return passing(row.leaf, base, context);
  return row.anonymous === true
    ? { ...base, leaf: row.leaf, variant: 'anonymous' }
    : { ...base, leaf: row.leaf };
}
