// Literal messages of kubelet and runtime (facts/kubernetes.md 3.2) and the cause each one names.
import { describe, expect, test } from '@jest/globals';
import { PULL_MESSAGES, readPull } from '../../../../src/diagnostics/links/pull/messages.ts';

const REF = 'images.example.io/api:new';
const resolve = (detail: string): string =>
  `failed to pull and unpack image "${REF}": failed to resolve reference "${REF}": ${detail}`;
const copy = (detail: string): string =>
  `failed to pull and unpack image "${REF}": failed to copy: httpReadSeeker: failed open: ${detail}`;
const head = (detail: string): string =>
  resolve(`failed to do request: Head "https://images.example.io/v2/api/manifests/new": ${detail}`);
const TOKEN =
  'https://images.example.io/oauth2/token?scope=repository%3Aapi%3Apull&service=images.example.io';

const messages: readonly (readonly [id: string, leaf: string, message: string])[] = [
  [
    'I01',
    'image_pull_401',
    resolve(
      `failed to authorize: failed to fetch oauth token: unexpected status from POST request to ${TOKEN}: 401 Unauthorized`,
    ),
  ],
  [
    'I02',
    'image_pull_401',
    resolve(
      `failed to authorize: failed to fetch anonymous token: unexpected status from GET request to ${TOKEN}: 401 Unauthorized`,
    ),
  ],
  ['I03', 'image_pull_401', resolve('unexpected status: 401 Unauthorized')],
  [
    'I04',
    'image_pull_401',
    'Error response from daemon: Get https://images.example.io/v2/api/manifests/new: unauthorized: authentication required',
  ],
  [
    'I05',
    'image_pull_401',
    resolve(
      'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
    ),
  ],
  ['I06', 'image_pull_401', resolve('failed to authorize: authorization failed: no basic auth credentials')],
  ['I07', 'image_pull_401', resolve('failed to handle basic auth because missing username or secret')],
  [
    'I09',
    'image_pull_403',
    resolve(
      `failed to authorize: failed to fetch anonymous token: unexpected status from GET request to ${TOKEN}: 403 Forbidden`,
    ),
  ],
  [
    'I10',
    'image_pull_403',
    "denied: client with IP '20.1.2.3' is not allowed access. Refer https://aka.ms/acr/firewall",
  ],
  [
    'I11',
    'image_pull_403',
    resolve(
      'unexpected status from HEAD request to https://images.example.io/v2/api/manifests/new: 403 Forbidden',
    ),
  ],
  [
    'I11',
    'image_pull_403',
    resolve('pulling from host images.example.io failed with status code [manifests new]: 403 Forbidden'),
  ],
  [
    'I12',
    'image_pull_403',
    copy('unexpected status code https://images.example.io/v2/api/blobs/sha256:1f: 403 Forbidden'),
  ],
  [
    'I12',
    'image_pull_403',
    'error pulling image configuration: error parsing HTTP 403 response body: invalid character: "<Error><Code>AuthorizationFailure</Code>"',
  ],
  ['I13', 'image_pull_network', head('dial tcp: lookup images.example.io on 10.0.0.10:53: no such host')],
  [
    'I14',
    'image_pull_network',
    copy(
      'failed to do request: Get "https://acr.francecentral.data.azurecr.io/x": dial tcp: lookup acr.francecentral.data.azurecr.io on 10.0.0.10:53: no such host',
    ),
  ],
  [
    'I15',
    'image_pull_network',
    head('dial tcp: lookup images.example.io on 10.0.0.10:53: server misbehaving'),
  ],
  [
    'I16',
    'image_pull_network',
    head(
      'dial tcp: lookup images.example.io on 10.0.0.10:53: read udp 10.1.0.5:33->10.0.0.10:53: i/o timeout',
    ),
  ],
  ['I17', 'image_pull_network', head('dial tcp 10.0.3.5:443: i/o timeout')],
  [
    'I19',
    'image_pull_network',
    copy(
      'failed to do request: Get "https://acr.francecentral.data.azurecr.io/x": dial tcp 10.0.3.6:443: i/o timeout',
    ),
  ],
  ['I21', 'image_pull_network', head('dial tcp 10.0.3.5:443: connect: connection refused')],
  ['I22', 'image_pull_network', head('dial tcp 10.0.3.5:443: connect: no route to host')],
  ['I23', 'image_pull_network', head('net/http: TLS handshake timeout')],
  ['I24', 'image_pull_network', head('EOF')],
  [
    'I24',
    'image_pull_network',
    copy('failed to do request: read tcp 10.1.0.4:443: read: connection reset by peer'),
  ],
  ['I25', 'image_pull_network', 'rpc error: code = DeadlineExceeded desc = context deadline exceeded'],
  ['I26', 'image_pull_network', `failed to pull and unpack image "${REF}": failed to copy: context canceled`],
  [
    'I27',
    'image_pull_network',
    head('tls: failed to verify certificate: x509: certificate signed by unknown authority'),
  ],
  [
    'I28',
    'image_pull_network',
    head('x509: certificate is valid for proxy.example.io, not images.example.io'),
  ],
  [
    'I29',
    'image_pull_network',
    head('x509: certificate has expired or is not yet valid: current time 2026-05-04T10:00:00Z'),
  ],
  ['I30', 'image_pull_network', head('http: server gave HTTP response to HTTPS client')],
  ['I31', 'image_pull_not_found', `rpc error: code = NotFound desc = ${resolve(`${REF}: not found`)}`],
  ['I31', 'image_pull_not_found', resolve(`${REF}: not found`)],
  [
    'I32',
    'image_pull_not_found',
    'Error response from daemon: manifest for images.example.io/api:new not found: manifest unknown: manifest tagged by "new" is not found',
  ],
  ['I33', 'image_pull_not_found', resolve('name unknown: repository name not known to registry')],
  [
    'I34',
    'image_purged',
    `failed to pull and unpack image "${REF}": could not fetch content descriptor sha256:0a (application/vnd.oci.image.layer.v1.tar+gzip) from remote: not found`,
  ],
  [
    'I35',
    'image_pull_platform',
    `rpc error: code = NotFound desc = failed to pull and unpack image "${REF}": no match for platform in manifest: not found`,
  ],
  ['I35', 'image_pull_platform', 'no matching manifest for linux/arm64/v8 in the manifest list entries'],
  [
    'I36',
    'image_pull_platform',
    'media type "application/vnd.docker.distribution.manifest.v1+prettyjws" is no longer supported since containerd v2.0',
  ],
  ['I37', 'image_pull_network', resolve('unexpected media type text/html for sha256:0a: not found')],
  [
    'I38',
    'image_pull_registry_error',
    'failed commit on ref "layer-sha256:0a": unexpected commit digest sha256:1b, expected sha256:0a: failed precondition',
  ],
  [
    'I39',
    'node_disk_full',
    'failed to extract layer sha256:0a: write /var/lib/containerd/x: no space left on device',
  ],
  ['I40', 'image_pull_registry_error', `rejecting 9000000 byte manifest for ${REF}`],
  [
    'I41',
    'image_pull_registry_error',
    copy('unexpected status code https://images.example.io/v2/api/blobs/sha256:f7: 429 Too Many Requests'),
  ],
  ['I41', 'image_pull_registry_error', 'toomanyrequests: You have reached your pull rate limit.'],
  ['I42', 'image_pull_registry_error', `Failed to pull image "${REF}": pull QPS exceeded`],
  ['I43', 'image_pull_registry_error', 'received unexpected HTTP status: 504 Gateway Timeout'],
  [
    'I43',
    'image_pull_registry_error',
    resolve(
      'unexpected status from HEAD request to https://images.example.io/v2/api/manifests/new: 503 Service Unavailable',
    ),
  ],
  ['I45', 'image_pull_not_found', `Container image "${REF}" is not present with pull policy of Never`],
  [
    'I46',
    'image_reference_invalid',
    `Failed to apply default image tag "images.example.io/API:": couldn't parse image reference "images.example.io/API:": invalid reference format: repository name must be lowercase`,
  ],
  ['I47', 'image_pull_registry_error', `Failed to inspect image "${REF}": rpc error`],
  ['I48', 'image_pull_registry_error', `image pull failed for ${REF} because the registry is unavailable: x`],
  [
    'I49',
    'image_pull_registry_error',
    `image pull failed for ${REF} because the signature validation failed: x`,
  ],
  [
    'I50',
    'image_pull_registry_error',
    'rpc error: code = Unavailable desc = connection error: desc = "transport: dial unix /run/containerd/containerd.sock: connect: no such file"',
  ],
  ['I51', 'image_pull_registry_error', 'Failed to record image pull intent for container image'],
];

describe('what a failed pull says', () => {
  test.each(messages)('%s %s: %s', (id, leaf, message) => {
    const reading = readPull([message]);
    expect({ id: reading?.row?.id, leaf: reading?.row?.leaf }).toEqual({ id, leaf });
  });

  test('every row of the catalogue is met by a literal message', () => {
    const met = new Set(messages.map(([id]) => id));
    // A bare time-out is what is left when a message is cut before its address.
    expect(PULL_MESSAGES.map(({ id }) => id).filter((id) => !met.has(id))).toEqual(['I17t']);
    expect(readPull(['i/o timeout'])?.row?.id).toBe('I17t');
  });

  test.each([
    [
      'not found before 401',
      `[${resolve(`${REF}: not found`)}, ${resolve(`failed to authorize: failed to fetch anonymous token: unexpected status from GET request to ${TOKEN}: 401 Unauthorized`)}]`,
      'I31',
    ],
    [
      '403 before 401',
      `[failed to fetch oauth token: 401 Unauthorized, ${resolve('unexpected status from HEAD request to https://images.example.io/v2/: 403 Forbidden')}]`,
      'I11',
    ],
    [
      'DNS before TCP',
      `[dial tcp: lookup images.example.io on 10.0.0.10:53: no such host, dial tcp 10.0.3.5:443: i/o timeout]`,
      'I13',
    ],
    [
      'a refused credential before none',
      `[failed to fetch oauth token: 401 Unauthorized, failed to fetch anonymous token: 401 Unauthorized]`,
      'I01',
    ],
    [
      'the platform before not found',
      `failed to pull and unpack image "${REF}": no match for platform in manifest: not found`,
      'I35',
    ],
  ])('of a list with one entry per credential: %s', (_name, message, id) => {
    expect(readPull([message])?.row?.id).toBe(id);
  });

  test.each([
    '',
    `Back-off pulling image "${REF}"`,
    'Error: ErrImagePull',
    'Error: ImagePullBackOff',
    'ErrImagePull',
  ])('%j names no cause', (message) => {
    expect(readPull([message])).toBeUndefined();
  });

  test('an event that names the cause wins over a state that does not', () => {
    expect(
      readPull([`Back-off pulling image "${REF}"`, `Failed to pull image "${REF}": pull QPS exceeded`])?.row
        ?.id,
    ).toBe('I42');
  });

  test('of two that say the same, the longer one is shown', () => {
    expect(readPull([`x: 401 Unauthorized`, `a longer x: 401 Unauthorized`])?.message).toBe(
      'a longer x: 401 Unauthorized',
    );
  });

  test('a message that no row knows is kept as it is', () => {
    expect(readPull(['something new happened'])).toEqual({
      message: 'something new happened',
      row: undefined,
    });
  });

  test('digits of a digest are no status', () => {
    expect(readPull([`failed to pull "${REF}@sha256:401403429500503": oddity`])?.row).toBeUndefined();
  });

  test('a very long message is read in little time', () => {
    const started = Date.now();
    readPull([`lookup ${'a'.repeat(100_000)}: `.repeat(3)]);
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});
