// `npm start`: runs the demo until Ctrl-C and prints what to open and what to type.
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLogger, silenceConsole } from '../../log.ts';
import { packageVersion } from '../../cli/version.ts';
import { startDemo } from './start.ts';

/** 3978 and 56150 are the usual ports of a bot and of the playground. */
const PREFERRED = { azurite: 10_000, bot: 3978, playground: 56_150 };

const { values } = parseArgs({
  options: {
    /** azurite,bot,playground: these and no others. */
    ports: { type: 'string' },
    /** Forgets conversations at the end. */
    fresh: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('../../../', import.meta.url));
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
});

const version = packageVersion();
const logger = createLogger({ level: process.env['LOG_LEVEL'] ?? 'warn', version });
silenceConsole(logger);

const demo = await startDemo({
  ports: values.ports === undefined ? await freePorts() : portsOf(values.ports),
  casesFolder: `${root}test/cases`,
  stateFolder: `${root}.state/${values.fresh ? 'fresh' : 'demo'}`,
  keepState: !values.fresh,
  version,
  logger,
});
process.stdout.write(welcome(demo.url, demo.services));
await stopped;
process.stdout.write('\nStopping. / Arrêt.\n');
await demo.stop();

function welcome(url: string, services: readonly string[]): string {
  const [example = ''] = services.slice(4);
  return `
Open / Ouvrir : ${url}
Type / Écrire : /trace ${example}        tracer ${example}        help        aide
Services      : ${services.join(', ')}
Stop / Arrêt  : Ctrl-C
`;
}

function portsOf(text: string) {
  const [azurite, bot, playground] = text.split(',').map(Number);
  if (azurite === undefined || bot === undefined || playground === undefined) {
    throw new Error('--ports needs three numbers: azurite,bot,playground');
  }
  return { azurite, bot, playground };
}

async function freePorts() {
  return {
    azurite: await freePort(PREFERRED.azurite),
    bot: await freePort(PREFERRED.bot),
    playground: await freePort(PREFERRED.playground),
  };
}

/** The preferred port, or any other when it is taken. */
function freePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => {
      if (preferred === 0) reject(new Error('no port of 127.0.0.1 is free'));
      else resolve(freePort(0));
    });
    probe.listen(preferred, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : preferred;
      probe.close(() => resolve(port));
    });
  });
}
