// May Argo CD sync now, and when next? The windows of an AppProject, as the controller reads them (facts/argocd.md 9.2).
import { Cron } from 'croner';
import picomatch from 'picomatch';
import type { Application, AppProject, SyncWindow } from '../evidence/argocd.ts';
import { durationSeconds } from './duration.ts';

export interface WindowVerdict {
  readonly automatic: boolean;
  /** May a person sync by hand? */
  readonly manual: boolean;
  /** The window that blocks automatic syncs; null when nothing does. */
  readonly blockedBy: SyncWindow | null;
  /** When automatic syncs are possible again; null when they are now, or no opening is in sight. */
  readonly opensAt: Date | null;
}

const OPEN: WindowVerdict = { automatic: true, manual: true, blockedBy: null, opensAt: null };

/** One year: a schedule that does not open within it does not open by itself. */
const HORIZON_MS = 366 * 24 * 3600 * 1000;
/** Windows that follow each other without a gap are walked one occurrence at a time. */
const MAX_STEPS = 400;

export function windowVerdict(project: AppProject, application: Application, now: Date): WindowVerdict {
  const matching = (project.spec.syncWindows ?? []).filter((window) => matches(window, application));
  const windows = matching.map(parse);
  // The controller refuses every sync while one window cannot be read (facts/argocd.md 13 no. 38).
  const invalid = matching.find((_window, index) => windows[index] === null);
  if (invalid !== undefined) return { automatic: false, manual: false, blockedBy: invalid, opensAt: null };

  const schedules = windows.filter((schedule): schedule is Schedule => schedule !== null);
  const block = blocker(schedules, now);
  if (block === null) return OPEN;
  return {
    automatic: false,
    manual: manualAllowed(schedules, now),
    blockedBy: block.window,
    opensAt: nextOpening(schedules, now),
  };
}

/** The deny window that last ended between the two times, where one was active after `from`. */
export function lastDenyEnd(
  project: AppProject,
  application: Application,
  from: Date,
  to: Date,
): { readonly window: SyncWindow; readonly endedAt: Date } | null {
  const ends = (project.spec.syncWindows ?? []).flatMap((window) => {
    if (window.kind !== 'deny' || !matches(window, application)) return [];
    const schedule = parse(window);
    if (schedule === null || !isActive(schedule, from)) return [];
    const endedAt = activeUntil(schedule, from);
    return endedAt !== null && endedAt <= to ? [{ window, endedAt }] : [];
  });
  return ends.toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime())[0] ?? null;
}

/** Any of the three lists, or all that are set with `andOperator`; names are globs. */
function matches(window: SyncWindow, application: Application): boolean {
  const { destination } = application.spec;
  const tests = [
    { patterns: window.applications, values: [application.metadata.name] },
    { patterns: window.namespaces, values: [destination.namespace ?? ''] },
    { patterns: window.clusters, values: [destination.server ?? '', destination.name ?? ''] },
  ].filter(({ patterns }) => patterns !== undefined && patterns.length > 0);
  const fits = ({ patterns, values }: (typeof tests)[number]): boolean =>
    (patterns ?? []).some((pattern) => values.some((value) => value !== '' && globMatches(pattern, value)));
  if (tests.length === 0) return false;
  return window.andOperator === true ? tests.every(fits) : tests.some(fits);
}

/** Longer ones are refused by the matcher, and no name has as many characters. */
const MAX_PATTERN = 1000;

/** In Argo CD's globs a star also crosses slashes and dots. */
function globMatches(pattern: string, value: string): boolean {
  if (pattern === '' || pattern.length > MAX_PATTERN) return false;
  return picomatch.isMatch(value.replaceAll('/', '∕'), pattern.replaceAll('/', '∕'), { dot: true });
}

interface Schedule {
  readonly window: SyncWindow;
  readonly cron: Cron;
  readonly durationMs: number;
}

/** What a duration of Go can hold: the controller's parser refuses a longer one. */
const MAX_DURATION_SECONDS = 9_223_372_036;

/** Five fields or a descriptor such as `@daily`, as the controller's own parser takes them. Null: it cannot be read. */
function parse(window: SyncWindow): Schedule | null {
  const seconds = durationSeconds(window.duration ?? '');
  const schedule = (window.schedule ?? '').trim();
  if (seconds === null || seconds <= 0 || seconds > MAX_DURATION_SECONDS) return null;
  if (!schedule.startsWith('@') && schedule.split(/\s+/).length !== 5) return null;
  try {
    const timezone = window.timeZone === undefined || window.timeZone === '' ? 'UTC' : window.timeZone;
    const cron = new Cron(schedule, { timezone, paused: true });
    // An unknown time zone only shows when a time is asked for.
    cron.nextRun(new Date(0));
    return { window, cron, durationMs: seconds * 1000 };
  } catch {
    return null;
  }
}

/** A start lies strictly between `at - duration` and `at`. */
function isActive({ cron, durationMs }: Schedule, at: Date): boolean {
  const start = cron.nextRun(new Date(at.getTime() - durationMs));
  return start !== null && start < at;
}

/** End of the active stretch, over windows that start again before they end; null: not within the horizon. */
function activeUntil({ cron, durationMs }: Schedule, at: Date): Date | null {
  let start = cron.nextRun(new Date(at.getTime() - durationMs));
  for (let step = 0; start !== null && step < MAX_STEPS; step += 1) {
    const end = new Date(start.getTime() + durationMs);
    const next = cron.nextRun(start);
    if (next === null || next > end) return end;
    if (next.getTime() - at.getTime() > HORIZON_MS) return null;
    start = next;
  }
  return null;
}

/** An active deny wins; else, where allow windows exist, one of them has to be active. */
function blocker(windows: readonly Schedule[], at: Date): Schedule | null {
  const deny = windows.find((schedule) => schedule.window.kind === 'deny' && isActive(schedule, at));
  if (deny !== undefined) return deny;
  const allows = windows.filter(({ window }) => window.kind === 'allow');
  if (allows.length === 0 || allows.some((schedule) => isActive(schedule, at))) return null;
  return allows.toSorted((a, b) => startAfter(a, at) - startAfter(b, at))[0] ?? null;
}

function manualAllowed(windows: readonly Schedule[], at: Date): boolean {
  const denies = windows.filter(({ window }) => window.kind === 'deny').filter((one) => isActive(one, at));
  const relevant = denies.length > 0 ? denies : windows.filter(({ window }) => window.kind === 'allow');
  return relevant.length > 0 && relevant.every(({ window }) => window.manualSync === true);
}

function startAfter({ cron }: Schedule, at: Date): number {
  return cron.nextRun(at)?.getTime() ?? Number.POSITIVE_INFINITY;
}

function nextOpening(windows: readonly Schedule[], now: Date): Date | null {
  let at = now;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const block = blocker(windows, at);
    if (block === null) return at;
    if (block.window.kind === 'deny') {
      const end = activeUntil(block, at);
      if (end === null) return null;
      // At its very end a window is no longer active.
      at = new Date(end.getTime());
    } else {
      const start = startAfter(block, at);
      if (!Number.isFinite(start)) return null;
      // At its very start a window is not yet active: one second later it is.
      const opened = new Date(start + 1000);
      const opening = new Date(start);
      at = blocker(windows, opened) === null ? opening : opened;
      if (at === opening) return opening;
    }
    if (at.getTime() - now.getTime() > HORIZON_MS) return null;
  }
  return null;
}
