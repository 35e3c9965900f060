import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../src/diagnostics/catalogue/all.ts';
import { wrongBranch } from '../../../src/diagnostics/catalogue/detection/source.ts';
import { findingIndex, findingPage } from '../../../src/diagnostics/catalogue/page.ts';

const FOLDER = new URL('../../../docs/findings/', import.meta.url);
const HOW = 'run: npm run build, then node scripts/findings.mjs';

describe('the pages in docs/findings', () => {
  test(`are the generated ones (${HOW})`, () => {
    const old = CATALOGUE.map(findingPage).filter(
      ({ name, markdown }) => readFileSync(new URL(name, FOLDER), 'utf8') !== markdown,
    );
    expect(old.map(({ name }) => name)).toEqual([]);
  });

  test('the index lists them', () => {
    const page = findingIndex(CATALOGUE);
    expect(readFileSync(new URL(page.name, FOLDER), 'utf8')).toBe(page.markdown);
  });

  test('there is no page of a finding that is not in the catalogue', () => {
    const names = [findingIndex(CATALOGUE), ...CATALOGUE.map(findingPage)].map(({ name }) => name);
    expect(readdirSync(FOLDER).sort()).toEqual(names.sort());
  });
});

describe('a page', () => {
  const { name, markdown } = findingPage(wrongBranch.texts);

  test('is named after its code', () => {
    expect(name).toBe('GT0502.md');
    expect(markdown.startsWith('# GT0502\n')).toBe(true);
  });

  test.each([
    wrongBranch.texts.title,
    wrongBranch.texts.detail,
    wrongBranch.texts.next,
    wrongBranch.texts.revert.why,
  ])('says in both languages: $en', ({ en, fr }) => {
    expect(markdown).toContain(en);
    expect(markdown).toContain(fr);
  });

  test('shows commands, places and where they come from', () => {
    expect(markdown).toContain('```sh\nargocd app get {application} --output yaml\n');
    expect(markdown).toContain('- `{targetRevision}`: revision the Application follows');
    expect(markdown).toContain('- `{targetRevision}`\u00a0: révision que l’Application suit');
    expect(markdown).toContain(
      '_Link 5, Argo CD shows the tag commit · `wrong_branch` · usually broken · B1_',
    );
    expect(markdown).toContain(wrongBranch.texts.source);
  });
});
