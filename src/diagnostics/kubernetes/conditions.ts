// Conditions of an object's status, by type.
import type { Condition, Metadata } from '../evidence/kubernetes.ts';
import { latest } from './clock.ts';

export function findCondition(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** When somebody last wrote the object itself; writes of its status do not count. */
export function lastWritten(metadata: Metadata): string | undefined {
  const writes = (metadata.managedFields ?? []).filter((entry) => entry.subresource !== 'status');
  return latest([metadata.creationTimestamp, ...writes.map((entry) => entry.time)]);
}
