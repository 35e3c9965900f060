// What the diagnosis reads of Azure DevOps, in our own shape: enumerations are the words of the REST API 7.1, times are
// ISO 8601 UTC, commit ids are 40 hex digits. E-mail addresses stay outside: display names are enough to say whose move it is.
import { z } from 'zod';
import { absent, time } from './schema.ts';

/** Where a repository or a pipeline lives: `https://dev.azure.com/{organization}/{project}`. */
export const projectRefSchema = z.object({ organization: z.string(), project: z.string() });
export type ProjectRef = z.infer<typeof projectRefSchema>;

const person = z.object({ displayName: absent(z.string()), id: absent(z.string()) });
export type Person = z.infer<typeof person>;

export const gitRepositorySchema = z.object({
  id: z.string(),
  name: z.string(),
  project: z.object({ id: absent(z.string()), name: absent(z.string()) }),
  /** `refs/heads/main`; absent while the repository is empty. */
  defaultBranch: absent(z.string()),
  webUrl: absent(z.string()),
  isDisabled: absent(z.boolean()),
});
export type GitRepository = z.infer<typeof gitRepositorySchema>;

export const gitRefSchema = z.object({ name: z.string(), objectId: z.string() });
export type GitRef = z.infer<typeof gitRefSchema>;

export const gitCommitSchema = z.object({
  id: z.string(),
  message: z.string(),
  /** The list API cuts long messages: read the commit itself for the whole text. */
  messageTruncated: absent(z.boolean()),
  author: z.object({ name: absent(z.string()), date: absent(time) }),
  committer: z.object({ name: absent(z.string()), date: absent(time) }),
  /** Only from the single-commit API; the list API leaves it out. */
  parents: absent(z.array(z.string())),
  push: absent(z.object({ id: absent(z.number()), date: absent(time), pushedBy: absent(person) })),
  url: absent(z.string()),
});
export type GitCommit = z.infer<typeof gitCommitSchema>;

export const gitChangeSchema = z.object({
  /** With a leading slash. */
  path: z.string(),
  /** `add`, `edit`, `delete`, `rename`, or several joined by a comma. */
  changeType: z.string(),
  originalPath: absent(z.string()),
});
export type GitChange = z.infer<typeof gitChangeSchema>;

export const gitFileSchema = z.object({
  path: z.string(),
  content: z.string(),
  objectId: absent(z.string()),
});
export type GitFile = z.infer<typeof gitFileSchema>;

/** `diffs/commits`: is base contained in target? Yes when commonCommit is base. */
export const comparisonSchema = z.object({
  baseCommit: z.string(),
  targetCommit: z.string(),
  commonCommit: absent(z.string()),
  aheadCount: absent(z.number()),
  behindCount: absent(z.number()),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const pullRequestSchema = z.object({
  id: z.number(),
  /** `active`, `abandoned` or `completed`. */
  status: z.string(),
  title: absent(z.string()),
  isDraft: absent(z.boolean()),
  repository: z.object({ id: absent(z.string()), name: absent(z.string()) }),
  sourceRefName: z.string(),
  targetRefName: z.string(),
  /** `succeeded`, `conflicts`, `rejectedByPolicy`, `failure`, `queued`. */
  mergeStatus: absent(z.string()),
  mergeFailureMessage: absent(z.string()),
  createdBy: absent(person),
  creationDate: absent(time),
  closedDate: absent(time),
  closedBy: absent(person),
  autoCompleteSetBy: absent(person),
  mergeStrategy: absent(z.string()),
  lastMergeSourceCommit: absent(z.string()),
  lastMergeTargetCommit: absent(z.string()),
  lastMergeCommit: absent(z.string()),
  reviewers: absent(
    z.array(
      z.object({
        displayName: absent(z.string()),
        vote: absent(z.number()),
        isRequired: absent(z.boolean()),
      }),
    ),
  ),
  url: absent(z.string()),
});
export type PullRequest = z.infer<typeof pullRequestSchema>;

export const policyConfigurationSchema = z.object({
  id: absent(z.number()),
  type: z.object({ id: absent(z.string()), displayName: absent(z.string()) }),
  isEnabled: absent(z.boolean()),
  isBlocking: absent(z.boolean()),
  settings: absent(z.record(z.unknown())),
});
export type PolicyConfiguration = z.infer<typeof policyConfigurationSchema>;

export const policyEvaluationSchema = z.object({
  id: absent(z.string()),
  /** `queued`, `running`, `approved`, `rejected`, `notApplicable`, `broken`. */
  status: z.string(),
  startedDate: absent(time),
  configuration: policyConfigurationSchema,
});
export type PolicyEvaluation = z.infer<typeof policyEvaluationSchema>;

export const pushSchema = z.object({
  id: z.number(),
  date: time,
  pushedBy: absent(person),
  refUpdates: absent(
    z.array(z.object({ name: z.string(), oldObjectId: z.string(), newObjectId: z.string() })),
  ),
});
export type Push = z.infer<typeof pushSchema>;

const queueSchema = z.object({
  id: absent(z.number()),
  name: absent(z.string()),
  pool: absent(z.object({ id: absent(z.number()), name: absent(z.string()), isHosted: absent(z.boolean()) })),
});

export const definitionSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** `enabled`, `paused` or `disabled`. */
  queueStatus: absent(z.string()),
  yamlFilename: absent(z.string()),
  repository: absent(
    z.object({
      id: absent(z.string()),
      name: absent(z.string()),
      type: absent(z.string()),
      defaultBranch: absent(z.string()),
    }),
  ),
  triggers: absent(
    z.array(
      z.object({
        triggerType: absent(z.string()),
        /** 1 = set in the editor, 2 = taken from the YAML file (facts, inferred). */
        settingsSourceType: absent(z.number()),
        branchFilters: absent(z.array(z.string())),
        pathFilters: absent(z.array(z.string())),
        batchChanges: absent(z.boolean()),
      }),
    ),
  ),
  queue: absent(queueSchema),
});
export type Definition = z.infer<typeof definitionSchema>;

export const buildSchema = z.object({
  id: z.number(),
  buildNumber: z.string(),
  /** `notStarted`, `postponed`, `inProgress`, `cancelling`, `completed`. */
  status: z.string(),
  /** `succeeded`, `partiallySucceeded`, `failed`, `canceled`; absent while not completed. */
  result: absent(z.string()),
  reason: absent(z.string()),
  sourceBranch: absent(z.string()),
  sourceVersion: absent(z.string()),
  queueTime: absent(time),
  startTime: absent(time),
  finishTime: absent(time),
  definition: z.object({ id: z.number(), name: absent(z.string()), queueStatus: absent(z.string()) }),
  repository: absent(z.object({ id: absent(z.string()), name: absent(z.string()) })),
  requestedFor: absent(person),
  requestedBy: absent(person),
  lastChangedBy: absent(person),
  triggerInfo: absent(z.record(z.string())),
  validationResults: absent(z.array(z.object({ result: absent(z.string()), message: absent(z.string()) }))),
  queue: absent(queueSchema),
  parameters: absent(z.string()),
  templateParameters: absent(z.record(z.unknown())),
  url: absent(z.string()),
});
export type Build = z.infer<typeof buildSchema>;

export const timelineRecordSchema = z.object({
  id: z.string(),
  parentId: absent(z.string()),
  /** `Stage`, `Phase`, `Job`, `Task`, `Checkpoint`, `Checkpoint.Approval`, `Checkpoint.Authorization`, … */
  type: z.string(),
  name: absent(z.string()),
  identifier: absent(z.string()),
  order: absent(z.number()),
  /** `pending`, `inProgress`, `completed`. */
  state: absent(z.string()),
  /** `succeeded`, `succeededWithIssues`, `failed`, `canceled`, `skipped`, `abandoned`. */
  result: absent(z.string()),
  startTime: absent(time),
  finishTime: absent(time),
  currentOperation: absent(z.string()),
  workerName: absent(z.string()),
  attempt: absent(z.number()),
  issues: absent(z.array(z.object({ type: absent(z.string()), message: absent(z.string()) }))),
  logId: absent(z.number()),
  task: absent(z.object({ id: absent(z.string()), name: absent(z.string()), version: absent(z.string()) })),
});
export type TimelineRecord = z.infer<typeof timelineRecordSchema>;

export const approvalSchema = z.object({
  id: z.string(),
  status: z.string(),
  createdOn: absent(time),
  instructions: absent(z.string()),
  minRequiredApprovers: absent(z.number()),
  steps: absent(z.array(z.object({ assignedApprover: absent(person), status: absent(z.string()) }))),
  /** Id of the run that waits. */
  buildId: absent(z.number()),
});
export type Approval = z.infer<typeof approvalSchema>;

export const agentSchema = z.object({
  id: absent(z.number()),
  name: z.string(),
  /** `online` or `offline`. */
  status: z.string(),
  enabled: z.boolean(),
  /** True while the agent works on a request. */
  busy: absent(z.boolean()),
  capabilities: absent(z.array(z.string())),
});
export type Agent = z.infer<typeof agentSchema>;

export const serviceConnectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `dockerregistry`, `azurerm`, … */
  type: z.string(),
  url: absent(z.string()),
  isReady: absent(z.boolean()),
  scheme: absent(z.string()),
  operationState: absent(z.string()),
  operationMessage: absent(z.string()),
});
export type ServiceConnection = z.infer<typeof serviceConnectionSchema>;
