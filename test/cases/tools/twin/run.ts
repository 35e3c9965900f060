// The run that builds the change: as the case has it when it went well, else as a healthy run of the same pipeline went.
import type { Change } from './change.ts';
import type { Build, Commit } from './model.ts';
import { iso, newUid, type World } from './world.ts';

const SECOND_MS = 1000;

export interface RunPlan {
  /** Null: the run of the case stands as it is. */
  readonly pattern: Build | null;
  readonly shift: number;
  /** When its script commits the tag. */
  readonly tagAt: number;
  readonly pushAt: number;
  readonly finishAt: number;
}

export function isHealthy(build: Build): boolean {
  return (
    build.status === 'completed' &&
    build.result === 'succeeded' &&
    build.timeline.records.every(({ state, result }) => state === 'completed' && result === 'succeeded')
  );
}

function pushesImages({ logs }: Build): boolean {
  return Object.values(logs)
    .flat()
    .some((line) => PUSHED.test(line));
}

/** Does its script commit to the GitOps repository? */
export function writesTag(build: Build): boolean {
  return Object.values(build.logs)
    .flat()
    .some((line) => COMMITTED.test(line));
}

const COMMITTED = /\[(?:detached HEAD|[\w./-]+) ([0-9a-f]{7,40})\]/;
const MOVED = /\b([0-9a-f]{7,40})\.\.([0-9a-f]{7,40})\b/;
const PUSHED = /: digest: (sha256:[0-9a-f]{64})/;

export function healthyRun(world: World, change: Change): Build | undefined {
  const { builds } = world.document.estate.azureDevOps;
  const good = builds.filter((build) => isHealthy(build) && build.id !== change.run?.id);
  const same = good.filter(({ repository }) => repository.id === change.built?.repository.id);
  const newest = same.toSorted((a, b) => b.id - a.id);
  // A repository may have pipelines that deliver nothing: the one that pushes images shows how it goes.
  return newest.find(pushesImages) ?? newest[0];
}

export function planRun(world: World, change: Change, mustRun: boolean): RunPlan | null {
  if (change.built === null) return null;
  const { run } = change;
  if (run !== null && isHealthy(run) && !mustRun) {
    const finish = Date.parse(run.finishTime ?? '');
    return {
      pattern: null,
      shift: 0,
      tagAt: Math.max(world.clock, finish),
      pushAt: finish,
      finishAt: finish,
    };
  }
  const pattern = healthyRun(world, change) ?? run;
  if (pattern === null) return null;
  const start = Math.max(world.clock, Date.parse(pattern.queueTime)) + 40 * SECOND_MS;
  const shift = Math.round((start - Date.parse(pattern.queueTime)) / SECOND_MS) * SECOND_MS;
  const finishAt = Date.parse(pattern.finishTime ?? pattern.queueTime) + shift;
  const at = (expression: RegExp): number | undefined => {
    const line = Object.values(pattern.logs)
      .flat()
      .find((one) => expression.test(one));
    const time = line === undefined ? Number.NaN : Date.parse(line.slice(0, 28));
    return Number.isNaN(time) ? undefined : time + shift;
  };
  return {
    pattern,
    shift,
    finishAt,
    tagAt: at(COMMITTED) ?? finishAt - 8 * SECOND_MS,
    pushAt: at(PUSHED) ?? finishAt - 60 * SECOND_MS,
  };
}

export interface Delivered {
  readonly tag: string;
  readonly digest: string;
  /** The tag the pattern pushed, and its digest. */
  readonly patternTag: string | null;
  readonly carrier: Commit | null;
}

/** Puts the new run in the place of the old one. */
export function storeRun(world: World, change: Change, plan: RunPlan, delivered: Delivered): void {
  const { pattern, shift } = plan;
  const { builds } = world.document.estate.azureDevOps;
  if (pattern === null || change.built === null || change.runId === null) return;
  const { run, built } = change;
  const commit = built.repository.commits.find(({ id }) => id === built.commit);
  const number = run?.buildNumber ?? numberAfter(builds, pattern.buildNumber, iso(plan.finishAt));
  const swaps = new Map<string, string>([
    [String(pattern.id), String(change.runId)],
    [pattern.buildNumber, number],
    ...abbreviations(pattern.sourceVersion, built.commit),
    ...commitSwaps(pattern, delivered.carrier),
  ]);
  if (delivered.patternTag !== null) swaps.set(delivered.patternTag, delivered.tag);
  const digest = Object.values(pattern.logs)
    .flat()
    .flatMap((line) => PUSHED.exec(line)?.[1] ?? [])[0];
  if (digest !== undefined) swaps.set(digest, delivered.digest);
  for (const id of planIds(pattern)) swaps.set(id, newUid(world, `plan/${change.runId}/${id}`));
  const fresh = JSON.parse(shifted(swapped(JSON.stringify(pattern), swaps), shift)) as Build;
  fresh.status = 'completed';
  fresh.result = 'succeeded';
  // A commit that started no run by itself is built by somebody who asks for it.
  fresh.reason = run?.reason ?? (change.isMerged ? 'individualCI' : 'manual');
  fresh.sourceBranch = `refs/heads/${built.branch}`;
  fresh.requestedFor = structuredClone(run?.requestedFor ?? pattern.requestedFor);
  fresh['validationResults'] = [];
  if (fresh.reason === 'manual') fresh.triggerInfo = {};
  else if (fresh.triggerInfo !== undefined && Object.keys(fresh.triggerInfo).length > 0) {
    fresh.triggerInfo = {
      ...fresh.triggerInfo,
      'ci.sourceBranch': fresh.sourceBranch,
      'ci.sourceSha': built.commit,
      'ci.message': commit?.message ?? '',
    };
  }
  for (const record of fresh.timeline.records) {
    record.id = newUid(world, `record/${change.runId}/${record.id}`);
    if (typeof record['parentId'] === 'string')
      record['parentId'] = newUid(world, `record/${change.runId}/${record['parentId']}`);
    record.state = 'completed';
    record.result = 'succeeded';
    delete record['issues'];
  }
  if (pattern === run) fresh.logs = quiet(fresh.logs);
  const place = builds.findIndex(({ id }) => id === change.runId);
  if (place >= 0) builds[place] = fresh;
  else builds.unshift(fresh);
}

/** Where no healthy run shows how it goes: the run itself, without its errors. */
function quiet(logs: Build['logs']): Build['logs'] {
  return Object.fromEntries(
    Object.entries(logs).map(([id, lines]) => [
      id,
      lines.filter((line) => !/##\[error\]|\b(?:ERROR|fatal|denied)\b/.test(line)),
    ]),
  );
}

function commitSwaps(pattern: Build, carrier: Commit | null): [string, string][] {
  if (carrier === null) return [];
  const lines = Object.values(pattern.logs).flat();
  const committed = lines.flatMap((line) => COMMITTED.exec(line)?.[1] ?? []).at(-1);
  const moved = lines.flatMap((line) => MOVED.exec(line)?.[1] ?? []).at(-1);
  const swaps: [string, string][] = [];
  const [parent] = carrier.parents;
  if (moved !== undefined && parent !== undefined) swaps.push([moved, parent.slice(0, moved.length)]);
  if (committed !== undefined) swaps.push([committed, carrier.id.slice(0, committed.length)]);
  return swaps;
}

function abbreviations(from: string, to: string): [string, string][] {
  return [40, 12, 11, 10, 9, 8, 7].map((length) => [from.slice(0, length), to.slice(0, length)]);
}

function planIds(build: Build): string[] {
  const plans = (build['plans'] as { planId?: string }[] | undefined) ?? [];
  return plans.flatMap(({ planId }) => planId ?? []);
}

/** 20261020.3 is followed by 20261020.4, or by the first of a later day. */
function numberAfter(builds: readonly Build[], number: string, time: string): string {
  if (!/^\d{8}\.\d+$/.test(number)) return `${number}-next`;
  const day = time.slice(0, 10).replaceAll('-', '');
  const taken = builds.flatMap(({ buildNumber }) =>
    buildNumber.startsWith(`${day}.`) ? Number(buildNumber.slice(9)) : [],
  );
  return `${day}.${Math.max(0, ...taken) + 1}`;
}

function swapped(text: string, swaps: ReadonlyMap<string, string>): string {
  const keys = [...swaps.keys()].filter((key) => key !== '').toSorted((a, b) => b.length - a.length);
  const escaped = keys.map((key) => key.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return text.replace(
    new RegExp(`(?<![A-Za-z0-9])(?:${escaped.join('|')})(?![A-Za-z0-9])`, 'g'),
    (found) => swaps.get(found) ?? found,
  );
}

function shifted(text: string, by: number): string {
  return text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=[.Z])/g, (time) =>
    new Date(Date.parse(`${time}Z`) + by).toISOString().slice(0, 19),
  );
}

/** What else still runs or waits in Azure Pipelines comes to its good end. */
export function finishOtherRuns(world: World): void {
  const { builds, approvals, agents, definitions, serviceConnections } = world.document.estate.azureDevOps;
  for (const build of builds) {
    if (build.status === 'completed') continue;
    build.startTime ??= build.queueTime;
    build.status = 'completed';
    build.result = 'succeeded';
    build.finishTime = iso(world.start + 240 * SECOND_MS);
    for (const record of build.timeline.records) {
      record.state = 'completed';
      record.result = 'succeeded';
      record['startTime'] ??= build.startTime;
      record['finishTime'] ??= build.finishTime;
    }
  }
  for (const approval of approvals) {
    approval.status = 'approved';
    for (const step of approval.steps) {
      step['status'] = 'approved';
      step['lastModifiedOn'] = iso(world.start + 20 * SECOND_MS);
    }
  }
  for (const agent of agents) {
    agent.status = 'online';
    agent.enabled = true;
  }
  for (const definition of definitions) definition.queueStatus = 'enabled';
  for (const connection of serviceConnections) connection.isReady = true;
}
