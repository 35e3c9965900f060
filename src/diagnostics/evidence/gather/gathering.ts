// What a gathering node works with: the request, the readers, and the facts it needs first.
import type { Evidence, EvidenceKey } from '../evidence.ts';
import type { Answer, ObservationError, Observed } from '../observed.ts';
import type { Readers } from '../ports.ts';
import type { TraceRequest } from '../../request.ts';

export interface Gathering {
  readonly request: TraceRequest;
  readonly readers: Readers;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  /** The value of another fact; ends this node with `needs` when it could not be read. */
  need<K extends EvidenceKey>(key: K): Promise<Evidence[K]>;
  /** The value of another fact, or undefined when it could not be read. */
  maybe<K extends EvidenceKey>(key: K): Promise<Evidence[K] | undefined>;
  observe<K extends EvidenceKey>(key: K): Promise<Observed<Evidence[K]>>;
}

export type GatherNode<K extends EvidenceKey> = (g: Gathering) => Promise<Answer<Evidence[K]>>;
export type GatherNodes = { readonly [K in EvidenceKey]: GatherNode<K> };
export type PartOfNodes<K extends EvidenceKey> = { readonly [P in K]: GatherNode<P> };

/** A fact this one needs could not be read. */
export class NeedFailed extends Error {
  readonly key: EvidenceKey;
  constructor(key: EvidenceKey) {
    super(`needs ${key}`);
    this.key = key;
  }
}

/** One of the calls of a node failed, and with it the node. */
export class AnswerFailed extends Error {
  readonly source: string;
  readonly error: ObservationError;
  constructor(source: string, error: ObservationError) {
    super(`could not read ${source}`);
    this.source = source;
    this.error = error;
  }
}

/** The value of an answer; ends the node with the answer's own error when there is none. */
export function take<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new AnswerFailed(answer.source, answer.error);
  return answer.value;
}

/** Several answers as one: all values, or the first error. `source` names the first request. */
export function takeAll<T>(answers: readonly Answer<T>[]): T[] {
  return answers.map(take);
}
