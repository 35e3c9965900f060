// The same facts in another order: an API answers a list in the order of its storage, which says nothing.
import type { ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import { shuffled, type Random } from './random.ts';

/** Lists that the systems give in an order that means something, and that nobody may change. */
const ORDERED: ReadonlySet<string> = new Set([
  // Newest first.
  'history',
  'runs',
  'builtCommits',
  'pushes',
  'gitopsPullRequests',
  'imageTags',
  // A later file wins over an earlier one; the first source is the first of the Application.
  'desiredFiles',
  'chartFiles',
  'sources',
  'revisions',
  // Lines of a log, parents of a commit.
  'lines',
  'parents',
]);

/** What somebody wrote: containers start in their order, a later value file wins, a template is compared as it is. */
const WRITTEN: ReadonlySet<string> = new Set([
  'spec',
  'template',
  'source',
  'comparedTo',
  'operation',
  'process',
]);

export function reordered(evidence: ObservedEvidence, random: Random): ObservedEvidence {
  return inOtherOrder(evidence, '', random) as ObservedEvidence;
}

function inOtherOrder(value: unknown, name: string, random: Random): unknown {
  if (WRITTEN.has(name)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => inOtherOrder(item, '', random));
    return ORDERED.has(name) ? items : shuffled(items, random);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      inOtherOrder(item, key === 'value' ? name : key, random),
    ]),
  );
}
