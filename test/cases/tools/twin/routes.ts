// Services route to the ready pods, Ingresses and load balancers have an address, names resolve, the public page is the new one.
import type { Box, Cluster, Container, KubernetesObject, Labels, Pod, Workload } from './model.ts';
import { isReady } from './pods.ts';
import type { Subject } from './subject.ts';
import {
  iso,
  labelled,
  newSuffix,
  newUid,
  objectsIn,
  ownerOf,
  removeObjects,
  workloadsIn,
  type World,
} from './world.ts';

const PUBLIC_ADDRESS = '10.0.7.8';

export function routeEverything(world: World, subject: Subject): void {
  addMissingService(world, subject);
  for (const cluster of world.document.estate.kubernetes.clusters) {
    for (const service of objectsIn(cluster, 'Service')) {
      matchSelector(cluster, service);
      publishEndpoints(world, cluster, service);
      giveServiceAddress(service);
    }
    for (const ingress of objectsIn(cluster, 'Ingress')) giveIngressAddress(cluster, ingress);
  }
}

/** An Application that lists a Service has one. */
function addMissingService(world: World, { application, cluster, namespace, workloads }: Subject): void {
  const listed = application.status.resources?.find(({ kind }) => kind === 'Service');
  const [workload] = workloads;
  if (listed === undefined || workload === undefined) return;
  if (objectsIn(cluster, 'Service', namespace).some(({ metadata }) => metadata.name === listed.name)) return;
  const container = workload.spec.template.spec.containers[0];
  const port = container?.ports?.[0];
  cluster.objects.push({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: listed.name,
      namespace,
      uid: newUid(world, `Service/${listed.name}`),
      resourceVersion: '49000201',
      creationTimestamp: iso(world.start + 120_000),
      labels: { ...workload.metadata.labels },
    },
    spec: {
      type: 'ClusterIP',
      clusterIP: '10.0.16.201',
      selector: { ...workload.spec.selector.matchLabels },
      ports: [
        { name: 'http', port: 80, protocol: 'TCP', targetPort: port?.name ?? port?.containerPort ?? 8080 },
      ],
    },
    status: { loadBalancer: {} },
  });
}

/** A selector that matches no pod, or the pods of two revisions, gets the labels of its workload. */
function matchSelector(cluster: Cluster, service: KubernetesObject): void {
  const selector = service.spec['selector'] as Labels | undefined;
  if (selector === undefined) return;
  const workload = workloadFor(cluster, service, selector);
  if (workload === undefined) return;
  const labels = workload.spec.template.metadata.labels;
  if (!labelled(labels, selector)) service.spec['selector'] = { ...workload.spec.selector.matchLabels };
}

function workloadFor(cluster: Cluster, service: KubernetesObject, selector: Labels): Workload | undefined {
  const near = workloadsIn(cluster).filter(
    ({ metadata }) => metadata.namespace === service.metadata.namespace,
  );
  return (
    near.find((one) => labelled(one.spec.template.metadata.labels, selector)) ??
    near.find(({ metadata }) => metadata.name === service.metadata.name)
  );
}

function publishEndpoints(world: World, cluster: Cluster, service: KubernetesObject): void {
  const { name, namespace = '' } = service.metadata;
  const selector = service.spec['selector'] as Labels | undefined;
  if (selector === undefined) return;
  const slices = objectsIn(cluster, 'EndpointSlice', namespace).filter(
    ({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name,
  );
  const pods = (objectsIn(cluster, 'Pod', namespace) as Pod[]).filter(
    (pod) => isReady(pod) && labelled(pod.metadata.labels, selector),
  );
  const slice = slices[0] ?? newSlice(world, cluster, service);
  removeObjects(cluster, slices.slice(1));
  slice['endpoints'] = pods.map((pod) => ({
    addresses: [pod.status.podIP ?? ''],
    conditions: { ready: true, serving: true, terminating: false },
    ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
    targetRef: { kind: 'Pod', namespace, name: pod.metadata.name, uid: pod.metadata.uid },
  }));
  slice['ports'] = portsOf(service, pods[0]);
}

function newSlice(world: World, cluster: Cluster, service: KubernetesObject): KubernetesObject {
  const { name, namespace = '' } = service.metadata;
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${name}-${newSuffix(world, `EndpointSlice/${name}`, 5)}`,
      namespace,
      uid: newUid(world, `EndpointSlice/${cluster.name}/${namespace}/${name}`),
      resourceVersion: '49000301',
      creationTimestamp: service.metadata.creationTimestamp,
      labels: {
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': name,
      },
      ownerReferences: [ownerOf(service)],
    },
    addressType: 'IPv4',
    endpoints: [],
    ports: [],
  };
  cluster.objects.push(slice as unknown as KubernetesObject);
  return slice as unknown as KubernetesObject;
}

interface ServicePort {
  name?: string;
  port: number;
  protocol?: string;
  targetPort?: number | string;
}

function portsOf(service: KubernetesObject, pod: Pod | undefined): object[] {
  const ports = (service.spec['ports'] as ServicePort[] | undefined) ?? [];
  return ports.map(({ name, port, protocol = 'TCP', targetPort = port }) => ({
    ...(name === undefined ? {} : { name }),
    port:
      typeof targetPort === 'number'
        ? targetPort
        : (namedPort(pod?.spec.containers ?? [], targetPort) ?? port),
    protocol,
  }));
}

function namedPort(containers: readonly Container[], name: string): number | undefined {
  return containers.flatMap(({ ports }) => ports ?? []).find((port) => port.name === name)?.containerPort;
}

interface Balanced {
  loadBalancer?: { ingress?: Box[] };
}

function giveServiceAddress({ spec, status }: KubernetesObject): void {
  if (spec['type'] !== 'LoadBalancer') return;
  const own = ((status as Balanced | undefined) ?? {}).loadBalancer?.ingress ?? [];
  if (own.length > 0) return;
  const set = (spec['externalIPs'] as string[] | undefined)?.[0] ?? spec['loadBalancerIP'];
  status['loadBalancer'] = { ingress: [{ ip: set ?? PUBLIC_ADDRESS }] };
}

function giveIngressAddress(cluster: Cluster, ingress: KubernetesObject): void {
  const addressOf = ({ status }: KubernetesObject): Box[] =>
    (status as Balanced | undefined)?.loadBalancer?.ingress ?? [];
  if (addressOf(ingress).length > 0) return;
  const other = objectsIn(cluster, 'Ingress')
    .map(addressOf)
    .find((list) => list.length > 0);
  ingress.status = {
    ...(ingress.status as Box | undefined),
    loadBalancer: { ingress: structuredClone(other ?? [{ ip: PUBLIC_ADDRESS }]) },
  };
}

// What the bot sees of names and pages

export function resolveNames(world: World, { cluster, namespace }: Subject): void {
  for (const { spec, status } of objectsIn(cluster, 'Ingress', namespace)) {
    const address = ((status as Balanced | undefined) ?? {}).loadBalancer?.ingress?.[0]?.['ip'];
    const hosts = ((spec['rules'] as { host?: string }[] | undefined) ?? []).map(({ host }) => host);
    for (const entry of world.document.estate.dns) {
      if (
        !hosts.includes(entry.name) ||
        typeof address !== 'string' ||
        entry.addresses?.includes(address) === true
      )
        continue;
      delete entry.error;
      entry.addresses = [address];
    }
  }
  for (const entry of world.document.estate.dns) {
    if (entry.error === undefined) continue;
    delete entry.error;
    entry.addresses = [entry.name.includes('azurecr.io') ? '10.0.3.5' : PUBLIC_ADDRESS];
  }
}

/** The page names the version that serves, and no browser or proxy keeps an older one. */
export function servePage(world: World, before: readonly string[], tag: string): void {
  const { http } = world.document.estate;
  if (http === undefined) return;
  const workers = http.filter(({ body }) => /addEventListener\('(?:fetch|install)'/.test(body));
  world.document.estate.http = http.filter((page) => !workers.includes(page) && !isFallback(page, http));
  for (const page of world.document.estate.http) {
    if (/index\.yaml$/.test(page.url)) continue;
    if (page.status >= 400) {
      page.status = 200;
      page.headers = { 'content-type': 'text/html; charset=utf-8' };
      page.body = `<!doctype html><html><head><meta name="build" content="${tag}"></head><body></body></html>`;
    }
    page.body = page.body.replace(/<script>[^<]*serviceWorker[^<]*<\/script>/, '');
    for (const old of before)
      page.body = page.body.replaceAll(
        new RegExp(`(?<![\\w.-])${old.replaceAll('.', '\\.')}(?![\\w-])`, 'g'),
        tag,
      );
    if (/html/.test(page.headers['content-type'] ?? '')) {
      page.headers = { ...page.headers, 'cache-control': 'no-cache' };
      delete page.headers['age'];
      delete page.headers['expires'];
    }
  }
}

/** A script address that answers with the page of the application. */
function isFallback(page: { url: string; headers: Labels }, pages: readonly { url: string }[]): boolean {
  return (
    pages.length > 1 && /\.(?:js|css)$/.test(page.url) && /html/.test(page.headers['content-type'] ?? '')
  );
}
