// The bot as a running service: wires adapter, application and HTTP, listens, and stops without losing a trace.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { collection } from '../storage/collection.ts';
import type { Documents } from '../storage/documents.ts';
import { BotAdapter } from './adapter.ts';
import type { Admission } from './admission.ts';
import { isLoopback, TEAMS_SERVICE_HOSTS } from './admission.ts';
import { createApplication, onTurnError } from './application.ts';
import { laterOutbox } from './delivery.ts';
import { createHttp } from './http.ts';
import type { Directory, Tracer } from './ports.ts';
import { serial } from './serial.ts';
import { teamsStorage } from './teams-storage.ts';
import { traceRecordSchema } from './trace-record.ts';
import { traces as createTraces } from './traces.ts';
import { conversationSchema, personSchema } from './turn.ts';

/** Who the bot is for Microsoft Entra; null only in the lab, where nothing is signed. */
export interface BotIdentity {
  readonly appId: string;
  readonly tenantId: string;
  readonly type: 'UserAssignedMSI' | 'SingleTenant';
  /** For SingleTenant without a managed identity. */
  readonly password?: string;
}

export interface ServiceOptions {
  readonly identity: BotIdentity | null;
  /** Entra tenants whose people may use the bot. */
  readonly tenants: readonly string[];
  readonly directory: Directory;
  readonly tracer: Tracer;
  readonly documents: Documents;
  readonly logger: Logger;
  readonly host: string;
  readonly port: number;
  readonly now: () => Date;
  /** Adapter of the tests, which signs its own tokens. */
  readonly adapterOf?: (admission: Admission) => BotAdapter;
  /** Further hosts of the Bot Connector, for other clouds. */
  readonly serviceHosts?: readonly string[];
  /** @default 1500 */
  readonly cardGapMs?: number;
}

export interface Service {
  readonly url: string;
  /** No new messages, then the running traces, then the rest. */
  stop(): Promise<void>;
}

const RESUME_EVERY_MS = 60_000;
/** The pod has 60 s to end (facts/teams-identity-infra.md 3.3). */
const DRAIN_MS = 25_000;

export async function startService(options: ServiceOptions): Promise<Service> {
  const { identity, documents, logger, host } = options;
  if (identity === null && !isLoopback(host)) {
    throw new Error(
      `Without an app id nothing checks who calls: set MicrosoftAppId, or listen on 127.0.0.1 (not ${host}) for the lab.`,
    );
  }
  if (identity !== null && options.tenants.length === 0) {
    throw new Error('No Entra tenant may use the bot: name at least one.');
  }

  const admission: Admission = {
    appId: identity?.appId ?? null,
    tenants: options.tenants,
    serviceHosts: [...TEAMS_SERVICE_HOSTS, ...(options.serviceHosts ?? [])],
  };
  const adapter = options.adapterOf?.(admission) ?? new BotAdapter(admission, settingsOf(identity));
  adapter.onTurnError = (context, error) => onTurnError(context, error, logger);

  const traces = createTraces({
    tracer: options.tracer,
    records: collection(documents, 'traces/', traceRecordSchema),
    documents,
    outboxTo: (reference) => laterOutbox(adapter, admission.appId, reference, sleep),
    now: options.now,
    logger,
    ...(options.cardGapMs === undefined ? {} : { gapMs: options.cardGapMs }),
  });
  const application = createApplication({
    appId: admission.appId,
    storage: teamsStorage(documents),
    conversations: collection(documents, 'conversations/', conversationSchema),
    people: collection(documents, 'people/', personSchema),
    directory: options.directory,
    traces,
    oneAtATime: serial(),
    now: options.now,
    wait: sleep,
    logger,
  });

  let stopping = false;
  async function ready(): Promise<void> {
    if (stopping) throw new Error('stopping');
    await documents.probe();
  }

  const server = createHttp({ adapter, application, ready, logger }).listen(options.port, host);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve).once('error', reject);
  });
  const { port } = server.address() as AddressInfo;

  const resume = () =>
    traces.resume().catch((error: unknown) => logger.error({ err: error }, 'Traces could not be resumed'));
  void resume();
  const timer = setInterval(() => void resume(), RESUME_EVERY_MS);

  return {
    url: `http://${host}:${port}`,
    async stop() {
      stopping = true;
      clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      await traces.drain(DRAIN_MS);
      server.closeIdleConnections();
      await closed;
    },
  };
}

function settingsOf(identity: BotIdentity | null) {
  if (identity === null) return {};
  return {
    MicrosoftAppId: identity.appId,
    MicrosoftAppTenantId: identity.tenantId,
    MicrosoftAppType: identity.type,
    ...(identity.password === undefined ? {} : { MicrosoftAppPassword: identity.password }),
  };
}
