import { expect, test } from '@jest/globals';
import type { Admission } from '../../src/bot/admission.ts';
import { CONNECTOR_ISSUER, isLoopback, refusalOf, TEAMS_SERVICE_HOSTS } from '../../src/bot/admission.ts';
import { activitySchema } from '../../src/bot/incoming.ts';

const PRODUCTION: Admission = { appId: 'app', tenants: ['tenant'], serviceHosts: TEAMS_SERVICE_HOSTS };
const LAB: Admission = { ...PRODUCTION, appId: null };

function activity(overrides: object = {}) {
  return activitySchema.parse({
    type: 'message',
    channelId: 'msteams',
    serviceUrl: 'https://smba.trafficmanager.net/emea/',
    from: { id: '29:person' },
    recipient: { id: '28:app' },
    conversation: { id: 'a:chat', tenantId: 'tenant' },
    ...overrides,
  });
}

test.each([
  ['welcome', {}, CONNECTOR_ISSUER, null],
  ['an emulator', {}, 'https://sts.windows.net/x/', 'issuer'],
  ['no issuer', {}, undefined, 'issuer'],
  ['another channel', { channelId: 'emulator' }, CONNECTOR_ISSUER, 'channel'],
  [
    'a neighbour of the connector',
    { serviceUrl: 'https://evil.trafficmanager.net/' },
    CONNECTOR_ISSUER,
    'service host',
  ],
  [
    'a host that ends alike',
    { serviceUrl: 'https://evil-smba.trafficmanager.net.test/' },
    CONNECTOR_ISSUER,
    'service host',
  ],
  ['no TLS', { serviceUrl: 'http://smba.trafficmanager.net/' }, CONNECTOR_ISSUER, 'service host'],
  ['the metadata address', { serviceUrl: 'http://169.254.169.254/' }, CONNECTOR_ISSUER, 'service host'],
  ['another bot', { recipient: { id: '28:other' } }, CONNECTOR_ISSUER, 'recipient'],
  ['another tenant', { conversation: { id: 'c', tenantId: 'other' } }, CONNECTOR_ISSUER, 'tenant'],
] as const)('%s', (_, overrides, issuer, expected) => {
  expect(refusalOf(activity(overrides), issuer, PRODUCTION)).toBe(expected);
});

test.each([
  ['http://127.0.0.1:56150/_connector', null],
  ['http://localhost:56150/_connector', null],
  ['https://smba.trafficmanager.net/emea/', 'service host'],
])('the lab answers loopback only: %s', (serviceUrl, expected) => {
  expect(refusalOf(activity({ serviceUrl }), undefined, LAB)).toBe(expected);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['127.0.0.1.evil.test', false],
  ['10.0.0.1', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
