// Repository URLs: which Azure Repos repository a URL names, whether two URLs name the same one, and whether the webhook
// of Argo CD would see them as the same (facts/argocd.md 5 Q-A A1 and section 6).

export interface AzureRepository {
  readonly organization: string;
  readonly project: string;
  readonly repository: string;
}

/** Old and new hosts name one repository: `o.visualstudio.com` moved to `dev.azure.com/o`; each has its own SSH host. */
const HTTPS_NEW = /^https?:\/\/(?:[^/@]*@)?dev\.azure\.com(?::\d+)?\/([^/]+)\/(.+)$/i;
const HTTPS_OLD =
  /^https?:\/\/(?:[^/@]*@)?([^./@]+)\.visualstudio\.com(?::\d+)?\/(?:DefaultCollection\/)?(.+)$/i;
const SSH =
  /^(?:ssh:\/\/)?(?:[^/@]*@)?(?:ssh\.dev\.azure\.com|[^./@]+-ssh\.visualstudio\.com|vs-ssh\.visualstudio\.com)(?::\d+)?[:/]v3\/([^/]+)\/([^/]+)\/([^/]+)$/i;
/** `_full` and `_optimized` are clone variants of the same repository. */
const GIT_PATH = /^(?:([^/]+)\/)?_git\/(?:_full\/|_optimized\/)?([^/]+)$/i;

/** Null: not an Azure Repos URL, so nobody can look into that repository. */
export function normaliseRepoUrl(url: string): AzureRepository | null {
  const clean = tidy(url);
  const ssh = SSH.exec(clean);
  if (ssh !== null) return named(ssh[1], ssh[2], ssh[3]);

  const https = HTTPS_NEW.exec(clean) ?? HTTPS_OLD.exec(clean);
  const path = GIT_PATH.exec(https?.[2] ?? '');
  // Without a project the repository has the project's own name.
  return path === null ? null : named(https?.[1], path[1] ?? path[2], path[2]);
}

/** Same repository, however it is written: case, `.git`, user, trailing slash, `%20`, old or new host, HTTPS or SSH. */
export function sameRepository(a: string, b: string): boolean {
  return repositoryKey(a) === repositoryKey(b);
}

/** One text for all the ways to write a repository's URL: for comparison only, never to call it. */
export function repositoryKey(url: string): string {
  const azure = normaliseRepoUrl(url);
  if (azure !== null) {
    return `azure:${azure.organization}/${azure.project}/${azure.repository}`.toLowerCase();
  }
  return tidy(url)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/^([^/:]+):(?!\d+\/)/, '$1/')
    .toLowerCase();
}

/**
 * Would argocd-server match a push event of `hookUrl` (`resource.repository.remoteUrl`) with this repoURL? Its own regular
 * expression: SSH never matches HTTPS, nor a trailing slash, nor a raw space, nor the old host (facts/argocd.md section 6).
 */
export function webhookMatches(hookUrl: string, repoUrl: string): boolean {
  const parts = /^(?:https?:\/\/)?(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.*?)(?:\.git)?$/i.exec(hookUrl);
  if (parts?.[1] === undefined || parts[2] === undefined) return false;
  const host = escape(parts[1]);
  const path = escape(parts[2]);
  return new RegExp(
    `^((https?|ssh)://)?([^/@]+@)?((alt)?ssh\\.)?${host}(:\\d+)?[:/]${path}(\\.git)?$`,
    'i',
  ).test(repoUrl);
}

/** The URL an Azure Repos push event carries: always HTTPS on the new host. */
export function pushEventUrl(repository: AzureRepository): string {
  const { organization, project, repository: name } = repository;
  return `https://dev.azure.com/${encoded(organization)}/${encoded(project)}/_git/${encoded(name)}`;
}

function encoded(text: string): string {
  try {
    return encodeURI(text);
  } catch {
    return text; // half a surrogate pair has no code; no repository is called so
  }
}

function tidy(url: string): string {
  return decode(url.trim())
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/i, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone % is part of the name
  }
}

function named(
  organization: string | undefined,
  project: string | undefined,
  repository: string | undefined,
): AzureRepository | null {
  if (organization === undefined || project === undefined || repository === undefined) return null;
  return { organization, project, repository };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
