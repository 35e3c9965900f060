// The token dance: challenge, exchange of the Entra token, access token for one scope (facts/azure-devops-and-acr.md 4.1).
// Tokens of the lab are self-describing and open nothing: they carry the scope they were asked for.
import type { LabAnswer, LabRequest } from '../exchange.ts';
import type { Registry } from '../cases/schema.ts';
import { error, found } from './answers.ts';

/** An hour, as the registry gives it. */
const REFRESH_LIFE_SECONDS = 3600;
const RATE_HEADER = { 'x-ms-ratelimit-remaining-calls-per-second': '166.65' };

export function exchange(request: LabRequest, registry: Registry): LabAnswer {
  const form = new URLSearchParams(request.body);
  if (form.get('grant_type') === null || form.get('service') !== registry.loginServer) return unauthorized();
  if ((form.get('access_token') ?? form.get('refresh_token') ?? '') === '') return unauthorized();
  const exp = Math.floor(Date.now() / 1000) + REFRESH_LIFE_SECONDS;
  return found({ refresh_token: token({ exp, grant_type: 'refresh_token' }) }, RATE_HEADER);
}

export function accessToken(request: LabRequest, registry: Registry): LabAnswer {
  const form = new URLSearchParams(request.body);
  const scope = form.get('scope');
  if (scope === null || form.get('service') !== registry.loginServer) return unauthorized();
  if (payload(form.get('refresh_token') ?? '')?.['grant_type'] !== 'refresh_token') return unauthorized();
  const exp = Math.floor(Date.now() / 1000) + REFRESH_LIFE_SECONDS;
  return found({ access_token: token({ exp, scope }) }, RATE_HEADER);
}

/** Undefined: the request carries a token for that scope. Else the challenge that says where to get one. */
export function challenge(
  request: LabRequest,
  registry: Registry,
  scope: string | undefined,
): LabAnswer | undefined {
  const given = /^Bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
  const granted = given === undefined ? undefined : payload(given)?.['scope'];
  if (typeof granted === 'string' && (scope === undefined || granted.split(' ').includes(scope)))
    return undefined;
  const answer = unauthorized(scope);
  return {
    ...answer,
    headers: { ...answer.headers, ...challengeHeader(registry, scope, given !== undefined) },
  };
}

export function challengeHeader(
  registry: Registry,
  scope: string | undefined,
  hasToken: boolean,
): Record<string, string> {
  const parts = [
    `realm="https://${registry.loginServer}/oauth2/token"`,
    `service="${registry.loginServer}"`,
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
    ...(hasToken ? ['error="insufficient_scope"'] : []),
  ];
  return { 'www-authenticate': `Bearer ${parts.join(',')}` };
}

function unauthorized(scope?: string): LabAnswer {
  const [type, name, action] = scope?.split(':') ?? [];
  return error(
    401,
    'UNAUTHORIZED',
    'authentication required, visit https://aka.ms/acr/authorization for more information.',
    scope === undefined ? undefined : [{ Type: type, Name: name, Action: action }],
  );
}

function token(claims: Readonly<Record<string, unknown>>): string {
  return [{ alg: 'none', typ: 'JWT' }, claims].map(encode).join('.') + '.lab';
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function payload(jwt: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return claims !== null && typeof claims === 'object' ? (claims as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
