// What the diagnosis reads of Kubernetes objects: only the fields it uses, as the API names them.
// Values of environment variables are left out on purpose: they may hold secrets, and no verdict needs them.
import { z } from 'zod';
import { absent, time } from './schema.ts';

const strings = z.record(z.string());
const quantity = z.union([z.string(), z.number()]).transform(String);
const quantities = z.record(quantity);
const intOrString = z.union([z.number(), z.string()]);

export const ownerReferenceSchema = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  controller: absent(z.boolean()),
});

export const metadataSchema = z.object({
  name: z.string(),
  namespace: absent(z.string()),
  uid: absent(z.string()),
  generation: absent(z.number()),
  creationTimestamp: absent(time),
  deletionTimestamp: absent(time),
  deletionGracePeriodSeconds: absent(z.number()),
  labels: absent(strings),
  /** Without `kubectl.kubernetes.io/last-applied-configuration`: the client drops it (size, and it can hold secrets). */
  annotations: absent(strings),
  finalizers: absent(z.array(z.string())),
  ownerReferences: absent(z.array(ownerReferenceSchema)),
  managedFields: absent(
    z.array(
      z.object({
        manager: absent(z.string()),
        operation: absent(z.string()),
        subresource: absent(z.string()),
        time: absent(time),
        /** Field names only, never values. */
        fieldsV1: absent(z.record(z.unknown())),
      }),
    ),
  ),
});
export type Metadata = z.infer<typeof metadataSchema>;

export const conditionSchema = z.object({
  type: z.string(),
  status: z.string(),
  reason: absent(z.string()),
  message: absent(z.string()),
  lastTransitionTime: absent(time),
  lastUpdateTime: absent(time),
  observedGeneration: absent(z.number()),
});
export type Condition = z.infer<typeof conditionSchema>;
const conditions = absent(z.array(conditionSchema));

const keyReference = z.object({ name: absent(z.string()), key: z.string(), optional: absent(z.boolean()) });
const nameReference = z.object({ name: absent(z.string()), optional: absent(z.boolean()) });

const probeSchema = z.object({
  httpGet: absent(z.object({ path: absent(z.string()), port: intOrString, scheme: absent(z.string()) })),
  tcpSocket: absent(z.object({ port: intOrString })),
  exec: absent(
    z
      .object({})
      .passthrough()
      .transform(() => ({})),
  ),
  grpc: absent(z.object({ port: intOrString })),
  initialDelaySeconds: absent(z.number()),
  periodSeconds: absent(z.number()),
  timeoutSeconds: absent(z.number()),
  failureThreshold: absent(z.number()),
});

export const containerSchema = z.object({
  name: z.string(),
  image: absent(z.string()),
  imagePullPolicy: absent(z.string()),
  restartPolicy: absent(z.string()),
  ports: absent(
    z.array(z.object({ name: absent(z.string()), containerPort: z.number(), protocol: absent(z.string()) })),
  ),
  env: absent(
    z.array(
      z.object({
        name: z.string(),
        valueFrom: absent(
          z.object({ configMapKeyRef: absent(keyReference), secretKeyRef: absent(keyReference) }),
        ),
      }),
    ),
  ),
  envFrom: absent(
    z.array(z.object({ configMapRef: absent(nameReference), secretRef: absent(nameReference) })),
  ),
  resources: absent(z.object({ requests: absent(quantities), limits: absent(quantities) })),
  readinessProbe: absent(probeSchema),
  livenessProbe: absent(probeSchema),
  startupProbe: absent(probeSchema),
  volumeMounts: absent(
    z.array(z.object({ name: z.string(), mountPath: z.string(), subPath: absent(z.string()) })),
  ),
  terminationMessagePolicy: absent(z.string()),
});
export type Container = z.infer<typeof containerSchema>;

export const podSpecSchema = z.object({
  containers: z.array(containerSchema),
  initContainers: absent(z.array(containerSchema)),
  volumes: absent(
    z.array(
      z.object({
        name: z.string(),
        configMap: absent(nameReference),
        secret: absent(z.object({ secretName: absent(z.string()), optional: absent(z.boolean()) })),
        persistentVolumeClaim: absent(z.object({ claimName: z.string() })),
        projected: absent(
          z.object({
            sources: absent(
              z.array(z.object({ configMap: absent(nameReference), secret: absent(nameReference) })),
            ),
          }),
        ),
        csi: absent(z.object({ driver: z.string(), volumeAttributes: absent(strings) })),
      }),
    ),
  ),
  nodeName: absent(z.string()),
  nodeSelector: absent(strings),
  restartPolicy: absent(z.string()),
  serviceAccountName: absent(z.string()),
  priorityClassName: absent(z.string()),
  imagePullSecrets: absent(z.array(z.object({ name: absent(z.string()) }))),
  readinessGates: absent(z.array(z.object({ conditionType: z.string() }))),
  terminationGracePeriodSeconds: absent(z.number()),
});
export type PodSpec = z.infer<typeof podSpecSchema>;

export const podTemplateSchema = z.object({
  metadata: absent(z.object({ labels: absent(strings), annotations: absent(strings) })),
  spec: podSpecSchema,
});
export type PodTemplate = z.infer<typeof podTemplateSchema>;

export const labelSelectorSchema = z.object({
  matchLabels: absent(strings),
  matchExpressions: absent(
    z.array(z.object({ key: z.string(), operator: z.string(), values: absent(z.array(z.string())) })),
  ),
});
export type LabelSelector = z.infer<typeof labelSelectorSchema>;

const object = <K extends string, T extends z.ZodRawShape>(kind: K, shape: T) =>
  z.object({ apiVersion: z.string(), kind: z.literal(kind), metadata: metadataSchema, ...shape });

export const deploymentSchema = object('Deployment', {
  spec: z.object({
    replicas: absent(z.number()),
    paused: absent(z.boolean()),
    selector: labelSelectorSchema,
    template: podTemplateSchema,
    strategy: absent(
      z.object({
        type: absent(z.string()),
        rollingUpdate: absent(
          z.object({ maxSurge: absent(intOrString), maxUnavailable: absent(intOrString) }),
        ),
      }),
    ),
    progressDeadlineSeconds: absent(z.number()),
    minReadySeconds: absent(z.number()),
    revisionHistoryLimit: absent(z.number()),
  }),
  status: absent(
    z.object({
      observedGeneration: absent(z.number()),
      replicas: absent(z.number()),
      updatedReplicas: absent(z.number()),
      readyReplicas: absent(z.number()),
      availableReplicas: absent(z.number()),
      unavailableReplicas: absent(z.number()),
      terminatingReplicas: absent(z.number()),
      collisionCount: absent(z.number()),
      conditions,
    }),
  ),
});
export type Deployment = z.infer<typeof deploymentSchema>;

export const statefulSetSchema = object('StatefulSet', {
  spec: z.object({
    replicas: absent(z.number()),
    selector: labelSelectorSchema,
    template: podTemplateSchema,
    serviceName: absent(z.string()),
    podManagementPolicy: absent(z.string()),
    updateStrategy: absent(
      z.object({
        type: absent(z.string()),
        rollingUpdate: absent(z.object({ partition: absent(z.number()) })),
      }),
    ),
    volumeClaimTemplates: absent(z.array(z.object({ metadata: z.object({ name: z.string() }) }))),
  }),
  status: absent(
    z.object({
      observedGeneration: absent(z.number()),
      replicas: absent(z.number()),
      readyReplicas: absent(z.number()),
      currentReplicas: absent(z.number()),
      updatedReplicas: absent(z.number()),
      availableReplicas: absent(z.number()),
      currentRevision: absent(z.string()),
      updateRevision: absent(z.string()),
      conditions,
    }),
  ),
});
export type StatefulSet = z.infer<typeof statefulSetSchema>;

export const daemonSetSchema = object('DaemonSet', {
  spec: z.object({
    selector: labelSelectorSchema,
    template: podTemplateSchema,
    updateStrategy: absent(z.object({ type: absent(z.string()) })),
  }),
  status: absent(
    z.object({
      observedGeneration: absent(z.number()),
      desiredNumberScheduled: absent(z.number()),
      currentNumberScheduled: absent(z.number()),
      updatedNumberScheduled: absent(z.number()),
      numberAvailable: absent(z.number()),
      numberReady: absent(z.number()),
      numberUnavailable: absent(z.number()),
      conditions,
    }),
  ),
});
export type DaemonSet = z.infer<typeof daemonSetSchema>;

export const jobSchema = object('Job', {
  spec: z.object({
    template: podTemplateSchema,
    suspend: absent(z.boolean()),
    backoffLimit: absent(z.number()),
    activeDeadlineSeconds: absent(z.number()),
  }),
  status: absent(
    z.object({
      active: absent(z.number()),
      failed: absent(z.number()),
      succeeded: absent(z.number()),
      startTime: absent(time),
      completionTime: absent(time),
      conditions,
    }),
  ),
});
export type Job = z.infer<typeof jobSchema>;

export const cronJobSchema = object('CronJob', {
  spec: z.object({
    schedule: z.string(),
    timeZone: absent(z.string()),
    suspend: absent(z.boolean()),
    concurrencyPolicy: absent(z.string()),
    jobTemplate: z.object({ spec: z.object({ template: podTemplateSchema }) }),
  }),
  status: absent(
    z.object({
      lastScheduleTime: absent(time),
      lastSuccessfulTime: absent(time),
      active: absent(z.array(z.object({ name: absent(z.string()) }))),
    }),
  ),
});
export type CronJob = z.infer<typeof cronJobSchema>;

/** Argo Rollouts. `status.observedGeneration` is a string there. */
export const rolloutSchema = object('Rollout', {
  spec: z.object({
    replicas: absent(z.number()),
    paused: absent(z.boolean()),
    selector: absent(labelSelectorSchema),
    template: absent(podTemplateSchema),
    workloadRef: absent(z.object({ kind: z.string(), name: z.string() })),
    strategy: absent(
      z.object({
        canary: absent(
          z.object({
            steps: absent(z.array(z.record(z.unknown()))),
            stableService: absent(z.string()),
            canaryService: absent(z.string()),
          }),
        ),
        blueGreen: absent(
          z.object({
            activeService: absent(z.string()),
            previewService: absent(z.string()),
            autoPromotionEnabled: absent(z.boolean()),
          }),
        ),
      }),
    ),
    progressDeadlineSeconds: absent(z.number()),
  }),
  status: absent(
    z.object({
      phase: absent(z.string()),
      message: absent(z.string()),
      abort: absent(z.boolean()),
      abortedAt: absent(time),
      controllerPause: absent(z.boolean()),
      pauseConditions: absent(z.array(z.object({ reason: z.string(), startTime: absent(time) }))),
      stableRS: absent(z.string()),
      currentPodHash: absent(z.string()),
      currentStepIndex: absent(z.number()),
      observedGeneration: absent(z.union([z.string(), z.number()]).transform(String)),
      replicas: absent(z.number()),
      updatedReplicas: absent(z.number()),
      readyReplicas: absent(z.number()),
      availableReplicas: absent(z.number()),
      blueGreen: absent(
        z.object({ activeSelector: absent(z.string()), previewSelector: absent(z.string()) }),
      ),
      conditions,
    }),
  ),
});
export type Rollout = z.infer<typeof rolloutSchema>;

export const workloadSchema = z.union([
  deploymentSchema,
  statefulSetSchema,
  daemonSetSchema,
  cronJobSchema,
  jobSchema,
  rolloutSchema,
]);
export type Workload = z.infer<typeof workloadSchema>;
export type WorkloadKind = Workload['kind'];

export const replicaSetSchema = object('ReplicaSet', {
  spec: z.object({
    replicas: absent(z.number()),
    selector: labelSelectorSchema,
    template: podTemplateSchema,
  }),
  status: absent(
    z.object({
      replicas: absent(z.number()),
      readyReplicas: absent(z.number()),
      availableReplicas: absent(z.number()),
      observedGeneration: absent(z.number()),
      conditions,
    }),
  ),
});
export type ReplicaSet = z.infer<typeof replicaSetSchema>;

const containerStateSchema = z.object({
  waiting: absent(z.object({ reason: absent(z.string()), message: absent(z.string()) })),
  running: absent(z.object({ startedAt: absent(time) })),
  terminated: absent(
    z.object({
      exitCode: z.number(),
      signal: absent(z.number()),
      reason: absent(z.string()),
      message: absent(z.string()),
      startedAt: absent(time),
      finishedAt: absent(time),
    }),
  ),
});
export type ContainerState = z.infer<typeof containerStateSchema>;

const containerStatusSchema = z.object({
  name: z.string(),
  image: absent(z.string()),
  /** `<repository>@sha256:…`; empty while waiting. Compare the digest only (facts/kubernetes.md F10). */
  imageID: absent(z.string()),
  ready: absent(z.boolean()),
  started: absent(z.boolean()),
  restartCount: absent(z.number()),
  state: absent(containerStateSchema),
  lastState: absent(containerStateSchema),
});
export type ContainerStatus = z.infer<typeof containerStatusSchema>;

export const podSchema = object('Pod', {
  spec: podSpecSchema,
  status: absent(
    z.object({
      phase: absent(z.string()),
      reason: absent(z.string()),
      message: absent(z.string()),
      startTime: absent(time),
      podIP: absent(z.string()),
      conditions,
      containerStatuses: absent(z.array(containerStatusSchema)),
      initContainerStatuses: absent(z.array(containerStatusSchema)),
    }),
  ),
});
export type Pod = z.infer<typeof podSchema>;

/** core/v1 Event; the newest time is series.lastObservedTime ?? lastTimestamp ?? eventTime ?? firstTimestamp (F13). */
export const eventSchema = object('Event', {
  involvedObject: z.object({
    kind: absent(z.string()),
    name: absent(z.string()),
    namespace: absent(z.string()),
    uid: absent(z.string()),
    fieldPath: absent(z.string()),
  }),
  reason: absent(z.string()),
  message: absent(z.string()),
  type: absent(z.string()),
  count: absent(z.number()),
  firstTimestamp: absent(time),
  lastTimestamp: absent(time),
  eventTime: absent(time),
  series: absent(z.object({ count: absent(z.number()), lastObservedTime: absent(time) })),
});
export type KubernetesEvent = z.infer<typeof eventSchema>;

const loadBalancer = absent(
  z.object({ ingress: absent(z.array(z.object({ ip: absent(z.string()), hostname: absent(z.string()) }))) }),
);

export const serviceSchema = object('Service', {
  spec: z.object({
    type: absent(z.string()),
    selector: absent(strings),
    ports: absent(
      z.array(z.object({ name: absent(z.string()), port: z.number(), targetPort: absent(intOrString) })),
    ),
    externalName: absent(z.string()),
    sessionAffinity: absent(z.string()),
    publishNotReadyAddresses: absent(z.boolean()),
  }),
  status: absent(z.object({ loadBalancer })),
});
export type Service = z.infer<typeof serviceSchema>;

export const endpointSliceSchema = object('EndpointSlice', {
  addressType: absent(z.string()),
  endpoints: absent(
    z.array(
      z.object({
        addresses: absent(z.array(z.string())),
        conditions: absent(
          z.object({
            ready: absent(z.boolean()),
            serving: absent(z.boolean()),
            terminating: absent(z.boolean()),
          }),
        ),
        targetRef: absent(
          z.object({ kind: absent(z.string()), name: absent(z.string()), uid: absent(z.string()) }),
        ),
      }),
    ),
  ),
  ports: absent(z.array(z.object({ name: absent(z.string()), port: absent(z.number()) }))),
});
export type EndpointSlice = z.infer<typeof endpointSliceSchema>;

const backendSchema = z.object({
  service: absent(
    z.object({
      name: z.string(),
      port: absent(z.object({ name: absent(z.string()), number: absent(z.number()) })),
    }),
  ),
});

export const ingressSchema = object('Ingress', {
  spec: z.object({
    ingressClassName: absent(z.string()),
    defaultBackend: absent(backendSchema),
    rules: absent(
      z.array(
        z.object({
          host: absent(z.string()),
          http: absent(
            z.object({
              paths: z.array(
                z.object({ path: absent(z.string()), pathType: absent(z.string()), backend: backendSchema }),
              ),
            }),
          ),
        }),
      ),
    ),
  }),
  status: absent(z.object({ loadBalancer })),
});
export type Ingress = z.infer<typeof ingressSchema>;

export const nodeSchema = object('Node', {
  spec: absent(
    z.object({
      unschedulable: absent(z.boolean()),
      taints: absent(z.array(z.object({ key: z.string(), value: absent(z.string()), effect: z.string() }))),
    }),
  ),
  status: absent(
    z.object({
      conditions,
      allocatable: absent(quantities),
      nodeInfo: absent(
        z.object({
          architecture: absent(z.string()),
          operatingSystem: absent(z.string()),
          kubeletVersion: absent(z.string()),
          containerRuntimeVersion: absent(z.string()),
        }),
      ),
    }),
  ),
});
export type Node = z.infer<typeof nodeSchema>;

export const namespaceSchema = object('Namespace', {
  status: absent(z.object({ phase: absent(z.string()), conditions })),
});
export type Namespace = z.infer<typeof namespaceSchema>;

export const resourceQuotaSchema = object('ResourceQuota', {
  spec: absent(z.object({ hard: absent(quantities) })),
  status: absent(z.object({ hard: absent(quantities), used: absent(quantities) })),
});
export type ResourceQuota = z.infer<typeof resourceQuotaSchema>;

export const horizontalPodAutoscalerSchema = object('HorizontalPodAutoscaler', {
  spec: z.object({
    scaleTargetRef: z.object({ kind: z.string(), name: z.string() }),
    minReplicas: absent(z.number()),
    maxReplicas: absent(z.number()),
  }),
  status: absent(
    z.object({ currentReplicas: absent(z.number()), desiredReplicas: absent(z.number()), conditions }),
  ),
});
export type HorizontalPodAutoscaler = z.infer<typeof horizontalPodAutoscalerSchema>;

/** data only of the two named settings maps of Argo CD; elsewhere the client drops it. */
export const configMapSchema = object('ConfigMap', {
  data: absent(strings),
  immutable: absent(z.boolean()),
});
export type ConfigMap = z.infer<typeof configMapSchema>;

/** Kinds of other controllers (Flux, Kargo, Image Updater, KEDA…): kept as they are, read field by field by who needs them. */
export const otherObjectSchema = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: metadataSchema,
  spec: absent(z.record(z.unknown())),
  status: absent(z.record(z.unknown())),
});
export type OtherObject = z.infer<typeof otherObjectSchema>;
