// Does a rule of Argo CD leave a field out of the comparison? Rules of the Application and of argocd-cm
// (facts/argocd.md 5 E3): JSON pointers, jq paths and field managers.
import { z } from 'zod';
import { ignoreDifferenceSchema, type Application, type IgnoreDifference } from '../evidence/argocd.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Metadata } from '../evidence/kubernetes.ts';
import { absent } from '../evidence/schema.ts';
import { yamlValue } from '../gitops/yaml-document.ts';

export interface FieldRule {
  /** Where the rule is written. */
  readonly in: 'application' | 'settings';
  /** The rule itself, as a person would find it. */
  readonly text: string;
  readonly rule: IgnoreDifference;
}

export interface FieldOwner {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

const rulesSchema = z.object({
  jsonPointers: absent(z.array(z.string())),
  jqPathExpressions: absent(z.array(z.string())),
  managedFieldsManagers: absent(z.array(z.string())),
});
const legacySchema = z.record(z.object({ ignoreDifferences: absent(z.string()) }).passthrough());

const SETTING = 'resource.customizations.ignoreDifferences.';

/** Every rule that applies to an object, the Application's own first. */
export function fieldRules(
  application: Application,
  settings: Evidence['argocdSettings'] | undefined,
  owner: FieldOwner,
): FieldRule[] {
  const own = (application.spec.ignoreDifferences ?? [])
    .filter((rule) => appliesTo(rule, owner))
    .flatMap((rule) =>
      rulesOf(rule).map((text): FieldRule => ({ in: 'application', text, rule: only(rule, text) })),
    );
  return [...own, ...settingRules(settings?.cm ?? {}, owner)];
}

export interface ContainerPlace {
  readonly kind: string;
  readonly index: number;
  readonly name: string;
  /** Of the live workload: who wrote which field. */
  readonly metadata: Metadata | undefined;
}

/** The rules that leave the image of that container out: the field itself, what contains it, or the manager that wrote it. */
export function imageRules(rules: readonly FieldRule[], container: ContainerPlace): FieldRule[] {
  const field = [...containersPath(container.kind), container, 'image'];
  return rules.filter(
    ({ rule }) =>
      paths(rule).some((path) => path.length <= field.length && startsWith(field, path)) ||
      (rule.managedFieldsManagers ?? []).some((manager) => ownsImage(container, manager)),
  );
}

/** Rules on any field inside the containers: with RespectIgnoreDifferences they can hold back the whole list. */
export function containerRules(rules: readonly FieldRule[], kind: string): FieldRule[] {
  return rules.filter(({ rule }) => paths(rule).some((path) => startsWith(path, containersPath(kind))));
}

export function replicasIgnored(rules: readonly FieldRule[]): boolean {
  return rules.some(({ rule }) => covers(rule, ['spec', 'replicas']));
}

export function respectsIgnoredFields(application: Application): boolean {
  return (application.spec.syncPolicy?.syncOptions ?? []).includes('RespectIgnoreDifferences=true');
}

function settingRules(cm: Readonly<Record<string, string>>, { group, kind }: FieldOwner): FieldRule[] {
  const name = group === '' ? kind : `${group}_${kind}`;
  const texts = ['all', name].flatMap((suffix) => {
    const text = cm[SETTING + suffix];
    return text === undefined ? [] : [text];
  });
  const legacy = legacySchema.safeParse(yamlValue(cm['resource.customizations'] ?? ''));
  if (legacy.success) {
    const key = group === '' ? kind : `${group}/${kind}`;
    texts.push(...['*/*', '*', key].flatMap((wanted) => legacy.data[wanted]?.ignoreDifferences ?? []));
  }
  return texts.flatMap((text) => {
    const parsed = rulesSchema.safeParse(yamlValue(text));
    if (!parsed.success) return [];
    const rule = ignoreDifferenceSchema.parse(parsed.data);
    return rulesOf(rule).map((one): FieldRule => ({ in: 'settings', text: one, rule: only(rule, one) }));
  });
}

function rulesOf(rule: IgnoreDifference): string[] {
  return [
    ...(rule.jsonPointers ?? []),
    ...(rule.jqPathExpressions ?? []),
    ...(rule.managedFieldsManagers ?? []),
  ];
}

/** One rule of a list, alone. */
function only(rule: IgnoreDifference, text: string): IgnoreDifference {
  const keep = (list: readonly string[] | undefined): string[] => (list ?? []).filter((one) => one === text);
  return {
    ...rule,
    jsonPointers: keep(rule.jsonPointers),
    jqPathExpressions: keep(rule.jqPathExpressions),
    managedFieldsManagers: keep(rule.managedFieldsManagers),
  };
}

/** An empty group or kind in the rule means the core group, a star means all; names are exact. */
function appliesTo(rule: IgnoreDifference, owner: FieldOwner): boolean {
  return (
    (rule.group === '*' || (rule.group ?? '') === owner.group) &&
    (rule.kind === '*' || rule.kind === owner.kind) &&
    (rule.name === undefined || rule.name === '' || rule.name === owner.name) &&
    (rule.namespace === undefined || rule.namespace === '' || rule.namespace === owner.namespace)
  );
}

/** A step into a list is a position, a name that a jq expression selects, or `*` for all. */
type Step = string | { readonly index?: number; readonly name?: string };
type Path = readonly Step[];

function containersPath(kind: string): readonly string[] {
  const template = ['spec', 'template', 'spec', 'containers'];
  return kind === 'CronJob' ? ['spec', 'jobTemplate', ...template] : template;
}

function covers(rule: IgnoreDifference, field: Path): boolean {
  return paths(rule).some((path) => path.length <= field.length && startsWith(field, path));
}

function paths(rule: IgnoreDifference): Path[] {
  return [
    ...(rule.jsonPointers ?? []).map(pointerPath),
    ...(rule.jqPathExpressions ?? []).map(jqPath),
  ].filter((path) => path.length > 0);
}

function startsWith(path: Path, prefix: Path): boolean {
  return prefix.every((step, at) => {
    const own = path[at];
    return own !== undefined && sameStep(own, step);
  });
}

function sameStep(own: Step, rule: Step): boolean {
  if (own === '*' || rule === '*') return true;
  if (typeof own === 'string' || typeof rule === 'string') return own === rule;
  return rule.name === undefined ? own.index === rule.index : own.name === rule.name;
}

function pointerPath(pointer: string): Path {
  return pointer
    .split('/')
    .filter((step) => step !== '')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? { index: Number(step) } : step));
}

/** `.spec.template.spec.containers[] | select(.name == "x") | .image`: one path; anything else that is piped is not read. */
function jqPath(expression: string): Path {
  const path: Step[] = [];
  for (const stage of expression.split('|').map((text) => text.trim())) {
    const selected = /^select\(\s*\.name\s*==\s*"([^"]+)"\s*\)(.*)$/.exec(stage);
    if (selected !== null && path.at(-1) === '*') path[path.length - 1] = { name: selected[1] ?? '' };
    const rest = selected === null ? stage : (selected[2] ?? '');
    if (rest !== '' && !rest.startsWith('.')) return [];
    path.push(...jqSteps(rest));
  }
  return path;
}

function jqSteps(text: string): Step[] {
  return [...text.matchAll(/"([^"]+)"|([\w-]+)|\[(\d*)\]/g)].map(([, quoted, plain, position]) => {
    if (position === undefined) return quoted ?? plain ?? '';
    return position === '' ? '*' : { index: Number(position) };
  });
}

/** Field managers own what `metadata.managedFields` says; a container is named by `k:{"name":"…"}`. */
function ownsImage(container: ContainerPlace, manager: string): boolean {
  return (container.metadata?.managedFields ?? [])
    .filter((entry) => entry.manager === manager)
    .some((entry) => {
      const steps = containersPath(container.kind).map((step) => `f:${step}`);
      const fields = at(entry.fieldsV1, [...steps, `k:{"name":"${container.name}"}`]);
      return fields !== undefined && 'f:image' in fields;
    });
}

function at(
  fields: Readonly<Record<string, unknown>> | undefined,
  steps: readonly string[],
): Record<string, unknown> | undefined {
  let value: unknown = fields;
  for (const step of steps) value = isMap(value) ? value[step] : undefined;
  return isMap(value) ? value : undefined;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
