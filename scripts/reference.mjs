// Writes docs/configuration.md, docs/configuration.fr.md and docs/rights.md from the sources. Needs `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationReference } from '../dist/config/reference.js';
import { rightsReference } from '../dist/diagnostics/clients/rights.js';

const root = new URL('../', import.meta.url);
const example = readFileSync(new URL('maillon.example.yaml', root), 'utf8');

writeFileSync(new URL('docs/configuration.md', root), configurationReference('en', example));
writeFileSync(new URL('docs/configuration.fr.md', root), configurationReference('fr', example));
writeFileSync(new URL('docs/rights.md', root), rightsReference());
