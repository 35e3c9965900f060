// What routes to the pods of a workload: Services by selector, and their ready endpoints (facts/kubernetes.md U07 to U12).
import type { EndpointSlice, Pod, Service } from '../evidence/kubernetes.ts';

type Endpoint = NonNullable<EndpointSlice['endpoints']>[number];

/** All slices of a Service together, each pod once. */
export function endpointsOf(service: Service, slices: readonly EndpointSlice[]): Endpoint[] {
  const { name, namespace } = service.metadata;
  const own = slices
    .filter(
      ({ metadata }) =>
        metadata.namespace === namespace && metadata.labels?.['kubernetes.io/service-name'] === name,
    )
    .flatMap(({ endpoints }) => endpoints ?? []);
  const seen = new Set<string>();
  return own.filter(({ targetRef, addresses }) => {
    const key = targetRef?.uid ?? targetRef?.name ?? addresses?.join(',') ?? '';
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Not told counts as ready; a terminating one never is, whatever publishNotReadyAddresses says. */
export function isReadyEndpoint({ conditions }: Endpoint): boolean {
  return conditions?.ready !== false && conditions?.terminating !== true;
}

export function podOf({ targetRef }: Endpoint, pods: readonly Pod[]): Pod | undefined {
  if (targetRef?.kind !== undefined && targetRef.kind !== 'Pod') return undefined;
  return pods.find(({ metadata }) =>
    targetRef?.uid !== undefined && metadata.uid !== undefined
      ? metadata.uid === targetRef.uid
      : metadata.name === targetRef?.name,
  );
}

/** Named target ports that no container of the pod has: the Service then has no endpoint for that port (U11). */
export function missingPorts(service: Service, pod: Pod): string[] {
  const names = pod.spec.containers.flatMap(({ ports }) => (ports ?? []).flatMap(({ name }) => name ?? []));
  return (service.spec.ports ?? []).flatMap(({ targetPort }) =>
    typeof targetPort === 'string' && !/^\d+$/.test(targetPort) && !names.includes(targetPort)
      ? [targetPort]
      : [],
  );
}
