// Which layer decides a Helm value or a Kustomize image, and what it says: the precedence of facts/argocd.md section 2,
// computed from the Application and the files of its sources.
import picomatch from 'picomatch';
import { isAlias, isMap, isScalar, isSeq, type Document, type Node } from 'yaml';
import type { ApplicationSource } from '../evidence/argocd.ts';
import type { SourceFile } from '../evidence/evidence.ts';
import { yamlDocument } from '../gitops/yaml-document.ts';
import { effectiveSource, type EffectiveSource } from './effective-source.ts';
import { sameRepository } from './repo-url.ts';
import { cleanPath, resolvePath, valueFilePlace } from './source-path.ts';

/** Lowest first, as Helm applies them. `values` is not read at all when `valuesObject` is set. */
export type ValueLayerKind =
  'subchartValues' | 'chartValues' | 'valueFile' | 'values' | 'valuesObject' | 'parameter' | 'fileParameter';

export interface ValueLayer {
  readonly kind: ValueLayerKind;
  /** The file that holds the value; null when the Application itself does. */
  readonly file: { readonly source: number; readonly path: string } | null;
  /** Keys from the root of that file or of the inline values. */
  readonly keys: readonly string[];
  /** As written, without quotes; null: the key is set to nothing, which removes the layers below. */
  readonly value: string | null;
}

export interface ResolvedValue {
  /** What the chart reads; null when no layer sets it. */
  readonly value: string | null;
  readonly winner: ValueLayer | null;
  /** Every layer that sets the key, lowest first. */
  readonly layers: readonly ValueLayer[];
  /** Value files the Application names that the repository answers not to have. */
  readonly missing: readonly string[];
  /** Value files nobody read (another host, inside a chart, not gathered): the answer may then be wrong. */
  readonly unread: readonly string[];
}

export interface SourceView {
  readonly sources: readonly ApplicationSource[];
  readonly index: number;
  readonly files: readonly SourceFile[];
  readonly applicationName: string;
}

/** The Helm value under `keys`, for example ['image', 'tag'] or ['chat', 'image', 'tag'] for a subchart. */
export function resolvedValue(view: SourceView, keys: readonly string[]): ResolvedValue {
  const own = view.sources[view.index];
  if (own === undefined) return { value: null, winner: null, layers: [], missing: [], unread: [] };
  const effective = effectiveSource(own, view.index, view.files, view.applicationName);
  const sources = view.sources.with(view.index, effective.source);
  const found: ValueLayer[] = [];
  const missing: string[] = [];
  const unread: string[] = [];

  found.push(...chartLayers({ ...view, sources }, keys, unread));
  for (const entry of effective.source.helm?.valueFiles ?? []) {
    const place = valueFilePlace(sources, view.index, entry);
    if (place.in === 'nowhere') missing.push(entry);
    else if (place.in !== 'repository') unread.push(entry);
    else found.push(...valueFileLayers({ ...view, sources }, entry, place, keys, missing, unread));
  }
  found.push(...inlineLayers(effective, view.index, keys));

  const winner = found.at(-1) ?? null;
  return { value: winner?.value ?? null, winner, layers: found, missing, unread };
}

function chartLayers(view: SourceView, keys: readonly string[], unread: string[]): ValueLayer[] {
  const source = view.sources[view.index];
  if (source?.chart !== undefined) {
    unread.push(`values.yaml of chart ${source.chart}`);
    return [];
  }
  const folder = source?.path ?? '';
  const subchart = keys.length > 1 ? resolvePath(folder, `charts/${keys[0] ?? ''}/values.yaml`) : null;
  return [
    ...(subchart === null ? [] : fileLayers(view, subchart, 'subchartValues', keys.slice(1))),
    ...fileLayers(view, resolvePath(folder, 'values.yaml') ?? '', 'chartValues', keys),
  ];
}

function valueFileLayers(
  view: SourceView,
  entry: string,
  place: { readonly source: number; readonly path: string },
  keys: readonly string[],
  missing: string[],
  unread: string[],
): ValueLayer[] {
  const paths = expandGlob(view, place);
  if (paths.length === 0) missing.push(entry);
  return paths.flatMap((path) => {
    const file = fileAt(view, place.source, path);
    if (file === undefined) unread.push(entry);
    else if (file.content === null) missing.push(entry);
    return fileLayers(view, path, 'valueFile', keys, place.source);
  });
}

/** Longer than any path of a repository; the matcher refuses what is far longer. */
const MAX_GLOB = 4096;

/** Globs in valueFiles since v3.4, in the order of the names. */
function expandGlob(view: SourceView, place: { readonly source: number; readonly path: string }): string[] {
  if (!/[*?[{]/.test(place.path) || place.path.length > MAX_GLOB) return [place.path];
  const matches = picomatch(place.path);
  return view.files
    .filter((file) => file.source === place.source && file.content !== null)
    .map((file) => cleanPath(file.path) ?? '')
    .filter((path) => matches(path))
    .sort();
}

function fileLayers(
  view: SourceView,
  path: string,
  kind: ValueLayerKind,
  keys: readonly string[],
  source = view.index,
): ValueLayer[] {
  const content = fileAt(view, source, path)?.content;
  const value = textAt(content ?? '', keys);
  return value === undefined ? [] : [{ kind, file: { source, path }, keys, value }];
}

/** Two sources of one repository at one revision see the same files, whichever of them the file was read for. */
function fileAt(view: SourceView, source: number, path: string): SourceFile | undefined {
  const wanted = view.sources[source];
  return view.files.find((file) => {
    if (cleanPath(file.path) !== path) return false;
    if (file.source === source) return true;
    const other = view.sources[file.source];
    return (
      wanted !== undefined &&
      other !== undefined &&
      other.targetRevision === wanted.targetRevision &&
      sameRepository(other.repoURL, wanted.repoURL)
    );
  });
}

function inlineLayers(effective: EffectiveSource, source: number, keys: readonly string[]): ValueLayer[] {
  const helm = effective.source.helm;
  if (helm === undefined) return [];
  const fileOf = (setting: string): ValueLayer['file'] => {
    const path = effective.mergedFrom.find((file) => file.sets.includes(setting))?.path;
    return path === undefined ? null : { source, path };
  };
  const layers: ValueLayer[] = [];
  if (helm.valuesObject !== undefined) {
    const value = textIn(helm.valuesObject, keys);
    if (value !== undefined) {
      layers.push({ kind: 'valuesObject', file: fileOf('helm.valuesObject'), keys, value });
    }
  } else if (helm.values !== undefined) {
    const value = textAt(helm.values, keys);
    if (value !== undefined) layers.push({ kind: 'values', file: fileOf('helm.values'), keys, value });
  }
  // Helm reads --set before --set-string before --set-file.
  const parameters = (helm.parameters ?? []).toSorted(
    (a, b) => Number(a.forceString ?? false) - Number(b.forceString ?? false),
  );
  for (const parameter of parameters) {
    if (!sameKeys(parameterKeys(parameter.name), keys)) continue;
    layers.push({ kind: 'parameter', file: fileOf('helm.parameters'), keys, value: parameter.value ?? '' });
  }
  for (const parameter of helm.fileParameters ?? []) {
    if (!sameKeys(parameterKeys(parameter.name), keys)) continue;
    layers.push({ kind: 'fileParameter', file: fileOf('helm.fileParameters'), keys, value: null });
  }
  return layers;
}

/** `image.tag` → ['image', 'tag']; `a\.b.c` → ['a.b', 'c']; `list[0].x` → ['list', '0', 'x']. */
export function parameterKeys(name: string): readonly string[] {
  const keys: string[] = [];
  let key = '';
  for (let at = 0; at < name.length; at += 1) {
    const char = name[at];
    if (char === '\\' && at + 1 < name.length) {
      at += 1;
      key += name[at] ?? '';
    } else if (char === '.' || char === '[') {
      if (key !== '') keys.push(key);
      key = '';
    } else if (char !== ']') {
      key += char ?? '';
    }
  }
  return key === '' ? keys : [...keys, key];
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}

/** Text of the scalar under `keys`, as written; null when it is set to nothing; undefined when the file does not set it. */
export function textAt(yaml: string, keys: readonly string[]): string | null | undefined {
  const document = yamlDocument(yaml);
  if (document.errors.length > 0) return undefined; // the render fails; its condition tells it
  let node: unknown = document.contents;
  for (const key of keys) {
    const parent = dereferenced(node, document);
    if (isScalar(parent) && parent.value === null) return null; // `image:` left empty removes what is below
    if (isMap(parent)) node = parent.items.find((pair) => keyText(pair.key) === key)?.value;
    else if (isSeq(parent)) node = parent.items[Number(key)];
    else return undefined;
    if (node === undefined) return undefined;
  }
  const last = dereferenced(node, document);
  if (last === null || (isScalar(last) && last.value === null)) return null;
  if (!isScalar(last)) return undefined;
  return last.type === 'PLAIN' && last.source !== undefined ? last.source : String(last.value);
}

function dereferenced(node: unknown, document: Document): Node | null {
  return (isAlias(node) ? (node.resolve(document) ?? null) : node) as Node | null;
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function textIn(value: unknown, keys: readonly string[]): string | null | undefined {
  let at = value;
  for (const key of keys) {
    if (at === null) return null;
    if (typeof at !== 'object') return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  if (at === undefined || at === null) return at;
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined;
}
