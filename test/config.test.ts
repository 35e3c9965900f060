// Configuration: everything is checked before anything starts, and every error is told at once.
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { errorsText } from '../src/config/problems.ts';
import { loadConfig, type Config, type ConfigRead } from '../src/config.ts';

const APP = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const PERSON = '1255556b-d34c-4bc9-8691-cb8be87baf20';
const IN_CLUSTER = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };
const MINIMAL = `
azureDevOps: { organization: fabrikam, project: Shop }
clusters: [ { name: main, authentication: kubeconfig } ]
`;
const SERVICE = `${MINIMAL}
bot: { appId: ${APP}, tenantId: ${TENANT} }
storage: { accountUrl: https://st.blob.core.windows.net }
`;

function config(read: ConfigRead): Config {
  if (!read.ok) throw new Error(errorsText(read.errors));
  return read.config;
}

/** `key: problem` of every error. */
function problems(read: ConfigRead): readonly string[] {
  return read.ok ? [] : read.errors.map((error) => `${error.key}: ${error.problem}`);
}

describe('what is read', () => {
  test('the least that a service needs, with every default', () => {
    expect(config(loadConfig({ HOME: '/home/me' }, SERVICE))).toEqual({
      language: 'en',
      lab: false,
      azureDevOps: { organization: 'fabrikam', project: 'Shop', token: null },
      azure: { identity: 'workloadIdentity', clientId: null },
      clusters: [
        {
          name: 'main',
          server: 'https://kubernetes.default.svc',
          argocdNamespace: 'argocd',
          access: { kind: 'kubeconfig', file: '/home/me/.kube/config', context: null },
        },
      ],
      registries: [],
      services: [],
      environments: {},
      rollback: { mode: 'link', allowed: [] },
      bot: {
        appId: APP,
        tenantId: TENANT,
        appType: 'UserAssignedMSI',
        password: null,
        allowedTenants: [TENANT],
      },
      storage: { accountUrl: 'https://st.blob.core.windows.net' },
      detection: { pollSeconds: 120, jitterSeconds: 60, refCacheSeconds: 180 },
      limits: { callSeconds: 10, traceSeconds: 60 },
      listen: { host: '0.0.0.0', port: 3978 },
    } satisfies Config);
  });

  test('the example file', () => {
    const example = readFileSync(new URL('../maillon.example.yaml', import.meta.url), 'utf8');

    const read = config(loadConfig(IN_CLUSTER, example));

    expect(read.clusters.map(({ access }) => access.kind)).toEqual(['inCluster', 'entra']);
    expect(read.services[0]?.applications[1]).toEqual({
      name: 'chat-api-dev',
      namespace: 'argocd',
      cluster: 'in-cluster',
      environment: 'dev',
    });
  });

  test('a trace on the command line needs neither bot nor storage', () => {
    expect(config(loadConfig({}, MINIMAL, 'trace'))).toMatchObject({ bot: null, storage: null });
  });

  test('the lab needs nothing, and listens on loopback', () => {
    expect(config(loadConfig({ MAILLON_LAB: '1' }, null))).toMatchObject({
      lab: true,
      azureDevOps: null,
      clusters: [],
      bot: null,
      listen: { host: '127.0.0.1', port: 3978 },
    });
  });

  test.each([
    ['500ms', 0.5],
    ['90s', 90],
    ['1h30m', 5400],
  ])('a duration of %s', (text, seconds) => {
    expect(config(loadConfig({}, `${SERVICE}\ndetection: { poll: ${text} }`)).detection.pollSeconds).toBe(
      seconds,
    );
  });

  test('variables win over the file; an empty one says nothing', () => {
    const env = {
      PORT: '8080',
      AZURE_DEVOPS_PROJECT: 'Store',
      AZURE_DEVOPS_ORGANIZATION: '',
      MAILLON_LANGUAGE: 'fr',
    };

    const read = config(loadConfig(env, `${SERVICE}\nlisten: { port: 1234 }\nlanguage: en`));

    expect(read.listen.port).toBe(8080);
    expect(read.azureDevOps).toMatchObject({ organization: 'fabrikam', project: 'Store' });
    expect(read.language).toBe('fr');
  });

  test('secrets come from the environment, when they are asked for', () => {
    const yaml = `
azureDevOps: { organization: fabrikam, project: Shop, authentication: token }
clusters: [ { name: main, authentication: kubeconfig } ]
bot: { appId: ${APP}, tenantId: ${TENANT}, appType: SingleTenant }
storage: { connectionString: UseDevelopmentStorage=true }`;

    const read = config(loadConfig({ AZURE_DEVOPS_TOKEN: 'abc', MicrosoftAppPassword: 'def' }, yaml));

    expect(read.azureDevOps?.token).toBe('abc');
    expect(read.bot?.password).toBe('def');
  });
});

describe('what is refused', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'nothing at all',
      '',
      ['azureDevOps: is missing', 'clusters: is missing', 'bot: is missing', 'storage: is missing'],
    ],
    [
      'no YAML',
      'a: [',
      [
        'maillon.yaml: is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 5:',
      ],
    ],
    [
      'a key twice',
      'language: en\nlanguage: fr',
      ['maillon.yaml: is not YAML: Map keys must be unique at line 2, column 1:'],
    ],
    [
      'an alias of nothing',
      'language: *nothing',
      ['maillon.yaml: is not YAML: Unresolved alias (the anchor must be set before the alias): nothing'],
    ],
    ['a list', '- a', ['maillon.yaml: must be a map of settings']],
    [
      'a section nobody knows',
      `${SERVICE}\nregistres: []`,
      ['registres: is not a setting; did you mean registries?'],
    ],
    [
      'a key nobody knows',
      `${SERVICE}\nlisten: { prot: 1 }`,
      ['listen.prot: is not a setting; did you mean port?'],
    ],
    [
      'a key far from all',
      `${SERVICE}\nlimits: { colour: red }`,
      ['limits.colour: is not a setting; known here: call, trace'],
    ],
    [
      'a key in a list',
      `${SERVICE}\nservices: [ { name: a, applications: [ { name: a-prd, enviroment: prd } ] } ]`,
      ['services[0].applications[0].enviroment: is not a setting; did you mean environment?'],
    ],
    [
      'a number for text',
      `${SERVICE}\nregistries: [ { loginServer: 12 } ]`,
      ['registries[0].loginServer: must be text, not a number; put it in quotes'],
    ],
    ['text for a map', `${SERVICE}\nlisten: 3978`, ['listen: must be a map of settings, not a number']],
    ['an unknown word', `${SERVICE}\nlanguage: de`, ['language: must be one of fr, en']],
    [
      'a duration without unit',
      `${SERVICE}\ndetection: { poll: 120 }`,
      ['detection.poll: must be a duration with its unit: ms, s, m or h'],
    ],
    [
      'a quoted duration without unit',
      `${SERVICE}\nlimits: { call: "10" }`,
      ['limits.call: must be a duration with its unit: ms, s, m or h'],
    ],
    ['a port out of range', `${SERVICE}\nlisten: { port: 70000 }`, ['listen.port: must be 1 to 65535']],
    [
      'a URL for a host',
      `${SERVICE}\nregistries: [ { loginServer: https://a.azurecr.io } ]`,
      ['registries[0].loginServer: must be a host name alone, without https:// and without a path'],
    ],
    [
      'a name for an id',
      `${SERVICE}\nrollback: { allowed: [ ana ] }`,
      ['rollback.allowed[0]: must be a GUID'],
    ],
    [
      'nobody to create the pull request',
      `${SERVICE}\nrollback: { mode: user }`,
      ['rollback.allowed: is empty: with mode user nobody could create the pull request'],
    ],
    [
      'no cluster',
      SERVICE.replace(/clusters: .*/, 'clusters: []'),
      ['clusters: needs at least one cluster; the first one is the one Argo CD runs in'],
    ],
    [
      'one name for two clusters',
      SERVICE.replace(
        /clusters: .*/,
        'clusters: [ { name: a, authentication: kubeconfig }, { name: A, server: https://b, authentication: kubeconfig } ]',
      ),
      ['clusters[1].name: A is already taken; every one needs its own'],
    ],
    [
      'half of a sign-in',
      SERVICE.replace(/clusters: .*/, 'clusters: [ { name: a, authentication: entra, context: b } ]'),
      [
        'clusters[0].apiUrl: is missing: authentication entra needs it',
        'clusters[0].ca: is missing: authentication entra needs it',
        'clusters[0].context: has no meaning with authentication entra; remove it',
      ],
    ],
    [
      'in the cluster, from outside',
      SERVICE.replace('kubeconfig', 'inCluster'),
      [
        'clusters[0].authentication: is inCluster, but maillon does not run in a cluster (no KUBERNETES_SERVICE_HOST)',
      ],
    ],
    [
      'one name for two services',
      `${SERVICE}\nservices: [ { name: a, applications: [ { name: a-prd } ] }, { name: b, aliases: [ A ], applications: [ { name: b-prd } ] } ]`,
      ['services[1].aliases: A is already taken; every one needs its own'],
    ],
    [
      'an Application of a cluster nobody knows',
      `${SERVICE}\nservices: [ { name: a, applications: [ { name: a-prd, cluster: other } ] } ]`,
      ['services[0].applications[0].cluster: other is not one of clusters: main'],
    ],
    [
      'one word for two environments',
      `${SERVICE}\nenvironments: { prd: [ prod ], pre: [ prod ] }`,
      ['environments.pre: prod is already taken; every one needs its own'],
    ],
    [
      'two storages',
      SERVICE.replace('net }', 'net, connectionString: UseDevelopmentStorage=true }'),
      ['storage: needs exactly one of accountUrl and connectionString'],
    ],
    [
      'the key of a real account',
      SERVICE.replace(
        /storage: .*/,
        'storage: { connectionString: "BlobEndpoint=https://st.blob.core.windows.net;AccountKey=x" }',
      ),
      ['storage.connectionString: is only for Azurite on this machine; name the account with accountUrl'],
    ],
    [
      'the lab on every address',
      'lab: true\nlisten: { host: 0.0.0.0 }',
      ['listen.host: must be a loopback address: the lab has no authentication'],
    ],
    [
      'a token nobody gave',
      MINIMAL.replace('Shop', 'Shop, authentication: token') + SERVICE.slice(MINIMAL.length),
      ['AZURE_DEVOPS_TOKEN: is missing: azureDevOps.authentication: token needs it'],
    ],
    [
      'a secret nobody gave',
      SERVICE.replace(TENANT, `${TENANT}, appType: SingleTenant`),
      ['MicrosoftAppPassword: is missing: bot.appType: SingleTenant needs it'],
    ],
  ])('%s', (_, yaml, expected) => {
    expect(problems(loadConfig({}, yaml))).toEqual(expected);
  });

  test('shape and meaning are told together, each with its example', () => {
    const yaml = `
azureDevOps: { organisation: fabrikam, project: Shop }
clusters: [ { name: main, authentication: kubeconfig } ]
bot: { appId: ${APP}, tenantId: ${TENANT} }
rollback: { mode: app, allowed: [] }
limits: { call: 10 }`;

    const read = loadConfig({ PORT: 'http' }, yaml);

    expect(read.ok ? [] : read.errors).toEqual([
      { key: 'azureDevOps.organization', problem: 'is missing', example: 'organization: contoso' },
      {
        key: 'azureDevOps.organisation',
        problem: 'is not a setting; did you mean organization?',
        example: 'organization: contoso',
      },
      {
        key: 'storage',
        problem: 'is missing',
        example: 'storage: { accountUrl: https://stchatprd.blob.core.windows.net }',
      },
      {
        key: 'limits.call',
        problem: 'must be a duration with its unit: ms, s, m or h',
        example: 'call: 10s',
      },
      { key: 'PORT', problem: 'must be a number', example: 'PORT=3978' },
      {
        key: 'rollback.allowed',
        problem: 'is empty: with mode app nobody could create the pull request',
        example: `allowed: [ ${PERSON} ]`,
      },
    ]);
  });

  test('as people read it', () => {
    const read = loadConfig({}, `${SERVICE}\nlanguage: de`);

    expect(read.ok ? '' : errorsText(read.errors)).toBe(
      'The configuration has 1 error:\n  language: must be one of fr, en\n    for example: language: fr\n',
    );
  });
});
