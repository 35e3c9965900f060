// The tag is in a file the Application reads, under a key nothing reads: a values key without a template
// (facts/kubernetes.md T2), or a Kustomize images entry whose name matches no image (F12).
import { z } from 'zod';
import { kustomizeImageNameMismatch, valueKeyTypo } from '../../catalogue/tag-commit/content.ts';
import type { SourceFile } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import { placedEntries, type PlacedEntry } from '../../gitops/places.ts';
import { imageText, parseImage, sameImage } from '../../gitops/image-name.ts';
import { yamlValue } from '../../gitops/yaml-document.ts';
import type { LinkInput } from '../../link.ts';
import type { Verdict } from '../../verdict.ts';
import { proof } from '../verdicts.ts';
import { isRead, readKeys } from './template-keys.ts';
import { dottedKey } from './unread-setting.ts';

export function misplacedTag(input: LinkInput): Verdict | null {
  const { evidence, change } = input;
  const files = valueOf(evidence.desiredFiles) ?? [];
  const live = liveTags(input);
  // What runs already carries the tag: some key was read, whatever else stands in the files.
  if (change.tag === null || live.length === 0 || live.includes(change.tag)) return null;
  const holders = placedEntries(files).filter(
    ({ entry }) => entry.tag === change.tag && entry.form !== 'appVersion',
  );
  return (
    kustomizeMismatch(input, holders, files) ??
    unreadKey(input, holders, files, live) ??
    dottedKey(input, live)
  );
}

/** Tags the workload templates carry now. */
function liveTags({ evidence, change }: LinkInput): string[] {
  const workloads = valueOf(evidence.workloads) ?? [];
  return workloads.flatMap(({ kind, name, object }) => {
    const subject = change.workloads.find((candidate) => candidate.kind === kind && candidate.name === name);
    if (subject === undefined || object === null || !('template' in object.spec)) return [];
    return (object.spec.template?.spec.containers ?? [])
      .filter((container) => subject.containers.includes(container.name))
      .flatMap(({ image }) => (image === undefined ? [] : (parseImage(image).tag ?? [])));
  });
}

const imagesSchema = z
  .object({ images: z.array(z.object({ name: z.string() }).passthrough()) })
  .passthrough();

/** `images[].name` must equal the whole image name of a manifest, without tag; a mismatch is ignored without an error. */
function kustomizeMismatch(
  { change }: LinkInput,
  holders: readonly PlacedEntry[],
  files: readonly SourceFile[],
): Verdict | null {
  const entry = holders.find(({ entry: { form } }) => form === 'kustomize');
  if (entry === undefined || change.image === null) return null;
  const file = files.find(({ path, source }) => path === entry.place.path && source === entry.place.source);
  const parsed = imagesSchema.safeParse(yamlValue(file?.content ?? ''));
  const name = parsed.success ? parsed.data.images[Number(entry.place.keys[1])]?.name : undefined;
  if (name === undefined) return null;
  // Names of the manifests below, as they stand in the files; rendered names of a chart are not known here.
  const manifests = placedEntries(files.filter(({ path }) => path !== entry.place.path))
    .filter(({ entry: { form } }) => form === 'reference')
    .flatMap(({ entry: { repository } }) => repository ?? []);
  const untagged = files.flatMap(({ content }) =>
    [...(content ?? '').matchAll(/^[ \t]*(?:-[ \t]+)?image:[ \t]*["']?([^\s"'#]+)/gm)].flatMap(
      (match) => match[1] ?? [],
    ),
  );
  const known = [...manifests, ...untagged.map((reference) => withoutTag(reference))];
  if (known.length === 0 || known.includes(name)) return null;
  const wanted =
    known.find((candidate) => change.image !== null && sameImage(parseImage(candidate), change.image)) ??
    imageText(change.image);
  return {
    status: 'broken',
    findings: [
      kustomizeImageNameMismatch({ tag: change.tag ?? '', key: name, file: entry.place.path, image: wanted }),
    ],
    proof: [
      proof('desiredFiles', 'file', `${entry.place.path} ${entry.place.keys.join('.')}: ${change.tag ?? ''}`),
      proof('desiredFiles', 'key', `name: ${name}`),
      proof('desiredFiles', 'image', wanted),
    ],
  };
}

function withoutTag(reference: string): string {
  const { registry, repository } = parseImage(reference);
  return imageText({ registry, repository });
}

/** The place of the tag is in a values file, and no template of the chart reads its key. */
function unreadKey(
  { evidence, change }: LinkInput,
  holders: readonly PlacedEntry[],
  files: readonly SourceFile[],
  live: readonly string[],
): Verdict | null {
  const charts = valueOf(evidence.chartFiles);
  if (charts === undefined) return null;
  const templates = charts.filter(({ path }) => path.includes('/templates/'));
  if (templates.length === 0) return null;
  const holder = holders.find(({ place, entry }) => entry.form === 'tag' && isValuesFile(place.path, files));
  if (holder === undefined) return null;
  const { keys, path } = holder.place;
  if (isRead(keys, templates) || holders.some((other) => isRead(other.place.keys, templates))) return null;
  const found =
    change.desiredTag !== null && change.desiredTag !== change.tag ? change.desiredTag : (live[0] ?? '?');
  return {
    status: 'broken',
    findings: [valueKeyTypo({ tag: change.tag ?? '', file: path, key: keys.join('.'), found })],
    proof: [
      proof('desiredFiles', 'file', `${path} ${keys.join('.')}: ${change.tag ?? ''}`),
      proof('chartFiles', 'key', readKeys(templates).join(', ') || '-'),
      proof('workloads', 'liveImage', found),
    ],
  };
}

function isValuesFile(path: string, files: readonly SourceFile[]): boolean {
  return files.some((file) => file.path === path) && !/(^|\/)(Chart\.ya?ml|kustomization\.ya?ml)$/.test(path);
}
