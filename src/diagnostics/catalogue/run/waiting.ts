// Findings of link 2: the run waits, for itself, an agent, a person or a permission.
import { defineFinding } from '../../finding.ts';
import { MOVES_BY_ITSELF, NOTHING_IN_GIT } from '../reverts.ts';

export const runInProgress = defineFinding({
  code: 'GT0205',
  leaf: 'run_in_progress',
  title: { en: 'The run is not finished', fr: 'Le run n’est pas terminé' },
  detail: {
    en: 'Run {run} of {pipeline} has been running since {since}; its work for this commit is not done yet.',
    fr: 'Le run {run} de {pipeline} s’exécute depuis {since} ; son travail pour ce commit n’est pas encore fait.',
  },
  next: {
    en: 'Nobody has to act: look again when the run has ended.',
    fr: 'Personne n’a à agir : regarder de nouveau à la fin du run.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/azure-devops-and-acr.md 3.3',
});

export const noAgent = defineFinding({
  code: 'GT0206',
  leaf: 'no_agent',
  title: { en: 'No agent takes the job', fr: 'Aucun agent ne prend le job' },
  detail: {
    en: 'Run {run} has been queued since {since}: no agent of pool {pool} is online, enabled and free for its job.',
    fr: 'Le run {run} est en file depuis {since} : aucun agent du pool {pool} n’est en ligne, activé et libre pour son job.',
  },
  next: {
    en: 'Look at the agents of the pool and at the demands of the job. The team that runs pool {pool} then brings an agent back.',
    fr: 'Regarder les agents du pool et les exigences du job. L’équipe qui gère le pool {pool} remet ensuite un agent en service.',
  },
  commands: ['az pipelines pool list --pool-name {pool}', 'az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.3 and 3.4',
});

export const approvalPending = defineFinding({
  code: 'GT0207',
  leaf: 'approval_pending',
  title: { en: 'The run waits for an approval', fr: 'Le run attend une approbation' },
  detail: {
    en: 'Run {run} has been waiting before stage “{stage}” since {since}, for the approval of {approvers}. The image may exist; the tag is not written yet.',
    fr: 'Le run {run} attend avant l’étape « {stage} » depuis {since}, jusqu’à l’approbation de {approvers}. L’image existe peut-être ; le tag n’est pas encore écrit.',
  },
  next: {
    en: 'Open the run and read what the approval covers. The move is with {approvers}: approve or reject.',
    fr: 'Ouvrir le run et lire ce que couvre l’approbation. C’est à {approvers} d’approuver ou de refuser.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.4',
});

export const resourceNotAuthorized = defineFinding({
  code: 'GT0208',
  leaf: 'resource_not_authorized',
  title: {
    en: 'The pipeline may not use a resource',
    fr: 'Le pipeline n’a pas le droit d’utiliser une ressource',
  },
  detail: {
    en: 'Run {run} of {pipeline} was refused: “{message}”.',
    fr: 'Le run {run} de {pipeline} a été refusé : « {message} ».',
  },
  next: {
    en: 'Find the resource that the message names. Its administrator then authorizes {pipeline} for it, and the run is started again.',
    fr: 'Repérer la ressource que le message nomme. Son administrateur autorise ensuite {pipeline} à l’utiliser, puis le run est relancé.',
  },
  commands: ['az pipelines runs show --id {run}', 'az devops service-endpoint list --output table'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5',
});

export const runInProgressQueued = defineFinding({
  code: 'GT0218',
  leaf: 'run_in_progress',
  title: { en: 'The run is queued', fr: 'Le run est en file' },
  detail: {
    en: 'Run {run} of {pipeline} has been queued since {since}. An agent can take it.',
    fr: 'Le run {run} de {pipeline} est en file depuis {since}. Un agent peut le prendre.',
  },
  next: {
    en: 'Nobody has to act: look again in a few minutes.',
    fr: 'Personne n’a à agir : regarder de nouveau dans quelques minutes.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/azure-devops-and-acr.md 3.3',
});

export const runInProgressBatched = defineFinding({
  code: 'GT0219',
  leaf: 'run_in_progress',
  title: { en: 'The commit waits for the running run', fr: 'Le commit attend la fin du run en cours' },
  detail: {
    en: 'Pipeline {pipeline} batches its runs: commit {commit} is built when run {run}, started for an earlier commit, has ended.',
    fr: 'Le pipeline {pipeline} regroupe ses runs : le commit {commit} est construit quand le run {run}, lancé pour un commit antérieur, est terminé.',
  },
  next: {
    en: 'Nobody has to act: look again when run {run} has ended.',
    fr: 'Personne n’a à agir : regarder de nouveau à la fin du run {run}.',
  },
  commands: ['az pipelines runs show --id {run}', 'az pipelines show --name {pipeline}'],
  revert: MOVES_BY_ITSELF,
  source: 'facts/azure-devops-and-acr.md 3.2',
});

export const noAgentDemands = defineFinding({
  code: 'GT0220',
  leaf: 'no_agent',
  title: { en: 'No agent can take the job', fr: 'Aucun agent ne peut prendre le job' },
  detail: {
    en: 'Run {run} does not start in pool {pool}: “{message}”.',
    fr: 'Le run {run} ne démarre pas dans le pool {pool} : « {message} ».',
  },
  next: {
    en: 'Compare what the job demands with the agents of the pool. The team that runs pool {pool} then adds an agent or a parallel job, or the owner of the pipeline corrects the demands.',
    fr: 'Comparer ce que le job exige avec les agents du pool. L’équipe qui gère le pool {pool} ajoute ensuite un agent ou un job parallèle, ou le responsable du pipeline corrige les exigences.',
  },
  commands: ['az pipelines pool list --pool-name {pool}', 'az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5',
});

export const approvalPendingCheck = defineFinding({
  code: 'GT0221',
  leaf: 'approval_pending',
  title: { en: 'The run waits at a check', fr: 'Le run attend un contrôle' },
  detail: {
    en: 'Run {run} has been waiting before stage “{stage}” since {since}: a check of its environment or connection has not passed.',
    fr: 'Le run {run} attend avant l’étape « {stage} » depuis {since} : un contrôle de son environnement ou de sa connexion n’est pas passé.',
  },
  next: {
    en: 'Open the run and read which check is pending. The owner of that environment then lets it pass or says why not.',
    fr: 'Ouvrir le run et lire quel contrôle est en attente. Le responsable de cet environnement le laisse ensuite passer ou dit pourquoi il ne le peut pas.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.4',
});

export const resourceNotAuthorizedWaiting = defineFinding({
  code: 'GT0222',
  leaf: 'resource_not_authorized',
  title: {
    en: 'The run waits for permission on a resource',
    fr: 'Le run attend une autorisation sur une ressource',
  },
  detail: {
    en: 'Run {run} has been waiting before stage “{stage}” since {since}: {pipeline} uses a resource for the first time and has no permission on it yet.',
    fr: 'Le run {run} attend avant l’étape « {stage} » depuis {since} : {pipeline} utilise une ressource pour la première fois et n’y est pas encore autorisé.',
  },
  next: {
    en: 'Open the run and read which resource it names. The administrator of that resource then permits {pipeline}.',
    fr: 'Ouvrir le run et lire la ressource qu’il nomme. L’administrateur de cette ressource autorise ensuite {pipeline}.',
  },
  commands: ['az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.4',
});
