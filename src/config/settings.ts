// What each setting means, in both languages, with an example: for the reference in docs and for error messages.
import type { Bilingual } from '../diagnostics/locale.ts';

export interface Setting extends Bilingual {
  /** As it stands in maillon.yaml. */
  readonly example: string;
}

/** By path; `[]` stands for every item of a list, `*` for every name of a map. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  language: {
    en: 'Language of answers when the message does not tell one.',
    fr: 'Langue des réponses quand le message n’en indique aucune.',
    example: 'language: fr',
  },
  azureDevOps: {
    en: 'Where pipelines and repositories are looked for first.',
    fr: 'Où chercher d’abord les pipelines et les dépôts.',
    example: 'azureDevOps: { organization: contoso, project: Chatbot }',
  },
  'azureDevOps.organization': {
    en: 'Organization, as in https://dev.azure.com/{organization}.',
    fr: 'Organisation, comme dans https://dev.azure.com/{organization}.',
    example: 'organization: contoso',
  },
  'azureDevOps.project': { en: 'Project.', fr: 'Projet.', example: 'project: Chatbot' },
  'azureDevOps.authentication': {
    en: 'Sign-in: the identity of `azure`, or the personal access token of `AZURE_DEVOPS_TOKEN` (development).',
    fr: 'Connexion\u00a0: l’identité de `azure`, ou le jeton personnel de `AZURE_DEVOPS_TOKEN` (développement).',
    example: 'authentication: entra',
  },
  azure: {
    en: 'Who maillon is in Microsoft Entra ID when it reads.',
    fr: 'Qui est maillon dans Microsoft Entra ID quand il lit.',
    example: 'azure: { identity: workloadIdentity }',
  },
  'azure.identity': {
    en: 'Identity of the pod on AKS, of the machine, or of the developer who ran `az login`.',
    fr: 'Identité du pod sur AKS, de la machine, ou de la personne qui a lancé `az login`.',
    example: 'identity: workloadIdentity',
  },
  'azure.clientId': {
    en: 'Client id of a user-assigned identity.',
    fr: 'Identifiant client d’une identité affectée par l’utilisateur.',
    example: 'clientId: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  },
  clusters: {
    en: 'Clusters that may be read. The first one is the one Argo CD runs in.',
    fr: 'Clusters qui peuvent être lus. Le premier est celui d’Argo CD.',
    example: 'clusters: [ { name: in-cluster, authentication: inCluster } ]',
  },
  'clusters[].name': {
    en: 'Name, as reports show it.',
    fr: 'Nom, tel que les rapports l’affichent.',
    example: 'name: in-cluster',
  },
  'clusters[].server': {
    en: 'How destinations of Applications name it.',
    fr: 'Comment les destinations des Applications le nomment.',
    example: 'server: https://kubernetes.default.svc',
  },
  'clusters[].argocdNamespace': {
    en: 'Namespace of Argo CD. Only read from the first cluster.',
    fr: 'Namespace d’Argo CD. Lu seulement dans le premier cluster.',
    example: 'argocdNamespace: argocd',
  },
  'clusters[].authentication': {
    en: 'Service account of the pod, identity of `azure`, or a kubeconfig file (development).',
    fr: 'Compte de service du pod, identité de `azure`, ou fichier kubeconfig (développement).',
    example: 'authentication: inCluster',
  },
  'clusters[].apiUrl': {
    en: 'Address of the API server. With `entra` only, and then required.',
    fr: 'Adresse du serveur d’API. Avec `entra` seulement, alors obligatoire.',
    example: 'apiUrl: https://aks-chat-7d1c.privatelink.francecentral.azmk8s.io',
  },
  'clusters[].ca': {
    en: 'File of its certificate authority (PEM). With `entra` only, and then required.',
    fr: 'Fichier de son autorité de certification (PEM). Avec `entra` seulement, alors obligatoire.',
    example: 'ca: /etc/maillon/aks-chat.pem',
  },
  'clusters[].kubeconfig': {
    en: 'File. With `kubeconfig` only; else `KUBECONFIG`, else `~/.kube/config`.',
    fr: 'Fichier. Avec `kubeconfig` seulement\u00a0; sinon `KUBECONFIG`, sinon `~/.kube/config`.',
    example: 'kubeconfig: /home/me/.kube/config',
  },
  'clusters[].context': {
    en: 'Context of the kubeconfig file; else its current one.',
    fr: 'Contexte du fichier kubeconfig\u00a0; sinon le contexte courant.',
    example: 'context: aks-chat',
  },
  registries: {
    en: 'Registries that may be read.',
    fr: 'Registres qui peuvent être lus.',
    example: 'registries: [ { loginServer: acrchatprd.azurecr.io } ]',
  },
  'registries[].loginServer': {
    en: 'Login server.',
    fr: 'Serveur de connexion.',
    example: 'loginServer: acrchatprd.azurecr.io',
  },
  services: {
    en: 'Services by the names people use. Others are derived from the names of the Applications.',
    fr: 'Services, par les noms que les gens utilisent. Les autres sont déduits des noms des Applications.',
    example: 'services: [ { name: chat-api, applications: [ { name: chat-api-prd, environment: prd } ] } ]',
  },
  'services[].name': { en: 'Name.', fr: 'Nom.', example: 'name: chat-api' },
  'services[].aliases': { en: 'Other names.', fr: 'Autres noms.', example: 'aliases: [ assistant ]' },
  'services[].applications': {
    en: 'Argo CD Applications that deploy it.',
    fr: 'Applications Argo CD qui le déploient.',
    example: 'applications: [ { name: chat-api-prd, environment: prd } ]',
  },
  'services[].applications[].name': {
    en: 'Name of the Application.',
    fr: 'Nom de l’Application.',
    example: 'name: chat-api-prd',
  },
  'services[].applications[].namespace': {
    en: 'Namespace of the Application resource.',
    fr: 'Namespace de la ressource Application.',
    example: 'namespace: argocd',
  },
  'services[].applications[].cluster': {
    en: 'Name of the cluster Argo CD runs in; else the first of `clusters`.',
    fr: 'Nom du cluster d’Argo CD\u00a0; sinon le premier de `clusters`.',
    example: 'cluster: in-cluster',
  },
  'services[].applications[].environment': {
    en: 'Environment.',
    fr: 'Environnement.',
    example: 'environment: prd',
  },
  'services[].repository': {
    en: 'Application repository, where it cannot be told from the pipeline.',
    fr: 'Dépôt de l’application, quand le pipeline ne permet pas de le trouver.',
    example: 'repository: chat-api',
  },
  'services[].pipeline': {
    en: 'Pipeline that builds it, where several could.',
    fr: 'Pipeline qui le construit, quand plusieurs sont possibles.',
    example: 'pipeline: chat-api-ci',
  },
  environments: {
    en: 'Other words for an environment.',
    fr: 'Autres mots pour un environnement.',
    example: 'environments: { prd: [ prod, production ] }',
  },
  'environments.*': {
    en: 'Words that mean it.',
    fr: 'Mots qui le désignent.',
    example: 'prd: [ prod, production ]',
  },
  rollback: {
    en: 'The way back: a pull request that reverts the tag commit. It is never completed by maillon.',
    fr: 'Le retour arrière\u00a0: une pull request qui annule le commit du tag. Jamais terminée par maillon.',
    example: 'rollback: { mode: link }',
  },
  'rollback.mode': {
    en: 'Not offered, a link and commands, a pull request as the person who clicks, or as the application.',
    fr: 'Non proposé, un lien et des commandes, une pull request au nom de la personne qui clique, ou de l’application.',
    example: 'mode: user',
  },
  'rollback.allowed': {
    en: 'Who may create it: object ids of people. Nobody else may.',
    fr: 'Qui peut la créer\u00a0: identifiants d’objet des personnes. Personne d’autre.',
    example: 'allowed: [ 1255556b-d34c-4bc9-8691-cb8be87baf20 ]',
  },
  bot: {
    en: 'The Azure Bot. Required by the service, outside the lab.',
    fr: 'L’Azure Bot. Obligatoire pour le service, hors du lab.',
    example:
      'bot: { appId: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff, tenantId: 72f988bf-86f1-41af-91ab-2d7cd011db47 }',
  },
  'bot.appId': {
    en: 'Client id of the bot.',
    fr: 'Identifiant client du bot.',
    example: 'appId: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  },
  'bot.tenantId': {
    en: 'Its tenant.',
    fr: 'Son tenant.',
    example: 'tenantId: 72f988bf-86f1-41af-91ab-2d7cd011db47',
  },
  'bot.appType': {
    en: 'Type of the bot. `SingleTenant` needs `MicrosoftAppPassword`.',
    fr: 'Type du bot. `SingleTenant` demande `MicrosoftAppPassword`.',
    example: 'appType: UserAssignedMSI',
  },
  'bot.allowedTenants': {
    en: 'Tenants whose people may use it; else its own only.',
    fr: 'Tenants dont les personnes peuvent l’utiliser\u00a0; sinon le sien seulement.',
    example: 'allowedTenants: [ 72f988bf-86f1-41af-91ab-2d7cd011db47 ]',
  },
  storage: {
    en: 'Azure Storage for state and audit. Required by the service, outside the lab. One of the two.',
    fr: 'Azure Storage pour l’état et l’audit. Obligatoire pour le service, hors du lab. L’un des deux.',
    example: 'storage: { accountUrl: https://stchatprd.blob.core.windows.net }',
  },
  'storage.accountUrl': {
    en: 'Blob address of the account, read with the identity of `azure`.',
    fr: 'Adresse blob du compte, lu avec l’identité de `azure`.',
    example: 'accountUrl: https://stchatprd.blob.core.windows.net',
  },
  'storage.connectionString': {
    en: 'Azurite on this machine (development). Keys of real accounts are refused.',
    fr: 'Azurite sur cette machine (développement). Les clés de vrais comptes sont refusées.',
    example: 'connectionString: UseDevelopmentStorage=true',
  },
  detection: {
    en: 'How long Argo CD may take to see a commit: the three together. What Argo CD says of itself wins.',
    fr: 'Combien de temps Argo CD peut mettre à voir un commit\u00a0: les trois ensemble. Ce qu’Argo CD en dit l’emporte.',
    example: 'detection: { poll: 120s, jitter: 60s, refCache: 180s }',
  },
  'detection.poll': { en: 'Between two comparisons.', fr: 'Entre deux comparaisons.', example: 'poll: 120s' },
  'detection.jitter': {
    en: 'Added at random, at most.',
    fr: 'Ajouté au hasard, au plus.',
    example: 'jitter: 60s',
  },
  'detection.refCache': {
    en: 'How long the repo-server keeps a resolved branch.',
    fr: 'Combien de temps le repo-server garde une branche résolue.',
    example: 'refCache: 180s',
  },
  limits: {
    en: 'How long a trace may take.',
    fr: 'Combien de temps une trace peut durer.',
    example: 'limits: { call: 10s, trace: 60s }',
  },
  'limits.call': {
    en: 'One call, retries included.',
    fr: 'Un appel, nouveaux essais compris.',
    example: 'call: 10s',
  },
  'limits.trace': { en: 'A whole trace.', fr: 'Une trace entière.', example: 'trace: 60s' },
  listen: {
    en: 'Where the service listens.',
    fr: 'Où le service écoute.',
    example: 'listen: { host: 0.0.0.0, port: 3978 }',
  },
  'listen.host': {
    en: 'Address; else 0.0.0.0, in the lab 127.0.0.1.',
    fr: 'Adresse\u00a0; sinon 0.0.0.0, et 127.0.0.1 dans le lab.',
    example: 'host: 127.0.0.1',
  },
  'listen.port': { en: 'Port.', fr: 'Port.', example: 'port: 3978' },
  lab: {
    en: 'Runs on the embedded estate, without authentication, on loopback only.',
    fr: 'Fonctionne sur le parc intégré, sans authentification, sur le bouclage seulement.',
    example: 'lab: true',
  },
};

/** Variables that win over the file. */
export const VARIABLES = {
  MAILLON_LANGUAGE: 'language',
  MAILLON_LAB: 'lab',
  AZURE_DEVOPS_ORGANIZATION: 'azureDevOps.organization',
  AZURE_DEVOPS_PROJECT: 'azureDevOps.project',
  AZURE_CLIENT_ID: 'azure.clientId',
  MicrosoftAppId: 'bot.appId',
  MicrosoftAppTenantId: 'bot.tenantId',
  MicrosoftAppType: 'bot.appType',
  AZURE_STORAGE_ACCOUNT_URL: 'storage.accountUrl',
  AZURE_STORAGE_CONNECTION_STRING: 'storage.connectionString',
  MAILLON_HOST: 'listen.host',
  PORT: 'listen.port',
} as const satisfies Readonly<Record<string, keyof typeof SETTINGS>>;

/** Variables that have no place in a file. */
export const ONLY_VARIABLES: Readonly<Record<string, Bilingual>> = {
  MAILLON_CONFIG: {
    en: 'The configuration file; else maillon.yaml in the working directory, where there is one.',
    fr: 'Le fichier de configuration\u00a0; sinon maillon.yaml du dossier courant, s’il existe.',
  },
  AZURE_DEVOPS_TOKEN: {
    en: 'Personal access token, with `azureDevOps.authentication: token`.',
    fr: 'Jeton personnel, avec `azureDevOps.authentication: token`.',
  },
  MicrosoftAppPassword: {
    en: 'Secret of the bot, with `bot.appType: SingleTenant`.',
    fr: 'Secret du bot, avec `bot.appType: SingleTenant`.',
  },
  KUBECONFIG: {
    en: 'Kubeconfig file, where a cluster names none.',
    fr: 'Fichier kubeconfig, quand un cluster n’en nomme pas.',
  },
};
