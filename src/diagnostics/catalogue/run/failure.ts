// Findings of link 2: the run failed, skipped its build or was stopped.
import { defineFinding } from '../../finding.ts';
import { NOTHING_IN_GIT } from '../reverts.ts';

export const wifServiceConnection = defineFinding({
  code: 'GT0209',
  leaf: 'wif_service_connection',
  title: {
    en: 'The service connection cannot sign in',
    fr: 'La connexion de service ne peut pas s’authentifier',
  },
  detail: {
    en: 'Task “{task}” of run {run} got no token: “{message}”.',
    fr: 'La tâche « {task} » du run {run} n’a pas obtenu de jeton : « {message} ».',
  },
  next: {
    en: 'Compare issuer and subject of the federated credential with those of the connection. Its administrator then corrects the one that differs; if nothing changed there, a new run is worth one try.',
    fr: 'Comparer l’émetteur et le sujet de l’identité fédérée avec ceux de la connexion. Son administrateur corrige ensuite celui qui diffère ; si rien n’y a changé, un nouveau run mérite un essai.',
  },
  commands: ['az pipelines runs show --id {run}', 'az devops service-endpoint list --output table'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5',
});

export const checkoutFailed = defineFinding({
  code: 'GT0210',
  leaf: 'checkout_failed',
  title: { en: 'The run cannot fetch a repository', fr: 'Le run ne peut pas récupérer un dépôt' },
  detail: {
    en: 'Task “{task}” of run {run} failed: “{message}”. The repository is missing for this identity: name, right or job scope.',
    fr: 'La tâche « {task} » du run {run} a échoué : « {message} ». Le dépôt manque pour cette identité : nom, droit ou portée du job.',
  },
  next: {
    en: 'Check the name of the repository and whether the pipeline declares it under resources. Its administrator then gives the build identity Read.',
    fr: 'Vérifier le nom du dépôt et sa déclaration sous resources dans le pipeline. Son administrateur donne ensuite Read à l’identité de build.',
  },
  commands: ['az pipelines runs show --id {run}', 'az repos list --output table'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5 and 5.4',
});

export const buildFailed = defineFinding({
  code: 'GT0211',
  leaf: 'build_failed',
  title: { en: 'The build or its tests fail', fr: 'Le build ou ses tests échouent' },
  detail: {
    en: 'Task “{task}” of run {run} failed: “{message}”. No image was pushed for this commit.',
    fr: 'La tâche « {task} » du run {run} a échoué : « {message} ». Aucune image n’a été poussée pour ce commit.',
  },
  next: {
    en: 'Read the log of the task. The author of the change then corrects it and pushes again.',
    fr: 'Lire le journal de la tâche. L’auteur du changement corrige ensuite et pousse de nouveau.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.4 and 3.5',
});

export const buildStageSkipped = defineFinding({
  code: 'GT0212',
  leaf: 'build_stage_skipped',
  title: { en: 'The build was skipped', fr: 'Le build a été ignoré' },
  detail: {
    en: 'Run {run} is green, but “{stage}”, which builds the image, was skipped because of its condition.',
    fr: 'Le run {run} est vert, mais « {stage} », l’étape qui construit l’image, a été ignorée à cause de sa condition.',
  },
  next: {
    en: 'Read the condition of “{stage}” and the values it tests. The owner of the pipeline then corrects the condition and starts a run.',
    fr: 'Lire la condition de « {stage} » et les valeurs qu’elle teste. Le responsable du pipeline corrige ensuite la condition et lance un run.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.4',
});

export const runCancelled = defineFinding({
  code: 'GT0213',
  leaf: 'run_cancelled',
  title: { en: 'The run was cancelled', fr: 'Le run a été annulé' },
  detail: {
    en: 'Run {run} of {pipeline} was cancelled ({since}), before its work for this commit was done.',
    fr: 'Le run {run} de {pipeline} a été annulé ({since}), avant la fin de son travail pour ce commit.',
  },
  next: {
    en: 'Read who or what cancelled it. The author of the change then starts {pipeline} again.',
    fr: 'Lire qui ou quoi l’a annulé. L’auteur du changement relance ensuite {pipeline}.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.3',
});

export const runCancelledTimedOut = defineFinding({
  code: 'GT0223',
  leaf: 'run_cancelled',
  title: { en: 'The run passed its time limit', fr: 'Le run a dépassé sa durée limite' },
  detail: {
    en: 'Run {run} stopped in “{task}”: “{message}”.',
    fr: 'Le run {run} s’est arrêté dans « {task} » : « {message} ».',
  },
  next: {
    en: 'Read the last lines of the log to see where the time went. The owner of the pipeline then starts it again or raises the limit.',
    fr: 'Lire les dernières lignes du journal pour voir où le temps est passé. Le responsable du pipeline le relance ensuite ou relève la limite.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5',
});
