// Everything around the change is well: the bot may read, nodes and quotas have room, tools have done their work, nothing warns.
import type { Box, Cluster, KubernetesObject, Labels } from './model.ts';
import { answerAgain } from './registry.ts';
import type { Subject } from './subject.ts';
import { iso, objectsIn, ownedBy, removeObjects, type World } from './world.ts';
import { removePods } from './pods.ts';

/** Nothing refuses the bot any more. */
export function allowReading(world: World): void {
  const { estate } = world.document;
  for (const cluster of estate.kubernetes.clusters) delete cluster.forbidden;
  delete estate.azureDevOps.errors;
  if (estate.azure !== undefined) delete estate.azure.forbidden;
  for (const repository of estate.azureDevOps.repositories) {
    for (const entry of repository.permissions ?? []) {
      // GenericRead and GenericContribute of the Git Repositories namespace.
      entry.allow |= 2 | 4;
      entry.deny = 0;
    }
  }
  answerAgain(world);
}

export function healNodes(world: World): void {
  for (const cluster of world.document.estate.kubernetes.clusters) {
    for (const node of objectsIn(cluster, 'Node')) {
      delete node.spec['unschedulable'];
      const taints = (node.spec['taints'] as { key: string }[] | undefined)?.filter(
        ({ key }) => !key.startsWith('node.kubernetes.io/'),
      );
      if (taints !== undefined && taints.length > 0) node.spec['taints'] = taints;
      else delete node.spec['taints'];
      for (const condition of (node.status['conditions'] as Box[] | undefined) ?? []) {
        condition['status'] = condition['type'] === 'Ready' ? 'True' : 'False';
        condition['lastHeartbeatTime'] = iso(world.clock - 90_000);
        if (condition['type'] === 'Ready')
          Object.assign(condition, { reason: 'KubeletReady', message: 'kubelet is posting ready status' });
      }
    }
  }
}

/** Quotas four times as large: what is used fits. */
export function widenQuotas({ cluster, namespace }: Subject): void {
  for (const quota of objectsIn(cluster, 'ResourceQuota', namespace)) {
    for (const side of [quota.spec, quota.status]) {
      const hard = side['hard'] as Labels | undefined;
      for (const key of Object.keys(hard ?? {})) {
        if (hard !== undefined)
          hard[key] = (hard[key] ?? '').replace(/^\d+/, (amount) => String(Number(amount) * 4));
      }
    }
  }
}

interface Scaler extends KubernetesObject {
  spec: {
    scaleTargetRef?: { kind?: string; name: string };
    minReplicas?: number;
    minReplicaCount?: number;
    [key: string]: unknown;
  };
}

/** Autoscalers agree with what runs, and Argo CD leaves the number of replicas to them. */
export function agreeWithScalers({ cluster, namespace, workloads, application }: Subject): void {
  for (const scaler of [
    ...objectsIn(cluster, 'HorizontalPodAutoscaler', namespace),
    ...objectsIn(cluster, 'ScaledObject', namespace),
  ] as Scaler[]) {
    const workload = workloads.find(({ metadata }) => metadata.name === scaler.spec.scaleTargetRef?.name);
    if (workload === undefined) continue;
    if (scaler.kind === 'ScaledObject') {
      scaler.spec.minReplicaCount = Math.max(1, scaler.spec.minReplicaCount ?? 0);
      for (const condition of (scaler.status['conditions'] as Box[] | undefined) ?? []) {
        if (condition['type'] === 'Active')
          Object.assign(condition, {
            status: 'True',
            reason: 'ScalerActive',
            message: 'Scaling is performed because triggers are active',
          });
      }
    }
    const least = scaler.spec.minReplicas ?? scaler.spec.minReplicaCount ?? 1;
    const wanted = Math.max(least, workload.spec.replicas ?? 1);
    workload.spec.replicas = wanted;
    if (scaler.kind === 'HorizontalPodAutoscaler') {
      Object.assign(scaler.status, { currentReplicas: wanted, desiredReplicas: wanted });
      for (const condition of (scaler.status['conditions'] as Box[] | undefined) ?? []) {
        const isLimit = condition['type'] === 'ScalingLimited';
        Object.assign(condition, {
          status: isLimit ? 'False' : 'True',
          reason: isLimit ? 'DesiredWithinRange' : 'ReadyForNewScale',
          message: 'recommended size matches current size',
        });
      }
    }
    const rules = (application.spec.ignoreDifferences ??= []);
    if (!rules.some((rule) => JSON.stringify(rule).includes('/spec/replicas'))) {
      rules.push({ group: 'apps', kind: workload.kind, jsonPointers: ['/spec/replicas'] });
    }
  }
}

/** Hook Jobs that failed or still run are over and gone. */
export function clearJobs(world: World): void {
  for (const cluster of world.document.estate.kubernetes.clusters) {
    for (const job of objectsIn(cluster, 'Job')) {
      if (Number(job.status['succeeded'] ?? 0) > 0 && job.status['failed'] === undefined) continue;
      removePods(cluster, ownedBy(cluster, 'Pod', job));
      removeObjects(cluster, [job]);
    }
  }
}

/** Flux, Kargo and the like: ready, with the revision and the image of the change. */
export function finishTools(world: World, images: ReadonlyMap<string, string>): void {
  const time = iso(world.clock - 300_000);
  for (const cluster of world.document.estate.kubernetes.clusters) {
    for (const object of cluster.objects) {
      if (!/fluxcd\.io|akuity\.io|weave\.works/.test(object.apiVersion)) continue;
      finishTool(object, time, images);
    }
  }
}

function finishTool(object: KubernetesObject, time: string, images: ReadonlyMap<string, string>): void {
  const status = object.status as Box | undefined;
  if (status === undefined) return;
  const conditions = (status['conditions'] as Box[] | undefined)?.filter(
    ({ type }) => type !== 'Stalled' && type !== 'Reconciling',
  );
  for (const condition of conditions ?? []) {
    if (condition['status'] !== 'False') continue;
    const isRelease = object.kind === 'HelmRelease';
    Object.assign(condition, {
      status: 'True',
      reason: isRelease ? 'UpgradeSucceeded' : 'Succeeded',
      message: isRelease ? 'Helm upgrade succeeded' : 'succeeded',
      lastTransitionTime: time,
    });
  }
  if (conditions !== undefined) status['conditions'] = conditions;
  delete status['upgradeFailures'];
  delete status['installFailures'];
  delete status['failures'];
  if (typeof status['phase'] === 'string' && object.kind === 'Promotion') status['phase'] = 'Succeeded';
  const latest = status['latestImage'];
  if (typeof latest === 'string') status['latestImage'] = images.get(latest) ?? latest;
}

/** Warnings are over; what happened to objects that are gone is forgotten. */
export function quietEvents(world: World): void {
  for (const cluster of world.document.estate.kubernetes.clusters) {
    const uids = new Map(cluster.objects.map((object) => [object.metadata.uid, object]));
    cluster.objects = cluster.objects.filter((object) => {
      if (object.kind !== 'Event') return true;
      const subject = uids.get(String((object['involvedObject'] as Box)['uid']));
      return (
        object['type'] === 'Normal' &&
        subject !== undefined &&
        String(object['firstTimestamp']) >= subject.metadata.creationTimestamp
      );
    });
  }
}

/** Argo CD's components log no errors, and the controller has just compared. */
export function quietLogs(world: World, { application, home, namespace }: Subject): void {
  for (const cluster of world.document.estate.kubernetes.clusters) {
    const pods = new Set(
      objectsIn(cluster, 'Pod').map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`),
    );
    cluster.podLogs = cluster.podLogs.filter(
      (log) => pods.has(`${log.namespace}/${log.pod}`) && !log.previous,
    );
    for (const log of cluster.podLogs)
      log.lines = log.lines.filter(
        (line) => !/level=(?:error|fatal|warning)|\b(?:ERROR|FATAL|panic)\b/.test(line),
      );
  }
  const controller = home.podLogs.find(({ pod }) => pod.includes('application-controller'));
  const time = iso(world.clock - 80_000);
  const name = application.metadata.name;
  controller?.lines.push(
    `time="${time}" level=info msg="Reconciliation completed" application=argocd/${name} dest-namespace=${namespace} patch_ms=3 project=${application.spec.project} time_ms=121`,
  );
}

/** Copies of the workload that this Application left in another cluster. */
export function clearOtherClusters(world: World, { application, cluster, workloads }: Subject): void {
  const name = application.metadata.name;
  for (const other of world.document.estate.kubernetes.clusters) {
    if (other === cluster) continue;
    const left = other.objects.filter(
      ({ metadata, kind }) =>
        kind !== 'Application' &&
        metadata.annotations?.['argocd.argoproj.io/tracking-id']?.startsWith(`${name}:`) === true,
    );
    const twins = other.objects.filter((object) => workloads.some((one) => isTwinOf(object, one, name)));
    for (const gone of new Set([...left, ...twins])) removeWithChildren(other, gone);
  }
}

function isTwinOf(
  { kind, metadata }: KubernetesObject,
  workload: KubernetesObject,
  application: string,
): boolean {
  return (
    kind === workload.kind &&
    metadata.name === workload.metadata.name &&
    metadata.labels?.['app.kubernetes.io/instance'] === application
  );
}

function removeWithChildren(cluster: Cluster, object: KubernetesObject): void {
  for (const kind of ['ReplicaSet', 'Pod', 'EndpointSlice']) {
    for (const child of ownedBy(cluster, kind, object)) removeWithChildren(cluster, child);
  }
  if (object.kind === 'Pod') removePods(cluster, [object]);
  removeObjects(cluster, [object]);
}
