// One HTTP exchange through the client of azure-devops-node-api: the body is read here, once, and never larger than evidence can be.
import type http from 'node:http';
import type {
  IHeaders,
  IHttpClientResponse,
} from 'azure-devops-node-api/interfaces/common/VsoBaseInterfaces.js';
import { ReadFailure } from '../http.ts';
import type { RawResponse } from './reply.ts';

export type Request = (
  verb: string,
  url: string,
  data: string | NodeJS.ReadableStream,
  headers: IHeaders,
) => Promise<IHttpClientResponse>;

export interface Exchange {
  readonly message: http.IncomingMessage;
  readonly response: RawResponse;
}

/** The largest answers read are timelines and the trees of a repository. */
const maxBytes = 16 * 1024 * 1024;

export async function transmit(what: string, request: () => Promise<IHttpClientResponse>): Promise<Exchange> {
  const { message } = await request();
  const text = await readText(what, message);
  return {
    message,
    response: {
      status: message.statusCode ?? 0,
      contentType: message.headers['content-type'],
      retryAfter: message.headers['retry-after'],
      continuation: firstOf(message.headers['x-ms-continuationtoken']),
      text,
    },
  };
}

/** The answer as the library gets it: it must not read the body again. */
export function handBack(message: http.IncomingMessage, text: string): IHttpClientResponse {
  return { message, readBody: () => Promise.resolve(text) };
}

async function readText(what: string, message: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new ReadFailure({
        kind: 'malformed',
        what,
        path: '',
        detail: `more than ${String(maxBytes)} bytes`,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
