// What the kubelet and the runtime say when a pull fails (facts/kubernetes.md 3.2): fragments of their messages as data.
// One event can hold a list with one entry per credential tried; an anonymous retry always adds a 401 to it, so the
// ranks of 3.1 decide, never the order.
import type { LeafOf } from '../rollout/cause.ts';

export type PullLeaf = LeafOf<'pull'>;

export interface PullMessage {
  readonly id: string;
  readonly leaf: PullLeaf;
  /** The higher one of several matches wins. */
  readonly rank: number;
  readonly pattern: RegExp;
  /** Passes often by itself: waited for, for a while. */
  readonly transient?: true;
  /** The kubelet had no credential at all (F8). */
  readonly anonymous?: true;
  /** Too little to name a cause: what the registry says goes first. */
  readonly vague?: true;
}

// `[^,]*` keeps a pattern inside its entry of the list.
export const PULL_MESSAGES: readonly PullMessage[] = [
  // The reference itself
  {
    id: 'I46',
    leaf: 'image_reference_invalid',
    rank: 100,
    pattern: /couldn't parse image (?:reference|name)|invalid reference format/,
  },
  { id: 'I45', leaf: 'image_pull_not_found', rank: 98, pattern: /is not present with pull policy of Never/ },

  // The registry has something, and the node cannot use it
  {
    id: 'I35',
    leaf: 'image_pull_platform',
    rank: 95,
    pattern: /no match for platform in manifest|no matching manifest for (?<platform>\S+)/,
  },
  {
    id: 'I36',
    leaf: 'image_pull_platform',
    rank: 94,
    pattern: /manifest\.v1\+prettyjws.* is no longer supported/,
  },
  { id: 'I39', leaf: 'node_disk_full', rank: 93, pattern: /no space left on device/ },
  { id: 'I49', leaf: 'image_pull_registry_error', rank: 92, pattern: /signature validation failed/ },
  { id: 'I40', leaf: 'image_pull_registry_error', rank: 91, pattern: /rejecting \d+ byte manifest/ },

  // Not there
  {
    id: 'I34',
    leaf: 'image_purged',
    rank: 86,
    pattern: /could not fetch content descriptor sha256:[0-9a-f]+ .* not found/,
  },
  {
    id: 'I33',
    leaf: 'image_pull_not_found',
    rank: 85,
    pattern: /repository name not known to registry|name unknown/i,
  },
  {
    id: 'I32',
    leaf: 'image_pull_not_found',
    rank: 84,
    pattern: /manifest unknown|manifest tagged by "[^"]*" is not found|manifest for \S+ not found/i,
  },
  {
    id: 'I31',
    leaf: 'image_pull_not_found',
    rank: 83,
    pattern: /(?:failed to resolve (?:reference|image) "[^"]+": |^)\S+: not found|code = NotFound/,
  },

  // Limits: before 403 and 401, which the same list may add
  { id: 'I42', leaf: 'image_pull_registry_error', rank: 79, pattern: /pull QPS exceeded/, transient: true },
  {
    id: 'I41',
    leaf: 'image_pull_registry_error',
    rank: 78,
    pattern: /429 Too Many Requests|toomanyrequests/i,
    transient: true,
  },
  {
    id: 'I43',
    leaf: 'image_pull_registry_error',
    rank: 77,
    pattern:
      /50[0234] (?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)|status(?: code)?:? 50[0234]\b/i,
    transient: true,
  },

  // Refused by the way it came
  {
    id: 'I10',
    leaf: 'image_pull_403',
    rank: 73,
    pattern: /client with IP '?(?<ip>[0-9a-f.:]+)'? is not allowed access/i,
  },
  {
    id: 'I12',
    leaf: 'image_pull_403',
    rank: 72,
    pattern:
      /httpReadSeeker: failed open: [^,]*: 403\b|error pulling image configuration: [^,]*\b403\b|AuthorizationFailure/,
  },
  {
    id: 'I09',
    leaf: 'image_pull_403',
    rank: 71,
    pattern: /failed to fetch (?:anonymous|oauth) token:[^,]*403 Forbidden/,
  },
  {
    id: 'I11',
    leaf: 'image_pull_403',
    rank: 70,
    pattern: /\b403 Forbidden|HTTP 403\b|status(?: code)?:? 403\b/,
  },

  // Name, connection, certificate
  {
    id: 'I14',
    leaf: 'image_pull_network',
    rank: 66,
    pattern: /lookup (?<host>\S+\.data\.azurecr\.io)\S* ?.*no such host/,
  },
  {
    id: 'I13',
    leaf: 'image_pull_network',
    rank: 65,
    pattern: /lookup (?<host>\S+)(?: on \S+)?: no such host|no such host/,
  },
  { id: 'I15', leaf: 'image_pull_network', rank: 64, pattern: /server misbehaving/ },
  {
    id: 'I16',
    leaf: 'image_pull_network',
    rank: 63,
    pattern: /lookup (?<host>\S+)(?: on \S+)?: (?:.*: )?i\/o timeout/,
    transient: true,
  },
  {
    id: 'I19',
    leaf: 'image_pull_network',
    rank: 59,
    pattern: /httpReadSeeker: failed open: failed to do request: .*https:\/\/(?<host>[^/"]+).*i\/o timeout/,
    transient: true,
  },
  {
    id: 'I17',
    leaf: 'image_pull_network',
    rank: 58,
    pattern: /dial tcp (?<ip>[0-9a-f.:[\]]+):\d+: i\/o timeout/,
    transient: true,
  },
  { id: 'I21', leaf: 'image_pull_network', rank: 57, pattern: /connect: connection refused/ },
  { id: 'I22', leaf: 'image_pull_network', rank: 56, pattern: /no route to host|network is unreachable/ },
  { id: 'I23', leaf: 'image_pull_network', rank: 49, pattern: /TLS handshake timeout/, transient: true },
  {
    id: 'I27',
    leaf: 'image_pull_network',
    rank: 48,
    pattern: /x509: certificate signed by unknown authority/,
  },
  {
    id: 'I28',
    leaf: 'image_pull_network',
    rank: 48,
    pattern: /x509: certificate is (?:valid for|not valid for)/,
  },
  {
    id: 'I29',
    leaf: 'image_pull_network',
    rank: 48,
    pattern: /x509: certificate has expired or is not yet valid/,
  },
  { id: 'I30', leaf: 'image_pull_network', rank: 47, pattern: /server gave HTTP response to HTTPS client/ },
  { id: 'I37', leaf: 'image_pull_network', rank: 46, pattern: /unexpected media type text\/html/ },
  {
    id: 'I24',
    leaf: 'image_pull_network',
    rank: 45,
    pattern: /(?:\bEOF$|: EOF\b|unexpected EOF)|connection reset by peer/,
    transient: true,
  },
  {
    id: 'I25',
    leaf: 'image_pull_network',
    rank: 44,
    pattern: /Client\.Timeout exceeded|context deadline exceeded|code = DeadlineExceeded/,
    transient: true,
  },
  {
    id: 'I26',
    leaf: 'image_pull_network',
    rank: 43,
    pattern: /context canceled|code = Canceled/,
    transient: true,
  },
  { id: 'I17t', leaf: 'image_pull_network', rank: 42, pattern: /i\/o timeout/, transient: true },

  // Refused by identity
  { id: 'I01', leaf: 'image_pull_401', rank: 35, pattern: /failed to fetch oauth token:[^,]*401/ },
  { id: 'I06', leaf: 'image_pull_401', rank: 34, pattern: /no basic auth credentials/, anonymous: true },
  { id: 'I07', leaf: 'image_pull_401', rank: 34, pattern: /missing username or secret/ },
  {
    id: 'I05',
    leaf: 'image_pull_401',
    rank: 33,
    pattern: /pull access denied, repository does not exist or may require authorization|insufficient_scope/,
    vague: true,
  },
  {
    id: 'I02',
    leaf: 'image_pull_401',
    rank: 25,
    pattern: /failed to fetch anonymous token:[^,]*401/,
    anonymous: true,
  },
  {
    id: 'I04',
    leaf: 'image_pull_401',
    rank: 24,
    pattern: /unauthorized: authentication required|denied: access forbidden/i,
  },
  { id: 'I03', leaf: 'image_pull_401', rank: 23, pattern: /401 Unauthorized/ },

  // The node
  {
    id: 'I50',
    leaf: 'image_pull_registry_error',
    rank: 15,
    pattern: /code = Unavailable desc = connection error|containerd\.sock/,
    transient: true,
  },
  {
    id: 'I38',
    leaf: 'image_pull_registry_error',
    rank: 14,
    pattern: /unexpected commit digest|failed size validation/,
    transient: true,
  },
  {
    id: 'I51',
    leaf: 'image_pull_registry_error',
    rank: 13,
    pattern: /record image pull intent/,
    transient: true,
  },
  {
    id: 'I47',
    leaf: 'image_pull_registry_error',
    rank: 12,
    pattern: /Failed to inspect image/,
    transient: true,
  },
  {
    id: 'I48',
    leaf: 'image_pull_registry_error',
    rank: 11,
    pattern: /the registry is unavailable/,
    transient: true,
  },
];

/** `Back-off pulling image "<ref>"` and the states of the kubelet name no cause (I44). */
const NO_CAUSE = /^(?:Back-off pulling image "[^"]*"|Error: \w+|\w*(?:Err|BackOff)\w*)$/;

export interface PullReading {
  readonly message: string;
  /** Undefined: no row knows the message; it is shown as it is. */
  readonly row: PullMessage | undefined;
}

/** The kubelet cuts its events at 1,024 characters; what is longer is somebody else's text, and slow to search. */
const MAX_SEARCHED = 8000;

function readOne(message: string): PullReading {
  const start = message.slice(0, MAX_SEARCHED);
  const matches = PULL_MESSAGES.filter(({ pattern }) => pattern.test(start));
  return { message, row: matches.toSorted((a, b) => b.rank - a.rank)[0] };
}

/** The most telling of all messages about one pull; of two that tell the same, the longer one. Undefined: none tells anything. */
export function readPull(messages: readonly string[]): PullReading | undefined {
  const told = messages
    .map((message) => message.trim())
    .filter((message) => message !== '' && !NO_CAUSE.test(message));
  return told
    .map(readOne)
    .toSorted((a, b) => (b.row?.rank ?? 0) - (a.row?.rank ?? 0) || b.message.length - a.message.length)[0];
}
