// What was asked of the lab: calls, rounds and bytes are counted here, never by the product.
import type { LabSystem } from './addresses.ts';

export interface AccessEntry {
  readonly world: string | undefined;
  readonly system: LabSystem | undefined;
  readonly method: string;
  /** `GET /{project}/_apis/build/Builds`; undefined: outside the allow-list. */
  readonly route: string | undefined;
  /** As asked, below the system's root, with its query. */
  readonly path: string;
  /** 0: the connection was cut before an answer. */
  readonly status: number;
  /** Of the answer's body. */
  readonly bytes: number;
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly finishedAt: number;
}

export interface AccessLog {
  readonly entries: readonly AccessEntry[];
  /** How many requests: of one world, or of all. */
  calls(world?: string): number;
  of(world: string): readonly AccessEntry[];
  add(entry: AccessEntry): void;
  clear(world?: string): void;
}

export function accessLog(): AccessLog {
  let entries: AccessEntry[] = [];
  return {
    get entries() {
      return entries;
    },
    calls: (world) =>
      world === undefined ? entries.length : entries.filter((entry) => entry.world === world).length,
    of: (world) => entries.filter((entry) => entry.world === world),
    add: (entry) => void entries.push(entry),
    clear: (world) => {
      entries = world === undefined ? [] : entries.filter((entry) => entry.world !== world);
    },
  };
}
