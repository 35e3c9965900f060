// Proofs from objects of the cluster, in the words a person would read them with kubectl.
import type { EvidenceKey } from '../evidence/evidence.ts';
import type { Condition, KubernetesEvent, Pod } from '../evidence/kubernetes.ts';
import type { LabelId } from '../labels.ts';
import type { Proof } from '../verdict.ts';
import { eventCount, eventTime } from './events.ts';
import { excerpt } from './excerpt.ts';

export function proof(label: LabelId, value: string, from: EvidenceKey, at?: string): Proof {
  const short = excerpt(value);
  return at === undefined ? { label, value: short, from } : { label, value: short, from, at };
}

export function conditionProof(condition: Condition, from: EvidenceKey): Proof {
  const reason = condition.reason === undefined ? '' : ` (${condition.reason})`;
  const text = `${condition.type}=${condition.status}${reason}: ${excerpt(condition.message)}`;
  return proof('condition', text, from, condition.lastUpdateTime ?? condition.lastTransitionTime);
}

export function eventProof(event: KubernetesEvent): Proof {
  const { kind, name } = event.involvedObject;
  const count = eventCount(event);
  const times = count > 1 ? ` ×${count}` : '';
  const text = `${kind ?? ''}/${name ?? ''} ${event.reason ?? ''}${times}: ${excerpt(event.message)}`;
  return proof('event', text, 'events', eventTime(event));
}

export function podProof(pod: Pod, state: string, at?: string): Proof {
  return proof('podState', `${pod.metadata.name}: ${excerpt(state)}`, 'pods', at);
}
