// Objects that Argo CD applies for another controller to act on (a Flux HelmRelease): applied is not yet done.
import type { Cause } from '../../argocd/cause.ts';
import { readMessage } from '../../argocd/messages/message.ts';
import { OPERATION_MESSAGES } from '../../argocd/messages/operation.ts';
import { objectName } from '../../argocd/tag-images.ts';
import type { ResourceStatus } from '../../evidence/argocd.ts';
import { valueOf } from '../../evidence/observed.ts';
import { proof } from '../verdicts.ts';
import { leafOfMessage } from './failure.ts';
import { failureFinding } from './findings.ts';
import type { Situation } from './situation.ts';

const FLUX_GROUP = 'toolkit.fluxcd.io';

/** Objects that Argo CD hands on. */
export function delegated({ application }: Situation): ResourceStatus[] {
  return (application.status?.resources ?? []).filter(({ group }) => group?.endsWith(FLUX_GROUP) === true);
}

/** Null: Argo CD hands nothing on, or the other controller is content. */
export function delegatedFailure(situation: Situation): Cause | null {
  for (const row of delegated(situation)) {
    const object = (valueOf(situation.evidence.automation) ?? []).find(
      ({ kind, metadata }) => kind === row.kind && metadata.name === row.name,
    );
    const text =
      row.health?.status === 'Degraded' ? row.health.message : notReady(object?.status?.['conditions']);
    if (text === undefined) continue;
    const message = readMessage(text, OPERATION_MESSAGES);
    const from = row.health?.status === 'Degraded' ? 'application' : 'automation';
    return {
      finding: failureFinding(leafOfMessage(message), { situation, row, message }),
      proof: [proof(from, 'health', `${objectName(row)}: ${message.text}`)],
    };
  }
  return null;
}

function notReady(conditions: unknown): string | undefined {
  if (!Array.isArray(conditions)) return undefined;
  for (const condition of conditions as unknown[]) {
    if (condition === null || typeof condition !== 'object') continue;
    const { type, status, message } = condition as Record<string, unknown>;
    if (type === 'Ready' && status === 'False' && typeof message === 'string') return message;
  }
  return undefined;
}
