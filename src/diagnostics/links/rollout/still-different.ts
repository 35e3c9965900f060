// A live chain whose Application still shows a difference, or whose rollback was refused: causes of link 6 that change nothing.
import { permanentDiff, rollbackRefused } from '../../catalogue/sync/masked.ts';
import type { Application } from '../../evidence/argocd.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Metadata } from '../../evidence/kubernetes.ts';
import type { Finding } from '../../finding.ts';
import { millis } from '../../kubernetes/clock.ts';
import type { LinkInput } from '../../link.ts';
import { sync } from '../sync/sync.ts';
import { isTarget } from './scale.ts';

interface Read {
  readonly kind: string;
  readonly metadata: Metadata;
}

/** Objects of the cluster that were read, with their field managers. */
function objects({ evidence }: LinkInput): Read[] {
  return [
    ...(valueOf(evidence.workloads) ?? []).flatMap(({ object }) => object ?? []),
    ...(valueOf(evidence.services) ?? []),
    ...(valueOf(evidence.ingresses) ?? []),
    ...(valueOf(evidence.configMaps) ?? []),
    ...(valueOf(evidence.autoscalers) ?? []),
  ];
}

/** Somebody other than Argo CD wrote the object after the sync: then the difference is theirs, not permanent. */
function isWrittenSince({ metadata }: Read, finished: string): boolean {
  return (metadata.managedFields ?? []).some(
    ({ manager, subresource, time }) =>
      subresource !== 'status' &&
      !/argocd/i.test(manager ?? '') &&
      (millis(time) ?? 0) > (millis(finished) ?? 0),
  );
}

function isScaled(kind: string, name: string, input: LinkInput): boolean {
  const byHpa = (valueOf(input.evidence.autoscalers) ?? []).some(
    ({ spec }) => spec.scaleTargetRef.kind === kind && spec.scaleTargetRef.name === name,
  );
  const byKeda = (valueOf(input.evidence.automation) ?? []).some(
    ({ kind: scaler, spec }) =>
      scaler === 'ScaledObject' && isTarget(spec?.['scaleTargetRef'], { kind, metadata: { name } }),
  );
  return byHpa || byKeda;
}

/**
 * OutOfSync although the last operation applied this very revision: with self-heal on, nothing but a default, a webhook or a
 * normalisation can keep a difference on an object that nobody else writes.
 */
function isPermanent(application: Application, input: LinkInput): string | undefined {
  const { sync, operationState, resources = [] } = application.status ?? {};
  const automated = application.spec.syncPolicy?.automated;
  const finished = operationState?.finishedAt;
  const applied = operationState?.syncResult?.revision;
  if (sync?.status !== 'OutOfSync' || operationState?.phase !== 'Succeeded' || finished === undefined)
    return undefined;
  if (applied === undefined || applied !== sync.revision) return undefined;
  if (automated?.selfHeal !== true || automated.enabled === false) return undefined;
  const differing = resources.filter(
    ({ status, requiresPruning }) => status === 'OutOfSync' && requiresPruning !== true,
  );
  const [first] = differing;
  if (
    first === undefined ||
    differing.length !== resources.filter(({ status }) => status === 'OutOfSync').length
  )
    return undefined;
  // A scaler that nobody could see may be the one that writes.
  const { autoscalers, automation } = input.evidence;
  if (autoscalers?.ok !== true || automation?.ok !== true) return undefined;
  const read = objects(input);
  const proven = differing.every(({ kind, name }) => {
    const object = read.find((one) => one.kind === kind && one.metadata.name === name);
    return object !== undefined && !isWrittenSince(object, finished) && !isScaled(kind, name, input);
  });
  return proven ? `${first.kind}/${first.name}` : undefined;
}

/** The words of Argo CD's own refusal (facts/argocd.md section 7). */
const REFUSED = /rollback cannot be initiated when auto-sync is enabled/i;

function isRefused(application: Application, { evidence }: LinkInput): boolean {
  const texts = [
    application.status?.operationState?.message ?? '',
    ...(application.status?.conditions ?? []).map(({ message }) => message),
    ...(valueOf(evidence.applicationEvents) ?? []).map(({ message }) => message ?? ''),
  ];
  return texts.some((text) => REFUSED.test(text));
}

/** An autoscaler and self-heal undo each other: link 6 tells it of what serves, whatever the change. */
function fights(input: LinkInput): Finding[] {
  const verdict = sync.verdict({ ...input, scope: 'serving' });
  const findings = 'findings' in verdict ? verdict.findings : [];
  return findings.filter(({ leaf }) => leaf === 'self_heal_fight');
}

export function differenceFindings(input: LinkInput): Finding[] {
  const application = valueOf(input.evidence.application);
  if (application === undefined || application === null) return [];
  const { name } = application.metadata;
  const resource = isPermanent(application, input);
  return [
    ...(resource === undefined ? [] : [permanentDiff({ application: name, resource })]),
    ...(isRefused(application, input)
      ? [rollbackRefused({ application: name, tag: input.change.tag ?? input.change.desiredTag ?? '?' })]
      : []),
    ...fights(input),
  ];
}
