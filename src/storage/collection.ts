// Documents of one kind: validated when read, named by a hash so that no id of a person or a chat is in a blob's name.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Documents, Expected, Written } from './documents.ts';

export interface Collection<T> {
  read(id: string): Promise<{ readonly value: T; readonly etag: string } | null>;
  write(id: string, value: T, expected: Expected): Promise<Written>;
  remove(id: string): Promise<void>;
}

/** `prefix` names the kind, for example `conversations/`. */
export function collection<T>(
  documents: Documents,
  prefix: string,
  schema: z.ZodType<T, z.ZodTypeDef, unknown>,
): Collection<T> {
  const nameOf = (id: string) => `${prefix}${createHash('sha256').update(id).digest('hex')}.json`;
  return {
    async read(id) {
      const stored = await documents.read(nameOf(id));
      if (stored === null) return null;
      const parsed = schema.safeParse(stored.value);
      if (!parsed.success) throw new UnreadableDocument(prefix, stored.etag, { cause: parsed.error });
      return { value: parsed.data, etag: stored.etag };
    },
    write: (id, value, expected) => documents.write(nameOf(id), value, expected),
    remove: (id) => documents.remove(nameOf(id)),
  };
}

/** Written by another version of the product. `etag` lets the reader replace it, when it may be forgotten. */
export class UnreadableDocument extends Error {
  readonly etag: string;

  constructor(prefix: string, etag: string, options: ErrorOptions) {
    super(`a document of ${prefix} has another shape`, options);
    this.etag = etag;
  }
}
