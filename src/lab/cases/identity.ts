// Which lists of an estate have items with an identity, and which items are boxes (test/cases/README.md, "Bases").

export type Identity = (item: Fields) => unknown;
export type Fields = Readonly<Record<string, unknown>>;

/** What lies below one key: an identity list, a box of keys, or nothing (a plain value). `*` stands for any key. */
export interface Shape {
  readonly identity?: Identity;
  /** Of an identity list: the shape of one item when its fields are merged one by one; absent: items are replaced whole. */
  readonly box?: Shape;
  readonly keys?: Readonly<Record<string, Shape>>;
}

export const ESTATE_SHAPE: Shape = keys({
  kubernetes: keys({
    clusters: list(
      byName,
      keys({
        objects: list(byObject),
        podLogs: list(
          (log) =>
            `${word(log['namespace'])}/${word(log['pod'])}/${word(log['container'])}${log['previous'] === true ? '/previous' : ''}`,
        ),
        forbidden: list(
          (rule) => `${word(rule['group'])}/${word(rule['resource'])}/${word(rule['namespace'] ?? '*')}`,
        ),
      }),
    ),
  }),
  azureDevOps: keys({
    repositories: list(
      byName,
      keys({
        commits: list(byId, keys({})),
        pushes: list((push) => push['pushId']),
        pullRequests: list((pullRequest) => pullRequest['pullRequestId']),
        policies: list(byId),
      }),
    ),
    definitions: list(byId),
    builds: list(byId, keys({ timeline: keys({ records: list(byId) }) })),
    agents: list((agent) => `${word(agent['pool'])}/${word(agent['name'])}`),
    approvals: list(byId),
    serviceConnections: list(byName),
    errors: list((error) => error['match']),
  }),
  registry: keys({
    repositories: keys({
      '*': keys({ manifests: list((manifest) => manifest['digest']), tags: list(byName) }),
    }),
  }),
  dns: list(byName),
  http: list((page) => page['url']),
});

/** The shape below one key of a box. */
export function below(shape: Shape | undefined, key: string): Shape | undefined {
  return shape?.keys?.[key] ?? shape?.keys?.['*'];
}

/** The identity as text: a number and its digits name the same thing, as in the paths of `remove`. */
export function identityOf(identity: Identity, item: unknown): string | undefined {
  if (!isFields(item)) return undefined;
  const value = identity(item);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function keys(inner: Readonly<Record<string, Shape>>): Shape {
  return { keys: inner };
}

function list(identity: Identity, box?: Shape): Shape {
  return box === undefined ? { identity } : { identity, box };
}

function byId(item: Fields): unknown {
  return item['id'];
}

function byName(item: Fields): unknown {
  return item['name'];
}

function byObject(item: Fields): string | undefined {
  const metadata = item['metadata'];
  if (!isFields(metadata) || typeof metadata['name'] !== 'string') return undefined;
  const owner = metadata['namespace'] === undefined ? [] : [word(metadata['namespace'])];
  return [word(item['apiVersion']), word(item['kind']), ...owner, metadata['name']].join('/');
}

function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
