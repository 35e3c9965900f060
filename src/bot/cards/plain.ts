// Makes text of others safe to show: no control, direction or invisible characters, one line, cut to a length.

/**
 * C0 and C1 controls, direction marks and overrides (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), zero
 * width characters and tag characters: all of them let a text look like another one.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Tabs and line breaks; the no-break spaces of French typography stay. */
const BREAKS = /[ \t\n\v\f\r]+/g;

/** `text` on one line, at most `limit` characters long (an ellipsis counts). */
export function plain(text: string, limit: number): string {
  const clean = text.replace(BREAKS, ' ').replace(INVISIBLE, '');
  const characters = Array.from(clean);
  if (characters.length <= limit) return clean;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}

/** Commit ids and digests as people quote them; other values cut. */
export function shortValue(value: string): string {
  if (/^[0-9a-f]{40}$/i.test(value)) return value.slice(0, 8);
  const digest = /^(sha256:)([0-9a-f]{64})$/i.exec(value);
  if (digest?.[1] !== undefined && digest[2] !== undefined) return `${digest[1]}${digest[2].slice(0, 12)}`;
  return plain(value, 64);
}
