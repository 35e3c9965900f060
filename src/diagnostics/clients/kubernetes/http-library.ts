// The sending half of @kubernetes/client-node, over node's own http. The library's default (node-fetch 2) does not notice when
// a body of known length is cut off, and waits; it also follows redirects, which an API server has no use for.
import http from 'node:http';
import https from 'node:https';
import type * as client from '@kubernetes/client-node';
import type { PromiseHttpLibrary, RequestContext } from '@kubernetes/client-node';

type Library = Pick<typeof client, 'ResponseContext' | 'SelfDecodingBody'>;

export function createHttpLibrary({ ResponseContext, SelfDecodingBody }: Library): PromiseHttpLibrary {
  return {
    async send(request) {
      const { status, headers, body } = await exchange(request);
      return new ResponseContext(status, headers, new SelfDecodingBody(Promise.resolve(body)));
    },
  };
}

interface Exchanged {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

async function exchange(request: RequestContext): Promise<Exchanged> {
  const url = new URL(request.getUrl());
  const signal = request.getSignal();
  const options = {
    method: request.getHttpMethod(),
    headers: request.getHeaders(),
    agent: request.getAgent(),
    ...(signal !== undefined && { signal }),
  };
  return await new Promise((resolve, reject) => {
    const sender = url.protocol === 'https:' ? https : http;
    const outgoing = sender.request(url, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode = 0 } = incoming;
        resolve({ status: statusCode, headers: flat(incoming.headers), body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}
