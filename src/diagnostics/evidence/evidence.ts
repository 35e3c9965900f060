// Everything one trace may know, by key. A link declares the keys it reads; a bundle stores them; replay judges them again.
import { z } from 'zod';
import {
  applicationSchema,
  applicationSetSchema,
  applicationSourceSchema,
  appProjectSchema,
} from './argocd.ts';
import {
  agentSchema,
  approvalSchema,
  buildSchema,
  comparisonSchema,
  definitionSchema,
  gitChangeSchema,
  gitCommitSchema,
  gitRepositorySchema,
  policyConfigurationSchema,
  policyEvaluationSchema,
  projectRefSchema,
  pullRequestSchema,
  pushSchema,
  serviceConnectionSchema,
  timelineRecordSchema,
} from './azure-devops.ts';
import {
  configMapSchema,
  endpointSliceSchema,
  eventSchema,
  horizontalPodAutoscalerSchema,
  ingressSchema,
  jobSchema,
  namespaceSchema,
  nodeSchema,
  otherObjectSchema,
  podSchema,
  replicaSetSchema,
  resourceQuotaSchema,
  serviceSchema,
  workloadSchema,
} from './kubernetes.ts';
import { dnsAnswerSchema, httpAnswerSchema } from './network.ts';
import type { Observed } from './observed.ts';
import { imageManifestSchema, imageTagSchema, lookup } from './registry.ts';
import { absent } from './schema.ts';

/** One source of the Application, resolved as Argo CD resolves it (facts/argocd.md section 4). */
export const gitSourceSchema = z.object({
  index: z.number(),
  source: applicationSourceSchema,
  /** Null when the URL is not an Azure Repos one: then nobody can look into it. */
  project: projectRefSchema.nullable(),
  repositoryName: absent(z.string()),
  /** Null: Azure DevOps answers that it is not there (or may not be seen: it does not tell them apart). */
  repository: gitRepositorySchema.nullable(),
  /** What targetRevision turned out to be. */
  resolvedAs: z.enum(['branch', 'tag', 'commit', 'range', 'none']),
  /** Short branch or tag name. */
  refName: absent(z.string()),
  /** The commit targetRevision points at now. */
  tip: absent(z.string()),
});
export type GitSource = z.infer<typeof gitSourceSchema>;

/** A file of a repository at one version; content null: it is not there. */
export const sourceFileSchema = z.object({
  /** Index of the Application's source it belongs to. */
  source: z.number(),
  repository: z.string(),
  path: z.string(),
  content: z.string().nullable(),
});
export type SourceFile = z.infer<typeof sourceFileSchema>;

/** A commit that changed a file which holds tags, with the file after and before it. */
export const fileRevisionSchema = z.object({
  source: z.number(),
  repository: z.string(),
  path: z.string(),
  commit: gitCommitSchema,
  content: z.string().nullable(),
});
export type FileRevision = z.infer<typeof fileRevisionSchema>;

const lineage = z.object({
  repository: z.string(),
  base: z.string(),
  target: z.string(),
  /** Null: one of the two is not in the repository. */
  comparison: comparisonSchema.nullable(),
});
export type Lineage = z.infer<typeof lineage>;

/** A commit found in one of the repositories, with what it changed. */
const locatedCommit = z.object({
  project: projectRefSchema,
  repository: gitRepositorySchema,
  commit: gitCommitSchema,
  /** Null: too large or not readable as a list. */
  changes: z.array(gitChangeSchema).nullable(),
  /** The changed YAML files after and before the commit (null: not there), at most 10. */
  files: z.array(z.object({ path: z.string(), after: z.string().nullable(), before: z.string().nullable() })),
  /** Branches of the repository, and whether each contains the commit where that was asked. */
  branches: z.array(z.object({ name: z.string(), tip: z.string(), contains: z.boolean().nullable() })),
});
export type LocatedCommit = z.infer<typeof locatedCommit>;

export const evidenceSchemas = {
  // Argo CD, in its own cluster
  application: applicationSchema.nullable(),
  project: appProjectSchema.nullable(),
  applicationSet: applicationSetSchema.nullable(),
  parentApplication: applicationSchema.nullable(),
  /** data of argocd-cm and argocd-cmd-params-cm; null where there is no such map. */
  argocdSettings: z.object({ cm: z.record(z.string()).nullable(), params: z.record(z.string()).nullable() }),
  argocdPods: z.array(podSchema),
  applicationEvents: z.array(eventSchema),
  /** Other Applications named in this one's conditions (shared resources). */
  otherApplications: z.array(applicationSchema),
  /** Objects of promotion tools and updaters found around the Application. */
  automation: z.array(otherObjectSchema),
  /** Last lines of Argo CD Image Updater, asked when it should have written the tag and the right is given. */
  updaterLog: z.array(z.string()),

  // The destination cluster
  namespace: namespaceSchema.nullable(),
  workloads: z.array(
    z.object({
      kind: z.string(),
      namespace: z.string(),
      name: z.string(),
      /** Null: the API answers that it is not there. */
      object: workloadSchema.nullable(),
    }),
  ),
  replicaSets: z.array(replicaSetSchema),
  pods: z.array(podSchema),
  events: z.array(eventSchema),
  services: z.array(serviceSchema),
  endpointSlices: z.array(endpointSliceSchema),
  ingresses: z.array(ingressSchema),
  resourceQuotas: z.array(resourceQuotaSchema),
  autoscalers: z.array(horizontalPodAutoscalerSchema),
  nodes: z.array(nodeSchema),
  /** Metadata of the ConfigMaps of the namespace. */
  configMaps: z.array(configMapSchema),
  hookJobs: z.array(jobSchema),
  /** Last lines of crashed containers, where the right is given. */
  podLogs: z.array(
    z.object({ pod: z.string(), container: z.string(), previous: z.boolean(), lines: z.array(z.string()) }),
  ),

  // Git: what Argo CD should apply
  sources: z.array(gitSourceSchema),
  /** The files that decide the tag, at the tip of the followed revision. */
  desiredFiles: z.array(sourceFileSchema),
  /** Templates and default values of the charts, where the tag of Git is not what the workload carries. */
  chartFiles: z.array(sourceFileSchema),
  /** Newest first. */
  history: z.array(fileRevisionSchema),
  /** Is the tag commit contained in the revision Argo CD shows? */
  shownLineage: lineage.nullable(),
  /** Pull requests into the followed branch of the GitOps repository, newest first, with the tag files they change. */
  gitopsPullRequests: z.array(
    z.object({
      pullRequest: pullRequestSchema,
      evaluations: z.array(policyEvaluationSchema),
      files: z.array(sourceFileSchema),
      changes: z.array(gitChangeSchema),
    }),
  ),
  gitopsPolicies: z.array(policyConfigurationSchema),

  // Git and Pipelines: how the change is built
  repositories: z.array(gitRepositorySchema),
  definitions: z.array(definitionSchema),
  /** The commit of the request, in the repository that has it; null: in none that can be read. */
  changeCommit: locatedCommit.nullable(),
  /** The commit that the run pushed to the GitOps repository, as its log says. */
  writtenCommit: locatedCommit.nullable(),
  /** The pipeline that builds the service, chosen from definitions. */
  pipeline: z
    .object({
      definition: definitionSchema,
      repository: gitRepositorySchema.nullable(),
      branch: z.string(),
      /** The YAML file at the commit; content null: not there. */
      yaml: z.object({ path: z.string(), content: z.string().nullable() }).nullable(),
    })
    .nullable(),
  /** Newest commits of the built branch. */
  builtCommits: z.array(gitCommitSchema),
  /** Is the application commit contained in the built branch? */
  mergeLineage: lineage.nullable(),
  changePullRequests: z.array(
    z.object({ pullRequest: pullRequestSchema, evaluations: z.array(policyEvaluationSchema) }),
  ),
  pushes: z.array(pushSchema),
  /** Runs of the pipeline, newest first. */
  runs: z.array(buildSchema),
  /** The run of the change; null: there is none. */
  run: buildSchema.nullable(),
  timeline: z.array(timelineRecordSchema).nullable(),
  /** Last lines of the logs that matter: failed tasks, image push, tag writing. By log id. */
  runLogs: z.array(z.object({ logId: z.number(), task: z.string(), lines: z.array(z.string()) })),
  approvals: z.array(approvalSchema),
  agents: z.array(agentSchema).nullable(),
  serviceConnections: z.array(serviceConnectionSchema),

  // Registry
  imageTag: lookup(imageTagSchema),
  /** Newest tags of the repository. */
  imageTags: lookup(z.array(imageTagSchema)),
  imageManifest: lookup(imageManifestSchema),
  previousTag: lookup(imageTagSchema),

  // Edge
  registryDns: z.array(dnsAnswerSchema),
  publicDns: z.array(dnsAnswerSchema),
  publicPage: httpAnswerSchema.nullable(),
} satisfies Record<string, z.ZodTypeAny>;

export type EvidenceKey = keyof typeof evidenceSchemas;
export type Evidence = { [K in EvidenceKey]: z.infer<(typeof evidenceSchemas)[K]> };
export const EVIDENCE_KEYS = Object.keys(evidenceSchemas) as readonly EvidenceKey[];

/** What a trace has observed so far: a key that is absent was not asked for. */
export type ObservedEvidence = { readonly [K in EvidenceKey]?: Observed<Evidence[K]> };
