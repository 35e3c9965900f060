// What stands in the `{…}` places of the texts: one name for one thing in the whole catalogue. Times and durations arrive
// as written text in the reader's time zone.
import type { Bilingual } from '../locale.ts';

export const PLACES = {
  address: { en: 'host name or URL a person opens', fr: 'nom d’hôte ou URL qu’une personne ouvre' },
  age: { en: 'duration, as text', fr: 'durée, en toutes lettres' },
  application: { en: 'name of the Application', fr: 'nom de l’Application' },
  approvers: { en: 'who is asked to approve', fr: 'qui doit approuver' },
  asked: { en: 'commit that was asked for', fr: 'commit demandé' },
  attempts: { en: 'number of attempts', fr: 'nombre de tentatives' },
  branch: { en: 'short name of a branch', fr: 'nom court d’une branche' },
  builtBranch: { en: 'branch the pipeline builds', fr: 'branche que le pipeline construit' },
  chart: { en: 'name of the chart', fr: 'nom du chart' },
  cluster: { en: 'name of the cluster', fr: 'nom du cluster' },
  commit: { en: 'commit id', fr: 'identifiant du commit' },
  component: {
    en: 'component of Argo CD, for example argocd-repo-server',
    fr: 'composant d’Argo CD, par exemple argocd-repo-server',
  },
  container: { en: 'name of the container', fr: 'nom du conteneur' },
  destination: {
    en: 'name or server of the destination cluster',
    fr: 'nom ou serveur du cluster de destination',
  },
  exitCode: { en: 'exit code of the process', fr: 'code de sortie du processus' },
  expected: { en: 'what is asked for', fr: 'ce qui est demandé' },
  file: { en: 'path of the file in its repository', fr: 'chemin du fichier dans son dépôt' },
  found: { en: 'what is there instead', fr: 'ce qui s’y trouve' },
  hook: { en: 'kind/name of the hook', fr: 'kind/nom du hook' },
  image: { en: 'image with registry and tag', fr: 'image avec registre et tag' },
  key: { en: 'key in the file', fr: 'clé dans le fichier' },
  later: { en: 'the later commit', fr: 'le commit postérieur' },
  limit: { en: 'limit of the container', fr: 'limite du conteneur' },
  mark: { en: 'mark that skips a run', fr: 'mention qui évite un run' },
  message: { en: 'the literal message, cut and redacted', fr: 'le message littéral, abrégé et expurgé' },
  namespace: { en: 'namespace', fr: 'namespace' },
  node: { en: 'name of the node', fr: 'nom du nœud' },
  number: { en: 'number of the link', fr: 'numéro du maillon' },
  object: { en: 'kind/name of an object', fr: 'kind/nom d’un objet' },
  otherApplication: { en: 'name of the other Application', fr: 'nom de l’autre Application' },
  otherFile: { en: 'path of the other file', fr: 'chemin de l’autre fichier' },
  override: { en: 'field that sets the value', fr: 'champ qui fixe la valeur' },
  value: { en: 'value of a setting', fr: 'valeur d’un réglage' },
  parent: { en: 'parent Application or ApplicationSet', fr: 'Application parente ou ApplicationSet' },
  path: { en: 'path the Application renders', fr: 'chemin que l’Application rend' },
  pipeline: { en: 'name of the pipeline', fr: 'nom du pipeline' },
  pod: { en: 'name of the pod', fr: 'nom du pod' },
  policy: { en: 'name of the branch policy', fr: 'nom de la politique de branche' },
  pool: { en: 'name of the agent pool', fr: 'nom du pool d’agents' },
  project: { en: 'name of the AppProject', fr: 'nom de l’AppProject' },
  pullRequest: { en: 'number of the pull request', fr: 'numéro de la pull request' },
  registry: { en: 'login server of the registry', fr: 'serveur de connexion du registre' },
  replicas: { en: 'replicas asked for', fr: 'replicas demandés' },
  repository: { en: 'name or URL of the Git repository', fr: 'nom ou URL du dépôt Git' },
  resource: { en: 'kind/name of an object', fr: 'kind/nom d’un objet' },
  restarts: { en: 'number of restarts', fr: 'nombre de redémarrages' },
  retries: { en: 'number of retries', fr: 'nombre de reprises' },
  rule: { en: 'the rule, as it is written', fr: 'la règle, telle qu’elle est écrite' },
  run: { en: 'id of the run', fr: 'identifiant du run' },
  service: { en: 'name of the Service', fr: 'nom du Service' },
  since: { en: 'since when, or when', fr: 'depuis quand, ou quand' },
  stage: { en: 'name of the stage, job or step', fr: 'nom de l’étape, du job ou de la tâche' },
  state: { en: 'state, as the system names it', fr: 'état, tel que le système le nomme' },
  step: { en: 'number of the step', fr: 'numéro de l’étape' },
  tag: { en: 'image tag', fr: 'tag de l’image' },
  targetRevision: { en: 'revision the Application follows', fr: 'révision que l’Application suit' },
  task: { en: 'name of the task', fr: 'nom de la tâche' },
  trigger: { en: 'trigger, as it is written', fr: 'déclencheur, tel qu’il est écrit' },
  unread: { en: 'numbers of the links that were not read', fr: 'numéros des maillons non lus' },
  until: { en: 'when it changes by itself', fr: 'quand cela change de soi-même' },
  updated: { en: 'pods of the new version', fr: 'pods de la nouvelle version' },
  version: { en: 'version of the chart', fr: 'version du chart' },
  workload: { en: 'kind/name of the workload', fr: 'kind/nom du workload' },
} as const satisfies Readonly<Record<string, Bilingual>>;

export type PlaceName = keyof typeof PLACES;

const PLACE = /\{(\w+)\}/g;

/** The names in the places of a text, each once. */
export function placesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACE)].flatMap(([, name]) => (name === undefined ? [] : [name])))];
}
