// Writes docs/findings from the catalogue: `npm run build`, then `node scripts/findings.mjs`. A test fails when they differ.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const { CATALOGUE } = await import('../dist/diagnostics/catalogue/all.js');
const { findingIndex, findingPage } = await import('../dist/diagnostics/catalogue/page.js');

const folder = new URL('../docs/findings/', import.meta.url);
const pages = [findingIndex(CATALOGUE), ...CATALOGUE.map(findingPage)];

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) {
  if (!pages.some((page) => page.name === name)) rmSync(new URL(name, folder));
}
for (const { name, markdown } of pages) writeFileSync(new URL(name, folder), markdown);
process.stdout.write(`${pages.length} pages in docs/findings\n`);
