// Do the Services of the Application reach the new pods, and only them (facts/kubernetes.md 5.1)?
import type { Ingress, Pod, PodTemplate, Service } from '../../evidence/kubernetes.ts';
import { parseImage } from '../../gitops/image-name.ts';
import { latest, plusSeconds, secondsSince } from '../../kubernetes/clock.ts';
import type { Cluster } from '../../kubernetes/cluster.ts';
import { selects, selectorText } from '../../kubernetes/labels.ts';
import { isReady, isTerminating, readySince } from '../../kubernetes/pods.ts';
import { proof } from '../../kubernetes/proof.ts';
import type { WorkloadPods } from '../../kubernetes/revisions.ts';
import { endpointsOf, isReadyEndpoint, missingPorts, podOf } from '../../kubernetes/routes.ts';
import type { Subject } from '../../kubernetes/subjects.ts';
import type { Proof } from '../../verdict.ts';
import type { Cause } from './cause.ts';

export interface Route {
  readonly cause?: Cause;
  readonly proof: readonly Proof[];
  /** Nobody could see whether the pods are reached: without this it is not known. */
  readonly unread?: RouteKey;
}

export type RouteKey = 'application' | 'services' | 'endpointSlices' | 'ingresses';

/** EndpointSlices follow the readiness of pods within seconds; a minute is trouble (facts/kubernetes.md 11). */
const ENDPOINTS_WITHIN_SECONDS = 60;

export interface RouteSubject {
  readonly subject: Subject;
  readonly template: PodTemplate | undefined;
  readonly pods: WorkloadPods | undefined;
  /** Templates of the workloads of the Application that have Services of their own. */
  readonly others: readonly PodTemplate[];
}

/** Undefined: nobody could read the Application. */
function isManaged(
  { kind: own, metadata }: Service | Ingress,
  { application }: Cluster,
): boolean | undefined {
  if (application === undefined) return undefined;
  return (application?.status?.resources ?? []).some(
    ({ kind, name, namespace }) =>
      kind === own && name === metadata.name && (namespace ?? metadata.namespace) === metadata.namespace,
  );
}

/** An Application that nobody could read may manage anything. */
function managesAny(wanted: 'Service' | 'Ingress', { application }: Cluster): boolean {
  return (
    application === undefined || (application?.status?.resources ?? []).some(({ kind }) => kind === wanted)
  );
}

/** Argo CD manages a Service there that the list does not have: gone since, or not told. */
function lacksService(
  services: readonly Service[],
  { namespace }: Subject,
  { application }: Cluster,
): boolean {
  return (application?.status?.resources ?? []).some(
    (row) =>
      row.kind === 'Service' &&
      (row.namespace ?? namespace) === namespace &&
      !services.some(({ metadata }) => metadata.name === row.name && metadata.namespace === namespace),
  );
}

/** An Argo Rollout has Services for the version that does not serve yet. */
function isPreview(service: Service, { subject }: RouteSubject): boolean {
  if (subject.object?.kind !== 'Rollout') return false;
  const { canary, blueGreen } = subject.object.spec.strategy ?? {};
  return [canary?.canaryService, blueGreen?.previewService].includes(service.metadata.name);
}

/** Pods of another version of the same image: what a person sees as "the old one". */
function isOtherVersion(pod: Pod, { subject, template, pods }: RouteSubject): boolean {
  if (pods?.current.some(({ metadata }) => metadata.name === pod.metadata.name) === true) return false;
  const own = (template?.spec.containers ?? []).filter(
    ({ name }) => subject.containers.length === 0 || subject.containers.includes(name),
  );
  return own.some(({ image }) => {
    if (image === undefined) return false;
    const { repository, tag } = parseImage(image);
    return pod.spec.containers.some((container) => {
      const other = parseImage(container.image ?? '');
      return other.repository === repository && other.tag !== tag;
    });
  });
}

function wrongRoute(service: Service, pods: readonly Pod[], endpoints: number): Cause {
  const names = pods.map(({ metadata }) => metadata.name);
  const images = [...new Set(pods.flatMap(({ spec }) => spec.containers.map(({ image }) => image ?? '')))];
  const selector = selectorText(service.spec.selector);
  const message = `${names.length} of ${endpoints} ready endpoints run ${images.join(', ')}`;
  return {
    leaf: 'healthy_wrong_route',
    facts: {
      message,
      service: service.metadata.name,
      found: images.join(', '),
      ...(names[0] === undefined ? {} : { pod: names[0] }),
    },
    proof: [
      proof('service', `${service.metadata.name}: selector ${selector}`, 'services'),
      proof(
        'endpoints',
        `${service.metadata.name}: ${names.slice(0, 3).join(', ')} run ${images.join(', ')}`,
        'endpointSlices',
      ),
    ],
  };
}

function noEndpoints(service: Service, message: string, extra: readonly Proof[], until?: string): Cause {
  const cause: Cause = {
    leaf: 'no_ready_endpoints',
    facts: { message, service: service.metadata.name },
    proof: [proof('service', `${service.metadata.name}: ${message}`, 'services'), ...extra],
  };
  return until === undefined ? cause : { ...cause, leaf: 'rollout_in_progress', waiting: { until } };
}

/** Of a Service that selects the new pods. */
function routeOf(service: Service, route: RouteSubject, cluster: Cluster): Route {
  const { endpointSlices, pods: all = [], now } = cluster;
  const { name } = service.metadata;
  const ready = (route.pods?.current ?? []).filter((pod) => isReady(pod) && !isTerminating(pod));
  const [sample] = ready;
  const missing = sample === undefined ? [] : missingPorts(service, sample);
  if (missing.length > 0 && missing.length === service.spec.ports?.length) {
    return {
      cause: noEndpoints(service, `no container has a port named ${missing.join(', ')}`, []),
      proof: [],
    };
  }
  if (endpointSlices === undefined)
    return {
      proof: [proof('service', `${name} selects ${selectorText(service.spec.selector)}`, 'services')],
      unread: 'endpointSlices',
    };
  const endpoints = endpointsOf(service, endpointSlices).filter(isReadyEndpoint);
  const told = proof('endpoints', `${name}: ${endpoints.length} ready`, 'endpointSlices');
  if (endpoints.length === 0) {
    const since = latest(ready.map(readySince));
    if (ready.length === 0) return { proof: [told] };
    const age = secondsSince(since, now) ?? Infinity;
    const until =
      since !== undefined && age < ENDPOINTS_WITHIN_SECONDS
        ? plusSeconds(since, ENDPOINTS_WITHIN_SECONDS)
        : undefined;
    return {
      cause: noEndpoints(service, `no ready endpoint for ${ready.length} ready pods`, [told], until),
      proof: [],
    };
  }
  const old = endpoints
    .flatMap((endpoint) => podOf(endpoint, all) ?? [])
    .filter((pod) => isOtherVersion(pod, route));
  return old.length > 0
    ? { cause: wrongRoute(service, old, endpoints.length), proof: [] }
    : { proof: [told] };
}

/** Of a Service of the Application that selects none of the new pods, and no other workload either. */
function strayRoute(service: Service, route: RouteSubject, cluster: Cluster): Cause | undefined {
  const selector = service.spec.selector;
  const pods = (cluster.pods ?? []).filter(
    ({ metadata }) => metadata.namespace === service.metadata.namespace,
  );
  const selected = pods.filter((pod) => selects(selector, pod.metadata.labels) && !isTerminating(pod));
  const old = selected.filter((pod) => isReady(pod) && isOtherVersion(pod, route));
  if (old.length > 0) return wrongRoute(service, old, selected.length);
  if (selected.length > 0 || cluster.pods === undefined) return undefined;
  // Among several workloads only the name tells whose Service it is meant to be.
  const isMeant = route.others.length === 0 || service.metadata.name === route.subject.name;
  if (!isMeant) return undefined;
  return noEndpoints(service, `selector ${selectorText(selector)} matches no pod`, []);
}

/** An Ingress of the Application that leads to a Service of the former version, and none that leads to the new one. */
function ingressRoute(
  own: readonly Service[],
  near: readonly Service[],
  route: RouteSubject,
  cluster: Cluster,
): Route | undefined {
  const { ingresses } = cluster;
  if (ingresses === undefined) {
    const leadsAstray = near.some(
      (service) =>
        !own.includes(service) && strayRoute(service, route, cluster)?.leaf === 'healthy_wrong_route',
    );
    return leadsAstray && managesAny('Ingress', cluster) ? { proof: [], unread: 'ingresses' } : undefined;
  }
  const rules = ingresses
    .filter(
      (ingress) =>
        isManaged(ingress, cluster) !== false && ingress.metadata.namespace === route.subject.namespace,
    )
    .flatMap((ingress) =>
      (ingress.spec.rules ?? []).flatMap(({ host = '*', http }) =>
        (http?.paths ?? []).map(({ path = '/', backend }) => ({
          ingress,
          address: `${host}${path}`,
          name: backend.service?.name,
        })),
      ),
    );
  if (rules.some(({ name }) => own.some(({ metadata }) => metadata.name === name))) return undefined;
  for (const { ingress, address, name } of rules) {
    const service = near.find(({ metadata }) => metadata.name === name);
    const cause = service === undefined ? undefined : strayRoute(service, route, cluster);
    if (cause?.leaf !== 'healthy_wrong_route') continue;
    if (isManaged(ingress, cluster) === undefined) return { proof: [], unread: 'application' };
    const resource = `Ingress/${ingress.metadata.name}`;
    const leads = proof('ingress', `${resource}: ${address} → ${name ?? ''}`, 'ingresses');
    const misled = { ...cause, facts: { ...cause.facts, resource, address }, proof: [leads, ...cause.proof] };
    return { cause: misled, proof: [] };
  }
  return undefined;
}

export function routeTo(route: RouteSubject, cluster: Cluster): Route {
  const { services } = cluster;
  if (services === undefined)
    return managesAny('Service', cluster) ? { proof: [], unread: 'services' } : { proof: [] };
  const labels = route.pods?.current[0]?.metadata.labels ?? route.template?.metadata?.labels;
  const near = services.filter(
    (service) =>
      service.metadata.namespace === route.subject.namespace &&
      service.spec.selector !== undefined &&
      service.spec.type !== 'ExternalName' &&
      !isPreview(service, route),
  );
  const own = near.filter(({ spec }) => selects(spec.selector, labels));
  const routes = own.map((service) => routeOf(service, route, cluster));
  const broken =
    routes.find(({ cause }) => cause !== undefined && cause.waiting === undefined) ??
    routes.find(({ cause }) => cause !== undefined);
  if (broken !== undefined) return broken;
  for (const service of near) {
    const isOwn = isManaged(service, cluster);
    if (own.includes(service) || isOwn === false) continue;
    const isOthers = route.others.some(({ metadata }) => selects(service.spec.selector, metadata?.labels));
    const cause = isOthers ? undefined : strayRoute(service, route, cluster);
    if (cause !== undefined)
      return isOwn === undefined ? { proof: [], unread: 'application' } : { cause, proof: [] };
  }
  const misled = ingressRoute(own, near, route, cluster);
  if (misled !== undefined) return misled;
  const proofs = routes.flatMap(({ proof: told }) => told);
  if (own.length === 0 && lacksService(services, route.subject, cluster))
    return { proof: proofs, unread: 'services' };
  const unread = routes.find((one) => one.unread !== undefined)?.unread;
  return unread === undefined ? { proof: proofs } : { proof: proofs, unread };
}
