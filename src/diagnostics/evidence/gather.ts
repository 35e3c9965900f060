// Gathers the evidence of one trace: a graph of facts, each asked once, as soon as the facts it needs are there.
// A fact that cannot be read never stops the others: it is stored as the reason why.
import { EVIDENCE_KEYS, type Evidence, type EvidenceKey, type ObservedEvidence } from './evidence.ts';
import { destinationNodes } from './gather/destination.ts';
import { argocdNodes } from './gather/argocd.ts';
import { edgeNodes } from './gather/edge.ts';
import { gitopsNodes } from './gather/gitops.ts';
import { pipelineNodes } from './gather/pipeline.ts';
import { registryNodes } from './gather/registry.ts';
import { AnswerFailed, NeedFailed, type GatherNodes, type Gathering } from './gather/gathering.ts';
import { redactValue } from './redact.ts';
import { unanswered, type Answer, type Observed } from './observed.ts';
import type { Readers } from './ports.ts';
import type { TraceRequest } from '../request.ts';

const NODES: GatherNodes = {
  ...argocdNodes,
  ...destinationNodes,
  ...gitopsNodes,
  ...pipelineNodes,
  ...registryNodes,
  ...edgeNodes,
};

export interface Gatherer {
  /** The observation of one key: asked once, however often it is called. */
  observe<K extends EvidenceKey>(key: K): Promise<Observed<Evidence[K]>>;
  /** Everything, once every key has settled. */
  all(): Promise<ObservedEvidence>;
}

export interface GatherOptions {
  /** The engine's clock: stamps observations. */
  readonly clock: () => Date;
  /** Ends every call that is under way. */
  readonly signal: AbortSignal;
}

export function createGatherer(request: TraceRequest, readers: Readers, options: GatherOptions): Gatherer {
  const asked = new Map<EvidenceKey, Promise<Observed<unknown>>>();

  function observe<K extends EvidenceKey>(key: K): Promise<Observed<Evidence[K]>> {
    let observation = asked.get(key);
    if (observation === undefined) {
      // The one choke point: nothing unredacted is judged, stored, logged or shown.
      observation = run(key).then((answer) => redactValue({ ...answer, at: options.clock().toISOString() }));
      asked.set(key, observation);
    }
    return observation as Promise<Observed<Evidence[K]>>;
  }

  async function run(key: EvidenceKey): Promise<Answer<unknown>> {
    try {
      return await NODES[key](gathering);
    } catch (error) {
      if (error instanceof AnswerFailed) return unanswered(error.source, error.error);
      if (error instanceof NeedFailed) {
        return unanswered(`needs ${error.key}`, { kind: 'needs', what: key, key: error.key });
      }
      throw error;
    }
  }

  const gathering: Gathering = {
    request,
    readers,
    clock: options.clock,
    signal: options.signal,
    async need(key) {
      const observation = await observe(key);
      if (!observation.ok) throw new NeedFailed(key);
      return observation.value;
    },
    async maybe(key) {
      const observation = await observe(key);
      return observation.ok ? observation.value : undefined;
    },
    observe,
  };

  return {
    observe,
    async all() {
      const entries = await Promise.all(EVIDENCE_KEYS.map(async (key) => [key, await observe(key)] as const));
      return Object.fromEntries(entries);
    },
  };
}
