// One name asked both ways (facts/azure-devops-and-acr.md 4.7): as connections of this process resolve it (hosts file, search
// domains), and straight from the name servers, which alone tell the alias behind it.
import { lookup, Resolver } from 'node:dns/promises';
import type { DnsAnswer } from '../../evidence/network.ts';
import { untilAborted } from './deadline.ts';
import { transportCode } from './failures.ts';

export interface DnsOptions {
  /** `address:port` of the name servers; those of the system where absent. */
  readonly nameServers?: readonly string[];
  /** Stands for the resolution of the system. */
  readonly systemLookup?: (name: string) => Promise<readonly string[]>;
}

/** Nobody answered. Every other code of the resolver is an answer: no such name, no address, refused, server failure. */
const silent = new Set(['ETIMEOUT', 'EAI_AGAIN', 'ECONNREFUSED', 'ECANCELLED']);

/** Where the word of the DNS is better known than node's code for it. */
const dnsWords: Readonly<Record<string, string>> = { ESERVFAIL: 'SERVFAIL', EREFUSED: 'REFUSED' };

/** One try of 1.5 s, so that two name servers fit into the limit of a look. */
const patience = { timeout: 1500, tries: 1 };

/** Throws the resolver's error where nobody answered. */
export async function resolveName(
  name: string,
  { nameServers, systemLookup = lookupAll }: DnsOptions,
  signal: AbortSignal,
): Promise<DnsAnswer> {
  const resolver = new Resolver(patience);
  if (nameServers !== undefined) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [system, direct, alias] = await untilAborted(
      Promise.allSettled([systemLookup(name), resolver.resolve4(name), resolver.resolveCname(name)]),
      signal,
    );
    const cname = alias.status === 'fulfilled' ? alias.value[0] : undefined;
    if (system.status === 'fulfilled') return { name, addresses: [...system.value], cname };
    if (direct.status === 'fulfilled') return { name, addresses: direct.value, cname };
    // The name servers say more than the system, which knows "not found" only.
    const failures: unknown[] = [direct.reason, system.reason];
    const code = failures.map(transportCode).find((found) => found !== undefined && !silent.has(found));
    if (code === undefined) throw direct.reason;
    return { name, addresses: [], cname, error: dnsWords[code] ?? code };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function lookupAll(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}
