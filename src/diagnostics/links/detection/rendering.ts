// The commit is in the revision shown: is what Argo CD renders of it the new tag (facts/argocd.md 0.8 and 5 Q-E E1)?
import { conditionOf } from '../../argocd/conditions.ts';
import {
  fieldRules,
  imageRules,
  respectsIgnoredFields,
  containerRules,
} from '../../argocd/ignored-fields.ts';
import { operationIsForShown } from '../../argocd/revisions.ts';
import { isUnder, resolvePath } from '../../argocd/source-path.ts';
import {
  carriesTag,
  liveImages,
  objectName,
  renderedImages,
  someCarryTag,
  tagText,
  type LiveImage,
} from '../../argocd/tag-images.ts';
import { tagMask } from '../../argocd/tag-mask.ts';
import { staleManifestCache } from '../../catalogue/detection/render.ts';
import { wrongPathGeneratePaths } from '../../catalogue/detection/source.ts';
import type { Change } from '../../change.types.ts';
import type { Application } from '../../evidence/argocd.ts';
import type { EvidenceKey, ObservedEvidence } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Proof } from '../../verdict.ts';
import { proof, shortId } from '../verdicts.ts';
import type { Cause } from '../../argocd/cause.ts';

type TagCommit = NonNullable<Change['tagCommit']>;

interface Input {
  readonly application: Application;
  readonly change: Change;
  readonly commit: TagCommit;
  readonly evidence: ObservedEvidence;
}

export type Render =
  /** Nothing says that an older render is shown under the new revision. */
  | { readonly kind: 'fine' }
  | { readonly kind: 'old'; readonly cause: Cause }
  /** The workload does not carry the tag, and what would say why could not be read. */
  | { readonly kind: 'untold'; readonly missing: EvidenceKey };

/** What says that the source reads the place of the tag at all: link 4 judges it. */
const READ_BY_SOURCE: readonly EvidenceKey[] = ['workloads', 'history', 'chartFiles'];

export function oldRender({ application, change, commit, evidence }: Input): Render {
  if (change.kind !== 'image' || change.tag === null) return { kind: 'fine' };
  const old = shownOld(application, change, evidence);
  if (old === null) return { kind: 'fine' };
  const files = valueOf(evidence.desiredFiles);
  if (files === undefined) return { kind: 'untold', missing: 'desiredFiles' };
  if (change.desiredTag !== change.tag || tagMask(application, files, change) !== null)
    return { kind: 'fine' };
  if (old.live !== null) {
    // What another controller makes of an object of the source is not rendered by Argo CD.
    if (!isManaged(application, old.live)) return { kind: 'fine' };
    if (isHidden(old.live, application, evidence)) return { kind: 'fine' };
    // A rule of the whole installation may hide the image.
    if (evidence.argocdSettings?.ok !== true) return { kind: 'untold', missing: 'argocdSettings' };
  }
  const missing = READ_BY_SOURCE.find((key) => evidence[key]?.ok !== true);
  if (missing !== undefined) return { kind: 'untold', missing };
  const uncovered = generatePaths(application, change);
  if (uncovered !== null) {
    const cause = { finding: uncovered.finding, proof: [...uncovered.proof, ...old.proof] };
    return { kind: 'old', cause };
  }
  const finding = staleManifestCache({
    application: application.metadata.name,
    commit: shortId(commit.id),
    expected: change.tag,
    found: old.tag,
  });
  const place =
    change.place === null ? [] : [proof('desiredFiles', 'value', `${change.place.path}: ${change.tag}`)];
  return { kind: 'old', cause: { finding, proof: [...place, ...old.proof] } };
}

function isManaged({ status }: Application, { kind, name }: LiveImage): boolean {
  return (status?.resources ?? []).some((resource) => resource.kind === kind && resource.name === name);
}

interface Old {
  readonly tag: string;
  readonly proof: readonly Proof[];
  /** The workload it was concluded from; null when the operation itself says what it rendered. */
  readonly live: LiveImage | null;
}

/** What was rendered for the revision shown, where that is known to be another tag than Git's. */
function shownOld(application: Application, change: Change, evidence: ObservedEvidence): Old | null {
  const state = application.status?.operationState;
  const forShown = operationIsForShown(application);
  const references = forShown ? renderedImages(application, change).map(({ reference }) => reference) : [];
  const carried = carriesTag(references, change);
  if (carried === true) return null;
  if (carried === false) {
    const rendered = proof('application', 'renderedImage', references.join(', '));
    return { tag: tagText(references[0] ?? ''), proof: [rendered], live: null };
  }
  // Older versions do not say what they rendered: Synced means that live is what was rendered, unless a rule hides it.
  const images = liveImages(valueOf(evidence.workloads), change) ?? [];
  const live = images[0];
  if (
    someCarryTag(
      images.map(({ reference }) => reference),
      change,
    )
  )
    return null;
  if (live === undefined) return null;
  const row = application.status?.resources?.find(
    ({ kind, name }) => kind === live.kind && name === live.name,
  );
  const isSynced = (row?.status ?? application.status?.sync?.status) === 'Synced';
  const result = state?.syncResult?.resources?.find(
    ({ kind, name }) => kind === live.kind && name === live.name,
  );
  const changedNothing =
    forShown && state?.phase === 'Succeeded' && /\bunchanged\b/.test(result?.message ?? '');
  if (!isSynced && !changedNothing) return null;
  const told =
    changedNothing && result?.message !== undefined
      ? proof('application', 'resource', result.message)
      : proof('application', 'syncStatus', `${objectName(live)}: Synced`);
  return {
    tag: tagText(live.reference),
    proof: [proof('workloads', 'liveImage', live.reference), told],
    live,
  };
}

/** A rule that ignores the image, or another Application that writes it: link 6 names those. */
function isHidden(live: LiveImage, application: Application, evidence: ObservedEvidence): boolean {
  if (conditionOf(application, 'SharedResourceWarning') !== undefined) return true;
  const owner = { group: groupOf(live), kind: live.kind, namespace: live.namespace, name: live.name };
  const rules = fieldRules(application, valueOf(evidence.argocdSettings), owner);
  if (respectsIgnoredFields(application) && containerRules(rules, live.kind).length > 0) return true;
  return imageRules(rules, { kind: live.kind, ...live.container, metadata: live.object.metadata }).length > 0;
}

function groupOf({ object }: LiveImage): string {
  const slash = object.apiVersion.indexOf('/');
  return slash < 0 ? '' : object.apiVersion.slice(0, slash);
}

/**
 * manifest-generate-paths: paths relative to source.path (absolute: from the root) whose changes alone make a new render. A
 * tag file outside them leaves the manifests as they were (facts/argocd.md section 2).
 */
function generatePaths(application: Application, change: Change): Cause | null {
  const rule = application.metadata.annotations?.['argocd.argoproj.io/manifest-generate-paths'];
  const { place } = change;
  const path = application.spec.source?.path ?? application.spec.sources?.[place?.source ?? 0]?.path ?? '';
  if (rule === undefined || rule.trim() === '' || place === null) return null;
  const covered = rule
    .split(';')
    .map((entry) => resolvePath(path, entry.trim()))
    .some((folder) => folder !== null && isUnder(place.path, folder));
  if (covered) return null;
  return {
    finding: wrongPathGeneratePaths({ application: application.metadata.name, rule, path, file: place.path }),
    proof: [
      proof('application', 'path', `manifest-generate-paths: ${rule}`),
      proof('desiredFiles', 'file', place.path),
    ],
  };
}
