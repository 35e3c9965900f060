// Findings of link 5: Argo CD has not looked at the commit yet, or cannot.
import { defineFinding } from '../../finding.ts';
import { MOVES_BY_ITSELF, SAME_OBSTACLE } from '../reverts.ts';

export const pollDelay = defineFinding({
  code: 'GT0508',
  leaf: 'poll_delay',
  title: { en: 'Argo CD has not polled yet', fr: 'Argo CD n’a pas encore interrogé le dépôt' },
  detail: {
    en: 'Commit {commit} is {age} old. {application} sees it by {until}: poll, jitter and the cached refs of the repo-server add up.',
    fr: 'Le commit {commit} date de {age}. {application} le voit avant {until} : interrogation, décalage aléatoire et cache des refs du repo-server s’additionnent.',
  },
  next: {
    en: 'Nobody has to act: look again after {until}.',
    fr: 'Personne n’a à agir : regarder de nouveau après {until}.',
  },
  commands: ['argocd app get {application}', 'git log -1 --format=fuller {commit}'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/argocd.md 0.9 and 6',
});

export const notDetectedWebhook = defineFinding({
  code: 'GT0509',
  leaf: 'not_detected_webhook',
  title: { en: 'The webhook refreshes nothing', fr: 'Le webhook ne rafraîchit rien' },
  detail: {
    en: 'The push event of commit {commit} did not refresh {application}, whose repoURL is {repository}. The next poll, due by {until}, will see it.',
    fr: 'L’événement de push du commit {commit} n’a pas rafraîchi {application}, dont repoURL est {repository}. La prochaine interrogation, attendue avant {until}, le verra.',
  },
  next: {
    en: 'Compare the URL of the event with repoURL: SSH form, old host and trailing slash never match. The owner of the Application then uses the HTTPS URL, or a person asks for a refresh.',
    fr: 'Comparer l’URL de l’événement avec repoURL : forme SSH, ancien hôte et barre finale ne correspondent jamais. Le responsable de l’Application emploie ensuite l’URL HTTPS, ou une personne demande un refresh.',
  },
  commands: ['argocd app get {application} --output yaml', 'git ls-remote {repository} HEAD'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/argocd.md 6',
});

export const notDetectedRepoAccess = defineFinding({
  code: 'GT0510',
  leaf: 'not_detected_repo_access',
  title: { en: 'Argo CD cannot read the repository', fr: 'Argo CD ne peut pas lire le dépôt' },
  detail: {
    en: '{application} cannot be compared: Argo CD has no access to {repository}. “{message}”',
    fr: '{application} ne peut pas être comparée : Argo CD n’a pas accès à {repository}. « {message} »',
  },
  next: {
    en: 'Read whether the message speaks of sign-in or of the network. The platform team then renews the credential of the repository or opens the way from the repo-server.',
    fr: 'Lire si le message parle d’authentification ou de réseau. L’équipe plateforme renouvelle ensuite l’identifiant du dépôt ou ouvre le passage depuis le repo-server.',
  },
  commands: ['argocd repo get {repository}', 'argocd app get {application}'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 13 nos. 3 to 7',
});

export const repoServerError = defineFinding({
  code: 'GT0511',
  leaf: 'repo_server_error',
  title: { en: 'The repo-server fails', fr: 'Le repo-server échoue' },
  detail: {
    en: 'Argo CD gets no manifests for {application} from its repo-server: “{message}”.',
    fr: 'Argo CD n’obtient de son repo-server aucun manifeste pour {application} : « {message} ».',
  },
  next: {
    en: 'Look at the pods of the repo-server and at the size of the repository. The move is the platform team’s: load, time limit or connection.',
    fr: 'Regarder les pods du repo-server et la taille du dépôt. C’est à l’équipe plateforme d’agir : charge, durée limite ou connexion.',
  },
  commands: [
    'argocd app get {application}',
    'kubectl get pods --all-namespaces --selector app.kubernetes.io/name=argocd-repo-server',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 13 nos. 20 and 21',
});

export const argocdComponentDown = defineFinding({
  code: 'GT0512',
  leaf: 'argocd_component_down',
  title: { en: 'A component of Argo CD is not ready', fr: 'Un composant d’Argo CD n’est pas prêt' },
  detail: {
    en: '{component} in namespace {namespace} has no ready pod, so nothing is compared or synced.',
    fr: '{component} dans le namespace {namespace} n’a aucun pod prêt : rien n’est comparé ni synchronisé.',
  },
  next: {
    en: 'Read the state and the events of its pods. The move is the platform team’s; every Application of this Argo CD waits for it.',
    fr: 'Lire l’état et les events de ses pods. C’est à l’équipe plateforme d’agir ; toutes les Applications de cet Argo CD attendent.',
  },
  commands: [
    'kubectl get events --namespace {namespace} --sort-by=.lastTimestamp',
    'kubectl get pods --namespace {namespace} --selector app.kubernetes.io/name={component}',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 5 Q-B B5 and 10',
});

export const refreshNotTriggered = defineFinding({
  code: 'GT0513',
  leaf: 'refresh_not_triggered',
  title: {
    en: 'Argo CD has stopped comparing the Application',
    fr: 'Argo CD ne compare plus l’Application',
  },
  detail: {
    en: '{application} was last compared at {since}, longer ago than its interval, and commit {commit} is newer. No condition says why.',
    fr: '{application} n’a plus été comparée depuis {since}, au-delà de son intervalle, et le commit {commit} est plus récent. Aucune condition ne dit pourquoi.',
  },
  next: {
    en: 'Compare the last comparison of other Applications: all frozen means the controller, only this one means its refresh. A person may ask for a refresh; otherwise the move is the platform team’s.',
    fr: 'Regarder la dernière comparaison des autres Applications : toutes figées, c’est le contrôleur ; celle-ci seule, c’est son refresh. Une personne peut demander un refresh ; sinon, c’est à l’équipe plateforme d’agir.',
  },
  commands: [
    'argocd app get {application} --output yaml',
    'kubectl get applications.argoproj.io --all-namespaces --output custom-columns=NAME:.metadata.name,COMPARED:.status.reconciledAt',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 0.11 and 5 Q-B B5, B6',
});

export const reconcileDisabled = defineFinding({
  code: 'GT0514',
  leaf: 'reconcile_disabled',
  title: { en: 'Reconciliation is switched off', fr: 'La réconciliation est désactivée' },
  detail: {
    en: '{application} carries the annotation skip-reconcile: Argo CD leaves it alone and its status is frozen.',
    fr: '{application} porte l’annotation skip-reconcile : Argo CD n’y touche plus et son statut est figé.',
  },
  next: {
    en: 'Find out who set the annotation and why. The owner of the Application then removes it in Git.',
    fr: 'Chercher qui a posé l’annotation et pourquoi. Le responsable de l’Application la retire ensuite dans Git.',
  },
  commands: ['argocd app get {application} --output yaml'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 5 Q-B B1',
});

export const refreshNotTriggeredPending = defineFinding({
  code: 'GT0523',
  leaf: 'refresh_not_triggered',
  title: { en: 'A refresh was asked for and not done', fr: 'Un refresh demandé n’a pas eu lieu' },
  detail: {
    en: 'The refresh of {application} has been pending since {since}: the controller does not work off its queue.',
    fr: 'Le refresh de {application} est en attente depuis {since} : le contrôleur ne vide pas sa file.',
  },
  next: {
    en: 'Look at the pods of the application controller and at the last comparison of other Applications. The move is the platform team’s.',
    fr: 'Regarder les pods de l’application controller et la dernière comparaison des autres Applications. C’est à l’équipe plateforme d’agir.',
  },
  commands: [
    'argocd app get {application} --output yaml',
    'kubectl get pods --all-namespaces --selector app.kubernetes.io/name=argocd-application-controller',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 5 Q-B B6',
});
