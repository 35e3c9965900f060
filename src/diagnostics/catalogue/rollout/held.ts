// Findings of link 7: the workload starts no new pods: nothing changed in its template, or somebody or something holds it.
import { defineFinding } from '../../finding.ts';
import { MOVES_BY_ITSELF, SAME_OBSTACLE } from '../reverts.ts';

export const configmapNoChecksum = defineFinding({
  code: 'GT0701',
  leaf: 'configmap_no_checksum',
  title: {
    en: 'The configuration changed, the pods did not restart',
    fr: 'La configuration a changé, les pods n’ont pas redémarré',
  },
  detail: {
    en: '{resource} has changed ({since}); the pod template of {workload} did not, so its pods keep the values they read at their start.',
    fr: '{resource} a changé ({since}) ; le template de pod de {workload}, non : ses pods gardent les valeurs lues à leur démarrage.',
  },
  next: {
    en: 'Compare the time of the change with the start of the pods. The owner of the chart then adds a checksum annotation or a hashed name, in Git.',
    fr: 'Comparer l’heure du changement avec le démarrage des pods. Le responsable du chart ajoute ensuite dans Git une annotation checksum ou un nom avec empreinte.',
  },
  commands: [
    'kubectl get pods --namespace {namespace} --sort-by=.status.startTime',
    'kubectl get {workload} --namespace {namespace} --output yaml',
  ],
  revert: {
    helps: false,
    why: {
      en: 'The pods have not read the new values: a revert would change the object again and not the pods.',
      fr: 'Les pods n’ont pas lu les nouvelles valeurs : un revert changerait encore l’objet, et non les pods.',
    },
  },
  source: 'facts/kubernetes.md 4.1',
});

export const paused = defineFinding({
  code: 'GT0702',
  leaf: 'paused',
  title: { en: 'The rollout is paused', fr: 'Le rollout est en pause' },
  detail: {
    en: '{workload} in {namespace} is paused: the new template is stored, and no new pod is created.',
    fr: '{workload} dans {namespace} est en pause : le nouveau template est enregistré, et aucun nouveau pod n’est créé.',
  },
  next: {
    en: 'Find out who paused it, Git or a person, and why. The owner of the service then resumes it the same way.',
    fr: 'Chercher qui l’a mis en pause, Git ou une personne, et pourquoi. Le responsable du service le reprend ensuite par la même voie.',
  },
  commands: [
    'kubectl get {workload} --namespace {namespace} --output yaml --show-managed-fields',
    'kubectl rollout history {workload} --namespace {namespace}',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/kubernetes.md 1.2 R04',
});

export const scaledToZero = defineFinding({
  code: 'GT0703',
  leaf: 'scaled_to_zero',
  title: { en: 'The workload is scaled to zero', fr: 'Le workload est réduit à zéro' },
  detail: {
    en: '{workload} in {namespace} asks for 0 replicas: the new version is applied, and no pod of it runs.',
    fr: '{workload} dans {namespace} demande 0 replica : la nouvelle version est appliquée, et aucun de ses pods ne tourne.',
  },
  next: {
    en: 'Look for who set it: Git, a schedule, an autoscaler or a person. The owner of the service then raises the number in that place.',
    fr: 'Chercher qui l’a fixé : Git, une planification, un autoscaler ou une personne. Le responsable du service relève ensuite le nombre à cet endroit.',
  },
  commands: [
    'kubectl get {workload} --namespace {namespace} --output yaml --show-managed-fields',
    'kubectl get horizontalpodautoscalers --namespace {namespace}',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/kubernetes.md 1.2 R05 and 1.6',
});

export const updateHeld = defineFinding({
  code: 'GT0704',
  leaf: 'update_held',
  title: {
    en: 'The update strategy keeps the old pods',
    fr: 'La stratégie de mise à jour garde les anciens pods',
  },
  detail: {
    en: '{workload} in {namespace} has the new template and keeps its old pods: its strategy is “{rule}”.',
    fr: '{workload} dans {namespace} porte le nouveau template et garde ses anciens pods : sa stratégie est « {rule} ».',
  },
  next: {
    en: 'Read the strategy and which pods are old. The owner of the service then replaces the pods as the strategy intends, or changes it in Git.',
    fr: 'Lire la stratégie et les pods encore anciens. Le responsable du service remplace ensuite les pods comme la stratégie le prévoit, ou la modifie dans Git.',
  },
  commands: [
    'kubectl describe {workload} --namespace {namespace}',
    'kubectl get pods --namespace {namespace} --show-labels',
  ],
  revert: {
    helps: false,
    why: {
      en: 'The old pods still serve: the strategy would hold the revert in the same way.',
      fr: 'Les anciens pods servent toujours : la stratégie retiendrait le revert de la même façon.',
    },
  },
  source: 'facts/kubernetes.md 1.5',
});

export const rolloutInProgress = defineFinding({
  code: 'GT0711',
  leaf: 'rollout_in_progress',
  title: { en: 'The rollout is running', fr: 'Le rollout est en cours' },
  detail: {
    en: '{workload} in {namespace} has {updated} of {replicas} new pods, and none of them shows an error. Its deadline is {until}.',
    fr: '{workload} dans {namespace} compte {updated} nouveaux pods sur {replicas}, et aucun ne montre d’erreur. Son délai : {until}.',
  },
  next: {
    en: 'Nobody has to act: look again before {until}.',
    fr: 'Personne n’a à agir : regarder de nouveau avant {until}.',
  },
  commands: ['kubectl rollout status {workload} --namespace {namespace} --watch=false'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/kubernetes.md 1.2 R15, R16',
});

export const rolloutAborted = defineFinding({
  code: 'GT0712',
  leaf: 'rollout_aborted',
  title: { en: 'The progressive rollout was aborted', fr: 'Le rollout progressif a été abandonné' },
  detail: {
    en: '{workload} in {namespace} was aborted, and the stable version serves: “{message}”.',
    fr: '{workload} dans {namespace} a été abandonné, et la version stable sert : « {message} ».',
  },
  next: {
    en: 'Read the analysis run that ended it, or who aborted it. The author of the change then corrects the version; Git still asks for it.',
    fr: 'Lire l’analyse qui l’a arrêté, ou chercher qui l’a abandonné. L’auteur du changement corrige ensuite la version ; Git la demande toujours.',
  },
  commands: [
    'kubectl describe {workload} --namespace {namespace}',
    'kubectl get analysisruns.argoproj.io --namespace {namespace}',
  ],
  revert: {
    helps: true,
    why: {
      en: 'The stable version serves while Git asks for the aborted one: the revert puts both in agreement.',
      fr: 'La version stable sert alors que Git demande celle qui est abandonnée : le revert les remet d’accord.',
    },
  },
  source: 'facts/kubernetes.md 1.5',
});

export const oldPodsTerminating = defineFinding({
  code: 'GT0717',
  leaf: 'old_pods_terminating',
  title: { en: 'Old pods do not end', fr: 'D’anciens pods ne s’arrêtent pas' },
  detail: {
    en: 'Pod {pod} of {workload} has been terminating since {since}: the new pods wait for it or serve beside it.',
    fr: 'Le pod {pod} de {workload} est en cours d’arrêt depuis {since} : les nouveaux pods l’attendent ou servent à côté de lui.',
  },
  next: {
    en: 'Read its finalizers, its grace period and the state of its node. The owner of whichever holds it then acts; a long preStop is the move of the service’s owner.',
    fr: 'Lire ses finalizers, son délai de grâce et l’état de son nœud. Le responsable de ce qui le retient agit ensuite ; un preStop long revient au responsable du service.',
  },
  commands: [
    'kubectl get pod {pod} --namespace {namespace} --output yaml',
    'kubectl get events --namespace {namespace} --field-selector involvedObject.name={pod}',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/kubernetes.md 2.6',
});

export const stuckRollout = defineFinding({
  code: 'GT0718',
  leaf: 'stuck_rollout',
  title: { en: 'The rollout is stuck', fr: 'Le rollout est bloqué' },
  detail: {
    en: '{workload} in {namespace} passed its progress deadline ({since}), and no pod, event or condition names a cause.',
    fr: '{workload} dans {namespace} a dépassé son délai de progression ({since}), et aucun pod, event ou condition ne nomme de cause.',
  },
  next: {
    en: 'Read conditions and pods again, and look for events older than an hour elsewhere: the cluster keeps no more. The owner of the service then decides between waiting and the revert.',
    fr: 'Relire les conditions et les pods, et chercher ailleurs les events de plus d’une heure : le cluster n’en garde pas davantage. Le responsable du service choisit ensuite entre l’attente et le revert.',
  },
  commands: [
    'kubectl describe {workload} --namespace {namespace}',
    'kubectl get pods --namespace {namespace} --output wide',
  ],
  revert: {
    helps: true,
    why: {
      en: 'The previous version ran with its own template: the revert ends the rollout on it.',
      fr: 'La version précédente fonctionnait avec son propre template : le revert termine le rollout sur elle.',
    },
  },
  source: 'facts/kubernetes.md 1.2 R15',
});

export const pausedStep = defineFinding({
  code: 'GT0725',
  leaf: 'paused',
  title: {
    en: 'The progressive rollout waits for promotion',
    fr: 'Le rollout progressif attend une promotion',
  },
  detail: {
    en: '{workload} in {namespace} has been paused since {since} at one of its own steps: “{message}”.',
    fr: '{workload} dans {namespace} est en pause depuis {since} à l’une de ses étapes : « {message} ».',
  },
  next: {
    en: 'Read the step and the analysis of the Rollout. The owner of the service then promotes it or stops it.',
    fr: 'Lire l’étape et l’analyse du Rollout. Le responsable du service le promeut ensuite ou l’arrête.',
  },
  commands: [
    'kubectl describe {workload} --namespace {namespace}',
    'kubectl get analysisruns.argoproj.io --namespace {namespace}',
  ],
  revert: {
    helps: false,
    why: {
      en: 'The pause is part of the strategy, and the stable version serves most of the traffic.',
      fr: 'La pause fait partie de la stratégie, et la version stable sert l’essentiel du trafic.',
    },
  },
  source: 'facts/kubernetes.md 1.5',
});

export const updateHeldNextRun = defineFinding({
  code: 'GT0726',
  leaf: 'update_held',
  title: {
    en: 'The new version starts with the next scheduled run',
    fr: 'La nouvelle version démarre à la prochaine exécution planifiée',
  },
  detail: {
    en: '{workload} in {namespace} has the new template; its next run is due ({until}), and a job that is running keeps its image.',
    fr: '{workload} dans {namespace} porte le nouveau template ; sa prochaine exécution est prévue ({until}), et un job en cours garde son image.',
  },
  next: {
    en: 'Nobody has to act: look at the job of the next run ({until}).',
    fr: 'Personne n’a à agir : regarder le job de la prochaine exécution ({until}).',
  },
  commands: [
    'kubectl describe {workload} --namespace {namespace}',
    'kubectl get jobs --namespace {namespace} --sort-by=.metadata.creationTimestamp',
  ],
  revert: MOVES_BY_ITSELF,
  source: 'facts/kubernetes.md 1.5',
});

export const rolloutInProgressNoDeadline = defineFinding({
  code: 'GT0731',
  leaf: 'rollout_in_progress',
  title: {
    en: 'The rollout is running, without a deadline',
    fr: 'Le rollout est en cours, sans délai limite',
  },
  detail: {
    en: '{workload} in {namespace} has {updated} of {replicas} new pods, and none of them shows an error. This kind has no deadline of its own.',
    fr: '{workload} dans {namespace} compte {updated} nouveaux pods sur {replicas}, et aucun ne montre d’erreur. Ce type de workload n’a pas de délai propre.',
  },
  next: {
    en: 'Nobody has to act: look again in a few minutes, and at the pod that is being replaced if the number stays.',
    fr: 'Personne n’a à agir : regarder de nouveau dans quelques minutes, et le pod en cours de remplacement si le nombre ne bouge pas.',
  },
  commands: [
    'kubectl rollout status {workload} --namespace {namespace} --watch=false',
    'kubectl get pods --namespace {namespace} --output wide',
  ],
  revert: MOVES_BY_ITSELF,
  source: 'facts/kubernetes.md 1.5',
});
