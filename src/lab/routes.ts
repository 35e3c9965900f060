// Every request the lab answers: the allow-list of (method, path template) of the whole product.
// Below each system's root (addresses.ts) a template is the real path; `{name+}` may hold slashes.
import * as builds from './azure-devops/builds.ts';
import * as commits from './azure-devops/commits.ts';
import { items } from './azure-devops/items.ts';
import * as discovery from './azure-devops/locations.ts';
import * as pipelines from './azure-devops/pipelines.ts';
import * as policies from './azure-devops/policies.ts';
import * as pullRequests from './azure-devops/pull-requests.ts';
import * as repositories from './azure-devops/repositories.ts';
import * as security from './azure-devops/security.ts';
import type { AzureDevOpsEstate } from './azure-devops/estate.ts';
import type { Registry } from './cases/schema.ts';
import type { LabAnswer, LabRequest } from './exchange.ts';
import * as api from './kubernetes/discovery.ts';
import type { ApiServer } from './kubernetes/cluster.ts';
import { getObject, listObjects } from './kubernetes/objects.ts';
import { podLog } from './kubernetes/pod-log.ts';
import * as images from './registry/images.ts';
import * as tokens from './registry/tokens.ts';

export type Method = 'GET' | 'OPTIONS' | 'POST';
export interface Route<Target> {
  readonly method: Method;
  readonly template: string;
  readonly answer: (request: LabRequest, target: Target) => LabAnswer;
}
/** A route of the registry: which scope its token must have; `null`: the route gives out tokens itself. */
export interface RegistryRoute extends Route<Registry> {
  readonly scope: string | undefined | null;
}

const REPOSITORY = '/{project}/_apis/git/repositories/{repository}';

export const AZURE_DEVOPS_ROUTES: readonly Route<AzureDevOpsEstate>[] = [
  { method: 'OPTIONS', template: '/_apis/{area}', answer: discovery.optionsOfArea },
  { method: 'GET', template: '/_apis/ResourceAreas', answer: discovery.resourceAreas },
  { method: 'GET', template: '/_apis/ResourceAreas/{areaId}', answer: discovery.resourceArea },
  { method: 'GET', template: '/_apis/connectionData', answer: discovery.connectionData },
  { method: 'GET', template: '/_apis/projects', answer: discovery.projects },
  { method: 'GET', template: '/_apis/projects/{name}', answer: discovery.project },

  { method: 'GET', template: '/{project}/_apis/git/repositories', answer: repositories.repositories },
  { method: 'GET', template: REPOSITORY, answer: repositories.repository },
  { method: 'GET', template: `${REPOSITORY}/refs`, answer: repositories.refs },
  { method: 'GET', template: `${REPOSITORY}/pushes`, answer: repositories.pushes },
  { method: 'GET', template: `${REPOSITORY}/pushes/{pushId}`, answer: repositories.push },
  { method: 'GET', template: `${REPOSITORY}/commits`, answer: commits.commits },
  { method: 'GET', template: `${REPOSITORY}/commits/{commit}`, answer: commits.commit },
  { method: 'GET', template: `${REPOSITORY}/commits/{commit}/changes`, answer: commits.changes },
  { method: 'GET', template: `${REPOSITORY}/commits/{commit}/mergeBases`, answer: commits.mergeBases },
  { method: 'GET', template: `${REPOSITORY}/diffs/commits`, answer: commits.compare },
  { method: 'GET', template: `${REPOSITORY}/items`, answer: items },

  { method: 'GET', template: `${REPOSITORY}/pullRequests`, answer: pullRequests.repositoryPullRequests },
  {
    method: 'GET',
    template: `${REPOSITORY}/pullRequests/{pullRequestId}`,
    answer: pullRequests.repositoryPullRequest,
  },
  // The only POST: a query with a body, nothing is written.
  { method: 'POST', template: `${REPOSITORY}/pullRequestQuery`, answer: pullRequests.pullRequestQuery },
  { method: 'GET', template: '/{project}/_apis/git/pullRequests', answer: pullRequests.projectPullRequests },
  {
    method: 'GET',
    template: '/{project}/_apis/git/pullRequests/{pullRequestId}',
    answer: pullRequests.projectPullRequest,
  },
  {
    method: 'GET',
    template: '/{project}/_apis/git/policy/configurations',
    answer: policies.gitConfigurations,
  },
  { method: 'GET', template: '/{project}/_apis/policy/configurations', answer: policies.configurations },
  {
    method: 'GET',
    template: '/{project}/_apis/policy/configurations/{configurationId}',
    answer: policies.configuration,
  },
  { method: 'GET', template: '/{project}/_apis/policy/evaluations', answer: policies.evaluations },

  { method: 'GET', template: '/{project}/_apis/build/Definitions', answer: pipelines.definitions },
  {
    method: 'GET',
    template: '/{project}/_apis/build/Definitions/{definitionId}',
    answer: pipelines.definition,
  },
  { method: 'GET', template: '/{project}/_apis/build/Builds', answer: builds.builds },
  { method: 'GET', template: '/{project}/_apis/build/Builds/{buildId}', answer: builds.build },
  { method: 'GET', template: '/{project}/_apis/build/Builds/{buildId}/Timeline', answer: builds.timeline },
  {
    method: 'GET',
    template: '/{project}/_apis/build/Builds/{buildId}/Timeline/{timelineId}',
    answer: builds.timeline,
  },
  { method: 'GET', template: '/{project}/_apis/build/Builds/{buildId}/logs', answer: builds.logs },
  { method: 'GET', template: '/{project}/_apis/build/Builds/{buildId}/logs/{logId}', answer: builds.log },
  { method: 'GET', template: '/{project}/_apis/build/Builds/{buildId}/changes', answer: builds.buildChanges },

  { method: 'GET', template: '/{project}/_apis/pipelines/approvals', answer: pipelines.approvals },
  {
    method: 'GET',
    template: '/{project}/_apis/pipelines/approvals/{approvalId}',
    answer: pipelines.approval,
  },
  { method: 'GET', template: '/_apis/distributedtask/pools', answer: pipelines.pools },
  { method: 'GET', template: '/_apis/distributedtask/pools/{poolId}', answer: pipelines.pool },
  { method: 'GET', template: '/_apis/distributedtask/pools/{poolId}/agents', answer: pipelines.agents },
  { method: 'GET', template: '/{project}/_apis/distributedtask/queues', answer: pipelines.queues },
  {
    method: 'GET',
    template: '/{project}/_apis/serviceendpoint/endpoints',
    answer: pipelines.serviceConnections,
  },
  { method: 'GET', template: '/_apis/permissions/{namespace}/{permissions}', answer: security.mayI },
  { method: 'GET', template: '/_apis/accesscontrollists/{namespace}', answer: security.accessControlLists },
];

const METADATA = 'repository:{name}:metadata_read';

export const REGISTRY_ROUTES: readonly RegistryRoute[] = [
  { method: 'POST', template: '/oauth2/exchange', scope: null, answer: tokens.exchange },
  { method: 'POST', template: '/oauth2/token', scope: null, answer: tokens.accessToken },
  { method: 'GET', template: '/v2/', scope: undefined, answer: images.ping },
  { method: 'GET', template: '/acr/v1/_catalog', scope: 'registry:catalog:*', answer: images.catalog },
  { method: 'GET', template: '/acr/v1/{name+}/_tags', scope: METADATA, answer: images.tags },
  { method: 'GET', template: '/acr/v1/{name+}/_tags/{tag}', scope: METADATA, answer: images.tag },
  { method: 'GET', template: '/acr/v1/{name+}/_manifests', scope: METADATA, answer: images.manifests },
  {
    method: 'GET',
    template: '/acr/v1/{name+}/_manifests/{digest}',
    scope: METADATA,
    answer: images.manifest,
  },
  { method: 'GET', template: '/acr/v1/{name+}', scope: METADATA, answer: images.repository },
];

const CORE = '/api/{version}';
const GROUP = '/apis/{group}/{version}';

export const KUBERNETES_ROUTES: readonly Route<ApiServer>[] = [
  { method: 'GET', template: '/version', answer: api.version },
  { method: 'GET', template: '/api', answer: api.coreVersions },
  { method: 'GET', template: '/apis', answer: api.groups },
  { method: 'GET', template: '/apis/{group}', answer: api.group },
  { method: 'GET', template: CORE, answer: api.resources },
  { method: 'GET', template: GROUP, answer: api.resources },
  { method: 'GET', template: `${CORE}/namespaces/{namespace}/pods/{name}/log`, answer: podLog },
  ...[CORE, GROUP].flatMap((root): Route<ApiServer>[] => [
    { method: 'GET', template: `${root}/{resource}`, answer: listObjects },
    { method: 'GET', template: `${root}/{resource}/{name}`, answer: getObject },
    { method: 'GET', template: `${root}/namespaces/{namespace}/{resource}`, answer: listObjects },
    { method: 'GET', template: `${root}/namespaces/{namespace}/{resource}/{name}`, answer: getObject },
  ]),
];
