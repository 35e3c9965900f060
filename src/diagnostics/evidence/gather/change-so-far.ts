// The change as far as it can be told without the registry: what decides whether some facts are worth a call.
import { CHANGE_KEYS, resolveChange } from '../../change.ts';
import type { Change } from '../../change.types.ts';
import type { Gathering } from './gathering.ts';

export async function changeSoFar(g: Gathering): Promise<Change> {
  const observed = await Promise.all(CHANGE_KEYS.map(async (key) => [key, await g.observe(key)] as const));
  return resolveChange(g.request, Object.fromEntries(observed));
}
