// Argo CD's own objects, all read by name: a trace costs the same with 1 and with 2,000 Applications.
import type { Application } from '../argocd.ts';
import { answered } from '../observed.ts';
import type { KubernetesReader } from '../ports.ts';
import { changeSoFar } from './change-so-far.ts';
import { AnswerFailed, take, takeAll, type Gathering, type PartOfNodes } from './gathering.ts';

/** Labels of the pods of every Argo CD installation (Helm chart, manifests and the AKS extension alike). */
const ARGOCD_PODS = 'app.kubernetes.io/part-of=argocd';

/** The cluster Argo CD runs in. */
export function hubCluster(g: Gathering): KubernetesReader {
  const cluster =
    g.readers.clusters.find((reader) => reader.name === g.request.cluster) ?? g.readers.clusters[0];
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
    .flatMap(
      (condition) => /is part of applications (\S+) and (\S+)/.exec(condition.message)?.slice(1, 3) ?? [],
    );
  return [...new Set(names)].filter((name) => name !== own && !name.endsWith(`/${own}`));
}

/** `namespace/name` or a bare name. */
function qualified(name: string, namespace: string): { namespace: string; name: string } {
  const slash = name.indexOf('/');
  return slash < 0 ? { namespace, name } : { namespace: name.slice(0, slash), name: name.slice(slash + 1) };
}

const IMAGE_UPDATERS = {
  group: 'argocd-image-updater.argoproj.io',
  version: 'v1alpha1',
  plural: 'imageupdaters',
};
const KARGO = { group: 'kargo.akuity.io', version: 'v1alpha1' };
/** The versions clusters serve today, newest first: one list each, and only when the tag was not written. */
const FLUX_AUTOMATIONS = ['v1', 'v1beta2', 'v1beta1'].map((version) => ({
  group: 'image.toolkit.fluxcd.io',
  version,
  plural: 'imageupdateautomations',
}));
const UPDATER_PODS = 'app.kubernetes.io/name=argocd-image-updater';

/** Is the tag of the change missing in Git? Only then a tool may be the one that should have written it. */
async function tagIsMissing(g: Gathering): Promise<boolean> {
  const change = await changeSoFar(g);
  return change.kind === 'image' && change.tag !== null && change.desiredTag !== change.tag;
}

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
  | 'updaterLog'
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
    const owner = application?.metadata.ownerReferences?.find(
      (reference) => reference.kind === 'ApplicationSet',
    );
    if (owner === undefined) return answered('no ApplicationSet owner', null);
    return hubCluster(g).get('ApplicationSet', owner.name, g.request.applicationNamespace, g.signal);
  },

  async parentApplication(g) {
    const application = await g.need('application');
    const parent = application === null ? null : parentName(application);
    if (parent === null) return answered('no parent Application', null);
    // In another namespace the tracking id starts with <namespace>_.
    const [namespace, name] = parent.includes('_')
      ? parent.split('_', 2)
      : [await controllerNamespace(g), parent];
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
    if (application === null || !(await tagIsMissing(g))) return answered('the tag is in Git', []);
    const hub = hubCluster(g);
    // Since v1 the updater is configured by its own resource; before, by annotations alone (facts/argocd.md 9.4).
    const lists = [
      hub.listOther(IMAGE_UPDATERS, g.request.applicationNamespace, g.signal),
      ...FLUX_AUTOMATIONS.map((resource) => hub.listOther(resource, undefined, g.signal)),
    ];
    const stage = application.metadata.annotations?.['kargo.akuity.io/authorized-stage']?.split(':')[0];
    if (stage !== undefined) {
      lists.push(
        hub.listOther({ ...KARGO, plural: 'promotions' }, stage, g.signal),
        hub.listOther({ ...KARGO, plural: 'stages' }, stage, g.signal),
      );
    }
    const answers = await Promise.all(lists);
    const found = new Map(
      takeAll(answers)
        .flat()
        .map((object) => [
          `${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name}`,
          object,
        ]),
    );
    return answered(answers[0]?.source ?? 'no automation', [...found.values()]);
  },

  async updaterLog(g) {
    const application = await g.need('application');
    const annotated = Object.keys(application?.metadata.annotations ?? {}).some((key) =>
      key.startsWith('argocd-image-updater.argoproj.io/'),
    );
    const objects = annotated ? [] : ((await g.maybe('automation')) ?? []);
    const used = annotated || objects.some(({ kind }) => kind === 'ImageUpdater');
    if (!used || !(await tagIsMissing(g))) return answered('Image Updater does not write this tag', []);
    const namespace = await controllerNamespace(g);
    const pods = take(
      await hubCluster(g).list('Pod', { namespace, labelSelector: UPDATER_PODS }, g.signal),
    ).items;
    const pod = pods[0];
    const container = pod?.spec.containers[0]?.name;
    if (pod === undefined || container === undefined) return answered('no pod of Image Updater', []);
    const answer = await hubCluster(g).log(
      { namespace, pod: pod.metadata.name, container, previous: false },
      g.signal,
    );
    return answered(answer.source, take(answer) ?? []);
  },
};
