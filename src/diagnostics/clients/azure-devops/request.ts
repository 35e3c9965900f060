// One read of Azure DevOps as a person would write it: the `source` shown beside a fact, and the URL of a plain request.
import type { ProjectRef } from '../../evidence/azure-devops.ts';
import { matchRequest } from '../requests.ts';
import { serviceHost } from './reply.ts';

export interface ReadRequest {
  readonly method?: 'POST';
  readonly organization: string;
  /** Omitted: the whole organization, for agent pools. */
  readonly project?: string;
  /** Below `_apis/`, segments already encoded: see `segments`. */
  readonly path: string;
  readonly query?: Query;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export function sourceOf(request: ReadRequest): string {
  const { method = 'GET', query = {} } = request;
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${readable(String(value))}`],
  );
  const tail = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `${method} https://${whatOf(request)}${tail}`;
}

/** The address without its query: what an error says could not be read. */
export function whatOf(request: ReadRequest): string {
  return `${serviceHost}/${encodeURIComponent(request.organization)}${pathBelow(request)}`;
}

/** The URL of a request the library has no method for; `baseUrl` stands for `https://dev.azure.com/{organization}`. */
export function plainUrl(baseUrl: string, request: ReadRequest): string {
  const url = new URL(`${baseUrl}${pathBelow(request)}`);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  url.searchParams.set('api-version', '7.1');
  return url.href;
}

export function withQuery(request: ReadRequest, query: Query): ReadRequest {
  return { ...request, query: { ...request.query, ...query } };
}

export function segments(...parts: readonly (string | number)[]): string {
  return parts.map((part) => encodeURIComponent(part)).join('/');
}

/** Below one repository, which is a name or an id. */
export function inRepository(
  project: ProjectRef,
  repository: string,
  below?: string,
  query?: Query,
): ReadRequest {
  const path = `${segments('git', 'repositories', repository)}${below === undefined ? '' : `/${below}`}`;
  return { ...project, path, ...(query !== undefined && { query }) };
}

/** The right a request needs, from the table of allowed requests. */
export function rightOf(request: ReadRequest): string {
  const { method = 'GET', organization } = request;
  const row = matchRequest('azureDevOps', method, `/${organization}${pathBelow(request)}`);
  if (row === undefined)
    throw new Error(`${method} ${whatOf(request)} is not in the table of allowed requests`);
  return row.right;
}

function pathBelow({ project, path }: ReadRequest): string {
  return `${project === undefined ? '' : `/${encodeURIComponent(project)}`}/_apis/${path}`;
}

/** Encoded only where a URL would break. */
function readable(value: string): string {
  return encodeURIComponent(value).replace(/%(2F|3A|24|2C|40)/g, decodeURIComponent);
}
