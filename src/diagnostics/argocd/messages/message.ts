// Messages of Argo CD and of the API server behind it: read once, in one way, and never longer than a card can carry.
import type { Leaf } from '../../leaves.ts';

export interface KnownMessage {
  /** Number in the catalogue of facts/argocd.md section 13; a letter where one number has several wordings. */
  readonly id: string;
  readonly pattern: RegExp;
  /** The cause it names; null when the text alone names none (success, a state, a generic wrapper). */
  readonly leaf: Leaf | null;
  /** Passes by itself more often than not: worth the retries Argo CD makes. */
  readonly transient?: true;
}

export interface ReadMessage {
  /** Without the wrapping of gRPC, on one line, cut. */
  readonly text: string;
  readonly known: KnownMessage | null;
  /** What the named groups of the pattern caught, cut. */
  readonly groups: Readonly<Record<string, string>>;
}

/** A message is somebody else's text: it may be long, and it is shown in cards, terminals and tables. */
const MAX_CHARACTERS = 300;

/** What is searched: a message can be as long as an object, its cause is at the start, the count of retries at the end. */
const MAX_SEARCHED = { start: 6000, end: 2000 } as const;

/** First match wins, so tables are ordered from the most to the least specific. */
export function readMessage(raw: string, table: readonly KnownMessage[]): ReadMessage {
  const whole = unwrap(raw);
  for (const known of table) {
    const match = known.pattern.exec(whole);
    if (match === null) continue;
    const caught: Readonly<Record<string, string | undefined>> = match.groups ?? {};
    const groups = Object.entries(caught).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, shown(value)]],
    );
    return { text: shown(whole), known, groups: Object.fromEntries(groups) as Record<string, string> };
  }
  return { text: shown(whole), known: null, groups: {} };
}

/** Strips what every layer adds in front: `rpc error: code = X desc = `, as often as it stands there. */
function unwrap(raw: string): string {
  const wrapping =
    /^\s*(?:rpc error: code = \w+ desc = |Failed to load target state: |failed to generate manifest for source \d+ of \d+: )/;
  const { start, end } = MAX_SEARCHED;
  let text = raw.length <= start + end ? raw : `${raw.slice(0, start)} … ${raw.slice(-end)}`;
  while (wrapping.test(text)) text = text.replace(wrapping, '');
  return text.replaceAll(/rpc error: code = \w+ desc = /g, '').trim();
}

/** One line, no control characters, at most 300 characters. */
export function shown(text: string): string {
  const plain = text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= MAX_CHARACTERS ? plain : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}
