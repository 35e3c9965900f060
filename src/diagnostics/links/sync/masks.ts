// What keeps the tag of Git from the workload although Argo CD is content (facts/argocd.md 5 Q-E): an override, an ignored
// field, another owner.
import type { Cause } from '../../argocd/cause.ts';
import { conditionOf } from '../../argocd/conditions.ts';
import { containerRules, imageRules, respectsIgnoredFields } from '../../argocd/ignored-fields.ts';
import { readMessage } from '../../argocd/messages/message.ts';
import { WARNING_MESSAGES } from '../../argocd/messages/comparison.ts';
import { carriesTag, objectName, tagText, type LiveImage } from '../../argocd/tag-images.ts';
import { tagMask } from '../../argocd/tag-mask.ts';
import {
  helmParameterOverride,
  helmParameterOverrideFile,
  ignoreDifferences,
  sharedResource,
} from '../../catalogue/sync/masked.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Proof } from '../../verdict.ts';
import { proof } from '../verdicts.ts';
import { ignoringRules, type Situation } from './situation.ts';

/** The first live container of the service that does not carry the tag. */
export function oldImage({ live, change }: Situation): LiveImage | undefined {
  return live?.find(({ reference }) => carriesTag([reference], change) === false);
}

export function override(situation: Situation): Cause | null {
  const { application, evidence, change, name } = situation;
  const mask = tagMask(application, valueOf(evidence.desiredFiles) ?? [], change);
  if (mask === null) return null;
  const expected = change.tag ?? change.desiredTag ?? '?';
  const live = oldImage(situation);
  const proofs: Proof[] = live === undefined ? [] : [liveProof(live)];
  if (mask.file !== null) {
    return {
      finding: helmParameterOverrideFile({ expected, file: mask.file, found: mask.value, application: name }),
      proof: [proof('desiredFiles', 'override', `${mask.file}: ${mask.setting} = ${mask.value}`), ...proofs],
    };
  }
  return {
    finding: helmParameterOverride({
      expected,
      application: name,
      found: mask.value,
      override: mask.setting,
    }),
    proof: [proof('application', 'override', `${mask.setting} = ${mask.value}`), ...proofs],
  };
}

export function ignoredImage(situation: Situation): Cause | null {
  const { application, change, name } = situation;
  const live = oldImage(situation);
  if (live === undefined) return null;
  const rules = ignoringRules(situation, live);
  const place = { kind: live.kind, ...live.container, metadata: live.object.metadata };
  // With RespectIgnoreDifferences a rule on one field of a container can keep the whole list as it is.
  const held = respectsIgnoredFields(application) ? containerRules(rules, live.kind) : [];
  const rule = imageRules(rules, place)[0] ?? held[0];
  if (rule === undefined) return null;
  const finding = ignoreDifferences({
    resource: objectName(live),
    found: tagText(live.reference),
    expected: change.tag ?? '?',
    rule: rule.text,
    application: name,
  });
  const from = rule.in === 'application' ? 'application' : 'argocdSettings';
  return { finding, proof: [proof(from, 'override', `ignoreDifferences: ${rule.text}`), liveProof(live)] };
}

/** Only for the workload of the service, or for anything where the workload is not known. */
export function sharedOwner({ application, change, name }: Situation): Cause | null {
  const condition = conditionOf(application, 'SharedResourceWarning');
  if (condition === undefined) return null;
  const message = readMessage(condition.message, WARNING_MESSAGES);
  const resource = message.groups['resource'] ?? '?';
  const isOurs = change.workloads.some((workload) => resource.endsWith(objectName(workload)));
  if (change.workloads.length > 0 && !isOurs) return null;
  const others = [message.groups['application'], message.groups['other']].filter(
    (other) => other !== undefined && other !== name && !other.endsWith(`/${name}`),
  );
  return {
    finding: sharedResource({ resource, application: name, otherApplication: others[0] ?? '?' }),
    proof: [
      proof('application', 'condition', `${condition.type}: ${message.text}`, {
        at: condition.lastTransitionTime,
      }),
    ],
  };
}

export function liveProof(live: LiveImage): Proof {
  return proof('workloads', 'liveImage', `${objectName(live)}: ${live.reference}`);
}
