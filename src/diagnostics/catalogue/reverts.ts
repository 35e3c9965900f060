// Why a revert of the tag commit helps or not, where several findings share the reason.
import type { FindingTexts } from '../finding.ts';

type Revert = FindingTexts['revert'];

/** Links 1 to 4: the tag never reached the branch of the GitOps repository that counts. */
export const NOTHING_IN_GIT: Revert = {
  helps: false,
  why: {
    en: 'The tag is not on the branch that Argo CD follows: there is nothing to revert, and the previous version still serves.',
    fr: 'Le tag n’est pas sur la branche suivie par Argo CD : il n’y a rien à annuler, et la version précédente sert toujours.',
  },
};

/** The tag is in Git, the cluster does not have it yet. */
export const NOT_APPLIED: Revert = {
  helps: false,
  why: {
    en: 'The change has not reached the cluster: the previous version still serves, and a revert would only take the tag out of Git.',
    fr: 'Le changement n’a pas atteint le cluster : la version précédente sert toujours, et un revert ne ferait que retirer le tag de Git.',
  },
};

/** Whatever Git says next has to pass the same place. */
export const SAME_OBSTACLE: Revert = {
  helps: false,
  why: {
    en: 'A revert commit would meet the same obstacle; the previous version still serves.',
    fr: 'Un commit de revert rencontrerait le même obstacle ; la version précédente sert toujours.',
  },
};

/** A waiting state with a clock. */
export const MOVES_BY_ITSELF: Revert = {
  helps: false,
  why: {
    en: 'The chain moves on by itself: a revert would stop a change that is on its way.',
    fr: 'La chaîne avance d’elle-même : un revert arrêterait un changement en chemin.',
  },
};

/** The image or its configuration is what fails. */
export const NEW_VERSION_FAILS: Revert = {
  helps: true,
  why: {
    en: 'The fault comes with the new version: the revert brings back the previous tag, which has already run here.',
    fr: 'Le défaut vient avec la nouvelle version : le revert rétablit le tag précédent, qui a déjà fonctionné ici.',
  },
};

/** New pods cannot exist; the old ones do. */
export const OLD_PODS_KEEP_PLACE: Revert = {
  helps: true,
  why: {
    en: 'The pods of the previous version keep their place: the revert ends the rollout on them. The cause stays for the next change.',
    fr: 'Les pods de la version précédente gardent leur place : le revert termine le rollout sur eux. La cause reste pour le prochain changement.',
  },
};

/** The API server refuses what the commit asks for. */
export const TAKES_REFUSED_CHANGE_OUT: Revert = {
  helps: true,
  why: {
    en: 'The refused change comes with the commit: the revert puts Git back in agreement with what serves.',
    fr: 'La modification refusée vient du commit : le revert remet Git en accord avec ce qui sert.',
  },
};

/** The new version serves; what the person sees has another reason. */
export const VERSION_IS_LIVE: Revert = {
  helps: false,
  why: {
    en: 'The new version is in place: a revert would remove it without changing this cause.',
    fr: 'La nouvelle version est en place : un revert la retirerait sans rien changer à cette cause.',
  },
};
