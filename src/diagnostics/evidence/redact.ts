// The one place where secrets and people are taken out: before a card, a log, a bundle or the audit.
// Digests, commit ids, GUIDs, host names and private addresses stay: they are the evidence.
// Rules and negatives: facts/teams-identity-infra.md 4.1. Patterns are linear: a run of characters has one possible start.

export const MASK = '[redacted]';

/** Labels whose value is a secret, whatever stands there. */
const STRONG =
  'password|passwd|passphrase|pwd|mdp|mot[-_ ]?de[-_ ]?passe|dockerconfigjson|secret[-_.]?(?:access[-_.]?)?key|' +
  '(?:api|access|account|subscription|instrumentation|private)[-_. ]?key|shared[-_. ]?access[-_. ]?signature';
/** Labels that also end a phrase: "failed to fetch anonymous token: unexpected status". A pull secret is a name. */
const WEAK = '(?<!(?:pull|existing)[-_]?)secret|token|credential';
/** Labels whose value runs to the end of the line. */
const WHOLE_LINE = '(?:proxy-)?authorization|(?:set-)?cookie|connection[-_. ]?string';

const LABEL = `[\\w.-]*(?:${STRONG}|${WEAK})s?`;
/** French puts a no-break space before the colon. */
const SPACE = '[ \\t\\u00a0\\u202f]{0,8}';
/** Quotes, also escaped as in JSON inside a log line. */
const QUOTE = '\\\\{0,3}["\'`]';
const SEPARATOR = `(?:${QUOTE})?\\]?${SPACE}(?::=|=>|==?|:)${SPACE}`;
/** A quoted value goes whole, also when the line is cut before its closing quote. */
const QUOTED = `(?<open>${QUOTE})(?<inner>(?:(?!\\k<open>)(?:\\\\.|[^\\\\\\r\\n]))*)(?<close>\\k<open>|)`;
/** A list or a map is no value: its members are looked at one by one. The mask itself looks like a list. */
const NO_COLLECTION = '(?![{[](?:[\\s"\'`{[\\]}]|$|[\\w.-]{1,64}[ \\t]?[:,=\\]]))';
/** A comma or an ampersand belongs to a bare value unless another key follows it. */
const BARE = `${NO_COLLECTION}(?<bare>(?:(?:bearer|basic)[ \\t]{1,8})?(?:[^\\s,;&"'\`]|[,&](?!\\s|$|[\\w.-]{1,64}[=:]))+)`;

/** Takes the whole separator or nothing: giving back a space would make the mask look like a value. */
const separator = (pattern: string) => `(?=(?<separator>${pattern}))\\k<separator>`;

const LABELLED = new RegExp(
  `(?<![\\w.-])(?<label>${LABEL})${separator(SEPARATOR)}(?:${QUOTED}|${BARE})`,
  'gimu',
);
const HEADER = new RegExp(
  `(?<![\\w-])(?<label>${WHOLE_LINE})${separator(SEPARATOR)}(?:${QUOTED}|${NO_COLLECTION}(?<bare>[^\\r\\n"'\`]+))`,
  'gimu',
);
/** `name: DB_PASSWORD` with its `value:` beside it, in YAML, JSON and XML. */
const NAMED = new RegExp(
  `(?<![\\w.-])(?<label>(?:name|key)${SEPARATOR}(?:${QUOTE})?${LABEL})` +
    `${separator(`(?:${QUOTE})?[\\s,]{1,64}(?:${QUOTE})?(?:value|content)${SEPARATOR}`)}(?:${QUOTED}|${BARE})`,
  'gimu',
);
/** `--password hunter2` */
const FLAG = new RegExp(
  `(?<![\\w-])(?<label>--${LABEL})${separator('[ \\t]{1,8}')}(?:${QUOTED}|(?!-)${BARE})`,
  'gimu',
);
const SECRET_KEY = new RegExp(`^(?:${LABEL}|${WHOLE_LINE})$`, 'iu');
/** No sentence goes on behind these. */
const ALWAYS = new RegExp(`(?:${STRONG})s?$`, 'iu');

/** Secrets known by their shape. */
const SHAPES: readonly RegExp[] = [
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, // JWT
  /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}/g, // Entra client secret
  /(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/g, // Azure DevOps PAT; older ones only when labelled
  /(?<![\w-])sk-(?=[\w-]*(?:[A-Z]|[A-Za-z0-9]{20}))[\w-]{16,}/g, // API keys; a Kubernetes name `sk-…` has short lower-case parts
  /(?<!\w)(?:gh[pousr]|github_pat)_\w{30,}/g,
];

const BEGIN_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
/** The last one of its line. */
const END_KEY = /^.*-----END [A-Z ]{0,40}PRIVATE KEY-----/;
const WHOLE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----)[^\r\n])*-----END [A-Z ]{0,40}PRIVATE KEY-----/g;
const KEY_BODY = /(?:^|\s)[A-Za-z0-9+/=]{1,128}\s*$/;

/** Values that hide nothing: literals, words of an answer, dots of an abridged quote, references to where the secret is kept. */
const HARMLESS =
  /^(?:true|false|null|none|yes|no|~|\*{3,}|\.{3}:?|unauthorized|forbidden|denied|expired|invalid|missing|required|EOF|\$\([\w.-]+\)|\$\{[\w.:-]+\}|\$?\{\{.*)$/i;
/** First word of a sentence, name of an error or status, when more text follows: "authorization: server message: …". */
const PHRASE = /^(?:[A-Za-z][a-z]{0,14}:?|AADSTS\d+:|x509:|http2:|(?:[A-Z][a-z]+){2,6}:|\d{3})$/;
const SCHEME = /^(?:bearer|basic|digest|negotiate|ntlm|token|apikey|sharedkey|sharedaccesssignature)$/i;

interface Labelled {
  readonly label: string;
  readonly separator: string;
  readonly open?: string;
  readonly inner?: string;
  readonly close?: string;
  readonly bare?: string;
}

/** Hides the value of a labelled place, or gives the place back as it is. */
function maskLabelled(...match: readonly unknown[]): string {
  const place = match.at(-1) as Labelled;
  const text = match.at(-2) as string;
  const offset = match.at(-3) as number;
  const whole = match[0] as string;
  const { label, separator, open, inner = '', close = '', bare = '' } = place;
  const head = label + separator;

  if (open !== undefined) {
    const harmless = inner === MASK || isHarmless(label, inner);
    return harmless ? whole : head + open + MASK + close;
  }
  const value = withoutClosers(bare);
  if (isHarmless(label, bare) || isHarmless(label, value)) return whole;
  const always = ALWAYS.test(label);
  const inPath = text[offset - 1] === '/';
  // app:/Secret:namespace/name, acr.example/auth-token:4812, Deployment/auth-token: 2 ready
  if (inPath && (separator === ':' || (separator.startsWith(':') && !always))) return whole;
  const line = bare + text.slice(offset + whole.length, offset + whole.length + 16);
  if (/:\s+$/.test(separator) && (inPath || !always) && isPhrase(line)) return whole;
  return head + MASK + bare.slice(value.length);
}

function isHarmless(label: string, value: string): boolean {
  if (value === '' || HARMLESS.test(value)) return true;
  if (/^(?:old)?pwd$/i.test(label)) return /^(?:\/|[A-Za-z]:\\)/.test(value); // the shell's working directory
  return isCount(label, value);
}

/** `maxTokens: 4096` */
function isCount(label: string, value: string): boolean {
  return !ALWAYS.test(label) && /s$/i.test(label) && /^\d+$/.test(value);
}

function isPhrase(line: string): boolean {
  const [, word = ''] = /^(\S+)[ \t]+\S/.exec(line) ?? [];
  return PHRASE.test(word) && !SCHEME.test(word);
}

/** A bare value in brackets: the brackets belong to the text around it. */
function withoutClosers(value: string): string {
  let end = value.length;
  while (end > 0 && ')]}>'.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
}

/** Lines of a text or of a log: a private key runs over several of them, and a log may be cut inside one. */
function maskPrivateKeys(lines: readonly string[]): string[] {
  const out: string[] = [];
  let inside = false;
  for (const line of lines) {
    let text = line.replace(WHOLE_KEY, MASK);
    const end = END_KEY.exec(text);
    if (end !== null) {
      text = indent(text) + MASK + text.slice(end[0].length);
      for (let i = out.length - 1; !inside && i >= 0 && KEY_BODY.test(out[i] ?? ''); i -= 1) {
        out[i] = indent(out[i] ?? '') + MASK;
      }
      inside = false;
    } else if (inside) {
      text = indent(text) + MASK;
    }
    const begin = BEGIN_KEY.exec(text);
    if (begin !== null) {
      text = text.slice(0, begin.index) + MASK;
      inside = true;
    }
    out.push(text);
  }
  return out;
}

function indent(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Text without secrets and people. Redacting twice changes nothing. */
export function redactText(text: string): string {
  const lines = text.includes('PRIVATE KEY-----') ? maskPrivateKeys(text.split('\n')).join('\n') : text;
  const labelled = lines
    .replace(/(?<=:\/\/)([^\s/?"'`<>]+)@(?!sha\d)/g, (whole, user: string) => maskUserInfo(whole, user))
    .replace(HEADER, maskLabelled)
    .replace(NAMED, maskLabelled)
    .replace(FLAG, maskLabelled)
    .replace(LABELLED, maskLabelled);
  return SHAPES.reduce((result, shape) => result.replace(shape, MASK), labelled)
    .replace(/(?<=[?&;](?:sig|code)=)[^&;\s"'`<>]+/gi, MASK)
    .replace(/(?<![\w.-])((?:[\w.-]*[_.-])?pat["']?[ \t]*[:=][ \t]*["']?)[A-Za-z0-9]{20,}/gi, `$1${MASK}`)
    .replace(
      /(?<!\w)((?:bearer|basic)[ \t]{1,8})([\w.~+/=-]{16,})/gi,
      (whole, scheme: string, value: string) =>
        /\d|=$|[a-z][A-Z]|[A-Z]{2}/.test(value) ? scheme + MASK : whole,
    )
    .replace(
      /(?<![\p{L}\p{N}_.+%#-])([\p{L}\p{N}_.+%#-]+)@((?:[\p{L}\p{N}-]+\.)+\p{L}{2,24})(?![\p{L}\p{N}-])/gu,
      (whole, local: string, host: string, offset: number, all: string) =>
        isAddressOfGit(local, host) || all.slice(offset - 3, offset) === '://' ? whole : MASK,
    );
}

/** `https://contoso@dev.azure.com/…` names an organization; what holds a password, a token or an e-mail address does not stay. */
function maskUserInfo(whole: string, user: string): string {
  const password = /:(.*)$/.exec(user)?.[1];
  if (password === undefined) return /^[A-Za-z0-9]{40,}$|%40|@/.test(user) ? `${MASK}@` : whole;
  return password === '' || HARMLESS.test(password) ? whole : `${MASK}@`;
}

/** `git@ssh.dev.azure.com:v3/…` is a remote, not a person. */
function isAddressOfGit(local: string, host: string): boolean {
  return local === 'git' || /^(?:(?:ssh\.)?dev\.azure\.com|[\w-]+\.visualstudio\.com)$/i.test(host);
}

/** The same value with every text in it redacted, and the text under a key such as `password` hidden whole. */
export function redactValue<T>(value: T): T {
  return redactAny(value) as T;
}

function redactAny(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return isLines(items) ? maskPrivateKeys(items).map(redactText) : items.map(redactAny);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  const name = entries.find(([key, item]) => /^(?:name|key)$/i.test(key) && typeof item === 'string')?.[1];
  const named = typeof name === 'string' && SECRET_KEY.test(name);
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key,
      SECRET_KEY.test(key) || (named && key === 'value') ? maskUnder(key, item) : redactAny(item),
    ]),
  );
}

function isLines(items: readonly unknown[]): items is readonly string[] {
  return items.every((item) => typeof item === 'string');
}

function maskUnder(key: string, value: unknown): unknown {
  if (typeof value === 'string') return isHarmless(key, value) ? value : MASK;
  if (typeof value === 'number') return isCount(key, String(value)) ? value : MASK;
  if (!Array.isArray(value)) return redactAny(value);
  const items: readonly unknown[] = value;
  return items.map((item) => maskUnder(key, item));
}
