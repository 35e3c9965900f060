// Every case, repaired: a trace of its twin must say live, with nothing else to look at.
import { checkedCase } from '../../src/lab/cases/load.ts';
import type { Lab } from '../../src/lab/server.ts';
import type { Given } from '../cases/tools/given.ts';
import { repairedTwin } from '../cases/tools/repaired-twin.ts';
import { traceCase } from './trace-case.ts';

export interface TwinResult {
  readonly id: string;
  readonly isLive: boolean;
  /** What was said, for a twin that is not live. */
  readonly said: string;
}

export async function traceTwins(lab: Lab, cases: readonly Given[]): Promise<TwinResult[]> {
  const results: TwinResult[] = [];
  for (const { id, document } of cases) results.push(await traceTwin(lab, id, document));
  return results;
}

async function traceTwin(lab: Lab, id: string, document: Given['document']): Promise<TwinResult> {
  try {
    const twin = checkedCase(`the twin of ${id}`, repairedTwin(document()));
    const { report } = await traceCase(lab, twin);
    const isLive = report.outcome === 'live' && report.leaf === null && report.alsoSeen.length === 0;
    const link = report.links.find((one) => one.link === report.link);
    const findings = (link?.findings ?? []).map(({ code, detail }) => `${code} ${detail}`);
    const seen = report.alsoSeen.map(({ leaf }) => leaf);
    const said = [
      report.outcome,
      report.link ?? '',
      report.leaf ?? '',
      ...findings,
      ...(seen.length === 0 ? [] : [`also ${seen.join(', ')}`]),
    ];
    return { id, isLive, said: said.filter((one) => one !== '').join(' · ') };
  } catch (error) {
    return {
      id,
      isLive: false,
      said: `crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    };
  }
}
