// Version descriptors: a branch, a tag or a commit, as the library (numbers) or plain REST (words) write them.
import type { LabAnswer, LabRequest } from '../exchange.ts';
import { gitFailure } from './answers.ts';
import type { GitGraph } from './git-graph.ts';

export interface Version {
  readonly type: 'branch' | 'tag' | 'commit';
  /** Undefined: the default branch. */
  readonly value: string | undefined;
}

/** Runs the rest with the commit the version stands for, or answers that it stands for none. */
export function atVersion(
  request: LabRequest,
  graph: GitGraph,
  version: Version,
  answer: (commitId: string) => LabAnswer,
): LabAnswer {
  const commitId = resolveVersion(graph, version);
  return commitId === undefined ? unresolvable(request, graph, version) : answer(commitId);
}

export function versionOf(value: string | null, type: string | null): Version {
  return {
    type: TYPES[type?.toLowerCase() ?? ''] ?? 'branch',
    value: value === null || value === '' ? undefined : value,
  };
}

export function resolveVersion(graph: GitGraph, version: Version): string | undefined {
  const { refs, defaultBranch } = graph.repository;
  if (version.value === undefined) return refs[defaultBranch];
  if (version.type === 'commit') return graph.commit(version.value.toLowerCase())?.id;
  return refs[`refs/${version.type === 'tag' ? 'tags' : 'heads'}/${version.value}`];
}

export function describe(graph: GitGraph, version: Version): string {
  const word = { branch: 'Branch', tag: 'Tag', commit: 'Commit' }[version.type];
  const value = version.value ?? graph.repository.defaultBranch.replace(/^refs\/heads\//, '');
  return `<${word}: ${value} >`;
}

export function unresolvable(request: LabRequest, graph: GitGraph, version: Version): LabAnswer {
  return gitFailure(
    request,
    'GitUnresolvableToCommitException',
    `TF401175:The version descriptor ${describe(graph, version)} could not be resolved to a version in the repository ${graph.repository.name}`,
  );
}

/** GitVersionType: Branch 0, Tag 1, Commit 2. */
const TYPES: Readonly<Record<string, Version['type']>> = {
  '0': 'branch',
  '1': 'tag',
  '2': 'commit',
  branch: 'branch',
  tag: 'tag',
  commit: 'commit',
};
