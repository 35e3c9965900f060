// The history of one tag: which commits wrote which value.
import { describe, expect, test } from '@jest/globals';
import type { TagPlace } from '../../../src/diagnostics/change.types.ts';
import type { FileRevision } from '../../../src/diagnostics/evidence/evidence.ts';
import { tagWrites } from '../../../src/diagnostics/gitops/tag-writes.ts';

const PLACE: TagPlace = { source: 0, repository: 'env', path: 'values.yaml', keys: ['image', 'tag'] };

function revision(id: string, content: string | null, more: Partial<FileRevision> = {}): FileRevision {
  const commit = { id, message: id, author: {}, committer: {} };
  return { source: 0, repository: 'env', path: 'values.yaml', commit, content, ...more };
}

function tagged(id: string, tag: string): FileRevision {
  return revision(id, `image:\n  tag: ${tag}\n`);
}

/** `commit before→after` */
function told(history: readonly FileRevision[]): string[] {
  return tagWrites(history, PLACE).map(
    ({ commit, before, after }) => `${commit.id} ${before ?? '∅'}→${after ?? '∅'}`,
  );
}

describe('tagWrites', () => {
  const cases: [string, FileRevision[], string[]][] = [
    [
      'newest first',
      [tagged('c', '12'), tagged('b', '11'), tagged('a', '10')],
      ['c 11→12', 'b 10→11', 'a ∅→10'],
    ],
    [
      'a commit that leaves the tag alone is none',
      [tagged('c', '12'), revision('b', 'image:\n  tag: 12\nreplicas: 3\n'), tagged('a', '11')],
      ['b 11→12', 'a ∅→11'],
    ],
    [
      'a tag that comes back',
      [tagged('c', '11'), tagged('b', '12'), tagged('a', '11')],
      ['c 12→11', 'b 11→12', 'a ∅→11'],
    ],
    ['quotes are no change', [revision('b', 'image:\n  tag: "12"\n'), tagged('a', '12')], ['a ∅→12']],
    ['the key is taken away', [revision('b', 'image: {}\n'), tagged('a', '12')], ['b 12→∅', 'a ∅→12']],
    ['the file is deleted', [revision('b', null), tagged('a', '12')], ['b 12→∅', 'a ∅→12']],
    [
      'another file, another source',
      [
        revision('b', 'image:\n  tag: 13\n', { path: 'other.yaml' }),
        revision('x', 'image:\n  tag: 14\n', { source: 1 }),
        tagged('a', '12'),
      ],
      ['a ∅→12'],
    ],
    ['nothing was read', [], []],
  ];

  test.each(cases)('%s', (_, history, expected) => {
    expect(told(history)).toEqual(expected);
  });
});
