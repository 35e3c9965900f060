// Azure Repos: repositories, refs, history, files and pushes, through GitApi.
import {
  GitVersionType,
  VersionControlRecursionType,
} from 'azure-devops-node-api/interfaces/GitInterfaces.js';
import type { GitVersionDescriptor } from 'azure-devops-node-api/interfaces/GitInterfaces.js';
import { z } from 'zod';
import type { GitFile, ProjectRef } from '../../evidence/azure-devops.ts';
import type { AzureDevOpsReader, GitVersion } from '../../evidence/ports.ts';
import { ReadFailure } from '../http.ts';
import {
  isFile,
  toChanges,
  toCommit,
  toComparison,
  toPush,
  toRef,
  toRepository,
  wireChanges,
  wireCommit,
  wireComparison,
  wireItem,
  wirePush,
  wireRef,
  wireRepository,
} from './git-answers.ts';
import { list, one, pages, parse } from './look.ts';
import type { Fetch, Look } from './look.ts';
import { inRepository, segments, whatOf } from './request.ts';
import type { Query } from './request.ts';

type GitReader = Pick<
  AzureDevOpsReader,
  | 'repositories'
  | 'repository'
  | 'refs'
  | 'commits'
  | 'commit'
  | 'changes'
  | 'file'
  | 'paths'
  | 'compare'
  | 'pushes'
>;

/** Ids, names and default branches move rarely (facts 7). */
const repositoryMs = 600_000;
/** One request for any commit a person writes; the API's own default is 100 (facts 1.3). */
const changesPage = 500;
/** SHA-1 of the empty blob, whose content the service may leave out. */
const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

export function createGitReader(look: Look): GitReader {
  return {
    repositories: (project, signal) =>
      look.always(
        {
          request: { ...project, path: 'git/repositories' },
          keepMs: repositoryMs,
          fetch: list(wireRepository, toRepository, ({ git }) => git.getRepositories(project.project)),
        },
        signal,
      ),

    repository: (project, repository, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository),
          keepMs: repositoryMs,
          fetch: one(wireRepository, toRepository, ({ git }) =>
            git.getRepository(repository, project.project),
          ),
        },
        signal,
      ),

    refs(project, repository, filter, signal) {
      // Tags only: the commit behind an annotated one.
      const peelTags = filter.startsWith('tags') || undefined;
      return look.maybe(
        {
          request: inRepository(project, repository, 'refs', { filter, peelTags }),
          // Without $top the API returns every ref of the filter.
          fetch: list(wireRef, toRef, ({ git }) =>
            git.getRefs(
              repository,
              project.project,
              filter,
              undefined,
              undefined,
              undefined,
              undefined,
              peelTags,
            ),
          ),
        },
        signal,
      );
    },

    commits(project, repository, query, signal) {
      const { version, path, top, skip = 0 } = query;
      const searchCriteria = {
        ...(path !== undefined && { itemPath: path }),
        itemVersion: descriptor(version),
        includePushData: true,
        $skip: skip,
        $top: top,
      };
      return look.maybe(
        {
          request: inRepository(project, repository, 'commits', {
            'searchCriteria.itemPath': path,
            ...versionQuery('searchCriteria.itemVersion', version),
            'searchCriteria.includePushData': true,
            'searchCriteria.$skip': skip === 0 ? undefined : skip,
            'searchCriteria.$top': top,
          }),
          fetch: list(
            wireCommit,
            (wire) => toCommit(wire, project, repository),
            ({ git }) => git.getCommits(repository, searchCriteria, project.project, skip, top),
          ),
        },
        signal,
      );
    },

    commit: (project, repository, id, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, segments('commits', id)),
          keepMs: keepFullId(id),
          fetch: one(
            wireCommit,
            (wire) => toCommit(wire, project, repository),
            ({ git }) => git.getCommit(id, repository, project.project),
          ),
        },
        signal,
      ),

    changes: (project, repository, id, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, segments('commits', id, 'changes')),
          keepMs: keepFullId(id),
          fetch: pages(
            wireChanges,
            ({ changes }) => changes,
            toChanges,
            { size: changesPage, by: 'skip' },
            ({ size, skip }) => ({
              via: ({ git }) => git.getChanges(id, repository, project.project, size, skip),
            }),
          ),
        },
        signal,
      ),

    file: (project, repository, path, version, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, 'items', {
            path,
            ...versionQuery('versionDescriptor', version),
            includeContent: true,
          }),
          keepMs: keepFixed(version),
          fetch: fetchFile(project, repository, path, version),
        },
        signal,
      ),

    paths: (project, repository, path, version, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, 'items', {
            scopePath: path,
            recursionLevel: 'full',
            ...versionQuery('versionDescriptor', version),
          }),
          keepMs: keepFixed(version),
          fetch: one(
            z.object({ value: z.array(wireItem) }),
            ({ value }) => value.filter(isFile).map((item) => item.path),
            ({ git }) =>
              git.getItems(
                repository,
                project.project,
                path,
                VersionControlRecursionType.Full,
                undefined,
                undefined,
                undefined,
                undefined,
                descriptor(version),
              ),
          ),
        },
        signal,
      ),

    compare: (project, repository, base, target, signal) =>
      look.maybe(
        {
          request: inRepository(project, repository, 'diffs/commits', {
            baseVersion: base.value,
            baseVersionType: base.type,
            targetVersion: target.value,
            targetVersionType: target.type,
            $top: 1,
          }),
          keepMs: keepFixed(base, target),
          // The list of differences is not read: one entry is the least the API gives.
          fetch: one(wireComparison, toComparison, ({ git }) =>
            git.getCommitDiffs(
              repository,
              project.project,
              undefined,
              1,
              undefined,
              descriptor(base),
              descriptor(target),
            ),
          ),
        },
        signal,
      ),

    pushes(project, repository, { refName, top }, signal) {
      const searchCriteria = { refName, includeRefUpdates: true };
      return look.maybe(
        {
          request: inRepository(project, repository, 'pushes', {
            'searchCriteria.refName': refName,
            'searchCriteria.includeRefUpdates': true,
            $top: top,
          }),
          fetch: list(wirePush, toPush, ({ git }) =>
            git.getPushes(repository, project.project, undefined, top, searchCriteria),
          ),
        },
        signal,
      );
    },
  };
}

const versionType = {
  branch: GitVersionType.Branch,
  tag: GitVersionType.Tag,
  commit: GitVersionType.Commit,
} satisfies Record<GitVersion['type'], GitVersionType>;

function descriptor({ type, value }: GitVersion): GitVersionDescriptor {
  return { version: value, versionType: versionType[type] };
}

function versionQuery(prefix: string, { type, value }: GitVersion): Query {
  return { [`${prefix}.version`]: value, [`${prefix}.versionType`]: type };
}

/** A commit never changes; a name may move. */
function keepFullId(id: string): number | undefined {
  return /^[0-9a-f]{40}$/i.test(id) ? Infinity : undefined;
}

function keepFixed(...versions: readonly GitVersion[]): number | undefined {
  const fixed = versions.every(({ type, value }) => type === 'commit' && keepFullId(value) !== undefined);
  return fixed ? Infinity : undefined;
}

function fetchFile(
  project: ProjectRef,
  repository: string,
  path: string,
  version: GitVersion,
): Fetch<GitFile> {
  return async (ask, request) => {
    const reply = await ask(request, ({ git }) =>
      git.getItem(
        repository,
        path,
        project.project,
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        descriptor(version),
        true,
      ),
    );
    if (!reply.there) return reply;
    const item = parse(request, wireItem, reply.body);
    if (!isFile(item)) return { there: false, message: `${path} is a folder` };
    const content = item.objectId === emptyBlob ? '' : item.content;
    if (content === undefined) {
      // A binary file, or one too large for the API.
      throw new ReadFailure({ kind: 'malformed', what: whatOf(request), path: 'content', detail: 'no text' });
    }
    return { there: true, value: { path: item.path, content, objectId: item.objectId } };
  };
}
