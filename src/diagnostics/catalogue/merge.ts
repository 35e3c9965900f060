// Findings of link 1: the commit does not reach the branch the pipeline builds.
import { defineFinding } from '../finding.ts';
import { MOVES_BY_ITSELF, NOTHING_IN_GIT } from './reverts.ts';

export const commitNotPushed = defineFinding({
  code: 'GT0101',
  leaf: 'commit_not_pushed',
  title: { en: 'The commit is in no repository', fr: 'Le commit n’est dans aucun dépôt' },
  detail: {
    en: 'None of the repositories that can be read has commit {commit}: it exists only where it was made.',
    fr: 'Aucun des dépôts lisibles ne contient le commit {commit} : il n’existe que là où il a été créé.',
  },
  next: {
    en: 'Look for the commit on the remote with the command below. If it is missing there, the author of the change pushes its branch.',
    fr: 'Chercher le commit sur le dépôt distant avec la commande ci-dessous. S’il n’y est pas, l’auteur du changement pousse sa branche.',
  },
  commands: ['git branch --remotes --contains {commit}', 'git log -1 --format=fuller {commit}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const mergedElsewhere = defineFinding({
  code: 'GT0102',
  leaf: 'merged_elsewhere',
  title: {
    en: 'The pull request went into another branch',
    fr: 'La pull request a été fusionnée dans une autre branche',
  },
  detail: {
    en: 'Pull request {pullRequest} was completed into {branch}; the pipeline builds {builtBranch}, which does not contain commit {commit}.',
    fr: 'La pull request {pullRequest} a été terminée vers {branch} ; le pipeline construit {builtBranch}, qui ne contient pas le commit {commit}.',
  },
  next: {
    en: 'Compare the two branches. The author of the change then opens a pull request from {branch} to {builtBranch}.',
    fr: 'Comparer les deux branches. L’auteur du changement ouvre ensuite une pull request de {branch} vers {builtBranch}.',
  },
  commands: [
    'az repos pr show --id {pullRequest}',
    'git log --oneline origin/{builtBranch}..origin/{branch}',
    'git branch --remotes --contains {commit}',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const prNotCompleted = defineFinding({
  code: 'GT0103',
  leaf: 'pr_not_completed',
  title: { en: 'The pull request is not completed', fr: 'La pull request n’est pas terminée' },
  detail: {
    en: 'Pull request {pullRequest} into {builtBranch} has been active for {age} and waits for “{policy}”. Nothing has reached {builtBranch}, so no run can exist.',
    fr: 'La pull request {pullRequest} vers {builtBranch} est active depuis {age} et attend « {policy} ». Rien n’a atteint {builtBranch} : aucun run ne peut exister.',
  },
  next: {
    en: 'Read the policies of the pull request. Whoever “{policy}” waits for then has the move; the author of the change completes the pull request.',
    fr: 'Lire les politiques de la pull request. La personne attendue par « {policy} » agit ensuite ; l’auteur du changement termine la pull request.',
  },
  commands: ['az repos pr policy list --id {pullRequest}', 'az repos pr show --id {pullRequest}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const prChecksRunning = defineFinding({
  code: 'GT0104',
  leaf: 'pr_checks_running',
  title: {
    en: 'The pull request completes by itself',
    fr: 'La pull request se termine d’elle-même',
  },
  detail: {
    en: 'Pull request {pullRequest} has auto-complete and “{policy}” has been running since {since}. It goes into {builtBranch} when the check passes.',
    fr: 'La pull request {pullRequest} est en finalisation automatique (auto-complete) et « {policy} » s’exécute depuis {since}. Elle entre dans {builtBranch} dès que le contrôle réussit.',
  },
  next: {
    en: 'Nobody has to act: look again when the check has ended. If it fails, the move is the author’s.',
    fr: 'Personne n’a à agir : regarder de nouveau à la fin du contrôle. S’il échoue, c’est à l’auteur du changement d’agir.',
  },
  commands: ['az repos pr policy list --id {pullRequest}'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const mergedElsewhereNoPullRequest = defineFinding({
  code: 'GT0105',
  leaf: 'merged_elsewhere',
  title: {
    en: 'The commit is on a branch without a pull request',
    fr: 'Le commit est sur une branche sans pull request',
  },
  detail: {
    en: 'Commit {commit} is on {branch}, and no pull request brings it to {builtBranch}, the branch the pipeline builds.',
    fr: 'Le commit {commit} est sur {branch}, et aucune pull request ne l’amène vers {builtBranch}, la branche que le pipeline construit.',
  },
  next: {
    en: 'Check which branches hold the commit. The author of the change then opens a pull request from {branch} to {builtBranch}.',
    fr: 'Vérifier quelles branches portent le commit. L’auteur du changement ouvre ensuite une pull request de {branch} vers {builtBranch}.',
  },
  commands: [
    'git branch --remotes --contains {commit}',
    'az repos pr list --source-branch {branch} --status all',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const prNotCompletedAbandoned = defineFinding({
  code: 'GT0106',
  leaf: 'pr_not_completed',
  title: { en: 'The pull request was abandoned', fr: 'La pull request a été abandonnée' },
  detail: {
    en: 'Pull request {pullRequest} was abandoned ({since}): its commits are not on {builtBranch}.',
    fr: 'La pull request {pullRequest} a été abandonnée ({since}) : ses commits ne sont pas sur {builtBranch}.',
  },
  next: {
    en: 'Read why it was abandoned. The author of the change then reactivates it or opens another one.',
    fr: 'Lire pourquoi elle a été abandonnée. L’auteur du changement la réactive ensuite ou en ouvre une autre.',
  },
  commands: ['az repos pr show --id {pullRequest}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const prNotCompletedConflicts = defineFinding({
  code: 'GT0107',
  leaf: 'pr_not_completed',
  title: { en: 'The pull request has merge conflicts', fr: 'La pull request est en conflit' },
  detail: {
    en: 'Pull request {pullRequest} conflicts with {builtBranch} and cannot be completed as it is.',
    fr: 'La pull request {pullRequest} est en conflit avec {builtBranch} et ne peut pas être terminée en l’état.',
  },
  next: {
    en: 'Look at the files in conflict. The author of the change then merges {builtBranch} into the branch and resolves them.',
    fr: 'Regarder les fichiers en conflit. L’auteur du changement intègre ensuite {builtBranch} dans sa branche et les résout.',
  },
  commands: ['az repos pr show --id {pullRequest}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});

export const prNotCompletedReady = defineFinding({
  code: 'GT0108',
  leaf: 'pr_not_completed',
  title: {
    en: 'The pull request is still open',
    fr: 'La pull request est encore ouverte',
  },
  detail: {
    en: 'Pull request {pullRequest} into {builtBranch} has been active for {age}. It is a draft, or nobody has completed it; no policy is left to run.',
    fr: 'La pull request {pullRequest} vers {builtBranch} est active depuis {age}. Elle est en brouillon, ou personne ne l’a terminée ; aucune politique ne reste à exécuter.',
  },
  next: {
    en: 'Read its state and its reviewers. The author of the change then publishes and completes it.',
    fr: 'Lire son état et ses relecteurs. L’auteur du changement la publie et la termine ensuite.',
  },
  commands: ['az repos pr show --id {pullRequest}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 2.2',
});
