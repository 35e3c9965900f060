// What cannot be read never becomes a fault: links 7 and 8 on real situations with one key after the other denied.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  EVIDENCE_KEYS,
  type EvidenceKey,
  type ObservedEvidence,
} from '../../../../src/diagnostics/evidence/evidence.ts';
import type { Link, LinkInput } from '../../../../src/diagnostics/link.ts';
import { pull } from '../../../../src/diagnostics/links/pull/pull.ts';
import { afterLive } from '../../../../src/diagnostics/links/rollout/after-live.ts';
import { rollout } from '../../../../src/diagnostics/links/rollout/rollout.ts';
import type { Verdict } from '../../../../src/diagnostics/verdict.ts';
import { caseFolders, estateCase } from './estate.ts';
import { deniedError, unprovenKeys } from './input.ts';

/** Some of the cases are enough: they share their bases. */
const files = caseFolders()
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((_, index) => index % 6 === 0);

function without(input: LinkInput, keys: readonly EvidenceKey[]): LinkInput {
  const denied = keys.map((key) => [
    key,
    { at: input.now.toISOString(), source: `test ${key}`, ok: false, error: deniedError(key) },
  ]);
  const evidence: ObservedEvidence = {
    ...input.evidence,
    ...(Object.fromEntries(denied) as ObservedEvidence),
  };
  return { ...input, evidence };
}

function isFault({ status }: Verdict): boolean {
  return status === 'broken' || status === 'waiting';
}

describe.each([rollout, pull])('link $id', (link: Link) => {
  const others = EVIDENCE_KEYS.filter((key) => !link.reads.includes(key) && !link.mayRead.includes(key));

  test('declares each key once', () => {
    const keys = [...link.reads, ...link.mayRead];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each(files)('%s', (file) => {
    for (const scope of ['change', 'serving'] as const) {
      const input = estateCase(file).input(scope);
      const whole = link.verdict(input);
      expect(unprovenKeys(whole, input)).toEqual([]);
      expect(link.verdict(without(input, others))).toEqual(whole);
      for (const key of [...link.reads, ...link.mayRead]) {
        const less = without(input, [key]);
        const verdict = link.verdict(less);
        expect({ key, unproven: unprovenKeys(verdict, less) }).toEqual({ key, unproven: [] });
        if (link.mayRead.includes(key))
          expect({ key, status: verdict.status }).toEqual({ key, status: whole.status });
        if (!isFault(whole)) expect({ key, fault: isFault(verdict) }).toEqual({ key, fault: false });
      }
      const blind = link.verdict(without(input, EVIDENCE_KEYS));
      expect(blind.status).toBe('unknown');
    }
  });
});

test.each(files)('beside a live chain nothing is told that was not read: %s', (file) => {
  const input = estateCase(file).input('change');
  expect(afterLive(without(input, EVIDENCE_KEYS))).toEqual([]);
  const all = afterLive(input).map(({ leaf }) => leaf);
  for (const key of ['pods', 'services', 'ingresses', 'publicPage', 'application'] as const) {
    const told = afterLive(without(input, [key])).map(({ leaf }) => leaf);
    expect(all).toEqual(expect.arrayContaining(told));
  }
});
