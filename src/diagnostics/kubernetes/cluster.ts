// What could be read of the destination cluster, for one judgement. Undefined: it was not read, which proves nothing.
import type { Evidence, ObservedEvidence } from '../evidence/evidence.ts';
import { valueOf } from '../evidence/observed.ts';
import type { Workload } from '../evidence/kubernetes.ts';
import { podsOf, type WorkloadPods } from './revisions.ts';

type ClusterKey =
  | 'application'
  | 'replicaSets'
  | 'pods'
  | 'events'
  | 'services'
  | 'endpointSlices'
  | 'ingresses'
  | 'resourceQuotas'
  | 'autoscalers'
  | 'nodes'
  | 'configMaps'
  | 'podLogs'
  | 'automation'
  | 'imageManifest';

export type Cluster = { readonly now: Date } & { readonly [K in ClusterKey]: Evidence[K] | undefined };

export function clusterOf(evidence: ObservedEvidence, now: Date): Cluster {
  return {
    now,
    application: valueOf(evidence.application),
    replicaSets: valueOf(evidence.replicaSets),
    pods: valueOf(evidence.pods),
    events: valueOf(evidence.events),
    services: valueOf(evidence.services),
    endpointSlices: valueOf(evidence.endpointSlices),
    ingresses: valueOf(evidence.ingresses),
    resourceQuotas: valueOf(evidence.resourceQuotas),
    autoscalers: valueOf(evidence.autoscalers),
    nodes: valueOf(evidence.nodes),
    configMaps: valueOf(evidence.configMaps),
    podLogs: valueOf(evidence.podLogs),
    automation: valueOf(evidence.automation),
    imageManifest: valueOf(evidence.imageManifest),
  };
}

/** Undefined: pods could not be read; only those of the Application's own namespace are. */
export function podsIn(cluster: Cluster, workload: Workload): WorkloadPods | undefined {
  const { namespace } = workload.metadata;
  const own = cluster.application?.spec.destination.namespace ?? namespace;
  if (cluster.pods === undefined || own !== namespace) return undefined;
  const near = cluster.pods.filter((pod) => pod.metadata.namespace === namespace);
  // Nobody could read the Application: pods of another namespace alone say that this is not the one that was read.
  if (cluster.application === undefined && near.length === 0 && cluster.pods.length > 0) return undefined;
  return podsOf(workload, cluster.replicaSets, near);
}
