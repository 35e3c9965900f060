// Findings of link 8: the registry can be reached, and the image is missing, wrong or does not fit the node.
import { defineFinding, type FindingTexts } from '../../finding.ts';
import { NEW_VERSION_FAILS } from '../reverts.ts';

const BACK_TO_AN_IMAGE: FindingTexts['revert'] = {
  helps: true,
  why: {
    en: 'The tag in Git names an image that cannot be had: the revert brings back the tag of the one that runs.',
    fr: 'Le tag dans Git nomme une image introuvable : le revert rétablit celui de l’image qui tourne.',
  },
};

export const imagePullNotFound = defineFinding({
  code: 'GT0804',
  leaf: 'image_pull_not_found',
  title: { en: 'The image does not exist', fr: 'L’image n’existe pas' },
  detail: {
    en: 'Pod {pod} in {namespace} asks for {image}, which no run has pushed: tag, repository or registry of the reference is wrong.',
    fr: 'Le pod {pod} dans {namespace} demande {image}, qu’aucun run n’a poussée : le tag, le dépôt ou le registre de la référence est faux.',
  },
  next: {
    en: 'Compare the reference with the tags the registry has. The author of the commit that wrote it then corrects it in Git.',
    fr: 'Comparer la référence avec les tags du registre. L’auteur du commit qui l’a écrite la corrige ensuite dans Git.',
  },
  commands: ['az acr manifest show-metadata {image}', 'kubectl describe pod {pod} --namespace {namespace}'],
  revert: BACK_TO_AN_IMAGE,
  source: 'facts/kubernetes.md 3.2 I31 to I33',
});

export const imagePurged = defineFinding({
  code: 'GT0805',
  leaf: 'image_purged',
  title: { en: 'The image was removed from the registry', fr: 'L’image a été retirée du registre' },
  detail: {
    en: '{image} was pushed by run {run} and is no longer in the registry: retention, a purge task or a person removed it. Pod {pod} cannot pull it.',
    fr: '{image} a été poussée par le run {run} et n’est plus dans le registre : une rétention, une purge ou une personne l’a retirée. Le pod {pod} ne peut pas la tirer.',
  },
  next: {
    en: 'Check the tag, its manifest and the retention rules. The owner of the pipeline then builds again under a new tag; the administrator of the registry locks deployed tags.',
    fr: 'Vérifier le tag, son manifeste et les règles de rétention. Le responsable du pipeline reconstruit ensuite sous un nouveau tag ; l’administrateur du registre verrouille les tags déployés.',
  },
  commands: [
    'az acr manifest show-metadata {image}',
    'az pipelines runs show --id {run}',
    'kubectl describe pod {pod} --namespace {namespace}',
  ],
  revert: BACK_TO_AN_IMAGE,
  source: 'facts/azure-devops-and-acr.md 4.8',
});

export const imageReferenceInvalid = defineFinding({
  code: 'GT0806',
  leaf: 'image_reference_invalid',
  title: { en: 'The image reference is not valid', fr: 'La référence d’image est invalide' },
  detail: {
    en: '{workload} in {namespace} asks for “{image}”, which is no valid reference: empty tag, space, upper case or an unfilled placeholder.',
    fr: '{workload} dans {namespace} demande « {image} », qui n’est pas une référence valide : tag vide, espace, majuscule ou variable non remplacée.',
  },
  next: {
    en: 'Compare the rendered reference with the line in Git. The author of the commit that wrote it then corrects it.',
    fr: 'Comparer la référence rendue avec la ligne dans Git. L’auteur du commit qui l’a écrite la corrige ensuite.',
  },
  commands: ['kubectl get {workload} --namespace {namespace} --output yaml', 'git log -3 --patch'],
  revert: BACK_TO_AN_IMAGE,
  source: 'facts/kubernetes.md 3.2 I46',
});

export const imagePullPlatform = defineFinding({
  code: 'GT0807',
  leaf: 'image_pull_platform',
  title: {
    en: 'The image has nothing for the node’s platform',
    fr: 'L’image n’a rien pour la plateforme du nœud',
  },
  detail: {
    en: '{image} offers {found}; node {node}, where pod {pod} has to run, is {expected}.',
    fr: '{image} propose {found} ; le nœud {node}, où le pod {pod} doit tourner, est en {expected}.',
  },
  next: {
    en: 'Compare the platforms of the manifest with the architecture of the node. The owner of the pipeline then builds for that platform as well.',
    fr: 'Comparer les plateformes du manifeste avec l’architecture du nœud. Le responsable du pipeline construit ensuite aussi pour cette plateforme.',
  },
  commands: ['az acr manifest show {image}', 'kubectl get node {node} --label-columns kubernetes.io/arch'],
  revert: NEW_VERSION_FAILS,
  source: 'facts/kubernetes.md 3.2 I35',
});

export const nodeDiskFull = defineFinding({
  code: 'GT0809',
  leaf: 'node_disk_full',
  title: { en: 'The disk of the node is full', fr: 'Le disque du nœud est plein' },
  detail: {
    en: 'Node {node} has no room left to unpack the image of pod {pod}: “{message}”.',
    fr: 'Le nœud {node} n’a plus de place pour extraire l’image du pod {pod} : « {message} ».',
  },
  next: {
    en: 'Read the conditions and events of the node. The platform team then frees or enlarges its disk, or takes it out of service.',
    fr: 'Lire les conditions et les events du nœud. L’équipe plateforme libère ou agrandit ensuite son disque, ou le retire du service.',
  },
  commands: [
    'kubectl describe node {node}',
    'kubectl get events --all-namespaces --field-selector involvedObject.name={pod}',
  ],
  revert: {
    helps: false,
    why: {
      en: 'The node has no room for any image it does not have yet.',
      fr: 'Le nœud n’a de place pour aucune image qu’il n’a pas déjà.',
    },
  },
  source: 'facts/kubernetes.md 3.2 I39',
});

export const imagePurgedManifest = defineFinding({
  code: 'GT0812',
  leaf: 'image_purged',
  title: { en: 'The tag is listed, its content is gone', fr: 'Le tag est listé, son contenu a disparu' },
  detail: {
    en: 'The registry still lists the tag of {image}, but the manifest or layers behind it are gone. Pod {pod} cannot pull it.',
    fr: 'Le registre liste encore le tag de {image}, mais le manifeste ou les couches n’y sont plus. Le pod {pod} ne peut pas la tirer.',
  },
  next: {
    en: 'Check the manifest by its digest and the retention rules. The owner of the pipeline then builds again under a new tag; the administrator of the registry reviews the retention.',
    fr: 'Vérifier le manifeste par son digest et les règles de rétention. Le responsable du pipeline reconstruit ensuite sous un nouveau tag ; l’administrateur du registre revoit la rétention.',
  },
  commands: ['az acr manifest show-metadata {image}', 'kubectl describe pod {pod} --namespace {namespace}'],
  revert: BACK_TO_AN_IMAGE,
  source: 'facts/azure-devops-and-acr.md 4.8; facts/kubernetes.md 3.2 I34',
});

export const imagePullNotFoundRepository = defineFinding({
  code: 'GT0813',
  leaf: 'image_pull_not_found',
  title: { en: 'The registry does not have that repository', fr: 'Le registre n’a pas ce dépôt d’image' },
  detail: {
    en: 'Pod {pod} in {namespace} asks for {image}, and {registry} has no repository of that name.',
    fr: 'Le pod {pod} dans {namespace} demande {image}, et {registry} n’a aucun dépôt de ce nom.',
  },
  next: {
    en: 'Compare the name with the repositories of the registry. The author of the commit that wrote it then corrects it in Git.',
    fr: 'Comparer le nom avec les dépôts du registre. L’auteur du commit qui l’a écrit le corrige ensuite dans Git.',
  },
  commands: [
    'az acr repository list --name {registry} --output table',
    'kubectl describe pod {pod} --namespace {namespace}',
  ],
  revert: BACK_TO_AN_IMAGE,
  source: 'facts/kubernetes.md 3.2 I33',
});
