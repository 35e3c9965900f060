// Link 7: a ReplicaSet of the new template exists, its pods were created, scheduled and became ready, and Services route to
// them. Pods without their image are link 8's; a template without the tag is link 6's.
import { LINK_TITLES } from '../../chain.ts';
import type { EvidenceKey } from '../../evidence/evidence.ts';
import { valueOf } from '../../evidence/observed.ts';
import { latest } from '../../kubernetes/clock.ts';
import { clusterOf, type Cluster } from '../../kubernetes/cluster.ts';
import { isVerdict, judgeable } from '../../kubernetes/judged.ts';
import type { Link, LinkInput } from '../../link.ts';
import type { Proof, Verdict } from '../../verdict.ts';
import { addressCauses, blockingAddress, unreadAddress } from './address.ts';
import { caused } from './cause.ts';
import { findingOf } from './findings.ts';
import { causesOf, judge, otherFindings, type CauseOf, type Judged } from './judging.ts';

function proofsOf({ standing }: Judged): readonly Proof[] {
  if (standing.state !== 'caused') return standing.proof;
  return [...standing.proof, ...standing.causes.flatMap((cause) => cause.proof)];
}

function unread(missing: EvidenceKey, { evidence }: LinkInput, proofs: readonly Proof[]): Verdict {
  const observed = evidence[missing];
  // Read, but not there where the workload is: the namespace of the Application is the only one that is read.
  const elsewhere = { kind: 'needs' as const, what: `${missing} of the workload`, key: missing };
  const error = observed?.ok === false ? observed.error : elsewhere;
  return { status: 'unknown', missing, error, proof: proofs };
}

/** First what needs a person, then what link 8 has to tell, then what moves by itself, then what nobody could see. */
function verdictOf(judged: readonly Judged[], application: string, input: LinkInput): Verdict {
  const proofs = judged.flatMap(proofsOf);
  const told = (causes: readonly CauseOf[]) =>
    causes.map(({ subject, cause }) => findingOf(cause, subject, application));
  const broken = causesOf(judged, input, false);
  if (broken.length > 0) return { status: 'broken', proof: proofs, findings: told(broken) };
  if (judged.some(({ standing }) => standing.state === 'pulling')) {
    return { status: 'skipped', blockedBy: 'pull', proof: proofs };
  }
  const waiting = causesOf(judged, input, true);
  if (waiting.length > 0) {
    const until = latest(waiting.map(({ cause }) => cause.waiting?.until ?? undefined)) ?? null;
    return { status: 'waiting', proof: proofs, findings: told(waiting), until };
  }
  for (const { standing } of judged) {
    if (standing.state === 'unread' || standing.state === 'unseen')
      return unread(standing.missing, input, proofs);
  }
  return { status: 'pass', proof: proofs };
}

/** A missing address breaks the change only when the sync waits for it; else it is seen beside what serves. */
function addressCause(judged: readonly Judged[], { scope }: LinkInput, cluster: Cluster): Judged | undefined {
  const blocking = blockingAddress(cluster);
  const causes = blocking === undefined ? (scope === 'serving' ? addressCauses(cluster) : []) : [blocking];
  const [first] = judged;
  if (first === undefined || causes.length === 0) return undefined;
  if (judged.some(({ standing }) => standing.state === 'pulling')) return undefined;
  return { subject: first.subject, standing: caused(causes, []) };
}

function verdict(input: LinkInput): Verdict {
  const { evidence, now, request } = input;
  const judgement = judgeable(input);
  if (isVerdict(judgement)) return judgement;
  const cluster = clusterOf(evidence, now);
  const application = valueOf(evidence.application)?.metadata.name ?? request.application;
  const judged = judgement.subjects.map((subject) => judge(subject, judgement.workloads, input, cluster));
  const address = addressCause(judged, input, cluster);
  const decided = verdictOf(address === undefined ? judged : [...judged, address], application, input);
  const missing = input.scope === 'change' && decided.status === 'pass' ? unreadAddress(cluster) : undefined;
  if (missing !== undefined) return unread(missing, input, decided.proof ?? []);
  if (decided.status !== 'broken' && decided.status !== 'waiting') return decided;
  return { ...decided, findings: [...decided.findings, ...otherFindings(input, judgement, application)] };
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
