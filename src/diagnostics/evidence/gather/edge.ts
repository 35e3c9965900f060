// What can be seen from where the bot runs: names of the registry and of the public page, and the page itself.
import type { DnsAnswer } from '../network.ts';
import { answered } from '../observed.ts';
import { serviceImage } from '../../gitops/service-image.ts';
import { take, type Gathering, type PartOfNodes } from './gathering.ts';

const MAX_HOSTS = 2;

async function resolveAll(g: Gathering, names: readonly string[]): Promise<DnsAnswer[]> {
  return Promise.all(names.map(async (name) => take(await g.readers.network.resolve(name, g.signal))));
}

/** Hosts and paths of the Ingress rules whose backend Service selects the service's pods. */
async function publicAddresses(g: Gathering): Promise<{ host: string; path: string }[]> {
  const [ingresses, services, workloads] = await Promise.all([
    g.need('ingresses'),
    g.need('services'),
    g.need('workloads'),
  ]);
  const names = new Set(serviceImage(g.request.service, workloads)?.workloads.map(({ name }) => name) ?? []);
  const labels = workloads.flatMap(({ name, object }) =>
    names.has(name) && object !== null && 'template' in object.spec
      ? [object.spec.template?.metadata?.labels ?? {}]
      : [],
  );
  const backends = new Set(
    services
      .filter(({ spec }) => {
        const selector = Object.entries(spec.selector ?? {});
        return (
          selector.length > 0 && labels.some((own) => selector.every(([key, value]) => own[key] === value))
        );
      })
      .map(({ metadata }) => metadata.name),
  );
  return ingresses.flatMap(({ spec }) =>
    (spec.rules ?? []).flatMap(({ host, http }) =>
      (http?.paths ?? [])
        .filter(({ backend }) => backend.service !== undefined && backends.has(backend.service.name))
        .flatMap(({ path }) =>
          host === undefined || host.startsWith('*') ? [] : [{ host, path: path ?? '/' }],
        ),
    ),
  );
}

export const edgeNodes: PartOfNodes<'registryDns' | 'publicDns' | 'publicPage'> = {
  async registryDns(g) {
    const workloads = await g.maybe('workloads');
    const image = serviceImage(g.request.service, workloads ?? [])?.image;
    const loginServer =
      image?.registry !== undefined && image.registry !== ''
        ? image.registry
        : g.readers.registries[0]?.loginServer;
    if (loginServer === undefined) return answered('no registry', []);
    return answered(`resolve ${loginServer}`, await resolveAll(g, [loginServer]));
  },

  async publicDns(g) {
    const hosts = [...new Set((await publicAddresses(g)).map(({ host }) => host))].slice(0, MAX_HOSTS);
    return answered(`resolve ${hosts.join(', ') || 'no public host'}`, await resolveAll(g, hosts));
  },

  async publicPage(g) {
    const [address] = await publicAddresses(g);
    if (address === undefined) return answered('no public host', null);
    // A path may hold a regular expression (ingress-nginx): only a plain one is an address.
    const path = /^\/[\w\-./]*$/.test(address.path) ? address.path : '/';
    return g.readers.network.fetch(`https://${address.host}${path}`, g.signal);
  },
};
