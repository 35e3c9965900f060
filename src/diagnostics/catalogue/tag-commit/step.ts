// Findings of link 4: the step of the run that writes the tag did not run, changed nothing or could not push.
import { defineFinding } from '../../finding.ts';
import { NOTHING_IN_GIT } from '../reverts.ts';

export const gitopsStageSkipped = defineFinding({
  code: 'GT0401',
  leaf: 'gitops_stage_skipped',
  title: { en: 'The step that writes the tag was skipped', fr: 'L’étape qui écrit le tag a été ignorée' },
  detail: {
    en: 'Run {run} is green and pushed the image, but its condition skipped “{stage}”: tag {tag} was not written.',
    fr: 'Le run {run} est vert et a poussé l’image, mais sa condition a ignoré « {stage} » : le tag {tag} n’a pas été écrit.',
  },
  next: {
    en: 'Read the condition of “{stage}” and the values it tests. The owner of the pipeline then corrects it and runs that stage again.',
    fr: 'Lire la condition de « {stage} » et les valeurs qu’elle teste. Le responsable du pipeline la corrige ensuite et relance cette étape.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.2',
});

export const tagWriteFailed = defineFinding({
  code: 'GT0402',
  leaf: 'tag_write_failed',
  title: { en: 'Writing the tag fails', fr: 'L’écriture du tag échoue' },
  detail: {
    en: 'Task “{task}” of run {run} failed before tag {tag} was in Git: “{message}”.',
    fr: 'La tâche « {task} » du run {run} a échoué avant que le tag {tag} soit dans Git : « {message} ».',
  },
  next: {
    en: 'Read the log of the task: file, tool, Git identity or branch. The owner of the pipeline then corrects the step and runs it again.',
    fr: 'Lire le journal de la tâche : fichier, outil, identité Git ou branche. Le responsable du pipeline corrige ensuite le script et relance l’étape.',
  },
  commands: ['az pipelines runs show --id {run}', 'git log -3 --oneline --all --grep {tag}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.3',
});

export const sedMatchedNothing = defineFinding({
  code: 'GT0403',
  leaf: 'sed_matched_nothing',
  title: { en: 'The replacement changed nothing', fr: 'Le remplacement n’a rien changé' },
  detail: {
    en: 'Task “{task}” of run {run} is green, but it left no commit: its replacement matched nothing, and tag {tag} is not in Git.',
    fr: 'La tâche « {task} » du run {run} est verte, mais elle n’a laissé aucun commit : son remplacement n’a rien trouvé, et le tag {tag} n’est pas dans Git.',
  },
  next: {
    en: 'Compare the pattern of the step with the line in the file. The owner of the pipeline then corrects it, and lets the step fail when the file is unchanged.',
    fr: 'Comparer le motif du script avec la ligne du fichier. Le responsable du pipeline le corrige ensuite, et fait échouer l’étape quand le fichier reste inchangé.',
  },
  commands: ['az pipelines runs show --id {run}', 'git log -3 --oneline --all --grep {tag}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.2',
});

export const gitPushNoCredentials = defineFinding({
  code: 'GT0404',
  leaf: 'git_push_no_credentials',
  title: { en: 'The push has no credentials', fr: 'Le push n’a pas d’identifiants' },
  detail: {
    en: 'Task “{task}” of run {run} could not sign in to the GitOps repository: “{message}”.',
    fr: 'La tâche « {task} » du run {run} n’a pas pu s’authentifier auprès du dépôt GitOps : « {message} ».',
  },
  next: {
    en: 'Check that the checkout of that repository has persistCredentials: true. The owner of the pipeline then adds it and runs the stage again.',
    fr: 'Vérifier que le checkout de ce dépôt porte persistCredentials: true. Le responsable du pipeline l’ajoute ensuite et relance l’étape.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.3',
});

export const gitPushTf401027 = defineFinding({
  code: 'GT0405',
  leaf: 'git_push_tf401027',
  title: {
    en: 'The build identity may not push to the repository',
    fr: 'L’identité de build n’a pas le droit de pousser dans le dépôt',
  },
  detail: {
    en: 'Run {run} signs in, but its identity lacks a right on {repository}: “{message}”.',
    fr: 'Le run {run} s’authentifie, mais son identité n’a pas le droit voulu sur {repository} : « {message} ».',
  },
  next: {
    en: 'Look up the identity of the message in the security page of {repository}. The administrator of {repository} then gives it Contribute, and the stage is run again.',
    fr: 'Chercher l’identité du message dans la page de sécurité de {repository}. L’administrateur de {repository} lui donne ensuite Contribute, puis l’étape est relancée.',
  },
  commands: ['az pipelines runs show --id {run}', 'az repos show --repository {repository}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.3 and 5.4',
});

export const gitPushTf402455 = defineFinding({
  code: 'GT0406',
  leaf: 'git_push_tf402455',
  title: {
    en: 'A branch policy refuses the push',
    fr: 'Une politique de branche refuse le push',
  },
  detail: {
    en: 'The branch of {repository} accepts pull requests only, so the push of run {run} was refused: “{message}”.',
    fr: 'La branche de {repository} n’accepte que des pull requests : le push du run {run} a été refusé : « {message} ».',
  },
  next: {
    en: 'Read the policies of the branch. The owner of the pipeline then lets the run open a pull request, or the administrator of {repository} decides on a bypass for that identity.',
    fr: 'Lire les politiques de la branche. Le responsable du pipeline fait ensuite ouvrir une pull request par le run, ou l’administrateur de {repository} décide d’une exemption pour cette identité.',
  },
  commands: ['az repos policy list --output table', 'az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.3',
});

export const gitPushRejectedNonFf = defineFinding({
  code: 'GT0407',
  leaf: 'git_push_rejected_non_ff',
  title: { en: 'Another commit landed first', fr: 'Un autre commit est arrivé avant' },
  detail: {
    en: 'The branch of {repository} moved between the clone and the push of run {run}: “{message}”. The tag commit exists only on the agent.',
    fr: 'La branche de {repository} a avancé entre le clone et le push du run {run} : « {message} ». Le commit du tag n’existe que sur l’agent.',
  },
  next: {
    en: 'Check which commit landed first. The author of the change then runs the stage again; the owner of the pipeline adds a rebase before the push.',
    fr: 'Vérifier quel commit est arrivé avant. L’auteur du changement relance ensuite l’étape ; le responsable du pipeline ajoute un rebase avant le push.',
  },
  commands: [
    'az pipelines runs show --id {run}',
    'az repos ref list --repository {repository} --filter heads/',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.3',
});

export const gitopsStageSkippedNoStep = defineFinding({
  code: 'GT0417',
  leaf: 'gitops_stage_skipped',
  title: { en: 'Nothing in the run writes the tag', fr: 'Rien dans le run n’écrit le tag' },
  detail: {
    en: 'Run {run} is green and the image is in the registry, but no task of it wrote tag {tag} to {repository}.',
    fr: 'Le run {run} est vert et l’image est dans le registre, mais aucune de ses tâches n’a écrit le tag {tag} dans {repository}.',
  },
  next: {
    en: 'Look for the stage that used to write the tag, or for the tool that does it. The owner of the pipeline then restores it.',
    fr: 'Chercher l’étape qui écrivait le tag, ou l’outil qui s’en charge. Le responsable du pipeline la rétablit ensuite.',
  },
  commands: ['az pipelines runs show --id {run}', 'git log -3 --oneline --all --grep {tag}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.2',
});

export const tagWriteFailedElsewhere = defineFinding({
  code: 'GT0418',
  leaf: 'tag_write_failed',
  title: { en: 'The tag went to another branch', fr: 'Le tag est parti sur une autre branche' },
  detail: {
    en: 'Run {run} pushed tag {tag} to branch {branch} of {repository}, and nothing brings that branch to the one Argo CD follows.',
    fr: 'Le run {run} a poussé le tag {tag} sur la branche {branch} de {repository}, et rien n’amène cette branche vers celle qu’Argo CD suit.',
  },
  next: {
    en: 'Compare the two branches. The owner of the pipeline then opens a pull request for {branch}, or corrects the branch of the push.',
    fr: 'Comparer les deux branches. Le responsable du pipeline ouvre ensuite une pull request pour {branch}, ou corrige la branche du push.',
  },
  commands: [
    'az repos pr list --repository {repository} --source-branch {branch} --status all',
    'git log -3 --oneline origin/{branch}',
    'az pipelines runs show --id {run}',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 5.2',
});
