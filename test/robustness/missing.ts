// The evidence of a trace without some of its facts.
import type { EvidenceKey, ObservedEvidence } from '../../src/diagnostics/evidence/evidence.ts';
import type { ObservationError } from '../../src/diagnostics/evidence/observed.ts';

/** Every way not to be able to look, for a question a client asks itself. */
export const KINDS = ['denied', 'unreachable', 'timeout', 'throttled', 'malformed'] as const;
export type Kind = (typeof KINDS)[number];

export function errorOf(kind: Kind, what: string): ObservationError {
  switch (kind) {
    case 'denied':
      return { kind, what, missing: `read ${what}` };
    case 'unreachable':
      return { kind, what, address: '10.0.0.1:443' };
    case 'timeout':
      return { kind, what, afterMs: 10_000 };
    case 'throttled':
      return { kind, what, retryAfterSeconds: 30 };
    case 'malformed':
      return { kind, what, path: 'items.0' };
  }
}

export function without(
  evidence: ObservedEvidence,
  keys: readonly EvidenceKey[],
  error: (key: EvidenceKey) => ObservationError = (key) => errorOf('denied', key),
): ObservedEvidence {
  const all: Record<string, unknown> = { ...evidence };
  for (const key of keys) {
    const observed = evidence[key];
    // What nobody could read before has its own reason.
    if (observed?.ok !== true) continue;
    all[key] = { at: observed.at, source: observed.source, ok: false, error: error(key) };
  }
  return all;
}

export function keysRead(evidence: ObservedEvidence): EvidenceKey[] {
  return (Object.keys(evidence) as EvidenceKey[]).filter((key) => evidence[key]?.ok === true);
}

/** What one refused account, one closed network or one stopped system takes away at once. */
export const SYSTEMS = {
  'the cluster of Argo CD': [
    'application',
    'project',
    'applicationSet',
    'parentApplication',
    'argocdSettings',
    'argocdPods',
    'applicationEvents',
    'otherApplications',
    'automation',
    'updaterLog',
  ],
  'the destination cluster': [
    'namespace',
    'workloads',
    'replicaSets',
    'pods',
    'events',
    'services',
    'endpointSlices',
    'ingresses',
    'resourceQuotas',
    'autoscalers',
    'nodes',
    'configMaps',
    'hookJobs',
    'podLogs',
  ],
  'pods and what is about them': ['pods', 'events', 'nodes', 'podLogs', 'replicaSets'],
  'the GitOps repository': [
    'sources',
    'desiredFiles',
    'chartFiles',
    'history',
    'shownLineage',
    'gitopsPullRequests',
    'gitopsPolicies',
    'writtenCommit',
  ],
  'the application repository': [
    'repositories',
    'changeCommit',
    'builtCommits',
    'mergeLineage',
    'changePullRequests',
    'pushes',
  ],
  'the pipelines': [
    'definitions',
    'pipeline',
    'runs',
    'run',
    'timeline',
    'runLogs',
    'approvals',
    'agents',
    'serviceConnections',
  ],
  'the registry': ['imageTag', 'imageTags', 'imageManifest', 'previousTag'],
  'the edge': ['registryDns', 'publicDns', 'publicPage'],
} as const satisfies Readonly<Record<string, readonly EvidenceKey[]>>;
