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
import type { Application } from '../../evidence/argocd.ts';
import type { ObservedEvidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import { leafFacts, type Leaf } from '../../leaves.ts';
import type { Proof } from '../../verdict.ts';
import { proof, shortId } from '../verdicts.ts';
import type { Cause } from './cause.ts';

export type Comparison =
  | { readonly kind: 'works' }
  /** The source cannot be compared. */
  | { readonly kind: 'failed'; readonly cause: Cause }
  /** The project, the destination or a right of Argo CD there: another link's fault. */
  | { readonly kind: 'other'; readonly link: LinkId; readonly proof: readonly Proof[] };

export function comparison(application: Application, evidence: ObservedEvidence): Comparison {
  const failure = comparisonFailure(application);
  if (failure === null) return { kind: 'works' };
  const proofs = [
    conditionProof(failure),
    proof('application', 'syncStatus', application.status?.sync?.status ?? 'Unknown'),
  ];
  const leaf = failure.message.known?.leaf ?? fallback(failure);
  const { link } = leafFacts(leaf);
  if (link !== 'detection') return { kind: 'other', link, proof: proofs };
  const down = leaf === 'repo_server_error' ? componentDown(valueOf(evidence.argocdPods)) : null;
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

function finding(leaf: Leaf, { message }: ComparisonFailure, application: Application): Cause['finding'] {
  const name = application.metadata.name;
  const source = application.spec.source ?? application.spec.sources?.[0];
  const repository = message.groups['url'] ?? message.groups['repository'] ?? source?.repoURL ?? '?';
  switch (leaf) {
    case 'cached_manifest_error':
      return cachedManifestError({ application: name, message: message.text });
    case 'not_detected_repo_access':
      return notDetectedRepoAccess({ application: name, repository, message: message.text });
    case 'repo_server_error':
      return repoServerError({ application: name, message: message.text });
    case 'revision_missing':
      return missingRevision(message.groups, application);
    case 'wrong_path':
      return wrongPath({
        file: source?.path ?? '?',
        application: name,
        path: message.groups['path'] ?? source?.path ?? '?',
      });
    case 'wrong_values_file':
      return wrongValuesFile({
        tag: '?',
        file: `$${message.groups['ref'] ?? '?'}`,
        application: name,
        found: (application.spec.sources ?? []).flatMap(({ ref }) => ref ?? []).join(', ') || 'no ref',
      });
    case 'hydration_pending':
      return hydrationPendingFailed({ application: name, commit: '?', message: message.text });
    case 'refresh_not_triggered':
      return refreshNotTriggered({
        application: name,
        since: application.status?.reconciledAt ?? '?',
        commit: '?',
      });
    default:
      return renderError({ application: name, message: message.text });
  }
}

/**
 * A commit that the repository does not have. After a move to another repository Argo CD still asks it for the commit that
 * was deployed from the old one: then the repository is what is wrong.
 */
function missingRevision(
  groups: Readonly<Record<string, string>>,
  application: Application,
): Cause['finding'] {
  const name = application.metadata.name;
  const source = application.spec.source ?? application.spec.sources?.[0];
  const wanted = groups['revision'] ?? groups['object'] ?? source?.targetRevision ?? 'HEAD';
  const repoURL = source?.repoURL ?? '?';
  const moved = (application.status?.history ?? []).findLast(({ revision }) => revision === wanted)?.source
    ?.repoURL;
  if (isCommitId(wanted) && moved !== undefined && !sameRepository(moved, repoURL)) {
    return wrongRepo({ commit: shortId(wanted), repository: moved, application: name, found: repoURL });
  }
  return revisionMissing({ application: name, targetRevision: wanted, repository: repoURL });
}
