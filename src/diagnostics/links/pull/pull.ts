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
import type { Verdict } from '../../verdict.ts';
import { causeOf, type PullCause } from './cause.ts';
import { compareDigests, runningImages } from './digest.ts';
import { findingOf } from './findings.ts';
import { troublesByEvents, troublesOf, type Trouble } from './trouble.ts';

interface Found {
  readonly subject: LiveSubject;
  readonly cause: PullCause;
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

function causesIn(judged: Judgeable, cluster: Cluster, { change, evidence, now }: LinkInput): Found[] {
  return judged.subjects.flatMap((subject) => {
    const replicaSet = replicaSetOf(subject.object, cluster.replicaSets);
    const servedBefore = replicaSet?.metadata.annotations?.[REVISION_HISTORY] !== undefined;
    const causes = troublesIn(subject, judged, cluster).map((trouble) =>
      causeOf(trouble, { change, evidence, now, servedBefore }),
    );
    // Several pods with one cause are one finding.
    return causes
      .filter((cause, index) => causes.findIndex(({ leaf }) => leaf === cause.leaf) === index)
      .map((cause) => ({ subject, cause }));
  });
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
    .filter(({ cause }) => cause.waiting === undefined)
    .map(({ subject, cause }) => findingOf(cause, subject, input.change));
}

function unread({ evidence }: LinkInput): Verdict {
  // Read, but not there where the workload is: the namespace of the Application is the only one that is read.
  const elsewhere = { kind: 'needs' as const, what: 'pods of the workload', key: 'pods' };
  const error = evidence.pods?.ok === false ? evidence.pods.error : elsewhere;
  return { status: 'unknown', missing: 'pods', error };
}

function verdict(input: LinkInput): Verdict {
  const { evidence, change, now, scope } = input;
  const judged = judgeable(input);
  if (isVerdict(judged)) return judged;
  const cluster = clusterOf(evidence, now);
  const found = causesIn(judged, cluster, input);
  if (found.length > 0) {
    const decided = troubled(found, input);
    if (decided.status !== 'broken' && decided.status !== 'waiting') return decided;
    return { ...decided, findings: [...decided.findings, ...otherPullFindings(input, judged)] };
  }
  if (judged.subjects.some(({ object }) => podsIn(cluster, object) === undefined)) return unread(input);
  const running = judged.subjects.flatMap((subject) =>
    runningImages(currentPods(subject, cluster), subject.containers),
  );
  if (running.length === 0) return { status: 'skipped', blockedBy: 'rollout' };
  const compared = compareDigests(running, change, evidence);
  // Other bytes under the same tag: the tag was pushed again, so neither Git nor the template changed.
  if (!compared.same && scope === 'change') {
    return { status: 'skipped', blockedBy: 'tagCommit', proof: compared.proof };
  }
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
