// One seeded change of one answer of an API, anywhere inside it: what a proxy, a plugin or a new version may make of it.
import { EVIDENCE_KEYS, evidenceSchemas, type EvidenceKey, type ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import type { Traced } from '../../src/diagnostics/report.ts';
import { below, oneOf, type Random } from './random.ts';

export interface Mutation {
  readonly key: EvidenceKey;
  /** Where, from the root of the answer. */
  readonly path: string;
  readonly kind: MutationKind;
  /** The schema of the edge refuses it: then nobody could look. */
  readonly refused: boolean;
}

const KINDS = [
  'deleted',
  'null',
  'dropped',
  'duplicated',
  'wrongType',
  'emptyText',
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
export type MutationKind = (typeof KINDS)[number];

type Holder = Record<string, unknown> | unknown[];

/** An object or a list inside the answer, with the name or position of one thing in it. */
interface Place {
  readonly holder: Holder;
  readonly at: string | number;
  readonly path: string;
}

const HUGE = 'x'.repeat(200_000);
const HOSTILE = '{tag} ${x} $& `x` <b>\u0007\u202e\n| undefined NaN [a](javascript:1) \ud800';
const MANY_ALIASES = ['a: &a [x, x]', ...[...'bcdefghij'].map((name, at) => `${name}: &${name} [${`*${'abcdefghij'[at] ?? 'a'}, `.repeat(9)}x]`)].join('\n');
const YAMLS = [
  'image: {tag: [',
  '- a\n- b\n',
  'a: 1\n---\nb: 2\n',
  'image: *missing\n',
  MANY_ALIASES,
  `${'{a: '.repeat(400)}1${'}'.repeat(400)}`,
  '\u0000\u0001',
] as const;

/** What was made of a trace, or null when the answer has nothing such a change fits. */
export function mutated(traced: Traced, random: Random): { readonly traced: Traced; readonly mutation: Mutation } | null {
  const keys = EVIDENCE_KEYS.filter((key) => traced.evidence[key]?.ok === true);
  const [first, ...more] = keys;
  if (first === undefined) return null;
  const key = oneOf([first, ...more], random);
  const observed = traced.evidence[key];
  if (observed?.ok !== true) return null;
  const root: { value: unknown } = { value: structuredClone(observed.value) };
  const kind = oneOf(KINDS, random);
  const place = placeFor(kind, root, random);
  if (place === null) return null;
  change(place, kind, random);
  const parsed = evidenceSchemas[key].safeParse(root.value);
  const { at, source } = observed;
  const answer = parsed.success
    ? { at, source, ok: true, value: parsed.data as unknown }
    : { at, source, ok: false, error: { kind: 'malformed', what: key, path: place.path } };
  const evidence = { ...traced.evidence, [key]: answer } as ObservedEvidence;
  const mutation = { key, path: `${key}${place.path}`, kind, refused: !parsed.success };
  return { traced: { ...traced, evidence }, mutation };
}

function placeFor(kind: MutationKind, root: Holder, random: Random): Place | null {
  const fitting = places(root, '').filter((place) => fits(kind, place));
  const [first, ...more] = fitting;
  return first === undefined ? null : oneOf([first, ...more], random);
}

function places(holder: Holder, path: string): Place[] {
  const entries: [string | number, unknown][] = Array.isArray(holder) ? [...holder.entries()] : Object.entries(holder);
  return entries.flatMap(([at, value]) => {
    // The root of an answer is not part of its path.
    const own = at === 'value' && path === '' ? '' : `${path}.${at}`;
    const here = { holder, at, path: own === '' ? ' ' : own };
    return isHolder(value) ? [here, ...places(value, own === '' ? ' ' : own)] : [here];
  });
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

function valueAt({ holder, at }: Place): unknown {
  return (holder as Record<string | number, unknown>)[at];
}

function fits(kind: MutationKind, place: Place): boolean {
  const value = valueAt(place);
  switch (kind) {
    case 'deleted':
      return !Array.isArray(place.holder);
    case 'dropped':
    case 'duplicated':
      return Array.isArray(place.holder);
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
      return typeof value === 'string' && /\n/.test(value) && /:/.test(value);
    case 'emptyText':
    case 'hugeText':
    case 'unknownWord':
    case 'hostileText':
      return typeof value === 'string';
  }
}

function change(place: Place, kind: MutationKind, random: Random): void {
  const { holder, at } = place;
  if (Array.isArray(holder) && typeof at === 'number' && kind === 'dropped') {
    holder.splice(at, 1);
  } else if (Array.isArray(holder) && typeof at === 'number' && kind === 'duplicated') {
    holder.splice(below(holder.length + 1, random), 0, structuredClone(holder[at]));
  } else if (!Array.isArray(holder) && kind === 'deleted') {
    Reflect.deleteProperty(holder, at);
  } else {
    (holder as Record<string | number, unknown>)[at] = replacement(kind, valueAt(place), random);
  }
}

function replacement(kind: MutationKind, value: unknown, random: Random): unknown {
  switch (kind) {
    case 'wrongType':
      return oneOf([[], {}, 0, 'text', true, [null], { a: [1] }].filter((other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value)) as [unknown, ...unknown[]], random);
    case 'emptyText':
      return '';
    case 'hugeText':
      return HUGE;
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
