// Links 5 and 6 on the case files: the right cause where it is theirs, and nothing broken where the change passed them.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { resolveChange } from '../../../../src/diagnostics/change.ts';
import type { EvidenceKey, ObservedEvidence } from '../../../../src/diagnostics/evidence/evidence.ts';
import { createGatherer } from '../../../../src/diagnostics/evidence/gather.ts';
import { detection } from '../../../../src/diagnostics/links/detection/detection.ts';
import { sync } from '../../../../src/diagnostics/links/sync/sync.ts';
import type { Verdict } from '../../../../src/diagnostics/verdict.ts';
import { loadCases } from '../../../../src/lab/cases/load.ts';
import type { LabCase } from '../../../../src/lab/cases/schema.ts';
import { labReaders, labRequest } from '../../../../src/lab/readers.ts';
import { startLab, type Lab } from '../../../../src/lab/server.ts';
import { readExpected } from '../../../accuracy/expected.ts';

/** What the two links read, and what the subject of a trace is worked out from. */
const KEYS = new Set<EvidenceKey>([
  ...detection.reads,
  ...sync.reads,
  ...sync.mayRead,
  'pipeline',
  'run',
  'runs',
  'runLogs',
  'imageTag',
]);

const folders = ['test/cases/reports', process.env['MAILLON_CASES'] ?? ''].filter((folder) =>
  existsSync(folder),
);
const cases = folders
  .flatMap((folder) => loadCases(folder))
  .map((one) => ({ id: one.id, one, expected: readExpected(one.file) }));
/** The others stop before link 5; those that fail further down or live have passed both. */
const ours = cases.filter(({ expected: { outcome, links } }) => outcome === 'live' || (links[0] ?? 0) >= 5);

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(async () => {
  await lab.close();
});

async function judge(id: string, labCase: LabCase): Promise<{ link: number; verdict: Verdict } | null> {
  lab.addWorld(id, labCase);
  const now = new Date(labCase.now);
  const request = labRequest(labCase);
  const gatherer = createGatherer(request, labReaders(lab.url, id, labCase), {
    clock: () => now,
    signal: AbortSignal.timeout(20_000),
  });
  const entries = await Promise.all(
    [...KEYS].map(async (key) => [key, await gatherer.observe(key)] as const),
  );
  lab.removeWorld(id);
  const evidence = Object.fromEntries(entries) as ObservedEvidence;
  const change = resolveChange(request, evidence);
  for (const [link, judged] of [detection, sync].entries()) {
    const verdict = judged.verdict({ request, evidence, change, now, scope: 'change' });
    if (verdict.status === 'broken' || verdict.status === 'waiting') return { link: link + 5, verdict };
  }
  return null;
}

describe('links 5 and 6 on the case files', () => {
  test('there are case files to judge', () => {
    expect(ours.length).toBeGreaterThan(60);
  });

  test.each(ours)('$id', async ({ id, one, expected: { outcome, links, leaves } }) => {
    const found = await judge(id, one.load());

    if (outcome === 'live' || outcome === 'undetermined' || (links[0] ?? 0) > 6) {
      expect(found).toBeNull();
      return;
    }
    expect(found?.verdict.status).toBe(outcome);
    expect(links).toContain(found?.link);
    const findings = found !== null && 'findings' in found.verdict ? found.verdict.findings : [];
    expect(leaves).toContain(findings[0]?.leaf);
  });
});
