// The input of a link from a few objects: everything else of the trace is empty or healthy.
import type { Change } from '../../../../src/diagnostics/change.types.ts';
import { applicationSchema } from '../../../../src/diagnostics/evidence/argocd.ts';
import type { Evidence, EvidenceKey } from '../../../../src/diagnostics/evidence/evidence.ts';
import type { Workload } from '../../../../src/diagnostics/evidence/kubernetes.ts';
import type { ObservationError } from '../../../../src/diagnostics/evidence/observed.ts';
import type { LinkInput } from '../../../../src/diagnostics/link.ts';
import type { Finding } from '../../../../src/diagnostics/finding.ts';
import type { Verdict } from '../../../../src/diagnostics/verdict.ts';
import { NAME, NAMESPACE, NEW_DIGEST, NOW, REGISTRY } from '../../kubernetes/objects.ts';

export type Values = { readonly [K in EvidenceKey]?: Evidence[K] };

export interface InputParts {
  readonly values?: Values;
  /** Keys that could not be read. */
  readonly denied?: readonly EvidenceKey[];
  readonly change?: Partial<Change>;
  readonly scope?: LinkInput['scope'];
  readonly now?: Date;
}

export const CHANGE: Change = {
  kind: 'image',
  image: { registry: REGISTRY, repository: 'api' },
  workloads: [],
  tag: 'new',
  digest: NEW_DIGEST,
  appCommit: null,
  run: null,
  place: null,
  desiredTag: 'new',
  tagCommit: null,
  writes: [],
  previousTag: 'old',
  supersededBy: null,
};

export function application(
  status: Record<string, unknown> = {},
  spec: Record<string, unknown> = {},
): Evidence['application'] {
  return applicationSchema.parse({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'api-prd', namespace: 'argocd' },
    spec: { destination: { server: 'https://kubernetes.default.svc', namespace: NAMESPACE }, ...spec },
    status,
  });
}

const NOTHING: Values = {
  replicaSets: [],
  pods: [],
  events: [],
  services: [],
  endpointSlices: [],
  ingresses: [],
  autoscalers: [],
  automation: [],
  nodes: [],
  run: null,
  runs: [],
  runLogs: [],
};

export function deniedError(what: string): ObservationError {
  return { kind: 'denied', what, missing: `list ${what}` };
}

/** The workloads of the Application, the first one being the service's. */
export function inputOf(objects: readonly Workload[], parts: InputParts = {}): LinkInput {
  const at = NOW.toISOString();
  const named = objects.map((object) => ({
    kind: object.kind,
    namespace: NAMESPACE,
    name: object.metadata.name,
    object,
  }));
  const values: Values = { application: application(), workloads: named, ...NOTHING, ...parts.values };
  const denied = parts.denied ?? [];
  const evidence: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values))
    evidence[key] = { at, source: `test ${key}`, ok: true, value };
  for (const key of denied) evidence[key] = { at, source: `test ${key}`, ok: false, error: deniedError(key) };
  const [first] = named;
  const workloads =
    first === undefined
      ? []
      : [{ kind: first.kind, namespace: NAMESPACE, name: first.name, containers: [NAME] }];
  return {
    request: {
      intent: 'trace',
      service: NAME,
      application: 'api-prd',
      applicationNamespace: 'argocd',
      cluster: 'in-cluster',
      environment: null,
      change: null,
      tag: null,
      azureDevOps: { organization: 'o', project: 'p' },
    },
    evidence: evidence,
    change: { ...CHANGE, workloads, ...parts.change },
    now: parts.now ?? NOW,
    scope: parts.scope ?? 'change',
  };
}

export interface Told {
  readonly status: Verdict['status'];
  readonly code?: string | undefined;
  readonly leaf?: string | null | undefined;
  readonly blockedBy?: string;
  readonly missing?: string;
  readonly until?: string | null;
}

/** A verdict in the few words a table can hold. */
export function told(verdict: Verdict): Told {
  switch (verdict.status) {
    case 'pass':
      return { status: 'pass' };
    case 'broken':
      return { status: 'broken', ...first(verdict.findings) };
    case 'waiting':
      return { status: 'waiting', ...first(verdict.findings), until: verdict.until };
    case 'skipped':
      return { status: 'skipped', blockedBy: verdict.blockedBy };
    case 'unknown':
      return { status: 'unknown', missing: verdict.missing };
  }
}

function first([finding]: readonly Finding[]): Pick<Told, 'code' | 'leaf'> {
  return { code: finding?.code, leaf: finding?.leaf };
}

/** Every pass, break and wait shows at least one fact, each read from a key that answered. */
export function unprovenKeys(verdict: Verdict, { evidence }: LinkInput): readonly string[] {
  const proofs = verdict.proof ?? [];
  const needsProof = verdict.status === 'pass' || verdict.status === 'broken' || verdict.status === 'waiting';
  if (needsProof && proofs.length === 0) return ['no proof at all'];
  return proofs.filter(({ from }) => evidence[from]?.ok !== true).map(({ from }) => from);
}
