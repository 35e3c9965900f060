// Findings of link 4: a commit is there, but what it wrote does not bring the tag to the workload.
import { defineFinding, type FindingTexts } from '../../finding.ts';
import { NOT_APPLIED } from '../reverts.ts';

/** The registry changed, Git did not. */
const NO_COMMIT: FindingTexts['revert'] = {
  helps: false,
  why: {
    en: 'No commit changed the tag: there is nothing to revert, and the previous image still runs.',
    fr: 'Aucun commit n’a changé le tag : il n’y a rien à annuler, et l’image précédente tourne toujours.',
  },
};

export const tagOverwritten = defineFinding({
  code: 'GT0412',
  leaf: 'tag_overwritten',
  title: {
    en: 'A later commit put another tag in place',
    fr: 'Un commit postérieur a mis un autre tag',
  },
  detail: {
    en: 'Tag {tag} was written to {file}, then commit {commit} put {found} there.',
    fr: 'Le tag {tag} a été écrit dans {file}, puis le commit {commit} y a mis {found}.',
  },
  next: {
    en: 'Read commit {commit} and the run behind it. If {tag} is the wanted one, the author of the change writes it again with a new commit.',
    fr: 'Lire le commit {commit} et le run dont il vient. Si {tag} est le tag voulu, l’auteur du changement l’écrit de nouveau par un nouveau commit.',
  },
  commands: ['git show {commit}', 'git log -5 --patch -- {file}'],
  revert: {
    helps: false,
    why: {
      en: 'The wanted tag is no longer in Git: a revert of its commit has nothing to take back.',
      fr: 'Le tag voulu n’est plus dans Git : un revert de son commit n’a rien à reprendre.',
    },
  },
  source: 'facts/azure-devops-and-acr.md 5.1',
});

export const allTagsRewritten = defineFinding({
  code: 'GT0413',
  leaf: 'all_tags_rewritten',
  title: {
    en: 'The edit changed the tag of other images too',
    fr: 'La modification a changé aussi le tag d’autres images',
  },
  detail: {
    en: 'Commit {commit} wrote tag {tag} for every image of {file}, so another workload asks for {image}, which the registry does not have.',
    fr: 'Le commit {commit} a écrit le tag {tag} pour toutes les images de {file} : un autre workload demande {image}, que le registre n’a pas.',
  },
  next: {
    en: 'Read every changed line of the commit. The owner of the pipeline then limits the replacement to its own key; the revert restores the other tags at once.',
    fr: 'Lire toutes les lignes modifiées du commit. Le responsable du pipeline limite ensuite le remplacement à sa propre clé ; le revert rétablit les autres tags tout de suite.',
  },
  commands: ['git show {commit} -- {file}', 'az acr manifest show-metadata {image}'],
  revert: {
    helps: true,
    why: {
      en: 'The same commit changed the other images: the revert restores all their tags.',
      fr: 'Le même commit a changé les autres images : le revert rétablit tous leurs tags.',
    },
  },
  source: 'facts/azure-devops-and-acr.md 5.1',
});

export const valueKeyTypo = defineFinding({
  code: 'GT0414',
  leaf: 'value_key_typo',
  title: {
    en: 'The tag is under a key the chart does not read',
    fr: 'Le tag est sous une clé que le chart ne lit pas',
  },
  detail: {
    en: 'Tag {tag} is in {file} under {key}, and nothing rendered uses that key: the manifest still says {found}.',
    fr: 'Le tag {tag} est dans {file} sous {key}, et rien de ce qui est rendu n’utilise cette clé : le manifeste indique encore {found}.',
  },
  next: {
    en: 'Compare {key} with the key the templates of the chart read, prefix of a subchart included. The owner of the pipeline then writes the tag under that key.',
    fr: 'Comparer {key} avec la clé que lisent les templates du chart, préfixe de sous-chart compris. Le responsable du pipeline écrit ensuite le tag sous cette clé.',
  },
  commands: ['git log -3 --patch -- {file}', 'git grep --line-number {key}'],
  revert: NOT_APPLIED,
  source: 'facts/kubernetes.md 4 T2',
});

export const kustomizeImageNameMismatch = defineFinding({
  code: 'GT0415',
  leaf: 'kustomize_image_name_mismatch',
  title: {
    en: 'The images entry matches no image',
    fr: 'L’entrée images ne correspond à aucune image',
  },
  detail: {
    en: 'Tag {tag} is on the images entry “{key}” of {file}; the manifests name the image {image}. Kustomize ignores an entry that matches nothing, without an error.',
    fr: 'Le tag {tag} est sur l’entrée images « {key} » de {file} ; les manifestes nomment l’image {image}. Kustomize ignore sans erreur une entrée qui ne correspond à rien.',
  },
  next: {
    en: 'Compare the name of the entry with the image of the base: they must be equal, without tag. The owner of the GitOps repository then corrects the name; newName carries the registry.',
    fr: 'Comparer le nom de l’entrée avec l’image de la base : ils doivent être égaux, sans tag. Le responsable du dépôt GitOps corrige ensuite le nom ; newName porte le registre.',
  },
  commands: ['git log -3 --patch -- {file}', 'git grep --line-number "image: "'],
  revert: NOT_APPLIED,
  source: 'facts/kubernetes.md 0 F12',
});

export const sameTagReused = defineFinding({
  code: 'GT0416',
  leaf: 'same_tag_reused',
  title: { en: 'The same tag was pushed again', fr: 'Le même tag a été poussé de nouveau' },
  detail: {
    en: 'The registry now has {expected} under {image}; the pods run {found}. Tag and pod template are unchanged, so no rollout starts.',
    fr: 'Le registre a maintenant {expected} sous {image} ; les pods exécutent {found}. Le tag et le template de pod n’ont pas changé : aucun rollout ne démarre.',
  },
  next: {
    en: 'Compare the two digests. The owner of the pipeline then builds under a new, unique tag and writes that one to Git.',
    fr: 'Comparer les deux digests. Le responsable du pipeline construit ensuite sous un nouveau tag, unique, et l’écrit dans Git.',
  },
  commands: ['az acr manifest show-metadata {image}'],
  revert: NO_COMMIT,
  source: 'facts/azure-devops-and-acr.md 4.4',
});

export const sameTagReusedNoDiff = defineFinding({
  code: 'GT0423',
  leaf: 'same_tag_reused',
  title: { en: 'The tag in Git did not change', fr: 'Le tag dans Git n’a pas changé' },
  detail: {
    en: 'Run {run} wrote tag {tag}, which {file} already had: no line changed, so nothing can roll out.',
    fr: 'Le run {run} a écrit le tag {tag}, que {file} portait déjà : aucune ligne n’a changé, rien ne peut donc se déployer.',
  },
  next: {
    en: 'Look at the last commits of the file. The owner of the pipeline then builds under a new, unique tag.',
    fr: 'Regarder les derniers commits du fichier. Le responsable du pipeline construit ensuite sous un nouveau tag, unique.',
  },
  commands: ['git log -5 --patch -- {file}', 'az pipelines runs show --id {run}'],
  revert: NO_COMMIT,
  source: 'facts/azure-devops-and-acr.md 5.2',
});

export const valueKeyTypoSetting = defineFinding({
  code: 'GT0424',
  leaf: 'value_key_typo',
  title: {
    en: 'The setting is under a key the chart does not read',
    fr: 'Le réglage est sous une clé que le chart ne lit pas',
  },
  detail: {
    en: 'Commit {commit} sets {key} to {value} in {file}, and neither the templates of the chart nor its dependencies read that key: the manifest is unchanged.',
    fr: 'Le commit {commit} met {key} à {value} dans {file}, et ni les templates du chart ni ses dépendances ne lisent cette clé : le manifeste ne change pas.',
  },
  next: {
    en: 'Compare {key} with the keys of the chart that uses it: a value of a dependency stands under the name of that dependency. The author of the commit then moves it there.',
    fr: 'Comparer {key} avec les clés du chart qui l’utilise : une valeur de dépendance se place sous le nom de cette dépendance. L’auteur du commit la déplace ensuite.',
  },
  commands: ['git show {commit} -- {file}', 'git grep --line-number {key}'],
  revert: NOT_APPLIED,
  source: 'facts/kubernetes.md 4 T2',
});
