// Findings of link 4: the tag waits in a pull request, or a tool that should write it did not.
import { defineFinding } from '../../finding.ts';
import { MOVES_BY_ITSELF, NOTHING_IN_GIT } from '../reverts.ts';

export const gitopsPrPending = defineFinding({
  code: 'GT0408',
  leaf: 'gitops_pr_pending',
  title: {
    en: 'The pull request with the tag is not merged',
    fr: 'La pull request du tag n’est pas fusionnée',
  },
  detail: {
    en: 'Pull request {pullRequest} of {repository} carries tag {tag} and has been active for {age}: “{policy}” waits for a person.',
    fr: 'La pull request {pullRequest} de {repository} porte le tag {tag} et reste active depuis {age} : « {policy} » attend une personne.',
  },
  next: {
    en: 'Read the policies and reviewers of the pull request. A reviewer then decides; whoever owns the change completes it.',
    fr: 'Lire les politiques et les relecteurs de la pull request. Un relecteur décide ensuite ; le responsable du changement la termine.',
  },
  commands: ['az repos pr policy list --id {pullRequest}', 'az repos pr reviewer list --id {pullRequest}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2 and 5.2',
});

export const gitopsPrChecksRunning = defineFinding({
  code: 'GT0409',
  leaf: 'gitops_pr_checks_running',
  title: {
    en: 'The pull request with the tag completes by itself',
    fr: 'La pull request du tag se termine d’elle-même',
  },
  detail: {
    en: 'Pull request {pullRequest} of {repository} carries tag {tag}; auto-complete is set and “{policy}” is running.',
    fr: 'La pull request {pullRequest} de {repository} porte le tag {tag} ; la finalisation automatique (auto-complete) est active et « {policy} » s’exécute.',
  },
  next: {
    en: 'Nobody has to act: look again when the check has ended.',
    fr: 'Personne n’a à agir : regarder de nouveau à la fin du contrôle.',
  },
  commands: ['az repos pr policy list --id {pullRequest}'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/azure-devops-and-acr.md 2.2 and 5.2',
});

export const imageUpdater = defineFinding({
  code: 'GT0410',
  leaf: 'image_updater',
  title: { en: 'Image Updater wrote nothing', fr: 'Image Updater n’a rien écrit' },
  detail: {
    en: 'Argo CD Image Updater did not bring tag {tag} to {application}: “{message}”.',
    fr: 'Argo CD Image Updater n’a pas apporté le tag {tag} à {application} : « {message} ».',
  },
  next: {
    en: 'Read its configuration on the Application (image list, strategy, allowed tags, branch). The platform team then corrects what the message names.',
    fr: 'Lire sa configuration sur l’Application (liste d’images, stratégie, tags permis, branche). L’équipe plateforme corrige ensuite ce que le message nomme.',
  },
  commands: [
    'argocd app get {application} --output yaml',
    'kubectl get imageupdaters.argocd-image-updater.argoproj.io --all-namespaces',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/argocd.md 9.4',
});

export const promotionTool = defineFinding({
  code: 'GT0411',
  leaf: 'promotion_tool',
  title: { en: 'The promotion tool stopped', fr: 'L’outil de promotion s’est arrêté' },
  detail: {
    en: '{object} in namespace {namespace} did not carry the version on: “{message}”.',
    fr: '{object} dans le namespace {namespace} n’a pas fait suivre la version : « {message} ».',
  },
  next: {
    en: 'Read the conditions of {object} first, then those of what it depends on, and stop at the first that is not Ready. The platform team then corrects that one.',
    fr: 'Lire d’abord les conditions de {object}, puis celles de ses dépendances, et s’arrêter à la première qui n’est pas Ready. L’équipe plateforme corrige ensuite celle-là.',
  },
  commands: ['kubectl describe {object} --namespace {namespace}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/argocd.md 9.5',
});

export const gitopsPrPendingAbandoned = defineFinding({
  code: 'GT0419',
  leaf: 'gitops_pr_pending',
  title: {
    en: 'The pull request with the tag was abandoned',
    fr: 'La pull request du tag a été abandonnée',
  },
  detail: {
    en: 'Pull request {pullRequest} of {repository}, which carries tag {tag}, was abandoned ({since}).',
    fr: 'La pull request {pullRequest} de {repository}, qui porte le tag {tag}, a été abandonnée ({since}).',
  },
  next: {
    en: 'Read why it was abandoned. Whoever owns the change then reactivates it or runs the stage again.',
    fr: 'Lire pourquoi elle a été abandonnée. Le responsable du changement la réactive ensuite ou relance l’étape.',
  },
  commands: ['az repos pr show --id {pullRequest}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const gitopsPrPendingConflicts = defineFinding({
  code: 'GT0420',
  leaf: 'gitops_pr_pending',
  title: {
    en: 'The pull request with the tag has conflicts',
    fr: 'La pull request du tag est en conflit',
  },
  detail: {
    en: 'Pull request {pullRequest} of {repository} carries tag {tag} and conflicts with its target: it cannot be completed as it is.',
    fr: 'La pull request {pullRequest} de {repository} porte le tag {tag} et entre en conflit avec sa cible : elle ne peut pas être terminée en l’état.',
  },
  next: {
    en: 'Look at the lines in conflict: often another tag was merged in between. Whoever owns the change then runs the stage again or resolves them.',
    fr: 'Regarder les lignes en conflit : souvent, un autre tag a été fusionné entre-temps. Le responsable du changement relance ensuite l’étape ou les résout.',
  },
  commands: [
    'az repos pr show --id {pullRequest}',
    'az repos pr list --repository {repository} --status completed --top 5 --output table',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const gitopsPrPendingReady = defineFinding({
  code: 'GT0421',
  leaf: 'gitops_pr_pending',
  title: {
    en: 'The pull request with the tag is still open',
    fr: 'La pull request du tag est encore ouverte',
  },
  detail: {
    en: 'Pull request {pullRequest} of {repository} carries tag {tag} and has been active for {age}. Nothing is left to run: nobody has completed it.',
    fr: 'La pull request {pullRequest} de {repository} porte le tag {tag} et reste active depuis {age}. Il ne reste rien à exécuter : personne ne l’a terminée.',
  },
  next: {
    en: 'Check that later changes of the same file still agree with it. Whoever owns the change then completes it.',
    fr: 'Vérifier que les changements plus récents du même fichier s’accordent encore avec elle. Le responsable du changement la termine ensuite.',
  },
  commands: ['az repos pr show --id {pullRequest}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2 and 5.2',
});

export const imageUpdaterNoMatch = defineFinding({
  code: 'GT0422',
  leaf: 'image_updater',
  title: {
    en: 'Image Updater does not choose the tag',
    fr: 'Image Updater ne choisit pas le tag',
  },
  detail: {
    en: 'Tag {tag} is in the registry, and Image Updater keeps {found} for {application}: its rule is “{rule}”.',
    fr: 'Le tag {tag} est dans le registre, et Image Updater garde {found} pour {application} : sa règle est « {rule} ».',
  },
  next: {
    en: 'Compare both tags under that rule: names in string order, ranges and filters. The owner of the Application then corrects the rule or the form of the tags.',
    fr: 'Comparer les deux tags selon cette règle : ordre alphabétique, plages et filtres. Le responsable de l’Application corrige ensuite la règle ou la forme des tags.',
  },
  commands: [
    'argocd app get {application} --output yaml',
    'kubectl get imageupdaters.argocd-image-updater.argoproj.io --all-namespaces',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/argocd.md 9.4',
});
