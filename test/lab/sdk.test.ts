// The three SDKs of the product against the lab: what their transports need, and that they understand its answers.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CoreV1Api, CustomObjectsApi, KubeConfig } from '@kubernetes/client-node';
import { ContainerRegistryClient } from '@azure/container-registry';
import { createDefaultHttpClient } from '@azure/core-rest-pipeline';
import type { HttpClient } from '@azure/core-rest-pipeline';
import { getBearerHandler, WebApi } from 'azure-devops-node-api';
import { BuildApi } from 'azure-devops-node-api/BuildApi.js';
import { GitApi } from 'azure-devops-node-api/GitApi.js';
import { GitPullRequestQueryType, GitVersionType } from 'azure-devops-node-api/interfaces/GitInterfaces.js';
import { PolicyApi } from 'azure-devops-node-api/PolicyApi.js';
import { azureDevOpsUrl, kubernetesUrl, registryUrl } from '../../src/lab/addresses.ts';
import { DIGEST, PROJECT_ID, serve, SIDE, TIP, WORK } from './fixture.ts';
import type { Client } from './fixture.ts';

let client: Client;
beforeAll(async () => {
  client = await serve();
});
afterAll(() => client.lab.close());

describe('azure-devops-node-api', () => {
  const handler = getBearerHandler('token');
  const base = () => azureDevOpsUrl(client.lab.url, 'w1', 'fabrikam');

  test('Git', async () => {
    const git = new GitApi(base(), [handler], { allowRedirects: false });
    const main = { version: 'main', versionType: GitVersionType.Branch };

    const commits = await git.getCommits('web', { itemPath: '/b.txt', itemVersion: main, $top: 5 }, 'Shop');
    const item = await git.getItem(
      'web',
      '/b.txt',
      'Shop',
      undefined,
      undefined,
      true,
      undefined,
      undefined,
      main,
      true,
    );
    const query = { queries: [{ type: GitPullRequestQueryType.Commit, items: [SIDE] }] };
    const merged = await git.getPullRequestQuery(query, 'web', 'Shop');
    const diff = await git.getCommitDiffs(
      'web',
      'Shop',
      true,
      10,
      0,
      { version: WORK, versionType: GitVersionType.Commit },
      main,
    );
    const refs = await git.getRefs('web', 'Shop', 'heads/main');

    expect(commits.map(({ commitId }) => commitId?.[0])).toEqual(['2', '1']);
    expect(item.content).toBe('two\n');
    expect(merged.results?.[0]?.[SIDE]?.map(({ pullRequestId }) => pullRequestId)).toEqual([7]);
    expect([diff.commonCommit, diff.aheadCount]).toEqual([WORK, 3]);
    expect(refs.map(({ name }) => name)).toEqual(['refs/heads/main', 'refs/heads/maintenance']);
    // What is not there comes back as null from the bare library.
    expect(
      await git.getItem('web', '/none', 'Shop', undefined, undefined, true, undefined, undefined, main),
    ).toBeNull();
  });

  test('runs and policies; enumerations become numbers', async () => {
    const build = new BuildApi(base(), [handler], {});
    const policy = new PolicyApi(base(), [handler], {});

    expect(await build.getBuild('Shop', 90)).toMatchObject({ status: 2, result: 2 });
    expect((await build.getBuildTimeline('Shop', 90)).records?.map(({ state }) => state)).toEqual([2]);
    expect(await build.getBuildTimeline('Shop', 92)).toBeNull();
    expect(await build.getBuildLogLines('Shop', 90, 3, 2, 3)).toEqual(['second', 'third']);
    const artifact = `vstfs:///CodeReview/CodeReviewId/${PROJECT_ID}/8`;
    expect(await policy.getPolicyEvaluations('Shop', artifact)).toMatchObject([{ status: 0 }]);
  });

  test('the discovery of WebApi leads back to the lab', async () => {
    const web = new WebApi(base(), handler);

    expect((await web.connect()).authenticatedUser?.providerDisplayName).toBe('maillon');
    const git = await web.getGitApi();
    expect((await git.getCommit(TIP, 'web', 'Shop')).commitId).toBe(TIP);
  });
});

test('@azure/container-registry, its host replaced under its feet', async () => {
  const root = registryUrl(client.lab.url, 'w1', 'fabrikam.azurecr.io');
  const credential = {
    getToken: () => Promise.resolve({ token: 'entra', expiresOnTimestamp: Date.now() + 3_600_000 }),
  };
  const registry = new ContainerRegistryClient('https://fabrikam.azurecr.io', credential, {
    httpClient: below(root),
  });

  const artifact = registry.getArtifact('web', '2');
  expect(await artifact.getTagProperties('2')).toMatchObject({ name: '2', digest: DIGEST });
  expect(await artifact.getManifestProperties()).toMatchObject({
    digest: DIGEST,
    tags: ['2'],
    canRead: true,
  });
  const pages = [];
  for await (const page of artifact
    .listTagProperties({ order: 'LastUpdatedOnDescending' })
    .byPage({ maxPageSize: 1 }))
    pages.push(page.map(({ name }) => name));
  expect(pages).toEqual([['2'], ['1']]);
  await expect(registry.getArtifact('none', '1').getTagProperties('1')).rejects.toMatchObject({
    statusCode: 404,
    details: { errors: [{ code: 'NAME_UNKNOWN' }] },
  });
  const names = [];
  for await (const name of registry.listRepositoryNames()) names.push(name);
  expect(names).toEqual(['tools/proxy', 'web']);
});

test('@kubernetes/client-node', async () => {
  const config = new KubeConfig();
  const server = kubernetesUrl(client.lab.url, 'w1', 'hub');
  config.loadFromClusterAndUser(
    { name: 'hub', server, skipTLSVerify: true },
    { name: 'bot', token: 'token' },
  );
  const core = config.makeApiClient(CoreV1Api);
  const custom = config.makeApiClient(CustomObjectsApi);

  const first = await core.listNamespacedPod({ namespace: 'web', limit: 2 });
  const token = first.metadata?._continue ?? '';
  const second = await core.listNamespacedPod({ namespace: 'web', limit: 2, _continue: token });
  const log = await core.readNamespacedPodLog({
    namespace: 'web',
    name: 'web-a',
    container: 'web',
    tailLines: 1,
  });
  const argo = { group: 'argoproj.io', version: 'v1alpha1', plural: 'applications' };

  expect([...first.items, ...second.items].map(({ metadata }) => metadata?.name)).toEqual([
    'web-a',
    'web-b',
    'web-c',
  ]);
  expect(log).toBe('three\n');
  expect(
    await custom.getNamespacedCustomObject({ ...argo, namespace: 'argocd', name: 'web-prd' }),
  ).toMatchObject({ kind: 'Application' });
  await expect(core.listNode()).rejects.toMatchObject({ code: 403 });
  await expect(core.listNamespacedPod({ namespace: 'web', _continue: 'old' })).rejects.toMatchObject({
    code: 410,
  });
});

/** Sends what is meant for the registry to the lab; the request keeps its own address for the policies above. */
function below(root: string): HttpClient {
  const inner = createDefaultHttpClient();
  return {
    sendRequest: async (request) => {
      const asked = request.url;
      const { pathname, search } = new URL(asked);
      request.url = root + pathname + search;
      request.allowInsecureConnection = true;
      try {
        return await inner.sendRequest(request);
      } finally {
        request.url = asked;
      }
    },
  };
}
