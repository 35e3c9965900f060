// `npm run accuracy`: traces every case and says how right the product is, per link and per leaf, with every miss.
// Prints the table, writes docs/benchmark.md, and ends with 1 where a floor is not held.
import { writeFileSync } from 'node:fs';
import { loadCases, type CaseFile } from '../../src/lab/cases/load.ts';
import { startLab, type Lab } from '../../src/lab/server.ts';
import { readExpected, type Expected } from './expected.ts';
import { falselyBroken, score, type Score } from './score.ts';
import { benchmarkPage, type Row } from './table.ts';
import { compareRenamed } from './renamed.ts';
import { traceCase } from './trace-case.ts';
import { traceTwins } from './twins.ts';
import { givenCases } from '../cases/tools/given.ts';

const [reports = 'test/cases/reports', page = 'docs/benchmark.md'] = process.argv.slice(2);
/** Any: the names a seed gives must not matter. */
const SEED = 'accuracy';
const sets = [
  { name: 'reports', folder: reports },
  ...(process.env['MAILLON_CASES'] === undefined
    ? []
    : [{ name: 'traps', folder: process.env['MAILLON_CASES'] }]),
];

const lab = await startLab();
try {
  const results = [];
  for (const { name, folder } of sets) {
    const started = performance.now();
    const rows: Row[] = [];
    for (const file of loadCases(folder)) rows.push(await rowOf(lab, file));
    const seconds = (performance.now() - started) / 1000;
    const rssMegabytes = Math.round(process.memoryUsage().rss / 1_048_576);
    results.push({ name, rows, seconds, rssMegabytes });
  }
  const given = givenCases(reports);
  const twins = await traceTwins(lab, given);
  const differing = await compareRenamed(lab, given, SEED);
  const text = benchmarkPage(results, { twins, differing });
  process.stdout.write(text);
  writeFileSync(page, text);
  const broken = [
    ...results.flatMap(brokenFloors),
    ...(twins.every(({ isLive }) => isLive) ? [] : ['a repaired twin is not live']),
  ];
  for (const floor of broken) process.stderr.write(`${floor}\n`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await lab.close();
}

/** What must hold whatever is changed: far below what is measured, so that noise never fails and a slide always does. */
function brokenFloors({ name, rows }: { name: string; rows: readonly Row[] }): string[] {
  const linked = rows.filter(({ score: given }) => given?.outcome === true && given.link).length;
  const quiet = rows.filter(({ expected }) => expected.outcome === 'live' || expected.outcome === 'waiting');
  const floors = [
    { holds: rows.every(({ error }) => error === null), text: 'a case crashed' },
    { holds: linked >= 0.95 * rows.length, text: 'outcome and link are right in less than 95 %' },
    { holds: quiet.every((row) => !row.falselyBroken), text: 'a live or waiting case is called broken' },
  ];
  return floors.filter(({ holds }) => !holds).map(({ text }) => `${name}: ${text}`);
}

async function rowOf(at: Lab, caseFile: CaseFile): Promise<Row> {
  const { file } = caseFile;
  const expected: Expected = readExpected(file);
  try {
    const labCase = caseFile.load();
    const { report } = await traceCase(at, labCase);
    const scored: Score = score(report, expected);
    return {
      id: labCase.id,
      expected,
      report,
      score: scored,
      falselyBroken: falselyBroken(report, expected),
      error: null,
    };
  } catch (error) {
    return {
      id: file,
      expected,
      report: null,
      score: null,
      falselyBroken: false,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
