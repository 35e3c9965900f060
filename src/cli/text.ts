// The report for a terminal: plain text without colour, so that it can be read on any screen and pasted anywhere.
import type { Locale } from '../diagnostics/locale.ts';
import type { Report } from '../diagnostics/report.types.ts';
import { partsOf, type ProofLine } from './report-parts.ts';
import { withColon, WORDS } from './words.ts';

/** Sentences break here; values, addresses and commands never: they are copied whole. */
const WIDTH = 100;
const INDENT = '  ';

export function reportText(report: Report, locale: Locale): string {
  const parts = partsOf(report, locale);
  const wordWidth = Math.max(...parts.rows.map(({ word }) => word.length));
  const section = (key: keyof typeof WORDS, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : ['', WORDS[key][locale], ...lines.map((text) => (text === '' ? '' : INDENT + text))];
  const sentences = (text: string | null) => (text === null ? [] : wrapped(text, WIDTH - INDENT.length));

  const lines = [
    parts.subject,
    parts.taken,
    '',
    ...parts.rows.map(
      ({ number, sign, word, name }) => `${sign} ${number} ${word.padEnd(wordWidth)}  ${name}`,
    ),
    '',
    parts.finding === null ? parts.headline : `${parts.headline} · ${parts.finding}`,
    ...sentences(parts.detail).map((text) => INDENT + text),
    ...section('proof', proofLines(parts.proofs, locale)),
    ...section('next', sentences(parts.next)),
    ...section('commands', parts.commands),
    ...section('superseded', parts.superseded === null ? [] : [parts.superseded]),
    ...section('wayBack', sentences(parts.wayBack)),
    ...section('alsoSeen', parts.alsoSeen),
    ...section(
      'unread',
      parts.unread.flatMap((text) => wrapped(text, WIDTH - INDENT.length)),
    ),
    ...section('path', parts.path === null ? [] : [parts.path]),
  ];
  return `${lines.join('\n')}\n`;
}

/** What several facts of one link were read with, and where it can be opened, is said once below them. */
function proofLines(proofs: readonly ProofLine[], locale: Locale): string[] {
  return proofs.flatMap(({ link, label, value, at, url, source }, index) => {
    const next = proofs[index + 1];
    const isLast = next?.link !== link || next.source !== source || next.url !== url;
    return [
      `${link} ${withColon(label, value, locale)} (${at})`,
      ...(isLast ? [`${INDENT}${withColon(WORDS.readWith[locale], source, locale)}`] : []),
      ...(isLast && url !== null ? [INDENT + url] : []),
    ];
  });
}

/** Breaks at spaces; no-break spaces hold what belongs together. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}
