// From the body of an answer to the evidence types: JSON, the fields that are not kept, then the schema of the kind.
import { z } from 'zod';
import { ReadFailure } from '../http.ts';
import { excerpt } from '../network/excerpt.ts';

type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

export interface List {
  readonly apiVersion: string;
  /** `PodList` */
  readonly kind: string;
  readonly items: readonly unknown[];
  /** Continue token of the next page. */
  readonly next: string | undefined;
}

const listSchema = z.object({
  apiVersion: z.string(),
  kind: z.string().regex(/List$/),
  // Go writes an empty slice of some kinds as null.
  items: z.array(z.unknown()).nullable(),
  metadata: z.object({ continue: z.string().optional() }).optional(),
});

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

export function decodeObject<T>(schema: Schema<T>, text: string, what: string): T {
  return decodeItem(schema, parseJson(text, what), what);
}

export function decodeList(text: string, what: string): List {
  const { apiVersion, kind, items, metadata } = check(listSchema, parseJson(text, what), what);
  const token = metadata?.continue;
  // The last page has an empty token.
  return { apiVersion, kind, items: items ?? [], next: token === '' ? undefined : token };
}

export function decodeItem<T>(schema: Schema<T>, item: unknown, what: string): T {
  return check(schema, withoutLastApplied(item), what, nameOf(item));
}

/** Items of lists come without apiVersion and kind, or as PartialObjectMetadata where only that was asked for. */
export function withType(item: unknown, apiVersion: string, kind: string): unknown {
  if (!isRecord(item)) return item;
  const own = item['kind'] !== undefined && item['kind'] !== 'PartialObjectMetadata';
  return own ? item : { ...item, apiVersion, kind };
}

export function metadataOf(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { apiVersion, kind, metadata } = item;
  return { apiVersion, kind, metadata };
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReadFailure({ kind: 'malformed', what, path: 'body', detail: excerpt(text) });
  }
}

function check<T>(schema: Schema<T>, value: unknown, what: string, object?: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = fieldOf(issue?.path ?? []);
  const path = object === undefined ? field : `${object}: ${field}`;
  throw new ReadFailure({ kind: 'malformed', what, path, detail: issue?.message });
}

/** `spec.containers[0].name` */
function fieldOf(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'body';
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

/** `Pod chat/chat-api-7d9f`, with what is known of it. */
function nameOf(item: unknown): string | undefined {
  if (!isRecord(item) || !isRecord(item['metadata'])) return undefined;
  const { namespace, name } = item['metadata'];
  const id = [namespace, name].filter((part) => typeof part === 'string').join('/');
  return [item['kind'], id].filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** The annotation repeats the whole object, values of environment variables included. */
function withoutLastApplied(item: unknown): unknown {
  if (!isRecord(item) || !isRecord(item['metadata']) || !isRecord(item['metadata']['annotations']))
    return item;
  const kept = Object.entries(item['metadata']['annotations']).filter(([name]) => name !== lastApplied);
  return { ...item, metadata: { ...item['metadata'], annotations: Object.fromEntries(kept) } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
