// The world of a case a step later: what was asked for is delivered, and nothing is wrong any more. Built from the structure
// of the documents alone: a trace of it must say live, whatever was wrong before.
import type { CaseDocument } from './document.ts';
import { seededHex } from './seeded.ts';
import { calmNeighbours, openTheWay, showSynced } from './twin/application.ts';
import { changeOf, type Change } from './twin/change.ts';
import { applyConfiguration } from './twin/configuration.ts';
import { deliverInGit, lookThere, wantedEdits } from './twin/gitops.ts';
import { changeable, type TwinDocument, type Workload } from './twin/model.ts';
import { architecturesOf, ensureImage } from './twin/registry.ts';
import { tagNow } from './twin/place.ts';
import { resolveNames, routeEverything, servePage } from './twin/routes.ts';
import { finishOtherRuns, healthyRun, planRun, storeRun, writesTag } from './twin/run.ts';
import { serviceContainer, subjectOf, type Subject } from './twin/subject.ts';
import {
  agreeWithScalers,
  allowReading,
  clearJobs,
  clearOtherClusters,
  finishTools,
  healNodes,
  quietEvents,
  quietLogs,
  widenQuotas,
} from './twin/surroundings.ts';
import { dropOrphans, isSettled, podsOf, settle } from './twin/workload.ts';
import { iso, later, workloadsIn, worldOf, type World } from './twin/world.ts';

/** A twin is looked at half an hour after its original. */
const STEP_MS = 30 * 60_000;
/** Longer than any clock of the chain that may still run after the last pod became ready. */
const REST_MS = 12 * 60_000;
/** From the commit to its detection: inside poll, jitter and cache (360 s, facts/argocd.md 0.9). */
const DETECTION_MS = 150_000;

export function repairedTwin(document: CaseDocument): CaseDocument {
  const twin = changeable(document);
  const world = worldOf(twin);
  allowReading(world);
  const subject = subjectOf(world);
  const specBefore = JSON.stringify(subject.application.spec);
  const servedBefore = [
    ...new Set(
      subject.workloads
        .flatMap((one) => podsOf(subject.cluster, one))
        .flatMap((pod) => pod.spec.containers.map(({ image }) => tagOf(image))),
    ),
  ];
  openTheWay(subject);
  agreeWithScalers(subject);
  clearJobs(world);
  clearOtherClusters(world, subject);

  const asked = changeOf(world, subject);
  lookThere(world, subject, asked);
  const written = wantedEdits(world, subject, asked);
  const change = asked.tag === '' ? { ...asked, tag: tagNow(world, subject) ?? 'latest' } : asked;
  const architectures = architecturesOf(subject.cluster);
  const pattern = healthyRun(world, change);
  const isUnwritten = written.edits.some(({ isFix }) => !isFix);
  const mustRun = isUnwritten && pattern !== undefined && writesTag(pattern);
  const plan = change.kind === 'image' ? planRun(world, change, mustRun) : null;
  const digest = ensureImage(world, {
    repository: subject.image.repository,
    tag: change.tag,
    at: plan?.pushAt ?? world.start - 60_000,
    architectures,
    alsoTagged: plan?.pattern != null && change.built !== null ? [`sha-${change.built.commit}`] : [],
    pushedDigest: pushedDigest(change),
  });
  const desired = deliverInGit(world, subject, change, {
    written,
    specBefore,
    at: plan?.tagAt ?? world.start + 60_000,
  });
  if (plan !== null) {
    const patternTag = plan.pattern === null ? null : tagPushed(plan.pattern.logs, subject);
    storeRun(world, change, plan, { tag: change.tag, digest, patternTag, carrier: desired.carrier });
  }
  finishOtherRuns(world);

  const image = `${subject.image.registry === '' ? '' : `${subject.image.registry}/`}${subject.image.repository}:${change.tag}`;
  const syncAt = iso(Math.max(world.start + 60_000, plan?.tagAt ?? 0, plan?.finishAt ?? 0) + DETECTION_MS);
  const isApplied = applyToWorkloads(world, subject, change, image, later(syncAt, 10));
  const readyAt = settleAll(world, subject, later(syncAt, 22), digest, change);
  world.clock = Math.max(world.start + STEP_MS, Date.parse(readyAt) + REST_MS);
  showSynced(subject, { revisions: desired.revisions, at: syncAt, isApplied, image, readyAt });

  calmNeighbours(world, subject);
  healNodes(world);
  widenQuotas(subject);
  routeEverything(world, subject);
  finishTools(world, new Map(servedBefore.map((tag) => [image.replace(/:[^:]*$/, `:${tag}`), image])));
  resolveNames(world, subject);
  servePage(world, olderTags(world, subject, servedBefore, change.tag), change.tag);
  quietEvents(world);
  quietLogs(world, subject);
  return told(world, twin, change);
}

/** What a page of the service may still say. */
function olderTags(world: World, { image }: Subject, served: readonly string[], tag: string): string[] {
  const known =
    world.document.estate.registry.repositories?.[image.repository]?.tags.map(({ name }) => name) ?? [];
  return [...new Set([...served, ...known])].filter((one) => one !== tag);
}

function tagOf(image: string): string {
  return /:([^:/@]+)(?:@.*)?$/.exec(image)?.[1] ?? 'latest';
}

function pushedDigest({ run, tag }: Change): string | null {
  const line = Object.values(run?.logs ?? {})
    .flat()
    .find((one) => new RegExp(`(?<![\\w.-])${tag.replaceAll('.', '\\.')}: digest: sha256:`).test(one));
  return line === undefined ? null : (/sha256:[0-9a-f]{64}/.exec(line)?.[0] ?? null);
}

function tagPushed(logs: Readonly<Record<string, readonly string[]>>, { image }: Subject): string | null {
  const pushed = new RegExp(`docker push \\S*${image.repository}:(?!sha-)([\\w.-]+)`);
  return (
    Object.values(logs)
      .flat()
      .flatMap((line) => pushed.exec(line)?.[1] ?? [])[0] ?? null
  );
}

/** The workloads carry the image; true when they did before. */
function applyToWorkloads(
  world: World,
  subject: Subject,
  change: Change,
  image: string,
  at: string,
): boolean {
  let isApplied = true;
  for (const workload of subject.workloads) {
    const container = serviceContainer(subject.service, workload);
    const name = container.image.replace(/(?::[^:/]*)?(?:@.*)?$/, '');
    for (const one of [
      ...workload.spec.template.spec.containers,
      ...(workload.spec.template.spec.initContainers ?? []),
    ]) {
      if (one.image.replace(/(?::[^:/]*)?(?:@.*)?$/, '') !== name || one.image === image) continue;
      one.image = image;
      isApplied = false;
    }
    if (
      change.kind === 'configuration' &&
      change.asked !== null &&
      applyConfiguration(world, subject, workload, at)
    )
      isApplied = false;
    if (!isApplied) workload.metadata.generation = (workload.metadata.generation ?? 1) + 1;
  }
  return isApplied;
}

function settleAll(world: World, subject: Subject, at: string, digest: string, change: Change): string {
  let readyAt = at;
  for (const workload of subject.workloads) dropOrphans(subject.cluster, workload);
  for (const cluster of world.document.estate.kubernetes.clusters) {
    for (const workload of workloadsIn(cluster)) {
      const isOwn = cluster === subject.cluster && subject.workloads.includes(workload);
      const renew = isOwn && runsOtherBytes(subject, workload, digest, change);
      if (workload.kind === 'ReplicaSet' || (!renew && isSettled(cluster, workload))) continue;
      if (renew && change.kind === 'image') restart(workload, at, subject, change);
      const ready = settle(world, cluster, workload, { at, renew });
      if (isOwn && ready > readyAt) readyAt = ready;
    }
  }
  return readyAt === at && subject.workloads.every((one) => isSettled(subject.cluster, one))
    ? lastReady(subject, at)
    : readyAt;
}

/** Pods that were ready before the twin began. */
function lastReady(subject: Subject, otherwise: string): string {
  const { lastTransitionTime } = subject.application.status.health as { lastTransitionTime?: string };
  return lastTransitionTime ?? otherwise;
}

function runsOtherBytes(
  { cluster, service }: Subject,
  workload: Workload,
  digest: string,
  { tag }: Change,
): boolean {
  const container = serviceContainer(service, workload);
  if (tagOf(container.image) !== tag) return false;
  return podsOf(cluster, workload)
    .filter((pod) => pod.spec.containers.some(({ image }) => image === container.image))
    .some((pod) =>
      (pod.status.containerStatuses ?? []).some(
        ({ name, imageID }) =>
          name === container.name && imageID.includes('sha256:') && !imageID.endsWith(digest),
      ),
    );
}

/** The same tag with other bytes reaches the pods by a restart. */
function restart(workload: Workload, at: string, { service, cluster }: Subject, { tag }: Change): void {
  const container = serviceContainer(service, workload);
  const isSame = podsOf(cluster, workload).some((pod) =>
    pod.spec.containers.some(({ image }) => image === container.image && image.endsWith(`:${tag}`)),
  );
  if (!isSame) return;
  const { metadata } = workload.spec.template;
  metadata.annotations = { ...metadata.annotations, 'kubectl.kubernetes.io/restartedAt': at };
  workload.metadata.generation = (workload.metadata.generation ?? 1) + 1;
}

function told(world: World, twin: TwinDocument, change: Change): CaseDocument {
  const question = { ...twin.question };
  delete question.intent;
  return {
    case: 1,
    id: `t${seededHex('twin', JSON.stringify(twin.estate), 9)}`,
    now: iso(world.clock),
    question,
    expected: {
      outcome: 'live',
      links: [],
      leaves: [],
      alsoSeen: [],
      rollback: 'none',
      cause: `The change is delivered: the pods run ${change.tag}.`,
      nextStep: 'Nothing to do.',
      mustNotSay: ['anything is broken'],
    },
    estate: twin.estate,
  };
}
