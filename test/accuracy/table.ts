// The page docs/benchmark.md: what was right, per link and per leaf, and every miss with what was said.
import type { Report } from '../../src/diagnostics/report.types.ts';
import type { Expected } from './expected.ts';
import type { RenamedResult } from './renamed.ts';
import type { Score } from './score.ts';
import type { TwinResult } from './twins.ts';

export interface Row {
  readonly id: string;
  readonly expected: Expected;
  readonly report: Report | null;
  readonly score: Score | null;
  readonly falselyBroken: boolean;
  readonly error: string | null;
}

export interface Result {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly seconds: number;
  readonly rssMegabytes: number;
}

/** The same cases repaired, and under other names. */
export interface Transformed {
  readonly twins: readonly TwinResult[];
  readonly differing: readonly RenamedResult[];
}

export function benchmarkPage(results: readonly Result[], { twins, differing }: Transformed): string {
  const notLive = twins.filter(({ isLive }) => !isLive);
  const lines = [
    '# Accuracy',
    '',
    'Every case file is served by the lab and traced over HTTP by the product’s own clients. Written by `npm run accuracy`.',
    '',
    `Repaired twins (the same world a step later, everything delivered) that are live: ${twins.length - notLive.length} / ${twins.length}.`,
    ...notLive.map(({ id, said }) => `- ${id}: ${said}`),
    `Renamed copies (every name, host, id and time changed) that are judged otherwise: ${differing.length} / ${twins.length}.`,
    ...differing.map(({ id, original, renamed }) => `- ${id}: ${original} → ${renamed}`),
    '',
  ];
  for (const result of results) lines.push(...section(result));
  return `${lines.join('\n')}\n`;
}

function section({ name, rows, seconds, rssMegabytes }: Result): string[] {
  const of = (pick: (score: Score) => boolean): string =>
    share(rows.filter(({ score }) => score !== null && pick(score)).length, rows.length);
  const wanted = rows.reduce((sum, { score }) => sum + (score?.alsoSeen.wanted ?? 0), 0);
  const found = rows.reduce((sum, { score }) => sum + (score?.alsoSeen.found ?? 0), 0);
  const quiet = rows.filter(({ expected }) => expected.outcome === 'live' || expected.outcome === 'waiting');
  const proposed = rows.filter(({ expected }) => expected.rollback === 'propose');
  const none = rows.filter(({ expected }) => expected.rollback === 'none');
  return [
    `## ${name}: ${rows.length} cases in ${seconds.toFixed(1)} s, ${rssMegabytes} MB`,
    '',
    '| measure | right |',
    '| --- | --- |',
    `| outcome | ${of((score) => score.outcome)} |`,
    `| outcome and link | ${of((score) => score.outcome && score.link)} |`,
    `| outcome, link and leaf | ${of((score) => score.outcome && score.link && score.leaf)} |`,
    `| second findings | ${share(found, wanted)} |`,
    `| live or waiting called broken | ${share(quiet.filter((row) => row.falselyBroken).length, quiet.length)} |`,
    `| revert proposed where it is the way back | ${share(proposed.filter(isProposed).length, proposed.length)} |`,
    `| revert proposed where it is not | ${share(none.filter(isProposed).length, none.length)} |`,
    `| crashed | ${rows.filter(({ error }) => error !== null).length} |`,
    '',
    ...perLink(rows),
    ...perLeaf(rows),
    ...misses(rows),
  ];
}

function isProposed({ report }: Row): boolean {
  return report?.rollback.offer === 'propose';
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part} / ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}

function perLink(rows: readonly Row[]): string[] {
  const groups = grouped(rows, ({ expected }) =>
    expected.links[0] === undefined ? 'live' : String(expected.links[0]),
  );
  return [
    '| expected link | cases | outcome and link | leaf |',
    '| --- | --- | --- | --- |',
    ...groups.map(
      ([link, group]) =>
        `| ${link} | ${group.length} | ${right(group, (s) => s.outcome && s.link)} | ${right(group, (s) => s.outcome && s.link && s.leaf)} |`,
    ),
    '',
  ];
}

function perLeaf(rows: readonly Row[]): string[] {
  const groups = grouped(rows, ({ expected }) => expected.leaves[0] ?? expected.outcome);
  return [
    '<details><summary>Per leaf</summary>',
    '',
    '| expected leaf | cases | leaf right |',
    '| --- | --- | --- |',
    ...groups.map(
      ([leaf, group]) =>
        `| ${leaf} | ${group.length} | ${right(group, (s) => s.outcome && s.link && s.leaf)} |`,
    ),
    '',
    '</details>',
    '',
  ];
}

function right(rows: readonly Row[], pick: (score: Score) => boolean): number {
  return rows.filter(({ score }) => score !== null && pick(score)).length;
}

function grouped(rows: readonly Row[], key: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b));
}

function misses(rows: readonly Row[]): string[] {
  const missed = rows.filter(
    ({ score }) =>
      score === null ||
      !score.outcome ||
      !score.link ||
      !score.leaf ||
      !score.rollback ||
      score.alsoSeen.found < score.alsoSeen.wanted,
  );
  return [
    '| miss | expected | said | also seen | way back |',
    '| --- | --- | --- | --- | --- |',
    ...missed.map(({ id, expected, report, error }) => {
      const wanted = `${expected.outcome} ${expected.links.join('/')} ${expected.leaves.join('/')}`;
      const said =
        report === null
          ? `crashed: ${(error ?? '').split('\n', 1)[0] ?? ''}`
          : `${report.outcome} ${report.link ?? ''} ${report.leaf ?? ''}`;
      const seen = `${(expected.alsoSeen ?? []).join(' ') || '–'} → ${report?.alsoSeen.map(({ leaf }) => leaf).join(' ') ?? '–'}`;
      return `| ${id} | ${wanted} | ${said} | ${seen} | ${expected.rollback} → ${report?.rollback.offer ?? '–'} |`;
    }),
    '',
  ];
}
