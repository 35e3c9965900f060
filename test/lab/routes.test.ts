// Every route of the table over real HTTP, and nothing outside it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routeId } from '../../src/lab/router.ts';
import { AZURE_DEVOPS_ROUTES, KUBERNETES_ROUTES, REGISTRY_ROUTES } from '../../src/lab/routes.ts';
import { DIGEST, PROJECT_ID, REPOSITORY_ID, serve, TIP, WORK } from './fixture.ts';
import type { Client } from './fixture.ts';

const GIT = '/Shop/_apis/git/repositories/web';
const BITS = '2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87';

const azureDevOps = [
  ['OPTIONS', '/_apis/git'],
  ['GET', '/_apis/ResourceAreas'],
  ['GET', '/_apis/ResourceAreas/4e080c62-fa21-4fbc-8fef-2a10a2b38049'],
  ['GET', '/_apis/connectionData'],
  ['GET', '/_apis/projects'],
  ['GET', '/_apis/projects/Shop'],
  ['GET', '/Shop/_apis/git/repositories'],
  ['GET', GIT],
  ['GET', `${GIT}/refs?filter=heads/`],
  ['GET', `${GIT}/pushes`],
  ['GET', `${GIT}/pushes/2`],
  ['GET', `${GIT}/commits`],
  ['GET', `${GIT}/commits/${TIP}`],
  ['GET', `${GIT}/commits/${TIP}/changes`],
  ['GET', `${GIT}/commits/${TIP}/mergeBases?otherCommitId=${WORK}`],
  ['GET', `${GIT}/diffs/commits?baseVersion=${WORK}&baseVersionType=commit&targetVersion=main`],
  ['GET', `${GIT}/items?path=/b.txt`],
  ['GET', `${GIT}/pullRequests`],
  ['GET', `${GIT}/pullRequests/7`],
  ['POST', `${GIT}/pullRequestQuery`],
  ['GET', '/Shop/_apis/git/pullRequests'],
  ['GET', '/Shop/_apis/git/pullRequests/7'],
  ['GET', '/Shop/_apis/git/policy/configurations'],
  ['GET', '/Shop/_apis/policy/configurations'],
  ['GET', '/Shop/_apis/policy/configurations/41'],
  ['GET', `/Shop/_apis/policy/evaluations?artifactId=vstfs:///CodeReview/CodeReviewId/${PROJECT_ID}/7`],
  ['GET', '/Shop/_apis/build/Definitions'],
  ['GET', '/Shop/_apis/build/Definitions/12'],
  ['GET', '/Shop/_apis/build/Builds'],
  ['GET', '/Shop/_apis/build/Builds/90'],
  ['GET', '/Shop/_apis/build/Builds/90/Timeline'],
  ['GET', '/Shop/_apis/build/Builds/90/Timeline/t'],
  ['GET', '/Shop/_apis/build/Builds/90/logs'],
  ['GET', '/Shop/_apis/build/Builds/90/logs/3'],
  ['GET', '/Shop/_apis/build/Builds/90/changes'],
  ['GET', '/Shop/_apis/pipelines/approvals'],
  ['GET', '/Shop/_apis/pipelines/approvals/ee14f612-6838-43c0-b445-db238ef14153'],
  ['GET', '/_apis/distributedtask/pools'],
  ['GET', '/_apis/distributedtask/pools/14'],
  ['GET', '/_apis/distributedtask/pools/14/agents'],
  ['GET', '/Shop/_apis/distributedtask/queues'],
  ['GET', '/Shop/_apis/serviceendpoint/endpoints'],
  ['GET', `/_apis/permissions/${BITS}/2?tokens=repoV2/${PROJECT_ID}/${REPOSITORY_ID}/`],
  ['GET', `/_apis/accesscontrollists/${BITS}?token=repoV2/${PROJECT_ID}/${REPOSITORY_ID}`],
] as const;

const kubernetes = [
  '/version',
  '/api',
  '/apis',
  '/apis/apps',
  '/api/v1',
  '/apis/apps/v1',
  '/api/v1/namespaces/web/pods/web-a/log',
  '/api/v1/pods',
  '/api/v1/namespaces/web',
  '/api/v1/namespaces/web/pods',
  '/api/v1/namespaces/web/pods/web-a',
  '/apis/argoproj.io/v1alpha1/applications',
  '/apis/networking.k8s.io/v1/ingressclasses/none',
  '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications',
  '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/web-prd',
] as const;

const registry = [
  ['POST', '/oauth2/exchange'],
  ['POST', '/oauth2/token'],
  ['GET', '/v2/'],
  ['GET', '/acr/v1/_catalog'],
  ['GET', '/acr/v1/web/_tags'],
  ['GET', '/acr/v1/web/_tags/1'],
  ['GET', '/acr/v1/web/_manifests'],
  ['GET', `/acr/v1/web/_manifests/${encodeURIComponent(DIGEST)}`],
  ['GET', '/acr/v1/tools%2Fproxy'],
] as const;

let client: Client;
beforeAll(async () => {
  client = await serve();
});
afterAll(() => client.lab.close());

describe('the table is served whole', () => {
  test('Azure DevOps', async () => {
    for (const [method, path] of azureDevOps) {
      const body = method === 'POST' ? JSON.stringify({ queries: [{ type: 2, items: [TIP] }] }) : null;
      const answer = await client.azureDevOps(path, { method, body });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect(routesSeen('azure-devops')).toEqual(AZURE_DEVOPS_ROUTES.map(routeId).toSorted());
  });

  test('Kubernetes', async () => {
    for (const path of kubernetes) {
      const answer = await client.kubernetes(path);
      expect([path, answer.status]).toEqual([path, path.endsWith('/none') ? 404 : 200]);
    }
    expect(routesSeen('kubernetes')).toEqual(KUBERNETES_ROUTES.map(routeId).toSorted());
  });

  test('the registry', async () => {
    for (const [method, path] of registry) {
      expect([path, (await client.registry(path, { method })).status]).toEqual([path, 401]);
    }
    expect(routesSeen('registry')).toEqual(REGISTRY_ROUTES.map(routeId).toSorted());
  });
});

describe('everything else is 405, in the form of its system, and logged without a route', () => {
  test.each([
    [
      'azureDevOps',
      'POST',
      `${GIT}/pushes`,
      { count: 1, value: { Message: expect.stringContaining("'POST'") } },
    ],
    ['azureDevOps', 'PATCH', `${GIT}/pullRequests/7`, { count: 1, value: { Message: expect.any(String) } }],
    ['azureDevOps', 'POST', `${GIT}/reverts`, { count: 1, value: { Message: expect.any(String) } }],
    [
      'azureDevOps',
      'GET',
      '/Shop/_apis/wit/workitems/1',
      { count: 1, value: { Message: expect.any(String) } },
    ],
    ['registry', 'DELETE', '/acr/v1/web', { errors: [{ code: 'UNSUPPORTED', message: expect.any(String) }] }],
    [
      'registry',
      'GET',
      '/v2/web/manifests/1',
      { errors: [{ code: 'UNSUPPORTED', message: expect.any(String) }] },
    ],
    [
      'kubernetes',
      'DELETE',
      '/api/v1/namespaces/web/pods/web-a',
      { kind: 'Status', reason: 'MethodNotAllowed', code: 405 },
    ],
    ['kubernetes', 'PATCH', '/apis/apps/v1/namespaces/web/deployments/web', { kind: 'Status', code: 405 }],
    ['kubernetes', 'GET', '/api/v1/namespaces/web/secrets', { kind: 'Status', code: 405 }],
    ['kubernetes', 'GET', '/api/v1/namespaces/web/secrets/token', { kind: 'Status', code: 405 }],
    ['kubernetes', 'GET', '/api/v1/pods?watch=true', { kind: 'Status', code: 405 }],
    ['kubernetes', 'GET', '/api/v1/namespaces/web/pods/web-a/exec', { kind: 'Status', code: 405 }],
  ] as const)('%s: %s %s', async (system, method, path, body) => {
    client.lab.accessLog.clear();

    const answer = await client[system](path, { method });

    expect(answer.status).toBe(405);
    expect(answer.body).toMatchObject(body);
    expect(client.lab.accessLog.entries).toMatchObject([{ method, path, route: undefined, status: 405 }]);
  });
});

function routesSeen(system: string): string[] {
  const seen = client.lab.accessLog.entries
    .filter((entry) => entry.system === system)
    .map((entry) => entry.route);
  return [...new Set(seen.filter((route) => route !== undefined))].toSorted();
}
