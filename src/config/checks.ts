// What must hold between settings. Each check looks at the sections that could be read and says all it finds.
import { problem, type ConfigError, type Origins } from './problems.ts';
import type { Section, SectionName } from './schema.ts';

/** The sections that are there and right. */
export type Sections = { readonly [N in SectionName]?: Section<N> | undefined };
export type Environment = Readonly<Record<string, string | undefined>>;

export function checkSettings(settings: Sections, env: Environment, origins: Origins): ConfigError[] {
  return [
    ...(settings.clusters ?? []).flatMap((cluster, index) => checkAccess(cluster, index, env)),
    ...repeated(
      (settings.clusters ?? []).map(({ name }, index) => ({ word: name, path: ['clusters', index, 'name'] })),
    ),
    ...repeated(
      (settings.clusters ?? []).map(({ server }, index) => ({
        word: server,
        path: ['clusters', index, 'server'],
      })),
    ),
    ...repeated(
      (settings.registries ?? []).map(({ loginServer }, index) => ({
        word: loginServer,
        path: ['registries', index, 'loginServer'],
      })),
    ),
    ...checkServices(settings),
    ...checkEnvironments(settings.environments ?? {}),
    ...checkRollback(settings.rollback),
    ...checkStorage(settings.storage, origins),
    ...checkSecrets(settings, env),
    ...checkLab(settings, origins),
  ];
}

interface Place {
  readonly word: string;
  readonly path: readonly (string | number)[];
}

/** Two things of one name: the second one could never be meant. Letter case does not tell names apart. */
function repeated(places: readonly Place[]): ConfigError[] {
  const seen = new Set<string>();
  return places.flatMap(({ word, path }) => {
    const known = word.toLowerCase();
    if (seen.has(known)) return [problem(path, `${word} is already taken; every one needs its own`)];
    seen.add(known);
    return [];
  });
}

function checkAccess(cluster: Section<'clusters'>[number], index: number, env: Environment): ConfigError[] {
  const at = (key: string) => ['clusters', index, key];
  const { authentication } = cluster;
  const needed = authentication === 'entra' ? (['apiUrl', 'ca'] as const) : [];
  const foreign = {
    inCluster: ['apiUrl', 'ca', 'kubeconfig', 'context'] as const,
    entra: ['kubeconfig', 'context'] as const,
    kubeconfig: ['apiUrl', 'ca'] as const,
  }[authentication];
  return [
    ...needed
      .filter((key) => cluster[key] === undefined)
      .map((key) => problem(at(key), `is missing: authentication ${authentication} needs it`)),
    ...foreign
      .filter((key) => cluster[key] !== undefined)
      .map((key) => ({
        ...problem(at(key), `has no meaning with authentication ${authentication}; remove it`),
        example: '',
      })),
    ...(authentication === 'inCluster' && !hasServiceHost(env)
      ? [
          {
            ...problem(
              at('authentication'),
              'is inCluster, but maillon does not run in a cluster (no KUBERNETES_SERVICE_HOST)',
            ),
            example: 'authentication: kubeconfig',
          },
        ]
      : []),
  ];
}

function hasServiceHost(env: Environment): boolean {
  return (env['KUBERNETES_SERVICE_HOST'] ?? '') !== '';
}

function checkServices({ services = [], clusters }: Sections): ConfigError[] {
  const names = services.flatMap(({ name, aliases }, index) => [
    { word: name, path: ['services', index, 'name'] },
    ...aliases.map((word) => ({ word, path: ['services', index, 'aliases'] })),
  ]);
  const known = clusters?.map(({ name }) => name);
  const strangers = services.flatMap(({ applications }, index) =>
    applications.flatMap(({ cluster }, position) =>
      cluster === undefined || known === undefined || known.includes(cluster)
        ? []
        : [
            problem(
              ['services', index, 'applications', position, 'cluster'],
              `${cluster} is not one of clusters: ${known.join(', ')}`,
            ),
          ],
    ),
  );
  return [...repeated(names), ...strangers];
}

function checkEnvironments(environments: Section<'environments'>): ConfigError[] {
  return repeated(
    Object.entries(environments).flatMap(([name, words]) =>
      [name, ...words].map((word) => ({ word, path: ['environments', name] })),
    ),
  );
}

function checkRollback(rollback: Section<'rollback'> | undefined): ConfigError[] {
  if (
    rollback === undefined ||
    rollback.mode === 'off' ||
    rollback.mode === 'link' ||
    rollback.allowed.length > 0
  )
    return [];
  return [
    problem(
      ['rollback', 'allowed'],
      `is empty: with mode ${rollback.mode} nobody could create the pull request`,
    ),
  ];
}

function checkStorage(storage: Section<'storage'> | undefined, origins: Origins): ConfigError[] {
  if (storage === undefined) return [];
  const { accountUrl, connectionString } = storage;
  if ((accountUrl === undefined) === (connectionString === undefined)) {
    return [problem(['storage'], 'needs exactly one of accountUrl and connectionString')];
  }
  if (connectionString === undefined || isLocal(connectionString)) return [];
  return [
    problem(
      ['storage', 'connectionString'],
      'is only for Azurite on this machine; name the account with accountUrl',
      origins,
    ),
  ];
}

function isLocal(connectionString: string): boolean {
  if (/^UseDevelopmentStorage=true;?$/i.test(connectionString)) return true;
  const endpoints = [...connectionString.matchAll(/\b\w+Endpoint=([^;]+)/gi)].map(
    ([, address = '']) => address,
  );
  return (
    endpoints.length > 0 &&
    endpoints.every((address) => URL.canParse(address) && isLoopback(new URL(address).hostname))
  );
}

function checkSecrets({ azureDevOps, bot }: Sections, env: Environment): ConfigError[] {
  const missing = (name: string, why: string) => ({
    key: name,
    problem: `is missing: ${why} needs it`,
    example: `${name}=…`,
  });
  return [
    ...(azureDevOps?.authentication === 'token' && !env['AZURE_DEVOPS_TOKEN']
      ? [missing('AZURE_DEVOPS_TOKEN', 'azureDevOps.authentication: token')]
      : []),
    ...(bot?.appType === 'SingleTenant' && !env['MicrosoftAppPassword']
      ? [missing('MicrosoftAppPassword', 'bot.appType: SingleTenant')]
      : []),
  ];
}

function checkLab({ lab, listen }: Sections, origins: Origins): ConfigError[] {
  if (lab !== true || listen?.host === undefined || isLoopback(listen.host)) return [];
  const example = 'host: 127.0.0.1';
  return [
    {
      ...problem(['listen', 'host'], 'must be a loopback address: the lab has no authentication', origins),
      example,
    },
  ];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
