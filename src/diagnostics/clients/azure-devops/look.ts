// From a question to an Answer: asks, validates, puts in our shape, and remembers what cannot change.
import { z } from 'zod';
import type { Answer } from '../../evidence/observed.ts';
import { answered, unanswered } from '../../evidence/observed.ts';
import type { Cache } from '../cache.ts';
import { ReadFailure } from '../http.ts';
import type { Connection, Via } from './connection.ts';
import type { Reply } from './reply.ts';
import { rightOf, sourceOf, whatOf } from './request.ts';
import type { ReadRequest } from './request.ts';
import { createSharedWork } from './shared-work.ts';

/** A value, or the service's own sentence that there is none. */
export type Found<T> =
  { readonly there: true; readonly value: T } | { readonly there: false; readonly message: string };

/** Without `via` the request is sent plain. */
export type Ask = (request: ReadRequest, via?: Via) => Promise<Reply>;
export type Fetch<T> = (ask: Ask, request: ReadRequest) => Promise<Found<T>>;

export interface Question<T> {
  /** Shown as the source of the answer. */
  readonly request: ReadRequest;
  readonly fetch: Fetch<T>;
  /** How long the answer stays true; omitted: it is asked again every time. */
  readonly keepMs?: number | undefined;
  /** The state the answer belongs to, when the request alone does not say it. */
  readonly keptFor?: string | undefined;
}

export interface Look {
  /** Null: the service answers that there is none. */
  maybe<T>(question: Question<T>, signal: AbortSignal): Promise<Answer<T | null>>;
  /** For what every visible project has: "there is none" means that it cannot be seen. */
  always<T>(question: Question<T>, signal: AbortSignal): Promise<Answer<T>>;
}

type Schema<W> = z.ZodType<W, z.ZodTypeDef, unknown>;

export function createLook(
  connectionOf: (organization: string) => Connection,
  kept: Cache<Found<unknown>>,
): Look {
  const share = createSharedWork<Found<unknown>>({ keep: false });

  async function look<T, R>(
    question: Question<T>,
    signal: AbortSignal,
    valueOf: (found: Found<T>) => R,
  ): Promise<Answer<R>> {
    const { request, fetch, keepMs } = question;
    const source = sourceOf(request);
    const key = `${question.keptFor ?? ''} ${source}`;
    const startedAt = performance.now();
    const asking =
      (stop: AbortSignal): Ask =>
      (asked, via) =>
        connectionOf(asked.organization).send(asked, via, stop);
    try {
      // A source is the answer of one method only, so what is kept under it has that method's shape.
      const known = kept.get(key) as Found<T> | undefined;
      // What does not change is asked once, also when two need it at the same moment.
      const found =
        known ??
        (keepMs === undefined
          ? await fetch(asking(signal), request)
          : ((await share(key, (stop) => fetch(asking(stop), request), signal)) as Found<T>));
      if (known === undefined && found.there && keepMs !== undefined) kept.set(key, found, keepMs);
      return answered(source, valueOf(found));
    } catch (error) {
      if (error instanceof ReadFailure) return unanswered(source, error.error);
      if (!signal.aborted) throw error;
      const afterMs = Math.round(performance.now() - startedAt);
      return unanswered(source, { kind: 'timeout', what: whatOf(request), afterMs });
    }
  }

  return {
    maybe: (question, signal) => look(question, signal, (found) => (found.there ? found.value : null)),
    always: (question, signal) =>
      look(question, signal, (found) => {
        if (found.there) return found.value;
        const what = whatOf(question.request);
        const missing = rightOf(question.request);
        throw new ReadFailure({ kind: 'denied', what, missing, detail: found.message });
      }),
  };
}

/** One answer. */
export function one<W, T>(schema: Schema<W>, map: (wire: W) => T, via?: Via): Fetch<T> {
  return async (ask, request) => {
    const reply = await ask(request, via);
    return reply.there ? { there: true, value: map(parse(request, schema, reply.body)) } : reply;
  };
}

/** One answer that holds a list. */
export function list<W, T>(item: Schema<W>, map: (wire: W) => T, via?: Via): Fetch<T[]> {
  return one(z.object({ value: z.array(item) }), ({ value }) => value.map(map), via);
}

export interface Page {
  readonly size: number;
  readonly skip: number;
  /** Undefined on the first page, and where the API counts instead. */
  readonly token: string | undefined;
}

export interface Paging {
  readonly size: number;
  /** The API hands out tokens for the next page, or counts the items to skip. */
  readonly by: 'token' | 'skip';
}

/**
 * 10 pages, 2 000 pipelines or 5 000 changed files: read one after the other, more would take a good part of the 20 s a
 * trace has (facts 7). A longer list is unreadable rather than cut: a verdict may rest on what would be missing.
 */
const maxPages = 10;

/** A list in pages, read to its end; `map` gets all of it. */
export function pages<W, I, T>(
  schema: Schema<W>,
  itemsOf: (wire: W) => readonly I[],
  map: (items: readonly I[]) => T[],
  paging: Paging,
  page: (page: Page) => { readonly request?: ReadRequest; readonly via?: Via },
): Fetch<T[]> {
  return async (ask, request) => {
    const items: I[] = [];
    let token: string | undefined;
    for (let index = 0; index < maxPages; index += 1) {
      const { via, request: asked = request } = page({ size: paging.size, skip: index * paging.size, token });
      const reply = await ask(asked, via);
      if (!reply.there) return reply;
      const found = itemsOf(parse(request, schema, reply.body));
      items.push(...found);
      token = reply.continuation;
      const more = paging.by === 'token' ? token !== undefined : found.length >= paging.size;
      if (!more) return { there: true, value: map(items) };
    }
    const detail = `more than ${String(items.length)} entries`;
    throw new ReadFailure({ kind: 'malformed', what: whatOf(request), path: '', detail });
  };
}

export function parse<W>(request: ReadRequest, schema: Schema<W>, body: unknown): W {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ReadFailure({
    kind: 'malformed',
    what: whatOf(request),
    path: issue?.path.join('.') ?? '',
    detail: issue?.message ?? 'not the expected shape',
  });
}
