// The eight links of the delivery chain, in order. Titles are healthy sentences: they read right with any sign.
import type { Bilingual } from './locale.ts';

export const LINK_IDS = [
  'merge',
  'run',
  'push',
  'tagCommit',
  'detection',
  'sync',
  'rollout',
  'pull',
] as const;
export type LinkId = (typeof LINK_IDS)[number];
export type LinkNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const LINK_TITLES: Readonly<Record<LinkId, Bilingual>> = {
  merge: { en: 'The commit is on the built branch', fr: 'Le commit est sur la branche construite' },
  run: { en: 'A run built the commit', fr: 'Un run a construit le commit' },
  push: { en: 'The image is in the registry', fr: 'L’image est dans le registre' },
  tagCommit: { en: 'The GitOps repository names the tag', fr: 'Le dépôt GitOps porte le tag' },
  detection: { en: 'Argo CD shows the tag commit', fr: 'Argo CD affiche le commit du tag' },
  sync: { en: 'Argo CD applied the tag', fr: 'Argo CD a appliqué le tag' },
  rollout: { en: 'The new pods serve', fr: 'Les nouveaux pods servent' },
  pull: { en: 'The pods run the image of the tag', fr: 'Les pods exécutent l’image du tag' },
};

export function linkNumber(id: LinkId): LinkNumber {
  return (LINK_IDS.indexOf(id) + 1) as LinkNumber;
}

export function linkAt(number: LinkNumber): LinkId {
  const id = LINK_IDS[number - 1];
  if (id === undefined) throw new RangeError(`no link ${number}`);
  return id;
}
