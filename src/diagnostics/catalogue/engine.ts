// Findings of the engine itself: what a trace says when no single cause of a link is the answer.
import { defineFinding } from '../finding.ts';
import { VERSION_IS_LIVE } from './reverts.ts';

export const nothingNew = defineFinding({
  code: 'GT0001',
  leaf: null,
  title: { en: 'Nothing new was found', fr: 'Rien de nouveau n’a été trouvé' },
  detail: {
    en: 'No commit, run or tag newer than what serves was found for {application}: its pods run {tag}.',
    fr: 'Aucun commit, run ou tag plus récent que ce qui sert n’a été trouvé pour {application} : ses pods exécutent {tag}.',
  },
  next: {
    en: 'Give the commit, the pull request or the run that is expected, and trace again.',
    fr: 'Indiquer le commit, la pull request ou le run attendu, puis relancer le tracé.',
  },
  commands: ['argocd app history {application}'],
  revert: VERSION_IS_LIVE,
  source: 'architecture, section 5',
});

export const undetermined = defineFinding({
  code: 'GT0002',
  leaf: null,
  title: { en: 'The broken link cannot be told', fr: 'Le maillon cassé ne peut pas être désigné' },
  detail: {
    en: 'For {application}, link {number} could not be read, and what could be read names no break. The chain may stop there or further on.',
    fr: 'Pour {application}, le maillon {number} n’a pas pu être lu, et ce qui a pu l’être ne désigne aucune rupture. La chaîne s’arrête peut-être là, ou plus loin.',
  },
  next: {
    en: 'Read the list of what was not read. Whoever can give the missing right or open the address has the move; then trace again.',
    fr: 'Lire la liste de ce qui n’a pas été lu. C’est à qui peut donner le droit manquant ou ouvrir l’adresse d’agir ; relancer ensuite le tracé.',
  },
  commands: ['argocd app get {application}'],
  revert: {
    helps: false,
    why: {
      en: 'Without a proven cause nobody can say that the previous version is better.',
      fr: 'Sans cause prouvée, rien ne dit que la version précédente convient mieux.',
    },
  },
  source: 'architecture, section 4',
});

export const firstProvenBreak = defineFinding({
  code: 'GT0003',
  leaf: null,
  title: { en: 'First proven break', fr: 'Première rupture prouvée' },
  detail: {
    en: 'Link {number} is the first proven break. Before it, not everything could be read ({unread}): another one may exist there.',
    fr: 'Le maillon {number} est la première rupture prouvée. Avant lui, tout n’a pas pu être lu ({unread}) : une autre peut s’y trouver.',
  },
  next: {
    en: 'Deal with link {number} first. Then give the missing rights and trace again.',
    fr: 'Traiter d’abord le maillon {number}. Donner ensuite les droits manquants et relancer le tracé.',
  },
  commands: [],
  revert: {
    helps: false,
    why: {
      en: 'The finding of that link says whether a revert helps.',
      fr: 'C’est le constat de ce maillon qui dit si un revert aide.',
    },
  },
  source: 'architecture, section 4',
});

export const superseded = defineFinding({
  code: 'GT0004',
  leaf: null,
  title: {
    en: 'A later change contains the one asked for',
    fr: 'Un changement postérieur contient celui demandé',
  },
  detail: {
    en: '{asked} is contained in {later}, which is newer: the trace goes on with {later}.',
    fr: '{asked} est contenu dans {later}, plus récent : le tracé continue avec {later}.',
  },
  next: {
    en: 'Read the result for {later}: it also says where {asked} is.',
    fr: 'Lire le résultat pour {later} : il dit aussi où en est {asked}.',
  },
  commands: ['git log --oneline {asked}..{later}'],
  revert: VERSION_IS_LIVE,
  source: 'architecture, section 5',
});
