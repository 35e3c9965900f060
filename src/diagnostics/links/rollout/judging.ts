// One workload judged to the end: how its rollout stands and, once it is complete, whether its pods are reached and have the
// values of the change.
import type { Evidence } from '../../evidence/evidence.ts';
import type { PodTemplate } from '../../evidence/kubernetes.ts';
import type { Finding } from '../../finding.ts';
import { clusterOf, podsIn, type Cluster } from '../../kubernetes/cluster.ts';
import { argocdHealth } from '../../kubernetes/health.ts';
import { otherSubjects, type Judgeable } from '../../kubernetes/judged.ts';
import { proof } from '../../kubernetes/proof.ts';
import {
  allSubjects,
  carriesChange,
  serviceImages,
  templateIn,
  type Subject,
  type LiveSubject,
} from '../../kubernetes/subjects.ts';
import type { LinkInput } from '../../link.ts';
import type { Proof } from '../../verdict.ts';
import { caused, type Cause, type RolloutLeaf, type Standing } from './cause.ts';
import { configurationUse } from './configuration.ts';
import { findingOf } from './findings.ts';
import { routeTo, type RouteKey } from './route.ts';
import { standingOf } from './standing.ts';

type Workloads = Evidence['workloads'];
type Complete = Extract<Standing, { state: 'complete' }>;

export interface Judged {
  readonly subject: LiveSubject;
  readonly standing:
    Standing | { readonly state: 'unseen'; readonly missing: RouteKey; readonly proof: readonly Proof[] };
}

export interface CauseOf {
  readonly subject: LiveSubject;
  readonly cause: Cause;
}

/** Runs the service's image without the change: the other side of a blue-green pair made of two workloads. */
function isFormer(
  subject: Subject,
  template: PodTemplate | undefined,
  { change, scope }: LinkInput,
): boolean {
  return scope === 'change' && subject.containers.length > 0 && !carriesChange(subject, template, change);
}

function afterCompletion(
  subject: LiveSubject,
  standing: Complete,
  workloads: Workloads,
  input: LinkInput,
  cluster: Cluster,
): Judged {
  const template = templateIn(subject, workloads);
  const pods = podsIn(cluster, subject.object);
  if (input.change.kind === 'configuration' && input.scope === 'change') {
    const use = configurationUse(template, pods?.current ?? [], subject.namespace, cluster);
    if (use.frozen !== undefined) return { subject, standing: caused([use.frozen], standing.proof) };
  }
  const others = allSubjects(input.change, workloads)
    .filter(({ name, kind }) => name !== subject.name || kind !== subject.kind)
    .filter((other) => !isFormer(other, templateIn(other, workloads), input))
    .flatMap((other) => templateIn(other, workloads) ?? []);
  const route = routeTo({ subject, template, pods, others }, cluster);
  if (route.cause !== undefined) return { subject, standing: caused([route.cause], standing.proof) };
  const proofs = [...standing.proof, ...route.proof];
  if (route.unread !== undefined)
    return { subject, standing: { state: 'unseen', missing: route.unread, proof: proofs } };
  return { subject, standing: { ...standing, proof: proofs } };
}

export function judge(
  subject: LiveSubject,
  workloads: Workloads,
  input: LinkInput,
  cluster: Cluster,
): Judged {
  const images = serviceImages(subject, templateIn(subject, workloads));
  const state = images.length === 0 ? 'found' : images.join(', ');
  const own = proof('workload', `${subject.kind}/${subject.name}: ${state}`, 'workloads');
  const health = proof('health', argocdHealth(subject.object) ?? 'none', 'workloads');
  const standing = standingOf(subject.object, cluster);
  const withOwn = { ...standing, proof: [own, health, ...standing.proof] };
  if (withOwn.state !== 'complete') return { subject, standing: withOwn };
  const { beside = [] } = withOwn;
  if (input.scope === 'serving' && beside.length > 0)
    return { subject, standing: caused(beside, withOwn.proof) };
  return afterCompletion(subject, withOwn, workloads, input, cluster);
}

/** What somebody may have wanted so: no fault of a workload that nobody asked about. */
const DELIBERATE: readonly RolloutLeaf[] = [
  'paused',
  'scaled_to_zero',
  'update_held',
  'configmap_no_checksum',
];

export function causesOf(judged: readonly Judged[], input: LinkInput, waiting: boolean): CauseOf[] {
  const known = input.change.workloads.length > 0;
  return judged.flatMap(({ subject, standing }) => {
    if (standing.state !== 'caused') return [];
    const isOther = known && subject.containers.length === 0;
    return standing.causes
      .filter((cause) => (cause.waiting !== undefined) === waiting)
      .filter((cause) => !isOther || !DELIBERATE.includes(cause.leaf))
      .map((cause) => ({ subject, cause }));
  });
}

/** Faults of the other workloads of the Application: second findings, never the outcome of this change. */
export function otherFindings(input: LinkInput, judgement: Judgeable, application: string): Finding[] {
  const cluster = clusterOf(input.evidence, input.now);
  const judged = otherSubjects(input, judgement).map((subject) =>
    judge(subject, judgement.workloads, { ...input, scope: 'serving' }, cluster),
  );
  return causesOf(judged, input, false).map(({ subject, cause }) => findingOf(cause, subject, application));
}
