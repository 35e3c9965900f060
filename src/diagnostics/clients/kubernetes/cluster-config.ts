// How a cluster named in the configuration is reached: one explicit way each. Never "the default": without any configuration
// the library's default ends at http://localhost:8080 without a word (facts/kubernetes.md 7.3).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TokenCredential } from '@azure/identity';
import { bearerOf } from '../credentials.ts';
import type { ClusterConnection } from './transport.ts';

export type ClusterAccess =
  /** The cluster the bot runs in, by the service account of its pod. */
  | { readonly kind: 'inCluster'; readonly host: string; readonly port: string; readonly folder?: string }
  /** An AKS cluster, by the bot's identity in Microsoft Entra ID. Address and CA are no secrets: they are configuration. */
  | { readonly kind: 'entra'; readonly apiUrl: string; readonly caFile: string }
  /** A developer's cluster. A user who signs in by a program is refused: nothing limits its time. */
  | { readonly kind: 'kubeconfig'; readonly file: string; readonly context: string | null };

/** Where Kubernetes mounts the token and the certificate authority. */
const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The kubelet writes a new token long before the old one ends; the library reads the file again as often. */
const rereadAfterMs = 60_000;

/** The AKS server application, the same in every tenant (facts/kubernetes.md 7.3). */
const aksScope = '6dae42f8-4368-4678-94ff-3960e28e3630/.default';

export async function connectCluster(
  access: ClusterAccess,
  identity: TokenCredential | undefined,
): Promise<ClusterConnection> {
  switch (access.kind) {
    case 'inCluster':
      return await inCluster(access);
    case 'entra':
      if (identity === undefined) throw new Error('A cluster read through Entra ID needs an Azure identity.');
      return {
        baseUrl: access.apiUrl,
        ca: await readFile(access.caFile, 'utf8'),
        credential: bearerOf(identity, aksScope),
      };
    case 'kubeconfig':
      return await fromKubeconfig(access);
  }
}

type Access<K extends ClusterAccess['kind']> = Extract<ClusterAccess, { kind: K }>;

async function inCluster(access: Access<'inCluster'>): Promise<ClusterConnection> {
  const { host, port, folder = serviceAccountFolder } = access;
  // An IPv6 address needs brackets in a URL.
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    baseUrl: `https://${name}:${port}`,
    ca: await readFile(join(folder, 'ca.crt'), 'utf8'),
    credential: fileToken(join(folder, 'token')),
  };
}

/** The token of a file that is replaced now and then. */
export function fileToken(file: string, now: () => number = Date.now): () => Promise<string> {
  let read: { readonly at: number; readonly token: Promise<string> } | undefined;
  return async () => {
    if (read === undefined || now() - read.at >= rereadAfterMs) {
      read = { at: now(), token: readFile(file, 'utf8') };
      // A failed read is told to those who wait for it, and not remembered.
      read.token.catch(() => (read = undefined));
    }
    return (await read.token).trim();
  };
}

async function fromKubeconfig({ file, context }: Access<'kubeconfig'>): Promise<ClusterConnection> {
  const { bufferFromFileOrString, KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  config.loadFromFile(file);
  const asked = context ?? config.getCurrentContext();
  config.setCurrentContext(asked);
  const cluster = config.getCurrentCluster();
  const user = config.getCurrentUser();
  if (cluster === null || user === null) {
    const known = config.getContexts().map(({ name }) => name);
    throw new Error(`${file} has no context ${asked} with a cluster and a user; it has ${known.join(', ')}.`);
  }
  if (cluster.skipTLSVerify) {
    throw new Error(
      `${file} turns certificate checks off for ${cluster.name}; name its certificate authority.`,
    );
  }

  const ca = bufferFromFileOrString(cluster.caFile, cluster.caData)?.toString();
  const base = { baseUrl: cluster.server, ...(ca !== undefined && { ca }) };
  const { token } = user;
  if (token !== undefined) return { ...base, credential: () => Promise.resolve(token) };
  const cert = bufferFromFileOrString(user.certFile, user.certData)?.toString();
  const key = bufferFromFileOrString(user.keyFile, user.keyData)?.toString();
  if (cert !== undefined && key !== undefined) return { ...base, certificate: { cert, key } };
  throw new Error(
    `${file} gives ${user.name} neither a token nor a client certificate. A user who signs in by a program (kubelogin) ` +
      'cannot be used: read the cluster through Entra ID, or give it a service account token.',
  );
}
