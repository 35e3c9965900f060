// An Ingress or a LoadBalancer Service without an address (facts/kubernetes.md U03): its health stays Progressing for ever.
import type { Ingress, Service } from '../../evidence/kubernetes.ts';
import type { Cluster } from '../../kubernetes/cluster.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import { proof } from '../../kubernetes/proof.ts';
import type { Cause } from './cause.ts';

function hasAddress({ status }: Ingress | Service): boolean {
  return (status?.loadBalancer?.ingress ?? []).length > 0;
}

function causeOf(object: Ingress | Service): Cause {
  const isIngress = object.kind === 'Ingress';
  const kind = isIngress ? `class ${object.spec.ingressClassName ?? 'none'}` : 'type LoadBalancer';
  const message = `${object.kind}/${object.metadata.name} (${kind}): status.loadBalancer is empty`;
  return {
    leaf: 'ingress_no_address',
    facts: { message, resource: `${object.kind}/${object.metadata.name}` },
    proof: [proof(isIngress ? 'ingress' : 'service', message, isIngress ? 'ingresses' : 'services')],
  };
}

function allWithoutAddress({ ingresses, services }: Cluster): (Ingress | Service)[] {
  const candidates: (Ingress | Service)[] = [
    ...(ingresses ?? []),
    ...(services ?? []).filter(({ spec }) => spec.type === 'LoadBalancer'),
  ];
  return candidates.filter((object) => !hasAddress(object));
}

/** Those that Argo CD manages for the Application: their health is part of its health. */
function withoutAddress(cluster: Cluster): (Ingress | Service)[] {
  const managed = cluster.application?.status?.resources ?? [];
  return allWithoutAddress(cluster).filter((object) =>
    managed.some(
      ({ kind, name, namespace }) =>
        kind === object.kind &&
        name === object.metadata.name &&
        (namespace ?? object.metadata.namespace) === object.metadata.namespace,
    ),
  );
}

export function addressCauses(cluster: Cluster): Cause[] {
  return withoutAddress(cluster).map(causeOf);
}

/** What the operation that runs waits for: `networking.k8s.io/Ingress/name and 2 more resources`. */
function waitedFor({ application }: Cluster): string | undefined {
  const operation = application?.status?.operationState;
  if (operation?.phase !== 'Running') return undefined;
  return /waiting for healthy state of (?<resources>.+)/.exec(operation.message ?? '')?.groups?.['resources'];
}

/** What nobody could read and what would tell of such an address; undefined: no sync waits for one that was not seen. */
export function unreadAddress(cluster: Cluster): 'application' | 'ingresses' | 'services' | undefined {
  if (cluster.application === undefined && allWithoutAddress(cluster).length > 0) return 'application';
  const waited = waitedFor(cluster) ?? '';
  if (cluster.ingresses === undefined && waited.includes('/Ingress/')) return 'ingresses';
  return cluster.services === undefined && waited.includes('/Service/') ? 'services' : undefined;
}

/** The sync itself waits for that address, so the change is never finished. */
export function blockingAddress(cluster: Cluster): Cause | undefined {
  const operation = cluster.application?.status?.operationState;
  const waited = waitedFor(cluster);
  if (operation === undefined || waited === undefined) return undefined;
  // The message names it: Argo CD waits only for what it manages.
  const object = allWithoutAddress(cluster).find(({ kind, metadata }) =>
    waited.includes(`/${kind}/${metadata.name}`),
  );
  if (object === undefined) return undefined;
  const cause = causeOf(object);
  const waits = proof('operation', excerpt(operation.message), 'application', operation.startedAt);
  return { ...cause, proof: [...cause.proof, waits] };
}
