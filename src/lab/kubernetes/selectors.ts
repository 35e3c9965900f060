// Label selectors (equality and set based) and field selectors, as the API server parses them.
import type { KubernetesObject } from '../cases/schema.ts';
import type { Resource } from './resources.ts';

export type Test = (object: KubernetesObject) => boolean;
export type Parsed =
  { readonly ok: true; readonly test: Test } | { readonly ok: false; readonly message: string };

export function labelSelector(text: string): Parsed {
  const tests: Test[] = [];
  for (const part of requirementsOf(text)) {
    const test = labelTest(part);
    if (test === undefined)
      return { ok: false, message: `unable to parse requirement: invalid label selector "${part}"` };
    tests.push(test);
  }
  return { ok: true, test: every(tests) };
}

export function fieldSelector(text: string, resource: Resource): Parsed {
  const tests: Test[] = [];
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [, field, operator, value] = /^\s*([^=!\s]+)\s*(==|=|!=)\s*(.*?)\s*$/.exec(part) ?? [];
    if (field === undefined || value === undefined) {
      return { ok: false, message: `invalid selector: '${part}'; can't understand '${part}'` };
    }
    const read = fieldOf(field, resource);
    if (read === undefined) return { ok: false, message: `field label not supported: ${field}` };
    tests.push((object) => (read(object) === value) === (operator !== '!='));
  }
  return { ok: true, test: every(tests) };
}

/** Commas separate requirements, except inside the brackets of a set. */
function requirementsOf(text: string): readonly string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function labelTest(requirement: string): Test | undefined {
  const [, setKey, operator, set] = /^([\w./-]+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(requirement) ?? [];
  if (setKey !== undefined && set !== undefined) {
    const values = new Set(set.split(',').map((value) => value.trim()));
    // Kubernetes: notin also selects objects without the label.
    return (object) => {
      const value = labelOf(object, setKey);
      return operator === 'in'
        ? value !== undefined && values.has(value)
        : value === undefined || !values.has(value);
    };
  }
  const [, key, sign, wanted] = /^([\w./-]+)\s*(==|=|!=)\s*([\w.-]*)$/.exec(requirement) ?? [];
  if (key !== undefined && wanted !== undefined) {
    return (object) => (labelOf(object, key) === wanted) === (sign !== '!=');
  }
  const [, not, present] = /^(!?)\s*([\w./-]+)$/.exec(requirement) ?? [];
  if (present === undefined) return undefined;
  return (object) => (labelOf(object, present) !== undefined) === (not === '');
}

function labelOf(object: KubernetesObject, key: string): string | undefined {
  return object.metadata.labels?.[key];
}

function fieldOf(field: string, resource: Resource): ((object: KubernetesObject) => string) | undefined {
  if (field === 'metadata.name') return (object) => object.metadata.name;
  if (field === 'metadata.namespace') return (object) => object.metadata.namespace ?? '';
  if (resource.custom || !(SELECTABLE[resource.kind] ?? []).includes(field)) return undefined;
  const steps = field.split('.');
  return (object) => {
    const value = steps.reduce<unknown>(
      (inner, step) => (inner as Record<string, unknown> | undefined)?.[step],
      object,
    );
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
  };
}

/** The selectable fields of the built-in kinds that have any. */
const SELECTABLE: Readonly<Record<string, readonly string[]>> = {
  Pod: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
  ],
  Event: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  ReplicaSet: ['status.replicas'],
  Job: ['status.successful'],
  Node: ['spec.unschedulable'],
  Namespace: ['status.phase'],
};

function every(tests: readonly Test[]): Test {
  return (object) => tests.every((test) => test(object));
}
