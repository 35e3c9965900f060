// Which services there are and where each is deployed: configured ones first, else the Applications of Argo CD with the
// environment taken off their names. Kept beside the traces, so that a trace itself reads its Application by name.
import type { Application } from '../diagnostics/evidence/argocd.ts';
import { answered, type Answer } from '../diagnostics/evidence/observed.ts';
import type { Subject } from './subject.ts';

/** A directory older than this is listed again (architecture, section 5). */
const REFRESH_SECONDS = 300;

export interface ConfiguredService {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly applications: readonly {
    readonly name: string;
    readonly namespace: string;
    readonly cluster: string;
    readonly environment: string | null;
  }[];
}

export interface ListedApplications {
  readonly cluster: string;
  readonly applications: readonly Application[];
}

export interface DirectoryOptions {
  readonly services: readonly ConfiguredService[];
  /** Environment → other words for it. */
  readonly environments: Readonly<Record<string, readonly string[]>>;
  /** Applications of every cluster, in pages. */
  readonly list: (signal: AbortSignal) => Promise<Answer<readonly ListedApplications[]>>;
  readonly clock: () => Date;
}

export interface ServiceDirectory {
  vocabulary(signal: AbortSignal): Promise<
    Answer<{
      readonly services: readonly string[];
      readonly environments: readonly string[];
      readonly aliases: Readonly<Record<string, string>>;
    }>
  >;
  find(name: string, signal: AbortSignal): Promise<Answer<readonly Subject[]>>;
}

interface Entry extends Subject {
  readonly aliases: readonly string[];
  /** Last deployment, for the order of the services; ISO 8601 UTC. */
  readonly changedAt: string;
}

export function createDirectory(options: DirectoryOptions): ServiceDirectory {
  let kept: { readonly at: number; readonly entries: readonly Entry[] } | null = null;

  async function entries(signal: AbortSignal, anew: boolean): Promise<Answer<readonly Entry[]>> {
    const now = options.clock().getTime();
    if (kept !== null && !anew && now - kept.at < REFRESH_SECONDS * 1000)
      return answered('directory', kept.entries);
    const listed = await options.list(signal);
    if (!listed.ok) {
      // A list that cannot be refreshed is better than none; a configured service needs no list at all.
      const known = kept?.entries ?? configuredEntries(options.services);
      return known.length > 0 ? answered('directory', known) : listed;
    }
    kept = { at: now, entries: directoryEntries(options, listed.value) };
    return answered(listed.source, kept.entries);
  }

  return {
    async vocabulary(signal) {
      const answer = await entries(signal, false);
      if (!answer.ok) return answer;
      const newestFirst = answer.value.toSorted((a, b) => b.changedAt.localeCompare(a.changedAt));
      const words = Object.entries(options.environments);
      return answered(answer.source, {
        services: [...new Set(newestFirst.map(({ service }) => service))],
        environments: [
          ...new Set([
            ...words.map(([environment]) => environment),
            ...answer.value.flatMap(({ environment }) => environment ?? []),
          ]),
        ],
        aliases: Object.fromEntries(
          words.flatMap(([environment, others]) => others.map((other) => [other, environment])),
        ),
      });
    },

    async find(name, signal) {
      const answer = await entries(signal, false);
      const found = answer.ok ? matching(answer.value, name) : [];
      if (found.length > 0) return answered(answer.source, found);
      const again = await entries(signal, true); // the Application may be newer than the list
      return again.ok ? answered(again.source, matching(again.value, name)) : again;
    },
  };
}

function matching(entries: readonly Entry[], name: string): Subject[] {
  const wanted = name.toLowerCase();
  return entries
    .filter(({ service, application, aliases }) =>
      [service, application, ...aliases].some((word) => word.toLowerCase() === wanted),
    )
    .map(({ service, application, applicationNamespace, cluster, environment }) => ({
      service,
      application,
      applicationNamespace,
      cluster,
      environment,
    }));
}

function configuredEntries(services: readonly ConfiguredService[]): Entry[] {
  return services.flatMap(({ name, aliases, applications }) =>
    applications.map((application) => ({
      service: name,
      aliases,
      application: application.name,
      applicationNamespace: application.namespace,
      cluster: application.cluster,
      environment: application.environment,
      changedAt: '',
    })),
  );
}

function directoryEntries(
  { services, environments }: DirectoryOptions,
  listed: readonly ListedApplications[],
): Entry[] {
  const configured = configuredEntries(services);
  const isConfigured = (cluster: string, { metadata }: Application): boolean =>
    configured.some(
      (entry) =>
        entry.cluster === cluster &&
        entry.application === metadata.name &&
        entry.applicationNamespace === metadata.namespace,
    );
  const derived = listed.flatMap(({ cluster, applications }) =>
    applications
      .filter((application) => !isConfigured(cluster, application))
      .map((application): Entry => {
        const { name, namespace = 'argocd' } = application.metadata;
        const { service, environment } = splitName(name, environments);
        return {
          service,
          aliases: [],
          application: name,
          applicationNamespace: namespace,
          cluster,
          environment,
          changedAt: changedAt(application),
        };
      }),
  );
  const dated = configured.map((entry) => {
    const live = listed
      .find(({ cluster }) => cluster === entry.cluster)
      ?.applications.find(
        ({ metadata }) =>
          metadata.name === entry.application && metadata.namespace === entry.applicationNamespace,
      );
    return live === undefined ? entry : { ...entry, changedAt: changedAt(live) };
  });
  return [...dated, ...derived];
}

function changedAt({ status, metadata }: Application): string {
  return (
    status?.history?.at(-1)?.deployedAt ??
    status?.operationState?.finishedAt ??
    metadata.creationTimestamp ??
    ''
  );
}

/** `chat-api-prd` → chat-api in prd: the environment is a configured word, or an alias of one, at either end of the name. */
export function splitName(
  name: string,
  environments: Readonly<Record<string, readonly string[]>>,
): { readonly service: string; readonly environment: string | null } {
  for (const [environment, others] of Object.entries(environments)) {
    for (const word of [environment, ...others]) {
      if (name.endsWith(`-${word}`)) return { service: name.slice(0, -word.length - 1), environment };
      if (name.startsWith(`${word}-`)) return { service: name.slice(word.length + 1), environment };
    }
  }
  return { service: name, environment: null };
}
