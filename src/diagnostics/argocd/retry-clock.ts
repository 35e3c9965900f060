// When an operation that failed is tried again (facts/argocd.md 0.7 and 1.4).
import type { OperationState } from '../evidence/argocd.ts';
import { addSeconds, durationSeconds } from './duration.ts';

/** 5 s, doubled each time, at most 3 min; 5 attempts for automated syncs that say nothing (facts/argocd.md 1.4). */
const DEFAULTS = { durationSeconds: 5, factor: 2, maxSeconds: 180 } as const;

/** Wait before attempt `retryCount + 1`: duration · factor^retryCount, capped. */
export function backoffSeconds(
  backoff:
    | {
        readonly duration?: string | undefined;
        readonly factor?: number | undefined;
        readonly maxDuration?: string | undefined;
      }
    | undefined,
  retryCount: number,
): number {
  const base = durationSeconds(backoff?.duration ?? '') ?? DEFAULTS.durationSeconds;
  const cap = durationSeconds(backoff?.maxDuration ?? '') ?? DEFAULTS.maxSeconds;
  return Math.min(cap, base * (backoff?.factor ?? DEFAULTS.factor) ** retryCount);
}

/** Between two attempts: Running with an end (facts/argocd.md section 2). Null: no attempt is due. */
export function nextRetry(state: OperationState): Date | null {
  if (state.phase !== 'Running' || state.finishedAt === undefined) return null;
  return addSeconds(state.finishedAt, backoffSeconds(state.operation?.retry?.backoff, state.retryCount ?? 0));
}

/** Were all attempts of this operation used? Argo CD says so in the message, or the count reached its limit. */
export function retriesExhausted(state: OperationState): boolean {
  if (state.phase !== 'Failed' && state.phase !== 'Error') return false;
  if (/\(retried \d+ times?\)\.?$/.test((state.message ?? '').trim())) return true;
  const limit = state.operation?.retry?.limit;
  return limit !== undefined && limit > 0 && (state.retryCount ?? 0) >= limit;
}
