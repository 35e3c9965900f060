// The commit graph of one repository: trees, ancestry, history and differences, worked out on demand and kept.
import type { Commit, Repository } from '../cases/schema.ts';

/** Path without leading slash → content. */
export type Tree = ReadonlyMap<string, string>;
export interface TreeChange {
  readonly path: string;
  readonly changeType: 'add' | 'edit' | 'delete';
}
export type HistoryMode = 'simplifiedHistory' | 'firstParent' | 'fullHistory' | 'fullHistorySimplifyMerges';
export interface GitGraph {
  readonly repository: Repository;
  commit(id: string): Commit | undefined;
  tree(id: string): Tree;
  /** The commit and everything below it. */
  ancestors(id: string): ReadonlySet<string>;
  /** Newest first. A path (file or folder) keeps the commits that change it. */
  history(start: string, options?: { path?: string; mode?: HistoryMode }): readonly Commit[];
  /** Best common ancestors, newest first. */
  mergeBases(one: string, other: string): readonly string[];
}

export function gitGraph(repository: Repository): GitGraph {
  const commits = new Map(repository.commits.map((commit) => [commit.id, commit]));
  const order = new Map(repository.commits.map((commit, index) => [commit.id, index]));
  const trees = new Map<string, Tree>();
  const closures = new Map<string, ReadonlySet<string>>();

  function ancestors(id: string): ReadonlySet<string> {
    const known = closures.get(id);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(commits.get(next)?.parents ?? []));
    }
    closures.set(id, seen);
    return seen;
  }

  function tree(id: string): Tree {
    const known = trees.get(id);
    if (known !== undefined) return known;
    const commit = commits.get(id);
    if (commit === undefined) return new Map();
    const files = new Map(mergedParents(commit));
    for (const [path, content] of Object.entries(commit.files)) {
      if (content === null) files.delete(path);
      else files.set(path, content);
    }
    trees.set(id, files);
    return files;
  }

  /** What a merge brings by itself: the first parent, and what each other parent changed since their common ancestor. */
  function mergedParents(commit: Commit): Tree {
    const [first, ...others] = commit.parents;
    if (first === undefined) return new Map();
    const ours = tree(first);
    if (others.length === 0) return ours;
    const merged = new Map(ours);
    for (const other of others) {
      const [base] = mergeBases(first, other);
      const before = base === undefined ? new Map<string, string>() : tree(base);
      for (const change of differences(before, tree(other))) {
        if (ours.get(change.path) !== before.get(change.path)) continue; // changed on both sides: ours stays
        const content = tree(other).get(change.path);
        if (content === undefined) merged.delete(change.path);
        else merged.set(change.path, content);
      }
    }
    return merged;
  }

  function mergeBases(one: string, other: string): readonly string[] {
    const common = [...ancestors(one)].filter((id) => ancestors(other).has(id));
    const best = common.filter((id) => !common.some((next) => next !== id && ancestors(next).has(id)));
    return best.toSorted((a, b) => (order.get(b) ?? 0) - (order.get(a) ?? 0));
  }

  function history(start: string, options: { path?: string; mode?: HistoryMode } = {}): readonly Commit[] {
    const found: Commit[] = [];
    const seen = new Set<string>();
    const open = [start];
    while (open.length > 0) {
      open.sort(newestLast);
      const id = open.pop();
      const commit = id === undefined ? undefined : commits.get(id);
      if (commit === undefined || seen.has(commit.id)) continue;
      seen.add(commit.id);
      const step = follow(commit, options.path, options.mode ?? 'simplifiedHistory');
      if (step.shown) found.push(commit);
      open.push(...step.parents);
    }
    return found;
  }

  /** Git's history simplification: a merge that took a path unchanged from one parent is explained by that parent. */
  function follow(
    commit: Commit,
    path: string | undefined,
    mode: HistoryMode,
  ): { readonly shown: boolean; readonly parents: readonly string[] } {
    const parents = mode === 'firstParent' ? commit.parents.slice(0, 1) : commit.parents;
    if (path === undefined) return { shown: true, parents };
    const own = tree(commit.id);
    if (parents.length === 0) return { shown: !samePath(new Map(), own, path), parents };
    const same = parents.find((parent) => samePath(tree(parent), own, path));
    if (same === undefined) return { shown: true, parents };
    return { shown: false, parents: mode === 'simplifiedHistory' ? [same] : parents };
  }

  function newestLast(a: string, b: string): number {
    const [one, other] = [commits.get(a), commits.get(b)];
    const byDate = Date.parse(one?.committer.date ?? '') - Date.parse(other?.committer.date ?? '');
    return byDate !== 0 && !Number.isNaN(byDate) ? byDate : (order.get(a) ?? 0) - (order.get(b) ?? 0);
  }

  return { repository, commit: (id) => commits.get(id), tree, ancestors, history, mergeBases };
}

/** By path, in path order. */
export function differences(before: Tree, after: Tree): readonly TreeChange[] {
  const changes: TreeChange[] = [];
  for (const [path, content] of after) {
    const old = before.get(path);
    if (old === undefined) changes.push({ path, changeType: 'add' });
    else if (old !== content) changes.push({ path, changeType: 'edit' });
  }
  for (const path of before.keys()) {
    if (!after.has(path)) changes.push({ path, changeType: 'delete' });
  }
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Is the path itself, or does it lie below the folder? The empty folder is the root. */
export function isAt(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function samePath(before: Tree, after: Tree, path: string): boolean {
  if (before === after) return true;
  return differences(before, after).every((change) => !isAt(change.path, path));
}
