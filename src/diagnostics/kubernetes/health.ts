// The health Argo CD gives to an object (facts/argocd.md section 11). Null: it knows no rule for the kind, so it does not count.
import {
  daemonSetHealth,
  deploymentHealth,
  jobHealth,
  podHealth,
  replicaSetHealth,
  statefulSetHealth,
} from './health/apps.ts';
import {
  applicationSetHealth,
  cronJobHealth,
  readyHealth,
  rolloutHealth,
  scaledObjectHealth,
} from './health/custom.ts';
import {
  apiServiceHealth,
  autoscalerHealth,
  ingressHealth,
  serviceHealth,
  volumeClaimHealth,
} from './health/network.ts';
import { at, fieldsOf, textAt, type Fields, type Health } from './health/read.ts';

/** By API group (empty for the core) and kind: other groups have kinds of the same name. */
const RULES: Readonly<Record<string, (object: Fields) => Health>> = {
  'apps/Deployment': deploymentHealth,
  'apps/ReplicaSet': replicaSetHealth,
  'apps/StatefulSet': statefulSetHealth,
  'apps/DaemonSet': daemonSetHealth,
  'extensions/Ingress': ingressHealth,
  'networking.k8s.io/Ingress': ingressHealth,
  '/Service': serviceHealth,
  '/PersistentVolumeClaim': volumeClaimHealth,
  '/Pod': podHealth,
  'batch/Job': jobHealth,
  'batch/CronJob': cronJobHealth,
  'autoscaling/HorizontalPodAutoscaler': autoscalerHealth,
  'apiregistration.k8s.io/APIService': apiServiceHealth,
  'argoproj.io/Rollout': rolloutHealth,
  'argoproj.io/ApplicationSet': applicationSetHealth,
  'keda.sh/ScaledObject': scaledObjectHealth,
  'helm.toolkit.fluxcd.io/HelmRelease': readyHealth,
  'kustomize.toolkit.fluxcd.io/Kustomization': readyHealth,
  'source.toolkit.fluxcd.io/GitRepository': readyHealth,
  'image.toolkit.fluxcd.io/ImagePolicy': readyHealth,
  'image.toolkit.fluxcd.io/ImageRepository': readyHealth,
  'image.toolkit.fluxcd.io/ImageUpdateAutomation': readyHealth,
};

const HOOK_FINALIZER = 'argocd.argoproj.io/hook-finalizer';

/** "Pending deletion": whatever it is, it is on its way out. */
function isBeingDeleted(object: Fields): boolean {
  const finalizers = at(object, 'metadata', 'finalizers');
  const isHook = Array.isArray(finalizers) && finalizers.includes(HOOK_FINALIZER);
  return at(object, 'metadata', 'deletionTimestamp') !== undefined && !isHook;
}

export function argocdHealth(object: unknown): Health | null {
  const fields = fieldsOf(object);
  if (isBeingDeleted(fields)) return 'Progressing';
  const apiVersion = textAt(fields, 'apiVersion');
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return RULES[`${group}/${textAt(fields, 'kind')}`]?.(fields) ?? null;
}
