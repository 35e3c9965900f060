// What a caught value says of itself. Errors of Node may come from another realm: `instanceof` does not know them.

export function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

/** With the place in the code, where it has one. */
export function stackOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'stack' in error
    ? String(error.stack)
    : messageOf(error);
}
