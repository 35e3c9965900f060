// What a failed comparison says (conditions ComparisonError and InvalidSpecError): facts/argocd.md section 13, groups A and D.
import type { KnownMessage } from './message.ts';

export const COMPARISON_MESSAGES: readonly KnownMessage[] = [
  // The wrapper decides: whatever the first error was, it is no longer asked for (no. 1 stands before all others).
  {
    id: '1',
    pattern: /Manifest generation error \(cached\): (?<cause>[\s\S]*)/,
    leaf: 'cached_manifest_error',
  },

  // The project, the destination or its cluster: nothing to do with the source
  {
    id: '65',
    pattern: /application repo (?<repository>\S*) is not permitted in project '(?<project>[^']*)'/,
    leaf: 'appproject_denied',
  },
  {
    id: '65b',
    pattern: /helm repos (?<repository>\S*) are not permitted in project '(?<project>[^']*)'/,
    leaf: 'appproject_denied',
  },
  {
    id: '66',
    pattern:
      /application destination (?<destination>.*?) do(?:es)? not match any of the allowed destinations in project '(?<project>[^']*)'/,
    leaf: 'appproject_denied',
  },
  {
    id: '66b',
    pattern: /application destination (?<destination>.*?) is not permitted in project '(?<project>[^']*)'/,
    leaf: 'appproject_denied',
  },
  {
    id: '67',
    pattern: /Application referencing project (?<project>\S+) which does not exist/,
    leaf: 'appproject_denied',
  },
  {
    id: '67b',
    pattern:
      /application '?(?<application>[^' ]*)'? in namespace '?(?<namespace>[^' ]*)'? is not (?:allowed|permitted) to use project '?(?<project>[^' ]*)'?/,
    leaf: 'appproject_denied',
  },
  { id: '68', pattern: /there are no clusters with this name: (?<cluster>\S+)/, leaf: 'destination_missing' },
  {
    id: '68b',
    pattern: /there are \d+ clusters with the same name: (?<cluster>.*)/,
    leaf: 'destination_missing',
  },
  { id: '69', pattern: /Destination server missing from app spec/i, leaf: 'destination_missing' },
  {
    id: '74',
    pattern: /failed to load initial state of resource (?<resource>\S+): [\s\S]*is forbidden/,
    leaf: 'controller_forbidden',
  },
  {
    id: '74b',
    pattern: /is forbidden: User "(?<user>[^"]+)" cannot (?<verb>\w+) resource "(?<resource>[^"]+)"/,
    leaf: 'controller_forbidden',
  },
  {
    id: '73',
    pattern: /failed to get cluster info for "?(?<cluster>[^\s":]+(?::\/\/[^\s":]+)?(?::\d+)?)"?/,
    leaf: 'cluster_unreachable',
  },
  { id: '73b', pattern: /failed to sync cluster (?<cluster>\S+?):? /, leaf: 'cluster_unreachable' },
  { id: '73c', pattern: /Failed to load live state: (?<cause>[\s\S]*)/, leaf: 'cluster_unreachable' },
  { id: '70', pattern: /error getting cluster by server "(?<cluster>[^"]+)"/, leaf: 'destination_missing' },
  {
    id: '76',
    pattern: /controller is configured to ignore cluster (?<cluster>\S+)/,
    leaf: 'cluster_unreachable',
  },
  {
    id: '76b',
    pattern: /unable to handle cluster (?<cluster>\S+): cluster sharding is not configured/,
    leaf: 'cluster_unreachable',
  },
  {
    id: '75',
    pattern: /cluster level (?<kind>\S+) "(?<name>[^"]+)" can not be managed when in namespaced mode/,
    leaf: 'controller_forbidden',
  },
  {
    id: '75b',
    pattern: /namespace "(?<namespace>[^"]+)" for (?<kind>\S+) "(?<name>[^"]+)" is not managed/,
    leaf: 'controller_forbidden',
  },
  { id: '81', pattern: /Namespace for (?<resource>\S+ \S+) is missing/, leaf: 'namespace_missing' },

  // Hydrator
  {
    id: '9',
    pattern:
      /(?<path>\S+): app path does not exist - waiting for an external process to update (?<branch>\S+) from (?<from>\S+)/,
    leaf: 'hydration_pending',
  },
  { id: '82', pattern: /Failed to hydrate: (?<cause>[\s\S]*)/, leaf: 'hydration_pending' },
  {
    id: '82b',
    pattern:
      /app is configured to hydrate to the repository root|hydrator uses the same destination|cannot hydrate because application/,
    leaf: 'hydration_pending',
  },

  // Resolution of the revision
  { id: '2', pattern: /unable to resolve '(?<revision>[^']*)' to a commit SHA/, leaf: 'revision_missing' },
  {
    id: '6a',
    pattern:
      /(?:Failed to (?:fetch|checkout)(?: revision)? (?<revision>[0-9a-f]{40})[\s\S]*)?(?:not our ref|reference is not a tree|unadvertised object)(?: (?<object>[0-9a-f]{40}))?/,
    leaf: 'revision_missing',
  },
  { id: '6b', pattern: /couldn't find remote ref (?<revision>\S+)/, leaf: 'revision_missing' },

  // repo-server: down, or busy with the repository (before the network texts, which it also contains)
  { id: '21', pattern: /failed to connect to repo server: (?<cause>[\s\S]*)/, leaf: 'repo_server_error' },
  {
    id: '21b',
    pattern:
      /transport: Error while dialing|error reading server preface|all SubConns are in TransientFailure/i,
    leaf: 'repo_server_error',
  },
  {
    id: '21c',
    pattern: /(?:redis|dial tcp \S+:6379)[\s\S]*(?:connection refused|i\/o timeout|no such host)/i,
    leaf: 'repo_server_error',
  },
  {
    id: '15b',
    pattern: /`git (?<command>[^`]*)` failed timeout after (?<limit>\S+)/,
    leaf: 'repo_server_error',
  },

  // Access to the repository: credentials, then network
  {
    id: '4',
    pattern: /unexpected requesting "(?<url>[^"]+)" status code: (?<status>\d+)/,
    leaf: 'not_detected_repo_access',
  },
  { id: '3', pattern: /authentication required/i, leaf: 'not_detected_repo_access' },
  { id: '7', pattern: /Authentication failed for '(?<url>[^']*)'/, leaf: 'not_detected_repo_access' },
  { id: '5', pattern: /repository not found|TF401019/i, leaf: 'not_detected_repo_access' },
  {
    id: '5b',
    pattern:
      /TF400813|authorization failed|could not read (?:Username|Password) for|Permission denied \(publickey|Host key verification failed|knownhosts: key is unknown|ssh: handshake failed/i,
    leaf: 'not_detected_repo_access',
  },
  {
    id: '7b',
    pattern:
      /(?:Could not resolve host|unable to access '(?<url>[^']*)'|Could not resolve proxy|proxyconnect)/i,
    leaf: 'not_detected_repo_access',
  },
  {
    id: '7c',
    pattern:
      /Client\.Timeout exceeded while awaiting headers|no such host|x509: |server misbehaving|(?:Get|Post) "?https?:\/\/[^ ]*"?: (?:dial tcp|EOF|net\/http|context deadline exceeded|read tcp|remote error)/,
    leaf: 'not_detected_repo_access',
  },
  { id: '72', pattern: /repository not accessible: (?<cause>[\s\S]*)/, leaf: 'not_detected_repo_access' },
  {
    id: '23',
    pattern: /failed to get (?:repo(?:sitory)? "?(?<repository>[^\s":]+)|git client for repo (?<url>\S+))/,
    leaf: 'not_detected_repo_access',
  },

  // The source itself
  { id: '8', pattern: /(?<path>\S+): app path does not exist/, leaf: 'wrong_path' },
  {
    id: '10',
    pattern: /(?:(?<path>\S+): app path is not a directory|app path outside root|app path is absolute)/,
    leaf: 'wrong_path',
  },
  {
    id: '11',
    pattern:
      /source referenced "(?<ref>[^"]+)", but (?:no source has a 'ref' field defined|[\s\S]*not one of the available sources)/,
    leaf: 'wrong_values_file',
  },
  {
    id: '12',
    pattern: /cannot reference a different revision of the same repository/,
    leaf: 'render_error',
    transient: true,
  },
  { id: '14', pattern: /open (?<file>\S+): no such file or directory/, leaf: 'render_error' },
  {
    id: '16',
    pattern: /no cached repository for (?<repository>\S+) found|no repository definition for (?<url>\S+)/,
    leaf: 'render_error',
  },
  {
    id: '15',
    pattern: /`helm dependency build[^`]*` failed(?: timeout after (?<limit>\S+))?/,
    leaf: 'render_error',
  },
  {
    id: '13',
    pattern: /`helm (?<command>[^`]*)` failed(?: exit status \d+)?:? ?(?<cause>[\s\S]*)/,
    leaf: 'render_error',
  },
  {
    id: '17',
    pattern: /`kustomize (?<command>[^`]*)` failed(?: exit status \d+)?:? ?(?<cause>[\s\S]*)/,
    leaf: 'render_error',
  },
  {
    id: '18',
    pattern:
      /Failed to unmarshal|error unmarshaling JSON|error converting YAML to JSON|yaml: line (?<line>\d+)|Object 'Kind' is missing/i,
    leaf: 'render_error',
  },
  { id: '19', pattern: /exceeded max combined manifest file size/, leaf: 'render_error' },
  {
    id: '22',
    pattern: /repository contains out-of-bounds symlinks\. file: (?<file>\S+)/,
    leaf: 'render_error',
  },
  { id: '13b', pattern: /plugin[\s\S]*(?:failed|error|not found|no matching)/i, leaf: 'render_error' },
  {
    id: '71',
    pattern:
      /spec\.source\.repoURL and either spec\.source\.path or spec\.source\.chart are required|spec\.source\.targetRevision is required if the manifest source is a helm chart/,
    leaf: 'render_error',
  },

  // What is left of fetching and of waiting
  { id: '20', pattern: /context deadline exceeded|DeadlineExceeded/, leaf: 'repo_server_error' },
  {
    id: '20b',
    pattern: /code = Unavailable|connection refused|connection reset by peer/,
    leaf: 'repo_server_error',
  },
  {
    id: '6',
    pattern: /Failed to (?:fetch|checkout) (?<revision>\S+?):? (?<cause>[\s\S]*)/,
    leaf: 'not_detected_repo_access',
  },
  { id: '3b', pattern: /failed to list refs: (?<cause>[\s\S]*)/, leaf: 'not_detected_repo_access' },

  { id: '87', pattern: /application refresh deadline exceeded/, leaf: 'refresh_not_triggered' },
  { id: '85', pattern: /error setting app health: (?<cause>[\s\S]*)/, leaf: null },
];

/** Warnings: the Application is compared all the same. */
export const WARNING_MESSAGES: readonly KnownMessage[] = [
  {
    id: '77',
    pattern: /(?<resource>\S+) is part of applications (?<application>\S+) and (?<other>\S+)/,
    leaf: 'shared_resource',
  },
  {
    id: '78',
    pattern: /Resource (?<resource>\S+) appeared (?<times>\d+) times among application resources/,
    leaf: null,
  },
  { id: '79', pattern: /Resource (?<resource>\S+ \S+) is excluded in the settings/, leaf: null },
  { id: '80', pattern: /Application has (?<count>\d+) orphaned resources/, leaf: null },
];
