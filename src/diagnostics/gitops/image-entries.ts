// Finds the places of a YAML file that name a container image or its tag: Helm values, Kustomize `images`, plain
// manifests, Chart.yaml. Values are compared as source text: an unquoted 4812 or 1e3 stays what the file says
// (facts/azure-devops-and-acr.md 5.1).
import { isAlias, isMap, isScalar, isSeq, type Document, type Node } from 'yaml';
import { remembered } from './remembered.ts';
import { yamlDocuments } from './yaml-document.ts';

export interface ImageEntry {
  /** Keys from the root; list positions as numbers in text: ['images', '0', 'newTag']. */
  readonly keys: readonly string[];
  /** Which document of a multi-document file. */
  readonly document: number;
  /** Tag (or digest) as written, without quotes; null when the key is there without a value. */
  readonly tag: string | null;
  /** Image name without tag, where the file says it beside the tag. */
  readonly repository: string | null;
  readonly form: 'tag' | 'reference' | 'kustomize' | 'digest' | 'appVersion';
  readonly quoted: boolean;
}

export type ParsedEntries =
  | { readonly ok: true; readonly entries: readonly ImageEntry[] }
  | { readonly ok: false; readonly error: string };

/** Keys whose scalar value is an image tag: tag, imageTag, image_tag, imageVersion, newTag, chatTag… */
const TAG_KEY = /^(?:tag|image[-_]?tag|image[-_]?[vV]ersion|.+(?:Tag|[-_]tag))$/;
/** registry.host/path/name:tag or name:tag; a port before the first slash is not a tag. */
const REFERENCE =
  /^((?:[a-z0-9.-]+(?::\d+)?\/)?[a-z0-9][a-z0-9._/-]*):([\w][\w.-]{0,127})(?:@(sha256:[0-9a-f]{64}))?$/i;

/** The files of one trace at several revisions; entries are small. */
const REMEMBERED_CHARACTERS = 2_000_000;

/** All image entries of a file, in file order. A file that is no YAML gives its first error. */
export const imageEntries = remembered(readEntries, REMEMBERED_CHARACTERS);

function readEntries(text: string): ParsedEntries {
  const entries: ImageEntry[] = [];
  for (const [number, document] of yamlDocuments(text).entries()) {
    const error = document.errors[0];
    if (error !== undefined) {
      const line = text.slice(0, error.pos[0]).split('\n').length;
      return { ok: false, error: `${firstLine(error.message)} at line ${line}` };
    }
    if (document.contents !== null)
      collect(document.contents, [], { entries, document: number, root: document });
  }
  return { ok: true, entries };
}

interface Walk {
  readonly entries: ImageEntry[];
  readonly document: number;
  readonly root: Document;
}

function collect(node: Node, keys: readonly string[], walk: Walk): void {
  if (isAlias(node)) return; // what an anchor holds is found at the anchor
  if (isSeq(node)) {
    node.items.forEach((item, index) => {
      collect(item as Node, [...keys, String(index)], walk);
    });
    return;
  }
  if (!isMap(node)) return;
  const siblings = new Map<string, Node>();
  for (const pair of node.items) {
    if (isScalar(pair.key) && pair.value !== null) siblings.set(String(pair.key.value), pair.value as Node);
  }
  const isKustomizeImage = keys.length >= 2 && keys.at(-2) === 'images' && siblings.has('name');
  for (const [key, value] of siblings) {
    const path = [...keys, key];
    const scalar = scalarText(value, walk.root);
    if (scalar === undefined) {
      collect(value, path, walk);
      continue;
    }
    const entry = entryOf(key, scalar, siblings, isKustomizeImage, walk.root, keys);
    if (entry !== null) walk.entries.push({ keys: path, document: walk.document, ...entry });
  }
}

function entryOf(
  key: string,
  scalar: ScalarText,
  siblings: ReadonlyMap<string, Node>,
  isKustomizeImage: boolean,
  root: Document,
  keys: readonly string[],
): Omit<ImageEntry, 'keys' | 'document'> | null {
  const { text, quoted } = scalar;
  if (isKustomizeImage && (key === 'newTag' || key === 'digest')) {
    const repository = textOf(siblings, 'newName', root) ?? textOf(siblings, 'name', root);
    return { tag: text, repository, form: key === 'digest' ? 'digest' : 'kustomize', quoted };
  }
  if (key === 'digest' && (siblings.has('repository') || siblings.has('tag'))) {
    return text === null || text === ''
      ? null
      : { tag: text, repository: repositoryBeside(siblings, root), form: 'digest', quoted };
  }
  if (TAG_KEY.test(key))
    return { tag: text, repository: repositoryBeside(siblings, root), form: 'tag', quoted };
  if (key === 'appVersion' && keys.length === 0)
    return { tag: text, repository: null, form: 'appVersion', quoted };
  if (text === null || (key !== 'image' && !text.includes('/'))) return null;
  const match = REFERENCE.exec(text);
  if (match === null) return null;
  return { tag: match[2] ?? null, repository: match[1] ?? null, form: 'reference', quoted };
}

/** `repository` with `registry` before it, or `image`/`name` when that is what the chart calls it. */
function repositoryBeside(siblings: ReadonlyMap<string, Node>, root: Document): string | null {
  const repository =
    textOf(siblings, 'repository', root) ?? textOf(siblings, 'image', root) ?? textOf(siblings, 'name', root);
  if (repository === null) return null;
  const registry = textOf(siblings, 'registry', root);
  return registry === null || registry === '' ? repository : `${registry}/${repository}`;
}

interface ScalarText {
  readonly text: string | null;
  readonly quoted: boolean;
}

function scalarText(node: Node, root: Document): ScalarText | undefined {
  const target = isAlias(node) ? node.resolve(root) : node;
  if (!isScalar(target)) return undefined;
  if (target.value === null) return { text: null, quoted: false };
  const quoted = target.type === 'QUOTE_DOUBLE' || target.type === 'QUOTE_SINGLE';
  // For a plain scalar `source` is the text of the file: 4_812 and 0123 must not become numbers.
  return {
    text: typeof target.value === 'string' ? target.value : (target.source ?? ''),
    quoted,
  };
}

function textOf(siblings: ReadonlyMap<string, Node>, key: string, root: Document): string | null {
  const node = siblings.get(key);
  return node === undefined ? null : (scalarText(node, root)?.text ?? null);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
