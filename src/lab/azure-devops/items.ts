// Files and folders at a version: one item, its text, or the paths below a folder.
import { createHash } from 'node:crypto';
import { accepts } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import { found, gitFailure, list, plainText } from './answers.ts';
import type { AzureDevOpsEstate } from './estate.ts';
import { isAt } from './git-graph.ts';
import type { GitGraph } from './git-graph.ts';
import { inRepository, repositoryUrl } from './repositories.ts';
import { atVersion, describe, versionOf } from './versions.ts';

interface Place {
  readonly path: string;
  readonly isFolder: boolean;
}

export function items(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => {
    const { query } = request;
    const version = versionOf(
      query.get('versionDescriptor.version') ?? query.get('version'),
      query.get('versionDescriptor.versionType') ?? query.get('versionType'),
    );
    return atVersion(request, graph, version, (commitId) => {
      const scope = query.get('scopePath') ?? query.get('path') ?? '/';
      const path = scope.replace(/^\/+|\/+$/g, '');
      const content = graph.tree(commitId).get(path);
      if (content === undefined && !isFolder(graph, commitId, path)) {
        return gitFailure(
          request,
          'GitItemNotFoundException',
          `TF401174: The item '${path}' could not be found in the repository '${graph.repository.name}' at the version specified by '${describe(graph, version)}' (resolved to commit '${commitId}')`,
        );
      }
      if (query.get('scopePath') !== null || recursion(query) !== 'none') {
        const places = placesAt(graph, commitId, path, recursion(query));
        return list(
          request,
          places.map((place) => itemBody(estate, graph, commitId, place)),
        );
      }
      if (content !== undefined && wantsText(request)) return plainText(request, content);
      const place = { path, isFolder: content === undefined };
      return found(request, {
        ...itemBody(estate, graph, commitId, place),
        ...(query.get('includeContentMetadata') === 'true' ? { contentMetadata: contentMetadata(path) } : {}),
        ...(content !== undefined && query.get('includeContent') === 'true' ? { content } : {}),
      });
    });
  });
}

/** Git's own id of a file's content. */
export function blobId(content: string): string {
  const bytes = Buffer.from(content, 'utf8');
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function itemBody(
  estate: AzureDevOpsEstate,
  graph: GitGraph,
  commitId: string,
  place: Place,
): Record<string, unknown> {
  const content = graph.tree(commitId).get(place.path);
  return {
    objectId: content === undefined ? folderId(graph, commitId, place.path) : blobId(content),
    gitObjectType: place.isFolder ? 'tree' : 'blob',
    commitId,
    path: `/${place.path}`,
    ...(place.isFolder ? { isFolder: true } : {}),
    url: `${repositoryUrl(estate, graph)}/items/${encodeURI(place.path)}?versionType=Commit&version=${commitId}&versionOptions=None`,
  };
}

/** The folder itself comes first, as the service lists it. */
function placesAt(
  graph: GitGraph,
  commitId: string,
  folder: string,
  depth: 'none' | 'oneLevel' | 'full',
): readonly Place[] {
  const files = [...graph.tree(commitId).keys()].filter((path) => isAt(path, folder));
  if (files.includes(folder)) return [{ path: folder, isFolder: false }];
  const places = new Map<string, Place>([[folder, { path: folder, isFolder: true }]]);
  if (depth === 'none') return [...places.values()];
  for (const file of files) {
    const steps = file.slice(folder === '' ? 0 : folder.length + 1).split('/');
    const deepest = depth === 'oneLevel' ? 1 : steps.length;
    for (let count = 1; count <= deepest; count++) {
      const path = [...(folder === '' ? [] : [folder]), ...steps.slice(0, count)].join('/');
      places.set(path, { path, isFolder: count < steps.length });
    }
  }
  return [...places.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function isFolder(graph: GitGraph, commitId: string, path: string): boolean {
  return path === '' || [...graph.tree(commitId).keys()].some((file) => file.startsWith(`${path}/`));
}

function folderId(graph: GitGraph, commitId: string, folder: string): string {
  const hash = createHash('sha1').update(`tree ${folder}\0`);
  for (const [path, content] of graph.tree(commitId)) if (isAt(path, folder)) hash.update(blobId(content));
  return hash.digest('hex');
}

function contentMetadata(path: string): unknown {
  const fileName = path.split('/').at(-1) ?? path;
  const extension = /\.([^.]+)$/.exec(fileName)?.[1] ?? '';
  return { encoding: 65001, contentType: 'text/plain', fileName, extension };
}

/** VersionControlRecursionType: None 0, OneLevel 1, OneLevelPlusNestedEmptyFolders 4, Full 120. */
function recursion(query: URLSearchParams): 'none' | 'oneLevel' | 'full' {
  const level = (query.get('recursionLevel') ?? 'none').toLowerCase();
  if (level === 'full' || level === '120') return 'full';
  return level === 'none' || level === '0' ? 'none' : 'oneLevel';
}

function wantsText(request: LabRequest): boolean {
  const format = request.query.get('$format')?.toLowerCase();
  if (format !== undefined) return format === 'text' || format === 'octetstream';
  return accepts(request, 'text/plain') || accepts(request, 'application/octet-stream');
}
