// Where the API serves each kind a trace reads, and the shape it must have.
import type { z } from 'zod';
import { applicationSchema, applicationSetSchema, appProjectSchema } from '../../evidence/argocd.ts';
import {
  configMapSchema,
  cronJobSchema,
  daemonSetSchema,
  deploymentSchema,
  endpointSliceSchema,
  eventSchema,
  horizontalPodAutoscalerSchema,
  ingressSchema,
  jobSchema,
  namespaceSchema,
  nodeSchema,
  podSchema,
  replicaSetSchema,
  resourceQuotaSchema,
  rolloutSchema,
  serviceSchema,
  statefulSetSchema,
} from '../../evidence/kubernetes.ts';
import type { KubernetesKind, KubernetesKinds } from '../../evidence/ports.ts';
import type { Resource } from './paths.ts';

export interface Kind<T> extends Resource {
  readonly schema: z.ZodType<T, z.ZodTypeDef, unknown>;
  /** Defined by a CRD: a cluster without it answers a bare 404, which means that there are no such objects. */
  readonly custom?: true;
}

const apps = { group: 'apps', version: 'v1' } as const;
const argo = { group: 'argoproj.io', version: 'v1alpha1', custom: true } as const;
const batch = { group: 'batch', version: 'v1' } as const;
const core = { group: '', version: 'v1' } as const;
const networking = { group: 'networking.k8s.io', version: 'v1' } as const;

export const kinds: { readonly [K in KubernetesKind]: Kind<KubernetesKinds[K]> } = {
  Application: { ...argo, plural: 'applications', schema: applicationSchema },
  AppProject: { ...argo, plural: 'appprojects', schema: appProjectSchema },
  ApplicationSet: { ...argo, plural: 'applicationsets', schema: applicationSetSchema },
  Deployment: { ...apps, plural: 'deployments', schema: deploymentSchema },
  StatefulSet: { ...apps, plural: 'statefulsets', schema: statefulSetSchema },
  DaemonSet: { ...apps, plural: 'daemonsets', schema: daemonSetSchema },
  ReplicaSet: { ...apps, plural: 'replicasets', schema: replicaSetSchema },
  Job: { ...batch, plural: 'jobs', schema: jobSchema },
  CronJob: { ...batch, plural: 'cronjobs', schema: cronJobSchema },
  Rollout: { ...argo, plural: 'rollouts', schema: rolloutSchema },
  Pod: { ...core, plural: 'pods', schema: podSchema },
  // core/v1 rather than events.k8s.io: both show the same store, and only this one has involvedObject (facts/kubernetes.md 6.2).
  Event: { ...core, plural: 'events', schema: eventSchema },
  Service: { ...core, plural: 'services', schema: serviceSchema },
  EndpointSlice: {
    group: 'discovery.k8s.io',
    version: 'v1',
    plural: 'endpointslices',
    schema: endpointSliceSchema,
  },
  Ingress: { ...networking, plural: 'ingresses', schema: ingressSchema },
  ConfigMap: { ...core, plural: 'configmaps', schema: configMapSchema },
  Namespace: { ...core, plural: 'namespaces', schema: namespaceSchema },
  Node: { ...core, plural: 'nodes', schema: nodeSchema },
  ResourceQuota: { ...core, plural: 'resourcequotas', schema: resourceQuotaSchema },
  HorizontalPodAutoscaler: {
    group: 'autoscaling',
    version: 'v2',
    plural: 'horizontalpodautoscalers',
    schema: horizontalPodAutoscalerSchema,
  },
};
