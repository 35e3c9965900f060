// Findings of link 5: the Application looks elsewhere than where the tag was written.
import { defineFinding } from '../../finding.ts';
import { NOT_APPLIED } from '../reverts.ts';

export const wrongRepo = defineFinding({
  code: 'GT0501',
  leaf: 'wrong_repo',
  title: { en: 'The Application follows another repository', fr: 'L’Application suit un autre dépôt' },
  detail: {
    en: 'Commit {commit} is in {repository}; {application} reads {found}. Synced only speaks of that one.',
    fr: 'Le commit {commit} est dans {repository} ; {application} lit {found}. Synced ne parle que de celui-là.',
  },
  next: {
    en: 'Compare repoURL of the Application with the repository of the commit. The owner of the Application then corrects repoURL in Git, or the pipeline writes to the followed repository.',
    fr: 'Comparer repoURL de l’Application avec le dépôt du commit. Le responsable de l’Application corrige ensuite repoURL dans Git, ou le pipeline écrit dans le dépôt suivi.',
  },
  commands: ['argocd app get {application} --output yaml', 'git log -1 --oneline {commit}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 5 Q-A A1',
});

export const wrongBranch = defineFinding({
  code: 'GT0502',
  leaf: 'wrong_branch',
  title: { en: 'The Application follows another branch', fr: 'L’Application suit une autre branche' },
  detail: {
    en: 'Commit {commit} is on {branch}; {application} follows {targetRevision}. Synced is honest, to that other branch.',
    fr: 'Le commit {commit} est sur {branch} ; {application} suit {targetRevision}. Synced dit vrai, pour cette autre branche.',
  },
  next: {
    en: 'Compare targetRevision with the branch of the commit. The owner of the Application then changes targetRevision in Git, or the commit is brought to {targetRevision} by pull request.',
    fr: 'Comparer targetRevision avec la branche du commit. Le responsable de l’Application change ensuite targetRevision dans Git, ou une pull request amène le commit sur {targetRevision}.',
  },
  commands: [
    'argocd app get {application} --output yaml',
    'git branch --remotes --contains {commit}',
    'git ls-remote --heads origin {branch} {targetRevision}',
  ],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 5 Q-A A2',
});

export const pinnedRevision = defineFinding({
  code: 'GT0503',
  leaf: 'pinned_revision',
  title: { en: 'The Application follows a fixed revision', fr: 'L’Application suit une révision figée' },
  detail: {
    en: '{application} follows {targetRevision}, a fixed commit, tag or version range that does not contain commit {commit}.',
    fr: '{application} suit {targetRevision}, un commit, un tag ou une plage de versions qui ne contient pas le commit {commit}.',
  },
  next: {
    en: 'Check whether {targetRevision} is pinned on purpose. The owner of the Application then raises it in Git.',
    fr: 'Vérifier si {targetRevision} est figé à dessein. Le responsable de l’Application l’avance ensuite dans Git.',
  },
  commands: ['argocd app get {application} --output yaml', 'git tag --contains {commit}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 4',
});

export const wrongPath = defineFinding({
  code: 'GT0504',
  leaf: 'wrong_path',
  title: { en: 'The Application follows another path', fr: 'L’Application suit un autre chemin' },
  detail: {
    en: 'The commit changes {file}; {application} renders {path}, which does not use that file. The revision moves on, the manifests stay the same.',
    fr: 'Le commit modifie {file} ; {application} rend {path}, qui n’utilise pas ce fichier. La révision avance, les manifestes restent les mêmes.',
  },
  next: {
    en: 'Compare the path of the Application with the changed file. Then its owner points the path at the right folder in Git, or the pipeline writes below {path}.',
    fr: 'Comparer le chemin de l’Application avec le fichier modifié. Son responsable dirige ensuite le chemin vers le bon dossier dans Git, ou le pipeline écrit sous {path}.',
  },
  commands: [
    'argocd app get {application} --output yaml',
    'git log -1 --stat -- {file}',
    'git log -3 --oneline -- {path}',
  ],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 5 Q-A A3',
});

export const wrongValuesFile = defineFinding({
  code: 'GT0505',
  leaf: 'wrong_values_file',
  title: { en: 'The changed values file is not read', fr: 'Le fichier de valeurs modifié n’est pas lu' },
  detail: {
    en: 'Tag {tag} is in {file}; {application} reads {found} and not that file.',
    fr: 'Le tag {tag} est dans {file} ; {application} lit {found} et non ce fichier.',
  },
  next: {
    en: 'Compare valueFiles of the Application with the changed file; with several sources, check the ref. The owner of the Application then corrects the list in Git, or the pipeline writes to the file that is read.',
    fr: 'Comparer valueFiles de l’Application avec le fichier modifié ; avec plusieurs sources, vérifier ref. Le responsable de l’Application corrige ensuite la liste dans Git, ou le pipeline écrit dans le fichier lu.',
  },
  commands: ['argocd app get {application} --output yaml', 'git log -1 --patch -- {file}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 5 Q-A A4',
});

export const parentAppStale = defineFinding({
  code: 'GT0506',
  leaf: 'parent_app_stale',
  title: {
    en: 'The parent has not updated the Application',
    fr: 'Le parent n’a pas mis à jour l’Application',
  },
  detail: {
    en: '{application} is made by {parent}, which is not up to date: its source is still the older one.',
    fr: '{application} est créée par {parent}, qui n’est pas à jour : sa source est encore l’ancienne.',
  },
  next: {
    en: 'Read the state of {parent} first. The owner of {parent} then brings it up to date; an edit of {application} by hand would be overwritten.',
    fr: 'Lire d’abord l’état de {parent}. Le responsable de {parent} le remet ensuite à jour ; une modification à la main de {application} serait écrasée.',
  },
  commands: ['argocd app get {parent}', 'argocd app diff {parent}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 5 Q-A A7',
});

export const revisionMissing = defineFinding({
  code: 'GT0507',
  leaf: 'revision_missing',
  title: {
    en: 'The followed revision does not exist',
    fr: 'La révision suivie n’existe pas',
  },
  detail: {
    en: '{application} follows {targetRevision}, which {repository} does not have as a branch, tag or commit.',
    fr: '{application} suit {targetRevision}, que {repository} ne possède ni comme branche, ni comme tag, ni comme commit.',
  },
  next: {
    en: 'List the branches and tags of {repository}. The owner of the Application then corrects targetRevision in Git, or the branch is created again.',
    fr: 'Lister les branches et les tags de {repository}. Le responsable de l’Application corrige ensuite targetRevision dans Git, ou la branche est recréée.',
  },
  commands: ['git ls-remote origin {targetRevision}', 'az repos ref list --repository {repository}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 4 and 13 no. 2',
});

export const wrongPathGeneratePaths = defineFinding({
  code: 'GT0520',
  leaf: 'wrong_path',
  title: {
    en: 'manifest-generate-paths leaves the file out',
    fr: 'manifest-generate-paths laisse le fichier de côté',
  },
  detail: {
    en: 'The annotation manifest-generate-paths of {application} says “{rule}”, relative to {path}; the changed file {file} is not covered.',
    fr: 'L’annotation manifest-generate-paths de {application} indique « {rule} », relativement à {path} ; le fichier modifié {file} n’est pas couvert.',
  },
  next: {
    en: 'Resolve the annotation against {path}: a leading slash means the root of the repository. The owner of the Application then corrects it in Git.',
    fr: 'Résoudre l’annotation depuis {path} : une barre initiale désigne la racine du dépôt. Le responsable de l’Application la corrige ensuite dans Git.',
  },
  commands: [
    'argocd app get {application} --output yaml',
    'git log -1 --stat -- {file}',
    'git log -3 --oneline -- {path}',
  ],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 2 and 5 Q-B',
});

export const wrongValuesFileOverridden = defineFinding({
  code: 'GT0521',
  leaf: 'wrong_values_file',
  title: { en: 'A later values file wins', fr: 'Un fichier de valeurs suivant l’emporte' },
  detail: {
    en: '{file} says {tag}, and {otherFile} comes after it in valueFiles of {application} and says {found}: the last one wins.',
    fr: '{file} indique {tag}, et {otherFile} vient après lui dans valueFiles de {application} et indique {found} : le dernier l’emporte.',
  },
  next: {
    en: 'Read both files in the order of valueFiles. The owner of the GitOps repository then removes the value from {otherFile}, or the pipeline writes there.',
    fr: 'Lire les deux fichiers dans l’ordre de valueFiles. Le responsable du dépôt GitOps retire ensuite la valeur de {otherFile}, ou le pipeline écrit à cet endroit.',
  },
  commands: ['argocd app get {application} --output yaml', 'git log -3 --patch -- {file} {otherFile}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 2 and 5 Q-A A4',
});

export const parentAppStaleApplicationSet = defineFinding({
  code: 'GT0522',
  leaf: 'parent_app_stale',
  title: {
    en: 'The ApplicationSet cannot update the Application',
    fr: 'L’ApplicationSet ne peut pas mettre à jour l’Application',
  },
  detail: {
    en: '{application} is generated by ApplicationSet {parent}, which fails: “{message}”.',
    fr: '{application} est générée par l’ApplicationSet {parent}, qui échoue : « {message} ».',
  },
  next: {
    en: 'Read the conditions of the ApplicationSet. The owner of {parent} then corrects its generator or template in Git.',
    fr: 'Lire les conditions de l’ApplicationSet. Le responsable de {parent} corrige ensuite son générateur ou son template dans Git.',
  },
  commands: ['argocd appset get {parent}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 9.1',
});

export const wrongRepoFormer = defineFinding({
  code: 'GT0525',
  leaf: 'wrong_repo',
  title: {
    en: 'Argo CD still looks for a commit of the former repository',
    fr: 'Argo CD cherche encore un commit de l’ancien dépôt',
  },
  detail: {
    en: '{application} was pointed at another repository, and Argo CD looks there for {found}, the last commit it synced from the former one: “{message}”.',
    fr: '{application} a changé de dépôt, et Argo CD y cherche {found}, le dernier commit synchronisé depuis l’ancien : « {message} ».',
  },
  next: {
    en: 'Compare the missing commit with the last entry of the history. A person allowed to sync {application} then syncs the new revision once, which writes a fresh entry.',
    fr: 'Comparer le commit manquant avec la dernière entrée de l’historique. Une personne autorisée à synchroniser {application} le fait ensuite une fois sur la nouvelle révision, ce qui écrit une nouvelle entrée.',
  },
  commands: ['argocd app history {application}', 'argocd app get {application}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 13 no. 6',
});
