// What is wrong with a setting, where, and how it would be right.
import { z } from 'zod';
import { nearest } from '../dialogs/nearest.ts';
import { SETTINGS } from './settings.ts';

export interface ConfigError {
  /** `clusters[0].name`, or the environment variable that set it. */
  readonly key: string;
  readonly problem: string;
  /** What to write instead. */
  readonly example: string;
}

type Path = readonly (string | number)[];

/** Variables by the setting they set, for the settings that come from one. */
export type Origins = ReadonlyMap<string, string>;

export function problem(path: Path, text: string, origins: Origins = new Map()): ConfigError {
  const setting = settingPath(path);
  const variable = origins.get(setting);
  const example = SETTINGS[setting]?.example ?? '';
  if (variable === undefined) return { key: shown(path), problem: text, example };
  return { key: variable, problem: text, example: `${variable}=${example.slice(example.indexOf(': ') + 2)}` };
}

export function unknownKey(path: Path, key: string, known: readonly string[]): ConfigError {
  const [meant] = nearest(key, known, 1);
  const hint = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`;
  const closest = problem([...path, meant ?? known[0] ?? ''], '');
  return { key: shown([...path, key]), problem: `is not a setting; ${hint}`, example: closest.example };
}

/** All problems of one section. `schema` tells the known keys, `base` is the section's name. */
export function problemsOf(
  error: z.ZodError,
  schema: z.ZodTypeAny,
  base: string,
  origins: Origins,
): ConfigError[] {
  return error.issues.flatMap((issue): ConfigError[] => {
    const path = [base, ...issue.path];
    if (issue.code === z.ZodIssueCode.unrecognized_keys) {
      return issue.keys.map((key) => unknownKey(path, key, keysAt(schema, issue.path)));
    }
    return [problem(path, textOf(issue), origins)];
  });
}

export function errorsText(errors: readonly ConfigError[]): string {
  const blocks = errors.map(({ key, problem: text, example }) =>
    [`  ${key}: ${text}`, ...(example === '' ? [] : [`    for example: ${example}`])].join('\n'),
  );
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  return `The configuration has ${count}:\n${blocks.join('\n')}\n`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of settings',
};

function textOf(issue: z.ZodIssue): string {
  if (issue.code === z.ZodIssueCode.invalid_type) {
    if (issue.received === 'undefined' || issue.received === 'null') return 'is missing';
    if (issue.received === 'nan') return 'must be a number';
    const expected = TYPES[issue.expected] ?? issue.expected;
    const received = TYPES[issue.received] ?? issue.received;
    const quote =
      issue.expected === 'string' && ['number', 'boolean'].includes(issue.received)
        ? '; put it in quotes'
        : '';
    return `must be ${expected}, not ${received}${quote}`;
  }
  if (issue.code === z.ZodIssueCode.invalid_enum_value) return `must be one of ${issue.options.join(', ')}`;
  if (issue.code === z.ZodIssueCode.invalid_union) return 'must be true or false';
  return issue.message;
}

function shown(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** As in the table of settings: `[]` for an index, `*` for the names of `environments`. */
function settingPath(path: Path): string {
  const steps = path.map((step, index) => (index === 1 && path[0] === 'environments' ? '*' : step));
  return shown(steps)
    .replace(/\[\d+\]/g, '[]')
    .replace(/^(environments\.\*)\[\]$/, '$1');
}

function keysAt(schema: z.ZodTypeAny, path: Path): readonly string[] {
  const here = path.reduce<z.ZodTypeAny>((at, step) => {
    const inner = unwrapped(at);
    if (inner instanceof z.ZodArray) return inner.element as z.ZodTypeAny;
    if (inner instanceof z.ZodObject) return (inner.shape as z.ZodRawShape)[String(step)] ?? z.never();
    return z.never();
  }, schema);
  const inner = unwrapped(here);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape as z.ZodRawShape) : [];
}

/** The schema under its default, its absence and its transform. */
export function unwrapped(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodDefault) return unwrapped(schema.removeDefault() as z.ZodTypeAny);
  if (schema instanceof z.ZodOptional) return unwrapped(schema.unwrap() as z.ZodTypeAny);
  if (schema instanceof z.ZodEffects) return unwrapped(schema.innerType() as z.ZodTypeAny);
  return schema;
}
