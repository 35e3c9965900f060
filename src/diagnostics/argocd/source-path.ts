// Paths inside the repository of an Application's source: where a values file or a Kustomize base really is.
import type { ApplicationSource } from '../evidence/argocd.ts';

/** Slashes at the ends and `.`/`..` steps resolved; null when the path leaves the repository. */
export function cleanPath(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** `to` seen from folder `from`, a leading slash being the root of the repository. */
export function resolvePath(from: string, to: string): string | null {
  return cleanPath(to.startsWith('/') ? to : `${from}/${to}`);
}

export function isUnder(path: string, folder: string): boolean {
  const [inner, outer] = [cleanPath(path), cleanPath(folder)];
  if (inner === null || outer === null) return false;
  return outer === '' || inner === outer || inner.startsWith(`${outer}/`);
}

export type ValueFilePlace =
  | { readonly in: 'repository'; readonly source: number; readonly path: string }
  /** `https://…`: read by Helm itself, from outside Git. */
  | { readonly in: 'url'; readonly url: string }
  /** Inside a chart fetched from a chart repository: no Git file. */
  | { readonly in: 'chart'; readonly path: string }
  /** `$ref/…` without a source of that name, or a path that leaves the repository. */
  | { readonly in: 'nowhere'; readonly reason: string };

/**
 * Where an entry of `helm.valueFiles` points (facts/argocd.md 5 A4): `$ref/x` from the root of that source's repository,
 * `/x` from the root of the own repository, anything else from source.path.
 */
export function valueFilePlace(
  sources: readonly ApplicationSource[],
  index: number,
  entry: string,
): ValueFilePlace {
  const source = sources[index];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(entry)) return { in: 'url', url: entry };

  const ref = /^\$([^/]+)\/(.*)$/.exec(entry);
  if (ref !== null) {
    const other = sources.findIndex((candidate) => candidate.ref === ref[1]);
    if (other < 0) return { in: 'nowhere', reason: `no source has ref ${ref[1] ?? ''}` };
    return inRepository(other, cleanPath(ref[2] ?? ''), entry);
  }
  if (source?.chart !== undefined) return { in: 'chart', path: entry };
  return inRepository(index, resolvePath(source?.path ?? '', entry), entry);
}

function inRepository(source: number, path: string | null, entry: string): ValueFilePlace {
  return path === null
    ? { in: 'nowhere', reason: `${entry} leaves the repository` }
    : { in: 'repository', source, path };
}
