// Ways to write one repository, and what the webhook of Argo CD makes of them.
import { describe, expect, test } from '@jest/globals';
import {
  normaliseRepoUrl,
  pushEventUrl,
  repositoryKey,
  sameRepository,
  webhookMatches,
} from '../../../src/diagnostics/argocd/repo-url.ts';

const shop = { organization: 'acme', project: 'Web Shop', repository: 'env-repo' };

describe('normaliseRepoUrl', () => {
  test.each([
    ['https://dev.azure.com/acme/Web%20Shop/_git/env-repo'],
    ['https://dev.azure.com/acme/Web Shop/_git/env-repo/'],
    ['https://acme@dev.azure.com/acme/Web%20Shop/_git/env-repo'],
    ['https://dev.azure.com/acme/Web%20Shop/_git/env-repo.git'],
    ['https://dev.azure.com:443/acme/Web%20Shop/_git/_optimized/env-repo'],
    ['https://acme.visualstudio.com/Web%20Shop/_git/env-repo'],
    ['https://acme.visualstudio.com/DefaultCollection/Web%20Shop/_git/env-repo'],
    ['git@ssh.dev.azure.com:v3/acme/Web%20Shop/env-repo'],
    ['ssh://git@ssh.dev.azure.com/v3/acme/Web%20Shop/env-repo'],
    ['ssh://git@ssh.dev.azure.com:22/v3/acme/Web%20Shop/env-repo'],
    ['acme@vs-ssh.visualstudio.com:v3/acme/Web%20Shop/env-repo'],
  ])('%s names the repository', (url) => {
    expect(normaliseRepoUrl(url)).toEqual(shop);
  });

  test('without a project the repository has the name of its project', () => {
    expect(normaliseRepoUrl('https://dev.azure.com/acme/_git/shop')).toEqual({
      organization: 'acme',
      project: 'shop',
      repository: 'shop',
    });
  });

  test.each([
    ['https://github.com/acme/env-repo.git'],
    ['git@github.com:acme/env-repo.git'],
    ['https://charts.acme.example/stable'],
    ['https://dev.azure.com/acme/Web%20Shop'],
    ['https://dev.azure.com.evil.example/acme/Web/_git/env-repo'],
    ['https://evil.example/dev.azure.com/acme/Web/_git/env-repo'],
    [''],
  ])('%s is not in Azure Repos', (url) => {
    expect(normaliseRepoUrl(url)).toBeNull();
  });
});

describe('sameRepository', () => {
  test.each([
    ['https://dev.azure.com/acme/Shop/_git/env', 'git@ssh.dev.azure.com:v3/ACME/shop/ENV', true],
    ['https://dev.azure.com/acme/Shop/_git/env', 'https://acme.visualstudio.com/Shop/_git/env', true],
    ['https://github.com/acme/env.git', 'git@github.com:acme/env', true],
    ['https://github.com/acme/env', 'https://x@github.com/Acme/env/', true],
    ['https://dev.azure.com/acme/Shop/_git/env', 'https://dev.azure.com/acme/Shop/_git/env2', false],
    ['https://dev.azure.com/acme/Shop/_git/env', 'https://dev.azure.com/acme/Other/_git/env', false],
    ['https://charts.acme.example/a', 'https://charts.acme.example/b', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameRepository(a, b)).toBe(same);
    expect(repositoryKey(a) === repositoryKey(b)).toBe(same);
  });
});

// The results marked as run in facts/argocd.md section 6.
describe('webhookMatches', () => {
  const hook = 'https://dev.azure.com/acme/Shop/_git/env';

  test.each([
    ['https://dev.azure.com/acme/Shop/_git/env', true],
    ['https://acme@dev.azure.com/acme/Shop/_git/env', true],
    ['https://DEV.azure.com/ACME/shop/_git/ENV', true],
    ['https://dev.azure.com/acme/Shop/_git/env.git', true],
    ['git@ssh.dev.azure.com:v3/acme/Shop/env', false],
    ['https://dev.azure.com/acme/Shop/_git/env/', false],
    ['https://acme.visualstudio.com/Shop/_git/env', false],
    ['https://dev.azure.com/acme/Shop/_git/other', false],
  ])('%s: %s', (repoUrl, matches) => {
    expect(webhookMatches(hook, repoUrl)).toBe(matches);
  });

  test('half a surrogate pair stays as it is', () => {
    expect(pushEventUrl({ ...shop, repository: 'env\uD83D' })).toMatch(/\/_git\/env\uD83D$/);
  });

  test('a space is not %20', () => {
    const spaced = pushEventUrl(shop);

    expect(spaced).toBe('https://dev.azure.com/acme/Web%20Shop/_git/env-repo');
    expect(webhookMatches(spaced, 'https://dev.azure.com/acme/Web%20Shop/_git/env-repo')).toBe(true);
    expect(webhookMatches(spaced, 'https://dev.azure.com/acme/Web Shop/_git/env-repo')).toBe(false);
  });
});
