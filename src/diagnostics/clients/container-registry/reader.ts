// Reads the data plane of one registry: tags, manifests and repositories by name. Never blobs, never a write.
import type { ContainerRegistryClient, ListTagPropertiesOptions } from '@azure/container-registry';
import type { TokenCredential } from '@azure/identity';
import { answered, unanswered, type Answer } from '../../evidence/observed.ts';
import type { RegistryReader } from '../../evidence/ports.ts';
import type { Lookup } from '../../evidence/registry.ts';
import { ReadFailure } from '../http.ts';
import { checkedBaseUrl } from '../network/base-url.ts';
import { startDeadline, untilAborted } from '../network/deadline.ts';
import { matchRequest } from '../requests.ts';
import { failureOf, notFoundCode } from './errors.ts';
import { manifestOf, mediaTypeOf, repositoryOf, tagOf } from './images.ts';
import { clientsOf } from './sdk.ts';

export interface RegistryReaderOptions {
  /** `acrchatprd.azurecr.io` */
  readonly loginServer: string;
  readonly credential: TokenCredential;
  /** Instead of `https://{loginServer}`. */
  readonly baseUrl?: string;
  /** Limit of one look. The first one is four requests, of which two are for tokens; the next ones are one. */
  readonly timeoutMs?: number;
}

/** facts/kubernetes.md 7.3, the same patience for every system. */
const defaultTimeoutMs = 5000;

/** Where a look goes, and how it is told. */
interface Target {
  /** Absent: the registry as a whole. */
  readonly repository?: string;
  readonly path: string;
  readonly query?: string;
  readonly words: string;
  /** Code of the answer when no such name can exist: the registry need not be asked. */
  readonly impossible?: string | undefined;
}

interface Call {
  readonly client: ContainerRegistryClient;
  readonly abortSignal: AbortSignal;
  readonly what: string;
}

export function createRegistryReader(options: RegistryReaderOptions): RegistryReader {
  const { credential, timeoutMs = defaultTimeoutMs } = options;
  const loginServer = options.loginServer.toLowerCase();
  const base = checkedBaseUrl(options.baseUrl ?? `https://${loginServer}`);
  const loading = clientsOf({ loginServer, credential, base, timeoutMs });
  // Who awaits it gets the error; until then it is not unhandled.
  loading.catch(() => undefined);

  /** The edge: a failed look is an answer too; a bug stays thrown. */
  async function look<T>(
    target: Target,
    signal: AbortSignal,
    read: (call: Call) => Promise<T>,
  ): Promise<Answer<T>> {
    const { path, query = '' } = target;
    const source = `GET https://${loginServer}${decodeURIComponent(path)}${query}`;
    const what = `${target.words} (${loginServer})`;
    // Loading the SDK is no part of the deadline.
    const clients = await loading;
    const deadline = startDeadline(signal, timeoutMs);
    try {
      const work = read({ client: clients(target.repository ?? ''), abortSignal: deadline.signal, what });
      return answered(source, await untilAborted(work, deadline.signal));
    } catch (error) {
      if (error instanceof ReadFailure) return unanswered(source, error.error);
      if (deadline.signal.aborted || isAbort(error)) return unanswered(source, deadline.expired(what));
      const right = matchRequest('registry', 'GET', path)?.right ?? 'a right';
      const failure = failureOf(error, { what, loginServer, right });
      if (failure === undefined) throw error;
      return unanswered(source, failure.error);
    }
  }

  async function lookUp<T>(
    target: Target,
    signal: AbortSignal,
    read: (call: Call) => Promise<T>,
  ): Promise<Answer<Lookup<T>>> {
    return await look<Lookup<T>>(target, signal, async (call) => {
      if (target.impossible !== undefined) return { found: false, code: target.impossible };
      try {
        return { found: true, value: await read(call) };
      } catch (error) {
        const code = notFoundCode(error);
        if (code === undefined) throw error;
        return { found: false, code };
      }
    });
  }

  return {
    loginServer,

    async tag(repository, tag, signal) {
      const target = {
        repository,
        path: `${pathOf(repository)}/_tags/${encodeURIComponent(tag)}`,
        words: `tag ${repository}:${tag}`,
        impossible: impossibleRepository(repository) ?? (tagName.test(tag) ? undefined : 'TAG_UNKNOWN'),
      };
      return await lookUp(target, signal, async ({ client, abortSignal, what }) =>
        tagOf(await client.getArtifact(repository, tag).getTagProperties(tag, { abortSignal }), what),
      );
    },

    async tags(repository, { top, digest }, signal) {
      const target = {
        repository,
        path: `${pathOf(repository)}/_tags`,
        query: `?n=${top}&orderby=timedesc${digest === undefined ? '' : `&digest=${digest}`}`,
        words: `tags of ${repository}`,
        impossible: impossibleRepository(repository),
      };
      return await lookUp(target, signal, async ({ client, abortSignal, what }) => {
        // `digest` is a query of the API that the SDK passes on and its types do not name.
        const query: ListTagPropertiesOptions & { digest?: string } = {
          abortSignal,
          order: 'LastUpdatedOnDescending',
          ...(digest !== undefined && { digest }),
        };
        const pages = client.getArtifact(repository, 'any').listTagProperties(query);
        const tags = await firstOf(pages.byPage({ maxPageSize: top }), top);
        return tags
          .map((tag) => tagOf(tag, what))
          .filter((tag) => digest === undefined || tag.digest === digest);
      });
    },

    async manifest(repository, digest, signal) {
      const target = {
        repository,
        path: `${pathOf(repository)}/_manifests/${encodeURIComponent(digest)}`,
        words: `manifest ${repository}@${digest}`,
        impossible:
          impossibleRepository(repository) ?? (digestName.test(digest) ? undefined : 'MANIFEST_UNKNOWN'),
      };
      return await lookUp(target, signal, async ({ client, abortSignal, what }) => {
        let mediaType: string | undefined;
        const manifest = await client.getArtifact(repository, digest).getManifestProperties({
          abortSignal,
          onResponse: ({ bodyAsText }) => (mediaType = mediaTypeOf(bodyAsText)),
        });
        return manifestOf(manifest, mediaType, what);
      });
    },

    async repository(name, signal) {
      const target = {
        repository: name,
        path: pathOf(name),
        words: `repository ${name}`,
        impossible: impossibleRepository(name),
      };
      return await lookUp(target, signal, async ({ client, abortSignal, what }) =>
        repositoryOf(await client.getRepository(name).getProperties({ abortSignal }), what),
      );
    },

    async repositories({ top }, signal) {
      const target = { path: '/acr/v1/_catalog', query: `?n=${top}`, words: 'repositories' };
      return await look(target, signal, async ({ client, abortSignal }) =>
        firstOf(client.listRepositoryNames({ abortSignal }).byPage({ maxPageSize: top }), top),
      );
    },
  };
}

/** The SDK writes a repository with slashes as one segment. */
function pathOf(repository: string): string {
  return `/acr/v1/${encodeURIComponent(repository)}`;
}

// What a name must look like to be there at all; among what is left out, `..` would lead to another path.
const tagName = /^\w[\w.-]{0,127}$/;
const repositoryName = /^[a-z0-9][a-z0-9._/-]*$/;
const digestName = /^[a-z0-9]+:[0-9a-f]+$/;

function impossibleRepository(name: string): string | undefined {
  return repositoryName.test(name) ? undefined : 'NAME_UNKNOWN';
}

/** Looks share one token request: the limit of the first one ends it for all of them. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

async function firstOf<T>(pages: AsyncIterable<readonly T[]>, top: number): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) {
    items.push(...page);
    if (items.length >= top) break;
  }
  return items.slice(0, top);
}
