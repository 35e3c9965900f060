// Every case under other names and times: its trace must say the same.
import { checkedCase } from '../../src/lab/cases/load.ts';
import type { Lab } from '../../src/lab/server.ts';
import type { Report } from '../../src/diagnostics/report.types.ts';
import type { CaseDocument } from '../cases/tools/document.ts';
import type { Given } from '../cases/tools/given.ts';
import { renamedCopy } from '../cases/tools/renamed-copy.ts';
import { traceCase } from './trace-case.ts';

export interface RenamedResult {
  readonly id: string;
  readonly original: string;
  readonly renamed: string;
}

/** Cases that are judged otherwise under other names. */
export async function compareRenamed(
  lab: Lab,
  cases: readonly Given[],
  seed: string,
): Promise<RenamedResult[]> {
  const different: RenamedResult[] = [];
  for (const { id, document } of cases) {
    const given = document();
    const original = await judged(lab, `${id}-original`, given);
    const renamed = await judged(lab, `${id}-renamed`, renamedCopy(given, seed));
    if (original !== renamed) different.push({ id, original, renamed });
  }
  return different;
}

async function judged(lab: Lab, world: string, document: CaseDocument): Promise<string> {
  try {
    return summary((await traceCase(lab, checkedCase(world, document), world)).report);
  } catch (error) {
    return `crashed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function summary({ outcome, link, leaf, alsoSeen, rollback }: Report): string {
  const seen = alsoSeen.map((one) => one.leaf).toSorted();
  return [outcome, link ?? '-', leaf ?? '-', `also ${seen.join(',') || '-'}`, rollback.offer].join(' ');
}
