// The evidence of one trace as one redacted JSON text with its clock: replayed, it gives the same report, offline.
import { z } from 'zod';
import { traceRequestSchema, type TraceRequest } from '../request.ts';
import { EVIDENCE_KEYS, evidenceSchemas, type ObservedEvidence } from './evidence.ts';
import { observationErrorSchema } from './observed.ts';
import { redactValue } from './redact.ts';

export interface Bundle {
  readonly schema: 1;
  /** Version of maillon that took it. */
  readonly maillon: string;
  /** Id of the case file, when the trace ran against one. */
  readonly case: string | null;
  readonly request: TraceRequest;
  /** The engine's clock when the trace ended: ISO 8601 UTC. */
  readonly takenAt: string;
  readonly evidence: ObservedEvidence;
  readonly timing: { readonly ms: number; readonly calls: number };
}

export type BundleRead =
  | { readonly ok: true; readonly bundle: Bundle }
  /** Where it is wrong and what to do, as one text. */
  | { readonly ok: false; readonly error: string };

/** Everything in a bundle is redacted: there is no other way to make one. */
export function makeBundle(taken: Omit<Bundle, 'schema'>): Bundle {
  const { maillon, request, takenAt, evidence, timing } = taken;
  return redactValue<Bundle>({ schema: 1, maillon, case: taken.case, request, takenAt, evidence, timing });
}

/** Keys of the evidence in the order of the schemas, everything below by name: the same bundle is the same bytes. */
export function printBundle(bundle: Bundle): string {
  const { schema, maillon, request, takenAt, evidence, timing } = bundle;
  const observed = EVIDENCE_KEYS.filter((key) => evidence[key] !== undefined);
  const ordered = {
    schema,
    maillon,
    case: bundle.case,
    request: sorted(request),
    takenAt,
    evidence: Object.fromEntries(observed.map((key) => [key, sorted(evidence[key])])),
    timing: { ms: timing.ms, calls: timing.calls },
  };
  return `${JSON.stringify(ordered, null, 1)}\n`;
}

export function readBundle(text: string): BundleRead {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return wrong(`it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const version = z.object({ schema: z.number() }).safeParse(json);
  if (!version.success) return wrong('it has no schema number');
  if (version.data.schema !== 1) {
    return wrong(
      `its schema is ${version.data.schema} and this version of maillon reads schema 1; replay it with the version that took it`,
    );
  }
  const parsed = bundleSchema.safeParse(json);
  if (!parsed.success) return wrong(parsed.error.issues.slice(0, 5).map(place).join('; '));
  return { ok: true, bundle: makeBundle(parsed.data) };
}

const time = z.string().datetime({ message: 'expected a time in UTC such as 2026-10-20T11:10:00Z' });

const evidenceSchema = z
  .object(Object.fromEntries(EVIDENCE_KEYS.map((key) => [key, observed(evidenceSchemas[key]).optional()])))
  .strict()
  // Built from the table of schemas, key by key: the compiler cannot follow, the table can be trusted.
  .transform((evidence) => evidence as ObservedEvidence);

const bundleSchema = z.object({
  schema: z.literal(1),
  maillon: z.string(),
  case: z.string().nullable(),
  request: traceRequestSchema,
  takenAt: time,
  evidence: evidenceSchema,
  timing: z.object({ ms: z.number().nonnegative(), calls: z.number().int().nonnegative() }),
});

function observed(value: z.ZodTypeAny) {
  const base = { at: time, source: z.string() };
  return z.discriminatedUnion('ok', [
    z.object({ ...base, ok: z.literal(true), value }),
    z.object({ ...base, ok: z.literal(false), error: observationErrorSchema }),
  ]);
}

/** The wrong place of a union is in the member that came furthest: the one whose first issue lies deepest. */
function place(issue: z.ZodIssue): string {
  if (issue.code === z.ZodIssueCode.invalid_union) {
    const inner = issue.unionErrors.flatMap((error) => error.issues);
    const deepest = inner.reduce<z.ZodIssue | null>(
      (best, next) => (best !== null && best.path.length >= next.path.length ? best : next),
      null,
    );
    if (deepest !== null) return place(deepest);
  }
  const path = issue.path.length === 0 ? 'the bundle' : issue.path.join('.');
  if (issue.code === z.ZodIssueCode.unrecognized_keys) {
    return `${path} has what this version does not know: ${issue.keys.join(', ')}; replay it with the version that took it`;
  }
  return `${path}: ${issue.message}`;
}

function wrong(problem: string): BundleRead {
  return {
    ok: false,
    error: `This is not a bundle that can be replayed: ${problem}. A bundle is written by: maillon trace … --bundle FILE`,
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}
