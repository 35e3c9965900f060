// Does something in the Application, or a `.argocd-source` file, set the tag over what Git says (facts/argocd.md 5 E2)?
import type { Change, ImageName, TagPlace } from '../change.types.ts';
import type { Application, ApplicationSource } from '../evidence/argocd.ts';
import type { SourceFile } from '../evidence/evidence.ts';
import { specSources } from './effective-source.ts';
import { resolvedImage } from './kustomize-images.ts';
import { cleanPath, resolvePath, valueFilePlace } from './source-path.ts';
import { resolvedValue, type SourceView, type ValueLayer } from './value-layers.ts';

export interface TagMask {
  /** The setting that wins, as a person finds it: `spec.source.helm.parameters image.tag`. */
  readonly setting: string;
  /** The `.argocd-source` file that holds it; null when the Application does. */
  readonly file: string | null;
  /** What it says instead. */
  readonly value: string;
}

/** Null: nothing masks the tag as far as the files were read. */
export function tagMask(
  application: Application,
  files: readonly SourceFile[],
  change: Change,
): TagMask | null {
  const sources = specSources(application);
  for (const index of sources.keys()) {
    const view: SourceView = { sources, index, files, applicationName: application.metadata.name };
    const mask = helmMask(view, change) ?? kustomizeMask(view, change.image, change.tag);
    if (mask !== null) return mask;
  }
  return null;
}

function helmMask(view: SourceView, change: Change): TagMask | null {
  if (change.place === null || !reads(view, change.place)) return null;
  const { winner } = resolvedValue(view, chartKeys(view.sources[view.index], change.place));
  if (winner === null || !isInline(winner) || winner.value === change.tag) return null;
  const helm = view.sources.length > 1 ? `spec.sources[${view.index}].helm` : 'spec.source.helm';
  return {
    setting: `${helm}.${SETTINGS[winner.kind] ?? winner.kind} ${winner.keys.join('.')}`,
    file: winner.file?.path ?? null,
    value: winner.value ?? '',
  };
}

const SETTINGS: Readonly<Partial<Record<ValueLayer['kind'], string>>> = {
  values: 'values',
  valuesObject: 'valuesObject',
  parameter: 'parameters',
  fileParameter: 'fileParameters',
};

function isInline(layer: ValueLayer): boolean {
  return layer.kind in SETTINGS;
}

/** A source renders the place when it holds it, or when one of its value files is it. */
function reads({ sources, index }: SourceView, place: TagPlace): boolean {
  if (index === place.source) return true;
  return (sources[index]?.helm?.valueFiles ?? []).some((entry) => {
    const at = valueFilePlace(sources, index, entry);
    return at.in === 'repository' && at.source === place.source && at.path === cleanPath(place.path);
  });
}

/** Keys as the top chart hands them on: a value in `charts/<name>/values.yaml` is under `<name>` from above. */
export function chartKeys(source: ApplicationSource | undefined, place: TagPlace): readonly string[] {
  const charts = resolvePath(source?.path ?? '', 'charts');
  const path = cleanPath(place.path) ?? '';
  if (charts === null || !path.startsWith(`${charts}/`)) return place.keys;
  return [path.slice(charts.length + 1).split('/')[0] ?? '', ...place.keys];
}

function kustomizeMask(view: SourceView, image: ImageName | null, tag: string | null): TagMask | null {
  if (image === null || tag === null) return null;
  const { winner } = resolvedImage(view, image);
  if (winner?.kind !== 'application' || winner.tag === tag) return null;
  const kustomize =
    view.sources.length > 1 ? `spec.sources[${view.index}].kustomize` : 'spec.source.kustomize';
  return { setting: `${kustomize}.images`, file: winner.file?.path ?? null, value: winner.tag ?? '' };
}
