// Findings of link 6: something in the cluster or in the project refuses an object of the source.
import { defineFinding } from '../../finding.ts';
import { SAME_OBSTACLE, TAKES_REFUSED_CHANGE_OUT } from '../reverts.ts';

export const admissionDenied = defineFinding({
  code: 'GT0608',
  leaf: 'admission_denied',
  title: { en: 'An admission policy refuses an object', fr: 'Une politique d’admission refuse un objet' },
  detail: {
    en: 'The sync of {application} failed because {resource} was refused at admission: “{message}”.',
    fr: 'La synchronisation de {application} a échoué : {resource} a été refusé à l’admission. « {message} »',
  },
  next: {
    en: 'Read the policy that the message names. The author of the change then corrects {resource} with a new commit, or the owner of the policy decides on an exception.',
    fr: 'Lire la politique que le message nomme. L’auteur du changement corrige ensuite {resource} par un nouveau commit, ou le responsable de la politique décide d’une exception.',
  },
  commands: [
    'argocd app get {application} --show-operation',
    'argocd app manifests {application} --source git',
  ],
  revert: TAKES_REFUSED_CHANGE_OUT,
  source: 'facts/argocd.md 13 no. 52',
});

export const admissionWebhookDown = defineFinding({
  code: 'GT0609',
  leaf: 'admission_webhook_down',
  title: {
    en: 'An admission webhook does not answer',
    fr: 'Un webhook d’admission ne répond pas',
  },
  detail: {
    en: 'The API server could not call the webhook that guards {resource}, so the sync of {application} failed: “{message}”. Everything it guards is refused unjudged.',
    fr: 'L’API server n’a pas pu appeler le webhook qui garde {resource} : la synchronisation de {application} a échoué, et tout ce qu’il garde est refusé sans examen. « {message} »',
  },
  next: {
    en: 'Look at the pods and endpoints of the webhook that the message names. The platform team brings it back; a person then syncs again if the retries are used up.',
    fr: 'Regarder les pods et les endpoints du webhook que le message nomme. L’équipe plateforme le rétablit ; une personne synchronise ensuite de nouveau si les reprises sont épuisées.',
  },
  commands: [
    'argocd app get {application} --show-operation',
    'kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations',
  ],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 13 no. 53; facts/kubernetes.md 1.3 C09',
});

export const appprojectDenied = defineFinding({
  code: 'GT0610',
  leaf: 'appproject_denied',
  title: { en: 'The project does not permit it', fr: 'Le projet ne le permet pas' },
  detail: {
    en: 'Project {project} does not permit what {application} asks for: “{message}”.',
    fr: 'Le projet {project} ne permet pas ce que {application} demande : « {message} ».',
  },
  next: {
    en: 'Compare the message with sourceRepos, destinations and kinds of the AppProject. Its owner then extends it, or the owner of the Application corrects source or destination.',
    fr: 'Comparer le message avec sourceRepos, destinations et les kinds de l’AppProject. Son responsable l’étend ensuite, ou le responsable de l’Application corrige la source ou la destination.',
  },
  commands: ['argocd proj get {project}', 'argocd app get {application}'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 9.2 and 13 nos. 47, 48, 65, 66',
});

export const controllerForbidden = defineFinding({
  code: 'GT0611',
  leaf: 'controller_forbidden',
  title: { en: 'Argo CD lacks a right in the cluster', fr: 'Il manque un droit à Argo CD dans le cluster' },
  detail: {
    en: 'The service account of Argo CD may not read or change {resource}, so {application} is not synced: “{message}”.',
    fr: 'Le service account d’Argo CD n’a pas le droit de lire ou de modifier {resource} : {application} n’est pas synchronisée. « {message} »',
  },
  next: {
    en: 'Read user, verb and resource in the message. The platform team then adds that right to the role of Argo CD in the destination.',
    fr: 'Lire dans le message l’utilisateur, le verbe et la ressource. L’équipe plateforme ajoute ensuite ce droit au rôle d’Argo CD dans la destination.',
  },
  commands: ['argocd app get {application} --show-operation'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 13 nos. 60 and 74',
});

export const crdMissing = defineFinding({
  code: 'GT0612',
  leaf: 'crd_missing',
  title: { en: 'The cluster does not know a kind', fr: 'Le cluster ne connaît pas un kind' },
  detail: {
    en: 'The destination of {application} has no definition for {resource}: “{message}”.',
    fr: 'La destination de {application} n’a pas de définition pour {resource} : « {message} ».',
  },
  next: {
    en: 'Check whether the CRD exists in that version in the destination. The platform team then installs it, or the author of the change moves the CRD to an earlier sync wave.',
    fr: 'Vérifier si la CRD existe dans cette version sur la destination. L’équipe plateforme l’installe ensuite, ou l’auteur du changement place la CRD dans une vague antérieure.',
  },
  commands: ['kubectl get customresourcedefinitions', 'argocd app get {application} --show-operation'],
  revert: TAKES_REFUSED_CHANGE_OUT,
  source: 'facts/argocd.md 13 nos. 45 and 46',
});

export const manifestInvalid = defineFinding({
  code: 'GT0613',
  leaf: 'manifest_invalid',
  title: { en: 'The API server refuses an invalid object', fr: 'L’API server refuse un objet invalide' },
  detail: {
    en: 'The sync of {application} failed because {resource} is not valid: “{message}”.',
    fr: 'La synchronisation de {application} a échoué : {resource} est invalide. « {message} »',
  },
  next: {
    en: 'Find the field that the message names in the rendered manifest. The author of the change then corrects it with a new commit.',
    fr: 'Repérer dans le manifeste rendu le champ que le message nomme. L’auteur du changement le corrige ensuite par un nouveau commit.',
  },
  commands: [
    'argocd app manifests {application} --source git',
    'argocd app get {application} --show-operation',
  ],
  revert: TAKES_REFUSED_CHANGE_OUT,
  source: 'facts/argocd.md 13 nos. 56 and 59',
});

export const immutableField = defineFinding({
  code: 'GT0614',
  leaf: 'immutable_field',
  title: { en: 'The change touches an immutable field', fr: 'Le changement touche un champ immuable' },
  detail: {
    en: 'The sync of {application} failed because a field of {resource} cannot be changed on a live object: “{message}”.',
    fr: 'La synchronisation de {application} a échoué : un champ de {resource} ne peut pas changer sur un objet en place. « {message} »',
  },
  next: {
    en: 'Read which field differs. The owner of the service then keeps the old value, or plans to recreate {resource}, which interrupts it.',
    fr: 'Lire quel champ diffère. Le responsable du service garde ensuite l’ancienne valeur, ou planifie la recréation de {resource}, qui l’interrompt.',
  },
  commands: ['argocd app diff {application}', 'argocd app get {application} --show-operation'],
  revert: TAKES_REFUSED_CHANGE_OUT,
  source: 'facts/argocd.md 13 nos. 54 and 55',
});

export const namespaceMissing = defineFinding({
  code: 'GT0615',
  leaf: 'namespace_missing',
  title: { en: 'The destination namespace is missing', fr: 'Le namespace de destination est absent' },
  detail: {
    en: 'Namespace {namespace} does not exist in the destination of {application}, which does not create it.',
    fr: 'Le namespace {namespace} n’existe pas dans la destination de {application}, qui ne le crée pas.',
  },
  next: {
    en: 'Check the name of the namespace and the sync options. The owner of the Application then adds CreateNamespace=true in Git, or the platform team creates the namespace.',
    fr: 'Vérifier le nom du namespace et les options de sync. Le responsable de l’Application ajoute ensuite CreateNamespace=true dans Git, ou l’équipe plateforme crée le namespace.',
  },
  commands: ['kubectl get namespace {namespace}', 'argocd app get {application} --show-operation'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 13 nos. 49 and 50',
});

export const destinationMissing = defineFinding({
  code: 'GT0616',
  leaf: 'destination_missing',
  title: {
    en: 'Argo CD does not know the destination',
    fr: 'Argo CD ne connaît pas la destination',
  },
  detail: {
    en: '{application} names the cluster {destination}, which is not registered in Argo CD.',
    fr: '{application} nomme le cluster {destination}, qui n’est pas enregistré dans Argo CD.',
  },
  next: {
    en: 'Compare the destination with the clusters Argo CD knows. The owner of the Application then corrects it in Git, or the platform team registers the cluster.',
    fr: 'Comparer la destination avec les clusters connus d’Argo CD. Le responsable de l’Application la corrige ensuite dans Git, ou l’équipe plateforme enregistre le cluster.',
  },
  commands: ['argocd cluster list', 'argocd app get {application}'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 13 nos. 68 to 70',
});
