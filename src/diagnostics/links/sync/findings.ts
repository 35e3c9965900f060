// From the cause of a failed sync to its finding: one place, one row per cause.
import type { ReadMessage } from '../../argocd/messages/message.ts';
import { objectName } from '../../argocd/tag-images.ts';
import {
  syncFailed,
  syncHook,
  syncRetryExhausted,
  clusterUnreachable,
} from '../../catalogue/sync/failure.ts';
import { sharedResource } from '../../catalogue/sync/masked.ts';
import {
  admissionDenied,
  admissionWebhookDown,
  appprojectDenied,
  controllerForbidden,
  crdMissing,
  destinationMissing,
  immutableField,
  manifestInvalid,
  namespaceMissing,
} from '../../catalogue/sync/refused.ts';
import { syncWindowOperation } from '../../catalogue/sync/waiting.ts';
import type { ResourceResult } from '../../evidence/argocd.ts';
import type { Finding } from '../../finding.ts';
import { ageText } from '../verdicts.ts';
import { projectOf, type Situation } from './situation.ts';

export interface Failure {
  readonly situation: Situation;
  /** The object the message is about; null when it is about the whole sync. */
  readonly row: Pick<ResourceResult, 'kind' | 'name' | 'namespace'> | null;
  readonly message: ReadMessage;
}

export type FailureLeaf = keyof typeof BUILDERS;

export function failureFinding(leaf: FailureLeaf, failure: Failure): Finding {
  return BUILDERS[leaf](failure);
}

const BUILDERS = {
  admission_denied: (failure: Failure) => admissionDenied(about(failure)),
  admission_webhook_down: (failure: Failure) => admissionWebhookDown(about(failure)),
  controller_forbidden: (failure: Failure) =>
    controllerForbidden({
      ...about(failure),
      resource: failure.message.groups['resource'] ?? resourceOf(failure),
    }),
  crd_missing: (failure: Failure) =>
    crdMissing({ ...about(failure), resource: failure.message.groups['kind'] ?? resourceOf(failure) }),
  manifest_invalid: (failure: Failure) => manifestInvalid(about(failure)),
  immutable_field: (failure: Failure) => immutableField(about(failure)),
  appproject_denied: ({ situation, message }: Failure) =>
    appprojectDenied({
      project: message.groups['project'] ?? projectOf(situation.application),
      application: situation.name,
      message: message.text,
    }),
  namespace_missing: ({ situation, message }: Failure) =>
    namespaceMissing({
      namespace: message.groups['namespace'] ?? situation.application.spec.destination.namespace ?? '?',
      application: situation.name,
    }),
  destination_missing: ({ situation, message }: Failure) =>
    destinationMissing({
      application: situation.name,
      destination: message.groups['cluster'] ?? destinationOf(situation),
    }),
  cluster_unreachable: ({ situation, message }: Failure) =>
    clusterUnreachable({
      destination: message.groups['cluster'] ?? destinationOf(situation),
      application: situation.name,
      message: message.text,
    }),
  shared_resource: ({ situation, row, message }: Failure) =>
    sharedResource({
      resource: message.groups['resource'] ?? (row === null ? '?' : objectName(row)),
      application: situation.name,
      otherApplication: message.groups['other'] ?? '?',
    }),
  sync_window: ({ situation, message }: Failure) =>
    syncWindowOperation({
      application: situation.name,
      since: situation.state?.startedAt ?? '?',
      project: projectOf(situation.application),
      message: message.text,
    }),
  sync_hook: (failure: Failure) =>
    syncHook({
      application: failure.situation.name,
      hook: resourceOf(failure),
      message: failure.message.text,
      namespace: failure.row?.namespace ?? failure.situation.application.spec.destination.namespace ?? '?',
    }),
  sync_retry_exhausted: ({ situation, message }: Failure) =>
    syncRetryExhausted({
      application: situation.name,
      retries: situation.state?.retryCount ?? situation.state?.operation?.retry?.limit ?? '?',
      since: ageText(situation.state?.finishedAt, situation.now),
      message: message.text,
    }),
  sync_failed: ({ situation, message }: Failure) =>
    syncFailed({ application: situation.name, commit: situation.commit, message: message.text }),
} as const;

function about(failure: Failure): { application: string; resource: string; message: string } {
  return {
    application: failure.situation.name,
    resource: resourceOf(failure),
    message: failure.message.text,
  };
}

/** The object of the row, else the one the message names, else those that are not Synced: one of them it is. */
function resourceOf({ situation, row, message }: Failure): string {
  if (row !== null) return objectName(row);
  const { kind, name, resource } = message.groups;
  if (kind !== undefined && name !== undefined) return `${kind}/${name}`;
  const candidates = situation.outOfSync.slice(0, 3).map(objectName).join(', ');
  return resource ?? kind ?? (candidates === '' ? '?' : candidates);
}

function destinationOf({ application }: Situation): string {
  const { server, name } = application.spec.destination;
  return name ?? server ?? '?';
}
