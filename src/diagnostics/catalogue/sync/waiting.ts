// Findings of link 6: Argo CD knows the commit and does not apply it yet: a person, an operation, a step or a window.
import { defineFinding } from '../../finding.ts';
import { MOVES_BY_ITSELF, NOT_APPLIED, SAME_OBSTACLE } from '../reverts.ts';

export const manualSyncExpected = defineFinding({
  code: 'GT0601',
  leaf: 'manual_sync_expected',
  title: { en: 'A manual sync is expected', fr: 'Une synchronisation manuelle est attendue' },
  detail: {
    en: 'Argo CD shows commit {commit} and {application} is OutOfSync: automated sync is off, so it waits for a person.',
    fr: 'Argo CD affiche le commit {commit} et {application} est OutOfSync : la synchronisation automatique est désactivée, une personne est attendue.',
  },
  next: {
    en: 'Read the difference first. A person allowed to sync {application} then decides; its owner puts automated sync back in Git if it went off by mistake.',
    fr: 'Lire d’abord la différence. Une personne autorisée à synchroniser {application} décide ensuite ; son responsable rétablit la synchronisation automatique dans Git si elle a été coupée par erreur.',
  },
  commands: ['argocd app diff {application}', 'argocd app get {application}', 'git show --stat {commit}'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 5 Q-D D2',
});

export const autoSyncStalled = defineFinding({
  code: 'GT0602',
  leaf: 'auto_sync_stalled',
  title: { en: 'Auto-sync did not start', fr: 'L’auto-sync n’a pas démarré' },
  detail: {
    en: '{application} has been OutOfSync at commit {commit} since {since}. Auto-sync is on, nothing forbids it, and no operation was started for that commit.',
    fr: '{application} est OutOfSync au commit {commit} depuis {since}. L’auto-sync est actif, rien ne l’interdit, et aucune opération n’a démarré pour ce commit.',
  },
  next: {
    en: 'Read the difference and the log of the application controller. A person then decides on a sync; the platform team looks for why the controller held back.',
    fr: 'Lire la différence et le journal de l’application controller. Une personne décide ensuite d’une synchronisation ; l’équipe plateforme cherche pourquoi le contrôleur ne l’a pas lancée.',
  },
  commands: [
    'argocd app diff {application}',
    'argocd app get {application} --show-operation',
    'git log -1 --format=fuller {commit}',
  ],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 5 Q-D D14',
});

export const operationInProgress = defineFinding({
  code: 'GT0603',
  leaf: 'operation_in_progress',
  title: { en: 'The sync is running', fr: 'La synchronisation est en cours' },
  detail: {
    en: 'The sync of {application} at commit {commit} has been running since {since}: “{message}”.',
    fr: 'La synchronisation de {application} au commit {commit} est en cours depuis {since} : « {message} ».',
  },
  next: {
    en: 'Nobody has to act: look again in a few minutes. Look at the object that the message names if it stays the same.',
    fr: 'Personne n’a à agir : regarder de nouveau dans quelques minutes. Si le message ne change pas, regarder l’objet qu’il nomme.',
  },
  commands: ['argocd app get {application} --show-operation', 'argocd app resources {application}'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/argocd.md 5 Q-D D4',
});

export const rollingSyncWaiting = defineFinding({
  code: 'GT0604',
  leaf: 'rolling_sync_waiting',
  title: {
    en: 'The progressive sync has not reached the Application',
    fr: 'La synchronisation progressive n’a pas atteint l’Application',
  },
  detail: {
    en: 'ApplicationSet {parent} syncs step by step and {application} is in step {step}: an Application of an earlier step is not Healthy yet.',
    fr: 'L’ApplicationSet {parent} synchronise étape par étape et {application} est à l’étape {step} : une Application d’une étape antérieure n’est pas encore Healthy.',
  },
  next: {
    en: 'Look at the Applications of the earlier steps. Nobody has to act while they progress; the owner of one that is Degraded has the move.',
    fr: 'Regarder les Applications des étapes antérieures. Personne n’a à agir tant qu’elles progressent ; si l’une est Degraded, c’est à son responsable d’agir.',
  },
  commands: ['argocd appset get {parent}', 'argocd app list --output wide'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/argocd.md 5 Q-D D3 and 9.1',
});

export const syncWindow = defineFinding({
  code: 'GT0605',
  leaf: 'sync_window',
  title: { en: 'A sync window holds the change', fr: 'Une fenêtre de synchronisation retient le changement' },
  detail: {
    en: 'Project {project} does not let {application} sync now. The window opens next at {until}, and auto-sync then starts by itself.',
    fr: 'Le projet {project} ne laisse pas {application} se synchroniser maintenant. Prochaine ouverture : {until} ; l’auto-sync part alors de lui-même.',
  },
  next: {
    en: 'Nobody has to act before {until}. If it cannot wait, the owner of project {project} decides on an exception.',
    fr: 'Personne n’a à agir avant {until}. Si cela ne peut pas attendre, le responsable du projet {project} décide d’une exception.',
  },
  commands: ['argocd proj windows list {project}', 'argocd app get {application}'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 5 Q-D D7',
});

export const operationInProgressOlder = defineFinding({
  code: 'GT0625',
  leaf: 'operation_in_progress',
  title: {
    en: 'The commit waits behind an older operation',
    fr: 'Le commit attend derrière une opération plus ancienne',
  },
  detail: {
    en: '{application} has been syncing older commit {found} since {since}: “{message}”. Commit {commit} starts when that operation ends.',
    fr: '{application} synchronise depuis {since} le commit {found}, plus ancien : « {message} ». Le commit {commit} démarre quand cette opération se termine.',
  },
  next: {
    en: 'Look at what the running operation waits for. If it cannot end, a person allowed to sync {application} decides to terminate it.',
    fr: 'Regarder ce que l’opération en cours attend. Si elle ne peut pas finir, une personne autorisée à synchroniser {application} décide d’y mettre fin.',
  },
  commands: ['argocd app get {application} --show-operation', 'git log --oneline {found}..{commit}'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 0.6 and 5 Q-D D4',
});

export const operationInProgressRetrying = defineFinding({
  code: 'GT0626',
  leaf: 'operation_in_progress',
  title: { en: 'The sync is tried again', fr: 'La synchronisation est retentée' },
  detail: {
    en: 'The sync of {application} at commit {commit} failed and is tried again by {until}: “{message}”.',
    fr: 'La synchronisation de {application} au commit {commit} a échoué et sera retentée avant {until} : « {message} ».',
  },
  next: {
    en: 'Nobody has to act while retries are left: look again after {until}. If the message is not a passing one, the author of the change has the move.',
    fr: 'Personne n’a à agir tant qu’il reste des reprises : regarder de nouveau après {until}. Si le message n’est pas passager, c’est à l’auteur du changement d’agir.',
  },
  commands: ['argocd app get {application} --show-operation'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/argocd.md 0.7 and 5 Q-D D5',
});

export const rollingSyncWaitingNoStep = defineFinding({
  code: 'GT0627',
  leaf: 'rolling_sync_waiting',
  title: { en: 'No step selects the Application', fr: 'Aucune étape ne sélectionne l’Application' },
  detail: {
    en: 'ApplicationSet {parent} syncs step by step, and no step selects {application}: it is never synced.',
    fr: 'L’ApplicationSet {parent} synchronise étape par étape, et aucune étape ne sélectionne {application} : elle n’est jamais synchronisée.',
  },
  next: {
    en: 'Compare the labels of {application} with the steps. The owner of {parent} then corrects one of them in Git.',
    fr: 'Comparer les labels de {application} avec les étapes. Le responsable de {parent} corrige ensuite l’un ou l’autre dans Git.',
  },
  commands: ['argocd appset get {parent} --output yaml', 'argocd app get {application} --output yaml'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 9.1',
});

export const syncWindowNoOpening = defineFinding({
  code: 'GT0628',
  leaf: 'sync_window',
  title: {
    en: 'The sync window has no next opening',
    fr: 'La fenêtre de synchronisation n’a pas de prochaine ouverture',
  },
  detail: {
    en: 'Project {project} does not let {application} sync (“{rule}”), and no next opening follows from it.',
    fr: 'Le projet {project} ne laisse pas {application} se synchroniser (« {rule} »), et aucune ouverture n’en découle.',
  },
  next: {
    en: 'Read the windows of the project. The owner of project {project} then opens one or allows a manual sync.',
    fr: 'Lire les fenêtres du projet. Le responsable du projet {project} en ouvre ensuite une ou permet une synchronisation manuelle.',
  },
  commands: ['argocd proj windows list {project}', 'argocd app get {application}'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 5 Q-D D7',
});

export const syncWindowOperation = defineFinding({
  code: 'GT0629',
  leaf: 'sync_window',
  title: {
    en: 'The window closed during the sync',
    fr: 'La fenêtre s’est fermée pendant la synchronisation',
  },
  detail: {
    en: 'The sync of {application} has been held since {since} by a window of project {project}: “{message}”. Another sync is refused meanwhile.',
    fr: 'La synchronisation de {application} est retenue depuis {since} par une fenêtre du projet {project} : « {message} ». Toute autre synchronisation est refusée entre-temps.',
  },
  next: {
    en: 'Read when the window opens: the operation then goes on. If it cannot wait, the owner of project {project} decides to terminate it and to sync by hand.',
    fr: 'Lire quand la fenêtre s’ouvre : l’opération reprend alors. Si cela ne peut pas attendre, le responsable du projet {project} décide d’y mettre fin et de synchroniser à la main.',
  },
  commands: ['argocd proj windows list {project}', 'argocd app get {application} --show-operation'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 5 Q-D D6',
});

export const autoSyncStalledWindow = defineFinding({
  code: 'GT0630',
  leaf: 'auto_sync_stalled',
  title: {
    en: 'Auto-sync did not resume after the window',
    fr: 'L’auto-sync n’a pas repris après la fenêtre',
  },
  detail: {
    en: 'The sync window has been open since {since}, and {application} is still OutOfSync at commit {commit}: the controller takes that commit for one it has tried.',
    fr: 'La fenêtre de synchronisation est ouverte depuis {since}, et {application} reste OutOfSync au commit {commit} : le contrôleur tient ce commit pour déjà tenté.',
  },
  next: {
    en: 'Check that no window is active and that the last synced commit is older. A person then syncs by hand; a new commit also starts auto-sync again.',
    fr: 'Vérifier qu’aucune fenêtre n’est active et que le dernier commit synchronisé est plus ancien. Une personne synchronise ensuite à la main ; un nouveau commit relance aussi l’auto-sync.',
  },
  commands: ['argocd app get {application} --show-operation', 'argocd app history {application}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 5 Q-D D7, D13',
});
