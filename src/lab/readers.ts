// The product's own clients, pointed at a world of the lab: over HTTP like the real systems, with made-up credentials.
import { createAzureDevOpsReader } from '../diagnostics/clients/azure-devops/reader.ts';
import { createRegistryReader } from '../diagnostics/clients/container-registry/reader.ts';
import { createKubernetesReader } from '../diagnostics/clients/kubernetes/reader.ts';
import type { Readers } from '../diagnostics/evidence/ports.ts';
import type { TraceRequest } from '../diagnostics/request.ts';
import { azureDevOpsUrl, kubernetesUrl, registryUrl } from './addresses.ts';
import type { LabCase } from './cases/schema.ts';
import { labNetwork } from './network.ts';

/** The namespace of Argo CD where a case does not say otherwise (facts/argocd.md section 10). */
const ARGOCD_NAMESPACE = 'argocd';
const LAB_TOKEN = 'lab';

/** The lab shares its processor with everything else on the machine: slow there is not broken. */
const PATIENCE_MS = 15_000;

export interface LabReaderOptions {
  /** Of one request. */
  readonly timeoutMs?: number;
}

export function labReaders(
  labUrl: string,
  world: string,
  labCase: LabCase,
  { timeoutMs = PATIENCE_MS }: LabReaderOptions = {},
): Readers {
  const { kubernetes, registry } = labCase.estate;
  return {
    clusters: kubernetes.clusters.map(({ name, server }) =>
      createKubernetesReader({
        name,
        server,
        baseUrl: kubernetesUrl(labUrl, world, name),
        credential: () => Promise.resolve(LAB_TOKEN),
        timeoutMs,
      }),
    ),
    azureDevOps: createAzureDevOpsReader({
      baseUrl: (organization) => azureDevOpsUrl(labUrl, world, organization),
      credential: () => Promise.resolve({ scheme: 'basic', token: LAB_TOKEN }),
      timeoutMs,
    }),
    registries: [
      createRegistryReader({
        loginServer: registry.loginServer,
        credential: {
          getToken: () => Promise.resolve({ token: LAB_TOKEN, expiresOnTimestamp: Number.MAX_SAFE_INTEGER }),
        },
        baseUrl: registryUrl(labUrl, world, registry.loginServer),
        timeoutMs,
      }),
    ],
    network: labNetwork(labCase),
  };
}

/** What the person of the case asks. */
export function labRequest(labCase: LabCase): TraceRequest {
  const { question, estate } = labCase;
  const cluster = estate.kubernetes.clusters[0];
  const { organization, project } = estate.azureDevOps;
  const change =
    question.commit === undefined
      ? question.tag === undefined
        ? null
        : ({ kind: 'tag', value: question.tag } as const)
      : ({ kind: 'commit', value: question.commit } as const);
  return {
    intent: question.intent ?? 'trace',
    service: question.service,
    application: question.application,
    applicationNamespace: namespaceOf(labCase),
    cluster: cluster?.name ?? 'in-cluster',
    environment: null,
    change,
    tag: question.tag ?? null,
    azureDevOps: { organization, project },
  };
}

function namespaceOf({ question, estate }: LabCase): string {
  const objects = estate.kubernetes.clusters.flatMap((cluster) => cluster.objects);
  const application = objects.find(
    ({ kind, metadata }) => kind === 'Application' && metadata.name === question.application,
  );
  return application?.metadata.namespace ?? ARGOCD_NAMESPACE;
}
