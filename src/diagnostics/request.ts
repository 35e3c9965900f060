// What a trace is asked: one change on one Application.
import { z } from 'zod';

export const CHANGE_KINDS = ['commit', 'pullRequest', 'build', 'tag'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const traceRequestSchema = z.object({
  intent: z.enum(['trace', 'rollback']),
  /** The name the person used. */
  service: z.string(),
  application: z.string(),
  /** Namespace of the Application resource. */
  applicationNamespace: z.string(),
  /** Name of the cluster Argo CD runs in, as configured. */
  cluster: z.string(),
  environment: z.string().nullable(),
  /** Null: the newest change found furthest upstream. */
  change: z.object({ kind: z.enum(CHANGE_KINDS), value: z.string() }).nullable(),
  /** The tag the person expects beside the change, where they know it. */
  tag: z.string().nullable(),
  /** Project where pipelines and repositories are looked for first. */
  azureDevOps: z.object({ organization: z.string(), project: z.string() }),
});
export type TraceRequest = z.infer<typeof traceRequestSchema>;
