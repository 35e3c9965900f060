// Version and discovery: which groups, versions and resources the API server has.
import type { LabAnswer, LabRequest } from '../exchange.ts';
import { found, pageNotFound } from './answers.ts';
import type { ApiServer } from './cluster.ts';

export function version(_request: LabRequest, server: ApiServer): LabAnswer {
  const [, major = '1', minor = '0'] = /^v(\d+)\.(\d+)/.exec(server.data.version) ?? [];
  return found({
    major,
    minor,
    gitVersion: server.data.version,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.24.0',
    compiler: 'gc',
    platform: 'linux/amd64',
  });
}

export function coreVersions(): LabAnswer {
  return found({ kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] });
}

export function groups(_request: LabRequest, server: ApiServer): LabAnswer {
  return found({ kind: 'APIGroupList', apiVersion: 'v1', groups: groupsOf(server) });
}

export function group(request: LabRequest, server: ApiServer): LabAnswer {
  const known = groupsOf(server).find(({ name }) => name === request.params['group']);
  return known === undefined ? pageNotFound() : found({ kind: 'APIGroup', apiVersion: 'v1', ...known });
}

export function resources(request: LabRequest, server: ApiServer): LabAnswer {
  const { group: name = '', version: of = '' } = request.params;
  const own = server.resources.filter((resource) => resource.group === name && resource.version === of);
  if (own.length === 0) return pageNotFound();
  return found({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: name === '' ? of : `${name}/${of}`,
    resources: own.map(({ plural, kind, namespaced }) => ({
      name: plural,
      singularName: kind.toLowerCase(),
      namespaced,
      kind,
      verbs: ['get', 'list'],
    })),
  });
}

function groupsOf(server: ApiServer) {
  const versions = new Map<string, Set<string>>();
  for (const { group: name, version: of } of server.resources) {
    if (name !== '') versions.set(name, (versions.get(name) ?? new Set()).add(of));
  }
  return [...versions].map(([name, all]) => {
    const listed = [...all].map((of) => ({ groupVersion: `${name}/${of}`, version: of }));
    return { name, versions: listed, preferredVersion: listed[0] };
  });
}
