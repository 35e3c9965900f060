// Who may talk to the bot, beyond the token: botbuilder checks neither channel, tenant nor service host.
import type { IncomingActivity } from './incoming.ts';

export interface Admission {
  /** Entra tenants whose people may use the bot. */
  readonly tenants: readonly string[];
  /** Hosts replies may go to. Other hosts of trafficmanager.net belong to anyone. */
  readonly serviceHosts: readonly string[];
  /** Client id of the bot; null only in the lab. */
  readonly appId: string | null;
}

/** Where the Bot Connector of Teams listens (facts/teams-identity-infra.md 4, "own middleware"). */
export const TEAMS_SERVICE_HOSTS = ['smba.trafficmanager.net'] as const;

/** Issuer of the tokens the Bot Connector sends; the emulator has others. */
export const CONNECTOR_ISSUER = 'https://api.botframework.com';

export type Refusal = 'channel' | 'tenant' | 'service host' | 'recipient' | 'issuer';

/** Null: welcome. `issuer` is the claim of the checked token, undefined when there was none. */
export function refusalOf(
  activity: IncomingActivity,
  issuer: string | undefined,
  admission: Admission,
): Refusal | null {
  if (activity.channelId !== 'msteams') return 'channel';
  if (!isServiceAllowed(activity.serviceUrl, admission)) return 'service host';
  if (admission.appId === null) return null;

  if (issuer !== CONNECTOR_ISSUER) return 'issuer';
  if (!activity.recipient.id.endsWith(admission.appId)) return 'recipient';
  const tenants = [activity.conversation.tenantId, activity.channelData?.tenant?.id].filter(
    (tenant) => tenant !== undefined,
  );
  if (tenants.length === 0 || !tenants.every((tenant) => admission.tenants.includes(tenant))) return 'tenant';
  return null;
}

function isServiceAllowed(serviceUrl: string, admission: Admission): boolean {
  if (!URL.canParse(serviceUrl)) return false;
  const url = new URL(serviceUrl);
  if (admission.appId === null) return isLoopback(url.hostname);
  return (
    admission.serviceHosts.includes(url.hostname) && (url.protocol === 'https:' || isLoopback(url.hostname))
  );
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
