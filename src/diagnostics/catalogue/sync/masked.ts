// Findings of link 6: the sync is done or repeated, and something else decides the value.
import { defineFinding, type FindingTexts } from '../../finding.ts';
import { VERSION_IS_LIVE } from '../reverts.ts';

const MASKED: FindingTexts['revert'] = {
  helps: false,
  why: {
    en: 'The tag in Git is masked: a revert changes Git and nothing in the cluster.',
    fr: 'Le tag de Git est masqué : un revert change Git et rien dans le cluster.',
  },
};

export const helmParameterOverride = defineFinding({
  code: 'GT0619',
  leaf: 'helm_parameter_override',
  title: {
    en: 'A value in the Application wins over Git',
    fr: 'Une valeur de l’Application l’emporte sur Git',
  },
  detail: {
    en: 'Git says {expected}; {application} sets {found} in {override}, which has precedence over the values file.',
    fr: 'Git indique {expected} ; {application} fixe {found} dans {override}, prioritaire sur le fichier de valeurs.',
  },
  next: {
    en: 'Show {override} next to the value in Git and find out who sets it. The owner of the Application then removes it from its declaration.',
    fr: 'Montrer {override} à côté de la valeur dans Git et chercher qui le pose. Le responsable de l’Application le retire ensuite de sa déclaration.',
  },
  commands: ['argocd app get {application} --output yaml'],
  revert: MASKED,
  source: 'facts/argocd.md 0.8 and 5 Q-E E2',
});

export const ignoreDifferences = defineFinding({
  code: 'GT0620',
  leaf: 'ignore_differences',
  title: { en: 'The changed field is ignored', fr: 'Le champ modifié est ignoré' },
  detail: {
    en: '{resource} keeps {found} while Git says {expected}: the rule “{rule}” tells Argo CD to ignore that field.',
    fr: '{resource} garde {found} alors que Git indique {expected} : la règle « {rule} » demande à Argo CD d’ignorer ce champ.',
  },
  next: {
    en: 'Read ignoreDifferences of {application}, and resource.customizations in argocd-cm. The owner of the rule then narrows it to the field it was made for.',
    fr: 'Lire ignoreDifferences de {application}, et resource.customizations dans argocd-cm. Le responsable de la règle la limite ensuite au champ pour lequel elle existe.',
  },
  commands: ['argocd app get {application} --output yaml', 'argocd app diff {application}'],
  revert: MASKED,
  source: 'facts/argocd.md 5 Q-E E3',
});

export const sharedResource = defineFinding({
  code: 'GT0621',
  leaf: 'shared_resource',
  title: { en: 'Two Applications own the object', fr: 'Deux Applications possèdent l’objet' },
  detail: {
    en: '{resource} is managed by {application} and by {otherApplication}: the last sync wins, and the other version comes back.',
    fr: '{resource} est géré par {application} et par {otherApplication} : la dernière synchronisation l’emporte, et l’autre version revient.',
  },
  next: {
    en: 'Read the warning on both Applications. Their owners then decide which one keeps {resource}; the other drops it from Git.',
    fr: 'Lire l’avertissement sur les deux Applications. Leurs responsables décident ensuite laquelle garde {resource} ; l’autre le retire de Git.',
  },
  commands: ['argocd app get {application}', 'argocd app get {otherApplication}'],
  revert: MASKED,
  source: 'facts/argocd.md 13 no. 77',
});

export const selfHealFight = defineFinding({
  code: 'GT0622',
  leaf: 'self_heal_fight',
  title: {
    en: 'Self-heal and another writer undo each other',
    fr: 'Self-heal et un autre acteur s’annulent',
  },
  detail: {
    en: 'Argo CD has put {resource} of {application} back {attempts} times: something else keeps changing it after each sync.',
    fr: 'Argo CD a remis {resource} de {application} en place {attempts} fois : un autre acteur le modifie après chaque synchronisation.',
  },
  next: {
    en: 'Read which field differs and which manager owns it. The owner of the Application then leaves that one field to the other writer, by a narrow ignoreDifferences, or stops the writer.',
    fr: 'Lire quel champ diffère et quel manager le possède. Le responsable de l’Application laisse ensuite ce seul champ à l’autre acteur, par un ignoreDifferences étroit, ou arrête cet acteur.',
  },
  commands: ['argocd app diff {application}', 'argocd app history {application}'],
  revert: VERSION_IS_LIVE,
  source: 'facts/argocd.md 5 Q-D D12',
});

export const permanentDiff = defineFinding({
  code: 'GT0623',
  leaf: 'permanent_diff',
  title: {
    en: 'OutOfSync although the change is live',
    fr: 'OutOfSync bien que le changement soit en place',
  },
  detail: {
    en: 'The pods run the tag of the change; {application} stays OutOfSync because of {resource} only.',
    fr: 'Les pods exécutent le tag du changement ; {application} reste OutOfSync à cause de {resource} seulement.',
  },
  next: {
    en: 'Read the difference: a default, a mutation, a leftover object. Nothing presses; the owner of the Application writes the value in Git or ignores that one field.',
    fr: 'Lire la différence : valeur par défaut, mutation, objet restant. Rien ne presse ; le responsable de l’Application écrit la valeur dans Git ou ignore ce seul champ.',
  },
  commands: ['argocd app diff {application}', 'argocd app resources {application}'],
  revert: VERSION_IS_LIVE,
  source: 'facts/argocd.md 5 Q-D D10, D11',
});

const REVERT_IN_GIT: FindingTexts['revert'] = {
  helps: true,
  why: {
    en: 'Git still asks for the new version: only a revert of the tag commit lasts, and it needs no right in Argo CD.',
    fr: 'Git demande toujours la nouvelle version : seul un revert du commit de tag tient, et il ne demande aucun droit dans Argo CD.',
  },
};

export const rollbackRefused = defineFinding({
  code: 'GT0624',
  leaf: 'rollback_refused',
  title: {
    en: 'Auto-sync refuses a rollback outside Git',
    fr: 'L’auto-sync refuse un retour arrière hors de Git',
  },
  detail: {
    en: 'Auto-sync is on for {application}, so a rollback in Argo CD is refused. Git says {tag}.',
    fr: 'L’auto-sync est actif sur {application} : un retour arrière dans Argo CD est refusé. Git indique {tag}.',
  },
  next: {
    en: 'Check which commit wrote {tag}. Whoever owns the change then reverts that commit by pull request: Argo CD follows it by itself.',
    fr: 'Vérifier quel commit a écrit {tag}. Le responsable du changement annule ensuite ce commit par une pull request : Argo CD la suit de lui-même.',
  },
  commands: [
    'argocd app get {application}',
    'argocd app history {application}',
    'git log -3 --oneline --grep {tag}',
  ],
  revert: REVERT_IN_GIT,
  source: 'facts/argocd.md 7',
});

export const helmParameterOverrideFile = defineFinding({
  code: 'GT0633',
  leaf: 'helm_parameter_override',
  title: {
    en: 'A .argocd-source file wins over Git values',
    fr: 'Un fichier .argocd-source l’emporte sur les valeurs de Git',
  },
  detail: {
    en: 'The values say {expected}; {file} beside them sets {found} for {application} and replaces its parameters.',
    fr: 'Les valeurs indiquent {expected} ; à côté d’elles, {file} fixe {found} pour {application} et remplace ses paramètres.',
  },
  next: {
    en: 'Read {file} and the commits that write it, often Image Updater. The owner of the GitOps repository then keeps one writer of the tag.',
    fr: 'Lire {file} et les commits qui l’écrivent, souvent ceux d’Image Updater. Le responsable du dépôt GitOps ne garde ensuite qu’un seul acteur pour le tag.',
  },
  commands: ['git log -5 --patch -- {file}', 'argocd app get {application} --output yaml'],
  revert: MASKED,
  source: 'facts/argocd.md 5 Q-E E2 and 9.4',
});

export const rollbackRefusedUndone = defineFinding({
  code: 'GT0634',
  leaf: 'rollback_refused',
  title: { en: 'A rollback outside Git was undone', fr: 'Un retour arrière hors de Git a été annulé' },
  detail: {
    en: '{workload} was set back by hand ({since}), and Argo CD put {tag} back, as Git says.',
    fr: '{workload} a été ramené en arrière à la main ({since}), et Argo CD a remis {tag}, comme le dit Git.',
  },
  next: {
    en: 'Check which commit wrote {tag}. Whoever owns the change then reverts that commit by pull request: {application} follows it by itself.',
    fr: 'Vérifier quel commit a écrit {tag}. Le responsable du changement annule ensuite ce commit par une pull request : {application} la suit d’elle-même.',
  },
  commands: [
    'argocd app history {application}',
    'kubectl rollout history {workload} --namespace {namespace}',
    'git log -3 --oneline --grep {tag}',
  ],
  revert: REVERT_IN_GIT,
  source: 'facts/argocd.md 7',
});

export const selfHealFightDrift = defineFinding({
  code: 'GT0635',
  leaf: 'self_heal_fight',
  title: {
    en: 'Another writer changes the object after each sync',
    fr: 'Un autre acteur modifie l’objet après chaque sync',
  },
  detail: {
    en: 'The sync of {application} succeeded ({since}), and it is OutOfSync again at the same commit: something else keeps changing {resource}.',
    fr: '{application} a été synchronisée ({since}) et redevient OutOfSync au même commit : un autre acteur modifie {resource}.',
  },
  next: {
    en: 'Read which field differs and which manager owns it: an autoscaler, a webhook, a person. The owner of the Application then leaves that one field to it, by a narrow ignoreDifferences.',
    fr: 'Lire quel champ diffère et quel manager le possède : autoscaler, webhook ou personne. Le responsable de l’Application lui laisse ensuite ce seul champ, par un ignoreDifferences étroit.',
  },
  commands: ['argocd app diff {application}', 'argocd app history {application}'],
  revert: VERSION_IS_LIVE,
  source: 'facts/argocd.md 5 Q-D D11',
});
