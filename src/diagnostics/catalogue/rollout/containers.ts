// Findings of link 7: the new container starts and fails, or does not become ready.
import { defineFinding } from '../../finding.ts';
import { NEW_VERSION_FAILS } from '../reverts.ts';

export const probeFailing = defineFinding({
  code: 'GT0713',
  leaf: 'probe_failing',
  title: { en: 'A probe of the new pods fails', fr: 'Une sonde des nouveaux pods échoue' },
  detail: {
    en: 'Container {container} of pod {pod} in {namespace} runs and does not become ready: “{message}”.',
    fr: 'Le conteneur {container} du pod {pod} dans {namespace} tourne et ne devient pas prêt : « {message} ».',
  },
  next: {
    en: 'Compare port, path and delays of the probe with what the process answers. The author of the change then corrects the version or the probe.',
    fr: 'Comparer le port, le chemin et les délais de la sonde avec ce que le processus répond. L’auteur du changement corrige ensuite la version ou la sonde.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'kubectl logs {pod} --namespace {namespace} --container {container} --tail 50',
  ],
  revert: NEW_VERSION_FAILS,
  source: 'facts/kubernetes.md 2.3',
});

export const crashLoop = defineFinding({
  code: 'GT0714',
  leaf: 'crash_loop',
  title: { en: 'The new pods crash', fr: 'Les nouveaux pods s’arrêtent en erreur' },
  detail: {
    en: 'Container {container} of pod {pod} in {namespace} exits with code {exitCode} and has restarted {restarts} times.',
    fr: 'Le conteneur {container} du pod {pod} dans {namespace} sort avec le code {exitCode} et a redémarré {restarts} fois.',
  },
  next: {
    en: 'Read the last lines of the previous log. The author of the change then corrects the version; the revert is the quick way back.',
    fr: 'Lire les dernières lignes du journal précédent. L’auteur du changement corrige ensuite la version ; le revert est le retour rapide.',
  },
  commands: [
    'kubectl logs {pod} --namespace {namespace} --container {container} --previous --tail 50',
    'kubectl describe pod {pod} --namespace {namespace}',
  ],
  revert: NEW_VERSION_FAILS,
  source: 'facts/kubernetes.md 2.1 and 2.2',
});

export const oomKilled = defineFinding({
  code: 'GT0715',
  leaf: 'oom_killed',
  title: { en: 'The new container is out of memory', fr: 'Le nouveau conteneur manque de mémoire' },
  detail: {
    en: 'Container {container} of pod {pod} in {namespace} was killed at its memory limit ({limit}) and has restarted {restarts} times.',
    fr: 'Le conteneur {container} du pod {pod} dans {namespace} a été tué à sa limite de mémoire ({limit}) et a redémarré {restarts} fois.',
  },
  next: {
    en: 'Compare the limit with what the container uses. The author of the change then corrects the version or raises the limit in Git.',
    fr: 'Comparer la limite avec la consommation du conteneur. L’auteur du changement corrige ensuite la version ou relève la limite dans Git.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'kubectl top pod {pod} --namespace {namespace} --containers',
    'kubectl logs {pod} --namespace {namespace} --container {container} --previous --tail 50',
  ],
  revert: NEW_VERSION_FAILS,
  source: 'facts/kubernetes.md 2.2',
});

export const execFormatError = defineFinding({
  code: 'GT0716',
  leaf: 'exec_format_error',
  title: {
    en: 'The program is built for another processor',
    fr: 'Le programme est construit pour un autre processeur',
  },
  detail: {
    en: 'Container {container} of pod {pod} cannot start its program on node {node}: “{message}”. The image was pulled.',
    fr: 'Le conteneur {container} du pod {pod} ne peut pas lancer son programme sur le nœud {node} : « {message} ». L’image a bien été tirée.',
  },
  next: {
    en: 'Compare the architecture of the image with that of the node. The owner of the pipeline then builds for the platform of the nodes.',
    fr: 'Comparer l’architecture de l’image avec celle du nœud. Le responsable du pipeline construit ensuite pour la plateforme des nœuds.',
  },
  commands: [
    'kubectl get node {node} --output wide --label-columns kubernetes.io/arch',
    'kubectl describe pod {pod} --namespace {namespace}',
  ],
  revert: NEW_VERSION_FAILS,
  source: 'facts/kubernetes.md 2.1',
});

export const probeFailingNotReady = defineFinding({
  code: 'GT0727',
  leaf: 'probe_failing',
  title: { en: 'The new pods do not become ready', fr: 'Les nouveaux pods ne deviennent pas prêts' },
  detail: {
    en: 'Container {container} of pod {pod} in {namespace} has been running since {since} and is not ready; no event is left that says why.',
    fr: 'Le conteneur {container} du pod {pod} dans {namespace} tourne depuis {since} et n’est pas prêt ; aucun event ne reste pour dire pourquoi.',
  },
  next: {
    en: 'Read the readiness probe and the log of the container. The author of the change then corrects the version or the probe.',
    fr: 'Lire la sonde de disponibilité et le journal du conteneur. L’auteur du changement corrige ensuite la version ou la sonde.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'kubectl logs {pod} --namespace {namespace} --container {container} --tail 50',
  ],
  revert: NEW_VERSION_FAILS,
  source: 'facts/kubernetes.md 1.2 R12 and 2.3',
});

export const crashLoopStart = defineFinding({
  code: 'GT0728',
  leaf: 'crash_loop',
  title: {
    en: 'The program of the container cannot be started',
    fr: 'Le programme du conteneur ne peut pas être lancé',
  },
  detail: {
    en: 'Container {container} of pod {pod} in {namespace} is created and not started: “{message}”.',
    fr: 'Le conteneur {container} du pod {pod} dans {namespace} est créé et n’est pas lancé : « {message} ».',
  },
  next: {
    en: 'Compare command and entrypoint with what the image contains. The author of the change then corrects the image or the command.',
    fr: 'Comparer la commande et l’entrypoint avec le contenu de l’image. L’auteur du changement corrige ensuite l’image ou la commande.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'kubectl logs {pod} --namespace {namespace} --container {container} --previous --tail 50',
  ],
  revert: NEW_VERSION_FAILS,
  source: 'facts/kubernetes.md 2.1 and 2.2',
});
