// Findings of link 7: the new pods cannot be created, placed or prepared.
import { defineFinding } from '../../finding.ts';
import { NEW_VERSION_FAILS, OLD_PODS_KEEP_PLACE } from '../reverts.ts';

export const quota = defineFinding({
  code: 'GT0705',
  leaf: 'quota',
  title: {
    en: 'A quota leaves no room for the new pods',
    fr: 'Un quota ne laisse pas de place aux nouveaux pods',
  },
  detail: {
    en: 'The new pods of {workload} are refused in {namespace}: “{message}”.',
    fr: 'Les nouveaux pods de {workload} sont refusés dans {namespace} : « {message} ».',
  },
  next: {
    en: 'Compare used and hard of the quota. The owner of namespace {namespace} then raises it or frees room; the owner of the service may lower its requests or its surge.',
    fr: 'Comparer used et hard du quota. Le responsable du namespace {namespace} l’augmente ensuite ou libère de la place ; celui du service peut réduire ses requests ou son surge.',
  },
  commands: [
    'kubectl describe resourcequotas --namespace {namespace}',
    'kubectl describe {workload} --namespace {namespace}',
  ],
  revert: OLD_PODS_KEEP_PLACE,
  source: 'facts/kubernetes.md 1.3 C01 to C03',
});

export const podsDenied = defineFinding({
  code: 'GT0706',
  leaf: 'pods_denied',
  title: { en: 'A policy refuses the new pods', fr: 'Une politique refuse les nouveaux pods' },
  detail: {
    en: '{workload} was applied in {namespace}, and its pods are refused at admission: “{message}”.',
    fr: '{workload} a été appliqué dans {namespace}, et ses pods sont refusés à l’admission : « {message} ».',
  },
  next: {
    en: 'Read the policy that the message names. The author of the change then corrects the pod template with a new commit, or the owner of the policy decides on an exception.',
    fr: 'Lire la politique que le message nomme. L’auteur du changement corrige ensuite le template de pod par un nouveau commit, ou le responsable de la politique décide d’une exception.',
  },
  commands: [
    'kubectl describe replicasets --namespace {namespace}',
    'kubectl get {workload} --namespace {namespace} --output yaml',
  ],
  revert: OLD_PODS_KEEP_PLACE,
  source: 'facts/kubernetes.md 1.3 C04 to C08',
});

export const podCreationRefused = defineFinding({
  code: 'GT0707',
  leaf: 'pod_creation_refused',
  title: { en: 'The new pods cannot be created', fr: 'Les nouveaux pods ne peuvent pas être créés' },
  detail: {
    en: 'The API server refuses the pods of {workload} in {namespace}: “{message}”.',
    fr: 'L’API server refuse les pods de {workload} dans {namespace} : « {message} ».',
  },
  next: {
    en: 'Look for the object that the message names: service account, priority class or namespace. Its owner then creates it, or the author of the change corrects the name.',
    fr: 'Chercher l’objet que le message nomme : service account, priority class ou namespace. Son responsable le crée ensuite, ou l’auteur du changement corrige le nom.',
  },
  commands: [
    'kubectl describe {workload} --namespace {namespace}',
    'kubectl get serviceaccounts --namespace {namespace}',
  ],
  revert: OLD_PODS_KEEP_PLACE,
  source: 'facts/kubernetes.md 1.3 C09 to C14',
});

export const unschedulable = defineFinding({
  code: 'GT0708',
  leaf: 'unschedulable',
  title: { en: 'No node takes the new pods', fr: 'Aucun nœud n’accepte les nouveaux pods' },
  detail: {
    en: 'Pod {pod} of {workload} has been Pending since {since}: “{message}”.',
    fr: 'Le pod {pod} de {workload} est Pending depuis {since} : « {message} ».',
  },
  next: {
    en: 'Read the reasons per node in the message. The platform team then adds capacity, or the owner of the service lowers its requests or corrects its constraints.',
    fr: 'Lire dans le message les raisons par nœud. L’équipe plateforme ajoute ensuite de la capacité, ou le responsable du service réduit ses requests ou corrige ses contraintes.',
  },
  commands: ['kubectl describe pod {pod} --namespace {namespace}', 'kubectl describe nodes'],
  revert: OLD_PODS_KEEP_PLACE,
  source: 'facts/kubernetes.md 1.4',
});

export const volumeStuck = defineFinding({
  code: 'GT0709',
  leaf: 'volume_stuck',
  title: { en: 'The new pod waits for its volume', fr: 'Le nouveau pod attend son volume' },
  detail: {
    en: 'Pod {pod} in {namespace} has no volume yet: “{message}”.',
    fr: 'Le pod {pod} dans {namespace} n’a pas encore son volume : « {message} ».',
  },
  next: {
    en: 'Read which pod or node holds the volume. The owner of the service then chooses Recreate or a shared volume for a single-writer disk; an unbound claim is the platform team’s move.',
    fr: 'Lire quel pod ou quel nœud tient le volume. Le responsable du service choisit ensuite Recreate ou un volume partagé pour un disque à accès unique ; une demande non liée revient à l’équipe plateforme.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'kubectl get persistentvolumeclaims --namespace {namespace}',
  ],
  revert: OLD_PODS_KEEP_PLACE,
  source: 'facts/kubernetes.md 2.4',
});

export const containerConfigError = defineFinding({
  code: 'GT0710',
  leaf: 'container_config_error',
  title: {
    en: 'A configuration the container needs is missing',
    fr: 'Une configuration nécessaire au conteneur manque',
  },
  detail: {
    en: 'Container {container} of pod {pod} in {namespace} is not started: “{message}”.',
    fr: 'Le conteneur {container} du pod {pod} dans {namespace} n’est pas démarré : « {message} ».',
  },
  next: {
    en: 'Compare the name and the key in the message with the objects of the namespace. The author of the change then adds them to Git, or corrects the reference.',
    fr: 'Comparer le nom et la clé du message avec les objets du namespace. L’auteur du changement les ajoute ensuite dans Git, ou corrige la référence.',
  },
  commands: [
    'kubectl describe pod {pod} --namespace {namespace}',
    'kubectl get configmaps --namespace {namespace}',
  ],
  revert: NEW_VERSION_FAILS,
  source: 'facts/kubernetes.md 2.1 and 2.4',
});
