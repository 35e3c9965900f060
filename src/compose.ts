// The composition root: the only file that builds clients of real systems and hands them out.
import { BlobServiceClient } from '@azure/storage-blob';
import type { Directory, TraceOrder, Tracer } from './bot/ports.ts';
import { traceWithEngine } from './bot/engine-tracer.ts';
import type { Config } from './config.ts';
import { createAzureDevOpsReader } from './diagnostics/clients/azure-devops/reader.ts';
import { createRegistryReader } from './diagnostics/clients/container-registry/reader.ts';
import {
  createAzureCredential,
  createAzureDevOpsCredential,
  type AzureIdentity,
} from './diagnostics/clients/credentials.ts';
import { connectCluster } from './diagnostics/clients/kubernetes/cluster-config.ts';
import { createKubernetesReader } from './diagnostics/clients/kubernetes/reader.ts';
import { createNetworkReader } from './diagnostics/clients/network/reader.ts';
import { createDirectory, type ListedApplications } from './dialogs/directory.ts';
import { answered, type Answer } from './diagnostics/evidence/observed.ts';
import type { KubernetesReader, Readers } from './diagnostics/evidence/ports.ts';
import type { TraceRequest } from './diagnostics/request.ts';
import { BLOB_CLIENT_OPTIONS } from './storage/blob-documents.ts';
import type { Locale } from './diagnostics/locale.ts';

export interface Estate {
  readonly readers: Readers;
  readonly directory: Directory;
  readonly tracer: (version: string) => Tracer;
  readonly close: () => Promise<void>;
}

/** Connects nothing yet: a system that cannot be reached shows in the trace that asks for it. */
export async function openEstate(config: Config): Promise<Estate> {
  const { azureDevOps, limits } = config;
  if (azureDevOps === null)
    throw new Error('The configuration names no Azure DevOps project: it is for the lab.');
  const identity = identityOf(config);
  const credential = createAzureCredential(identity);
  const timeoutMs = limits.callSeconds * 1000;
  const clusters = await Promise.all(
    config.clusters.map(async ({ name, server, access }) =>
      createKubernetesReader({ name, server, timeoutMs, ...(await connectCluster(access, credential)) }),
    ),
  );
  const readers: Readers = {
    clusters,
    azureDevOps: createAzureDevOpsReader({
      baseUrl: (organization) => `https://dev.azure.com/${encodeURIComponent(organization)}`,
      credential: createAzureDevOpsCredential(
        azureDevOps.token === null ? identity : { kind: 'pat', token: azureDevOps.token },
      ),
      timeoutMs,
    }),
    registries: config.registries.map(({ loginServer }) =>
      createRegistryReader({ loginServer, credential, timeoutMs }),
    ),
    network: createNetworkReader(),
  };
  const directory = createDirectory({
    services: config.services,
    environments: config.environments,
    clock: () => new Date(),
    list: (signal) => listApplications(config, clusters, signal),
  });
  return {
    readers,
    directory,
    tracer: (version) => tracerOf(config, readers, azureDevOps, version),
    close: () => Promise.resolve(),
  };
}

function identityOf({ azure }: Config): AzureIdentity {
  const { identity, clientId } = azure;
  return clientId === null || identity === 'azureCli' ? { kind: identity } : { kind: identity, clientId };
}

/** Applications of every cluster that runs Argo CD; one that cannot be read fails the list, so that none is silently missing. */
async function listApplications(
  config: Config,
  clusters: readonly KubernetesReader[],
  signal: AbortSignal,
): Promise<Answer<readonly ListedApplications[]>> {
  const listed: ListedApplications[] = [];
  let source = 'no cluster is configured';
  // Argo CD runs in the first cluster; the others are destinations.
  for (const cluster of clusters.slice(0, 1)) {
    const namespace = config.clusters.find(({ name }) => name === cluster.name)?.argocdNamespace;
    const answer = await cluster.list(
      'Application',
      { whole: true, ...(namespace === undefined ? {} : { namespace }) },
      signal,
    );
    if (!answer.ok) return answer;
    source = answer.source;
    listed.push({ cluster: cluster.name, applications: answer.value.items });
  }
  return answered(source, listed);
}

function tracerOf(
  config: Config,
  readers: Readers,
  project: { organization: string; project: string },
  version: string,
): Tracer {
  return {
    trace(order: TraceOrder, locale: Locale, signal: AbortSignal) {
      const request: TraceRequest = {
        intent: 'trace',
        service: order.service,
        application: order.application,
        applicationNamespace: order.applicationNamespace,
        cluster: order.cluster,
        environment: order.environment,
        change: order.change,
        tag: null,
        azureDevOps: { organization: project.organization, project: project.project },
      };
      const limit = AbortSignal.timeout(config.limits.traceSeconds * 1000);
      return traceWithEngine(request, readers, {
        clock: () => new Date(),
        locale,
        signal: AbortSignal.any([signal, limit]),
        version,
      });
    },
  };
}

/** Storage of conversations and traces; a connection string is for development. */
export function openBlobs(config: Config): BlobServiceClient {
  const { storage } = config;
  if (storage === null) throw new Error('The configuration names no storage.');
  return 'connectionString' in storage
    ? BlobServiceClient.fromConnectionString(storage.connectionString, BLOB_CLIENT_OPTIONS)
    : new BlobServiceClient(
        storage.accountUrl,
        createAzureCredential(identityOf(config)),
        BLOB_CLIENT_OPTIONS,
      );
}
