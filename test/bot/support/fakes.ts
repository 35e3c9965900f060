// Stand-ins for what compose.ts hands to the bot.
import { answered } from '../../../src/diagnostics/evidence/observed.ts';
import type { Report } from '../../../src/diagnostics/report.types.ts';
import type { Directory, TraceOrder, Tracer } from '../../../src/bot/ports.ts';
import type { Subject } from '../../../src/dialogs/subject.ts';
import { TAKEN_AT, sampleReport } from './sample-report.ts';

export function subject(service: string, environment: string | null): Subject {
  return {
    service,
    application: environment === null ? service : `${service}-${environment}`,
    applicationNamespace: 'argocd',
    cluster: 'in-cluster',
    environment,
  };
}

export function fakeDirectory(subjects: readonly Subject[]): Directory {
  return {
    vocabulary: () =>
      Promise.resolve(
        answered('directory', {
          services: [...new Set(subjects.map(({ service }) => service))],
          environments: ['dev', 'rec', 'prd'],
          aliases: { prod: 'prd' },
        }),
      ),
    find: (name) =>
      Promise.resolve(
        answered(
          'directory',
          subjects.filter((one) => [one.service, one.application].includes(name.toLowerCase())),
        ),
      ),
  };
}

export interface FakeTracer extends Tracer {
  readonly orders: TraceOrder[];
  /** Awaited before each link: lets a test look at the card half way. */
  beforeLink: (link: number) => Promise<void>;
}

/** Breaks link 5, unless told otherwise. */
export function fakeTracer(reportOf: (order: TraceOrder) => Report = () => sampleReport(5)): FakeTracer {
  const tracer: FakeTracer = {
    orders: [],
    beforeLink: () => Promise.resolve(),
    async *trace(order, locale, signal) {
      tracer.orders.push(order);
      const { service, application, cluster, environment } = order;
      const report = {
        ...reportOf(order),
        request: { service, application, cluster, environment, change: order.change },
      };
      yield { type: 'started', at: TAKEN_AT, change: null };
      for (const link of report.links) {
        await tracer.beforeLink(link.link);
        signal.throwIfAborted();
        yield { type: 'link', link };
      }
      yield { type: 'finished', report, bundle: { schema: 1, locale } };
    },
  };
  return tracer;
}
