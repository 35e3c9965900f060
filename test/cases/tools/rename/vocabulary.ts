// Words that the systems themselves give a meaning to: they are never names to be replaced.

/** Namespaces of products; what they install is called as its makers call it. */
export const PRODUCT_NAMESPACES: ReadonlySet<string> = new Set([
  'argocd',
  'cert-manager',
  'default',
  'flux-system',
  'gatekeeper-system',
  'ingress-nginx',
  'keda',
  'kube-node-lease',
  'kube-public',
  'kube-system',
  'kyverno',
  'traefik',
]);

/**
 * Plain words of Kubernetes, Argo CD, Git, Azure DevOps and Helm that teams also use as names. Replacing them everywhere
 * would change messages ("no match for platform in manifest"), so such a name stays.
 */
const WORDS: ReadonlySet<string> = new Set(
  `admin api app apps application base build builds bundle cache chart charts cluster clusters config container controller
  default deploy deployment dev develop development docker edge env environment environments fix gateway git
  gitops global helm hotfix http https image images ingress int job jobs latest main manager manifests master
  metrics monitoring namespace node nodes operator overlay overlays pipeline platform pool prd preprod prod production project
  proxy push rec recette registry release releases repo root run secret server service services shared sidecar source
  stable stage staging sync system tag tags task test tests uat user users values version web webhook worker write`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export function isSystemWord(name: string): boolean {
  return WORDS.has(name.toLowerCase());
}

/** Environments: the product tells a service from its Application by them, so they stay at the end of a name. */
export const ENVIRONMENTS = /^(?:dev|int|test|rec|uat|staging|preprod|prd|prod|ci)$/;

/** Branch names of every team. */
export const USUAL_BRANCHES = /^(?:main|master|trunk|dev|develop|release)$/;

/** Names that Azure Pipelines gives by itself. */
export const OWN_RECORDS =
  /^(?:__default|Job|Job \d+|Initialize job|Finalize Job|Checkpoint(?:\..+)?|(?:Pre|Post)-job: .+|Post-job: .+|Checkout .+|Docker|CmdLine|Command Line Script|Bash|PowerShell|Get sources)$/;

/** Robots that are called so wherever they work. */
export const ROBOTS =
  /^(?:Azure Pipelines|argocd-image-updater|Kargo|kargo-controller|fluxcdbot|Flux|Microsoft\.VisualStudio\.Services\.TFS|.+ Build Service \(.+\))$/i;

export const ROBOT_MAILBOXES =
  /^(?:azure[-.]pipelines|argocd-image-updater|kargo|flux|microsoft\.visualstudio\.services\.tfs|.+\.build\.service\..+)$/i;

/** The parts of host names that belong to providers. */
export const PROVIDER_HOSTS =
  /(?:^|\.)(?:azure\.com|azurecr\.io|azmk8s\.io|windows\.net|visualstudio\.com|microsoft\.com|quay\.io|docker\.io|ghcr\.io|k8s\.io|github\.com|aka\.ms|svc|local)$/;
