// Where in the evidence of a trace a judgement looks: a change of anything else changes nothing.
import { judge } from '../../src/diagnostics/judge.ts';
import type { EvidenceKey, ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import type { Traced } from '../../src/diagnostics/report.ts';

/** One thing inside an answer. */
export interface Place {
  readonly key: EvidenceKey;
  /** From the root of the answer: names, and positions in lists. Never empty. */
  readonly steps: readonly string[];
}

export function placesRead({ request, evidence, takenAt }: Traced): Place[] {
  const seen = new Map<string, readonly string[]>();
  judge(request, watched(evidence, seen), new Date(takenAt));
  return [...seen.values()].flatMap(([key, field, ...steps]) =>
    field === 'value' && steps.length > 0 ? [{ key: key as EvidenceKey, steps }] : [],
  );
}

/** The same facts, which note what is read of them. */
function watched(evidence: ObservedEvidence, seen: Map<string, readonly string[]>): ObservedEvidence {
  const known = new WeakMap<object, object>();
  function watch(value: unknown, path: readonly string[]): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const before = known.get(value);
    if (before !== undefined) return before;
    const proxy = new Proxy(value, {
      get(target, name, receiver): unknown {
        const item: unknown = Reflect.get(target, name, receiver);
        if (typeof name === 'symbol' || !Object.hasOwn(target, name) || name === 'length') return item;
        const own = [...path, name];
        seen.set(own.join('\u0000'), own);
        return watch(item, own);
      },
    });
    known.set(value, proxy);
    return proxy;
  }
  return watch(evidence, []) as ObservedEvidence;
}
