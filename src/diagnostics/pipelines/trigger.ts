// Would a push start the pipeline? The YAML trigger of the pushed commit, or the editor's own when it overrides it
// (facts/azure-devops-and-acr.md 3.2). Branch and path filters are case-sensitive; without a trigger every branch counts.
import { z } from 'zod';
import type { Definition } from '../evidence/azure-devops.ts';
import { yamlValue } from '../gitops/yaml-document.ts';

const texts = z.union([z.string().transform((one) => [one]), z.array(z.coerce.string())]);
const filterSchema = z.object({ include: texts.nullish(), exclude: texts.nullish() });
const triggerSchema = z.union([
  z.literal('none'),
  z.array(z.coerce.string()),
  z.string().transform((one) => [one]),
  z.object({
    batch: z.boolean().nullish(),
    branches: z.union([filterSchema, texts]).nullish(),
    paths: z.union([filterSchema, texts]).nullish(),
  }),
]);

interface Filter {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface Trigger {
  readonly off: boolean;
  readonly batch: boolean;
  readonly branches: Filter | null;
  readonly paths: Filter | null;
  /** As a person would write it. */
  readonly text: string;
}

export type TriggerVerdict = 'matches' | 'off' | 'branch' | 'paths' | 'unreadable';

/** settingsSourceType 1: set in the editor, 2: taken from YAML (facts, inferred). */
const SET_IN_EDITOR = 1;

/** Null: the file has a `trigger` that cannot be read. */
export function triggerOf(definition: Definition, yaml: string): Trigger | null {
  const edited = definition.triggers?.find(
    ({ triggerType, settingsSourceType }) =>
      triggerType === 'continuousIntegration' && settingsSourceType === SET_IN_EDITOR,
  );
  if (edited !== undefined) {
    const branches = signed(edited.branchFilters ?? []);
    const paths = signed(edited.pathFilters ?? []);
    return { off: false, batch: edited.batchChanges === true, branches, paths, text: told(branches, paths) };
  }
  return yamlTrigger(yaml);
}

/** `+refs/heads/main`, `-docs/` of the editor. */
function signed(filters: readonly string[]): Filter | null {
  if (filters.length === 0) return null;
  const strip = (filter: string): string => filter.slice(1).replace(/^refs\/heads\//, '');
  return {
    include: filters.filter((filter) => filter.startsWith('+')).map(strip),
    exclude: filters.filter((filter) => filter.startsWith('-')).map(strip),
  };
}

export function yamlTrigger(yaml: string): Trigger | null {
  const document = yamlValue(yaml);
  if (document === undefined) return null;
  const has = z.object({ trigger: z.unknown() }).passthrough().safeParse(document);
  const raw = has.success ? has.data.trigger : undefined;
  if (raw === undefined || raw === null)
    return { off: false, batch: false, branches: null, paths: null, text: '*' };
  const trigger = triggerSchema.safeParse(raw);
  if (!trigger.success) return null;
  if (trigger.data === 'none') return { off: true, batch: false, branches: null, paths: null, text: 'none' };
  if (Array.isArray(trigger.data)) {
    if (trigger.data[0] === 'none')
      return { off: true, batch: false, branches: null, paths: null, text: 'none' };
    const branches = { include: trigger.data, exclude: [] };
    return { off: false, batch: false, branches, paths: null, text: told(branches, null) };
  }
  const branches = filterOf(trigger.data.branches);
  const paths = filterOf(trigger.data.paths);
  return { off: false, batch: trigger.data.batch === true, branches, paths, text: told(branches, paths) };
}

function filterOf(filter: z.output<typeof filterSchema> | string[] | null | undefined): Filter | null {
  if (filter === null || filter === undefined) return null;
  if (Array.isArray(filter)) return { include: filter, exclude: [] };
  return { include: filter.include ?? [], exclude: filter.exclude ?? [] };
}

function told(branches: Filter | null, paths: Filter | null): string {
  const one = (name: string, filter: Filter | null): string =>
    filter === null
      ? ''
      : [
          `${name}: ${filter.include.join(', ') || '*'}`,
          ...(filter.exclude.length > 0 ? [`not ${filter.exclude.join(', ')}`] : []),
        ].join(' ');
  return [one('branches', branches), one('paths', paths)].filter((text) => text !== '').join('; ') || '*';
}

/** Does a push to `branch` that changes `paths` start the pipeline? `paths` null: they are not known, so they are not held against it. */
export function triggerVerdict(
  trigger: Trigger | null,
  branch: string,
  paths: readonly string[] | null,
): TriggerVerdict {
  if (trigger === null) return 'unreadable';
  if (trigger.off) return 'off';
  if (trigger.branches !== null && !passes(trigger.branches, branch, branchMatches)) return 'branch';
  if (trigger.paths === null || paths === null) return 'matches';
  const filter = trigger.paths;
  return paths.some((path) => passes(filter, path.replace(/^\//, ''), pathMatches)) ? 'matches' : 'paths';
}

function passes(
  filter: Filter,
  value: string,
  matches: (pattern: string, value: string) => boolean,
): boolean {
  const included = filter.include.length === 0 || filter.include.some((pattern) => matches(pattern, value));
  return included && !filter.exclude.some((pattern) => matches(pattern, value));
}

function branchMatches(pattern: string, branch: string): boolean {
  return wildcard(pattern.replace(/^refs\/heads\//, '')).test(branch);
}

/** A path filter names a file or a folder with all it holds; wildcards since 2021. */
function pathMatches(pattern: string, path: string): boolean {
  const clean = pattern.replace(/^\//, '').replace(/\/$/, '');
  if (clean === '' || clean === '*' || clean === '**') return true;
  if (path === clean || path.startsWith(`${clean}/`)) return true;
  return /[*?]/.test(clean) && (wildcard(clean).test(path) || wildcard(`${clean}/**`).test(path));
}

/** `*` stays inside a folder for paths written with `**`, and spans them for branches: releases/* holds releases/a/b. */
function wildcard(pattern: string): RegExp {
  const spans = !pattern.includes('**');
  const source = pattern
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return spans ? '.*' : '[^/]*';
      return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/** Marks that keep a push from starting a run (facts 3.2); they count in the newest commit of the push. */
const SKIP_MARK =
  /\[skip ci\]|\[ci skip\]|skip-checks:\s*true|\[skip azurepipelines\]|\[azurepipelines skip\]|\[skip azpipelines\]|\[azpipelines skip\]|\[skip azp\]|\[azp skip\]|\*\*\*NO_CI\*\*\*/i;

export function skipMark(message: string): string | null {
  return SKIP_MARK.exec(message)?.[0] ?? null;
}
