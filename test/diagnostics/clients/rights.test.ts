// The page of rights says what the table of allowed requests says, and no right writes.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { allowedRequests } from '../../../src/diagnostics/clients/requests.ts';
import { rightsReference } from '../../../src/diagnostics/clients/rights.ts';

test('docs/rights.md is current (npm run build && node scripts/reference.mjs)', () => {
  const page = readFileSync(new URL('../../../docs/rights.md', import.meta.url), 'utf8');

  expect(page).toBe(rightsReference());
});

test('every resource of Kubernetes is named, and none is a Secret', () => {
  const resources = allowedRequests
    .filter(({ system }) => system === 'kubernetes')
    .map(({ right }) => right.split(' ')[1] ?? '');

  expect(resources.length).toBeGreaterThan(0);
  for (const resource of resources)
    expect(rightsReference()).toMatch(new RegExp(`\\| \`${resource.replaceAll('.', '\\.')}\` (?:get|list)`));
  expect(resources.filter((resource) => /secret/i.test(resource))).toEqual([]);
});
