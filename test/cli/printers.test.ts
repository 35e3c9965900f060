// How a report reads in a terminal and in a ticket. UPDATE_GOLDEN=1 writes the expected files anew: read them before a commit.
import { describe, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { reportMarkdown } from '../../src/cli/markdown.ts';
import { printed } from '../../src/cli/print.ts';
import { reportText } from '../../src/cli/text.ts';
import { brokenReport, liveReport, undeterminedReport } from './sample-reports.ts';

const folder = new URL('golden/', import.meta.url);

function golden(name: string, text: string): string {
  const file = new URL(name, folder);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  return readFileSync(file, 'utf8');
}

const REPORTS = { broken: brokenReport, live: liveReport, undetermined: undeterminedReport };

describe.each(['en', 'fr'] as const)('%s', (locale) => {
  test.each(Object.entries(REPORTS))('%s for a terminal', (name, report) => {
    const text = reportText(report(locale), locale);

    expect(text).toBe(golden(`${name}.${locale}.txt`, text));
  });

  test.each(Object.entries(REPORTS))('%s for a ticket', (name, report) => {
    const text = reportMarkdown(report(locale), locale);

    expect(text).toBe(golden(`${name}.${locale}.md`, text));
  });
});

describe('evidence stays text', () => {
  const report = brokenReport('en');

  test('no control character reaches a terminal', () => {
    expect(reportText(report, 'en')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test('no address but https becomes a link in a ticket', () => {
    const text = reportMarkdown(report, 'en');

    expect(text).not.toContain('<javascript:');
    expect(text).toContain('<https://dev.azure.com/');
  });

  test('a value cannot leave its code span', () => {
    const proof = { label: 'Log line', value: '``` a `b` ```', at: report.takenAt, source: 'x`y' };
    const [first, ...rest] = report.links;
    if (first === undefined) throw new Error('a report has eight links');

    const text = reportMarkdown({ ...report, links: [{ ...first, proof: [proof] }, ...rest] }, 'en');

    expect(text).toContain('Log line: ```` ``` a `b` ``` ````');
    expect(text).toContain('``x`y``');
  });
});

test('JSON is one line, with the keys in the order of the report', () => {
  const report = brokenReport('en');

  const text = printed(report, 'json', 'en');

  expect(text.indexOf('\n')).toBe(text.length - 1);
  expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(report));
});
