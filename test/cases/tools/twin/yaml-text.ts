// Reads and writes single values of YAML files without touching the rest of their text more than needed.
import { isMap, isScalar, isSeq, parseAllDocuments, parseDocument, Scalar, type Document } from 'yaml';

export interface Leaf {
  readonly document: number;
  readonly keys: readonly string[];
  readonly value: string;
}

function documentsOf(text: string): Document[] {
  const parsed = parseAllDocuments(text, { schema: 'core', logLevel: 'silent' });
  return Array.isArray(parsed) ? parsed : [];
}

export function isYaml(text: string): boolean {
  return documentsOf(text).every(({ errors }) => errors.length === 0);
}

/** Every scalar with its keys; a file that is no YAML has none. */
export function leavesOf(text: string): Leaf[] {
  if (!isYaml(text)) return [];
  const leaves: Leaf[] = [];
  documentsOf(text).forEach((document, number) => {
    const walk = (node: unknown, keys: readonly string[]): void => {
      if (isSeq(node)) node.items.forEach((item, index) => walk(item, [...keys, String(index)]));
      else if (isMap(node))
        for (const { key, value } of node.items)
          walk(value, [...keys, String(isScalar(key) ? key.value : key)]);
      else if (isScalar(node)) leaves.push({ document: number, keys, value: textOf(node) });
    };
    walk(document.contents, []);
  });
  return leaves;
}

function textOf(node: Scalar): string {
  if (node.value === null || node.value === undefined) return '';
  return typeof node.value === 'string' ? node.value : (node.source ?? JSON.stringify(node.value));
}

export function valueAt(text: string, keys: readonly string[], document = 0): string | undefined {
  const wanted = keys.join('\n');
  return leavesOf(text).find((leaf) => leaf.document === document && leaf.keys.join('\n') === wanted)?.value;
}

/** The text with one value written, in quotes where it would read as a number. */
export function withValue(text: string, keys: readonly string[], value: string, document = 0): string {
  const node = documentsOf(text)[document]?.getIn(keys.map(stepOf), true);
  const isNumber = /^[\d.]+(?:e\d+)?$/.test(value);
  if (isScalar(node) && node.range) {
    const [start, end] = node.range;
    const isQuoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
    return text.slice(0, start) + (isNumber || isQuoted ? `"${value}"` : value) + text.slice(end);
  }
  return edited(text, document, (target) => {
    const scalar = new Scalar(value);
    if (isNumber) scalar.type = 'QUOTE_DOUBLE';
    target.setIn(keys.map(stepOf), scalar);
  });
}

/** The text without one value, and without the map that held nothing else. */
export function withoutValue(text: string, keys: readonly string[], document = 0): string {
  return edited(text, document, (target) => {
    const path = keys.map(stepOf);
    target.deleteIn(path);
    for (let parent = path.slice(0, -1); parent.length > 0; parent = parent.slice(0, -1)) {
      const left = target.getIn(parent);
      if (!isMap(left) || left.items.length > 0) break;
      target.deleteIn(parent);
    }
  });
}

function edited(text: string, number: number, change: (document: Document) => void): string {
  const documents = documentsOf(text);
  const target = documents[number] ?? parseDocument('{}');
  change(target);
  const all = documents.length === 0 ? [target] : documents;
  return all.map((one) => one.toString({ lineWidth: 0, indentSeq: false })).join('---\n');
}

function stepOf(key: string): string | number {
  return /^\d+$/.test(key) ? Number(key) : key;
}
