// The Azure DevOps rows of the table of allowed requests (facts/azure-devops-and-acr.md 1.3 and 1.5). The one POST only reads.
import type { AllowedRequest } from '../requests.ts';

const user = 'user of the organization';

// Rights are the names of the token scopes (Code = vso.code, Build = vso.build, …); a managed identity needs the permission of
// the same area instead: Git "Read", "View builds", Reader of the pool, Reader of the service connections.
export const azureDevOpsRequests: readonly AllowedRequest[] = [
  row('git.locations', 'OPTIONS', '/{organization}/_apis/git', user, 'routes of the Git area, once'),
  row('build.locations', 'OPTIONS', '/{organization}/_apis/build', user, 'routes of the Build area, once'),
  row('policy.locations', 'OPTIONS', '/{organization}/_apis/policy', user, 'routes of the Policy area, once'),
  git('git.repositories', 'GET', '', 'repositories of the project'),
  git('git.repository', 'GET', '/{repository}', 'default branch, whether the repository is disabled'),
  git('git.refs', 'GET', '/{repository}/refs', 'tips of branches and tags'),
  git('git.commits', 'GET', '/{repository}/commits', 'history of a branch or of a file'),
  git('git.commit', 'GET', '/{repository}/commits/{commit}', 'whole message, parents and push of a commit'),
  git('git.changes', 'GET', '/{repository}/commits/{commit}/changes', 'files a commit touches'),
  git('git.items', 'GET', '/{repository}/items', 'a file at a version, the files below a folder'),
  git('git.compare', 'GET', '/{repository}/diffs/commits', 'whether a branch contains a commit'),
  git('git.pullRequests', 'GET', '/{repository}/pullRequests', 'pull requests of a branch'),
  git('git.pushes', 'GET', '/{repository}/pushes', 'who pushed what to a branch, and when'),
  git(
    'git.pullRequestQuery',
    'POST',
    '/{repository}/pullRequestQuery',
    'pull requests of a commit; reads only',
  ),
  project('git.pullRequest', 'git/pullRequests/{pullRequest}', 'Code (read)', 'one pull request'),
  project('policy.configurations', 'policy/configurations', 'Code (read)', 'branch policies'),
  project('policy.evaluations', 'policy/evaluations', 'Code (read)', 'policies a pull request waits for'),
  project('build.definitions', 'build/definitions', 'Build (read)', 'pipelines of a repository'),
  project(
    'build.definition',
    'build/definitions/{definition}',
    'Build (read)',
    'triggers and YAML file of a pipeline',
  ),
  project('build.builds', 'build/builds', 'Build (read)', 'runs of a pipeline or branch'),
  project('build.build', 'build/builds/{build}', 'Build (read)', 'one run'),
  project('build.changes', 'build/builds/{build}/changes', 'Build (read)', 'commits a run built'),
  project(
    'build.timeline',
    'build/builds/{build}/timeline',
    'Build (read)',
    'stages, jobs and tasks of a run',
  ),
  project('build.logs', 'build/builds/{build}/logs', 'Build (read)', 'line counts of the logs of a run'),
  project('build.log', 'build/builds/{build}/logs/{log}', 'Build (read)', 'last lines of a failed task'),
  project('pipelines.approvals', 'pipelines/approvals', 'Build (read)', 'approvals a run waits for'),
  project(
    'serviceendpoint.endpoints',
    'serviceendpoint/endpoints',
    'Service Connections (read)',
    'whether a service connection is ready',
  ),
  row(
    'distributedtask.pools',
    'GET',
    '/{organization}/_apis/distributedtask/pools',
    'Agent Pools (read)',
    'id of a pool by its name',
  ),
  row(
    'distributedtask.agents',
    'GET',
    '/{organization}/_apis/distributedtask/pools/{pool}/agents',
    'Agent Pools (read)',
    'agents that are online, enabled or busy',
  ),
];

function row(
  id: string,
  method: AllowedRequest['method'],
  path: string,
  right: string,
  reads: string,
): AllowedRequest {
  return { id, system: 'azureDevOps', method, path, right, reads };
}

function git(id: string, method: AllowedRequest['method'], path: string, reads: string): AllowedRequest {
  return row(id, method, `/{organization}/{project}/_apis/git/repositories${path}`, 'Code (read)', reads);
}

function project(id: string, path: string, right: string, reads: string): AllowedRequest {
  return row(id, 'GET', `/{organization}/{project}/_apis/${path}`, right, reads);
}
