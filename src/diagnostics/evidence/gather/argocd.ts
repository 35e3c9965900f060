// Argo CD's own objects, all read by name: a trace costs the same with 1 and with 2,000 Applications.
import type { Application } from '../argocd.ts';
import { answered } from '../observed.ts';
import type { KubernetesReader } from '../ports.ts';
import { AnswerFailed, take, takeAll, type Gathering, type PartOfNodes } from './gathering.ts';

/** Labels of the pods of every Argo CD installation (Helm chart, manifests and the AKS extension alike). */
const ARGOCD_PODS = 'app.kubernetes.io/part-of=argocd';

/** The cluster Argo CD runs in. */
export function hubCluster(g: Gathering): KubernetesReader {
  const cluster = g.readers.clusters.find((reader) => reader.name === g.request.cluster) ?? g.readers.clusters[0];
  if (cluster === undefined) {
    throw new AnswerFailed(`cluster ${g.request.cluster}`, {
      kind: 'unreachable',
      what: 'Argo CD',
      address: g.request.cluster,
      detail: 'no cluster is configured',
    });
  }
  return cluster;
}

/** Settings and components live where the controller runs, which may not be where the Application lives. */
async function controllerNamespace(g: Gathering): Promise<string> {
  const application = await g.maybe('application');
  return application?.status?.controllerNamespace ?? g.request.applicationNamespace;
}

/** `<parent>:argoproj.io/Application:<namespace>/<name>` (facts/argocd.md section 2). */
export function parentName(application: Application): string | null {
  const tracking = application.metadata.annotations?.['argocd.argoproj.io/tracking-id'];
  const match = tracking === undefined ? null : /^([^:]+):argoproj\.io\/Application:/.exec(tracking);
  return match?.[1] ?? null;
}

/** Applications that a SharedResourceWarning names besides this one: `… is part of applications argocd/a and b`. */
export function sharedWith(application: Application): string[] {
  const own = application.metadata.name;
  const names = (application.status?.conditions ?? [])
    .filter((condition) => condition.type === 'SharedResourceWarning')
    .flatMap((condition) => /is part of applications (\S+) and (\S+)/.exec(condition.message)?.slice(1, 3) ?? []);
  return [...new Set(names)].filter((name) => name !== own && !name.endsWith(`/${own}`));
}

/** `namespace/name` or a bare name. */
function qualified(name: string, namespace: string): { namespace: string; name: string } {
  const slash = name.indexOf('/');
  return slash < 0 ? { namespace, name } : { namespace: name.slice(0, slash), name: name.slice(slash + 1) };
}

const IMAGE_UPDATERS = { group: 'argocd-image-updater.argoproj.io', version: 'v1alpha1', plural: 'imageupdaters' };
const KARGO_PROMOTIONS = { group: 'kargo.akuity.io', version: 'v1alpha1', plural: 'promotions' };
const KARGO_STAGES = { group: 'kargo.akuity.io', version: 'v1alpha1', plural: 'stages' };
const FLUX_IMAGE_KINDS = ['imageupdateautomations', 'imagepolicies', 'imagerepositories'] as const;

export const argocdNodes: PartOfNodes<
  | 'application'
  | 'project'
  | 'applicationSet'
  | 'parentApplication'
  | 'argocdSettings'
  | 'argocdPods'
  | 'applicationEvents'
  | 'otherApplications'
  | 'automation'
> = {
  application: async (g) =>
    hubCluster(g).get('Application', g.request.application, g.request.applicationNamespace, g.signal),

  async project(g) {
    const application = await g.need('application');
    const name = application?.spec.project ?? 'default';
    if (application === null) return answered('no Application', null);
    return hubCluster(g).get('AppProject', name, await controllerNamespace(g), g.signal);
  },

  async applicationSet(g) {
    const application = await g.need('application');
    const owner = application?.metadata.ownerReferences?.find((reference) => reference.kind === 'ApplicationSet');
    if (owner === undefined) return answered('no ApplicationSet owner', null);
    return hubCluster(g).get('ApplicationSet', owner.name, g.request.applicationNamespace, g.signal);
  },

  async parentApplication(g) {
    const application = await g.need('application');
    const parent = application === null ? null : parentName(application);
    if (parent === null) return answered('no parent Application', null);
    // In another namespace the tracking id starts with <namespace>_.
    const [namespace, name] = parent.includes('_') ? parent.split('_', 2) : [await controllerNamespace(g), parent];
    return hubCluster(g).get('Application', name ?? parent, namespace, g.signal);
  },

  async argocdSettings(g) {
    const namespace = await controllerNamespace(g);
    const [cm, params] = await Promise.all([
      hubCluster(g).get('ConfigMap', 'argocd-cm', namespace, g.signal),
      hubCluster(g).get('ConfigMap', 'argocd-cmd-params-cm', namespace, g.signal),
    ]);
    return answered(cm.source, { cm: take(cm)?.data ?? null, params: take(params)?.data ?? null });
  },

  async argocdPods(g) {
    const options = { namespace: await controllerNamespace(g), labelSelector: ARGOCD_PODS };
    const pods = await hubCluster(g).list('Pod', options, g.signal);
    return answered(pods.source, take(pods).items);
  },

  async applicationEvents(g) {
    const options = {
      namespace: g.request.applicationNamespace,
      fieldSelector: `involvedObject.kind=Application,involvedObject.name=${g.request.application}`,
    };
    const events = await hubCluster(g).list('Event', options, g.signal);
    return answered(events.source, take(events).items);
  },

  async otherApplications(g) {
    const application = await g.need('application');
    const names = application === null ? [] : sharedWith(application);
    const answers = await Promise.all(
      names.slice(0, 3).map((name) => {
        const other = qualified(name, g.request.applicationNamespace);
        return hubCluster(g).get('Application', other.name, other.namespace, g.signal);
      }),
    );
    const found = takeAll(answers).filter((other): other is Application => other !== null);
    return answered(answers[0]?.source ?? 'no other Application is named', found);
  },

  async automation(g) {
    const application = await g.need('application');
    if (application === null) return answered('no Application', []);
    const annotations = application.metadata.annotations ?? {};
    const hub = hubCluster(g);
    const lists = [];
    // Since v1 the updater is configured by its own resource; before, by annotations alone (facts/argocd.md 9.4).
    lists.push(hub.listOther(IMAGE_UPDATERS, g.request.applicationNamespace, g.signal));
    const stage = annotations['kargo.akuity.io/authorized-stage']?.split(':')[0];
    if (stage !== undefined) {
      lists.push(hub.listOther(KARGO_PROMOTIONS, stage, g.signal), hub.listOther(KARGO_STAGES, stage, g.signal));
    }
    const workloads = (await g.maybe('workloads')) ?? [];
    const isFlux = workloads.some((workload) =>
      Object.keys(workload.object?.metadata.labels ?? {}).some((label) => label.includes('toolkit.fluxcd.io/')),
    );
    if (isFlux) {
      const namespace = application.spec.destination.namespace ?? 'default';
      for (const plural of FLUX_IMAGE_KINDS) {
        lists.push(hub.listOther({ group: 'image.toolkit.fluxcd.io', version: 'v1', plural }, namespace, g.signal));
      }
    }
    const answers = await Promise.all(lists);
    return answered(answers[0]?.source ?? 'no automation', takeAll(answers).flat());
  },
};
