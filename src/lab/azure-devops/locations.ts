// Discovery: location rows, resource areas and "who am I" (facts/azure-devops-and-acr.md section 1.3).
import { json, param } from '../exchange.ts';
import type { LabAnswer, LabRequest } from '../exchange.ts';
import { failure, found, LAB_IDENTITY, list } from './answers.ts';
import type { AzureDevOpsEstate } from './estate.ts';
import { same, uuidOf } from './estate.ts';

/** What `OPTIONS _apis/{area}` answers: the rows of that area, or none. */
export function optionsOfArea(request: LabRequest): LabAnswer {
  const area = param(request, 'area');
  return list(request, LOCATIONS.filter((row) => same(row.area, area)).map(locationRow));
}

export function resourceAreas(request: LabRequest): LabAnswer {
  return list(
    request,
    AREAS.map((area) => ({ ...area, locationUrl: `${request.root}/` })),
  );
}

export function resourceArea(request: LabRequest): LabAnswer {
  const area = AREAS.find((row) => same(row.id, param(request, 'areaId')));
  if (area !== undefined) return found(request, { ...area, locationUrl: `${request.root}/` });
  // The service answers an empty body here; the library then says that the area is not found.
  return json(null);
}

export function connectionData(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const user = {
    id: LAB_IDENTITY.id,
    descriptor: `Microsoft.VisualStudio.Services.Claims.AadServicePrincipal;${LAB_IDENTITY.id}`,
    providerDisplayName: LAB_IDENTITY.name,
    isActive: true,
    properties: { Account: { $type: 'System.String', $value: LAB_IDENTITY.upn } },
  };
  return found(request, {
    authenticatedUser: user,
    authorizedUser: user,
    instanceId: uuidOf(estate.data.organization),
    deploymentId: uuidOf('deployment'),
    deploymentType: 'hosted',
    locationServiceData: { serviceOwner: uuidOf('service owner'), clientCacheFresh: false },
  });
}

export function projects(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  return list(request, [projectBody(estate)]);
}

export function project(request: LabRequest, estate: AzureDevOpsEstate): LabAnswer {
  const asked = param(request, 'name');
  if (estate.isProject(asked)) return found(request, projectBody(estate));
  return failure(request, 404, {
    message: `TF200016: The following project does not exist: ${asked}. Verify that the name of the project is correct and that the project exists on the specified Azure DevOps Server.`,
    typeKey: 'ProjectDoesNotExistWithNameException',
    namespace: 'Microsoft.TeamFoundation.Core.WebApi',
  });
}

function projectBody(estate: AzureDevOpsEstate): unknown {
  const { organization } = estate.data;
  return {
    ...estate.project,
    url: `https://dev.azure.com/${organization}/_apis/projects/${estate.project.id}`,
    state: 'wellFormed',
    visibility: 'private',
  };
}

interface Location {
  readonly area: string;
  readonly id: string;
  readonly resourceName: string;
  readonly routeTemplate: string;
  readonly resourceVersion: number;
  /** "0.0": only preview versions are there. */
  readonly releasedVersion?: string;
}

function locationRow(location: Location): unknown {
  return { minVersion: '1.0', maxVersion: '7.2', releasedVersion: '7.1', ...location };
}

/** Resource areas have the same ids in every organization; the library asks for the second Build area. */
const AREAS = [
  { id: '4e080c62-fa21-4fbc-8fef-2a10a2b38049', name: 'git' },
  { id: '965220d5-5bb9-42cf-8d67-9b146df2a5a4', name: 'Build' },
  { id: 'fb13a388-40dd-4a04-b530-013a739c72ef', name: 'policy' },
  { id: '79134c72-4a58-4b42-976c-04e7115f32bf', name: 'core' },
  { id: 'a85b8835-c1a1-4aac-ae97-1c3d0ba72dbd', name: 'distributedtask' },
] as const;

const IN_REPOSITORY = '{project}/_apis/{area}/repositories/{repositoryId}';

const LOCATIONS: readonly Location[] = [
  row(
    'Location',
    'e81700f7-3be2-46de-8624-2eb35882fcaa',
    'ResourceAreas',
    '_apis/{resource}/{areaId}',
    1,
    '0.0',
  ),
  row(
    'git',
    '225f7195-f9c7-4d14-ab28-a83f7ff77e1f',
    'repositories',
    '{project}/_apis/{area}/{resource}/{repositoryId}',
    1,
  ),
  row('git', 'c2570c3b-5b3f-41b8-98bf-5407bfde8d58', 'commits', `${IN_REPOSITORY}/{resource}/{commitId}`, 2),
  row(
    'git',
    '5bf884f5-3e07-42e9-afb8-1b872267bf16',
    'changes',
    `${IN_REPOSITORY}/commits/{commitId}/{resource}`,
    1,
  ),
  row('git', 'fb93c0db-47ed-4a31-8c20-47552878fb44', 'items', `${IN_REPOSITORY}/{resource}/{*path}`, 1),
  row(
    'git',
    '9946fd70-0d40-406e-b686-b4744cbbcc37',
    'pullRequests',
    `${IN_REPOSITORY}/{resource}/{pullRequestId}`,
    2,
  ),
  row(
    'git',
    '01a46dea-7d46-4d40-bc84-319e7c260d99',
    'pullRequests',
    '{project}/_apis/{area}/{resource}/{pullRequestId}',
    2,
  ),
  row('git', 'b3a6eebe-9cf0-49ea-b6cb-1a4c5f5007b0', 'pullRequestQuery', `${IN_REPOSITORY}/{resource}`, 1),
  row('git', 'bc866058-5449-4715-9cf1-a510b6ff193c', 'reverts', `${IN_REPOSITORY}/reverts/{revertId}`, 2),
  row('git', '2d874a60-a811-4f62-9c9f-963a6ea0a55b', 'refs', `${IN_REPOSITORY}/{resource}/{*filter}`, 2),
  row('git', 'ea98d07b-3c87-4971-8ede-a613694ffb55', 'pushes', `${IN_REPOSITORY}/{resource}/{pushId}`, 3),
  row('git', '615588d5-c0c7-4b88-88f8-e625306446e8', 'commitDiffs', `${IN_REPOSITORY}/diffs/commits`, 1),
  row(
    'git',
    'f22387e3-984e-4c52-9c6d-fbb8f14c812d',
    'pullRequestLabels',
    `${IN_REPOSITORY}/pullRequests/{pullRequestId}/labels/{labelIdOrName}`,
    1,
  ),
  row(
    'git',
    '7cf2abb6-c964-4f7e-9872-f78c66e72e9c',
    'mergeBases',
    '{project}/_apis/{area}/repositories/{repositoryNameOrId}/commits/{commitId}/mergeBases',
    1,
  ),
  row(
    'build',
    '0cd358e1-9217-4d94-8269-1c1ee6f93dcf',
    'Builds',
    '{project}/_apis/build/{resource}/{buildId}',
    7,
  ),
  row(
    'build',
    '8baac422-4c6e-4de5-8532-db96d92acffa',
    'Timeline',
    '{project}/_apis/{area}/builds/{buildId}/{resource}/{timelineId}',
    3,
  ),
  row(
    'build',
    '35a80daf-7f30-45fc-86e8-6b813d9c90df',
    'logs',
    '{project}/_apis/{area}/builds/{buildId}/{resource}/{logId}',
    2,
  ),
  row(
    'build',
    '54572c7b-bbd3-45d4-80dc-28be08941620',
    'changes',
    '{project}/_apis/{area}/builds/{buildId}/{resource}',
    2,
  ),
  row(
    'build',
    'dbeaf647-6167-421a-bda9-c9327b25e2e6',
    'Definitions',
    '{project}/_apis/build/{resource}/{definitionId}',
    7,
  ),
  row(
    'policy',
    'c23ddff5-229c-4d04-a80b-0fdce9f360c8',
    'evaluations',
    '{project}/_apis/{area}/{resource}',
    1,
    '0.0',
  ),
  row(
    'policy',
    'dad91cbe-d183-45f8-9c6e-9c1164472121',
    'configurations',
    '{project}/_apis/{area}/{resource}/{configurationId}',
    1,
  ),
];

function row(
  area: string,
  id: string,
  resourceName: string,
  routeTemplate: string,
  resourceVersion: number,
  releasedVersion = '7.1',
): Location {
  return { area, id, resourceName, routeTemplate, resourceVersion, releasedVersion };
}
