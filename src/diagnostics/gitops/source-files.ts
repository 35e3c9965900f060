// Which files an Application's source reads: value files with $ref, kustomization references, chart dependencies.
import { z } from 'zod';
import type { ApplicationSource } from '../evidence/argocd.ts';
import type { GitSource } from '../evidence/evidence.ts';
import { yamlValue } from './yaml-document.ts';

/** Joins and tidies a path of a repository: no leading slash, no `.` and `..` left. */
export function joinPath(base: string, relative: string): string {
  const parts: string[] = [];
  for (const part of `${base}/${relative}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/**
 * Repository paths of the Helm value files, in the order that decides (last wins): `$ref/x` in the source of that ref,
 * `/x` from the root, else relative to the source's path (facts/argocd.md A4). URLs of other hosts are left out.
 */
export function valueFilePaths(
  source: ApplicationSource,
  sources: readonly GitSource[],
): { source: number; path: string }[] {
  const own = sources.find((candidate) => candidate.source === source)?.index ?? 0;
  return (source.helm?.valueFiles ?? []).flatMap((file) => {
    if (/^[a-z]+:\/\//i.test(file)) return [];
    const reference = /^\$([^/]+)\/(.*)$/.exec(file);
    if (reference !== null) {
      const target = sources.find((candidate) => candidate.source.ref === reference[1]);
      return target === undefined ? [] : [{ source: target.index, path: joinPath('', reference[2] ?? '') }];
    }
    return [
      { source: own, path: file.startsWith('/') ? joinPath('', file) : joinPath(source.path ?? '', file) },
    ];
  });
}

export function isManifest(path: string): boolean {
  return /\.(ya?ml|json)$/.test(path);
}

const kustomizationSchema = z
  .object({
    resources: z.array(z.string()).nullish(),
    bases: z.array(z.string()).nullish(),
    components: z.array(z.string()).nullish(),
    patchesStrategicMerge: z.array(z.string()).nullish(),
    patches: z.array(z.object({ path: z.string().nullish() }).passthrough()).nullish(),
    configMapGenerator: z.array(z.object({}).passthrough()).nullish(),
  })
  .passthrough();

/** Local files and directories a kustomization builds from; remote ones (URLs, host/path?ref=…) are left out. */
export function kustomizationReferences(content: string): string[] {
  const parsed = kustomizationSchema.safeParse(parseOrNull(content));
  if (!parsed.success) return [];
  const { resources, bases, components, patchesStrategicMerge, patches } = parsed.data;
  const all = [
    ...(resources ?? []),
    ...(bases ?? []),
    ...(components ?? []),
    ...(patchesStrategicMerge ?? []),
    ...(patches ?? []).flatMap(({ path }) => path ?? []),
  ];
  return all.filter(
    (reference) => !reference.includes('://') && !reference.includes('?ref=') && !reference.includes('\n'),
  );
}

export interface ChartDependency {
  readonly name: string;
  readonly alias: string | null;
  readonly version: string | null;
  readonly repository: string | null;
  /** Relative to the chart, for `file://` dependencies and vendored ones. */
  readonly path: string | null;
}

const chartSchema = z
  .object({
    dependencies: z
      .array(
        z.object({
          name: z.string(),
          alias: z.string().nullish(),
          version: z.union([z.string(), z.number()]).transform(String).nullish(),
          repository: z.string().nullish(),
        }),
      )
      .nullish(),
  })
  .passthrough();

export function chartDependencies(chartYaml: string | null): ChartDependency[] {
  const parsed = chartSchema.safeParse(parseOrNull(chartYaml));
  if (!parsed.success) return [];
  return (parsed.data.dependencies ?? []).map(({ name, alias, version, repository }) => ({
    name,
    alias: alias ?? null,
    version: version ?? null,
    repository: repository ?? null,
    path: repository?.startsWith('file://') === true ? repository.slice('file://'.length) : `charts/${name}`,
  }));
}

function parseOrNull(content: string | null): unknown {
  // A broken file has no references; Argo CD's own render error names it.
  return content === null ? null : (yamlValue(content) ?? null);
}
