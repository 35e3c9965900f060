// One change of one answer of an API, where a judgement looks: what a proxy, a plugin or a new version may make of it.
import { evidenceSchemas, type ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import type { Traced } from '../../src/diagnostics/report.ts';
import type { Place } from './places.ts';
import { below, oneOf, type Random } from './random.ts';

/** Something is gone: it tells less than before. */
export const REMOVALS = ['deleted', 'null', 'dropped', 'emptyText'] as const;
/** Something is otherwise: another fact, or none at all. */
export const REPLACEMENTS = [
  'duplicated',
  'wrongType',
  'hugeText',
  'negative',
  'hugeNumber',
  'fraction',
  'badDate',
  'farDate',
  'unknownWord',
  'hostileText',
  'brokenYaml',
] as const;
export type MutationKind = (typeof REMOVALS)[number] | (typeof REPLACEMENTS)[number];

export interface Mutated {
  readonly traced: Traced;
  /** `pods.0.status.phase`. */
  readonly path: string;
  /** The schema at the edge refuses the answer: then nobody could look. */
  readonly refused: boolean;
}

type Holder = Record<string, unknown> | unknown[];

/** A message of a megabyte would be cut by every system; this is more than any of them lets through. */
const HUGE_LENGTH = 200_000;
const HUGE = ['x', ' ', '/', '\n ', 'failed to lookup "a" ', '{[('].map((part) =>
  part.repeat(Math.ceil(HUGE_LENGTH / part.length)),
) as [string, ...string[]];

const HOSTILE = '{tag} ${x} $& `x` <b>\u0007\u202e\n| [a](javascript:1) \ud800';

/** Each name stands for nine of the one before: a billion x. */
const MANY_ALIASES = 'a: &a [x]\n'.concat(
  Array.from('bcdefghij')
    .map(
      (name, at) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${'abcdefghij'.charAt(at)}`)
          .join(', ')}]\n`,
    )
    .join(''),
);
const YAMLS = [
  'image: {tag: [',
  '- a\n- b\n',
  'a: 1\n---\nb: 2\n',
  'image: *missing\n',
  MANY_ALIASES,
  `${'{a: '.repeat(400)}1${'}'.repeat(400)}`,
  '\u0000\u0001',
] as const;

/** Null: no place fits. */
export function mutated(
  traced: Traced,
  places: readonly Place[],
  kind: MutationKind,
  random: Random,
): Mutated | null {
  const [first, ...more] = places.filter((place) => fits(kind, place, traced.evidence));
  if (first === undefined) return null;
  const { key, steps } = oneOf([first, ...more], random);
  const observed = traced.evidence[key];
  if (observed?.ok !== true) return null;
  const value: unknown = structuredClone(observed.value);
  change(holderOf(value, steps), steps.at(-1) ?? '', kind, random);
  const parsed = evidenceSchemas[key].safeParse(value);
  const { at, source } = observed;
  const path = [key, ...steps].join('.');
  const answer = parsed.success
    ? { at, source, ok: true, value: parsed.data as unknown }
    : { at, source, ok: false, error: { kind: 'malformed', what: key, path } };
  const evidence = { ...traced.evidence, [key]: answer } as ObservedEvidence;
  return { traced: { ...traced, evidence }, path, refused: !parsed.success };
}

function fits(kind: MutationKind, { key, steps }: Place, evidence: ObservedEvidence): boolean {
  const observed = evidence[key];
  if (observed?.ok !== true) return false;
  const holder = holderOf(observed.value, steps);
  const value = itemOf(holder, steps.at(-1) ?? '');
  switch (kind) {
    case 'deleted':
      return !Array.isArray(holder);
    case 'dropped':
    case 'duplicated':
      return Array.isArray(holder);
    case 'null':
    case 'wrongType':
      return true;
    case 'negative':
    case 'hugeNumber':
    case 'fraction':
      return typeof value === 'number';
    case 'badDate':
    case 'farDate':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
    case 'brokenYaml':
      return typeof value === 'string' && /^[\w.-]+:(?: |\n)/m.test(value);
    case 'emptyText':
    case 'hugeText':
    case 'unknownWord':
    case 'hostileText':
      return typeof value === 'string';
  }
}

function holderOf(root: unknown, steps: readonly string[]): Holder {
  return steps.slice(0, -1).reduce<unknown>((value, step) => itemOf(value as Holder, step), root) as Holder;
}

function itemOf(holder: Holder, name: string): unknown {
  return (holder as Record<string, unknown>)[name];
}

function change(holder: Holder, name: string, kind: MutationKind, random: Random): void {
  if (kind === 'dropped' && Array.isArray(holder)) holder.splice(Number(name), 1);
  else if (kind === 'duplicated' && Array.isArray(holder))
    holder.splice(below(holder.length + 1, random), 0, structuredClone(holder[Number(name)]));
  else if (kind === 'deleted') Reflect.deleteProperty(holder, name);
  else (holder as Record<string, unknown>)[name] = replacement(kind, itemOf(holder, name), random);
}

function replacement(kind: MutationKind, value: unknown, random: Random): unknown {
  switch (kind) {
    case 'wrongType':
      return ofOtherType(value, random);
    case 'emptyText':
      return '';
    case 'hugeText':
      return oneOf(HUGE, random);
    case 'negative':
      return -1;
    case 'hugeNumber':
      return oneOf([Number.MAX_SAFE_INTEGER, 1e308], random);
    case 'fraction':
      return 0.5;
    case 'badDate':
      return oneOf(['yesterday', '2026-13-45T99:99:99Z', '0000-00-00T00:00:00Z'], random);
    case 'farDate':
      return oneOf(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00.000Z'], random);
    case 'unknownWord':
      return 'SomethingNew';
    case 'hostileText':
      return HOSTILE;
    case 'brokenYaml':
      return oneOf(YAMLS, random);
    case 'deleted':
    case 'dropped':
    case 'duplicated':
    case 'null':
      return null;
  }
}

function ofOtherType(value: unknown, random: Random): unknown {
  const others = [[], {}, 7, 'text', true, [null]].filter(
    (other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
  );
  return others[below(others.length, random)];
}
