// Findings of link 5: Argo CD knows the commit but has no manifests of it, or the wrong ones.
import { defineFinding } from '../../finding.ts';
import { NOT_APPLIED, SAME_OBSTACLE } from '../reverts.ts';

export const renderError = defineFinding({
  code: 'GT0515',
  leaf: 'render_error',
  title: { en: 'The source cannot be rendered', fr: 'La source ne peut pas être rendue' },
  detail: {
    en: 'Argo CD cannot make manifests from the source of {application}: “{message}”. The sync status is Unknown, and nothing is applied.',
    fr: 'Argo CD ne peut pas produire les manifestes de {application} : « {message} ». Le sync status est Unknown, et rien n’est appliqué.',
  },
  next: {
    en: 'Render the same source at that revision and read the first error. The author of the failing file then corrects it; a failing plugin is the platform team’s move.',
    fr: 'Rendre la même source à cette révision et lire la première erreur. L’auteur du fichier en cause le corrige ensuite ; un plugin en échec revient à l’équipe plateforme.',
  },
  commands: ['argocd app get {application}', 'argocd app manifests {application} --source git'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 13 nos. 8 to 19',
});

export const cachedManifestError = defineFinding({
  code: 'GT0516',
  leaf: 'cached_manifest_error',
  title: { en: 'A rendering error is kept in the cache', fr: 'Une erreur de rendu reste en cache' },
  detail: {
    en: 'Argo CD repeats an earlier rendering error of {application} from its cache, for up to an hour: “{message}”.',
    fr: 'Argo CD répète depuis son cache une erreur de rendu antérieure de {application}, pendant une heure au plus : « {message} ».',
  },
  next: {
    en: 'Read the end of the message: it names the first error. If that cause is still there, the author of the file corrects it; if it was passing, a person decides on a hard refresh.',
    fr: 'Lire la fin du message : elle nomme la première erreur. Si la cause demeure, l’auteur du fichier la corrige ; si elle était passagère, une personne décide d’un hard refresh.',
  },
  commands: ['argocd app get {application}', 'argocd app manifests {application} --source git'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 5 Q-B B3 and 13 no. 1',
});

export const staleManifestCache = defineFinding({
  code: 'GT0517',
  leaf: 'stale_manifest_cache',
  title: {
    en: 'Old manifests are shown under the new revision',
    fr: 'D’anciens manifestes sont affichés sous la nouvelle révision',
  },
  detail: {
    en: '{application} is at commit {commit}, where Git says {expected}; its rendered manifests still say {found}, and nothing overrides the tag.',
    fr: '{application} est au commit {commit}, où Git indique {expected} ; ses manifestes rendus indiquent encore {found}, et rien ne remplace le tag.',
  },
  next: {
    en: 'Compare the file in Git with the rendered manifests at the same revision. A person then decides on a hard refresh; if it changes nothing, the platform team looks at the cache of the repo-server.',
    fr: 'Comparer le fichier dans Git avec les manifestes rendus à la même révision. Une personne décide ensuite d’un hard refresh ; s’il ne change rien, l’équipe plateforme examine le cache du repo-server.',
  },
  commands: ['argocd app manifests {application} --source git'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 0.8 and 5 Q-E E1',
});

export const hydrationPending = defineFinding({
  code: 'GT0518',
  leaf: 'hydration_pending',
  title: { en: 'The commit is not hydrated', fr: 'Le commit n’est pas hydraté' },
  detail: {
    en: 'Commit {commit} is on the dry branch; its rendered form is not on {branch}, the branch {application} is synced from.',
    fr: 'Le commit {commit} est sur la branche source ; sa forme rendue n’est pas sur {branch}, la branche depuis laquelle {application} est synchronisée.',
  },
  next: {
    en: 'Read the state of the source hydrator and look for an open promotion pull request to {branch}. Its owner then completes it, or the platform team looks at the hydrator.',
    fr: 'Lire l’état du source hydrator et chercher une pull request de promotion ouverte vers {branch}. Son responsable la termine ensuite, ou l’équipe plateforme examine l’hydrator.',
  },
  commands: ['argocd app get {application} --output yaml', 'git log -3 --oneline origin/{branch}'],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 2 and 5 Q-A A6',
});

export const chartVersionNotBumped = defineFinding({
  code: 'GT0519',
  leaf: 'chart_version_not_bumped',
  title: {
    en: 'The chart changed under the same version',
    fr: 'Le chart a changé sous la même version',
  },
  detail: {
    en: '{application} uses chart {chart} in version {version}, whose content changed without a new version: Argo CD keeps the one it has.',
    fr: '{application} utilise le chart {chart} en version {version}, dont le contenu a changé sans nouvelle version : Argo CD garde celui qu’il a.',
  },
  next: {
    en: 'Compare Chart.yaml before and after the change. The owner of the chart then publishes it under a new version.',
    fr: 'Comparer Chart.yaml avant et après le changement. Le responsable du chart le publie ensuite sous une nouvelle version.',
  },
  commands: [
    'argocd app get {application} --output yaml',
    "git log -3 --patch -- ':(glob)**/'{chart}/Chart.yaml",
  ],
  revert: NOT_APPLIED,
  source: 'facts/argocd.md 6',
});

export const hydrationPendingFailed = defineFinding({
  code: 'GT0524',
  leaf: 'hydration_pending',
  title: { en: 'The source hydrator fails', fr: 'Le source hydrator échoue' },
  detail: {
    en: 'The source hydrator of {application} could not write commit {commit} in its rendered form: “{message}”.',
    fr: 'Le source hydrator de {application} n’a pas pu écrire la forme rendue du commit {commit} : « {message} ».',
  },
  next: {
    en: 'Read the message in the status of the Application. The move is the platform team’s: right to push, path or plugin of the hydrator.',
    fr: 'Lire le message dans le statut de l’Application. C’est à l’équipe plateforme d’agir : droit de pousser, chemin ou plugin de l’hydrator.',
  },
  commands: ['argocd app get {application} --output yaml'],
  revert: SAME_OBSTACLE,
  source: 'facts/argocd.md 13 no. 82',
});
