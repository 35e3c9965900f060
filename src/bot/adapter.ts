// botbuilder's adapter, with our own HTTP edge: its `process` answers with the library's error texts and a 500 for a bad
// signature (facts/sdks.md 4.2), and its connector client sends a message again when the answer was lost.
import { TeamsAdapter } from '@microsoft/teams-ai';
import type { Activity, InvokeResponse, TurnContext } from 'botbuilder';
import { z } from 'zod';
import type { Admission, Refusal } from './admission.ts';
import { refusalOf } from './admission.ts';
import type { IncomingActivity } from './incoming.ts';

type AdapterParts = ConstructorParameters<typeof TeamsAdapter>;

export type Received =
  | { readonly kind: 'handled'; readonly response: InvokeResponse | undefined }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The signing keys could not be fetched: neither good nor bad. */
  | { readonly kind: 'unverified'; readonly error: unknown };

export class BotAdapter extends TeamsAdapter {
  readonly #admission: Admission;

  constructor(admission: Admission, settings: AdapterParts[0], credentials?: AdapterParts[1]) {
    super(settings, credentials);
    this.#admission = admission;
    this.use(async (context, next) => {
      sendOnce(context.turnState.get(this.ConnectorClientKey));
      await next();
    });
  }

  /** Checks the token, then our own rules, then runs the turn. Errors of the turn itself go to onTurnError. */
  async receive(
    authorization: string,
    activity: IncomingActivity,
    logic: (context: TurnContext) => Promise<void>,
  ): Promise<Received> {
    const sdkActivity = activity as unknown as Activity;
    let identity;
    try {
      identity = await this.botFrameworkAuthentication.authenticateRequest(sdkActivity, authorization);
    } catch (error) {
      return isTokenError(error) ? { kind: 'unauthorized' } : { kind: 'unverified', error };
    }

    const issuer = identity.claimsIdentity.getClaimValue('iss') ?? undefined;
    const refusal = refusalOf(activity, issuer, this.#admission);
    if (refusal !== null) return { kind: 'refused', refusal };
    return { kind: 'handled', response: await this.processActivity(identity, sdkActivity, logic) };
  }
}

/** AuthenticationError carries its status, the errors of jsonwebtoken only their name; neither class is exported. */
function isTokenError(error: unknown): boolean {
  const status = z.object({ statusCode: z.number() }).safeParse(error);
  if (status.success) return status.data.statusCode === 401 || status.data.statusCode === 403;
  return error instanceof Error && /^(JsonWebToken|TokenExpired|NotBefore)Error$/.test(error.name);
}

/**
 * Takes the retries out of a connector client: it sends a POST up to four times after 408 and 5xx, and a message that
 * was posted twice stays twice (facts/teams-identity-infra.md D9). delivery.ts retries what is safe.
 */
function sendOnce(connectorClient: unknown): void {
  const client = connectorClient as { client: { pipeline: { removePolicy(by: { name: string }): unknown } } };
  client.client.pipeline.removePolicy({ name: 'defaultRetryPolicy' });
}
