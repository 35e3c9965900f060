// Text of a cluster as a fact of a finding: one line, cut. It is written by whoever can write an event or a log.

/** Longer than any message of the catalogues, short enough for a card. */
const MAX_LENGTH = 300;

export function excerpt(text: string | undefined): string {
  // Control characters and line breaks can fake lines of a card or a terminal.
  const line = (text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`;
}
