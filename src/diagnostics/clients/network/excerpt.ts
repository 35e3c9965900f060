// A foreign text, cut for an error.
/** The beginning of a foreign text on one line: enough to recognise a sign-in page, a proxy or an error code. */
export function excerpt(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, 300);
}
