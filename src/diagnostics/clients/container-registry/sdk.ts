// The SDK client of one registry. The SDK is loaded where the first reader is made, not with the module.
import type { ContainerRegistryClient } from '@azure/container-registry';
import type { TokenCredential } from '@azure/identity';
import { SignInError } from './errors.ts';
import { createRegistryHttpClient } from './http-client.ts';

export interface SdkOptions {
  readonly loginServer: string;
  readonly credential: TokenCredential;
  readonly base: URL;
  readonly timeoutMs: number;
}

let library: ReturnType<typeof loadLibrary> | undefined;

export async function loadClient(options: SdkOptions): Promise<ContainerRegistryClient> {
  const { loginServer, credential, base, timeoutMs } = options;
  const { ContainerRegistryClient, createDefaultHttpClient } = await (library ??= loadLibrary());
  // The default audience: a registry may refuse tokens for Azure Resource Manager (facts/azure-devops-and-acr.md 4.1).
  return new ContainerRegistryClient(`https://${loginServer}`, named(credential), {
    httpClient: createRegistryHttpClient({ http: createDefaultHttpClient(), base, timeoutMs }),
    // Our HTTP client tries again by itself; the SDK would wait as long as Retry-After says, past every deadline.
    retryOptions: { maxRetries: 0 },
  });
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
