// What a sync says, as a whole and row by row: facts/argocd.md section 13, groups B and C.
import type { KnownMessage } from './message.ts';

export const OPERATION_MESSAGES: readonly KnownMessage[] = [
  // Admission: the webhook that does not answer before the one that says no
  {
    id: '53',
    pattern: /failed calling webhook "(?<webhook>[^"]+)"/,
    leaf: 'admission_webhook_down',
    transient: true,
  },
  {
    id: '52',
    pattern: /admission webhook "(?<webhook>[^"]+)" denied the request:? ?(?<reason>[\s\S]*)/,
    leaf: 'admission_denied',
  },
  {
    id: '52b',
    pattern: /ValidatingAdmissionPolicy '(?<policy>[^']+)'[\s\S]* denied request:? ?(?<reason>[\s\S]*)/,
    leaf: 'admission_denied',
  },
  {
    id: '52c',
    pattern: /violates PodSecurity "(?<policy>[^"]+)":? ?(?<reason>[\s\S]*)/,
    leaf: 'admission_denied',
  },
  // A quota is an admission plugin too; a Deployment never meets it here, only bare Pods and claims do (no. 51).
  {
    id: '51',
    pattern: /is forbidden: exceeded quota: (?<quota>[^,]+),?(?<reason>[\s\S]*)/,
    leaf: 'admission_denied',
  },

  // Rights
  {
    id: '60',
    pattern: /is forbidden: User "(?<user>[^"]+)" cannot (?<verb>\w+) resource "(?<resource>[^"]+)"/,
    leaf: 'controller_forbidden',
  },
  {
    id: '44',
    pattern:
      /no matching service account found for destination server (?<cluster>\S+) and namespace (?<namespace>\S+)|failed to derive service account to impersonate/,
    leaf: 'controller_forbidden',
  },
  {
    id: '60b',
    pattern: /attempting to grant RBAC permissions not currently held/,
    leaf: 'controller_forbidden',
  },
  {
    id: '47',
    pattern: /resource (?<kind>\S+) is not permitted in project (?<project>\S+)/,
    leaf: 'appproject_denied',
  },
  {
    id: '48',
    pattern: /namespace (?<namespace>\S*) is not permitted in project '(?<project>[^']*)'/,
    leaf: 'appproject_denied',
  },
  { id: '43', pattern: /Failed to load application project: (?<cause>[\s\S]*)/, leaf: 'appproject_denied' },
  { id: '43b', pattern: /Failed to get destination cluster: (?<cause>[\s\S]*)/, leaf: 'destination_missing' },

  // Things the cluster does not have
  { id: '49', pattern: /namespaces "(?<namespace>[^"]+)" not found/, leaf: 'namespace_missing' },
  {
    id: '50',
    pattern:
      /namespace auto creation failed: (?<cause>[\s\S]*)|the namespace failed to apply, reason: (?<reason>[\s\S]*)/,
    leaf: 'namespace_missing',
  },
  {
    id: '45',
    pattern:
      /could not find (?<group>[^\s/]*)\/(?<kind>\S+) for requested resource (?<resource>\S+?)\. Make sure the/,
    leaf: 'crd_missing',
  },
  { id: '46', pattern: /could not find version "(?<version>[^"]+)" of (?<kind>\S+)/, leaf: 'crd_missing' },
  {
    id: '45b',
    pattern: /no matches for kind "(?<kind>[^"]+)" in version "(?<version>[^"]+)"/,
    leaf: 'crd_missing',
  },
  { id: '45c', pattern: /the server could not find the requested resource/, leaf: 'crd_missing' },

  // Passing troubles of the API server, before the validation texts that wrap them
  {
    id: '59t',
    pattern:
      /failed to (?:check|list) CRDs?|the server was unable to return a response in the time allotted|the server is currently unable to handle the request|etcdserver: |too many requests|TLS handshake timeout|i\/o timeout|connection refused|connection reset by peer|context deadline exceeded|net\/http: request canceled|unexpected EOF|the object has been modified/i,
    leaf: null,
    transient: true,
  },

  // What the API server refuses
  {
    id: '55',
    pattern: /Job\.batch "(?<name>[^"]+)" is invalid: [\s\S]*field is immutable/,
    leaf: 'immutable_field',
  },
  {
    id: '54',
    pattern:
      /(?<kind>[A-Z]\w+)(?:\.[\w.-]+)? "(?<name>[^"]+)" is invalid: (?<field>[\w.[\]]+):[\s\S]*(?:field is immutable|may not change once set)/,
    leaf: 'immutable_field',
  },
  {
    id: '54b',
    pattern:
      /field is immutable|may not change once set|updates to statefulset spec for fields other than|cannot change roleRef|is immutable after creation/,
    leaf: 'immutable_field',
  },
  {
    id: '56',
    pattern: /metadata\.annotations: Too long: (?:may not be more|must have at most)/,
    leaf: 'manifest_invalid',
  },
  {
    id: '59',
    pattern:
      /error validating data: (?<reason>[\s\S]*)|strict decoding error: (?<strict>[\s\S]*)|ValidationError\(/,
    leaf: 'manifest_invalid',
  },
  {
    id: '59b',
    pattern: /cannot unmarshal|unable to decode|error decoding|unknown field "(?<field>[^"]+)"/,
    leaf: 'manifest_invalid',
  },
  {
    id: '57',
    pattern: /Apply failed with (?<count>\d+) conflicts?: (?<reason>[\s\S]*)/,
    leaf: 'sync_failed',
  },
  {
    id: '58',
    pattern: /Failed to perform client-side apply migration for (?<resource>\S+?):? (?<reason>[\s\S]*)/,
    leaf: 'sync_failed',
  },
  {
    id: '59c',
    pattern: /(?<kind>[A-Z]\w+)(?:\.[\w.-]+)? "(?<name>[^"]+)" is invalid: (?<reason>[\s\S]*)/,
    leaf: 'manifest_invalid',
  },

  // Hooks
  {
    id: '64',
    pattern: /Job has reached the specified backoff limit|Job was active longer than specified deadline/,
    leaf: 'sync_hook',
  },
  {
    id: '33',
    pattern: /one or more SyncFail hooks failed(?:, reason: (?<reason>[\s\S]*))?/,
    leaf: 'sync_hook',
  },
  { id: '63', pattern: /Failed to remove hook finalizer: (?<reason>[\s\S]*)/, leaf: 'sync_hook' },
  {
    id: '63b',
    pattern: /Failed to delete: (?<reason>[\s\S]*)|failed to get resource health: (?<health>[\s\S]*)/,
    leaf: 'sync_failed',
  },

  // The operation as a whole
  {
    id: '38',
    pattern:
      /Sync operation blocked by sync window|cannot sync: blocked by sync window|cannot sync: invalid sync window/,
    leaf: 'sync_window',
  },
  { id: '41', pattern: /Shared resource found: (?<resource>[\s\S]*)/, leaf: 'shared_resource' },
  { id: '24', pattern: /auto-sync will wipe out all resources/, leaf: 'sync_failed' },
  { id: '86', pattern: /rollback cannot be initiated when auto-sync is enabled/, leaf: 'rollback_refused' },
  { id: '42', pattern: /another operation is already in progress/, leaf: 'operation_in_progress' },
  {
    id: '34',
    pattern: /waiting for completion of hook (?<hook>\S+?)(?: and (?<more>\d+) more hooks?)?$/,
    leaf: 'operation_in_progress',
  },
  {
    id: '35',
    pattern: /waiting for healthy state of (?<resource>\S+?)(?: and (?<more>\d+) more resources?)?$/,
    leaf: 'operation_in_progress',
  },
  { id: '36', pattern: /waiting for deletion of (?<resource>\S+)/, leaf: 'operation_in_progress' },
  {
    id: '36b',
    pattern: /waiting for pruning confirmation of (?<resource>\S+)/,
    leaf: 'operation_in_progress',
  },
  {
    id: '39',
    pattern: /operation is terminating due to timeout|Operation terminated|operation is terminating/i,
    leaf: 'sync_failed',
  },
  {
    id: '37',
    pattern: /Resource (?<resource>\S+) is missing, it might have been deleted/,
    leaf: 'sync_failed',
  },

  // Health texts that a wave repeats: link 7 judges them
  { id: '83', pattern: /"(?<name>[^"]+)" exceeded its progress deadline/, leaf: null },
  { id: '84', pattern: /Waiting for rollout to finish: (?<progress>[\s\S]*)/, leaf: null },

  // No failure at all
  { id: '61', pattern: /^ignored \((?:requires pruning|no prune)\)/, leaf: null },
  { id: '40', pattern: /^successfully synced \((?<tasks>[^)]*)\)/, leaf: null },
  {
    id: '62',
    pattern:
      /(?:^pruned$| (?:created|configured|unchanged|serverside-applied|replaced)\.?(?: Warning: .*)?$)/,
    leaf: null,
  },

  // Wrappers: what they wrap has its own row above, so here they say nothing
  {
    id: '26',
    pattern: /Retrying attempt #(?<attempt>\d+) at (?<time>[\d:]+ ?[AP]M)/,
    leaf: 'operation_in_progress',
  },
  {
    id: '27',
    pattern: /Retrying operation(?: with latest revisions)?\. Attempt #(?<attempt>\d+)/,
    leaf: 'operation_in_progress',
  },
  { id: '28', pattern: /\(retried (?<times>\d+) times?\)\.?$/, leaf: null },
  { id: '29', pattern: /one or more objects failed to apply, reason: (?<reason>[\s\S]*)/, leaf: null },
  { id: '30', pattern: /one or more objects failed to apply \(dry run\)/, leaf: null },
  {
    id: '31',
    pattern: /one or more synchronization tasks completed unsuccessfully(?:, reason: (?<reason>[\s\S]*))?/,
    leaf: null,
  },
  {
    id: '32',
    pattern: /one or more synchronization tasks are not valid(?:: (?<reason>[\s\S]*))?/,
    leaf: null,
  },
  {
    id: '25',
    pattern: /Failed (?:last )?sync attempt to \[?(?<revision>[^\]:]+)\]?: (?<reason>[\s\S]*)/,
    leaf: null,
  },
];
