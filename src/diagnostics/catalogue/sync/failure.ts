// Findings of link 6: the sync ran and failed, or could not run.
import { defineFinding } from '../../finding.ts';
import { NOT_APPLIED, SAME_OBSTACLE, TAKES_REFUSED_CHANGE_OUT } from '../reverts.ts';

export const syncHook = defineFinding({
  code: 'GT0606',
  leaf: 'sync_hook',
  title: { en: 'A sync hook failed', fr: 'Un hook de sync a échoué' },
  detail: {
    en: 'The sync of {application} stopped at hook {hook}: “{message}”. The workload was not updated.',
    fr: 'La synchronisation de {application} s’est arrêtée au hook {hook} : « {message} ». Le workload n’a pas été mis à jour.',
  },
  next: {
    en: 'Read the log of {hook}. The author of the change then corrects the hook or what it runs, with a new commit.',
    fr: 'Lire le journal de {hook}. L’auteur du changement corrige ensuite le hook ou ce qu’il exécute, par un nouveau commit.',
  },
  commands: [
    'argocd app get {application} --show-operation',
    'kubectl describe {hook} --namespace {namespace}',
    'kubectl logs {hook} --namespace {namespace} --tail 50',
  ],
  revert: {
    helps: true,
    why: {
      en: 'The previous version still serves; the revert puts Git back in agreement with it. Its own hooks run again.',
      fr: 'La version précédente sert toujours ; le revert remet Git en accord avec elle. Ses propres hooks s’exécutent de nouveau.',
    },
  },
  source: 'facts/argocd.md 13 nos. 31, 33 and 64',
});

export const syncRetryExhausted = defineFinding({
  code: 'GT0607',
  leaf: 'sync_retry_exhausted',
  title: {
    en: 'The retries of the sync are used up',
    fr: 'Les reprises de la synchronisation sont épuisées',
  },
  detail: {
    en: 'The sync of {application} failed after {retries} retries ({since}), and this commit is not tried again by itself: “{message}”.',
    fr: 'La synchronisation de {application} a échoué après {retries} reprises ({since}), et ce commit n’est plus retenté : « {message} ».',
  },
  next: {
    en: 'Check whether the cause in the message is still there. When it is gone, a person allowed to sync {application} syncs by hand.',
    fr: 'Vérifier si la cause du message est toujours là. Quand elle a disparu, une personne autorisée à synchroniser {application} le fait à la main.',
  },
  commands: ['argocd app get {application} --show-operation', 'argocd app diff {application}'],
  revert: {
    helps: false,
    why: {
      en: 'The previous version still serves, and the cause may be gone: one sync of this commit is the shorter way.',
      fr: 'La version précédente sert toujours, et la cause a peut-être disparu : une synchronisation de ce commit est plus courte.',
    },
  },
  source: 'facts/argocd.md 1.4 and 13 no. 28',
});

export const clusterUnreachable = defineFinding({
  code: 'GT0617',
  leaf: 'cluster_unreachable',
  title: {
    en: 'Argo CD cannot reach the destination cluster',
    fr: 'Argo CD n’atteint pas le cluster de destination',
  },
  detail: {
    en: 'Argo CD cannot reach or sign in to {destination}, where {application} runs: “{message}”.',
    fr: 'Argo CD n’atteint pas {destination}, où tourne {application}, ou n’y est plus authentifié : « {message} ».',
  },
  next: {
    en: 'Read the connection state of the cluster in Argo CD. The platform team then renews its credential or opens the way.',
    fr: 'Lire l’état de connexion du cluster dans Argo CD. L’équipe plateforme renouvelle ensuite son identifiant ou ouvre le passage.',
  },
  commands: ['argocd cluster list', 'argocd cluster get {destination}', 'argocd app get {application}'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 9.3 and 13 no. 73',
});

export const syncFailed = defineFinding({
  code: 'GT0618',
  leaf: 'sync_failed',
  title: { en: 'The sync failed', fr: 'La synchronisation a échoué' },
  detail: {
    en: 'The sync of {application} at commit {commit} failed: “{message}”.',
    fr: 'La synchronisation de {application} au commit {commit} a échoué : « {message} ».',
  },
  next: {
    en: 'Read the failed rows of the operation and the object they name. The author of the change then corrects that object with a new commit.',
    fr: 'Lire les lignes en échec de l’opération et l’objet qu’elles nomment. L’auteur du changement corrige ensuite cet objet par un nouveau commit.',
  },
  commands: [
    'argocd app get {application} --show-operation',
    'argocd app diff {application}',
    'git show --stat {commit}',
  ],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 5 Q-D D8 and 13 nos. 29 to 32',
});

export const syncHookStuck = defineFinding({
  code: 'GT0631',
  leaf: 'sync_hook',
  title: {
    en: 'The end of a sync hook was not seen',
    fr: 'La fin d’un hook de sync n’a pas été vue',
  },
  detail: {
    en: 'The sync of {application} has been waiting for hook {hook} since {since}; the hook has ended or is gone, and every later commit waits behind it.',
    fr: 'La synchronisation de {application} attend le hook {hook} depuis {since} ; le hook est terminé ou a disparu, et tout commit suivant attend derrière lui.',
  },
  next: {
    en: 'Prove the end of the hook by its events. A person allowed to sync {application} then decides to terminate the operation and to sync again; its owner checks the delete policy of the hook.',
    fr: 'Prouver la fin du hook par ses events. Une personne autorisée à synchroniser {application} décide ensuite de terminer l’opération et de resynchroniser ; son responsable vérifie la politique de suppression du hook.',
  },
  commands: [
    'argocd app get {application} --show-operation',
    'kubectl get {hook} --namespace {namespace} --output wide',
    'kubectl get events --namespace {namespace} --sort-by=.lastTimestamp',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 13 nos. 34 and 37',
});

export const syncFailedEmptyRender = defineFinding({
  code: 'GT0632',
  leaf: 'sync_failed',
  title: {
    en: 'The source renders nothing at all',
    fr: 'La source ne rend plus rien',
  },
  detail: {
    en: 'Commit {commit} renders no object, and Argo CD refuses to remove everything of {application}: “{message}”.',
    fr: 'Le commit {commit} ne rend aucun objet, et Argo CD refuse de tout supprimer de {application} : « {message} ».',
  },
  next: {
    en: 'Render the source at that commit and find out why it is empty: path or condition. The author of the change then corrects it with a new commit.',
    fr: 'Rendre la source à ce commit et chercher pourquoi elle est vide : chemin ou condition. L’auteur du changement la corrige ensuite par un nouveau commit.',
  },
  commands: ['argocd app manifests {application} --source git', 'git show --stat {commit}'],
  revert: TAKES_REFUSED_CHANGE_OUT,
  source: 'facts/argocd.md 5 Q-D D9 and 13 no. 24',
});
