// Is the documented way back, a revert of the tag commit, to be offered? Told here from the judgement; the plan itself is the
// work of src/rollback.
import type { Bilingual } from './locale.ts';
import type { ObservedEvidence } from './evidence/evidence.ts';
import { valueOf } from './evidence/observed.ts';
import { NO_TAG } from './evidence/registry.ts';
import { findingTexts } from './catalogue/all.ts';
import type { Judgement } from './judge.ts';
import type { TraceRequest } from './request.ts';

export interface WayBack {
  readonly offer: 'propose' | 'available' | 'none';
  readonly reason: Bilingual;
}

export function wayBack(request: TraceRequest, judgement: Judgement, evidence: ObservedEvidence): WayBack {
  const { change, outcome, finding } = judgement;
  const hindrance = whyNot(judgement, evidence);
  if (request.intent === 'rollback') {
    if (hindrance !== null) return { offer: 'none', reason: hindrance };
    const to = change.previousTag ?? '';
    return {
      offer: 'propose',
      reason: {
        en: `Asked for: reverting the tag commit brings ${to} back.`,
        fr: `Demandé : le revert du commit de tag remet ${to}.`,
      },
    };
  }
  if (outcome !== 'broken' || finding === null) {
    return {
      offer: 'none',
      reason: { en: 'Nothing is broken: nothing to revert.', fr: 'Rien n’est cassé : rien à annuler.' },
    };
  }
  const { revert } = findingTexts(finding.code);
  // A cause further up (an image nobody pushed) shows again where the pods fail: there the revert helps.
  const seen = judgement.alsoSeen
    .map((one) => findingTexts(one.finding.code))
    .find((texts) => texts.revert.helps);
  const helping = revert.helps ? revert : seen?.revert;
  if (helping !== undefined && hindrance === null) return { offer: 'propose', reason: helping.why };
  if (helping !== undefined && hindrance !== null) return { offer: 'none', reason: hindrance };
  // The commit can be taken back, but that is not what is broken.
  const isAvailable = hindrance === null && previousStillServes(judgement, evidence);
  return { offer: isAvailable ? 'available' : 'none', reason: revert.why };
}

/** What keeps a revert of the tag commit from being possible at all. */
function whyNot({ change }: Judgement, evidence: ObservedEvidence): Bilingual | null {
  const written = change.desiredTag === change.tag;
  if (change.kind === 'configuration' && change.tagCommit !== null) return null;
  if (change.tagCommit === null || !written || change.place === null) {
    return {
      en: 'The tag is not in the GitOps repository: there is no commit to revert.',
      fr: 'Le tag n’est pas dans le dépôt GitOps : aucun commit à annuler.',
    };
  }
  if (change.previousTag === null) {
    return { en: 'No earlier tag is known.', fr: 'Aucun tag précédent connu.' };
  }
  if (evidence.previousTag?.ok === false) {
    return {
      en: `Nobody could check that the earlier tag ${change.previousTag} is still in the registry.`,
      fr: `Impossible de vérifier que le tag précédent ${change.previousTag} est encore dans le registre.`,
    };
  }
  const previous = valueOf(evidence.previousTag);
  if (previous?.found === false && previous.code !== NO_TAG) {
    return {
      en: `The earlier tag ${change.previousTag} is no longer in the registry.`,
      fr: `Le tag précédent ${change.previousTag} n’est plus dans le registre.`,
    };
  }
  return null;
}

/** Ready pods that do not carry the change's tag: users still have the version before. */
function previousStillServes({ change }: Judgement, evidence: ObservedEvidence): boolean {
  const pods = valueOf(evidence.pods) ?? [];
  const containers = new Set(change.workloads.flatMap((workload) => workload.containers));
  return pods.some(
    (pod) =>
      pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true &&
      pod.spec.containers.some(
        ({ name, image }) =>
          containers.has(name) && image !== undefined && image.endsWith(`:${change.previousTag ?? ''}`),
      ),
  );
}
