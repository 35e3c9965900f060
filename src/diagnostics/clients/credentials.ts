// Who the bot is when it reads: one explicit identity, never "whatever this machine happens to offer".
// @azure/identity takes 0.2 s to load: only an Azure identity loads it, with its first token.
import type { AccessToken, TokenCredential } from '@azure/identity';
import type { Credential } from './azure-devops/connection.ts';

/** An identity of Microsoft Entra ID. */
export type AzureIdentity =
  /** Of the machine, App Service or Container App; `clientId` for a user-assigned one. */
  | { readonly kind: 'managedIdentity'; readonly clientId?: string }
  /** Of the pod on AKS: a projected token, exchanged; what is absent comes from the variables the webhook sets. */
  | {
      readonly kind: 'workloadIdentity';
      readonly clientId?: string;
      readonly tenantId?: string;
      readonly tokenFile?: string;
    }
  /** Of the developer who ran `az login`. */
  | { readonly kind: 'azureCli'; readonly tenantId?: string };

/** A personal access token is for Azure DevOps alone, on a developer's machine. */
export type AzureDevOpsIdentity = AzureIdentity | { readonly kind: 'pat'; readonly token: string };

/** A token is asked anew this long before it ends, so that none ends on its way. */
const renewBeforeMs = 5 * 60_000;

/** The application id of Azure DevOps, the same in every tenant (facts/azure-devops-and-acr.md 1.1). */
const azureDevOpsScope = '499b84ac-1321-427f-aa17-267ca6975798/.default';

export function createAzureCredential(identity: AzureIdentity): TokenCredential {
  let loading: Promise<TokenCredential> | undefined;
  return cachedCredential({
    async getToken(wanted, options) {
      const credential = await (loading ??= loadCredential(identity));
      return await credential.getToken(wanted, options);
    },
  });
}

export function createAzureDevOpsCredential(identity: AzureDevOpsIdentity): Credential {
  if (identity.kind === 'pat') {
    const { token } = identity;
    return () => Promise.resolve({ scheme: 'basic', token });
  }
  const bearer = bearerOf(createAzureCredential(identity), azureDevOpsScope);
  return async () => ({ scheme: 'bearer', token: await bearer() });
}

/** The token alone, for clients that write their own header. */
export function bearerOf(credential: TokenCredential, scope: string): () => Promise<string> {
  return async () => {
    const token = await credential.getToken(scope);
    if (token === null) throw new Error(`The identity has no token for ${scope}.`);
    return token.token;
  };
}

/** One token per scope until shortly before its end, and one request for all who wait: the Azure CLI is a process per token. */
export function cachedCredential(credential: TokenCredential, now: () => number = Date.now): TokenCredential {
  const entries = new Map<string, Entry>();
  return {
    async getToken(wanted, options) {
      // Entra asked for another sign-in than the one the cached token stands for.
      if (options?.claims !== undefined) return await credential.getToken(wanted, options);
      const key = [wanted].flat().join(' ');
      const known = entries.get(key);
      if (known !== undefined && now() < known.renewAt) return await known.token;

      // Without the options of this caller: its abort must not end the request that others wait for.
      const entry: Entry = { renewAt: Infinity, token: credential.getToken(wanted) };
      entries.set(key, entry);
      try {
        const token = await entry.token;
        entry.renewAt = token === null ? 0 : token.expiresOnTimestamp - renewBeforeMs;
        return token;
      } catch (error) {
        entries.delete(key);
        throw error;
      }
    },
  };
}

interface Entry {
  readonly token: Promise<AccessToken | null>;
  renewAt: number;
}

async function loadCredential(identity: AzureIdentity): Promise<TokenCredential> {
  const library = await import('@azure/identity');
  switch (identity.kind) {
    case 'managedIdentity':
      return identity.clientId === undefined
        ? new library.ManagedIdentityCredential()
        : new library.ManagedIdentityCredential({ clientId: identity.clientId });
    case 'workloadIdentity':
      return new library.WorkloadIdentityCredential({
        ...(identity.clientId !== undefined && { clientId: identity.clientId }),
        ...(identity.tenantId !== undefined && { tenantId: identity.tenantId }),
        ...(identity.tokenFile !== undefined && { tokenFilePath: identity.tokenFile }),
      });
    case 'azureCli':
      return new library.AzureCliCredential(
        identity.tenantId === undefined ? {} : { tenantId: identity.tenantId },
      );
  }
}
