// The Bot Connector of Teams, as a bot meets it: records what is posted and answers as told.
import type { AddressInfo } from 'node:net';
import express from 'express';

export interface Posted {
  readonly method: 'POST' | 'PUT';
  readonly conversation: string;
  readonly id: string;
  readonly activity: SentActivity;
  readonly authorization: string | undefined;
}

export interface SentActivity {
  readonly type: string;
  readonly summary?: string;
  readonly text?: string;
  readonly replyToId?: string;
  readonly attachments?: readonly { readonly content: { readonly body: unknown; readonly speak: string } }[];
}

export interface ConnectorDouble {
  readonly serviceUrl: string;
  readonly posted: Posted[];
  /** Statuses for the next requests, in order; 0 posts the message and then drops the connection. */
  readonly refusals: number[];
  stop(): Promise<void>;
}

export async function connectorDouble(): Promise<ConnectorDouble> {
  const posted: Posted[] = [];
  const refusals: number[] = [];
  let count = 0;
  const app = express();
  app.use(express.json({ limit: '1mb' }));
  app.all('/v3/conversations/:conversation/activities{/:id}', (request, response) => {
    const method = request.method === 'PUT' ? 'PUT' : 'POST';
    const refusal = refusals.shift();
    if (refusal !== undefined && refusal !== 0) {
      response
        .status(refusal)
        .set('retry-after', '1')
        .json({ error: { code: 'Refused', message: 'no' } });
      return;
    }
    count += 1;
    const id = method === 'PUT' ? String(request.params.id) : `message-${count}`;
    posted.push({
      method,
      conversation: request.params.conversation,
      id,
      activity: request.body as SentActivity,
      authorization: request.headers.authorization,
    });
    if (refusal === 0) request.socket.destroy();
    else response.status(method === 'PUT' ? 200 : 201).json({ id });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    serviceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    refusals,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
