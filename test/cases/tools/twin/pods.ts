// Pods that run and are ready, as the kubelet would report them.
import { seededHex } from '../seeded.ts';
import type { Cluster, Container, KubernetesObject, Labels, Pod, PodTemplate } from './model.ts';
import { digestOf } from './registry.ts';
import { later, newUid, objectsIn, ownerOf, type World } from './world.ts';

export interface NewPod {
  readonly name: string;
  readonly namespace: string;
  readonly owner: KubernetesObject;
  readonly labels: Labels;
  readonly template: PodTemplate;
  readonly node: KubernetesObject | undefined;
  readonly at: string;
}

export function isReady(pod: Pod): boolean {
  const statuses = pod.status.containerStatuses ?? [];
  return (
    pod.status.phase === 'Running' &&
    statuses.length > 0 &&
    statuses.every(({ ready }) => ready) &&
    pod.metadata['deletionTimestamp'] === undefined
  );
}

export function addPod(
  world: World,
  cluster: Cluster,
  { name, namespace, owner, labels, template, node, at }: NewPod,
): Pod {
  const started = later(at, 6);
  const ready = later(at, 14);
  const ip = freeAddress(cluster, node);
  const spec = structuredClone(template.spec);
  const condition = (type: string, time: string): object => ({
    type,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: time,
  });
  const pod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      uid: newUid(world, `Pod/${cluster.name}/${namespace}/${name}`),
      resourceVersion: '49100001',
      creationTimestamp: at,
      labels,
      ...(template.metadata.annotations === undefined
        ? {}
        : { annotations: { ...template.metadata.annotations } }),
      ownerReferences: [ownerOf(owner)],
      generateName: `${owner.metadata.name}-`,
    },
    spec: {
      serviceAccountName: 'default',
      ...spec,
      ...(node === undefined ? {} : { nodeName: node.metadata.name }),
    },
    status: {
      phase: 'Running',
      conditions: [
        condition('PodReadyToStartContainers', later(at, 3)),
        condition('Initialized', at),
        condition('Ready', ready),
        condition('ContainersReady', ready),
        condition('PodScheduled', at),
      ],
      hostIP: hostOf(node),
      podIP: ip,
      podIPs: [{ ip }],
      startTime: at,
      ...(template.spec.initContainers === undefined
        ? {}
        : {
            initContainerStatuses: template.spec.initContainers.map((one) =>
              initStatus(world, one, name, at, started),
            ),
          }),
      containerStatuses: template.spec.containers.map((one) => ({
        ...statusOf(world, one, name),
        state: { running: { startedAt: started } },
        ready: true,
        started: true,
      })),
      qosClass: 'Burstable',
    },
  };
  cluster.objects.push(pod);
  addLog(cluster, pod, started);
  return pod;
}

function statusOf(
  world: World,
  { name, image }: Container,
  pod: string,
): { name: string; image: string; imageID: string; [key: string]: unknown } {
  const digest =
    digestOf(world, image) ?? digestSeen(world, image) ?? `sha256:${seededHex(world.seed, image, 64)}`;
  return {
    name,
    lastState: {},
    restartCount: 0,
    image,
    imageID: `${image.replace(/@.*$/, '').replace(/:[^:/]*$/, '')}@${digest}`,
    containerID: `containerd://${seededHex(world.seed, `${world.document.id}/${pod}/${name}`, 64)}`,
  };
}

function initStatus(world: World, container: Container, pod: string, at: string, started: string): object {
  const own = statusOf(world, container, pod);
  // A sidecar (restartPolicy: Always) keeps running beside the containers.
  if (container['restartPolicy'] === 'Always')
    return { ...own, state: { running: { startedAt: started } }, ready: true, started: true };
  const terminated = {
    exitCode: 0,
    reason: 'Completed',
    startedAt: at,
    finishedAt: started,
    containerID: own['containerID'],
  };
  return { ...own, state: { terminated }, ready: true, started: false };
}

/** What other pods of the case report for the image. */
function digestSeen({ document }: World, image: string): string | undefined {
  for (const cluster of document.estate.kubernetes.clusters) {
    for (const pod of objectsIn(cluster, 'Pod') as Pod[]) {
      const status = pod.status.containerStatuses?.find(
        (one) => one.image === image && one.imageID.includes('sha256:'),
      );
      const digest = status === undefined ? undefined : /sha256:[0-9a-f]{64}/.exec(status.imageID)?.[0];
      if (digest !== undefined) return digest;
    }
  }
  return undefined;
}

function hostOf(node: KubernetesObject | undefined): string {
  const addresses = (node?.status['addresses'] as { type: string; address: string }[] | undefined) ?? [];
  return addresses.find(({ type }) => type === 'InternalIP')?.address ?? '10.0.4.4';
}

function freeAddress(cluster: Cluster, node: KubernetesObject | undefined): string {
  const taken = new Set((objectsIn(cluster, 'Pod') as Pod[]).map(({ status }) => status.podIP));
  const subnet = hostOf(node).split('.').slice(0, 3).join('.');
  for (let last = 201; last < 1000; last += 1) {
    const address = last < 255 ? `${subnet}.${last}` : `10.244.${last % 250}.${Math.floor(last / 250)}`;
    if (!taken.has(address)) return address;
  }
  throw new Error(`no free pod address in ${cluster.name}`);
}

function addLog(cluster: Cluster, { metadata, spec }: Pod, started: string): void {
  for (const { name, ports } of spec.containers) {
    const port = ports?.[0]?.containerPort ?? 8080;
    cluster.podLogs.push({
      namespace: metadata.namespace ?? '',
      pod: metadata.name,
      container: name,
      previous: false,
      lines: [`{"level":"info","time":"${started}","msg":"listening on :${port}"}`],
    });
  }
}

export function removePods(cluster: Cluster, pods: readonly KubernetesObject[]): void {
  const gone = new Set(pods.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`));
  cluster.objects = cluster.objects.filter((object) => object.kind !== 'Pod' || !pods.includes(object));
  cluster.podLogs = cluster.podLogs.filter(({ namespace, pod }) => !gone.has(`${namespace}/${pod}`));
}

export function nodesOf(cluster: Cluster): KubernetesObject[] {
  return objectsIn(cluster, 'Node');
}
