// The conditions of an Application that say why it cannot be compared (facts/argocd.md section 3).
import type { Application } from '../evidence/argocd.ts';
import { COMPARISON_MESSAGES } from './messages/comparison.ts';
import { readMessage, type ReadMessage } from './messages/message.ts';

type Condition = NonNullable<NonNullable<Application['status']>['conditions']>[number];

export interface ComparisonFailure {
  readonly condition: Condition;
  readonly message: ReadMessage;
}

/** Types that end in `Error` are errors; these two stop the comparison itself, the spec before the source. */
const COMPARISON_ERRORS = ['InvalidSpecError', 'ComparisonError'] as const;

/**
 * Why Argo CD cannot compare now; null when it can. Both errors set the sync status to Unknown, so with another status what
 * is left in the list is the past (facts/argocd.md section 3).
 */
export function comparisonFailure(application: Application): ComparisonFailure | null {
  const status = application.status?.sync?.status;
  if (status === 'Synced' || status === 'OutOfSync') return null;
  const conditions = application.status?.conditions ?? [];
  for (const type of COMPARISON_ERRORS) {
    const condition = conditions.find((candidate) => candidate.type === type);
    if (condition !== undefined) {
      return { condition, message: readMessage(condition.message, COMPARISON_MESSAGES) };
    }
  }
  return null;
}

export function conditionOf(application: Application, type: string): Condition | undefined {
  return application.status?.conditions?.find((condition) => condition.type === type);
}
