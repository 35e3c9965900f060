// What the lab reads of a case file. The whole format is test/cases/schema.json; the notes for the scorer
// (expected, source, certainty, inferred) are not read, so nothing that runs can lean on them.
import { z } from 'zod';
import type { Bilingual } from '../../diagnostics/locale.ts';

const SAY = {
  sha: { en: 'must be 40 hexadecimal digits', fr: 'doit compter 40 chiffres hexadécimaux' },
  time: {
    en: 'must be a time like 2026-10-20T11:10:00Z',
    fr: 'doit être une heure comme 2026-10-20T11:10:00Z',
  },
  secret: {
    en: 'must not be Secret: secrets never appear in a case; remove the object',
    fr: 'ne peut pas être Secret\u00a0: un cas ne contient jamais de secret\u00a0; retirer l’objet',
  },
  dns: {
    en: 'must have either addresses or error',
    fr: 'doit avoir soit addresses, soit error',
  },
  id: {
    en: 'must be letters, digits and hyphens',
    fr: 'doit se composer de lettres, de chiffres et de traits d’union',
  },
} as const satisfies Record<string, Bilingual>;

/** What the checks of this file say, for whoever prints them in another language. */
export const REASONS: readonly Bilingual[] = Object.values(SAY);

const name = z.string().min(1);
const sha = z.string().regex(/^[0-9a-f]{40}$/, SAY.sha.en);
const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/, SAY.time.en);
const fields = z.record(z.unknown());

const questionSchema = z.object({
  intent: z.enum(['trace', 'rollback']).optional(),
  service: name,
  application: name,
  commit: sha.optional(),
  tag: name.optional(),
});

const kubernetesObjectSchema = z
  .object({
    apiVersion: name,
    kind: name.refine((kind) => kind !== 'Secret', SAY.secret.en),
    metadata: z
      .object({ name, namespace: name.optional(), labels: z.record(z.string()).optional() })
      .passthrough(),
  })
  .passthrough();

const clusterSchema = z.object({
  name,
  server: z.string().url(),
  version: name,
  objects: z.array(kubernetesObjectSchema),
  podLogs: z.array(
    z.object({
      namespace: name,
      pod: name,
      container: name,
      previous: z.boolean(),
      lines: z.array(z.string()),
    }),
  ),
  forbidden: z.array(z.object({ group: z.string(), resource: name, namespace: name.optional() })).optional(),
});

const personSchema = z.object({ name: z.string(), email: z.string(), date: time });

const commitSchema = z.object({
  id: sha,
  parents: z.array(sha),
  author: personSchema,
  committer: personSchema,
  message: z.string(),
  files: z.record(z.string().nullable()),
});

const pushSchema = z
  .object({
    pushId: z.number().int(),
    date: time,
    pushedBy: fields.optional(),
    refUpdates: z.array(z.object({ name, oldObjectId: sha, newObjectId: sha })),
  })
  .passthrough();

const commitRef = z.object({ commitId: z.string() }).passthrough();

const pullRequestSchema = z
  .object({
    pullRequestId: z.number().int(),
    status: name,
    sourceRefName: name,
    targetRefName: name,
    lastMergeSourceCommit: commitRef.nullish(),
    lastMergeTargetCommit: commitRef.nullish(),
    lastMergeCommit: commitRef.nullish(),
    policyEvaluations: z.array(fields).optional(),
  })
  .passthrough();

const policySchema = z.object({ id: z.number().int(), settings: fields }).passthrough();

const repositorySchema = z.object({
  name,
  id: name,
  defaultBranch: name,
  commits: z.array(commitSchema),
  refs: z.record(sha),
  pushes: z.array(pushSchema).optional(),
  pullRequests: z.array(pullRequestSchema),
  policies: z.array(policySchema),
  permissions: z
    .array(z.object({ identity: fields, allow: z.number().int(), deny: z.number().int() }))
    .optional(),
});

const queueSchema = z
  .object({
    id: z.number().optional(),
    name: z.string().optional(),
    pool: z
      .object({ id: z.number().optional(), name: z.string().optional(), isHosted: z.boolean().optional() })
      .passthrough()
      .optional(),
  })
  .passthrough();

const repositoryRef = z.object({ id: z.string().optional(), name: z.string().optional() }).passthrough();

const definitionSchema = z
  .object({
    id: z.number().int(),
    name,
    path: z.string(),
    queueStatus: name,
    repository: repositoryRef,
    queue: queueSchema.optional(),
  })
  .passthrough();

const buildSchema = z
  .object({
    id: z.number().int(),
    buildNumber: name,
    definition: z.object({ id: z.number().int() }).passthrough(),
    status: name,
    result: z.string().optional(),
    reason: name,
    sourceBranch: name,
    sourceVersion: sha,
    queueTime: time,
    startTime: time.optional(),
    finishTime: time.optional(),
    queue: queueSchema.optional(),
    repository: repositoryRef,
    timeline: z.object({ records: z.array(fields) }).passthrough(),
    logs: z.record(z.array(z.string())),
  })
  .passthrough();

const azureDevOpsSchema = z.object({
  organization: name,
  project: name,
  projectId: name.optional(),
  repositories: z.array(repositorySchema),
  definitions: z.array(definitionSchema),
  builds: z.array(buildSchema),
  agents: z.array(z.object({ pool: name, name }).passthrough()),
  approvals: z.array(z.object({ id: name, status: name }).passthrough()),
  serviceConnections: z.array(z.object({ id: name, name }).passthrough()),
  errors: z.array(z.object({ match: name, status: z.number().int(), body: z.unknown() })).optional(),
});

const attributesSchema = z.object({
  deleteEnabled: z.boolean(),
  writeEnabled: z.boolean(),
  readEnabled: z.boolean(),
  listEnabled: z.boolean(),
});

const imageFields = { createdTime: time, lastUpdateTime: time, changeableAttributes: attributesSchema };

const imageRepositorySchema = z.object({
  manifests: z.array(z.object({ digest: name, ...imageFields }).passthrough()),
  tags: z.array(z.object({ name, digest: name, ...imageFields }).passthrough()),
});

const registrySchema = z.object({
  loginServer: name,
  repositories: z.record(imageRepositorySchema).optional(),
  error: z.object({ status: z.number().int(), body: z.unknown() }).optional(),
});

const dnsSchema = z
  .object({ name, addresses: z.array(name).optional(), error: name.optional() })
  .refine((entry) => (entry.addresses === undefined) !== (entry.error === undefined), SAY.dns.en);

const httpSchema = z.object({
  url: name,
  status: z.number().int(),
  headers: z.record(z.string()),
  body: z.string(),
});

export const caseSchema = z.object({
  case: z.literal(1),
  id: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z-]*$/, SAY.id.en),
  now: time,
  question: questionSchema,
  estate: z.object({
    kubernetes: z.object({ clusters: z.array(clusterSchema).min(1) }),
    argocd: z.object({ version: name }).passthrough().optional(),
    azureDevOps: azureDevOpsSchema,
    registry: registrySchema,
    dns: z.array(dnsSchema),
    http: z.array(httpSchema).optional(),
  }),
});

/** One situation: the question, and what every system answers at that moment. */
export type LabCase = Readonly<z.infer<typeof caseSchema>>;
export type Estate = LabCase['estate'];
export type Cluster = z.infer<typeof clusterSchema>;
export type KubernetesObject = z.infer<typeof kubernetesObjectSchema>;
export type AzureDevOps = z.infer<typeof azureDevOpsSchema>;
export type Repository = z.infer<typeof repositorySchema>;
export type Commit = z.infer<typeof commitSchema>;
export type PullRequest = z.infer<typeof pullRequestSchema>;
export type Build = z.infer<typeof buildSchema>;
export type Definition = z.infer<typeof definitionSchema>;
export type Registry = z.infer<typeof registrySchema>;
export type ImageRepository = z.infer<typeof imageRepositorySchema>;
