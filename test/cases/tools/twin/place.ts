// Where the tag of the service stands for an Application, and how it is written there: Kustomize images, Helm values, plain
// manifests. What would hide the written tag (a later values file, a parameter, an override file) is taken out.
import { parseImage } from '../../../../src/diagnostics/gitops/image-name.ts';
import { parse, stringify } from 'yaml';
import type { Application, Repository, Source } from './model.ts';
import { chartFolder, followedSources, joined, sourcesOf, treeOf, type FollowedSource } from './sources.ts';
import type { Subject } from './subject.ts';
import type { World } from './world.ts';
import { leavesOf, valueAt, withoutValue, withValue, type Leaf } from './yaml-text.ts';

export interface Edit {
  readonly repository: Repository;
  readonly branch: string;
  readonly file: string;
  /** null deletes the file. */
  readonly content: string | null;
  /** Puts right what kept a written tag from being read; it writes no tag itself. */
  readonly isFix: boolean;
}

export interface Written {
  /** What has to be committed so that the place holds the tag; empty when it does already. */
  readonly edits: readonly Edit[];
  /** The file that decides, where it is in Git. */
  readonly file: string | null;
  readonly source: FollowedSource | null;
}

interface Asked {
  readonly world: World;
  readonly subject: Subject;
  readonly tag: string;
}

export function writeTag(asked: Asked): Written {
  const { world, subject } = asked;
  const { application } = subject;
  const main = mainSource(application);
  const followed = followedSources(world, application);
  if (isHelm(main, followed)) return writeHelm(asked, main, followed);
  const source = followed.find((one) => one.source === main);
  if (source === undefined) return { edits: [], file: null, source: null };
  return writeManifests(asked, source);
}

/** The source that renders; the others lend files. */
export function mainSource(application: Application): Source {
  const sources = sourcesOf(application);
  const main = sources.find(({ chart, path }) => chart !== undefined || path !== undefined) ?? sources[0];
  if (main === undefined) throw new Error(`Application ${application.metadata.name} has no source`);
  return main;
}

export function isHelm(main: Source, followed: readonly FollowedSource[]): boolean {
  if (main.chart !== undefined) return true;
  const own = followed.find(({ source }) => source === main);
  return own !== undefined && treeOf(own).has(joined(main.path ?? '', 'Chart.yaml'));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The tag that the chart or its values say now. */
export function tagNow(world: World, subject: Subject): string | undefined {
  const main = mainSource(subject.application);
  const candidates = candidatesOf(layersOf(world, main, followedSources(world, subject.application)));
  const keys = tagKeys(candidates, { world, subject, tag: '' })?.join('\n');
  return candidates.findLast((one) => one.keys.join('\n') === keys && one.leaf.value !== '')?.leaf.value;
}

// Kustomize and plain manifests

interface Chain {
  /** Innermost first. */
  readonly kustomizations: readonly string[];
  readonly manifests: readonly string[];
}

function chainOf(tree: ReadonlyMap<string, string>, folder: string): Chain {
  const file = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']
    .map((name) => joined(folder, name))
    .find((one) => tree.has(one));
  if (file === undefined) {
    const manifests = [...tree.keys()].filter(
      (path) => path.startsWith(folder === '' ? '' : `${folder}/`) && /\.ya?ml$/.test(path),
    );
    return { kustomizations: [], manifests };
  }
  const content = parse(tree.get(file) ?? '') as Record<string, unknown> | null;
  const lists = ['resources', 'bases', 'components'].flatMap((key) => content?.[key] ?? []);
  const references = lists
    .filter((one): one is string => typeof one === 'string')
    .map((one) => joined(folder, one));
  const below = references.filter((one) => !tree.has(one)).map((one) => chainOf(tree, one));
  return {
    kustomizations: [...below.flatMap((one) => one.kustomizations), file],
    manifests: [...below.flatMap((one) => one.manifests), ...references.filter((one) => tree.has(one))],
  };
}

/** The files that the source reads, for telling whether it reads a given one. */
export function readFiles(source: FollowedSource): string[] {
  const { kustomizations, manifests } = chainOf(treeOf(source), joined('', source.source.path ?? ''));
  return [...kustomizations, ...manifests];
}

function writeManifests({ subject, tag }: Asked, source: FollowedSource): Written {
  const tree = treeOf(source);
  const { kustomizations, manifests } = chainOf(tree, joined('', source.source.path ?? ''));
  const own = manifests.flatMap((file) =>
    serviceLeaves(tree.get(file) ?? '', subject).map((leaf) => ({ file, leaf })),
  );
  const [base] = own.filter(({ leaf }) => leaf.keys.at(-1) === 'image');
  const edits = new Map<string, string>();
  let isFix = false;
  const content = (file: string): string => edits.get(file) ?? tree.get(file) ?? '';
  let decided: string | null = null;
  if (base !== undefined) {
    let name = nameOf(base.leaf.value);
    for (const file of kustomizations) {
      for (const entry of imageEntries(content(file))) {
        if (entry.name !== name) continue;
        if (entry.hasTag) decided = file;
        name = entry.newName ?? name;
      }
    }
    if (decided !== null) {
      edits.set(
        decided,
        withEntryTag(content(decided), nameBefore(base.leaf.value, kustomizations, decided, content), tag),
      );
    } else {
      const near = kustomizations
        .toReversed()
        .find((file) =>
          imageEntries(content(file)).some(
            (one) => lastPart(one.name) === subject.image.repository.split('/').at(-1),
          ),
        );
      if (near !== undefined) {
        // An entry that names the image otherwise than the manifest does matches nothing: it gets the manifest's name.
        decided = near;
        isFix = valuesOf(content(near)).includes(tag);
        edits.set(near, withRenamedEntry(content(near), nameOf(base.leaf.value), subject, tag));
      } else {
        decided = base.file;
        edits.set(
          base.file,
          withValue(
            content(base.file),
            base.leaf.keys,
            `${nameOf(base.leaf.value)}:${tag}`,
            base.leaf.document,
          ),
        );
      }
    }
  } else {
    const [other] = own;
    if (other !== undefined) {
      decided = other.file;
      edits.set(
        other.file,
        withValue(content(other.file), other.leaf.keys, valueFor(other.leaf, tag), other.leaf.document),
      );
    }
  }
  return {
    edits: [...edits]
      .filter(([file, text]) => text !== tree.get(file))
      .map(([file, text]) => ({
        repository: source.repository,
        branch: source.branch,
        file,
        content: text,
        isFix,
      })),
    file: decided,
    source,
  };
}

/** Image references of the service, and tags beside its repository. */
function serviceLeaves(text: string, { image, service }: Subject): Leaf[] {
  const wanted = lastPart(image.repository);
  const leaves = leavesOf(text);
  return leaves.filter((leaf) => {
    const key = leaf.keys.at(-1) ?? '';
    if (key === 'image')
      return (
        lastPart(parseImage(leaf.value).repository) === wanted || lastPart(nameOf(leaf.value)) === service
      );
    if (!isTagKey(key)) return false;
    const parent = leaf.keys.slice(0, -1);
    const beside = leaves.find(
      (one) => one.document === leaf.document && one.keys.join('\n') === [...parent, 'repository'].join('\n'),
    );
    return beside !== undefined && lastPart(beside.value) === wanted;
  });
}

function valueFor(leaf: Leaf, tag: string): string {
  return leaf.keys.at(-1) === 'image' ? `${nameOf(leaf.value)}:${tag}` : tag;
}

/** The reference without its tag, as it is written. */
function nameOf(reference: string): string {
  const plain = reference.replace(/@sha256:.*$/, '');
  const slash = plain.lastIndexOf('/');
  const colon = plain.indexOf(':', slash + 1);
  return colon < 0 ? plain : plain.slice(0, colon);
}

interface ImageEntry {
  readonly index: number;
  readonly name: string;
  readonly newName: string | undefined;
  readonly hasTag: boolean;
}

function imageEntries(text: string): ImageEntry[] {
  const content = parse(text) as { images?: { name?: string; newName?: string; newTag?: unknown }[] } | null;
  return (content?.images ?? []).map(({ name = '', newName, newTag }, index) => ({
    index,
    name,
    newName,
    hasTag: newTag !== undefined,
  }));
}

function valuesOf(text: string): string[] {
  return leavesOf(text).map(({ value }) => value);
}

function nameBefore(
  reference: string,
  kustomizations: readonly string[],
  decided: string,
  content: (file: string) => string,
): string {
  let name = nameOf(reference);
  for (const file of kustomizations) {
    if (file === decided) break;
    name = imageEntries(content(file)).find((entry) => entry.name === name)?.newName ?? name;
  }
  return name;
}

function withEntryTag(text: string, name: string, tag: string): string {
  const entry = imageEntries(text).findLast((one) => one.name === name && one.hasTag);
  return entry === undefined ? text : withValue(text, ['images', String(entry.index), 'newTag'], tag);
}

function withRenamedEntry(text: string, name: string, { image }: Subject, tag: string): string {
  const entry = imageEntries(text).find((one) => lastPart(one.name) === lastPart(image.repository));
  if (entry === undefined) return text;
  const keys = ['images', String(entry.index)];
  return withValue(withValue(text, [...keys, 'name'], name), [...keys, 'newTag'], tag);
}

// Helm

interface Layer {
  readonly source: FollowedSource;
  readonly file: string;
  readonly content: string;
  /** Of a dependency: its values stand under its name for the parent. */
  readonly prefix: readonly string[];
}

function isTagKey(key: string): boolean {
  return /^(?:tag|newTag|image[-_]?[Tt]ag)$|Tag$/.test(key);
}

/** Lowest first, as Helm merges them. */
export function layersOf(world: World, main: Source, followed: readonly FollowedSource[]): Layer[] {
  const own = followed.find(({ source }) => source === main);
  const layers: Layer[] = [];
  const add = (source: FollowedSource, file: string, prefix: readonly string[] = []): void => {
    const content = treeOf(source).get(file);
    if (content !== undefined) layers.push({ source, file, content, prefix });
  };
  const chart = main.chart === undefined ? undefined : chartFolder(world, main.chart);
  const folder = chart?.folder ?? joined('', main.path ?? '');
  const chartSource = chart === undefined ? own : publishedFrom(chart.repository, main);
  if (chartSource !== undefined) {
    for (const name of dependenciesOf(treeOf(chartSource).get(joined(folder, 'Chart.yaml')))) {
      const file = joined(folder, name.path ?? `charts/${name.name}`);
      add(chartSource, `${file}/values.yaml`, [name.name]);
    }
    add(chartSource, joined(folder, 'values.yaml'));
  }
  for (const name of main.helm?.valueFiles ?? []) {
    const reference = /^\$([^/]+)\/(.+)$/.exec(name);
    const lender =
      reference === null ? chartSource : followed.find(({ source }) => source.ref === reference[1]);
    if (lender !== undefined)
      add(lender, reference === null ? joined(folder, name) : joined('', reference[2] ?? ''));
  }
  return layers;
}

function publishedFrom(repository: Repository, main: Source): FollowedSource {
  return { index: -1, source: main, repository, branch: repository.defaultBranch.replace('refs/heads/', '') };
}

function dependenciesOf(chartFile: string | undefined): { name: string; path: string | undefined }[] {
  const chart =
    chartFile === undefined
      ? null
      : (parse(chartFile) as {
          dependencies?: { name: string; alias?: string; repository?: string }[];
        } | null);
  return (chart?.dependencies ?? []).map(({ name, alias, repository }) => ({
    name: alias ?? name,
    path: repository?.startsWith('file://') === true ? repository.slice('file://'.length) : undefined,
  }));
}

interface Candidate {
  readonly layer: number;
  /** As the parent chart sees them. */
  readonly keys: readonly string[];
  readonly leaf: Leaf;
}

function candidatesOf(layers: readonly Layer[]): Candidate[] {
  return layers.flatMap((layer, index) =>
    leavesOf(layer.content)
      .filter(({ document }) => document === 0)
      .map((leaf) => ({ layer: index, keys: [...layer.prefix, ...leaf.keys], leaf })),
  );
}

/** The keys that feed the service's image: told by the repository beside them, by the value they have, by the service's name. */
function tagKeys(candidates: readonly Candidate[], { subject, tag }: Asked): readonly string[] | undefined {
  const repository = lastPart(subject.image.repository);
  const scored = candidates.flatMap(({ keys, leaf }) => {
    const last = keys.at(-1) ?? '';
    if (
      last === 'image' &&
      lastPart(parseImage(leaf.value).repository) === repository &&
      /[:/]/.test(leaf.value)
    )
      return [{ keys, score: 6 }];
    if (!isTagKey(last)) return [];
    const parent = keys.slice(0, -1).join('\n');
    const beside = candidates.filter(
      (one) =>
        one.keys.slice(0, -1).join('\n') === parent &&
        one.keys.at(-1) === 'repository' &&
        one.leaf.value !== '',
    );
    if (beside.length > 0 && !beside.some((one) => lastPart(one.leaf.value) === repository)) return [];
    let score = beside.length > 0 ? 5 : 0;
    if (leaf.value !== '' && leaf.value === subject.tagBefore) score += 2;
    if (leaf.value === tag) score += 1;
    if (keys.some((key) => key === subject.service)) score += 1;
    if (keys.at(-2) === 'image') score += 1;
    return [{ keys, score }];
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.keys;
}

function writeHelm(asked: Asked, main: Source, followed: readonly FollowedSource[]): Written {
  const { world, subject, tag } = asked;
  const layers = layersOf(world, main, followed);
  const candidates = candidatesOf(layers);
  const keys = tagKeys(candidates, asked) ?? ['image', 'tag'];
  const same = candidates.filter(
    (one) => one.keys.join('\n') === keys.join('\n') && !isPublished(layers[one.layer]),
  );
  dropOverrides(main, keys);
  const edits: Edit[] = [];
  const edit = (layer: Layer, content: string, isFix: boolean): void => {
    if (content === layer.content) return;
    edits.push({
      repository: layer.source.repository,
      branch: layer.source.branch,
      file: layer.file,
      content,
      isFix,
    });
  };
  edits.push(...overrideFiles(subject.application, main, followed));
  const value = (leaf: Leaf): string => valueFor(leaf, tag);
  // The pipeline's own file keeps the tag; a later file that pins another one loses its pin.
  const kept = same.findLast(({ leaf }) => leaf.value === value(leaf)) ?? same.at(-1);
  for (const one of same) {
    const layer = layers[one.layer];
    if (layer === undefined || one.layer < (kept?.layer ?? 0)) continue;
    if (one === kept) edit(layer, withValue(layer.content, one.leaf.keys, value(one.leaf)), false);
    else edit(layer, withoutValue(layer.content, one.leaf.keys), true);
  }
  const keptLayer = kept === undefined ? undefined : layers[kept.layer];
  if (keptLayer !== undefined) return { edits, file: keptLayer.file, source: keptLayer.source };
  const last = layers.findLast((layer) => !isPublished(layer) && layer.prefix.length === 0);
  if (last !== undefined) {
    edit(last, withValue(last.content, keys, tag), false);
    return { edits, file: last.file, source: last.source };
  }
  // A published chart without values of its own: the Application itself says the tag.
  main.helm ??= {};
  main.helm.values = inlineValues(main.helm.values, keys, tag);
  return { edits, file: null, source: null };
}

function isPublished(layer: Layer | undefined): boolean {
  return layer?.source.index === -1 && layer.file.endsWith('/values.yaml');
}

/** Parameters and inline values beat every file; where a file holds the tag they go. */
function dropOverrides(main: Source, keys: readonly string[]): void {
  const { helm } = main;
  if (helm === undefined) return;
  const path = keys.join('.');
  if (helm.parameters !== undefined) {
    helm.parameters = helm.parameters.filter(({ name }) => name !== path);
    if (helm.parameters.length === 0) delete helm.parameters;
  }
  if (helm.values !== undefined && valueAt(helm.values, keys) !== undefined) {
    const rest = withoutValue(helm.values, keys);
    if (/^\s*(?:\{\}|null)?\s*$/.test(rest)) delete helm.values;
    else helm.values = rest;
  }
  if (helm.valuesObject !== undefined) {
    const rest = parse(withoutValue(stringify(helm.valuesObject), keys)) as Record<string, unknown> | null;
    if (rest === null || Object.keys(rest).length === 0) delete helm.valuesObject;
    else helm.valuesObject = rest;
  }
}

/** .argocd-source.yaml and .argocd-source-<application>.yaml beside the chart. */
function overrideFiles(application: Application, main: Source, followed: readonly FollowedSource[]): Edit[] {
  const own = followed.find(({ source }) => source === main);
  if (own === undefined) return [];
  const tree = treeOf(own);
  return ['.argocd-source.yaml', `.argocd-source-${application.metadata.name}.yaml`]
    .map((name) => joined(main.path ?? '', name))
    .filter((file) => tree.has(file))
    .map((file) => ({ repository: own.repository, branch: own.branch, file, content: null, isFix: true }));
}

/** Dotted keys are literal keys for Helm: each becomes the nested one it was meant to be. */
function inlineValues(values: string | undefined, keys: readonly string[], tag: string): string {
  const old = (values === undefined ? {} : parse(values)) as Record<string, unknown> | null;
  let text = '{}\n';
  for (const [key, value] of Object.entries(old ?? {})) {
    text = stringify(merged(parse(text) as Record<string, unknown>, key.split('.'), value));
  }
  return stringify(merged(parse(text) as Record<string, unknown>, keys, tag));
}

function merged(
  into: Record<string, unknown>,
  keys: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [key, ...rest] = keys;
  if (key === undefined) return into;
  const below = into[key];
  const next =
    rest.length === 0
      ? value
      : merged(
          typeof below === 'object' && below !== null ? (below as Record<string, unknown>) : {},
          rest,
          value,
        );
  return { ...into, [key]: next };
}
