// The demo estate: one service for each broken link, one that waits and one that is live, each a world of its own made
// from a case file. All case files speak of the same service, so each world is renamed from end to end.
import { join } from 'node:path';
import { traceWithEngine } from '../bot/engine-tracer.ts';
import type { Directory, TraceOrder, Tracer } from '../bot/ports.ts';
import { answered } from '../diagnostics/evidence/observed.ts';
import type { TraceRequest } from '../diagnostics/request.ts';
import type { Subject } from '../dialogs/subject.ts';
import { loadCase } from './cases/load.ts';
import type { LabCase } from './cases/schema.ts';
import { labReaders, labRequest } from './readers.ts';
import type { Lab } from './server.ts';

/** A service people can ask for, and the case that is its situation. */
interface DemoService {
  readonly service: string;
  readonly caseId: string;
}

/** In the order of the links, then the one that waits and the one that is live. */
const DEMO: readonly DemoService[] = [
  { service: 'portal-front', caseId: 'r073' },
  { service: 'kb-search', caseId: 'r157' },
  { service: 'speech-gateway', caseId: 'r163' },
  { service: 'billing-api', caseId: 'r081' },
  { service: 'chat-api', caseId: 'r103' },
  { service: 'prompt-store', caseId: 'r042' },
  { service: 'llm-router', caseId: 'r107' },
  { service: 'doc-loader', caseId: 'r106' },
  { service: 'session-cache', caseId: 'r210' },
  { service: 'auth-proxy', caseId: 'r168' },
];

export interface DemoWorld {
  /** Names the world in the lab. */
  readonly id: string;
  readonly labCase: LabCase;
  readonly subject: Subject;
}

/** `casesFolder` holds `reports/` and `bases/`. */
export function demoWorlds(casesFolder: string): readonly DemoWorld[] {
  return DEMO.map(({ service, caseId }) => {
    const original = loadCase(join(casesFolder, 'reports', `${caseId}.yaml`));
    const labCase = renamed(original, original.question.service, service);
    const { application, applicationNamespace, cluster } = labRequest(labCase);
    return {
      id: service,
      labCase,
      subject: {
        service,
        application,
        applicationNamespace,
        cluster,
        environment: environmentOf(application),
      },
    };
  });
}

/** Replaces a name wherever it stands alone or is part of a longer name: files, images, pods, messages. */
export function renamed(labCase: LabCase, from: string, to: string): LabCase {
  if (from === to) return labCase;
  return JSON.parse(JSON.stringify(labCase).replaceAll(from, to)) as LabCase;
}

const ENVIRONMENTS = ['dev', 'rec', 'prd'] as const;

/** The suffix of the Application, as the directory of the product reads it. */
function environmentOf(application: string): string | null {
  return ENVIRONMENTS.find((environment) => application.endsWith(`-${environment}`)) ?? null;
}

export function demoDirectory(worlds: readonly DemoWorld[]): Directory {
  const subjects = worlds.map(({ subject }) => subject);
  const vocabulary = {
    services: subjects.map(({ service }) => service),
    environments: ENVIRONMENTS,
    aliases: { prod: 'prd', production: 'prd', recette: 'rec' },
  };
  return {
    vocabulary: () => Promise.resolve(answered('demo', vocabulary)),
    find: (name) => {
      const wanted = name.toLowerCase();
      const found = subjects.filter(
        ({ service, application }) => service === wanted || application === wanted,
      );
      return Promise.resolve(answered('demo', found));
    },
  };
}

/** Each service is traced in its own world, at the time of its case. */
export function demoTracer(lab: Lab, worlds: readonly DemoWorld[], version: string): Tracer {
  return {
    trace(order, locale, signal) {
      const world = worlds.find(({ subject }) => subject.application === order.application);
      if (world === undefined) throw new Error(`the demo has no Application ${order.application}`);
      const readers = labReaders(lab.url, world.id, world.labCase);
      const clock = () => new Date(world.labCase.now);
      return traceWithEngine(requestOf(world, order), readers, { clock, locale, signal, version });
    },
  };
}

/** What the person of the case pushed is the change, unless another one is asked for. */
function requestOf(world: DemoWorld, order: TraceOrder): TraceRequest {
  const request = labRequest(world.labCase);
  return { ...request, environment: order.environment, change: order.change ?? request.change };
}
