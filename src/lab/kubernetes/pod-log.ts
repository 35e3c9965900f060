// The log of a container, with the kubelet's own refusals (facts/kubernetes.md 6.3).
import { z } from 'zod';
import { wholeNumber } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import type { KubernetesObject } from '../cases/schema.ts';
import { badRequest, forbidden, logText, notFound } from './answers.ts';
import type { ApiServer } from './cluster.ts';

const PODS = { group: '', plural: 'pods' } as const;

export function podLog(request: LabRequest, server: ApiServer): LabAnswer {
  const { namespace = '', name = '' } = request.params;
  if (!server.allowed('', 'pods/log', namespace)) {
    return forbidden('get', PODS, { namespace, name, subresource: 'log' });
  }
  const resource = server.resource('', 'v1', 'pods');
  const pod = resource === undefined ? undefined : server.object(resource, namespace, name);
  if (pod === undefined) return notFound(PODS, name);
  const containers = containersOf(pod);
  const asked = request.query.get('container') ?? '';
  const container = asked !== '' ? asked : containers.length === 1 ? containers[0] : undefined;
  if (container === undefined) {
    return badRequest(
      `a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`,
    );
  }
  if (!containers.includes(container))
    return badRequest(`container ${container} is not valid for pod ${name}`);
  return containerLog(request, server, pod, container);
}

function containerLog(
  request: LabRequest,
  server: ApiServer,
  pod: KubernetesObject,
  container: string,
): LabAnswer {
  const { name, namespace } = pod.metadata;
  const previous = request.query.get('previous') === 'true';
  const lines = server.data.podLogs.find(
    (log) =>
      log.namespace === namespace &&
      log.pod === name &&
      log.container === container &&
      log.previous === previous,
  )?.lines;
  if (lines !== undefined) return logText(cut(request, lines));
  const status = statusOf(pod, container);
  if (previous) {
    // The record of the last instance may be there without its log file.
    if (status?.lastState?.terminated !== undefined) return logText('');
    return badRequest(`previous terminated container "${container}" in pod "${name}" not found`);
  }
  if (status?.state?.running !== undefined || status?.state?.terminated !== undefined) return logText('');
  // Between two attempts the kubelet serves the log of the instance that ended.
  if (status?.lastState?.terminated !== undefined) return logText('');
  const reason = status?.state?.waiting?.reason ?? 'ContainerCreating';
  const told = WAITING[reason] ?? reason;
  return badRequest(`container "${container}" in pod "${name}" is waiting to start: ${told}`);
}

const WAITING: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
};

function cut(request: LabRequest, lines: readonly string[]): string {
  const tail = wholeNumber(request.query.get('tailLines'));
  const limit = wholeNumber(request.query.get('limitBytes'));
  const shown = tail === undefined ? lines : tail === 0 ? [] : lines.slice(-tail);
  const stamped = request.query.get('timestamps') === 'true' ? shown.map(stamp) : shown;
  const whole = stamped.map((line) => `${line}\n`).join('');
  return limit === undefined ? whole : Buffer.from(whole, 'utf8').subarray(0, limit).toString('utf8');
}

/** The container runtime's own time prefix; a case gives no such times, so it is the time in the line, or the epoch. */
function stamp(line: string): string {
  const time = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/.exec(line)?.[0] ?? '1970-01-01T00:00:00Z';
  return `${time} ${line}`;
}

const containerStates = z.object({
  name: z.string(),
  state: z
    .object({
      waiting: z.object({ reason: z.string().optional() }).optional(),
      running: z.object({}).passthrough().optional(),
      terminated: z.object({}).passthrough().optional(),
    })
    .optional(),
  lastState: z.object({ terminated: z.object({}).passthrough().optional() }).optional(),
});

const podSchema = z.object({
  spec: z.object({
    containers: z.array(z.object({ name: z.string() })),
    initContainers: z.array(z.object({ name: z.string() })).optional(),
  }),
  status: z
    .object({
      containerStatuses: z.array(containerStates).optional(),
      initContainerStatuses: z.array(containerStates).optional(),
    })
    .optional(),
});

function containersOf(pod: KubernetesObject): readonly string[] {
  const { spec } = podSchema.parse(pod);
  return [...spec.containers, ...(spec.initContainers ?? [])].map(({ name }) => name);
}

function statusOf(pod: KubernetesObject, container: string) {
  const { status } = podSchema.parse(pod);
  return [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].find(
    ({ name }) => name === container,
  );
}
