// Whom the question is about: the Application, the cluster and namespace it writes to, the workloads and their image.
import { parseImage, type ImageReference } from '../../../../src/diagnostics/gitops/image-name.ts';
import type { Application, Cluster, Container, Workload } from './model.ts';
import { clustersOf, newUid, objectsIn, workloadsIn, type World } from './world.ts';

export interface Subject {
  readonly service: string;
  readonly application: Application;
  /** Where the Application object lives. */
  readonly home: Cluster;
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly workloads: readonly Workload[];
  /** Image without tag. */
  readonly image: { readonly registry: string; readonly repository: string };
  /** The tag the workload has before the repair; null when there was no workload. */
  readonly tagBefore: string | null;
}

export function subjectOf(world: World): Subject {
  const { service, application: name } = world.document.question;
  const home = clustersOf(world).find((cluster) =>
    objectsIn(cluster, 'Application').some(({ metadata }) => metadata.name === name),
  );
  const application =
    home && (objectsIn(home, 'Application').find(({ metadata }) => metadata.name === name) as Application);
  if (home === undefined || application === undefined)
    throw new Error(`no Application ${name} in ${world.document.id}`);
  const cluster = destinationOf(world, application);
  const { destination } = application.spec;
  destination.namespace ??=
    application.status.resources?.find((one) => one.namespace !== undefined)?.namespace ?? 'default';
  const namespace = destination.namespace;
  const found = ownWorkloads(service, application, cluster, namespace);
  const workloads = found.length > 0 ? found : [newDeployment(world, application, cluster, namespace)];
  const reference = imageOf(service, workloads[0]);
  return {
    service,
    application,
    home,
    cluster,
    namespace,
    workloads,
    image: { registry: reference.registry, repository: reference.repository },
    tagBefore: found.length > 0 ? reference.tag : null,
  };
}

function destinationOf(world: World, { spec }: Application): Cluster {
  const { server, name } = spec.destination;
  const found = clustersOf(world).find((cluster) =>
    server !== undefined ? cluster.server === server : cluster.name === name,
  );
  if (found === undefined) throw new Error(`no cluster ${server ?? name ?? ''} in ${world.document.id}`);
  return found;
}

function ownWorkloads(
  service: string,
  application: Application,
  cluster: Cluster,
  namespace: string,
): Workload[] {
  const managed = new Set((application.status.resources ?? []).map(({ kind, name }) => `${kind}/${name}`));
  const candidates = workloadsIn(cluster)
    .filter(({ metadata }) => metadata.namespace === namespace)
    .map((workload) => ({ workload, score: scoreOf(service, workload, managed) }))
    .filter(({ score }) => score > 2)
    .toSorted((a, b) => b.score - a.score);
  const best = candidates[0]?.workload;
  if (best === undefined) return [];
  const { repository } = imageOf(service, best);
  const same = candidates
    .map(({ workload }) => workload)
    .filter((one) => imageOf(service, one).repository === repository);
  return same.filter((one) => one === best || managed.has(`${one.kind}/${one.metadata.name}`));
}

function scoreOf(service: string, workload: Workload, managed: ReadonlySet<string>): number {
  const container = serviceContainer(service, workload);
  let score = managed.has(`${workload.kind}/${workload.metadata.name}`) ? 2 : 0;
  if (lastPart(parseImage(container.image).repository) === service) score += 4;
  if (container.name === service) score += 3;
  if (workload.metadata.name === service) score += 3;
  return score;
}

export function serviceContainer(service: string, workload: Workload): Container {
  const { containers } = workload.spec.template.spec;
  const [first] = containers;
  const named =
    containers.find(({ image }) => lastPart(parseImage(image).repository) === service) ??
    containers.find(({ name }) => name === service) ??
    first;
  if (named === undefined) throw new Error(`${workload.kind} ${workload.metadata.name} has no container`);
  return named;
}

function imageOf(service: string, workload: Workload | undefined): ImageReference {
  if (workload === undefined) throw new Error(`no workload of ${service}`);
  return parseImage(serviceContainer(service, workload).image);
}

function lastPart(repository: string): string {
  return repository.slice(repository.lastIndexOf('/') + 1);
}

/** An Application that was never synced has no workload yet: the chart makes one. */
function newDeployment(
  world: World,
  application: Application,
  cluster: Cluster,
  namespace: string,
): Workload {
  const { service } = world.document.question;
  const resource = application.status.resources?.find(({ kind }) => kind === 'Deployment');
  const name = resource?.name ?? service;
  const image = `${world.document.estate.registry.loginServer}/${service}:0`;
  const deployment: Workload = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name,
      namespace,
      uid: newUid(world, `Deployment/${name}`),
      resourceVersion: '49000001',
      generation: 1,
      creationTimestamp: new Date(world.start).toISOString().replace('.000Z', 'Z'),
      labels: { app: service, 'app.kubernetes.io/instance': application.metadata.name },
      annotations: {
        'argocd.argoproj.io/tracking-id': `${application.metadata.name}:apps/Deployment:${namespace}/${name}`,
      },
    },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: service } },
      template: {
        metadata: { labels: { app: service } },
        spec: {
          containers: [
            {
              name: service,
              image,
              ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
              resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
              imagePullPolicy: 'IfNotPresent',
            },
          ],
          restartPolicy: 'Always',
        },
      },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
    status: {},
  };
  cluster.objects.push(deployment);
  return deployment;
}
