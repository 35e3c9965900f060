// Rights on Git repositories: "may I?" for the bot itself, and the access control entries of the case.
import { param } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import { list } from './answers.ts';
import type { AzureDevOpsEstate } from './estate.ts';
import { same } from './estate.ts';

/** Git Repositories (facts/azure-devops-and-acr.md 6.6). */
const GIT_REPOSITORIES = '2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87';

/** GenericRead 2 for the reader; GenericContribute 4, CreateBranch 16 and PullRequestContribute 16384 for the writer. */
const LAB_RIGHTS = 2 | 4 | 16 | 16384;

export function mayI(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const bits = Number(param(request, 'permissions'));
  const isGit = same(param(request, 'namespace'), GIT_REPOSITORIES);
  const tokens = (request.query.get('tokens') ?? '').split(request.query.get('delimiter') ?? ',');
  const granted = Number.isInteger(bits) && (bits & ~LAB_RIGHTS) === 0;
  return list(
    request,
    tokens.map((token) => isGit && granted && repositoryOf(estate, token) !== undefined),
  );
}

export function accessControlLists(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const token = request.query.get('token') ?? '';
  const repository = repositoryOf(estate, token);
  if (!same(param(request, 'namespace'), GIT_REPOSITORIES) || repository === undefined)
    return list(request, []);
  const acesDictionary = Object.fromEntries(
    (repository.permissions ?? []).map(({ identity, allow, deny }) => {
      const descriptor = typeof identity['descriptor'] === 'string' ? identity['descriptor'] : '';
      return [descriptor, { descriptor, allow, deny }];
    }),
  );
  return list(request, [{ inheritPermissions: true, token, acesDictionary }]);
}

/** `repoV2/{projectId}/{repositoryId}/…` */
function repositoryOf(estate: AzureDevOpsEstate, token: string) {
  const [root, project, id] = token.split('/');
  if (root !== 'repoV2' || project === undefined || id === undefined || !estate.isProject(project))
    return undefined;
  return estate.repository(id)?.repository;
}
