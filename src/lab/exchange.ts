// One request and one answer of the lab, free of node:http, so that every route is a plain function.

export interface LabRequest {
  readonly method: string;
  /** Below the system's root, as sent (still percent-encoded), without the query: `/Chatbot/_apis/git/repositories`. */
  readonly path: string;
  /** Values of the template's places, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The lab's address of the system's root, without trailing slash. */
  readonly root: string;
}

export interface LabAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): LabAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

export function text(
  body: string,
  status = 200,
  contentType = 'text/plain; charset=utf-8',
  headers: Readonly<Record<string, string>> = {},
): LabAnswer {
  return { status, headers: { 'content-type': contentType, ...headers }, body };
}

export function param(request: LabRequest, name: string): string {
  const value = request.params[name];
  if (value === undefined) throw new RangeError(`the route of ${request.path} has no {${name}}`);
  return value;
}

export function accepts(request: LabRequest, type: string): boolean {
  return (request.headers['accept'] ?? '').toLowerCase().includes(type);
}

/** The fields of an answer that come from elsewhere are left out of it. */
export function without(
  value: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** A query value that must be a whole number; anything else counts as not given. */
export function wholeNumber(value: string | null): number | undefined {
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}
