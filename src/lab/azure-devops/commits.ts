// Commits of a repository: the list, one commit, its changes, merge bases and comparisons.
import { createHash } from 'node:crypto';
import { param, wholeNumber } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import type { Commit } from '../cases/schema.ts';
import { failure, found, list, page } from './answers.ts';
import type { AzureDevOpsEstate } from './estate.ts';
import { differences } from './git-graph.ts';
import type { GitGraph, HistoryMode, TreeChange } from './git-graph.ts';
import { blobId } from './items.ts';
import { inRepository, repositoryUrl } from './repositories.ts';
import { atVersion, versionOf } from './versions.ts';

/** The list cuts long messages and says so with `commentTruncated` (facts/azure-devops-and-acr.md 3.2). */
const LISTED_MESSAGE = 100;

export function commits(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => {
    const { query } = request;
    const version = versionOf(
      query.get('searchCriteria.itemVersion.version'),
      query.get('searchCriteria.itemVersion.versionType'),
    );
    return atVersion(request, graph, version, (tip) => {
      const path = trimSlashes(query.get('searchCriteria.itemPath') ?? '');
      const mode = historyMode(query.get('searchCriteria.historyMode'));
      const history = graph.history(tip, path === '' ? { mode } : { path, mode }).filter(wanted(query));
      const withPush = query.get('searchCriteria.includePushData') === 'true';
      const values = page(request, history, 100, ['searchCriteria.$', '$']).map((commit) => ({
        ...listedCommit(estate, graph, commit),
        ...(withPush ? pushData(graph, commit) : {}),
      }));
      return list(request, values);
    });
  });
}

export function commit(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withCommit(request, estate, (graph, known) => {
    const changeCount = wholeNumber(request.query.get('changeCount')) ?? 0;
    const changes = changesOf(graph, known);
    return found(request, {
      treeId: treeId(graph, known),
      ...commitBody(estate, graph, known),
      comment: known.message,
      parents: known.parents,
      ...pushData(graph, known),
      ...(changeCount > 0
        ? { changes: changes.slice(0, changeCount).map((change) => changeBody(estate, graph, known, change)) }
        : {}),
      changeCounts: changeCounts(changes),
    });
  });
}

export function changes(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withCommit(request, estate, (graph, known) => {
    const all = changesOf(graph, known);
    return found(request, {
      changeCounts: changeCounts(all),
      changes: page(request, all, 1000, ['', '$']).map((change) => changeBody(estate, graph, known, change)),
    });
  });
}

export function mergeBases(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withCommit(request, estate, (graph, known) => {
    const other = versionOf(request.query.get('otherCommitId'), 'commit');
    return atVersion(request, graph, other, (otherId) =>
      list(
        request,
        graph.mergeBases(known.id, otherId).map((commitId) => ({
          commitId,
          url: `${repositoryUrl(estate, graph)}/commits/${commitId}`,
        })),
      ),
    );
  });
}

/** How target stands against base: ahead counts what only target has, behind what only base has. */
export function compare(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return inRepository(request, estate, (graph) => {
    const { query } = request;
    const side = (name: string) =>
      versionOf(
        query.get(`${name}Version`) ?? query.get(`${name}VersionDescriptor.version`),
        query.get(`${name}VersionType`) ?? query.get(`${name}VersionDescriptor.versionType`),
      );
    return atVersion(request, graph, side('base'), (base) =>
      atVersion(request, graph, side('target'), (target) => {
        const [common] = graph.mergeBases(base, target);
        const from = query.get('diffCommonCommit') === 'true' && common !== undefined ? common : base;
        const all = differences(graph.tree(from), graph.tree(target));
        const shown = page(request, all, 100);
        return found(request, {
          allChangesIncluded: shown.length === all.length,
          changeCounts: changeCounts(all),
          changes: shown.map((change) => changeBody(estate, graph, { id: target }, change)),
          ...(common === undefined ? {} : { commonCommit: common }),
          baseCommit: base,
          targetCommit: target,
          aheadCount: onlyIn(graph, target, base),
          behindCount: onlyIn(graph, base, target),
        });
      }),
    );
  });
}

export function changesOf(graph: GitGraph, known: Commit): readonly TreeChange[] {
  const [parent] = known.parents;
  return differences(parent === undefined ? new Map() : graph.tree(parent), graph.tree(known.id));
}

function withCommit(
  request: LabRequest,
  estate: AzureDevOpsEstate,
  answer: (graph: GitGraph, commit: Commit) => LabAnswer,
): LabAnswer {
  return inRepository(request, estate, (graph) => {
    const id = param(request, 'commit');
    if (!/^[0-9a-f]{40}$/i.test(id)) {
      return failure(request, 400, {
        message: `The object ID ${id} is invalid: 40 hexadecimal digits are expected.`,
        typeKey: 'InvalidArgumentValueException',
        namespace: 'Microsoft.TeamFoundation.SourceControl.WebServer',
        eventId: 0,
      });
    }
    return atVersion(request, graph, { type: 'commit', value: id }, (commitId) => {
      const known = graph.commit(commitId);
      if (known === undefined) throw new RangeError(`resolved to an unknown commit ${commitId}`);
      return answer(graph, known);
    });
  });
}

function listedCommit(estate: AzureDevOpsEstate, graph: GitGraph, known: Commit): Record<string, unknown> {
  const cut = known.message.slice(0, LISTED_MESSAGE);
  return {
    ...commitBody(estate, graph, known),
    comment: cut,
    ...(cut === known.message ? {} : { commentTruncated: true }),
    changeCounts: changeCounts(changesOf(graph, known), true),
  };
}

function commitBody(estate: AzureDevOpsEstate, graph: GitGraph, known: Commit): Record<string, unknown> {
  const { organization } = estate.data;
  const [project, name] = [estate.project.name, graph.repository.name].map(encodeURIComponent);
  return {
    commitId: known.id,
    author: known.author,
    committer: known.committer,
    url: `${repositoryUrl(estate, graph)}/commits/${known.id}`,
    remoteUrl: `https://dev.azure.com/${organization}/${project ?? ''}/_git/${name ?? ''}/commit/${known.id}`,
  };
}

function changeBody(
  estate: AzureDevOpsEstate,
  graph: GitGraph,
  at: { readonly id: string },
  change: TreeChange,
): unknown {
  const content = graph.tree(at.id).get(change.path);
  return {
    item: {
      ...(content === undefined ? {} : { objectId: blobId(content) }),
      gitObjectType: 'blob',
      commitId: at.id,
      path: `/${change.path}`,
      url: `${repositoryUrl(estate, graph)}/items/${encodeURI(change.path)}?versionType=Commit&version=${at.id}`,
    },
    changeType: change.changeType,
  };
}

function changeCounts(all: readonly TreeChange[], withZeros = false): Record<string, number> {
  const counts: Record<string, number> = withZeros ? { Add: 0, Edit: 0, Delete: 0 } : {};
  for (const { changeType } of all) {
    const name = { add: 'Add', edit: 'Edit', delete: 'Delete' }[changeType];
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The push that brought the commit: the first one whose new tip has it and whose old tip has not. */
function pushData(graph: GitGraph, known: Commit): { push?: unknown } {
  const bringing = graph.repository.pushes
    ?.toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date))
    .find((push) =>
      push.refUpdates.some(
        ({ oldObjectId, newObjectId }) =>
          graph.ancestors(newObjectId).has(known.id) && !graph.ancestors(oldObjectId).has(known.id),
      ),
    );
  if (bringing === undefined) return {};
  const { pushId, date, pushedBy } = bringing;
  return { push: { pushId, date, ...(pushedBy === undefined ? {} : { pushedBy }) } };
}

function onlyIn(graph: GitGraph, one: string, other: string): number {
  const known = graph.ancestors(other);
  return [...graph.ancestors(one)].filter((id) => !known.has(id)).length;
}

function wanted(query: URLSearchParams): (commit: Commit) => boolean {
  const author = query.get('searchCriteria.author')?.toLowerCase();
  const from = Date.parse(query.get('searchCriteria.fromDate') ?? '');
  const to = Date.parse(query.get('searchCriteria.toDate') ?? '');
  return ({ author: by, committer }) => {
    const at = Date.parse(committer.date);
    if (author !== undefined && !`${by.name} <${by.email}>`.toLowerCase().includes(author)) return false;
    return !(at < from) && !(at > to);
  };
}

function historyMode(value: string | null): HistoryMode {
  return MODES[value?.toLowerCase() ?? ''] ?? 'simplifiedHistory';
}

/** GitHistoryMode as numbers and as words. */
const MODES: Readonly<Record<string, HistoryMode>> = {
  '0': 'simplifiedHistory',
  '1': 'firstParent',
  '2': 'fullHistory',
  '3': 'fullHistorySimplifyMerges',
  firstparent: 'firstParent',
  fullhistory: 'fullHistory',
  fullhistorysimplifymerges: 'fullHistorySimplifyMerges',
};

function treeId(graph: GitGraph, known: Commit): string {
  const hash = createHash('sha1');
  for (const [path, content] of graph.tree(known.id)) hash.update(`${path}\0${blobId(content)}\0`);
  return hash.digest('hex');
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}
