// JSON documents with an etag: the port that everything kept between two messages goes through.

export interface StoredDocument {
  readonly value: unknown;
  readonly etag: string;
}

/** absent: must not exist yet. An etag: must be unchanged since it was read. any: the last writer wins. */
export type Expected = { readonly etag: string } | 'absent' | 'any';

export type Written = { readonly ok: true; readonly etag: string } | { readonly ok: false };

export interface Documents {
  /** Null when there is none. */
  read(name: string): Promise<StoredDocument | null>;
  /** Not ok when `expected` does not hold: somebody else wrote in between. */
  write(name: string, value: unknown, expected: Expected): Promise<Written>;
  remove(name: string): Promise<void>;
  /** Names that start with `prefix`, in name order. */
  list(prefix: string): AsyncIterable<string>;
  /** Throws when the storage cannot be reached. */
  probe(): Promise<void>;
}
