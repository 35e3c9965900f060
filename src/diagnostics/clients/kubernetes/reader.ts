// Reads one cluster for the diagnosis: objects by name, lists in pages, last lines of a log. `get` and `list` only.
import { otherObjectSchema } from '../../evidence/kubernetes.ts';
import { answered, unanswered, type Answer } from '../../evidence/observed.ts';
import type { KubernetesReader } from '../../evidence/ports.ts';
import { ReadFailure } from '../http.ts';
import { startDeadline, type Deadline } from '../network/deadline.ts';
import { decodeItem, decodeObject, metadataOf } from './decode.ts';
import { kinds } from './kinds.ts';
import { lookAt, type Look } from './look.ts';
import { readPages } from './pages.ts';
import { isObjectName, type Place, type Resource } from './paths.ts';
import { isNotFound, isUnknownPath, refused } from './status.ts';
import { createTransport, type ClusterConnection, type Response } from './transport.ts';

export interface KubernetesReaderOptions extends ClusterConnection {
  /** How the bot names the cluster. */
  readonly name: string;
  /** How Application destinations name it, for example `https://kubernetes.default.svc`. */
  readonly server: string;
  /** Limit of one look, all its pages and its second try included. */
  readonly timeoutMs?: number;
}

/** facts/kubernetes.md 7.3 */
const defaultTimeoutMs = 5000;
/** facts/kubernetes.md 6.3 */
const logLines = 50;
const logBytes = 16_384;

const pods: Resource = { group: '', version: 'v1', plural: 'pods' };

/** No second choice beside it: an API server that cannot leave the contents out must not send them. */
const metadataList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

export function createKubernetesReader(options: KubernetesReaderOptions): KubernetesReader {
  const { name: cluster, server, timeoutMs = defaultTimeoutMs } = options;
  const { send, ready } = createTransport(options);

  /** The edge: a failed look is an answer too; anything else thrown is a bug and stays thrown. */
  async function answer<T>(
    look: Look,
    signal: AbortSignal,
    read: (deadline: Deadline) => Promise<T>,
  ): Promise<Answer<T>> {
    await ready;
    try {
      return answered(look.source, await read(startDeadline(signal, timeoutMs)));
    } catch (error) {
      if (error instanceof ReadFailure) return unanswered(look.source, error.error);
      throw error;
    }
  }

  /** The text of an answer; null when the API says that there is nothing. */
  async function read(look: Look, deadline: Deadline, isNone: (response: Response) => boolean) {
    const response = await send(look, deadline);
    if (isNone(response)) return null;
    if (response.status !== 200) throw refused(look, response);
    return response.text;
  }

  return {
    name: cluster,
    server,

    async get(kind, name, namespace, signal) {
      const { schema, ...resource } = kinds[kind];
      const place = { namespace, name };
      const look = lookAt(cluster, resource, place);
      return await answer(look, signal, async (deadline) => {
        if (!canExist(place)) return null;
        const text = await read(look, deadline, noneOf(resource.custom));
        return text === null ? null : decodeObject(schema, text, look.what);
      });
    },

    async list(kind, { namespace, labelSelector, fieldSelector, metadataOnly, whole = false }, signal) {
      const { schema, ...resource } = kinds[kind];
      // Contents of ConfigMaps are never asked for in bulk.
      const withoutContents = metadataOnly === true || kind === 'ConfigMap';
      const accept = withoutContents ? { accept: metadataList } : {};
      const query = { labelSelector, fieldSelector };
      const look = lookAt(cluster, resource, { namespace }, { query, ...accept });
      return await answer(look, signal, async (deadline) => {
        if (!canExist({ namespace })) return { items: [], truncated: false };
        const isNone = resource.custom === true ? isUnknownPath : never;
        const pages = await readPages(send, look, { kind, isNone, whole }, deadline);
        const items = withoutContents ? pages.items.map(metadataOf) : pages.items;
        return {
          items: items.map((item) => decodeItem(schema, item, look.what)),
          truncated: pages.truncated,
        };
      });
    },

    async getOther(resource, name, namespace, signal) {
      const place = { namespace, name };
      const look = lookAt(cluster, resource, place);
      return await answer(look, signal, async (deadline) => {
        if (!canExist(place)) return null;
        const text = await read(look, deadline, noneOf(true));
        return text === null ? null : decodeObject(otherObjectSchema, text, look.what);
      });
    },

    async listOther(resource, namespace, signal) {
      const look = lookAt(cluster, resource, { namespace });
      return await answer(look, signal, async (deadline) => {
        if (!canExist({ namespace })) return [];
        const { items } = await readPages(send, look, { isNone: noneOf(true) }, deadline);
        return items.map((item) => decodeItem(otherObjectSchema, item, look.what));
      });
    },

    async log({ namespace, pod, container, previous }, signal) {
      const place = { namespace, name: pod, subresource: 'log' };
      const query = {
        container,
        previous: String(previous),
        tailLines: String(logLines),
        limitBytes: String(logBytes),
      };
      // As kubectl asks: the endpoint answers text, but its errors are negotiated.
      const look = lookAt(cluster, pods, place, { query, accept: 'application/json, */*' });
      return await answer(look, signal, async (deadline) => {
        if (!canExist(place)) return null;
        const text = await read(look, deadline, isNoLog);
        return text === null ? null : linesOf(text);
      });
    },
  };
}

function canExist({ namespace, name }: Place): boolean {
  return [namespace, name].every((part) => part === undefined || isObjectName(part));
}

/** A kind that a CRD defines may be unknown to the whole cluster; the path of a built-in kind is always served. */
function noneOf(custom: boolean | undefined): (response: Response) => boolean {
  return (response) => isNotFound(response) || (custom === true && isUnknownPath(response));
}

function never(): boolean {
  return false;
}

/** 400: the container waits, or has no earlier instance (facts/kubernetes.md 6.3); its reason is in the pod's status too. */
function isNoLog(response: Response): boolean {
  return response.status === 400 || isNotFound(response);
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(-logLines);
}
