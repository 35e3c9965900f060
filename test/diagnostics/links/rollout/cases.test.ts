// Links 7 and 8 on every case file whose answer is theirs: the right cause, and nothing broken that is not.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { linkNumber } from '../../../../src/diagnostics/chain.ts';
import { leafFacts, type Leaf } from '../../../../src/diagnostics/leaves.ts';
import { pull } from '../../../../src/diagnostics/links/pull/pull.ts';
import { afterLive } from '../../../../src/diagnostics/links/rollout/after-live.ts';
import { rollout } from '../../../../src/diagnostics/links/rollout/rollout.ts';
import type { Verdict } from '../../../../src/diagnostics/verdict.ts';
import { caseFolders, estateCase, type EstateCase } from './estate.ts';

interface Answer {
  readonly outcome: string;
  readonly leaf: string | null;
  readonly seen: readonly string[];
}

function leavesOf(verdict: Verdict): string[] {
  return 'findings' in verdict ? verdict.findings.flatMap(({ leaf }) => leaf ?? []) : [];
}

/** The last two rules of the outcome: what these two links say when everything before them has passed. */
function answer({ input }: EstateCase): Answer {
  const verdicts = [rollout.verdict(input('change')), pull.verdict(input('change'))];
  const deciding = verdicts.find(({ status }) => status === 'broken' || status === 'waiting');
  if (deciding !== undefined) {
    const [leaf = null, ...seen] = leavesOf(deciding);
    return { outcome: deciding.status, leaf, seen };
  }
  if (!verdicts.every(({ status }) => status === 'pass'))
    return { outcome: 'undetermined', leaf: null, seen: [] };
  const live = afterLive(input('change')).flatMap(({ leaf }) => leaf ?? []);
  const [leaf = null] = live.filter((one) => leafFacts(one).outcome === 'live');
  return { outcome: 'live', leaf, seen: live };
}

function isOurs(leaf: string): boolean {
  return linkNumber(leafFacts(leaf as Leaf).link) >= 7;
}

const files = caseFolders()
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join(folder, name)),
  );
const cases = files.map((file) => ({ id: basename(file, '.yaml'), file }));

describe('links 7 and 8 on the case files', () => {
  test('there are case files to judge', () => {
    expect(cases.length).toBeGreaterThan(50);
  });

  test.each(cases)('$id', ({ file }) => {
    const one = estateCase(file);
    const { outcome, links, leaves, alsoSeen } = one.expected;
    const [first] = links;
    if (outcome === 'live' || (first !== undefined && first >= 7 && outcome !== 'undetermined')) {
      const said = answer(one);
      expect({ outcome: said.outcome }).toEqual({ outcome });
      if (leaves.length === 0) expect(said.leaf).toBeNull();
      else expect(leaves).toContain(said.leaf);
    }
    const beside = (alsoSeen ?? []).filter(isOurs);
    if (beside.length > 0) {
      const serving = [rollout.verdict(one.input('serving')), pull.verdict(one.input('serving'))].flatMap(
        leavesOf,
      );
      const seen = [...serving, ...answer(one).seen];
      expect(seen).toEqual(expect.arrayContaining(beside));
    }
  });
});
