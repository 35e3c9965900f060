// Azure DevOps by nock: the location tables the library asks for once per area, and a reader in front of them.
import { afterEach, beforeAll, expect } from '@jest/globals';
import nock from 'nock';
import { createAzureDevOpsReader } from '../../../../src/diagnostics/clients/azure-devops/reader.ts';
import type { Answer } from '../../../../src/diagnostics/evidence/observed.ts';
import type { AzureDevOpsReader } from '../../../../src/diagnostics/evidence/ports.ts';
import type { AzureDevOpsOptions } from '../../../../src/diagnostics/clients/azure-devops/reader.ts';

export const origin = 'https://dev.azure.com';
export const project = { organization: 'contoso', project: 'Chatbot' };
export const inProject = '/contoso/Chatbot/_apis';
export const repository = `${inProject}/git/repositories/chat-api`;
export const sha = '574271bb7580605f033483630812bd43a4860c40';
export const otherSha = '2f6c1e0d9b8a7f6e5d4c3b2a190817263544f3e2';

export const never = new AbortController().signal;

/** Rows of facts/azure-devops-and-acr.md 1.3: id, resource, route, resource version. */
const inArea = '{project}/_apis/{area}';
const inRepository = `${inArea}/repositories/{repositoryId}`;
const tables = {
  git: [
    ['225f7195-f9c7-4d14-ab28-a83f7ff77e1f', 'repositories', `${inArea}/{resource}/{repositoryId}`, 1],
    ['c2570c3b-5b3f-41b8-98bf-5407bfde8d58', 'commits', `${inRepository}/{resource}/{commitId}`, 2],
    ['5bf884f5-3e07-42e9-afb8-1b872267bf16', 'changes', `${inRepository}/commits/{commitId}/{resource}`, 1],
    ['fb93c0db-47ed-4a31-8c20-47552878fb44', 'items', `${inRepository}/{resource}/{*path}`, 1],
    ['9946fd70-0d40-406e-b686-b4744cbbcc37', 'pullRequests', `${inRepository}/{resource}/{pullRequestId}`, 2],
    ['01a46dea-7d46-4d40-bc84-319e7c260d99', 'pullRequests', `${inArea}/{resource}/{pullRequestId}`, 2],
    ['b3a6eebe-9cf0-49ea-b6cb-1a4c5f5007b0', 'pullRequestQuery', `${inRepository}/{resource}`, 1],
    ['2d874a60-a811-4f62-9c9f-963a6ea0a55b', 'refs', `${inRepository}/{resource}/{*filter}`, 2],
    ['ea98d07b-3c87-4971-8ede-a613694ffb55', 'pushes', `${inRepository}/{resource}/{pushId}`, 3],
    ['615588d5-c0c7-4b88-88f8-e625306446e8', 'commitDiffs', `${inRepository}/diffs/commits`, 1],
  ],
  build: [
    ['0cd358e1-9217-4d94-8269-1c1ee6f93dcf', 'Builds', '{project}/_apis/build/{resource}/{buildId}', 7],
    [
      '8baac422-4c6e-4de5-8532-db96d92acffa',
      'Timeline',
      `${inArea}/builds/{buildId}/{resource}/{timelineId}`,
      3,
    ],
    ['35a80daf-7f30-45fc-86e8-6b813d9c90df', 'logs', `${inArea}/builds/{buildId}/{resource}/{logId}`, 2],
    ['54572c7b-bbd3-45d4-80dc-28be08941620', 'changes', `${inArea}/builds/{buildId}/{resource}`, 2],
    [
      'dbeaf647-6167-421a-bda9-c9327b25e2e6',
      'Definitions',
      '{project}/_apis/build/{resource}/{definitionId}',
      7,
    ],
  ],
  policy: [['c23ddff5-229c-4d04-a80b-0fdce9f360c8', 'evaluations', `${inArea}/{resource}`, 1]],
} as const;

export type Area = keyof typeof tables;

export function locations(area: Area): object {
  const value = tables[area].map(([id, resourceName, routeTemplate, resourceVersion]) => ({
    id,
    area,
    resourceName,
    routeTemplate,
    resourceVersion,
    minVersion: '1.0',
    maxVersion: '7.2',
    releasedVersion: '7.1',
  }));
  return { count: value.length, value };
}

/** Answers the one OPTIONS of each area that a test needs. */
export function withAreas(...areas: readonly Area[]): nock.Scope {
  const scope = nock(origin);
  for (const area of areas) scope.options(`/contoso/_apis/${area}`).reply(200, locations(area));
  return scope;
}

export function reader(options: Partial<AzureDevOpsOptions> = {}) {
  return createAzureDevOpsReader({
    baseUrl: (organization) => `${origin}/${organization}`,
    credential: () => Promise.resolve({ scheme: 'bearer', token: 'test' }),
    ...options,
  });
}

export function notFound(message: string, typeKey = 'GitRepositoryNotFoundException'): object {
  return { $id: '1', innerException: null, message, typeName: typeKey, typeKey, errorCode: 0, eventId: 3000 };
}

export function list(...value: readonly unknown[]): object {
  return { count: value.length, value };
}

/** The source of a GET below the project. */
export function from(path: string): string {
  return `GET ${origin}${inProject}/${path}`;
}

export function offline(): void {
  beforeAll(() => {
    nock.disableNetConnect();
    nock.enableNetConnect('127.0.0.1');
  });
  afterEach(() => nock.cleanAll());
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface Case {
  readonly name: string;
  readonly area?: Area;
  readonly call: (reader: AzureDevOpsReader) => Promise<Answer<unknown>>;
  /** Method, path and query as sent, and the version in the Accept header or `api-version` in the query. */
  readonly sent: readonly (readonly [request: string, accept?: string])[];
  readonly body?: unknown;
  readonly replies: readonly unknown[];
  readonly value: unknown;
  readonly source: string;
}

/** One call against a scripted service: what leaves, and what comes back. */
export async function checkCase({ area, call, sent, body, replies, value, source }: Case): Promise<void> {
  const received: Sent[] = [];
  const scope = area === undefined ? nock(origin) : withAreas(area);
  sent.forEach(([request], index) => {
    const [method = '', path = ''] = request.split(' ');
    scope.intercept(path, method).reply(200, function (uri, requestBody) {
      const text = typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody);
      received.push({ method, path: uri, headers: this.req.headers, body: text });
      return replies[index] as nock.Body;
    });
  });

  const answer = await call(reader());

  expect(answer).toEqual({ ok: true, source, value });
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(sent.map(([request]) => request));
  received.forEach(({ headers }, index) => {
    const version = sent[index]?.[1];
    expect(headers).toMatchObject({
      accept: `application/json${version === undefined ? '' : `;api-version=${version}`}`,
      authorization: 'Bearer test',
      'x-tfs-fedauthredirect': 'Suppress',
      'user-agent': 'maillon',
    });
  });
  if (body !== undefined) expect(JSON.parse(received[0]?.body ?? '')).toEqual(body);
  expect(scope.isDone()).toBe(true);
  expect(JSON.stringify(answer)).not.toMatch(/@contoso/);
}
