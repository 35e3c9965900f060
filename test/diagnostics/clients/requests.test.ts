// The table of allowed requests: what matches and what does not.
import { describe, expect, test } from '@jest/globals';
import { allowedRequests, matchRequest } from '../../../src/diagnostics/clients/requests.ts';

describe('the table', () => {
  test('every id is unique, every path starts at the root, every right is named', () => {
    const ids = allowedRequests.map(({ system, id }) => `${system} ${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(allowedRequests.filter(({ path }) => !path.startsWith('/'))).toEqual([]);
    expect(allowedRequests.filter(({ right, reads }) => right === '' || reads === '')).toEqual([]);
  });

  test('only reads: the POSTs are queries and token exchanges', () => {
    const posts = allowedRequests.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(posts.sort()).toEqual([
      '/oauth2/exchange',
      '/oauth2/token',
      '/{organization}/{project}/_apis/git/repositories/{repository}/pullRequestQuery',
    ]);
  });
});

describe('Azure DevOps', () => {
  const git = '/contoso/Chatbot/_apis/git/repositories/chat-api';
  test.each([
    ['GET', `${git}/commits/574271bb7580605f033483630812bd43a4860c40`, 'git.commit'],
    ['GET', `${git}/commits`, 'git.commits'],
    ['GET', git, 'git.repository'],
    ['POST', `${git}/pullRequestQuery`, 'git.pullRequestQuery'],
    ['OPTIONS', '/contoso/_apis/git', 'git.locations'],
    ['GET', '/contoso/Chatbot/_apis/build/Builds/4812', 'build.build'],
    ['GET', '/contoso/Chatbot/_apis/build/builds/4812/Timeline', 'build.timeline'],
    ['GET', '/contoso/My%20Project/_apis/build/builds', 'build.builds'],
    ['GET', '/contoso/_apis/distributedtask/pools/9/agents', 'distributedtask.agents'],
  ])('%s %s', (method, path, id) => {
    expect(matchRequest('azureDevOps', method, path)?.id).toBe(id);
  });

  test.each([
    ['POST', `${git}/pushes`],
    ['POST', `${git}/pullRequests`],
    ['PATCH', `${git}/pullRequests/58`],
    ['DELETE', git],
    ['GET', `${git}/commits/a/b`],
    ['GET', `${git}/commits/`],
    ['GET', `/x${git}`],
    ['GET', '/contoso/_apis/git/repositories'],
    ['GET', '/contoso/Chatbot/_apis/distributedtask/variablegroups'],
  ])('not %s %s', (method, path) => {
    expect(matchRequest('azureDevOps', method, path)).toBeUndefined();
  });

  test('a row of one system does not allow another', () => {
    expect(matchRequest('registry', 'GET', git)).toBeUndefined();
  });
});

describe('other systems', () => {
  test('a repository of images has slashes', () => {
    expect(matchRequest('registry', 'GET', '/acr/v1/team/chat-api/_tags/1')?.path).toContain('{*repository}');
  });

  test('letter case counts', () => {
    const pods = '/api/v1/namespaces/chatbot/pods';
    expect(matchRequest('kubernetes', 'GET', pods)).toBeDefined();
    expect(matchRequest('kubernetes', 'GET', pods.toUpperCase())).toBeUndefined();
  });

  test.each(['/api/v1/namespaces/chatbot/secrets', '/api/v1/namespaces/chatbot/secrets/x'])(
    'never %s',
    (path) => {
      expect(matchRequest('kubernetes', 'GET', path)).toBeUndefined();
    },
  );
});
