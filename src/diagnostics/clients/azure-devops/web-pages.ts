// Pages of the web UI that a person opens (facts 5.5).
import type { ProjectRef } from '../../evidence/azure-devops.ts';

export function commitPage(project: ProjectRef, repository: string, commit: string): string {
  return `${repositoryPage(project, repository)}/commit/${commit}`;
}

export function pullRequestPage(project: ProjectRef, repository: string, id: number): string {
  return `${repositoryPage(project, repository)}/pullrequest/${String(id)}`;
}

export function runPage(project: ProjectRef, buildId: number): string {
  return `${projectPage(project)}/_build/results?buildId=${String(buildId)}&view=results`;
}

function repositoryPage(project: ProjectRef, repository: string): string {
  return `${projectPage(project)}/_git/${encodeURIComponent(repository)}`;
}

function projectPage({ organization, project }: ProjectRef): string {
  return `https://dev.azure.com/${encodeURIComponent(organization)}/${encodeURIComponent(project)}`;
}
