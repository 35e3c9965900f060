// The change as far as it can be told without the registry: what decides whether some facts are worth a call.
import { resolveChange } from '../../change.ts';
import type { Change } from '../../change.types.ts';
import type { EvidenceKey } from '../evidence.ts';
import type { Gathering } from './gathering.ts';

const KEYS = [
  'application',
  'workloads',
  'sources',
  'desiredFiles',
  'history',
  'changeCommit',
  'writtenCommit',
  'pipeline',
  'run',
  'runs',
  'runLogs',
] as const satisfies readonly EvidenceKey[];

export async function changeSoFar(g: Gathering): Promise<Change> {
  const observed = await Promise.all(KEYS.map(async (key) => [key, await g.observe(key)] as const));
  return resolveChange(g.request, Object.fromEntries(observed));
}
