// DNS and HTTP from where the bot runs. `fetch` takes what an Ingress or a configuration names: its hosts come from people who
// write manifests, so addresses that would answer with secrets are never called (addresses.ts).
import { answered, unanswered, type Answer, type ObservationError } from '../../evidence/observed.ts';
import type { NetworkReader } from '../../evidence/ports.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { resolveName, type DnsOptions } from './dns.ts';
import { transportCode, unreachable } from './failures.ts';
import { ClosedAddress, getPage, type PageOptions } from './page.ts';

export interface NetworkReaderOptions extends DnsOptions, PageOptions {
  readonly timeoutMs?: number;
}

/** A page of the product that needs longer is as good as down for its users. */
const defaultTimeoutMs = 3000;

export function createNetworkReader(options: NetworkReaderOptions = {}): NetworkReader {
  const { timeoutMs = defaultTimeoutMs } = options;

  /** The edge: a failed look is an answer too; a bug stays thrown. */
  async function look<T>(
    what: string,
    address: string,
    signal: AbortSignal,
    read: (deadline: Deadline) => Promise<T>,
  ): Promise<Answer<T>> {
    const deadline = startDeadline(signal, timeoutMs);
    try {
      return answered(what, await read(deadline));
    } catch (error) {
      if (deadline.signal.aborted) return unanswered(what, deadline.expired(what));
      if (error instanceof ClosedAddress) return unanswered(what, closed(what, error));
      if (transportCode(error) === undefined) throw error;
      return unanswered(what, unreachable(what, address, error));
    }
  }

  return {
    async resolve(name, signal) {
      return await look(`DNS ${name}`, 'name servers of the bot', signal, (deadline) =>
        resolveName(name, options, deadline.signal),
      );
    },

    async fetch(text, signal) {
      const what = `GET ${text}`;
      const url = webUrl(text);
      if (url === undefined) return unanswered(what, notWeb(what));
      return await look(what, url.host, signal, (deadline) => getPage(url, options, deadline.signal));
    },
  };
}

function closed(what: string, error: ClosedAddress): ObservationError {
  return { kind: 'denied', what, missing: 'an address that the bot may call', detail: error.message };
}

function notWeb(what: string): ObservationError {
  return { kind: 'malformed', what, path: 'url', detail: 'not an http or https URL' };
}

/** Without a user name or password: a page is read as an anonymous visitor. */
function webUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  return web && url.username === '' && url.password === '' ? url : undefined;
}
