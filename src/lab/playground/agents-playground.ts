// The Microsoft 365 Agents Playground as the Teams client of the lab: five people, a chat, a group and a team.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Child } from './processes.ts';
import { startChild } from './processes.ts';

export interface PlaygroundOptions {
  readonly port: number;
  readonly botUrl: string;
  readonly folder: string;
}

export interface Playground extends Child {
  readonly url: string;
}

/**
 * It listens on all interfaces and has no option for that (facts/sdks.md 3): every `listen(port)` of its process is told
 * to take the loopback address.
 */
const LOOPBACK_ONLY = `
import net from 'node:net';
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (first, ...rest) {
  if (typeof first === 'object' && first !== null) return listen.call(this, { ...first, host: '127.0.0.1' }, ...rest);
  const others = rest.filter((one) => typeof one !== 'string');
  return listen.call(this, first, '127.0.0.1', ...others);
};`;

export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const { port, botUrl, folder } = options;
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'playground.yml');
  writeFileSync(configFile, stringify(people()));
  const cli = createRequire(import.meta.url).resolve('@microsoft/m365agentsplayground/cli.js');
  const child = await startChild({
    name: 'The Agents Playground',
    arguments: [
      ...['--import', `data:text/javascript,${encodeURIComponent(LOOPBACK_ONLY)}`],
      cli,
      ...['-e', `${botUrl}/api/messages`, '-c', 'msteams', '-p', String(port), '--disable-telemetry'],
    ],
    environment: {
      TEAMSAPPTESTER_BROWSER: 'none',
      M365_AGENTS_PLAYGROUND_CONFIG_PATH: configFile,
      M365_AGENTS_PLAYGROUND_LOGFILE: join(folder, 'playground-errors.log'),
    },
    folder,
    logFile: join(folder, 'playground.log'),
    port,
  });
  return { ...child, url: `http://127.0.0.1:${port}` };
}

/** Who types, then the others: fewer than five others end the process (facts/sdks.md 3). */
const NAMES = [
  'Inès Moreau',
  'Théo Lambert',
  'Aïcha Benali',
  'Marc Dubois',
  'Chloé Petit',
  'Lucas Roy',
] as const;

function people() {
  const [currentUser, ...users] = NAMES.map((name, index) => {
    const [givenName, surname] = name.split(' ');
    const email = `user${index}@example.com`;
    return {
      id: `user-id-${index}`,
      name,
      // The playground spells it so.
      userPrincipleName: email,
      aadObjectId: `00000000-0000-0000-0000-00000000002${index}`,
      givenName,
      surname,
      email,
    };
  });
  return {
    version: '0.1.1',
    tenantId: '00000000-0000-0000-0000-000000000001',
    bot: { id: '00000000-0000-0000-0000-000000000011', name: 'maillon' },
    currentUser,
    users,
    personalChat: { id: 'personal-chat-id' },
    groupChat: { id: 'group-chat-id', name: 'Astreinte' },
    team: {
      id: 'team-id',
      name: 'Plateforme',
      aadGroupId: '00000000-0000-0000-0000-000000000031',
      channels: [{ id: 'deliveries-id', name: 'Livraisons' }],
    },
  };
}
