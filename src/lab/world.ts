// One world: the systems of one case, each built when it is first asked, and how each answers a request.
import * as azureDevOps from './azure-devops/answers.ts';
import { azureDevOpsEstate, same } from './azure-devops/estate.ts';
import type { AzureDevOpsEstate } from './azure-devops/estate.ts';
import type { LabSystem } from './addresses.ts';
import type { LabCase } from './cases/schema.ts';
import { text } from './exchange.ts';
import type { LabAnswer, LabRequest } from './exchange.ts';
import * as kubernetes from './kubernetes/answers.ts';
import { apiServer } from './kubernetes/cluster.ts';
import type { ApiServer } from './kubernetes/cluster.ts';
import { failsToResolve } from './network.ts';
import * as registry from './registry/answers.ts';
import { challenge, challengeHeader } from './registry/tokens.ts';
import { routeId, router } from './router.ts';
import { AZURE_DEVOPS_ROUTES, KUBERNETES_ROUTES, REGISTRY_ROUTES } from './routes.ts';

const azureDevOpsRouter = router(AZURE_DEVOPS_ROUTES, { ignoreCase: true });
const kubernetesRouter = router(KUBERNETES_ROUTES, { ignoreCase: false });
const registryRouter = router(REGISTRY_ROUTES, { ignoreCase: false });

/** What a system does with a request. */
export interface Handling {
  /** Undefined: outside the allow-list. */
  readonly route: string | undefined;
  readonly answer: () => LabAnswer;
  /** The system's own form of a refusal, for injected failures. */
  readonly refuse: (status: number) => LabAnswer;
}

export interface World {
  readonly id: string;
  /** `name`: the organization, the cluster or the login server. Undefined: no such host, nothing answers there. */
  handle(system: LabSystem, name: string, request: LabRequest): Handling | undefined;
}

export function world(id: string, labCase: LabCase): World {
  const { estate } = labCase;
  let devOps: AzureDevOpsEstate | undefined;
  const servers = new Map<string, ApiServer>();

  function handleKubernetes(name: string, request: LabRequest): Handling | undefined {
    const index = estate.kubernetes.clusters.findIndex((cluster) => cluster.name === name);
    const data = estate.kubernetes.clusters[index];
    if (data === undefined || failsToResolve(labCase, new URL(data.server).hostname)) return undefined;
    // Argo CD lives in the first cluster, with its resource definitions even when it has no Application.
    const server = servers.get(name) ?? apiServer(data, index === 0 && estate.argocd !== undefined);
    servers.set(name, server);
    const match = kubernetesRouter(request.method, request.path);
    const streams = ['watch', 'follow'].some((flag) => /^(true|1)$/.test(request.query.get(flag) ?? ''));
    // Secrets are never read: not an object that is missing, a request that must not be made.
    const readsSecrets = match?.params['resource'] === 'secrets';
    const refuse = (status: number): LabAnswer => kubernetes.refusal(status);
    if (match === undefined || streams || readsSecrets) {
      return { route: undefined, answer: () => kubernetes.notServed(), refuse };
    }
    const full = { ...request, params: match.params };
    return { route: routeId(match.route), answer: () => match.route.answer(full, server), refuse };
  }

  function handleAzureDevOps(organization: string, request: LabRequest): Handling | undefined {
    if (failsToResolve(labCase, 'dev.azure.com')) return undefined;
    const refuse = (status: number): LabAnswer => azureDevOps.refusal(request, status, undefined);
    const match = azureDevOpsRouter(request.method, request.path);
    if (match === undefined)
      return { route: undefined, answer: () => azureDevOps.notServed(request), refuse };
    const full = { ...request, params: match.params };
    const route = routeId(match.route);
    if (!same(organization, estate.azureDevOps.organization)) {
      return {
        route,
        answer: () => text('<html><title>404</title></html>', 404, 'text/html; charset=utf-8'),
        refuse,
      };
    }
    const refused = refusalOf(labCase, full);
    if (refused !== undefined) {
      return { route, answer: () => azureDevOps.refusal(full, refused.status, refused.body), refuse };
    }
    const target = (devOps ??= azureDevOpsEstate(estate.azureDevOps));
    const project = match.params['project'];
    if (project !== undefined && !target.isProject(project)) {
      return { route, answer: () => azureDevOps.noSuchProject(full, project), refuse };
    }
    return { route, answer: () => match.route.answer(full, target), refuse };
  }

  function handleRegistry(loginServer: string, request: LabRequest): Handling | undefined {
    const data = estate.registry;
    if (!same(loginServer, data.loginServer) || failsToResolve(labCase, data.loginServer)) return undefined;
    const refuse = (status: number): LabAnswer => registry.refusal(status, undefined);
    const match = registryRouter(request.method, request.path);
    if (match === undefined) return { route: undefined, answer: () => registry.notServed(), refuse };
    const full = { ...request, params: match.params };
    const route = routeId(match.route);
    const scope = match.route.scope?.replace('{name}', match.params['name'] ?? '');
    const givesTokens = match.route.scope === null;
    const { error } = data;
    if (error !== undefined) {
      const answer = registry.refusal(error.status, error.body);
      const asks = error.status === 401 && !givesTokens ? challengeHeader(data, scope, false) : {};
      return { route, answer: () => ({ ...answer, headers: { ...answer.headers, ...asks } }), refuse };
    }
    return {
      route,
      answer: () =>
        (givesTokens ? undefined : challenge(full, data, scope)) ?? match.route.answer(full, data),
      refuse,
    };
  }

  return {
    id,
    handle: (system, name, request) => {
      if (system === 'kubernetes') return handleKubernetes(name, request);
      return system === 'azure-devops' ? handleAzureDevOps(name, request) : handleRegistry(name, request);
    },
  };
}

/**
 * `match` of a refusal is a method and a prefix of the path after the project, or after the organization where a path has
 * no project. The POST that only reads is refused with the GETs: a reader who may not see a repository may not query it.
 */
function refusalOf(labCase: LabCase, request: LabRequest) {
  const project = request.params['project'];
  const path = project === undefined ? request.path : request.path.replace(/^\/[^/]+/, '');
  const query = request.query.size === 0 ? '' : `?${decodeURIComponent(request.query.toString())}`;
  const asked = `${request.method === 'POST' ? 'GET' : request.method} ${path}${query}`.toLowerCase();
  return labCase.estate.azureDevOps.errors?.find(({ match }) => {
    const wanted = match.toLowerCase().replace(/^post /, 'get ');
    return asked.startsWith(wanted);
  });
}
