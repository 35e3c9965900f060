// Runs: the list, one run, its timeline, its logs and the commits it built.
import { accepts, param, wholeNumber, without } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import type { Build } from '../cases/schema.ts';
import { failure, found, list, noContent, plainText } from './answers.ts';
import type { AzureDevOpsEstate } from './estate.ts';
import { same, uuidOf } from './estate.ts';
import { repositoryUrl } from './repositories.ts';

/** The service's page when $top is not given. */
const DEFAULT_TOP = 1000;

export function builds(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const { query } = request;
  const order = ORDERS[query.get('queryOrder')?.toLowerCase() ?? ''] ?? ORDERS['finishtimedescending'];
  if (order === undefined) throw new RangeError('the default order is missing');
  const kept = estate.data.builds.filter(wanted(query, order.time)).toSorted((one, other) => {
    const newer = timeOf(one, order.time) - timeOf(other, order.time) || one.id - other.id;
    return order.descending ? -newer : newer;
  });
  const start = wholeNumber(query.get('continuationToken')) ?? 0;
  const next = start + (wholeNumber(query.get('$top')) ?? DEFAULT_TOP);
  return list(
    request,
    kept.slice(start, next).map((build) => buildBody(estate, build)),
    next < kept.length ? { 'x-ms-continuationtoken': String(next) } : {},
  );
}

export function build(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withBuild(request, estate, (known) => found(request, buildBody(estate, known)));
}

export function timeline(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withBuild(request, estate, (known) => {
    const { records, ...own } = known.timeline;
    if (records.length === 0) return noContent(request);
    const id = planOf(known) ?? uuidOf(`timeline ${known.id}`);
    return found(request, {
      records: records.map((record) => ({ issues: [], previousAttempts: [], ...record })),
      lastChangedBy: uuidOf('timeline'),
      lastChangedOn: known.finishTime ?? known.startTime ?? known.queueTime,
      id,
      changeId: records.length,
      url: `${buildUrl(estate, known)}/Timeline/${id}`,
      ...own,
    });
  });
}

export function logs(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withBuild(request, estate, (known) =>
    list(
      request,
      Object.entries(known.logs).map(([id, lines]) => ({
        lineCount: lines.length,
        createdOn: known.startTime ?? known.queueTime,
        lastChangedOn: known.finishTime ?? known.startTime ?? known.queueTime,
        id: Number(id),
        type: 'Container',
        url: `${buildUrl(estate, known)}/logs/${id}`,
      })),
    ),
  );
}

/** Lines are numbered from 1; startLine and endLine are both included. */
export function log(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withBuild(request, estate, (known) => {
    const id = param(request, 'logId');
    const lines = known.logs[id];
    if (lines === undefined) {
      return failure(request, 404, {
        message: `The log with ID ${id} could not be found for build ${known.id}.`,
        typeKey: 'BuildLogNotFoundException',
        namespace: 'Microsoft.TeamFoundation.Build.WebApi',
      });
    }
    const start = Math.max(1, wholeNumber(request.query.get('startLine')) ?? 1);
    const end = wholeNumber(request.query.get('endLine')) ?? lines.length;
    const part = lines.slice(start - 1, end);
    return accepts(request, 'text/plain') ? plainText(request, part.join('\r\n')) : list(request, part);
  });
}

/** What this run built and the one before it, of the same pipeline and branch, had not. */
export function buildChanges(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return withBuild(request, estate, (known) => {
    const graph = estate.repository(known.repository.id ?? known.repository.name ?? '');
    if (graph === undefined) return list(request, []);
    const before = estate.data.builds
      .filter(
        (other) => other.definition.id === known.definition.id && other.sourceBranch === known.sourceBranch,
      )
      .filter((other) => Date.parse(other.queueTime) < Date.parse(known.queueTime))
      .toSorted((one, other) => Date.parse(other.queueTime) - Date.parse(one.queueTime))[0];
    const old = before === undefined ? new Set<string>() : graph.ancestors(before.sourceVersion);
    const top = wholeNumber(request.query.get('$top') ?? request.query.get('top')) ?? 50;
    const values = graph
      .history(known.sourceVersion)
      .filter((commit) => !old.has(commit.id))
      .slice(0, top)
      .map((commit) => ({
        id: commit.id,
        message: commit.message.split('\n')[0],
        type: 'TfsGit',
        author: { displayName: commit.author.name },
        timestamp: commit.committer.date,
        location: `${repositoryUrl(estate, graph)}/commits/${commit.id}`,
      }));
    return list(request, values);
  });
}

function withBuild(
  request: LabRequest,
  estate: AzureDevOpsEstate,
  answer: (build: Build) => LabAnswer,
): LabAnswer {
  const id = param(request, 'buildId');
  const known = estate.build(Number(id));
  if (known !== undefined) return answer(known);
  return failure(request, 404, {
    message: `The requested build ${id} could not be found.`,
    typeKey: 'BuildNotFoundException',
    namespace: 'Microsoft.TeamFoundation.Build.WebApi',
  });
}

function buildBody(estate: AzureDevOpsEstate, known: Build): unknown {
  return {
    _links: {
      web: {
        href: `https://dev.azure.com/${estate.data.organization}/${estate.project.id}/_build/results?buildId=${known.id}`,
      },
    },
    properties: {},
    tags: [],
    validationResults: [],
    url: buildUrl(estate, known),
    project: { ...estate.project, state: 'wellFormed' },
    uri: `vstfs:///Build/Build/${known.id}`,
    priority: 'normal',
    ...without(known, 'timeline', 'logs'),
    logs: { id: 0, type: 'Container', url: `${buildUrl(estate, known)}/logs` },
  };
}

function buildUrl(estate: AzureDevOpsEstate, known: Build): string {
  return `https://dev.azure.com/${estate.data.organization}/${estate.project.id}/_apis/build/builds/${known.id}`;
}

function planOf(known: Build): string | undefined {
  const plans = known['plans'];
  const first: unknown = Array.isArray(plans) ? plans[0] : undefined;
  const id = (first as { readonly planId?: unknown } | undefined)?.planId;
  return typeof id === 'string' ? id : undefined;
}

type TimeField = 'queueTime' | 'startTime' | 'finishTime';

/** A run that has not started or finished yet is the newest by that time. */
function timeOf(known: Build, field: TimeField): number {
  const time = known[field];
  return time === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(time);
}

function wanted(query: URLSearchParams, time: TimeField): (build: Build) => boolean {
  const among = (name: string): ReadonlySet<string> | undefined => {
    const value = query.get(name);
    return value === null || value === '' ? undefined : new Set(value.toLowerCase().split(','));
  };
  const definitions = among('definitions');
  const queues = among('queues');
  const ids = among('buildIds');
  const statuses = statusNames(query.get('statusFilter'), STATUSES);
  const results = statusNames(query.get('resultFilter'), RESULTS);
  const branch = query.get('branchName');
  const repository = query.get('repositoryId');
  const number = query.get('buildNumber');
  const from = Date.parse(query.get('minTime') ?? '');
  const to = Date.parse(query.get('maxTime') ?? '');
  return (known) => {
    const at = timeOf(known, time);
    return (
      (definitions?.has(String(known.definition.id)) ?? true) &&
      (queues?.has(String(known.queue?.id)) ?? true) &&
      (ids?.has(String(known.id)) ?? true) &&
      (statuses?.has(known.status) ?? true) &&
      (results?.has(known.result ?? 'none') ?? true) &&
      (branch === null || known.sourceBranch === branch) &&
      (repository === null || same(known.repository.id ?? '', repository)) &&
      (number === null || known.buildNumber === number) &&
      !(at < from) &&
      !(at > to)
    );
  };
}

/** Filters are one word, several joined by commas, or the library's sum of flags; "all" and none mean no filter. */
function statusNames(
  value: string | null,
  flags: Readonly<Record<string, number>>,
): ReadonlySet<string> | undefined {
  if (value === null || value === '' || value === 'all') return undefined;
  const sum = wholeNumber(value);
  if (sum === undefined) return new Set(value.split(',').map((name) => name.trim()));
  return new Set(Object.keys(flags).filter((name) => (sum & (flags[name] ?? 0)) !== 0));
}

const STATUSES = { inProgress: 1, completed: 2, cancelling: 4, postponed: 8, notStarted: 32 };
const RESULTS = { succeeded: 2, partiallySucceeded: 4, failed: 8, canceled: 32 };

/** BuildQueryOrder as numbers and as words. */
const ORDERS: Readonly<Record<string, { readonly time: TimeField; readonly descending: boolean }>> = {
  '2': { time: 'finishTime', descending: false },
  '3': { time: 'finishTime', descending: true },
  '4': { time: 'queueTime', descending: true },
  '5': { time: 'queueTime', descending: false },
  '6': { time: 'startTime', descending: true },
  '7': { time: 'startTime', descending: false },
  finishtimeascending: { time: 'finishTime', descending: false },
  finishtimedescending: { time: 'finishTime', descending: true },
  queuetimedescending: { time: 'queueTime', descending: true },
  queuetimeascending: { time: 'queueTime', descending: false },
  starttimedescending: { time: 'startTime', descending: true },
  starttimeascending: { time: 'startTime', descending: false },
};
