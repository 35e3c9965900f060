// Findings of link 7: the pods are right, and what a person reaches is not.
import { defineFinding } from '../../finding.ts';
import { VERSION_IS_LIVE } from '../reverts.ts';

export const noReadyEndpoints = defineFinding({
  code: 'GT0719',
  leaf: 'no_ready_endpoints',
  title: { en: 'The Service reaches no pod', fr: 'Le Service n’atteint aucun pod' },
  detail: {
    en: 'Service {service} in {namespace} has no ready endpoint, although pods of the new version are ready: its selector or port matches none of them.',
    fr: 'Le Service {service} dans {namespace} n’a aucun endpoint prêt, alors que des pods de la nouvelle version le sont : son sélecteur ou son port ne correspond à aucun.',
  },
  next: {
    en: 'Compare the selector and the target port with the labels and ports of the pods. The author of the change then corrects the one that differs, in Git.',
    fr: 'Comparer le sélecteur et le port cible avec les labels et les ports des pods. L’auteur du changement corrige ensuite dans Git celui qui diffère.',
  },
  commands: [
    'kubectl describe service {service} --namespace {namespace}',
    'kubectl get endpointslices --namespace {namespace} --selector kubernetes.io/service-name={service}',
    'kubectl get pods --namespace {namespace} --show-labels',
  ],
  revert: {
    helps: false,
    why: {
      en: 'The tag is not the cause: the Service has to be corrected, or its own change reverted.',
      fr: 'Le tag n’est pas en cause : le Service est à corriger, ou sa propre modification à annuler.',
    },
  },
  source: 'facts/kubernetes.md 5.1 U07, U10, U11',
});

export const ingressNoAddress = defineFinding({
  code: 'GT0720',
  leaf: 'ingress_no_address',
  title: { en: 'No address is published', fr: 'Aucune adresse n’est publiée' },
  detail: {
    en: '{resource} in {namespace} has no address in its status, so {application} stays Progressing. The pods of the new version are ready.',
    fr: '{resource} dans {namespace} n’a pas d’adresse dans son statut : {application} reste Progressing. Les pods de la nouvelle version sont prêts.',
  },
  next: {
    en: 'Check whether a controller handles its class. The platform team then has the controller publish its address; the version itself needs nothing.',
    fr: 'Vérifier si un contrôleur gère sa classe. L’équipe plateforme fait ensuite publier l’adresse par le contrôleur ; la version elle-même n’a besoin de rien.',
  },
  commands: [
    'kubectl get {resource} --namespace {namespace} --output wide',
    'kubectl get ingressclasses',
    'argocd app resources {application}',
  ],
  revert: VERSION_IS_LIVE,
  source: 'facts/argocd.md 11; facts/kubernetes.md 5.1 U03',
});

export const healthyWrongRoute = defineFinding({
  code: 'GT0721',
  leaf: 'healthy_wrong_route',
  title: { en: 'Traffic goes to old pods', fr: 'Le trafic va vers les anciens pods' },
  detail: {
    en: 'The new version runs, and Service {service} in {namespace} still sends traffic to pod {pod}, which runs {found}.',
    fr: 'La nouvelle version tourne, et le Service {service} dans {namespace} envoie encore du trafic au pod {pod}, qui exécute {found}.',
  },
  next: {
    en: 'List the pods behind the Service with their owner and image. The owner of the service then corrects the selector in Git or removes what still owns the leftover pods.',
    fr: 'Lister les pods derrière le Service avec leur propriétaire et leur image. Le responsable du service corrige ensuite le sélecteur dans Git ou retire ce qui possède encore les pods restants.',
  },
  commands: [
    'kubectl get endpointslices --namespace {namespace} --selector kubernetes.io/service-name={service} --output yaml',
    'kubectl get pods --namespace {namespace} --show-labels',
  ],
  revert: VERSION_IS_LIVE,
  source: 'facts/kubernetes.md 5.1 U07 to U09',
});

export const healthyOtherCluster = defineFinding({
  code: 'GT0722',
  leaf: 'healthy_other_cluster',
  title: { en: 'Another cluster serves the page', fr: 'Un autre cluster sert la page' },
  detail: {
    en: 'The new version runs on {cluster}; {address} leads elsewhere, to {found}.',
    fr: 'La nouvelle version tourne sur {cluster} ; {address} mène ailleurs, à {found}.',
  },
  next: {
    en: 'Compare the answer of the name with the address of the cluster. The owner of the name then moves it, or the change is delivered to the other cluster as well.',
    fr: 'Comparer la réponse du nom avec l’adresse du cluster. Le responsable du nom le déplace ensuite, ou le changement est livré aussi sur l’autre cluster.',
  },
  commands: ['kubectl get ingresses --all-namespaces --output wide', 'argocd app list --output wide'],
  revert: VERSION_IS_LIVE,
  source: 'facts/kubernetes.md 5.1 U04, U15',
});

export const healthyCdnCache = defineFinding({
  code: 'GT0723',
  leaf: 'healthy_cdn_cache',
  title: { en: 'A cache on the way serves the old page', fr: 'Un cache en chemin sert l’ancienne page' },
  detail: {
    en: 'All ready pods run the new version; the answer of {address} comes from a cache between the cluster and the person: “{message}”.',
    fr: 'Tous les pods prêts exécutent la nouvelle version ; la réponse de {address} vient d’un cache entre le cluster et la personne : « {message} ».',
  },
  next: {
    en: 'Read the cache headers of the answer. The team that runs the CDN or proxy then purges the page, or the owner of the service shortens its lifetime.',
    fr: 'Lire les en-têtes de cache de la réponse. L’équipe qui gère le CDN ou le proxy purge ensuite la page, ou le responsable du service raccourcit sa durée de vie.',
  },
  commands: ['kubectl get ingresses --all-namespaces --output wide', 'az afd endpoint list --output table'],
  revert: VERSION_IS_LIVE,
  source: 'facts/kubernetes.md 5.1 U17',
});

export const healthyBrowserCache = defineFinding({
  code: 'GT0724',
  leaf: 'healthy_browser_cache',
  title: { en: 'The browser keeps the old page', fr: 'Le navigateur garde l’ancienne page' },
  detail: {
    en: 'All ready pods run the new version, and {address} answers with it. The page may be kept by the browser or a service worker: “{message}”.',
    fr: 'Tous les pods prêts exécutent la nouvelle version, et {address} répond avec elle. Le navigateur ou un service worker peut garder la page : « {message} ».',
  },
  next: {
    en: 'Open the page in a private window. If it is new there, the person clears the site data; the owner of the service then serves the page with no-cache.',
    fr: 'Ouvrir la page dans une fenêtre privée. Si elle y est nouvelle, la personne efface les données du site ; le responsable du service la sert ensuite avec no-cache.',
  },
  commands: ['kubectl get ingresses --all-namespaces --output wide'],
  revert: VERSION_IS_LIVE,
  source: 'facts/kubernetes.md 5.1 U18',
});

export const healthyWrongRouteIngress = defineFinding({
  code: 'GT0729',
  leaf: 'healthy_wrong_route',
  title: { en: 'The route leads to another Service', fr: 'La route mène à un autre Service' },
  detail: {
    en: 'The new version runs; {resource} in {namespace} sends {address} to {service}, which is not the Service of its pods.',
    fr: 'La nouvelle version tourne ; {resource} dans {namespace} envoie {address} vers {service}, qui n’est pas le Service de ses pods.',
  },
  next: {
    en: 'Read every rule for that host and path. The owner of the route then corrects its backend in Git.',
    fr: 'Lire toutes les règles pour cet hôte et ce chemin. Le responsable de la route corrige ensuite son backend dans Git.',
  },
  commands: [
    'kubectl describe {resource} --namespace {namespace}',
    'kubectl get ingresses --all-namespaces --output wide',
    'kubectl describe service {service} --namespace {namespace}',
  ],
  revert: VERSION_IS_LIVE,
  source: 'facts/kubernetes.md 5.1 U01, U02, U06',
});

export const healthyOtherClusterOlder = defineFinding({
  code: 'GT0730',
  leaf: 'healthy_other_cluster',
  title: {
    en: 'Another Application still runs the old version',
    fr: 'Une autre Application exécute encore l’ancienne version',
  },
  detail: {
    en: '{application} runs the new version on {cluster}; {otherApplication} runs the same service elsewhere, with {found}.',
    fr: '{application} exécute la nouvelle version sur {cluster} ; {otherApplication} exécute le même service ailleurs, avec {found}.',
  },
  next: {
    en: 'Check which of the two the person reaches. The owner of {otherApplication} then delivers the change there, or removes it when it is a leftover.',
    fr: 'Vérifier laquelle des deux la personne atteint. Le responsable de {otherApplication} y livre ensuite le changement, ou la supprime s’il s’agit d’un reste.',
  },
  commands: [
    'argocd app get {application}',
    'argocd app get {otherApplication}',
    'argocd app list --output wide',
  ],
  revert: VERSION_IS_LIVE,
  source: 'facts/kubernetes.md 5.1 U15',
});
