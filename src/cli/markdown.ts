// The report for a ticket: Markdown in which nothing of the evidence can become a link, a heading or a table.
import type { Locale } from '../diagnostics/locale.ts';
import type { Report } from '../diagnostics/report.types.ts';
import { partsOf, type ProofLine } from './report-parts.ts';
import { withColon, WORDS } from './words.ts';

export function reportMarkdown(report: Report, locale: Locale): string {
  const parts = partsOf(report, locale);
  const word = (key: keyof typeof WORDS) => WORDS[key][locale];
  const section = (key: keyof typeof WORDS, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`**${word(key)}**`, '', ...lines, ''];
  const list = (texts: readonly string[]) => texts.map((text) => `- ${escaped(text)}`);
  const sentence = (text: string | null) => (text === null ? [] : [escaped(text)]);

  const lines = [
    `### ${escaped(parts.headline)}${parts.finding === null ? '' : ` · ${escaped(parts.finding)}`}`,
    '',
    `${escaped(parts.subject)}  `,
    escaped(parts.taken),
    '',
    `| | ${word('link')} | ${word('state')} |`,
    '| --- | --- | --- |',
    ...parts.rows.map(
      (row) => `| ${row.number} | ${escaped(row.name)} | ${escaped(row.sign)} ${escaped(row.word)} |`,
    ),
    '',
    ...section('detail', sentence(parts.detail)),
    ...section(
      'proof',
      parts.proofs.map((proof) => proofMarkdown(proof, locale)),
    ),
    ...section('next', sentence(parts.next)),
    ...section('commands', parts.commands.length === 0 ? [] : codeBlock(parts.commands)),
    ...section('superseded', sentence(parts.superseded)),
    ...section('wayBack', sentence(parts.wayBack)),
    ...section('alsoSeen', list(parts.alsoSeen)),
    ...section('unread', list(parts.unread)),
    ...section('path', sentence(parts.path)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function proofMarkdown({ link, label, value, at, url, source }: ProofLine, locale: Locale): string {
  const target = url !== null ? ` <${url}>` : '';
  const shown = withColon(escaped(label), code(value), locale);
  return `- ${link} · ${shown} (${at})${target}, ${WORDS.readWith[locale]} ${code(source)}`;
}

/** Every character that Markdown could read as its own, also HTML. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    .replace(/^(\s*)([-+]|\d+[.)])(?=\s)/, '$1\\$2')
    .replace(/&/g, '&amp;')
    .replace(/@/g, '&#64;');
}

/** A code span whose fence is longer than any run of backticks inside. */
function code(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

function codeBlock(lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(3, ...lines.map((text) => longestRun(text) + 1)));
  return [`${fence}sh`, ...lines, fence];
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
