// Which layer decides the image of a Kustomize or plain source: the manifests, the `images` of each kustomization from the
// base up, and the images of the Application on top (facts/argocd.md 5 E2). Names are matched as they are at that level.
import { isMap, isScalar, isSeq } from 'yaml';
import { z } from 'zod';
import type { ImageName } from '../change.types.ts';
import type { SourceFile } from '../evidence/evidence.ts';
import { absent } from '../evidence/schema.ts';
import { parseImage, sameImage, type ImageReference } from '../gitops/image-name.ts';
import { yamlDocuments, yamlValue } from '../gitops/yaml-document.ts';
import { effectiveSource } from './effective-source.ts';
import { cleanPath, resolvePath } from './source-path.ts';
import type { SourceView } from './value-layers.ts';

export interface ImageLayer {
  readonly kind: 'manifest' | 'kustomization' | 'application';
  /** The file that holds it; null when the Application itself does. */
  readonly file: { readonly source: number; readonly path: string } | null;
  readonly keys: readonly string[];
  /** Tag (or digest) it sets; null when it leaves the tag alone. */
  readonly tag: string | null;
}

export interface ResolvedImage {
  /** What is rendered; null when no manifest that was read has the image. */
  readonly tag: string | null;
  readonly winner: ImageLayer | null;
  /** Lowest first. */
  readonly layers: readonly ImageLayer[];
  /** References nobody read (remote bases, helmCharts, files that were not gathered): the answer may then be wrong. */
  readonly unread: readonly string[];
}

interface Rendered {
  image: ImageReference;
  readonly layers: ImageLayer[];
}

const kustomizationSchema = z.object({
  resources: absent(z.array(z.string())),
  bases: absent(z.array(z.string())),
  components: absent(z.array(z.string())),
  helmCharts: absent(z.array(z.unknown())),
  patches: absent(z.array(z.unknown())),
  patchesStrategicMerge: absent(z.array(z.unknown())),
  patchesJson6902: absent(z.array(z.unknown())),
  images: absent(
    z.array(
      z.object({
        name: z.string(),
        newName: absent(z.string()),
        newTag: absent(z.union([z.string(), z.number()]).transform(String)),
        digest: absent(z.string()),
      }),
    ),
  ),
});
type Kustomization = z.infer<typeof kustomizationSchema>;

const KUSTOMIZATIONS = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];
/** Overlays of overlays end somewhere; a loop does not. */
const MAX_DEPTH = 10;

/** The image of the service as the source renders it, with the layer that decides its tag. */
export function resolvedImage(view: SourceView, image: ImageName): ResolvedImage {
  const own = view.sources[view.index];
  if (own === undefined) return { tag: null, winner: null, layers: [], unread: [] };
  const unread: string[] = [];
  const effective = effectiveSource(own, view.index, view.files, view.applicationName);
  const folder = cleanPath(own.path ?? '') ?? '';
  const files = view.files.filter((file) => file.source === view.index);
  const rendered =
    kustomizationIn(files, folder) === undefined
      ? manifestsUnder(files, folder, own.directory?.recurse === true)
      : build(files, folder, unread, 0);
  const overridden = effective.mergedFrom.find(({ sets }) => sets.includes('kustomize.images'));
  const file = overridden === undefined ? null : { source: view.index, path: overridden.path };
  for (const [position, text] of (effective.source.kustomize?.images ?? []).entries()) {
    applyImage(rendered, applicationImage(text), {
      kind: 'application',
      file,
      keys: ['kustomize', 'images', String(position)],
    });
  }

  const found = rendered.find((candidate) => sameImage(candidate.image, image));
  if (found === undefined) return { tag: null, winner: null, layers: [], unread };
  const winner = found.layers.findLast((layer) => layer.tag !== null) ?? null;
  return { tag: found.image.tag ?? found.image.digest, winner, layers: found.layers, unread };
}

/** Resources first, then components, then the images of this level: the order of Kustomize. */
function build(files: readonly SourceFile[], folder: string, unread: string[], depth: number): Rendered[] {
  const file = kustomizationIn(files, folder);
  const kustomization = file === undefined ? undefined : parseKustomization(file.content);
  if (file === undefined || kustomization === undefined || depth > MAX_DEPTH) {
    unread.push(folder);
    return [];
  }
  const rendered = [...(kustomization.resources ?? []), ...(kustomization.bases ?? [])].flatMap((entry) =>
    resource(files, folder, entry, unread, depth),
  );
  for (const component of kustomization.components ?? []) {
    const path = resolvePath(folder, component) ?? component;
    const inner = kustomizationIn(files, path);
    const parsed = inner === undefined ? undefined : parseKustomization(inner.content);
    if (inner === undefined || parsed === undefined) unread.push(component);
    else transform(rendered, inner, parsed, unread);
  }
  transform(rendered, file, kustomization, unread);
  return rendered;
}

function resource(
  files: readonly SourceFile[],
  folder: string,
  entry: string,
  unread: string[],
  depth: number,
): Rendered[] {
  const path = entry.includes('://') || entry.includes('?ref=') ? null : resolvePath(folder, entry);
  const file = path === null ? undefined : files.find((candidate) => cleanPath(candidate.path) === path);
  if (file?.content !== undefined && file.content !== null) return manifestImages(file);
  if (path !== null && kustomizationIn(files, path) !== undefined)
    return build(files, path, unread, depth + 1);
  unread.push(entry);
  return [];
}

function transform(
  rendered: Rendered[],
  file: SourceFile,
  kustomization: Kustomization,
  unread: string[],
): void {
  if ((kustomization.helmCharts ?? []).length > 0) unread.push(`helmCharts of ${file.path}`);
  const patches = [
    ...(kustomization.patches ?? []),
    ...(kustomization.patchesStrategicMerge ?? []),
    ...(kustomization.patchesJson6902 ?? []),
  ];
  // A patch may set the image; its text is only looked through, never applied.
  if (patches.some((patch) => /\bimage\b/.test(JSON.stringify(patch))))
    unread.push(`patches of ${file.path}`);
  for (const [position, entry] of (kustomization.images ?? []).entries()) {
    applyImage(rendered, entry, {
      kind: 'kustomization',
      file: { source: file.source, path: cleanPath(file.path) ?? file.path },
      keys: [
        'images',
        String(position),
        entry.newTag === undefined && entry.digest !== undefined ? 'digest' : 'newTag',
      ],
    });
  }
}

interface ImageEntry {
  readonly name: string;
  readonly newName?: string | undefined;
  readonly newTag?: string | undefined;
  readonly digest?: string | undefined;
}

function applyImage(rendered: readonly Rendered[], entry: ImageEntry, at: Omit<ImageLayer, 'tag'>): void {
  for (const one of rendered) {
    if (nameOf(one.image) !== entry.name) continue;
    const name = parseImage(entry.newName ?? entry.name);
    const sets = entry.newTag ?? entry.digest ?? null;
    one.image = {
      registry: name.registry,
      repository: name.repository,
      tag: entry.digest === undefined ? (entry.newTag ?? one.image.tag) : (entry.newTag ?? null),
      digest: entry.digest ?? (entry.newTag === undefined ? one.image.digest : null),
    };
    one.layers.push({ ...at, tag: sets });
  }
}

function nameOf(image: ImageReference): string {
  return image.registry === '' ? image.repository : `${image.registry}/${image.repository}`;
}

/** `name=new/name:tag`, `name:tag`, `name@digest`: the arguments of `kustomize edit set image`. */
function applicationImage(text: string): ImageEntry {
  const equals = text.indexOf('=');
  const target = parseImage(equals < 0 ? text : text.slice(equals + 1));
  return {
    name: equals < 0 ? nameOf(target) : text.slice(0, equals),
    newName: nameOf(target),
    newTag: target.tag ?? undefined,
    digest: target.digest ?? undefined,
  };
}

function kustomizationIn(files: readonly SourceFile[], folder: string): SourceFile | undefined {
  const wanted = KUSTOMIZATIONS.map((name) => resolvePath(folder, name));
  return files.find((file) => file.content !== null && wanted.includes(cleanPath(file.path)));
}

function parseKustomization(content: string | null): Kustomization | undefined {
  const value = yamlValue(content ?? '');
  const parsed = kustomizationSchema.safeParse(value === null ? {} : value);
  return parsed.success ? parsed.data : undefined;
}

/** A plain source renders every manifest of its folder, of the folders below only with `recurse`. */
function manifestsUnder(files: readonly SourceFile[], folder: string, recurse: boolean): Rendered[] {
  return files
    .filter((file) => {
      const path = cleanPath(file.path) ?? '';
      if (!/\.(?:ya?ml|json)$/.test(path)) return false;
      const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
      return parent === folder || (recurse && (folder === '' || parent.startsWith(`${folder}/`)));
    })
    .flatMap(manifestImages);
}

/** Every `image:` beside a `name:` in the containers of a manifest. */
function manifestImages(file: SourceFile): Rendered[] {
  const found: Rendered[] = [];
  const place = { source: file.source, path: cleanPath(file.path) ?? file.path };
  const walk = (node: unknown, keys: readonly string[]): void => {
    if (isSeq(node)) node.items.forEach((item, position) => walk(item, [...keys, String(position)]));
    if (!isMap(node)) return;
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      const inContainer = /ontainers$/.test(keys.at(-2) ?? '');
      if (key === 'image' && inContainer && isScalar(pair.value) && typeof pair.value.value === 'string') {
        const image = parseImage(pair.value.value);
        const layer: ImageLayer = {
          kind: 'manifest',
          file: place,
          keys: [...keys, key],
          tag: image.tag ?? image.digest,
        };
        found.push({ image, layers: [layer] });
      } else {
        walk(pair.value, [...keys, key]);
      }
    }
  };
  for (const document of yamlDocuments(file.content ?? '')) {
    if (document.errors.length === 0) walk(document.contents, []);
  }
  return found;
}
