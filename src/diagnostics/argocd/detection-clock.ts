// How long Argo CD may take to see a commit, from its own settings (facts/argocd.md 0.9 and section 6).
import type { Evidence } from '../evidence/evidence.ts';
import { durationSeconds } from './duration.ts';

export interface DetectionClock {
  /** Time between two polls; 0: polling is off and only the webhook refreshes. */
  readonly intervalSeconds: number;
  readonly jitterSeconds: number;
  /** How long the repo-server may answer with a ref it resolved before. */
  readonly refCacheSeconds: number;
  /** Longest time from commit to comparison without a webhook. */
  readonly budgetSeconds: number;
}

/** 120 s since v3.0 (facts/argocd.md section 6); v2.14 polls every 180 s without jitter, which the sum covers. */
const INTERVAL_SECONDS = 120;
/** Up to 60 s, drawn anew for each poll (facts/argocd.md section 6). */
const JITTER_SECONDS = 60;
/** `--revision-cache-expiration`: the reconciliation timeout where one is set, else 3 minutes (facts/argocd.md section 6). */
const REF_CACHE_SECONDS = 180;

/** Settings that could not be read, or make no sense, count as the defaults. */
export function detectionClock(settings: Evidence['argocdSettings'] | undefined): DetectionClock {
  const seconds = (name: string, fallback: number): number =>
    durationSeconds(settings?.cm?.[name] ?? '') ?? fallback;
  const intervalSeconds = seconds('timeout.reconciliation', INTERVAL_SECONDS);
  const jitterSeconds = seconds('timeout.reconciliation.jitter', JITTER_SECONDS);
  // Never below the default: a team that polls more often still waits for the ref (facts/argocd.md 0.9).
  const refCacheSeconds = Math.max(REF_CACHE_SECONDS, intervalSeconds);
  return {
    intervalSeconds,
    jitterSeconds,
    refCacheSeconds,
    budgetSeconds: intervalSeconds + jitterSeconds + refCacheSeconds,
  };
}

/** What the defaults add up to: 360 s = 120 poll + 60 jitter + 180 ref cache (facts/argocd.md 0.9). */
export const DEFAULT_BUDGET_SECONDS = INTERVAL_SECONDS + JITTER_SECONDS + REF_CACHE_SECONDS;

/**
 * The controller has missed its turn: nothing was compared for more than twice the longest time between two polls, at
 * least ten minutes so that one slow render is no outage (facts/argocd.md 5 B5).
 */
export function missedTurnSeconds(clock: DetectionClock): number {
  return Math.max(2 * (clock.intervalSeconds + clock.jitterSeconds), 600);
}
