// A running bot on loopback with a connector double, and the activities people cause.
import { pino } from 'pino';
import type { ServiceOptions, Service } from '../../../src/bot/service.ts';
import { startService } from '../../../src/bot/service.ts';
import { memoryDocuments } from '../../storage/memory-documents.ts';
import type { ConnectorDouble, Posted } from './connector.ts';
import { connectorDouble } from './connector.ts';
import { fakeDirectory, fakeTracer, subject } from './fakes.ts';

export const SILENT = pino({ level: 'silent' });

export interface TestBot {
  readonly service: Service;
  readonly connector: ConnectorDouble;
  post(activity: object, headers?: Record<string, string>): Promise<{ status: number; body: string }>;
  say(text: string, overrides?: object): Promise<{ status: number; body: string }>;
  press(data: object, overrides?: object): Promise<{ status: number; body: string }>;
  stop(): Promise<void>;
}

export async function startTestBot(overrides: Partial<ServiceOptions> = {}): Promise<TestBot> {
  const connector = await connectorDouble();
  const service = await startService({
    identity: null,
    tenants: [],
    directory: fakeDirectory([
      subject('orders', 'prd'),
      subject('billing', 'prd'),
      subject('billing', 'dev'),
    ]),
    tracer: fakeTracer(),
    documents: memoryDocuments(),
    logger: SILENT,
    host: '127.0.0.1',
    port: 0,
    now: () => new Date(),
    cardGapMs: 50,
    ...overrides,
  }).catch(async (error: unknown) => {
    await connector.stop();
    throw error;
  });
  let count = 0;

  async function post(activity: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${service.url}/api/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(activity),
    });
    return { status: response.status, body: await response.text() };
  }

  function activity(overridden: object) {
    count += 1;
    return {
      id: `activity-${count}`,
      channelId: 'msteams',
      serviceUrl: connector.serviceUrl,
      from: { id: '29:person', aadObjectId: 'a-person', name: 'A Person' },
      recipient: { id: '28:bot', name: 'maillon' },
      conversation: { id: 'a:chat', conversationType: 'personal', tenantId: 'a-tenant' },
      locale: 'en-US',
      ...overridden,
    };
  }

  return {
    service,
    connector,
    post,
    say: (text, more = {}) => post(activity({ type: 'message', text, ...more })),
    press: (data, more = {}) =>
      post(
        activity({
          type: 'invoke',
          name: 'adaptiveCard/action',
          value: { action: { type: 'Action.Execute', verb: 'trace', data } },
          replyToId: 'message-1',
          ...more,
        }),
      ),
    async stop() {
      await service.stop();
      await connector.stop();
    },
  };
}

/** Every text a card shows, in order. */
export function wordsOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(wordsOf).filter(Boolean).join(' ');
  if (typeof node !== 'object' || node === null) return '';
  const { text, title, body, items, columns, inlines, actions } = node as Record<string, unknown>;
  const own = [text, title].filter((one) => typeof one === 'string');
  return [...own, ...[body, items, columns, inlines, actions].map(wordsOf)].filter(Boolean).join(' ');
}

export function cardOf(posted: Posted | undefined): string {
  return wordsOf(posted?.activity.attachments?.[0]?.content);
}

/** Waits until `check` holds, for at most four seconds. */
export async function until(check: () => boolean): Promise<void> {
  const end = performance.now() + 4000;
  while (!check()) {
    if (performance.now() > end) throw new Error(`waited in vain for: ${check.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
