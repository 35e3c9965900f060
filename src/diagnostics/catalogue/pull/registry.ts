// Findings of link 8: the node cannot get the image: refused, not reached, or limited.
import { defineFinding, type FindingTexts } from '../../finding.ts';
import { MOVES_BY_ITSELF } from '../reverts.ts';

const SAME_REGISTRY: FindingTexts['revert'] = {
  helps: false,
  why: {
    en: 'The previous image comes from the same registry by the same way: a revert only works on nodes that still have it. The pods that run keep serving.',
    fr: 'L’image précédente vient du même registre par la même voie : un revert ne fonctionne que sur les nœuds qui l’ont encore. Les pods en marche continuent de servir.',
  },
};

export const imagePull401 = defineFinding({
  code: 'GT0801',
  leaf: 'image_pull_401',
  title: { en: 'The registry refuses the identity of the node', fr: 'Le registre refuse l’identité du nœud' },
  detail: {
    en: 'Pod {pod} in {namespace} cannot pull {image}: the kubelet showed a credential and the registry refused it. “{message}”',
    fr: 'Le pod {pod} dans {namespace} ne peut pas tirer {image} : le kubelet a présenté un identifiant et le registre l’a refusé. « {message} »',
  },
  next: {
    en: 'Compare the kubelet identity of the cluster with the role assignments of the registry; in ABAC mode AcrPull is not honoured. The administrator of the registry then gives that identity the right to pull.',
    fr: 'Comparer l’identité kubelet du cluster avec les attributions de rôle du registre ; en mode ABAC, AcrPull n’est pas pris en compte. L’administrateur du registre donne ensuite à cette identité le droit de tirer.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'az aks list --query "[].[name,identityProfile.kubeletidentity.objectId]" --output table',
  ],
  revert: SAME_REGISTRY,
  source: 'facts/kubernetes.md 3.2 I01 to I07',
});

export const imagePull403 = defineFinding({
  code: 'GT0802',
  leaf: 'image_pull_403',
  title: { en: 'A network rule refuses the pull', fr: 'Une règle réseau refuse le pull' },
  detail: {
    en: 'Pod {pod} in {namespace} cannot pull {image}: the request came by a way that the registry or its storage does not allow. “{message}”',
    fr: 'Le pod {pod} dans {namespace} ne peut pas tirer {image} : la requête est venue par une voie que le registre ou son stockage n’autorise pas. « {message} »',
  },
  next: {
    en: 'Read which host answered 403, and whether the address in the message is public. The network team then links the private DNS zone to the network of the nodes or corrects the rule.',
    fr: 'Lire quel hôte a répondu 403, et si l’adresse du message est publique. L’équipe réseau relie ensuite la zone DNS privée au réseau des nœuds ou corrige la règle.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'az acr show --name {registry} --query "[publicNetworkAccess,networkRuleSet]"',
    'az network private-dns zone list --output table',
  ],
  revert: SAME_REGISTRY,
  source: 'facts/kubernetes.md 0 F7 and 3.2 I09 to I12',
});

export const imagePullNetwork = defineFinding({
  code: 'GT0803',
  leaf: 'image_pull_network',
  title: { en: 'The node cannot reach the registry', fr: 'Le nœud n’atteint pas le registre' },
  detail: {
    en: 'Pod {pod} in {namespace} cannot pull from {registry}: “{message}”. The failure is before any sign-in.',
    fr: 'Le pod {pod} dans {namespace} ne peut pas tirer depuis {registry} : « {message} ». L’échec précède toute authentification.',
  },
  next: {
    en: 'Read in the message whether name, route, connection or certificate fails, and for which host: registry or data endpoint. The move is the network team’s.',
    fr: 'Lire dans le message ce qui échoue, nom, route, connexion ou certificat, et pour quel hôte : registre ou data endpoint. C’est à l’équipe réseau d’agir.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'az acr private-endpoint-connection list --registry-name {registry} --output table',
    'az acr show --name {registry} --query dataEndpointHostNames',
  ],
  revert: SAME_REGISTRY,
  source: 'facts/kubernetes.md 3.2 I13 to I30',
});

export const imagePullRegistryError = defineFinding({
  code: 'GT0808',
  leaf: 'image_pull_registry_error',
  title: { en: 'The registry or the node limits the pull', fr: 'Le registre ou le nœud limite le pull' },
  detail: {
    en: 'Pod {pod} in {namespace} has been failing to pull since {since}, for a reason that often passes: “{message}”. The kubelet tries again by itself.',
    fr: 'Le pod {pod} dans {namespace} n’arrive pas à tirer son image depuis {since}, pour une raison souvent passagère : « {message} ». Le kubelet réessaie de lui-même.',
  },
  next: {
    en: 'Nobody has to act before {until}: look again then. If it lasts, the registry or platform team looks at limits and service health.',
    fr: 'Personne n’a à agir avant {until} : regarder de nouveau à ce moment. Si cela dure, l’équipe du registre ou de la plateforme examine les limites et l’état du service.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'kubectl get events --namespace {namespace} --field-selector involvedObject.name={pod}',
  ],
  revert: MOVES_BY_ITSELF,
  source: 'facts/kubernetes.md 3.2 I41 to I43',
});

export const imagePull401Anonymous = defineFinding({
  code: 'GT0810',
  leaf: 'image_pull_401',
  title: { en: 'The node pulls without any credential', fr: 'Le nœud tire sans aucun identifiant' },
  detail: {
    en: 'Pod {pod} in {namespace} cannot pull {image}: the kubelet had no credential for {registry}. “{message}”',
    fr: 'Le pod {pod} dans {namespace} ne peut pas tirer {image} : le kubelet n’avait aucun identifiant pour {registry}. « {message} »',
  },
  next: {
    en: 'Check that {registry} is the registry attached to the cluster, and that the repository name is right. The platform team then attaches it, or the author of the change corrects the name.',
    fr: 'Vérifier que {registry} est le registre rattaché au cluster, et que le nom du dépôt d’image est juste. L’équipe plateforme le rattache ensuite, ou l’auteur du changement corrige le nom.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'az acr repository list --name {registry} --output table',
  ],
  revert: SAME_REGISTRY,
  source: 'facts/kubernetes.md 0 F8 and 3.2 I02',
});

export const imagePullRegistryErrorLasting = defineFinding({
  code: 'GT0811',
  leaf: 'image_pull_registry_error',
  title: { en: 'The registry error does not pass', fr: 'L’erreur du registre ne passe pas' },
  detail: {
    en: 'Pod {pod} in {namespace} has been failing to pull since {since}, longer than a passing error lasts: “{message}”.',
    fr: 'Le pod {pod} dans {namespace} n’arrive pas à tirer son image depuis {since}, plus longtemps que ne dure une erreur passagère : « {message} ».',
  },
  next: {
    en: 'Compare with other nodes and other images of the same registry. The registry team then looks at limits and service health.',
    fr: 'Comparer avec d’autres nœuds et d’autres images du même registre. L’équipe du registre examine ensuite les limites et l’état du service.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'kubectl get events --all-namespaces --field-selector reason=Failed',
  ],
  revert: SAME_REGISTRY,
  source: 'facts/kubernetes.md 3.2 I41 to I43',
});
