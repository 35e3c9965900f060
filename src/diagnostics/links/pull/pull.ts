// Link 8: the pods run the digest the registry has for the tag. Pods that do not exist yet are link 7's, and a tag that was
// pushed again after the pods started is link 4's.
import { LINK_TITLES } from '../../chain.ts';
import type { EvidenceKey } from '../../evidence/evidence.ts';
import type { Pod } from '../../evidence/kubernetes.ts';
import { latest } from '../../kubernetes/clock.ts';
import { clusterOf, podsIn, type Cluster } from '../../kubernetes/cluster.ts';
import { isVerdict, judgeable, otherSubjects, type Judgeable } from '../../kubernetes/judged.ts';
import { isTerminating } from '../../kubernetes/pods.ts';
import { replicaSetOf } from '../../kubernetes/revisions.ts';
import { templateIn, type LiveSubject } from '../../kubernetes/subjects.ts';
import type { Finding } from '../../finding.ts';
import type { Link, LinkInput } from '../../link.ts';
import type { Proof, Verdict } from '../../verdict.ts';
import { causeOf, isUntold, type PullCause, type UntoldCause } from './cause.ts';
import { compareDigests, runningImages } from './digest.ts';
import { findingOf } from './findings.ts';
import { troublesByEvents, troublesOf, type Trouble } from './trouble.ts';

interface Found {
  readonly subject: LiveSubject;
  readonly cause: PullCause;
}

interface Causes {
  readonly found: readonly Found[];
  /** Pods without their image, for a reason that nobody could read. */
  readonly untold: readonly UntoldCause[];
}

const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';

function currentPods(subject: LiveSubject, cluster: Cluster): readonly Pod[] {
  return (podsIn(cluster, subject.object)?.current ?? []).filter((pod) => !isTerminating(pod));
}

/** Pods of a ReplicaSet are named after it; those of other kinds after the workload. */
function podPrefix(subject: LiveSubject, cluster: Cluster): string | undefined {
  const { kind } = subject.object;
  if (kind !== 'Deployment' && kind !== 'Rollout') return `${subject.name}-`;
  const replicaSet = replicaSetOf(subject.object, cluster.replicaSets);
  return replicaSet === null ? undefined : `${replicaSet.metadata.name}-`;
}

function troublesIn(subject: LiveSubject, judged: Judgeable, cluster: Cluster): Trouble[] {
  if (podsIn(cluster, subject.object) !== undefined)
    return troublesOf(currentPods(subject, cluster), cluster.events);
  const prefix = podPrefix(subject, cluster);
  const template = templateIn(subject, judged.workloads);
  const images = [...(template?.spec.initContainers ?? []), ...(template?.spec.containers ?? [])].flatMap(
    ({ image }) => image ?? [],
  );
  return prefix === undefined ? [] : troublesByEvents(cluster.events, subject.namespace, prefix, images);
}

function causesIn(judged: Judgeable, cluster: Cluster, { change, evidence, now }: LinkInput): Causes {
  const untold: UntoldCause[] = [];
  const found = judged.subjects.flatMap((subject) => {
    const replicaSet = replicaSetOf(subject.object, cluster.replicaSets);
    const servedBefore = replicaSet?.metadata.annotations?.[REVISION_HISTORY] !== undefined;
    const causes: PullCause[] = [];
    for (const trouble of troublesIn(subject, judged, cluster)) {
      const cause = causeOf(trouble, { change, evidence, now, servedBefore });
      if (isUntold(cause)) untold.push(cause);
      // Several pods with one cause are one finding.
      else if (causes.every(({ leaf }) => leaf !== cause.leaf)) causes.push(cause);
    }
    return causes.map((cause) => ({ subject, cause }));
  });
  return { found, untold };
}

function troubled(found: readonly Found[], { change }: LinkInput): Verdict {
  const broken = found.filter(({ cause }) => cause.waiting === undefined);
  const told = broken.length > 0 ? broken : found;
  const proofs = told.flatMap(({ cause }) => cause.proof);
  const findings = told.map(({ subject, cause }) => findingOf(cause, subject, change));
  if (broken.length > 0) return { status: 'broken', proof: proofs, findings };
  const until = latest(found.map(({ cause }) => cause.waiting?.until)) ?? null;
  return { status: 'waiting', proof: proofs, findings, until };
}

/** Pods of the other workloads of the Application that have no image: second findings. */
export function otherPullFindings(input: LinkInput, judged: Judgeable): Finding[] {
  const cluster = clusterOf(input.evidence, input.now);
  const others = { ...judged, subjects: otherSubjects(input, judged) };
  return causesIn(others, cluster, input)
    .found.filter(({ cause }) => cause.waiting === undefined)
    .map(({ subject, cause }) => findingOf(cause, subject, input.change));
}

function unread(missing: EvidenceKey, { evidence }: LinkInput, proofs: readonly Proof[] = []): Verdict {
  const observed = evidence[missing];
  // Read, but not there where the workload is: the namespace of the Application is the only one that is read.
  const elsewhere = { kind: 'needs' as const, what: `${missing} of the workload`, key: missing };
  const error = observed?.ok === false ? observed.error : elsewhere;
  return { status: 'unknown', missing, error, proof: proofs };
}

function verdict(input: LinkInput): Verdict {
  const { evidence, change, now, scope } = input;
  const judged = judgeable(input);
  if (isVerdict(judged)) return judged;
  const cluster = clusterOf(evidence, now);
  const { found, untold } = causesIn(judged, cluster, input);
  const [first] = untold;
  // What is not told may need a person: then nothing here waits.
  if (first !== undefined && found.every(({ cause }) => cause.waiting !== undefined))
    return unread(first.missing, input, first.proof);
  if (found.length > 0) {
    const decided = troubled(found, input);
    if (decided.status !== 'broken' && decided.status !== 'waiting') return decided;
    return { ...decided, findings: [...decided.findings, ...otherPullFindings(input, judged)] };
  }
  if (judged.subjects.some(({ object }) => podsIn(cluster, object) === undefined))
    return unread('pods', input);
  const running = judged.subjects.flatMap((subject) =>
    runningImages(currentPods(subject, cluster), subject.containers),
  );
  if (running.length === 0) return { status: 'skipped', blockedBy: 'rollout' };
  const compared = compareDigests(running, change, evidence);
  // Other bytes under the same tag: the tag was pushed again, so neither Git nor the template changed.
  if (!compared.same && scope === 'change') {
    return { status: 'skipped', blockedBy: 'tagCommit', proof: compared.proof };
  }
  if (compared.missing !== undefined && scope === 'change')
    return unread(compared.missing, input, compared.proof);
  return { status: 'pass', proof: compared.proof };
}

const READS: readonly EvidenceKey[] = [
  'application',
  'workloads',
  'replicaSets',
  'pods',
  'events',
  'imageTag',
  'imageManifest',
  'previousTag',
  'run',
  'runs',
  'runLogs',
  'nodes',
];

export const pull: Link = {
  id: 'pull',
  title: LINK_TITLES.pull,
  reads: READS,
  mayRead: [],
  verdict,
};
