// DNS and HTTP of a case, as seen from where the bot runs: tables, not served over the network.
import type { NetworkReader } from '../diagnostics/evidence/ports.ts';
import { answered, unanswered } from '../diagnostics/evidence/observed.ts';
import type { ObservationError } from '../diagnostics/evidence/observed.ts';
import type { LabCase } from './cases/schema.ts';

/** The body is cut as the real reader cuts it (src/diagnostics/evidence/network.ts). */
const BODY_LIMIT = 4096;

/** A name that the table does not hold is not said to be missing: nobody looked it up. */
export function labDns(labCase: LabCase): NetworkReader['resolve'] {
  const entries = new Map(labCase.estate.dns.map((entry) => [entry.name.toLowerCase(), entry]));
  return (name) => {
    const source = `DNS ${name}`;
    const entry = entries.get(name.toLowerCase());
    if (entry === undefined) return Promise.resolve(unanswered(source, notInTable(source, name)));
    const value = { name, addresses: [...(entry.addresses ?? [])], cname: undefined, error: entry.error };
    return Promise.resolve(answered(source, value));
  };
}

/** A URL that the table does not hold cannot be reached from here. */
export function labHttp(labCase: LabCase): NetworkReader['fetch'] {
  const pages = new Map((labCase.estate.http ?? []).map((page) => [normal(page.url), page]));
  return (url) => {
    const source = `GET ${url}`;
    const page = pages.get(normal(url));
    if (page === undefined) {
      return Promise.resolve(unanswered(source, notInTable(source, hostOf(url))));
    }
    const headers = Object.fromEntries(
      Object.entries(page.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const value = { url, status: page.status, headers, body: page.body.slice(0, BODY_LIMIT) };
    return Promise.resolve(answered(source, value));
  };
}

export function labNetwork(labCase: LabCase): NetworkReader {
  return { resolve: labDns(labCase), fetch: labHttp(labCase) };
}

/** A host whose name the case's table says does not resolve: nobody reaches it. Names it does not mention do resolve. */
export function failsToResolve(labCase: LabCase, host: string): boolean {
  const entry = labCase.estate.dns.find(({ name }) => name.toLowerCase() === host.toLowerCase());
  return entry?.error !== undefined;
}

function notInTable(what: string, address: string): ObservationError {
  return { kind: 'unreachable', what, address, detail: 'the case says nothing about it' };
}

function normal(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
