// The three addresses of the service: the messages of Teams, and two probes for the cluster.
import type { Application } from '@microsoft/teams-ai';
import express from 'express';
import type { ErrorRequestHandler, Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { BotAdapter } from './adapter.ts';
import { AFTERWARDS } from './application.ts';
import { activitySchema } from './incoming.ts';

export interface HttpParts {
  readonly adapter: BotAdapter;
  readonly application: Application;
  /** Throws when a message could not be handled now. */
  readonly ready: () => Promise<void>;
  readonly logger: Logger;
}

/** A message of Teams has at most 100 KB (facts/sdks.md 6.3); the rest of an activity is small. */
const BODY_LIMIT = '256kb';

export function createHttp(parts: HttpParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', (_request, response) => answer(response, 200, 'alive'));
  app.get('/readyz', async (_request, response) => {
    try {
      await parts.ready();
      answer(response, 200, 'ready');
    } catch (error) {
      parts.logger.warn({ err: error }, 'Not ready');
      answer(response, 503, 'not ready');
    }
  });
  app.post('/api/messages', express.json({ limit: BODY_LIMIT }), (request, response) =>
    onActivity(request, response, parts),
  );
  app.use((_request, response) => answer(response, 404, 'not found'));
  app.use(onHttpError(parts.logger));
  return app;
}

async function onActivity(request: Request, response: Response, parts: HttpParts): Promise<void> {
  const parsed = activitySchema.safeParse(request.body);
  if (!parsed.success) {
    parts.logger.warn(
      { fields: parsed.error.issues.map((issue) => issue.path.join('.')) },
      'Not an activity',
    );
    answer(response, 400, 'bad request');
    return;
  }

  const afterwards: (() => void)[] = [];
  const received = await parts.adapter.receive(
    request.headers.authorization ?? '',
    parsed.data,
    async (context) => {
      context.turnState.set(AFTERWARDS, (act: () => void) => afterwards.push(act));
      await parts.application.run(context);
    },
  );
  switch (received.kind) {
    case 'handled':
      if (received.response === undefined) response.status(200).end();
      else response.status(received.response.status).send(received.response.body);
      break;
    case 'unauthorized':
      parts.logger.warn('A request without a valid token was refused');
      answer(response, 401, 'unauthorized');
      break;
    case 'refused':
      parts.logger.warn({ reason: received.refusal }, 'An activity from elsewhere was refused');
      answer(response, 403, 'forbidden');
      break;
    case 'unverified':
      parts.logger.error({ err: received.error }, 'The signing keys could not be read');
      answer(response, 503, 'try again');
      break;
  }
  for (const act of afterwards) act();
}

/** Texts of errors stay inside: the caller may be anybody. */
function onHttpError(logger: Logger): ErrorRequestHandler {
  // Express tells an error handler by its four parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  return (error: unknown, _request, response, _next) => {
    const { status } = z
      .object({ status: z.number().int().min(400).max(499) })
      .catch({ status: 500 })
      .parse(error);
    if (status === 500) logger.error({ err: error }, 'A request failed');
    answer(response, status, status === 500 ? 'error' : 'bad request');
  };
}

function answer(response: Response, status: number, text: string): void {
  if (response.headersSent) return;
  response.status(status).type('text/plain').send(text);
}
