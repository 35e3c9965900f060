// Every request of the pipeline methods as it leaves (method, path, query, headers), and the answer in our shape.
import { describe, test } from '@jest/globals';
import type { Case } from './service.ts';
import { checkCase, from, inProject, list, never, offline, origin, project, sha } from './service.ts';

offline();

const buildWire = {
  id: 4812,
  buildNumber: '20261120.4',
  status: 'completed',
  result: 'succeeded',
  finishTime: '2026-11-20T09:13:15.3Z',
  definition: { id: 12, name: 'chat-api-ci', queueStatus: 'enabled' },
};
const build = { ...buildWire, url: `${origin}/contoso/Chatbot/_build/results?buildId=4812&view=results` };
const cases: readonly Case[] = [
  {
    name: 'definitions of a repository',
    area: 'build',
    call: (r) => r.definitions(project, { repositoryId: 'r1' }, never),
    sent: [
      [
        `GET ${inProject}/build/Definitions?repositoryId=r1&repositoryType=TfsGit&%24top=200&includeAllProperties=true`,
        '7.2-preview.7',
      ],
    ],
    replies: [
      list({
        id: 12,
        name: 'chat-api-ci',
        queueStatus: 'paused',
        process: { type: 2, yamlFilename: 'azure-pipelines.yml' },
        repository: {
          id: 'r1',
          type: 'TfsGit',
          name: 'chat-api',
          defaultBranch: 'refs/heads/main',
          clean: null,
        },
        triggers: [{ triggerType: 'continuousIntegration', settingsSourceType: 2, branchFilters: ['+main'] }],
        queue: { id: 31, name: 'pool-mdp', pool: { id: 14, name: 'pool-mdp', isHosted: false } },
      }),
    ],
    value: [
      {
        id: 12,
        name: 'chat-api-ci',
        queueStatus: 'paused',
        yamlFilename: 'azure-pipelines.yml',
        repository: { id: 'r1', type: 'TfsGit', name: 'chat-api', defaultBranch: 'refs/heads/main' },
        triggers: [{ triggerType: 'continuousIntegration', settingsSourceType: 2, branchFilters: ['+main'] }],
        queue: { id: 31, name: 'pool-mdp', pool: { id: 14, name: 'pool-mdp', isHosted: false } },
      },
    ],
    source: from('build/definitions?repositoryId=r1&repositoryType=TfsGit&includeAllProperties=true'),
  },
  {
    name: 'definition',
    area: 'build',
    call: (r) => r.definition(project, 12, never),
    sent: [[`GET ${inProject}/build/Definitions/12`, '7.2-preview.7']],
    replies: [{ id: 12, name: 'chat-api-ci' }],
    value: { id: 12, name: 'chat-api-ci' },
    source: from('build/definitions/12'),
  },
  {
    name: 'builds',
    area: 'build',
    call: (r) =>
      r.builds(
        project,
        {
          definitions: [12, 13],
          branch: 'refs/heads/main',
          repositoryId: 'r1',
          minTime: '2026-11-01T00:00:00Z',
          top: 50,
        },
        never,
      ),
    sent: [
      [
        `GET ${inProject}/build/Builds?definitions=12%2C13&minTime=Sun%2C%2001%20Nov%202026%2000%3A00%3A00%20GMT&%24top=50&queryOrder=4` +
          '&branchName=refs%2Fheads%2Fmain&repositoryId=r1&repositoryType=TfsGit',
        '7.2-preview.7',
      ],
    ],
    replies: [list(buildWire)],
    value: [build],
    source: from(
      'build/builds?definitions=12,13&branchName=refs/heads/main&repositoryId=r1&repositoryType=TfsGit&minTime=2026-11-01T00:00:00Z' +
        '&queryOrder=queueTimeDescending&$top=50',
    ),
  },
  {
    name: 'build',
    area: 'build',
    call: (r) => r.build(project, 4812, never),
    sent: [[`GET ${inProject}/build/Builds/4812`, '7.2-preview.7']],
    replies: [buildWire],
    value: build,
    source: from('build/builds/4812'),
  },
  {
    name: 'buildChanges',
    area: 'build',
    call: (r) => r.buildChanges(project, 4812, never),
    sent: [[`GET ${inProject}/build/builds/4812/changes?%24top=200`, '7.2-preview.2']],
    replies: [list({ id: sha, message: 'Fix greeting', type: 'TfsGit' })],
    value: [sha],
    source: from('build/builds/4812/changes'),
  },
  {
    name: 'timeline',
    area: 'build',
    call: (r) => r.timeline(project, 4812, never),
    sent: [[`GET ${inProject}/build/builds/4812/Timeline`, '7.2-preview.3']],
    replies: [
      {
        records: [
          {
            id: 't2',
            parentId: 'j2',
            type: 'Task',
            name: 'Push',
            state: 'completed',
            result: 'failed',
            order: 3,
            issues: [{ type: 'error', category: 'General', message: "Bash exited with code '1'." }],
            log: { id: 17, type: 'Container' },
            task: { id: 'd9bafed4', name: 'CmdLine', version: '2.250.1' },
          },
        ],
      },
    ],
    value: [
      {
        id: 't2',
        parentId: 'j2',
        type: 'Task',
        name: 'Push',
        state: 'completed',
        result: 'failed',
        order: 3,
        issues: [{ type: 'error', message: "Bash exited with code '1'." }],
        logId: 17,
        task: { id: 'd9bafed4', name: 'CmdLine', version: '2.250.1' },
      },
    ],
    source: from('build/builds/4812/timeline'),
  },
  {
    name: 'log: the last lines, without times',
    area: 'build',
    call: (r) => r.log(project, 4812, 17, 2, never),
    sent: [
      [`GET ${inProject}/build/builds/4812/logs`, '7.2-preview.2'],
      [`GET ${inProject}/build/builds/4812/logs/17?startLine=98`, '7.2-preview.2'],
    ],
    replies: [
      list({ id: 16, lineCount: 5 }, { id: 17, lineCount: 100, type: 'Container' }),
      list('2026-11-20T09:13:11.1Z one', '2026-11-20T09:13:11.2Z two', '2026-11-20T09:13:11.1234567Z  three'),
    ],
    value: ['two', ' three'],
    source: from('build/builds/4812/logs/17'),
  },
  {
    name: 'log that is short: whole',
    area: 'build',
    call: (r) => r.log(project, 4812, 17, 5, never),
    sent: [
      [`GET ${inProject}/build/builds/4812/logs`, '7.2-preview.2'],
      [`GET ${inProject}/build/builds/4812/logs/17`, '7.2-preview.2'],
    ],
    replies: [list({ id: 17, lineCount: 2 }), list('2026-11-20T09:13:11.1Z one', 'two')],
    value: ['one', 'two'],
    source: from('build/builds/4812/logs/17'),
  },
  {
    name: 'log that is not in the list of the run',
    area: 'build',
    call: (r) => r.log(project, 4812, 18, 2, never),
    sent: [[`GET ${inProject}/build/builds/4812/logs`, '7.2-preview.2']],
    replies: [list({ id: 17, lineCount: 100 })],
    value: null,
    source: from('build/builds/4812/logs/18'),
  },
  {
    name: 'approvals',
    call: (r) => r.approvals(project, never),
    sent: [[`GET ${inProject}/pipelines/approvals?state=pending&top=50&%24expand=steps&api-version=7.1`]],
    replies: [
      list({
        id: 'ee14f612',
        steps: [
          {
            assignedApprover: { displayName: 'N3', uniqueName: 'n3@contoso.example' },
            status: 'pending',
            order: 1,
          },
        ],
        status: 'pending',
        createdOn: '2026-11-20T09:12:11Z',
        minRequiredApprovers: 1,
        pipeline: { owner: { id: 4812, name: '20261120.4' }, id: 'plan', name: 'chat-api-ci' },
      }),
    ],
    value: [
      {
        id: 'ee14f612',
        steps: [{ assignedApprover: { displayName: 'N3' }, status: 'pending' }],
        status: 'pending',
        createdOn: '2026-11-20T09:12:11Z',
        minRequiredApprovers: 1,
        buildId: 4812,
      },
    ],
    source: from('pipelines/approvals?state=pending&top=50&$expand=steps'),
  },
  {
    name: 'agents of a pool by name: names of capabilities, never their values',
    call: (r) => r.agents(project, { name: 'pool-mdp' }, never),
    sent: [
      ['GET /contoso/_apis/distributedtask/pools?poolName=pool-mdp&api-version=7.1'],
      [
        'GET /contoso/_apis/distributedtask/pools/14/agents?includeAssignedRequest=true&includeCapabilities=true&api-version=7.1',
      ],
    ],
    replies: [
      list({ id: 13, name: 'pool-mdp-old' }, { id: 14, name: 'Pool-MDP' }),
      list(
        { id: 1, name: 'a1', status: 'online', enabled: true, assignedRequest: { requestId: 3 } },
        {
          id: 2,
          name: 'a2',
          status: 'offline',
          enabled: false,
          systemCapabilities: { 'Agent.OS': 'Linux' },
          userCapabilities: { gpu: '1' },
        },
      ),
    ],
    value: [
      { id: 1, name: 'a1', status: 'online', enabled: true, busy: true },
      {
        id: 2,
        name: 'a2',
        status: 'offline',
        enabled: false,
        busy: false,
        capabilities: ['Agent.OS', 'gpu'],
      },
    ],
    source: `GET ${origin}/contoso/_apis/distributedtask/pools/14/agents?includeAssignedRequest=true&includeCapabilities=true`,
  },
  {
    name: 'agents of a pool that is not there',
    call: (r) => r.agents(project, { name: 'pool-mdp' }, never),
    sent: [['GET /contoso/_apis/distributedtask/pools?poolName=pool-mdp&api-version=7.1']],
    replies: [list()],
    value: null,
    source: `GET ${origin}/contoso/_apis/distributedtask/pools?poolName=pool-mdp`,
  },
  {
    name: 'serviceConnections: never their parameters',
    call: (r) => r.serviceConnections(project, never),
    sent: [[`GET ${inProject}/serviceendpoint/endpoints?includeFailed=true&api-version=7.1`]],
    replies: [
      list({
        id: 's1',
        name: 'sc-acr',
        type: 'dockerregistry',
        url: 'https://acrchatprd.azurecr.io',
        isReady: false,
        authorization: { scheme: 'WorkloadIdentityFederation', parameters: { registry: 'x' } },
        operationStatus: { state: 'Failed', statusMessage: 'no federated credential' },
      }),
    ],
    value: [
      {
        id: 's1',
        name: 'sc-acr',
        type: 'dockerregistry',
        url: 'https://acrchatprd.azurecr.io',
        isReady: false,
        scheme: 'WorkloadIdentityFederation',
        operationState: 'Failed',
        operationMessage: 'no federated credential',
      },
    ],
    source: from('serviceendpoint/endpoints?includeFailed=true'),
  },
];

describe('pipelines', () => {
  test.each(cases)('$name', checkCase);
});
