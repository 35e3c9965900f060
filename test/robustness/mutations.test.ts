// Ten thousand answers that are not as they should be: no crash, no hang, no wrong "live", no broken text.
import { beforeAll, expect, test } from '@jest/globals';
import { LOCALES } from '../../src/diagnostics/locale.ts';
import { makeReport, type Traced } from '../../src/diagnostics/report.ts';
import type { Report } from '../../src/diagnostics/report.types.ts';
import { tracedCases, TRACING_MS } from './bundles.ts';
import { mutated, REMOVALS, REPLACEMENTS, type Mutated, type MutationKind } from './mutations.ts';
import { placesRead, type Place } from './places.ts';
import { randomOf } from './random.ts';
import { judged, toldBy, wrongWithLess, type Told } from './told.ts';

const KINDS: readonly MutationKind[] = [...REMOVALS, ...REPLACEMENTS];
const MUTATIONS = 10_000;
const EACH = Math.ceil(MUTATIONS / KINDS.length);
const KIND_MS = 120_000;
/** Of processor time: a busy machine makes nobody slower. */
const LIMIT_MS = 1000;

/**
 * Facts that are the fault themselves. Without them the estate described is another one, which is live: "not live before"
 * then proves nothing. Everything else that is taken away must not make a chain live.
 */
const FAULT_ITSELF: readonly RegExp[] = [
  // Only an operation that is told to run can wait for an address; only its words tell for which.
  /^application\.status\.operationState(?:\.phase|\.message)?$/,
  // A Service without a selector has its endpoints from somebody else; only the type LoadBalancer has an address to wait for.
  /^services\.\d+\.spec\.(?:selector|type)(?:\.|$)/,
  // A template that takes nothing from a ConfigMap needs no new pods for a new value.
  /^workloads\.\d+\.object\.spec\.template\.spec\.(?:containers\.\d+\.(?:envFrom|env)|volumes)(?:\.|$)/,
  // A file that the commit does not change, or that Git does not have, holds no wrong key.
  /^(?:changeCommit\.files|desiredFiles)\.\d+(?:\.|$)/,
];

let all: readonly { readonly traced: Traced; readonly known: Told; readonly places: readonly Place[] }[] = [];
beforeAll(async () => {
  const cases = await tracedCases();
  all = cases.map((traced) => ({
    traced,
    known: judged(traced, traced.evidence),
    places: placesRead(traced),
  }));
}, TRACING_MS);

test('every case has places to change', () => {
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ places }) => places.length < 20).map(({ traced }) => traced.case)).toEqual([]);
});

test.each(KINDS)(
  '%s',
  (kind) => {
    const random = randomOf(KINDS.indexOf(kind) + 1);
    const wrong: string[] = [];
    let count = 0;
    for (let at = 0; count < EACH && at < EACH * 3; at += 1) {
      const one = all[at % all.length];
      if (one === undefined) break;
      const { traced, known, places } = one;
      const mutation = mutated(traced, places, kind, random);
      if (mutation === null) continue;
      count += 1;
      wrong.push(
        ...problems(kind, mutation, known).map((text) => `${traced.case ?? ''} ${mutation.path}: ${text}`),
      );
    }
    expect(wrong).toEqual([]);
    // Few cases have a YAML text; of everything else there is enough.
    expect(count).toBeGreaterThanOrEqual(kind === 'brokenYaml' ? EACH / 2 : EACH);
  },
  KIND_MS,
);

function problems(kind: MutationKind, { traced, path, refused }: Mutated, known: Told): string[] {
  const started = process.cpuUsage();
  let reports: Report[];
  try {
    reports = LOCALES.map((locale) => makeReport(traced, locale));
  } catch (error) {
    return [`crash: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
  const { user, system } = process.cpuUsage(started);
  const found: string[] = [];
  if ((user + system) / 1000 > LIMIT_MS) found.push(`takes ${(user + system) / 1000} ms`);
  const [report] = reports;
  if (report === undefined) return found;
  const told = toldBy(report);
  // An answer that the edge refuses is a fact nobody could read.
  const less = refused ? wrongWithLess(known, told) : null;
  if (less !== null) found.push(less);
  if (isRemoval(kind) && told.outcome === 'live' && known.outcome !== 'live' && !isFaultItself(path))
    found.push(`${known.outcome} ${known.leaf ?? ''} becomes live`);
  const broken = reports.flatMap(textsOf).find((text) => isBroken(text, kind));
  if (broken !== undefined) found.push(`says "${broken.slice(0, 200)}"`);
  return found;
}

function isRemoval(kind: MutationKind): boolean {
  return (REMOVALS as readonly string[]).includes(kind);
}

function isFaultItself(path: string): boolean {
  return FAULT_ITSELF.some((pattern) => pattern.test(path));
}

/** Everything a person reads. */
function textsOf(report: Report): string[] {
  return [
    ...report.links.flatMap(({ findings, proof }) => [
      ...findings.flatMap(({ title, detail, next, commands }) => [title, detail, next, ...commands]),
      ...proof.flatMap(({ label, value, source }) => [label, value, source]),
    ]),
    report.rollback.reason,
    ...report.unread.flatMap(({ what, why }) => [what, why]),
  ];
}

/** The hostile text has a `{place}` of its own: it is shown as it came, and never filled. */
function isBroken(text: string, kind: MutationKind): boolean {
  if (/\bundefined\b|\bNaN\b|Invalid Date|\[object /.test(text)) return true;
  return kind !== 'hostileText' && /\{\w+\}/.test(text);
}
