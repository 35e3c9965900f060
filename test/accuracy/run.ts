// `npm run accuracy`: traces every case and says how right the product is, per link and per leaf, with every miss.
// Prints the table and writes docs/benchmark.md.
import { writeFileSync } from 'node:fs';
import { loadCases, type CaseFile } from '../../src/lab/cases/load.ts';
import { startLab, type Lab } from '../../src/lab/server.ts';
import { readExpected, type Expected } from './expected.ts';
import { falselyBroken, score, type Score } from './score.ts';
import { benchmarkPage, type Row } from './table.ts';
import { traceCase } from './trace-case.ts';

const [reports = 'test/cases/reports', page = 'docs/benchmark.md'] = process.argv.slice(2);
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
    results.push({ name, rows, seconds: (performance.now() - started) / 1000 });
  }
  const text = benchmarkPage(results, Math.round(process.memoryUsage().rss / 1_048_576));
  process.stdout.write(text);
  writeFileSync(page, text);
} finally {
  await lab.close();
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
