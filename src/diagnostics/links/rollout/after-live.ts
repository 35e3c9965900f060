// What is seen when all eight links pass: why a person may still see the old page, and faults beside the change.
import { valueOf } from '../../evidence/observed.ts';
import type { Finding } from '../../finding.ts';
import { imagePurged } from '../../catalogue/pull/image.ts';
import { latest, secondsSince } from '../../kubernetes/clock.ts';
import { clusterOf, podsIn, type Cluster } from '../../kubernetes/cluster.ts';
import { isVerdict, judgeable, type Judgeable } from '../../kubernetes/judged.ts';
import { readySince } from '../../kubernetes/pods.ts';
import { serviceImages, templateIn, type LiveSubject } from '../../kubernetes/subjects.ts';
import type { LinkInput } from '../../link.ts';
import { otherPullFindings } from '../pull/pull.ts';
import { pushingRun, registryAnswer } from '../pull/registry-answer.ts';
import { addressCauses } from './address.ts';
import type { Cause } from './cause.ts';
import { configurationUse } from './configuration.ts';
import { edgeFindings } from './edge.ts';
import { findingOf } from './findings.ts';
import { otherFindings } from './judging.ts';
import { standingOf } from './standing.ts';
import { differenceFindings } from './still-different.ts';
import { isOverdue, oldPodsCause } from './termination.ts';

function causesBeside(subject: LiveSubject, judged: Judgeable, input: LinkInput, cluster: Cluster): Cause[] {
  const standing = standingOf(subject.object, cluster);
  const beside = standing.state === 'complete' ? (standing.beside ?? []) : [];
  const pods = podsIn(cluster, subject.object);
  const old = oldPodsCause(
    (pods?.older ?? []).filter((pod) => isOverdue(pod, cluster.now)),
    cluster.now,
  );
  const template = templateIn(subject, judged.workloads);
  const use =
    input.change.kind === 'configuration'
      ? configurationUse(template, pods?.current ?? [], subject.namespace, cluster).refreshed
      : undefined;
  return [...beside.filter(({ waiting }) => waiting === undefined), old, use].filter(
    (cause) => cause !== undefined,
  );
}

/** The pods run, and the registry has their tag no more: the next node cannot start one. */
function goneSince(subject: LiveSubject, judged: Judgeable, input: LinkInput, cluster: Cluster): Finding[] {
  const [pod] = podsIn(cluster, subject.object)?.current ?? [];
  if (pod === undefined) return [];
  const images = serviceImages(subject, templateIn(subject, judged.workloads));
  return images.flatMap((image) => {
    const run = pushingRun(image, input.change, input.evidence);
    const isGone = registryAnswer(image, input.change, input.evidence).tag?.found === false;
    if (!isGone || run === undefined) return [];
    return [
      imagePurged({ image, namespace: subject.namespace, pod: pod.metadata.name, run: String(run.id) }),
    ];
  });
}

/** Pure: each finding is proven by evidence that was read. Those of the family "live" come first. */
export function afterLive(input: LinkInput): Finding[] {
  const judged = judgeable(input);
  if (isVerdict(judged)) return [];
  const cluster = clusterOf(input.evidence, input.now);
  const application = valueOf(input.evidence.application)?.metadata.name ?? input.request.application;
  const ready = judged.subjects
    .flatMap((subject) => podsIn(cluster, subject.object)?.current ?? [])
    .map(readySince);
  const beside = judged.subjects.flatMap((subject) => [
    ...causesBeside(subject, judged, input, cluster).map((cause) => findingOf(cause, subject, application)),
    ...goneSince(subject, judged, input, cluster),
  ]);
  const [first] = judged.subjects;
  const addresses =
    first === undefined ? [] : addressCauses(cluster).map((cause) => findingOf(cause, first, application));
  return [
    ...edgeFindings(input, secondsSince(latest(ready), input.now)),
    ...differenceFindings(input),
    ...addresses,
    ...beside,
    ...otherFindings(input, judged, application),
    ...otherPullFindings(input, judged),
  ];
}
