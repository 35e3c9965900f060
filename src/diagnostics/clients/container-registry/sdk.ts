// The SDK clients of one registry. The SDK is loaded where the first reader is made, not with the module.
import type { ContainerRegistryClient } from '@azure/container-registry';
import type { TokenCredential } from '@azure/identity';
import { createCache } from '../cache.ts';
import { SignInError } from './errors.ts';
import { createRegistryHttpClient } from './http-client.ts';

export interface SdkOptions {
  readonly loginServer: string;
  readonly credential: TokenCredential;
  readonly base: URL;
  readonly timeoutMs: number;
}

/** A client per scope of a token, that is per repository: see `clientsOf`. */
export type Clients = (scope: string) => ContainerRegistryClient;

/** Of the repositories asked about lately. */
const mostClients = 100;

let library: ReturnType<typeof loadLibrary> | undefined;

/** The SDK keeps one access token per client: looks at two repositories through one client would renew it in turns. */
export async function clientsOf(options: SdkOptions): Promise<Clients> {
  const { loginServer, credential, base, timeoutMs } = options;
  const { ContainerRegistryClient, createDefaultHttpClient } = await (library ??= loadLibrary());
  const httpClient = createRegistryHttpClient({ http: createDefaultHttpClient(), base, timeoutMs });
  const clients = createCache<ContainerRegistryClient>(mostClients, Date.now);
  return (scope) => {
    // The default audience: a registry may refuse tokens for Azure Resource Manager (facts/azure-devops-and-acr.md 4.1).
    const client =
      clients.get(scope) ??
      new ContainerRegistryClient(`https://${loginServer}`, named(credential), {
        httpClient,
        // Our HTTP client tries again by itself; the SDK would wait as long as Retry-After says, past every deadline.
        retryOptions: { maxRetries: 0 },
      });
    clients.set(scope, client);
    return client;
  };
}

/** One after the other: they share modules, and Jest mixes up two loads of one module at the same time. */
async function loadLibrary() {
  const { ContainerRegistryClient } = await import('@azure/container-registry');
  const { createDefaultHttpClient } = await import('@azure/core-rest-pipeline');
  return { ContainerRegistryClient, createDefaultHttpClient };
}

/** So that a failed sign-in is told apart from a failed request. */
function named(credential: TokenCredential): TokenCredential {
  return {
    async getToken(scopes, options) {
      try {
        return await credential.getToken(scopes, options);
      } catch (error) {
        throw new SignInError(error);
      }
    },
  };
}
