// The catalogue of facts/argocd.md section 13: each number with a literal text, and what is said of it.
import { describe, expect, test } from '@jest/globals';
import {
  COMPARISON_MESSAGES,
  WARNING_MESSAGES,
} from '../../../src/diagnostics/argocd/messages/comparison.ts';
import { readMessage, shown, type KnownMessage } from '../../../src/diagnostics/argocd/messages/message.ts';
import { OPERATION_MESSAGES } from '../../../src/diagnostics/argocd/messages/operation.ts';

const SHA = 'a'.repeat(40);
const TARGET =
  'Failed to load target state: failed to generate manifest for source 1 of 1: rpc error: code = Unknown desc = ';

describe('a failed comparison', () => {
  test.each([
    [
      '1',
      `${TARGET}Manifest generation error (cached): helm repos x are not permitted in project ''`,
      'cached_manifest_error',
    ],
    ['2', "rpc error: code = Unknown desc = unable to resolve 'relase' to a commit SHA", 'revision_missing'],
    ['3', `${TARGET}failed to list refs: authentication required`, 'not_detected_repo_access'],
    [
      '4',
      'failed to list refs: unexpected client error: unexpected requesting "https://dev.azure.com/x" status code: 302',
      'not_detected_repo_access',
    ],
    ['5', 'failed to list refs: repository not found', 'not_detected_repo_access'],
    [
      '5',
      'TF401019: The Git repository with name or identifier x does not exist',
      'not_detected_repo_access',
    ],
    [
      '5b',
      "fatal: could not read Username for 'https://dev.azure.com': terminal prompts disabled",
      'not_detected_repo_access',
    ],
    ['6', 'Failed to fetch default: something else', 'not_detected_repo_access'],
    [
      '6a',
      `Failed to fetch ${SHA}: fatal: remote error: upload-pack: not our ref ${SHA}`,
      'revision_missing',
    ],
    ['6b', "fatal: couldn't find remote ref release", 'revision_missing'],
    [
      '7',
      "`git fetch origin --tags --force` failed exit status 128: fatal: Authentication failed for 'https://dev.azure.com/x'",
      'not_detected_repo_access',
    ],
    [
      '7c',
      'Get "https://dev.azure.com/x/info/refs?service=git-upload-pack": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
      'not_detected_repo_access',
    ],
    ['8', 'apps/web: app path does not exist', 'wrong_path'],
    [
      '9',
      'apps/web: app path does not exist - waiting for an external process to update prd from main',
      'hydration_pending',
    ],
    ['10', 'apps/web: app path is not a directory', 'wrong_path'],
    ['11', `source referenced "values", but no source has a 'ref' field defined`, 'wrong_values_file'],
    [
      '12',
      'cannot reference a different revision of the same repository (x references "main" which resolves to "1" while the application references "main" which resolves to "2")',
      'render_error',
    ],
    ['13', '`helm template . --name-template web` failed exit status 1: Error: parse error', 'render_error'],
    [
      '14',
      '`helm template .` failed exit status 1: Error: open /tmp/x/values-prd.yaml: no such file or directory',
      'render_error',
    ],
    ['15b', '`git fetch origin --tags --force --prune` failed timeout after 1m30s', 'repo_server_error'],
    ['15', '`helm dependency build` failed timeout after 1m30s', 'render_error'],
    ['16', 'Error: no cached repository for helm-manager-x found', 'render_error'],
    ['17', '`kustomize build /tmp/x` failed exit status 1: Error: accumulating resources', 'render_error'],
    ['18', 'Failed to unmarshal "deployment.yaml": error unmarshaling JSON', 'render_error'],
    ['19', 'exceeded max combined manifest file size', 'render_error'],
    ['20', 'context deadline exceeded', 'repo_server_error'],
    ['21', 'failed to connect to repo server: x', 'repo_server_error'],
    [
      '21b',
      'connection error: desc = "transport: Error while dialing: dial tcp 10.0.0.1:8081: connect: connection refused"',
      'repo_server_error',
    ],
    ['22', 'repository contains out-of-bounds symlinks. file: link', 'render_error'],
    ['23', 'failed to get git client for repo https://x', 'not_detected_repo_access'],
    ['65', "application repo https://x is not permitted in project 'shop'", 'appproject_denied'],
    [
      '66',
      "application destination server 'https://k' and namespace 'n' do not match any of the allowed destinations in project 'shop'",
      'appproject_denied',
    ],
    ['66b', "application destination {https://k } is not permitted in project 'shop'", 'appproject_denied'],
    ['67', 'Application referencing project gone which does not exist', 'appproject_denied'],
    ['68', 'there are no clusters with this name: west', 'destination_missing'],
    ['69', 'Destination server missing from app spec', 'destination_missing'],
    ['70', 'error getting cluster by server "https://k": not found', 'destination_missing'],
    [
      '71',
      'spec.source.repoURL and either spec.source.path or spec.source.chart are required',
      'render_error',
    ],
    ['72', 'repository not accessible: x', 'not_detected_repo_access'],
    [
      '73',
      'Failed to load live state: failed to get cluster info for "https://10.0.0.1:443": error synchronizing cache state : failed to sync cluster https://10.0.0.1:443: x',
      'cluster_unreachable',
    ],
    [
      '73c',
      'Failed to load live state: Get "https://10.0.0.1:443/version": dial tcp: i/o timeout',
      'cluster_unreachable',
    ],
    [
      '74',
      'failed to load initial state of resource Secret: secrets is forbidden: User "x" cannot list resource "secrets"',
      'controller_forbidden',
    ],
    [
      '75',
      'cluster level ClusterRole "x" can not be managed when in namespaced mode',
      'controller_forbidden',
    ],
    ['76', 'controller is configured to ignore cluster https://k', 'cluster_unreachable'],
    ['81', 'Namespace for web Deployment is missing.', 'namespace_missing'],
    ['82', 'Failed to hydrate: cannot push', 'hydration_pending'],
    ['85', 'error setting app health: failed to get resource health for "Rollout"', null],
    ['87', 'application refresh deadline exceeded', 'refresh_not_triggered'],
  ])('no. %s: %s', (id, text, leaf) => {
    const { known } = readMessage(text, COMPARISON_MESSAGES);

    expect(known?.id).toBe(id);
    expect(known?.leaf).toBe(leaf);
  });
});

describe('a sync', () => {
  test.each([
    ['24', `Skipping sync attempt to ${SHA}: auto-sync will wipe out all resources`, 'sync_failed'],
    ['25', `Failed last sync attempt to [${SHA}]: something new`, null],
    ['26', 'something new. Retrying attempt #2 at 3:04PM.', 'operation_in_progress'],
    ['27', 'Retrying operation with latest revisions. Attempt #2', 'operation_in_progress'],
    ['28', 'something new (retried 5 times).', null],
    ['29', 'one or more objects failed to apply, reason: something new', null],
    ['30', 'one or more objects failed to apply (dry run)', null],
    ['31', 'one or more synchronization tasks completed unsuccessfully', null],
    ['32', 'one or more synchronization tasks are not valid', null],
    ['33', 'one or more SyncFail hooks failed, reason: x', 'sync_hook'],
    ['34', 'waiting for completion of hook batch/Job/migrate and 2 more hooks', 'operation_in_progress'],
    ['35', 'waiting for healthy state of apps/Deployment/cache', 'operation_in_progress'],
    ['36', 'waiting for deletion of apps/Deployment/x', 'operation_in_progress'],
    ['36b', 'waiting for pruning confirmation of apps/Deployment/x', 'operation_in_progress'],
    ['37', 'Resource apps/Deployment/x is missing, it might have been deleted', 'sync_failed'],
    ['38', 'Sync operation blocked by sync window', 'sync_window'],
    ['39', 'operation is terminating due to timeout, triggered by controller sync timeout', 'sync_failed'],
    ['40', 'successfully synced (all tasks run)', null],
    ['41', 'Shared resource found: Deployment/x', 'shared_resource'],
    ['42', 'another operation is already in progress', 'operation_in_progress'],
    ['43', 'Failed to load application project: x', 'appproject_denied'],
    ['43b', 'Failed to get destination cluster: x', 'destination_missing'],
    [
      '44',
      'no matching service account found for destination server https://k and namespace n',
      'controller_forbidden',
    ],
    [
      '45',
      'The Kubernetes API could not find policy/PodDisruptionBudget for requested resource shop/web. Make sure the "PodDisruptionBudget" CRD is installed on the destination cluster.',
      'crd_missing',
    ],
    [
      '46',
      'The Kubernetes API could not find version "v1beta1" of policy/PodDisruptionBudget for requested resource x',
      'crd_missing',
    ],
    ['45b', 'no matches for kind "Rollout" in version "argoproj.io/v1alpha1"', 'crd_missing'],
    ['47', 'resource batch:CronJob is not permitted in project shop', 'appproject_denied'],
    ['48', "namespace kube-system is not permitted in project 'shop'", 'appproject_denied'],
    ['49', 'namespaces "shop" not found', 'namespace_missing'],
    ['50', 'namespace auto creation failed: x', 'namespace_missing'],
    ['51', 'pods "x" is forbidden: exceeded quota: team, requested: cpu=1', 'admission_denied'],
    ['52', 'admission webhook "v.x" denied the request: no', 'admission_denied'],
    [
      '52b',
      `deployments.apps "x" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`,
      'admission_denied',
    ],
    [
      '53',
      'Internal error occurred: failed calling webhook "v.x": Post "https://x": context deadline exceeded',
      'admission_webhook_down',
    ],
    [
      '54',
      'Deployment.apps "web" is invalid: spec.selector: Invalid value: {}: field is immutable',
      'immutable_field',
    ],
    ['54b', 'spec.selector: Invalid value: ...: field is immutable', 'immutable_field'],
    [
      '55',
      'Job.batch "m" is invalid: spec.template: Invalid value: {}: field is immutable',
      'immutable_field',
    ],
    ['56', 'metadata.annotations: Too long: may not be more than 262144 bytes', 'manifest_invalid'],
    ['57', 'Apply failed with 2 conflicts: conflict with "helm"', 'sync_failed'],
    ['58', 'Failed to perform client-side apply migration for Deployment/x: y', 'sync_failed'],
    ['59', 'error validating data: ValidationError(Deployment.spec): unknown field', 'manifest_invalid'],
    ['59', 'strict decoding error: unknown field "spec.replica"', 'manifest_invalid'],
    ['59c', 'Deployment.apps "web" is invalid: spec.template: Required value', 'manifest_invalid'],
    [
      '59t',
      'error validating data: failed to check CRD: failed to list CRDs: the server was unable to return a response in the time allotted',
      null,
    ],
    [
      '60',
      'deployments.apps "web" is forbidden: User "system:serviceaccount:argocd:x" cannot patch resource "deployments"',
      'controller_forbidden',
    ],
    ['61', 'ignored (requires pruning)', null],
    ['62', 'deployment.apps/web configured', null],
    ['63', 'Failed to remove hook finalizer: x', 'sync_hook'],
    ['64', 'Job has reached the specified backoff limit', 'sync_hook'],
    ['83', 'Deployment "web" exceeded its progress deadline', null],
    ['84', 'Waiting for rollout to finish: 1 out of 2 new replicas have been updated...', null],
    ['86', 'rollback cannot be initiated when auto-sync is enabled', 'rollback_refused'],
  ])('no. %s: %s', (id, text, leaf) => {
    const { known } = readMessage(text, OPERATION_MESSAGES);

    expect(known?.id).toBe(id);
    expect(known?.leaf).toBe(leaf);
  });

  test('what is wrapped decides, not its wrapping', () => {
    const wrapped = `Failed last sync attempt to [${SHA}]: one or more objects failed to apply, reason: namespaces "shop" not found (retried 5 times).`;

    expect(readMessage(wrapped, OPERATION_MESSAGES).known?.leaf).toBe('namespace_missing');
  });
});

test.each([
  ['77', 'Deployment/web is part of applications argocd/web-prd and web-old', 'shared_resource'],
  ['78', 'Resource apps/Deployment/shop/web appeared 2 times among application resources.', null],
  ['79', 'Resource /EndpointSlice x is excluded in the settings', null],
  ['80', 'Application has 3 orphaned resources', null],
])('warning no. %s', (id, text, leaf) => {
  expect(readMessage(text, WARNING_MESSAGES).known).toMatchObject({ id, leaf });
});

test('every number of the catalogue is there', () => {
  const all: readonly KnownMessage[] = [...COMPARISON_MESSAGES, ...OPERATION_MESSAGES, ...WARNING_MESSAGES];
  const numbers = new Set(all.map(({ id }) => Number.parseInt(id, 10)));

  expect([...Array(87).keys()].map((index) => index + 1).filter((number) => !numbers.has(number))).toEqual(
    [],
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('groups that caught nothing are not there', () => {
  const { groups } = readMessage('waiting for completion of hook batch/Job/migrate', OPERATION_MESSAGES);

  expect(groups).toEqual({ hook: 'batch/Job/migrate' });
});

describe('shown', () => {
  test.each([
    ['line\nbreaks\tand  spaces', 'line breaks and spaces'],
    ['\u001b[31mred\u202e', '[31mred'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('a long text is cut at 300 characters', () => {
    expect(Array.from(shown('é'.repeat(500)))).toHaveLength(300);
    expect(shown('é'.repeat(500)).endsWith('…')).toBe(true);
    expect(shown('x'.repeat(300))).toBe('x'.repeat(300));
  });
});
