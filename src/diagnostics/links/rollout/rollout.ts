// Link 7: a ReplicaSet of the new template exists, its pods were created, scheduled and became ready, and Services route to
// them. Pods without their image are link 8's; a template without the tag is link 6's.
import type { Evidence, EvidenceKey } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Finding } from '../../finding.ts';
import { LINK_TITLES } from '../../chain.ts';
import { latest } from '../../kubernetes/clock.ts';
import { clusterOf, podsIn, type Cluster } from '../../kubernetes/cluster.ts';
import { argocdHealth } from '../../kubernetes/health.ts';
import { isVerdict, judgeable, type Judgeable } from '../../kubernetes/judged.ts';
import { proof } from '../../kubernetes/proof.ts';
import { allSubjects, serviceImages, templateIn, type Subject } from '../../kubernetes/subjects.ts';
import type { Link, LinkInput } from '../../link.ts';
import type { Proof, Verdict } from '../../verdict.ts';
import { addressCauses, blockingAddress } from './address.ts';
import { caused, type Cause, type Standing } from './cause.ts';
import { configurationUse } from './configuration.ts';
import { findingOf } from './findings.ts';
import { routeTo } from './route.ts';
import { standingOf } from './standing.ts';

type Workloads = Evidence['workloads'];

interface Judged {
  readonly subject: Subject;
  readonly standing:
    Standing | { readonly state: 'unseen'; readonly missing: 'services'; readonly proof: readonly Proof[] };
}

/** The newest pods of a finished rollout: are they reached, and do they have the values of the change? */
function afterCompletion(
  subject: Subject,
  standing: Standing & { state: 'complete' },
  workloads: Workloads,
  input: LinkInput,
  cluster: Cluster,
): Judged {
  const template = templateIn(subject, workloads);
  const pods = subject.object === null ? undefined : podsIn(cluster, subject.object);
  if (input.change.kind === 'configuration' && input.scope === 'change') {
    const use = configurationUse(template, pods?.current ?? [], subject.namespace, cluster);
    if (use.frozen !== undefined) return { subject, standing: caused([use.frozen], standing.proof) };
  }
  const others = allSubjects(input.change, workloads)
    .filter(({ name, kind }) => name !== subject.name || kind !== subject.kind)
    .flatMap((other) => templateIn(other, workloads) ?? []);
  const route = routeTo({ subject, template, pods, others }, cluster);
  if (route.cause !== undefined) return { subject, standing: caused([route.cause], standing.proof) };
  const proofs = [...standing.proof, ...route.proof];
  if (route.unread === true)
    return { subject, standing: { state: 'unseen', missing: 'services', proof: proofs } };
  return { subject, standing: { ...standing, proof: proofs } };
}

export function judge(
  subject: Subject,
  workloads: Workloads,
  input: LinkInput,
  cluster: Cluster,
): Judged | undefined {
  if (subject.object === null) return undefined;
  const images = serviceImages(subject, templateIn(subject, workloads));
  const state = images.length === 0 ? 'found' : images.join(', ');
  const own = proof('workload', `${subject.kind}/${subject.name}: ${state}`, 'workloads');
  const standing = standingOf(subject.object, cluster);
  const health = proof('health', argocdHealth(subject.object) ?? 'none', 'workloads');
  const withOwn = { ...standing, proof: [own, health, ...standing.proof] };
  if (withOwn.state !== 'complete') return { subject, standing: withOwn };
  const { beside = [] } = withOwn;
  if (input.scope === 'serving' && beside.length > 0)
    return { subject, standing: caused(beside, withOwn.proof) };
  return afterCompletion(subject, withOwn, workloads, input, cluster);
}

function proofsOf({ standing }: Judged): readonly Proof[] {
  if (standing.state !== 'caused') return standing.proof;
  return [...standing.proof, ...standing.causes.flatMap((cause) => cause.proof)];
}

function causesOf(judged: readonly Judged[], waiting: boolean): { subject: Subject; cause: Cause }[] {
  return judged.flatMap(({ subject, standing }) =>
    standing.state === 'caused'
      ? standing.causes
          .filter((cause) => (cause.waiting !== undefined) === waiting)
          .map((cause) => ({ subject, cause }))
      : [],
  );
}

function findings(causes: readonly { subject: Subject; cause: Cause }[], application: string): Finding[] {
  return causes.map(({ subject, cause }) => findingOf(cause, subject, application));
}

/** First what needs a person, then what link 8 has to tell, then what moves by itself. */
function verdictOf(judged: readonly Judged[], application: string, input: LinkInput): Verdict {
  const proofs = judged.flatMap(proofsOf);
  const broken = causesOf(judged, false);
  if (broken.length > 0) return { status: 'broken', proof: proofs, findings: findings(broken, application) };
  if (judged.some(({ standing }) => standing.state === 'pulling')) {
    return { status: 'skipped', blockedBy: 'pull', proof: proofs };
  }
  const waiting = causesOf(judged, true);
  if (waiting.length > 0) {
    const until = latest(waiting.map(({ cause }) => cause.waiting?.until ?? undefined)) ?? null;
    return { status: 'waiting', proof: proofs, findings: findings(waiting, application), until };
  }
  for (const { standing } of judged) {
    if (standing.state !== 'unread' && standing.state !== 'unseen') continue;
    const unread = unreadVerdict(standing.missing, input, proofs);
    if (unread !== undefined) return unread;
  }
  return { status: 'pass', proof: proofs };
}

function unreadVerdict(
  missing: EvidenceKey,
  { evidence }: LinkInput,
  proofs: readonly Proof[],
): Verdict | undefined {
  const observed = evidence[missing];
  if (observed?.ok === true) return undefined;
  const error = observed?.error ?? { kind: 'needs' as const, what: missing, key: missing };
  return { status: 'unknown', missing, error, proof: proofs };
}

/** Faults of the other workloads of the Application: second findings, never the outcome of this change. */
export function otherFindings(input: LinkInput, judged: Judgeable): Finding[] {
  const cluster = clusterOf(input.evidence, input.now);
  const own = new Set(judged.subjects.map(({ kind, namespace, name }) => `${kind}/${namespace}/${name}`));
  const others = allSubjects(input.change, judged.workloads).filter(
    ({ kind, namespace, name }) => !own.has(`${kind}/${namespace}/${name}`),
  );
  const standing = others.flatMap(
    (subject) => judge(subject, judged.workloads, { ...input, scope: 'serving' }, cluster) ?? [],
  );
  return findings(causesOf(standing, false), applicationName(input));
}

function applicationName({ evidence, request }: LinkInput): string {
  return valueOf(evidence.application)?.metadata.name ?? request.application;
}

function verdict(input: LinkInput): Verdict {
  const { evidence, now, scope } = input;
  const judgement = judgeable(input);
  if (isVerdict(judgement)) return judgement;
  const cluster = clusterOf(evidence, now);
  const judged = judgement.subjects.flatMap(
    (subject) => judge(subject, judgement.workloads, input, cluster) ?? [],
  );
  const [first] = judged;
  const address = first === undefined ? undefined : addressCause(first, judged, scope, cluster);
  const all = address === undefined ? judged : [...judged, address];
  const decided = verdictOf(all, applicationName(input), input);
  if (decided.status !== 'broken' && decided.status !== 'waiting') return decided;
  return { ...decided, findings: [...decided.findings, ...otherFindings(input, judgement)] };
}

/** A missing address breaks the change only when the sync waits for it; else it is seen beside what serves. */
function addressCause(
  first: Judged,
  judged: readonly Judged[],
  scope: LinkInput['scope'],
  cluster: Cluster,
): Judged | undefined {
  const blocking = blockingAddress(cluster);
  const causes = blocking === undefined ? (scope === 'serving' ? addressCauses(cluster) : []) : [blocking];
  if (causes.length === 0 || judged.some(({ standing }) => standing.state === 'pulling')) return undefined;
  return { subject: first.subject, standing: caused(causes, []) };
}

export const rollout: Link = {
  id: 'rollout',
  title: LINK_TITLES.rollout,
  reads: [
    'application',
    'workloads',
    'replicaSets',
    'pods',
    'events',
    'services',
    'endpointSlices',
    'ingresses',
    'configMaps',
  ],
  mayRead: ['resourceQuotas', 'autoscalers', 'automation', 'nodes', 'podLogs', 'imageManifest'],
  verdict,
};
