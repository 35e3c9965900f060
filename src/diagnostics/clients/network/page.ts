// One GET as an anonymous visitor: no credentials, no redirects, no more of the body than a verdict needs.
import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { HttpAnswer } from '../../evidence/network.ts';
import { isClosedAddress } from './addresses.ts';

/** The address is one of those the bot never calls. */
export class ClosedAddress extends Error {
  constructor(host: string) {
    super(`${host} is an address of the bot's own host or of the cloud's machine services`);
    this.name = 'ClosedAddress';
  }
}

const mostCharacters = 4096;

export interface PageOptions {
  /** Which addresses are never called; replaced in tests, whose server is on this host. */
  readonly isClosed?: (address: string) => boolean;
}

/** Over node:http rather than fetch: the address is checked where the connection is made, after the name is resolved. */
export async function getPage(
  url: URL,
  { isClosed = isClosedAddress }: PageOptions,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isClosed(host)) throw new ClosedAddress(host);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return await new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'identity', 'user-agent': 'maillon' };
    const request = send(url, { agent: false, headers, lookup: openLookup(isClosed), signal }, (response) => {
      const answer = { url: url.href, status: response.statusCode ?? 0, headers: flat(response.headers) };
      let body = '';
      const finish = () => {
        resolve({ ...answer, body: body.slice(0, mostCharacters) });
        request.destroy();
      };
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length >= mostCharacters) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });
}

/** Refuses a name as soon as one of its addresses is closed: which one would be tried is not for us to say. */
function openLookup(isClosed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const first = found[0];
      if (error !== null) callback(error, '', 0);
      else if (first === undefined || found.some(({ address }) => isClosed(address))) {
        callback(new ClosedAddress(host), '', 0);
      } else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

function flat(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
