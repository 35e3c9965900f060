// Findings of link 3: the image does not reach the registry.
import { defineFinding } from '../finding.ts';
import { NOTHING_IN_GIT } from './reverts.ts';

export const docker2ConnectionType = defineFinding({
  code: 'GT0301',
  leaf: 'docker2_connection_type',
  title: {
    en: 'The push task has no usable registry connection',
    fr: 'La tâche de push n’a pas de connexion de registre utilisable',
  },
  detail: {
    en: 'Task “{task}” of run {run} has no Docker registry connection for its target: “{message}”.',
    fr: 'La tâche « {task} » du run {run} n’a pas de connexion Docker Registry pour sa cible : « {message} ».',
  },
  next: {
    en: 'Compare the type of the service connection with what Docker@2 accepts (Docker Registry). The owner of the pipeline then names the right connection in the task.',
    fr: 'Comparer le type de la connexion de service avec ce que Docker@2 accepte (Docker Registry). Le responsable du pipeline indique ensuite la bonne connexion dans la tâche.',
  },
  commands: ['az devops service-endpoint list --output table', 'az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5',
});

export const privateAgent = defineFinding({
  code: 'GT0302',
  leaf: 'private_agent',
  title: {
    en: 'The agent cannot reach the private registry',
    fr: 'L’agent n’atteint pas le registre privé',
  },
  detail: {
    en: 'Run {run} could not push to {registry} from its agent: “{message}”. The agent is outside the network of the registry, or does not resolve or reach it.',
    fr: 'Le run {run} n’a pas pu pousser vers {registry} depuis son agent : « {message} ». L’agent est hors du réseau du registre, ou ne le résout pas ou ne l’atteint pas.',
  },
  next: {
    en: 'Check which pool the job ran in and what the name resolves to from there. The owner of the pipeline then uses the pool in the network; the network team opens the way if it already does.',
    fr: 'Vérifier dans quel pool le job a tourné et vers quelle adresse le nom y mène. Le responsable du pipeline utilise ensuite le pool du réseau ; si c’est déjà le cas, l’équipe réseau ouvre le passage.',
  },
  commands: [
    'az pipelines runs show --id {run}',
    'az acr show --name {registry} --query publicNetworkAccess',
    'az acr private-endpoint-connection list --registry-name {registry} --output table',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5 and 4.7',
});

export const pushUnauthorized = defineFinding({
  code: 'GT0303',
  leaf: 'push_unauthorized',
  title: {
    en: 'The push identity lacks the right',
    fr: 'L’identité du push n’a pas le droit',
  },
  detail: {
    en: 'Run {run} signs in, but {registry} refuses its push: “{message}”.',
    fr: 'Le run {run} s’authentifie, mais {registry} refuse son push : « {message} ».',
  },
  next: {
    en: 'Read the role mode of the registry: in ABAC mode AcrPush is not honoured. The administrator of {registry} then gives the identity of the connection the right to push.',
    fr: 'Lire le mode de rôles du registre : en mode ABAC, AcrPush n’est pas pris en compte. L’administrateur de {registry} donne ensuite à l’identité de la connexion le droit de pousser.',
  },
  commands: ['az acr show --name {registry} --query roleAssignmentMode', 'az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5 and 4.6',
});

export const pushLocked = defineFinding({
  code: 'GT0304',
  leaf: 'push_locked',
  title: { en: 'The tag is locked in the registry', fr: 'Le tag est verrouillé dans le registre' },
  detail: {
    en: 'Run {run} cannot write {image}: “{message}”. A lock on a deployed tag is intended; the build reuses a tag that exists.',
    fr: 'Le run {run} ne peut pas écrire {image} : « {message} ». Le verrou d’un tag déployé est voulu ; le build réutilise un tag existant.',
  },
  next: {
    en: 'Read the lock of the tag. The owner of the pipeline then pushes under a new, unique tag; the lock stays.',
    fr: 'Lire le verrou du tag. Le responsable du pipeline pousse ensuite sous un nouveau tag, unique ; le verrou reste.',
  },
  commands: ['az acr manifest show-metadata {image}', 'az pipelines runs show --id {run}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5 and 4.8',
});

export const pushRegistryError = defineFinding({
  code: 'GT0305',
  leaf: 'push_registry_error',
  title: { en: 'The registry failed during the push', fr: 'Le registre a échoué pendant le push' },
  detail: {
    en: 'Run {run} lost its push to {registry}: “{message}”. Neither identity nor network rule is named; the failure may be passing.',
    fr: 'Le run {run} a perdu son push vers {registry} : « {message} ». Ni identité ni règle réseau n’est en cause dans ce message ; la panne peut être passagère.',
  },
  next: {
    en: 'Check the health of the registry. The author of the change then starts the run again; if it fails the same way, the move is the registry team’s.',
    fr: 'Vérifier la santé du registre. L’auteur du changement relance ensuite le run ; si l’échec se répète, c’est à l’équipe du registre d’agir.',
  },
  commands: [
    'az acr check-health --name {registry} --ignore-errors --yes',
    'az pipelines runs show --id {run}',
  ],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5 and 4.5',
});

export const imageNotPushed = defineFinding({
  code: 'GT0306',
  leaf: 'image_not_pushed',
  title: {
    en: 'The registry does not have the image',
    fr: 'Le registre n’a pas l’image',
  },
  detail: {
    en: 'Run {run} is green, and the registry answers that it has no {image}: pushed under another name, to another registry, or removed since.',
    fr: 'Le run {run} est vert, et le registre répond qu’il n’a pas {image} : poussée sous un autre nom, vers un autre registre, ou retirée depuis.',
  },
  next: {
    en: 'Compare the name and the digest that the push step printed with {image}. The owner of the pipeline then corrects the target and starts a run.',
    fr: 'Comparer le nom et le digest affichés par la tâche de push avec {image}. Le responsable du pipeline corrige ensuite la cible et lance un run.',
  },
  commands: ['az acr manifest show-metadata {image}', 'az pipelines runs show --id {run}'],
  revert: {
    helps: true,
    why: {
      en: 'If the tag is already in Git, the pods ask for an image that does not exist: the revert brings back a tag that the registry has.',
      fr: 'Si le tag est déjà dans Git, les pods demandent une image qui n’existe pas : le revert rétablit un tag que le registre possède.',
    },
  },
  source: 'facts/azure-devops-and-acr.md 4.3',
});

export const docker2ConnectionTypeNoPush = defineFinding({
  code: 'GT0307',
  leaf: 'docker2_connection_type',
  title: { en: 'The push names no registry', fr: 'Le push n’indique aucun registre' },
  detail: {
    en: 'Task “{task}” of run {run} names no registry, so the push of {image} went elsewhere or nowhere: “{message}”.',
    fr: 'La tâche « {task} » du run {run} n’indique pas de registre : le push de {image} est parti ailleurs ou nulle part. « {message} »',
  },
  next: {
    en: 'Read the target that the log shows. The owner of the pipeline then sets the registry connection and the repository of the task.',
    fr: 'Lire la cible affichée dans le journal. Le responsable du pipeline renseigne ensuite la connexion de registre et le dépôt d’image de la tâche.',
  },
  commands: ['az pipelines runs show --id {run}', 'az acr manifest show-metadata {image}'],
  revert: NOTHING_IN_GIT,
  source: 'facts/azure-devops-and-acr.md 3.5',
});
