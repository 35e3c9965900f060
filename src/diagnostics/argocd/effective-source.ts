// The sources of an Application as Argo CD renders them: spec.sources before spec.source, and the `.argocd-source` files
// of the repository merged over each (facts/argocd.md 5 E2).
import { applicationSourceSchema, type Application, type ApplicationSource } from '../evidence/argocd.ts';
import type { SourceFile } from '../evidence/evidence.ts';
import { yamlValue } from '../gitops/yaml-document.ts';
import { cleanPath, resolvePath } from './source-path.ts';

/**
 * The sources by position, as `status.sync.revisions` counts them: `spec.sources` wins over `spec.source`; with a hydrator
 * first the branch that is synced, then the dry one that people commit to.
 */
export function specSources(application: Application): readonly ApplicationSource[] {
  const { source, sources, sourceHydrator } = application.spec;
  if (sourceHydrator !== undefined) {
    const { drySource, syncSource } = sourceHydrator;
    const synced = {
      repoURL: drySource.repoURL,
      targetRevision: syncSource.targetBranch,
      path: syncSource.path,
    };
    return [synced, drySource].map((one) => applicationSourceSchema.parse(one));
  }
  if (sources !== undefined && sources.length > 0) return sources;
  return source === undefined ? [] : [source];
}

export interface EffectiveSource {
  readonly source: ApplicationSource;
  /** The `.argocd-source` file that set this part, newest layer first: `helm` or `kustomize`. */
  readonly mergedFrom: readonly { readonly path: string; readonly sets: readonly string[] }[];
}

/** The two files Argo CD merges over a source, lowest first. */
export function overrideFilePaths(source: ApplicationSource, applicationName: string): readonly string[] {
  const folder = source.path ?? '';
  return ['.argocd-source.yaml', `.argocd-source-${applicationName}.yaml`].map(
    (name) => resolvePath(folder, name) ?? name,
  );
}

/** JSON merge patch over the source: maps merge, lists and values are replaced whole (#6665). */
export function effectiveSource(
  source: ApplicationSource,
  index: number,
  files: readonly SourceFile[],
  applicationName: string,
): EffectiveSource {
  let merged: unknown = source;
  const mergedFrom: { path: string; sets: string[] }[] = [];
  for (const path of overrideFilePaths(source, applicationName)) {
    const file = files.find((candidate) => candidate.source === index && cleanPath(candidate.path) === path);
    const patch = yamlMap(file?.content ?? '');
    if (patch === undefined) continue;
    merged = mergePatch(merged, patch);
    mergedFrom.unshift({ path, sets: setPaths(patch) });
  }
  const parsed = applicationSourceSchema.safeParse(merged);
  return parsed.success ? { source: parsed.data, mergedFrom } : { source, mergedFrom: [] };
}

function yamlMap(text: string): Record<string, unknown> | undefined {
  // What is no YAML makes the render fail; the condition of the Application tells it.
  const value = yamlValue(text);
  return isMap(value) ? value : undefined;
}

function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const out: Record<string, unknown> = isMap(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(out, key);
    else out[key] = mergePatch(out[key], value);
  }
  return out;
}

/** `helm.parameters`, `kustomize.images`: two levels are enough to tell which setting a file replaces. */
function setPaths(patch: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(patch).flatMap(([key, value]) =>
    isMap(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key],
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
