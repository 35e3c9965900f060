// Writes docs/configuration.md and docs/configuration.fr.md from the schema of the settings. Needs `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationReference } from '../dist/config/reference.js';

const root = new URL('../', import.meta.url);
const example = readFileSync(new URL('maillon.example.yaml', root), 'utf8');
for (const [locale, file] of [
  ['en', 'docs/configuration.md'],
  ['fr', 'docs/configuration.fr.md'],
]) {
  writeFileSync(new URL(file, root), configurationReference(locale, example));
}
