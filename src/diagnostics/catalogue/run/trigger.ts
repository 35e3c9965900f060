// Findings of link 2: no run was started for the commit, or the pipeline cannot start one.
import { defineFinding } from '../../finding.ts';
import { NOTHING_IN_GIT } from '../reverts.ts';

export const skipCi = defineFinding({
  code: 'GT0201',
  leaf: 'skip_ci',
  title: { en: 'A mark in the commit skips the run', fr: 'Une mention du commit empêche le run' },
  detail: {
    en: 'The message of commit {commit} contains “{mark}”, so its push to {branch} started no run of {pipeline}.',
    fr: 'Le message du commit {commit} contient « {mark} » : son push sur {branch} n’a démarré aucun run de {pipeline}.',
  },
  next: {
    en: 'Read the whole message of the commit. The author of the change then starts {pipeline} by hand on {branch} or pushes a commit without the mark.',
    fr: 'Lire le message complet du commit. L’auteur du changement lance ensuite {pipeline} à la main sur {branch} ou pousse un commit sans la mention.',
  },
  commands: ['git log -1 --format=%B {commit}', 'az pipelines runs list --branch {branch} --top 5'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.2',
});

export const ciNotTriggered = defineFinding({
  code: 'GT0202',
  leaf: 'ci_not_triggered',
  title: {
    en: 'The trigger does not match the push',
    fr: 'Le déclencheur ne correspond pas au push',
  },
  detail: {
    en: 'Pipeline {pipeline} is triggered by “{trigger}”; the push of commit {commit} to {branch} does not match, so no run was started.',
    fr: 'Le pipeline {pipeline} se déclenche sur « {trigger} » ; le push du commit {commit} sur {branch} n’y correspond pas, donc aucun run n’a démarré.',
  },
  next: {
    en: 'Compare the trigger with the branch and the changed files. The owner of the pipeline then starts a run by hand and widens the trigger if it should match.',
    fr: 'Comparer le déclencheur avec la branche et les fichiers modifiés. Le responsable du pipeline lance ensuite un run à la main et élargit le déclencheur s’il doit correspondre.',
  },
  commands: [
    'az pipelines show --name {pipeline}',
    'git show --stat {commit}',
    'az pipelines runs list --branch {branch} --top 5',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.2',
});

export const pipelineDisabled = defineFinding({
  code: 'GT0203',
  leaf: 'pipeline_disabled',
  title: { en: 'The pipeline is paused or disabled', fr: 'Le pipeline est en pause ou désactivé' },
  detail: {
    en: 'Pipeline {pipeline} is in state “{state}”: a push starts nothing until somebody enables it again.',
    fr: 'Le pipeline {pipeline} est dans l’état « {state} » : un push ne lance rien tant que personne ne le réactive.',
  },
  next: {
    en: 'Read the state and find out who set it and why. The owner of the pipeline then enables it and starts a run.',
    fr: 'Lire l’état, puis chercher qui l’a posé et pourquoi. Le responsable du pipeline le réactive ensuite et lance un run.',
  },
  commands: ['az pipelines show --name {pipeline} --query queueStatus'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.2',
});

export const pipelineInvalid = defineFinding({
  code: 'GT0204',
  leaf: 'pipeline_invalid',
  title: {
    en: 'The pipeline file is refused',
    fr: 'Le fichier du pipeline est refusé',
  },
  detail: {
    en: 'Run {run} of {pipeline} stopped before its first job: “{message}”.',
    fr: 'Le run {run} de {pipeline} s’est arrêté avant son premier job : « {message} ».',
  },
  next: {
    en: 'Read the validation message of the run. The author of the change then corrects the YAML file and pushes again.',
    fr: 'Lire le message de validation du run. L’auteur du changement corrige ensuite le fichier YAML et pousse de nouveau.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.2',
});

export const pipelineInvalidFileMissing = defineFinding({
  code: 'GT0214',
  leaf: 'pipeline_invalid',
  title: { en: 'The pipeline file is missing', fr: 'Le fichier du pipeline est absent' },
  detail: {
    en: 'Pipeline {pipeline} reads {file}, and that file is not in the repository at commit {commit}.',
    fr: 'Le pipeline {pipeline} lit {file}, et ce fichier n’est pas dans le dépôt au commit {commit}.',
  },
  next: {
    en: 'Look where the file is at that commit. The owner of the pipeline then puts it back or corrects the path in the pipeline.',
    fr: 'Regarder où se trouve le fichier à ce commit. Le responsable du pipeline le remet ensuite ou corrige le chemin dans le pipeline.',
  },
  commands: ['git log -3 --oneline -- {file}', 'az pipelines show --name {pipeline}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.2',
});

export const ciNotTriggeredPaths = defineFinding({
  code: 'GT0215',
  leaf: 'ci_not_triggered',
  title: {
    en: 'The changed files are outside the trigger',
    fr: 'Les fichiers modifiés sont hors du déclencheur',
  },
  detail: {
    en: 'The path filter of {pipeline} is “{trigger}”; commit {commit} changes {file}, which it does not cover, so no run was started.',
    fr: 'Le filtre de chemins de {pipeline} est « {trigger} » ; le commit {commit} modifie {file}, qu’il ne couvre pas, donc aucun run n’a démarré.',
  },
  next: {
    en: 'Compare the filter with the files of the commit; case matters. The owner of the pipeline then starts a run by hand and adds the path.',
    fr: 'Comparer le filtre avec les fichiers du commit, casse comprise. Le responsable du pipeline lance ensuite un run à la main et ajoute le chemin.',
  },
  commands: ['git show --stat {commit}', 'az pipelines show --name {pipeline}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.2',
});

export const ciNotTriggeredOff = defineFinding({
  code: 'GT0216',
  leaf: 'ci_not_triggered',
  title: {
    en: 'The pipeline has no trigger for pushes',
    fr: 'Le pipeline n’a pas de déclencheur sur push',
  },
  detail: {
    en: 'Nothing in {pipeline} reacts to a push: its trigger says “{trigger}”. Commit {commit} started no run.',
    fr: 'Rien dans {pipeline} ne réagit à un push : son déclencheur indique « {trigger} ». Le commit {commit} n’a démarré aucun run.',
  },
  next: {
    en: 'Read the trigger in the file and in the editor of the pipeline. The owner of the pipeline then starts a run by hand or restores the trigger.',
    fr: 'Lire le déclencheur dans le fichier et dans l’éditeur du pipeline. Le responsable du pipeline lance ensuite un run à la main ou rétablit le déclencheur.',
  },
  commands: ['az pipelines show --name {pipeline}', 'git show --stat {commit}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.2',
});

export const ciNotTriggeredNoRun = defineFinding({
  code: 'GT0217',
  leaf: 'ci_not_triggered',
  title: { en: 'No run for the commit', fr: 'Aucun run pour le commit' },
  detail: {
    en: 'Commit {commit} has been on {branch} for {age}, and no run of {pipeline} contains it. The trigger seems to match; a setting of the project or of the editor may hold it.',
    fr: 'Le commit {commit} est sur {branch} depuis {age}, et aucun run de {pipeline} ne le contient. Le déclencheur semble correspondre ; un réglage du projet ou de l’éditeur peut le retenir.',
  },
  next: {
    en: 'List the runs of the branch and read the trigger settings of the pipeline. The owner of the pipeline then starts a run by hand.',
    fr: 'Lister les runs de la branche et lire les réglages de déclencheur du pipeline. Le responsable du pipeline lance ensuite un run à la main.',
  },
  commands: [
    'az pipelines runs list --branch {branch} --top 5',
    'az pipelines show --name {pipeline}',
    'git log -1 --format=fuller {commit}',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.2',
});
