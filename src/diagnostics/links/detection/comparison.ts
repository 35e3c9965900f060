// Why the last comparison failed (facts/argocd.md 5, B2 to B4): a condition of the Application, read with the catalogue.
import { comparisonFailure, type ComparisonFailure } from '../../argocd/conditions.ts';
import { componentDown } from '../../argocd/components.ts';
import { isCommitId } from '../../argocd/revisions.ts';
import { sameRepository } from '../../argocd/repo-url.ts';
import {
  notDetectedRepoAccess,
  refreshNotTriggered,
  repoServerError,
} from '../../catalogue/detection/refresh.ts';
import {
  cachedManifestError,
  hydrationPendingFailed,
  renderError,
} from '../../catalogue/detection/render.ts';
import { revisionMissing, wrongPath, wrongRepo, wrongValuesFile } from '../../catalogue/detection/source.ts';
import type { LinkId } from '../../chain.ts';
import type { ReadMessage } from '../../argocd/messages/message.ts';
import type { Application, ApplicationSource } from '../../evidence/argocd.ts';
import type { Finding } from '../../finding.ts';
import type { ObservedEvidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import { leafFacts, type Leaf } from '../../leaves.ts';
import type { Proof } from '../../verdict.ts';
import { proof, shortId } from '../verdicts.ts';
import type { Cause } from '../../argocd/cause.ts';

export type Comparison =
  | { readonly kind: 'works' }
  /** The source cannot be compared. */
  | { readonly kind: 'failed'; readonly cause: Cause }
  /** The project, the destination or a right of Argo CD there: another link's fault. */
  | { readonly kind: 'other'; readonly link: LinkId; readonly proof: readonly Proof[] };

export function comparison(application: Application, evidence: ObservedEvidence, now: Date): Comparison {
  const failure = comparisonFailure(application);
  if (failure === null) return { kind: 'works' };
  const proofs = [conditionProof(failure)];
  const leaf = failure.message.known?.leaf ?? fallback(failure);
  const { link } = leafFacts(leaf);
  if (link !== 'detection') return { kind: 'other', link, proof: proofs };
  const down = leaf === 'repo_server_error' ? componentDown(valueOf(evidence.argocdPods), now) : null;
  if (down !== null)
    return { kind: 'failed', cause: { finding: down.finding, proof: [...proofs, ...down.proof] } };
  return { kind: 'failed', cause: { finding: finding(leaf, failure, application), proof: proofs } };
}

export function conditionProof({ condition, message }: ComparisonFailure): Proof {
  return proof('application', 'condition', `${condition.type}: ${message.text}`, {
    at: condition.lastTransitionTime,
  });
}

/** A text nobody has written down yet: the source could not be rendered, and the message says how. */
function fallback({ condition }: ComparisonFailure): Leaf {
  return condition.type === 'InvalidSpecError' ? 'appproject_denied' : 'render_error';
}

function finding(leaf: Leaf, { message }: ComparisonFailure, application: Application): Finding {
  const source = application.spec.source ?? application.spec.sources?.[0];
  const subject = { application, name: application.metadata.name, source, message };
  return (BUILDERS[leaf] ?? BUILDERS.render_error)(subject);
}

interface Subject {
  readonly application: Application;
  readonly name: string;
  readonly source: ApplicationSource | undefined;
  readonly message: ReadMessage;
}

/** One place from cause to text, for the causes that a failed comparison can name. */
const BUILDERS: Readonly<Partial<Record<Leaf, (subject: Subject) => Finding>>> & {
  readonly render_error: (subject: Subject) => Finding;
} = {
  render_error: ({ name, message }) => renderError({ application: name, message: message.text }),
  cached_manifest_error: ({ name, message }) =>
    cachedManifestError({ application: name, message: message.text }),
  repo_server_error: ({ name, message }) => repoServerError({ application: name, message: message.text }),
  not_detected_repo_access: ({ name, source, message }) =>
    notDetectedRepoAccess({
      application: name,
      repository: message.groups['url'] ?? message.groups['repository'] ?? source?.repoURL ?? '?',
      message: message.text,
    }),
  revision_missing: missingRevision,
  wrong_path: ({ name, source, message }) =>
    wrongPath({
      file: source?.path ?? '?',
      application: name,
      path: message.groups['path'] ?? source?.path ?? '?',
    }),
  wrong_values_file: ({ application, name, message }) =>
    wrongValuesFile({
      tag: '?',
      file: `$${message.groups['ref'] ?? '?'}`,
      application: name,
      found: (application.spec.sources ?? []).flatMap(({ ref }) => ref ?? []).join(', ') || '[]',
    }),
  hydration_pending: ({ name, message }) =>
    hydrationPendingFailed({ application: name, commit: '?', message: message.text }),
  refresh_not_triggered: ({ application, name }) =>
    refreshNotTriggered({ application: name, since: application.status?.reconciledAt ?? '?', commit: '?' }),
};

/**
 * A commit that the repository does not have. After a move to another repository Argo CD still asks it for the commit that
 * was deployed from the old one: then the repository is what is wrong.
 */
function missingRevision({ application, name, source, message }: Subject): Finding {
  const wanted = message.groups['revision'] ?? message.groups['object'] ?? source?.targetRevision ?? 'HEAD';
  const repoURL = source?.repoURL ?? '?';
  const moved = (application.status?.history ?? []).findLast(({ revision }) => revision === wanted)?.source
    ?.repoURL;
  if (isCommitId(wanted) && moved !== undefined && !sameRepository(moved, repoURL)) {
    return wrongRepo({ commit: shortId(wanted), repository: moved, application: name, found: repoURL });
  }
  return revisionMissing({ application: name, targetRevision: wanted, repository: repoURL });
}
