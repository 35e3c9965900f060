// The settings of maillon.yaml: what may be written, and what is so when nothing is written. What they mean is in settings.ts.
import { z } from 'zod';
import { durationSeconds } from '../diagnostics/argocd/duration.ts';
import { LOCALES } from '../diagnostics/locale.ts';

/** The words of the reference for a kind of value; the schema of each carries its kind as description. */
export type ValueKind =
  'name' | 'guid' | 'host' | 'url' | 'file' | 'duration' | 'port' | 'switch' | 'address';

/** YAML reads an unquoted 4812 or true as a number or a switch: the message says to quote it. */
const name = z.string().min(1, 'must not be empty').describe('name');
const file = z.string().min(1, 'must not be empty').describe('file');

const guid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'must be a GUID')
  .transform((id) => id.toLowerCase())
  .describe('guid');

const host = z
  .string()
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'must be a host name alone, without https:// and without a path')
  .transform((text) => text.toLowerCase())
  .describe('host');

const url = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', 'must be an https:// address')
  .transform((text) => text.replace(/\/+$/, ''))
  .describe('url');

/** In seconds. A number alone is refused: it would mean seconds to one reader and milliseconds to another. */
const duration = z
  .unknown()
  .transform((value, context) => {
    const seconds = typeof value === 'string' && !/^\d+$/.test(value) ? durationSeconds(value) : null;
    if (seconds !== null && seconds > 0) return seconds;
    context.addIssue({
      code: z.ZodIssueCode.custom,
      message: 'must be a duration with its unit: ms, s, m or h',
    });
    return z.NEVER;
  })
  .describe('duration');

/** From the environment it comes as text. */
const port = z.coerce
  .number()
  .int('must be a whole number')
  .min(1, 'must be 1 to 65535')
  .max(65_535, 'must be 1 to 65535')
  .describe('port');

const toggle = z
  .union([
    z.boolean(),
    z.enum(['1', 'true', '0', 'false', '']).transform((text) => text === '1' || text === 'true'),
  ])
  .describe('switch');

export const sections = {
  language: z.enum(LOCALES).default('en'),
  azureDevOps: z
    .object({
      organization: name,
      project: name,
      authentication: z.enum(['entra', 'token']).default('entra'),
    })
    .strict(),
  azure: z
    .object({
      identity: z.enum(['workloadIdentity', 'managedIdentity', 'azureCli']).default('workloadIdentity'),
      clientId: guid.optional(),
    })
    .strict()
    .default({}),
  clusters: z
    .array(
      z
        .object({
          name,
          server: z
            .string()
            .url('must be an address')
            .describe('url')
            .default('https://kubernetes.default.svc'),
          argocdNamespace: name.default('argocd'),
          authentication: z.enum(['inCluster', 'entra', 'kubeconfig']),
          apiUrl: url.optional(),
          ca: file.optional(),
          kubeconfig: file.optional(),
          context: name.optional(),
        })
        .strict(),
    )
    .min(1, 'needs at least one cluster; the first one is the one Argo CD runs in'),
  registries: z.array(z.object({ loginServer: host }).strict()).default([]),
  services: z
    .array(
      z
        .object({
          name,
          aliases: z.array(name).default([]),
          applications: z
            .array(
              z
                .object({
                  name,
                  namespace: name.default('argocd'),
                  cluster: name.optional(),
                  environment: name.optional(),
                })
                .strict(),
            )
            .min(1, 'needs at least one Application'),
          repository: name.optional(),
          pipeline: name.optional(),
        })
        .strict(),
    )
    .default([]),
  environments: z.record(z.array(name)).default({}),
  rollback: z
    .object({
      mode: z.enum(['off', 'link', 'user', 'app']).default('link'),
      allowed: z.array(guid).default([]),
    })
    .strict()
    .default({}),
  bot: z
    .object({
      appId: guid,
      tenantId: guid,
      appType: z.enum(['UserAssignedMSI', 'SingleTenant']).default('UserAssignedMSI'),
      allowedTenants: z.array(guid).optional(),
    })
    .strict(),
  storage: z
    .object({ accountUrl: url.optional(), connectionString: z.string().describe('address').optional() })
    .strict(),
  // 120 s poll + 60 s jitter + 180 s ref cache, facts/argocd.md 0.9
  detection: z
    .object({
      poll: duration.default('120s'),
      jitter: duration.default('60s'),
      refCache: duration.default('180s'),
    })
    .strict()
    .default({}),
  // facts/teams-identity-infra.md 4, "denial of wallet"
  limits: z
    .object({ call: duration.default('10s'), trace: duration.default('60s') })
    .strict()
    .default({}),
  listen: z
    .object({
      host: z.string().min(1, 'must not be empty').describe('address').optional(),
      port: port.default(3978),
    })
    .strict()
    .default({}),
  lab: toggle.default(false),
} as const satisfies Record<string, z.ZodTypeAny>;

export type SectionName = keyof typeof sections;
export type Section<N extends SectionName> = z.infer<(typeof sections)[N]>;

export const SECTION_NAMES = Object.keys(sections) as readonly SectionName[];
