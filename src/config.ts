// The environment and maillon.yaml → Config, or every configuration error at once. Pure: who calls it reads the file.
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { checkSettings, type Environment, type Sections } from './config/checks.ts';
import { problemsOf, unknownKey, type ConfigError } from './config/problems.ts';
import { SECTION_NAMES, sections, type Section, type SectionName } from './config/schema.ts';
import { VARIABLES } from './config/settings.ts';
import type { Locale } from './diagnostics/locale.ts';

/** How a cluster is reached: exactly one way. */
export type ClusterAccess =
  | { readonly kind: 'inCluster'; readonly host: string; readonly port: string }
  | { readonly kind: 'entra'; readonly apiUrl: string; readonly caFile: string }
  | { readonly kind: 'kubeconfig'; readonly file: string; readonly context: string | null };

export interface ClusterConfig {
  readonly name: string;
  /** How destinations of Applications name it. */
  readonly server: string;
  readonly argocdNamespace: string;
  readonly access: ClusterAccess;
}

export interface ServiceConfig {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly applications: readonly {
    readonly name: string;
    readonly namespace: string;
    readonly cluster: string;
    readonly environment: string | null;
  }[];
  readonly repository: string | null;
  readonly pipeline: string | null;
}

export interface BotConfig {
  readonly appId: string;
  readonly tenantId: string;
  readonly appType: Section<'bot'>['appType'];
  readonly password: string | null;
  readonly allowedTenants: readonly string[];
}

export interface Config {
  readonly language: Locale;
  readonly lab: boolean;
  /** Null only in the lab. `token`: a personal access token instead of the identity. */
  readonly azureDevOps: {
    readonly organization: string;
    readonly project: string;
    readonly token: string | null;
  } | null;
  readonly azure: { readonly identity: Section<'azure'>['identity']; readonly clientId: string | null };
  /** The first one is Argo CD's own. Empty only in the lab. */
  readonly clusters: readonly ClusterConfig[];
  readonly registries: readonly { readonly loginServer: string }[];
  readonly services: readonly ServiceConfig[];
  /** Environment → other words for it. */
  readonly environments: Readonly<Record<string, readonly string[]>>;
  readonly rollback: { readonly mode: Section<'rollback'>['mode']; readonly allowed: readonly string[] };
  /** Null only in the lab and for a trace on the command line. */
  readonly bot: BotConfig | null;
  /** Null only in the lab and for a trace on the command line. */
  readonly storage: { readonly accountUrl: string } | { readonly connectionString: string } | null;
  readonly detection: {
    readonly pollSeconds: number;
    readonly jitterSeconds: number;
    readonly refCacheSeconds: number;
  };
  readonly limits: { readonly callSeconds: number; readonly traceSeconds: number };
  readonly listen: { readonly host: string; readonly port: number };
}

export type ConfigRead =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly ConfigError[] };

/** `purpose`: the service does not start without bot and storage; a trace on the command line needs neither. */
export function loadConfig(
  env: Environment,
  maillonYaml: string | null,
  purpose: 'service' | 'trace' = 'service',
): ConfigRead {
  const file = readYaml(maillonYaml);
  if (!file.ok) return file;
  const { settings, origins } = withVariables(file.settings, env);
  const errors: ConfigError[] = Object.keys(settings)
    .filter((key) => !(SECTION_NAMES as readonly string[]).includes(key))
    .map((key) => unknownKey([], key, SECTION_NAMES));

  const read: { [N in SectionName]?: unknown } = {};
  const lab = sections.lab.safeParse(settings['lab']).data === true;
  for (const name of SECTION_NAMES) {
    const value = settings[name];
    if (value === undefined && isOptional(name, lab, purpose)) continue;
    const schema: z.ZodTypeAny = sections[name];
    const parsed = schema.safeParse(value);
    if (parsed.success) read[name] = parsed.data;
    else errors.push(...problemsOf(parsed.error, schema, name, origins));
  }
  const known = read as Sections;
  errors.push(...checkSettings(known, env, origins));
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, config: configOf(known as Whole, env) };
}

function isOptional(name: SectionName, lab: boolean, purpose: 'service' | 'trace'): boolean {
  if (name === 'azureDevOps' || name === 'clusters') return lab;
  return (name === 'bot' || name === 'storage') && (lab || purpose === 'trace');
}

/** Sections without errors: those with defaults are all there. */
type Whole = Sections & { readonly [N in Exclude<SectionName, MayBeAbsent>]: Section<N> };
type MayBeAbsent = 'azureDevOps' | 'clusters' | 'bot' | 'storage';

type Settings = Readonly<Record<string, unknown>>;

function readYaml(
  text: string | null,
): { readonly ok: true; readonly settings: Settings } | (ConfigRead & { readonly ok: false }) {
  const refused = (problemText: string) => ({
    ok: false as const,
    errors: [
      {
        key: 'maillon.yaml',
        problem: problemText,
        example: 'azureDevOps: { organization: contoso, project: Chatbot }',
      },
    ],
  });
  const document = parseDocument(text ?? '');
  const [error] = document.errors;
  if (error !== undefined) return refused(`is not YAML: ${error.message.split('\n')[0] ?? ''}`);
  let value: unknown;
  try {
    value = document.toJS();
  } catch (cause) {
    return refused(`is not YAML: ${cause instanceof Error ? cause.message : String(cause)}`); // an alias without its anchor
  }
  if (value === null || value === undefined) return { ok: true, settings: {} };
  if (typeof value !== 'object' || Array.isArray(value)) return refused('must be a map of settings');
  return { ok: true, settings: value as Settings };
}

/** Variables win over the file; an empty one says nothing. */
function withVariables(
  file: Settings,
  env: Environment,
): { settings: Settings; origins: Map<string, string> } {
  const settings: Record<string, unknown> = { ...file };
  const origins = new Map<string, string>();
  for (const [variable, setting] of Object.entries(VARIABLES)) {
    const value = env[variable];
    if (value === undefined || value === '') continue;
    const [section = '', key] = setting.split('.');
    const inFile = settings[section];
    settings[section] =
      key === undefined ? value : { ...(typeof inFile === 'object' ? inFile : {}), [key]: value };
    origins.set(setting, variable);
  }
  return { settings, origins };
}

function configOf(settings: Whole, env: Environment): Config {
  const { azureDevOps, azure, bot, clusters = [], detection, limits, listen, rollback } = settings;
  return {
    language: settings.language,
    lab: settings.lab,
    azureDevOps:
      azureDevOps === undefined
        ? null
        : {
            organization: azureDevOps.organization,
            project: azureDevOps.project,
            token: azureDevOps.authentication === 'token' ? (env['AZURE_DEVOPS_TOKEN'] ?? null) : null,
          },
    azure: { identity: azure.identity, clientId: azure.clientId ?? null },
    clusters: clusters.map((cluster) => ({
      name: cluster.name,
      server: cluster.server,
      argocdNamespace: cluster.argocdNamespace,
      access: accessOf(cluster, env),
    })),
    registries: settings.registries,
    services: settings.services.map((service) => ({
      name: service.name,
      aliases: service.aliases,
      applications: service.applications.map((application) => ({
        name: application.name,
        namespace: application.namespace,
        cluster: application.cluster ?? clusters[0]?.name ?? '',
        environment: application.environment ?? null,
      })),
      repository: service.repository ?? null,
      pipeline: service.pipeline ?? null,
    })),
    environments: settings.environments,
    rollback,
    bot:
      bot === undefined
        ? null
        : {
            appId: bot.appId,
            tenantId: bot.tenantId,
            appType: bot.appType,
            password: bot.appType === 'SingleTenant' ? (env['MicrosoftAppPassword'] ?? null) : null,
            allowedTenants: bot.allowedTenants ?? [bot.tenantId],
          },
    storage: storageOf(settings.storage),
    detection: {
      pollSeconds: detection.poll,
      jitterSeconds: detection.jitter,
      refCacheSeconds: detection.refCache,
    },
    limits: { callSeconds: limits.call, traceSeconds: limits.trace },
    listen: { host: listen.host ?? (settings.lab ? '127.0.0.1' : '0.0.0.0'), port: listen.port },
  };
}

/** checkSettings has seen that what each way needs is there. */
function accessOf(cluster: Section<'clusters'>[number], env: Environment): ClusterAccess {
  switch (cluster.authentication) {
    case 'inCluster':
      return {
        kind: 'inCluster',
        host: env['KUBERNETES_SERVICE_HOST'] ?? '',
        port: env['KUBERNETES_SERVICE_PORT'] ?? '443',
      };
    case 'entra':
      return { kind: 'entra', apiUrl: cluster.apiUrl ?? '', caFile: cluster.ca ?? '' };
    case 'kubeconfig': {
      const file = cluster.kubeconfig ?? env['KUBECONFIG'] ?? `${env['HOME'] ?? '~'}/.kube/config`;
      return { kind: 'kubeconfig', file, context: cluster.context ?? null };
    }
  }
}

function storageOf(storage: Section<'storage'> | undefined): Config['storage'] {
  if (storage?.accountUrl !== undefined) return { accountUrl: storage.accountUrl };
  if (storage?.connectionString !== undefined) return { connectionString: storage.connectionString };
  return null;
}
