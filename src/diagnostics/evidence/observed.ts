// What a look at a system brings back: a value, or the reason why nobody could look. Never a silent null.
import { z } from 'zod';

/**
 * Why a fact could not be read. `denied` names the missing right, `unreachable` the address.
 * An answer "no" (404 for a tag) is not an error: it is a value.
 */
export const observationErrorSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('denied'),
    what: z.string(),
    missing: z.string(),
    detail: z.string().optional(),
  }),
  z.object({
    kind: z.literal('unreachable'),
    what: z.string(),
    address: z.string(),
    detail: z.string().optional(),
  }),
  z.object({ kind: z.literal('timeout'), what: z.string(), afterMs: z.number() }),
  z.object({ kind: z.literal('throttled'), what: z.string(), retryAfterSeconds: z.number().optional() }),
  z.object({
    kind: z.literal('malformed'),
    what: z.string(),
    path: z.string(),
    detail: z.string().optional(),
  }),
  /** Another fact is needed first, and that one could not be read. */
  z.object({ kind: z.literal('needs'), what: z.string(), key: z.string() }),
]);
export type ObservationError = z.infer<typeof observationErrorSchema>;

/** One answer of a client: `source` is the request as a person would write it, without secrets. */
export type Answer<T> =
  | { readonly ok: true; readonly source: string; readonly value: T }
  | { readonly ok: false; readonly source: string; readonly error: ObservationError };

/** An answer with the engine's clock: ISO 8601 UTC. */
export type Observed<T> = Answer<T> & { readonly at: string };

export function answered<T>(source: string, value: T): Answer<T> {
  return { ok: true, source, value };
}

export function unanswered(source: string, error: ObservationError): Answer<never> {
  return { ok: false, source, error };
}

/** The value of an answer, or undefined when nobody could look. */
export function valueOf<T>(answer: Answer<T> | undefined): T | undefined {
  return answer?.ok === true ? answer.value : undefined;
}
