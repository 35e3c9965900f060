// How late the comparison is, and whose clock runs (facts/argocd.md 5, B5 to B8, and section 6).
import { componentDown } from '../../argocd/components.ts';
import { DEFAULT_BUDGET_SECONDS, detectionClock, missedTurnSeconds } from '../../argocd/detection-clock.ts';
import { addSeconds, isoTime, secondsBetween } from '../../argocd/duration.ts';
import { normaliseRepoUrl, pushEventUrl, webhookMatches } from '../../argocd/repo-url.ts';
import {
  notDetectedWebhook,
  pollDelay,
  refreshNotTriggered,
  refreshNotTriggeredPending,
} from '../../catalogue/detection/refresh.ts';
import type { Change } from '../../change.types.ts';
import type { Application } from '../../evidence/argocd.ts';
import type { GitSource, ObservedEvidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Proof } from '../../verdict.ts';
import { ageText, proof, shortId } from '../verdicts.ts';
import type { Cause } from '../../argocd/cause.ts';
import { commitTime } from '../../argocd/tag-commit.ts';

type TagCommit = NonNullable<Change['tagCommit']>;

/** A refresh that was asked for is done in seconds; a minute later the queue stands (facts/argocd.md 5 B6). */
const REFRESH_SECONDS = 60;

interface Late {
  readonly application: Application;
  readonly commit: TagCommit;
  readonly source: GitSource | undefined;
  readonly evidence: ObservedEvidence;
  readonly now: Date;
}

/**
 * The commit is where the Application looks, and Argo CD does not show it yet. Null: the default time is over, and whether
 * the interval is longer here stands in settings that nobody could read.
 */
export function lateness({ application, commit, source, evidence, now }: Late): Cause | null {
  const name = application.metadata.name;
  const clock = detectionClock(valueOf(evidence.argocdSettings));
  const since = commitTime(commit) ?? isoTime(now);
  const reconciledAt = application.status?.reconciledAt;
  const proofs = [comparedProof(reconciledAt)];
  const down = componentDown(valueOf(evidence.argocdPods), now);
  if (down !== null) return { finding: down.finding, proof: [...proofs, ...down.proof] };

  // A comparison later than the cached refs can last has looked at the branch and did not take the commit.
  const ignored = reconciledAt !== undefined && secondsBetween(since, reconciledAt) > clock.refCacheSeconds;
  const until = addSeconds(since, clock.intervalSeconds === 0 ? DEFAULT_BUDGET_SECONDS : clock.budgetSeconds);
  if (!ignored && now < until) {
    const age = secondsBetween(since, now);
    const params = { commit: shortId(commit.id), application: name, until: isoTime(until) };
    // Within the default time nothing can be said about a webhook; after it, only a slow poll is left.
    const finding =
      age <= DEFAULT_BUDGET_SECONDS
        ? pollDelay({ ...params, age: ageText(since, now) })
        : notDetectedWebhook({
            ...params,
            repository: application.spec.source?.repoURL ?? source?.source.repoURL ?? '?',
          });
    return { finding, proof: [...proofs, ...webhookProof(source, age)], waiting: { until: isoTime(until) } };
  }
  if (!ignored && evidence.argocdSettings?.ok !== true) return null;
  return { finding: notCompared(application, commit, now, reconciledAt), proof: proofs };
}

/** Independent of any commit: nothing was compared for far longer than it takes. Null: the controller keeps its turn. */
export function missedTurn(application: Application, evidence: ObservedEvidence, now: Date): Cause | null {
  const clock = detectionClock(valueOf(evidence.argocdSettings));
  const reconciledAt = application.status?.reconciledAt;
  if (reconciledAt === undefined || clock.intervalSeconds === 0 || evidence.argocdSettings?.ok !== true)
    return null;
  if (secondsBetween(reconciledAt, now) <= missedTurnSeconds(clock)) return null;
  const proofs = [comparedProof(reconciledAt)];
  const down = componentDown(valueOf(evidence.argocdPods), now);
  if (down !== null) return { finding: down.finding, proof: [...proofs, ...down.proof] };
  const shown = application.status?.sync?.revision ?? '?';
  const params = { application: application.metadata.name, since: reconciledAt, commit: shortId(shown) };
  return { finding: refreshNotTriggered(params), proof: proofs };
}

function notCompared(
  application: Application,
  commit: TagCommit,
  now: Date,
  reconciledAt: string | undefined,
): Cause['finding'] {
  const name = application.metadata.name;
  const pending = application.metadata.annotations?.['argocd.argoproj.io/refresh'];
  const compared = reconciledAt ?? '—';
  if (
    pending !== undefined &&
    (reconciledAt === undefined || secondsBetween(reconciledAt, now) > REFRESH_SECONDS)
  ) {
    return refreshNotTriggeredPending({ application: name, since: compared });
  }
  return refreshNotTriggered({ application: name, since: compared, commit: shortId(commit.id) });
}

function comparedProof(reconciledAt: string | undefined): Proof {
  return proof('application', 'reconciledAt', reconciledAt ?? '—', { at: reconciledAt });
}

/** The URL of a push event never matches some ways to write repoURL: then no webhook can help (facts/argocd.md section 6). */
function webhookProof(source: GitSource | undefined, ageSeconds: number): Proof[] {
  const azure = source === undefined ? null : normaliseRepoUrl(source.source.repoURL);
  if (source === undefined || azure === null || ageSeconds <= DEFAULT_BUDGET_SECONDS) return [];
  const url = pushEventUrl(azure);
  if (webhookMatches(url, source.source.repoURL)) return [];
  return [proof('sources', 'repository', `repoURL ${source.source.repoURL} ≠ remoteUrl ${url}`)];
}
