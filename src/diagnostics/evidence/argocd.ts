// What the diagnosis reads of Argo CD's own objects (facts/argocd.md section 2), as the custom resources name them.
import { z } from 'zod';
import { metadataSchema } from './kubernetes.ts';
import { absent, time } from './schema.ts';

export const helmSourceSchema = z.object({
  valueFiles: absent(z.array(z.string())),
  ignoreMissingValueFiles: absent(z.boolean()),
  parameters: absent(
    z.array(
      z.object({
        name: z.string(),
        value: absent(z.union([z.string(), z.number(), z.boolean()]).transform(String)),
        forceString: absent(z.boolean()),
      }),
    ),
  ),
  fileParameters: absent(z.array(z.object({ name: z.string(), path: absent(z.string()) }))),
  /** Inline YAML text. */
  values: absent(z.string()),
  valuesObject: absent(z.record(z.unknown())),
  releaseName: absent(z.string()),
});

export const applicationSourceSchema = z.object({
  repoURL: z.string(),
  path: absent(z.string()),
  targetRevision: absent(z.string()),
  chart: absent(z.string()),
  ref: absent(z.string()),
  helm: absent(helmSourceSchema),
  kustomize: absent(
    z.object({
      images: absent(z.array(z.string())),
      components: absent(z.array(z.string())),
      patches: absent(z.array(z.record(z.unknown()))),
    }),
  ),
  directory: absent(
    z.object({ recurse: absent(z.boolean()), include: absent(z.string()), exclude: absent(z.string()) }),
  ),
  plugin: absent(z.record(z.unknown())),
});
export type ApplicationSource = z.infer<typeof applicationSourceSchema>;

const destinationSchema = z.object({
  server: absent(z.string()),
  name: absent(z.string()),
  namespace: absent(z.string()),
});
export type ApplicationDestination = z.infer<typeof destinationSchema>;

export const ignoreDifferenceSchema = z.object({
  group: absent(z.string()),
  kind: absent(z.string()),
  name: absent(z.string()),
  namespace: absent(z.string()),
  jsonPointers: absent(z.array(z.string())),
  jqPathExpressions: absent(z.array(z.string())),
  managedFieldsManagers: absent(z.array(z.string())),
});
export type IgnoreDifference = z.infer<typeof ignoreDifferenceSchema>;

const initiatedBySchema = z.object({ automated: absent(z.boolean()), username: absent(z.string()) });

const syncRequestSchema = z.object({
  revision: absent(z.string()),
  revisions: absent(z.array(z.string())),
  prune: absent(z.boolean()),
  dryRun: absent(z.boolean()),
  resources: absent(
    z.array(
      z.object({
        group: absent(z.string()),
        kind: z.string(),
        name: z.string(),
        namespace: absent(z.string()),
      }),
    ),
  ),
  source: absent(applicationSourceSchema),
  sources: absent(z.array(applicationSourceSchema)),
  syncOptions: absent(z.array(z.string())),
  autoHealAttemptsCount: absent(z.number()),
});

const retrySchema = z.object({
  limit: absent(z.number()),
  refresh: absent(z.boolean()),
  backoff: absent(
    z.object({ duration: absent(z.string()), factor: absent(z.number()), maxDuration: absent(z.string()) }),
  ),
});

const operationSchema = z.object({
  initiatedBy: absent(initiatedBySchema),
  sync: absent(syncRequestSchema),
  retry: absent(retrySchema),
});

export const resourceResultSchema = z.object({
  group: absent(z.string()),
  kind: z.string(),
  namespace: absent(z.string()),
  name: z.string(),
  status: absent(z.string()),
  message: absent(z.string()),
  hookType: absent(z.string()),
  hookPhase: absent(z.string()),
  syncPhase: absent(z.string()),
  /** Rendered images of the workload, since v3.1. */
  images: absent(z.array(z.string())),
});
export type ResourceResult = z.infer<typeof resourceResultSchema>;

export const operationStateSchema = z.object({
  phase: absent(z.string()),
  message: absent(z.string()),
  startedAt: absent(time),
  /** Set while Running means "between two retries". */
  finishedAt: absent(time),
  retryCount: absent(z.number()),
  operation: absent(operationSchema),
  syncResult: absent(
    z.object({
      revision: absent(z.string()),
      revisions: absent(z.array(z.string())),
      source: absent(applicationSourceSchema),
      sources: absent(z.array(applicationSourceSchema)),
      resources: absent(z.array(resourceResultSchema)),
    }),
  ),
});
export type OperationState = z.infer<typeof operationStateSchema>;

export const resourceStatusSchema = z.object({
  group: absent(z.string()),
  version: absent(z.string()),
  kind: z.string(),
  namespace: absent(z.string()),
  name: z.string(),
  status: absent(z.string()),
  health: absent(z.object({ status: absent(z.string()), message: absent(z.string()) })),
  hook: absent(z.boolean()),
  requiresPruning: absent(z.boolean()),
  syncWave: absent(z.number()),
});
export type ResourceStatus = z.infer<typeof resourceStatusSchema>;

export const applicationConditionSchema = z.object({
  type: z.string(),
  message: z.string(),
  lastTransitionTime: absent(time),
});
export type ApplicationCondition = z.infer<typeof applicationConditionSchema>;

export const applicationSchema = z.object({
  apiVersion: z.string(),
  kind: z.literal('Application'),
  metadata: metadataSchema,
  spec: z.object({
    project: absent(z.string()),
    source: absent(applicationSourceSchema),
    sources: absent(z.array(applicationSourceSchema)),
    sourceHydrator: absent(
      z.object({
        drySource: z.object({
          repoURL: z.string(),
          path: absent(z.string()),
          targetRevision: absent(z.string()),
          helm: absent(helmSourceSchema),
        }),
        syncSource: z.object({ targetBranch: z.string(), path: absent(z.string()) }),
        hydrateTo: absent(z.object({ targetBranch: z.string() })),
      }),
    ),
    destination: destinationSchema,
    syncPolicy: absent(
      z.object({
        automated: absent(
          z.object({
            enabled: absent(z.boolean()),
            prune: absent(z.boolean()),
            selfHeal: absent(z.boolean()),
            allowEmpty: absent(z.boolean()),
          }),
        ),
        syncOptions: absent(z.array(z.string())),
        retry: absent(retrySchema),
      }),
    ),
    ignoreDifferences: absent(z.array(ignoreDifferenceSchema)),
    revisionHistoryLimit: absent(z.number()),
  }),
  operation: absent(operationSchema),
  status: absent(
    z.object({
      sync: absent(
        z.object({
          status: absent(z.string()),
          /** A commit id only when it is 40 hex digits; the raw targetRevision after a failed render (0.2). */
          revision: absent(z.string()),
          revisions: absent(z.array(z.string())),
          comparedTo: absent(
            z.object({
              source: absent(applicationSourceSchema),
              sources: absent(z.array(applicationSourceSchema)),
              destination: absent(destinationSchema),
            }),
          ),
        }),
      ),
      health: absent(z.object({ status: absent(z.string()), lastTransitionTime: absent(time) })),
      reconciledAt: absent(time),
      sourceType: absent(z.string()),
      sourceTypes: absent(z.array(z.string())),
      conditions: absent(z.array(applicationConditionSchema)),
      operationState: absent(operationStateSchema),
      history: absent(
        z.array(
          z.object({
            id: absent(z.number()),
            revision: absent(z.string()),
            revisions: absent(z.array(z.string())),
            deployedAt: absent(time),
            deployStartedAt: absent(time),
            source: absent(applicationSourceSchema),
            sources: absent(z.array(applicationSourceSchema)),
            initiatedBy: absent(initiatedBySchema),
          }),
        ),
      ),
      resources: absent(z.array(resourceStatusSchema)),
      resourceHealthSource: absent(z.string()),
      summary: absent(
        z.object({ images: absent(z.array(z.string())), externalURLs: absent(z.array(z.string())) }),
      ),
      sourceHydrator: absent(
        z.object({
          currentOperation: absent(
            z.object({
              phase: absent(z.string()),
              message: absent(z.string()),
              drySHA: absent(z.string()),
              hydratedSHA: absent(z.string()),
              startedAt: absent(time),
              finishedAt: absent(time),
            }),
          ),
          lastSuccessfulOperation: absent(
            z.object({ drySHA: absent(z.string()), hydratedSHA: absent(z.string()) }),
          ),
        }),
      ),
      controllerNamespace: absent(z.string()),
    }),
  ),
});
export type Application = z.infer<typeof applicationSchema>;

export const syncWindowSchema = z.object({
  kind: absent(z.string()),
  schedule: absent(z.string()),
  duration: absent(z.string()),
  timeZone: absent(z.string()),
  applications: absent(z.array(z.string())),
  namespaces: absent(z.array(z.string())),
  clusters: absent(z.array(z.string())),
  manualSync: absent(z.boolean()),
  andOperator: absent(z.boolean()),
});
export type SyncWindow = z.infer<typeof syncWindowSchema>;

export const appProjectSchema = z.object({
  apiVersion: z.string(),
  kind: z.literal('AppProject'),
  metadata: metadataSchema,
  spec: z.object({
    sourceRepos: absent(z.array(z.string())),
    destinations: absent(z.array(destinationSchema)),
    clusterResourceWhitelist: absent(z.array(z.object({ group: z.string(), kind: z.string() }))),
    clusterResourceBlacklist: absent(z.array(z.object({ group: z.string(), kind: z.string() }))),
    namespaceResourceWhitelist: absent(z.array(z.object({ group: z.string(), kind: z.string() }))),
    namespaceResourceBlacklist: absent(z.array(z.object({ group: z.string(), kind: z.string() }))),
    syncWindows: absent(z.array(syncWindowSchema)),
    sourceNamespaces: absent(z.array(z.string())),
  }),
});
export type AppProject = z.infer<typeof appProjectSchema>;

export const applicationSetSchema = z.object({
  apiVersion: z.string(),
  kind: z.literal('ApplicationSet'),
  metadata: metadataSchema,
  spec: z.object({
    strategy: absent(z.object({ type: absent(z.string()), rollingSync: absent(z.record(z.unknown())) })),
    template: absent(z.object({ spec: absent(z.record(z.unknown())) }).passthrough()),
    syncPolicy: absent(z.record(z.unknown())),
    ignoreApplicationDifferences: absent(z.array(z.record(z.unknown()))),
  }),
  status: absent(
    z.object({
      conditions: absent(
        z.array(
          z.object({
            type: z.string(),
            status: absent(z.string()),
            reason: absent(z.string()),
            message: absent(z.string()),
            lastTransitionTime: absent(time),
          }),
        ),
      ),
      applicationStatus: absent(
        z.array(
          z.object({
            application: z.string(),
            status: absent(z.string()),
            step: absent(z.union([z.string(), z.number()]).transform(String)),
            message: absent(z.string()),
            lastTransitionTime: absent(time),
            targetRevisions: absent(z.array(z.string())),
          }),
        ),
      ),
    }),
  ),
});
export type ApplicationSet = z.infer<typeof applicationSetSchema>;
