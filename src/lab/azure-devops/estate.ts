// The Azure DevOps half of one world, with the look-ups that several routes need.
import { createHash } from 'node:crypto';
import type { AzureDevOps, Build } from '../cases/schema.ts';
import { gitGraph } from './git-graph.ts';
import type { GitGraph } from './git-graph.ts';

export interface Pool {
  readonly id: number;
  readonly name: string;
  readonly isHosted: boolean;
}

export interface AzureDevOpsEstate {
  readonly data: AzureDevOps;
  readonly project: { readonly id: string; readonly name: string };
  isProject(nameOrId: string): boolean;
  repository(nameOrId: string): GitGraph | undefined;
  readonly repositories: readonly GitGraph[];
  readonly pools: readonly Pool[];
  build(id: number): Build | undefined;
}

export function azureDevOpsEstate(data: AzureDevOps): AzureDevOpsEstate {
  const project = { id: data.projectId ?? uuidOf(data.project), name: data.project };
  const repositories = data.repositories.map(gitGraph);
  let pools: readonly Pool[] | undefined;
  return {
    data,
    project,
    repositories,
    isProject: (given) => same(given, project.name) || same(given, project.id),
    repository: (given) =>
      repositories.find(({ repository }) => same(given, repository.name) || same(given, repository.id)),
    get pools() {
      pools ??= poolsOf(data);
      return pools;
    },
    build: (id) => data.builds.find((build) => build.id === id),
  };
}

/** Azure DevOps matches names and ids without regard to case. */
export function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A stable made-up id, for what the case does not give one. */
export function uuidOf(name: string): string {
  const hex = createHash('sha1').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Pools are named by agents, runs and pipelines; a pool that none of them numbers gets a number of its own. */
function poolsOf(data: AzureDevOps): readonly Pool[] {
  const pools = new Map<string, Pool>();
  for (const { queue } of [...data.definitions, ...data.builds]) {
    const pool = queue?.pool;
    if (pool?.id !== undefined && pool.name !== undefined && !pools.has(pool.name)) {
      pools.set(pool.name, { id: pool.id, name: pool.name, isHosted: pool.isHosted ?? false });
    }
  }
  let next = Math.max(0, ...[...pools.values()].map((pool) => pool.id));
  for (const agent of data.agents) {
    if (!pools.has(agent.pool)) pools.set(agent.pool, { id: ++next, name: agent.pool, isHosted: false });
  }
  return [...pools.values()];
}
