// The rules of the format that a schema cannot say (README.md, "Rules"): do the objects of a case agree with each other?
import { at, isMap, listAt, textAt, type CaseDocument } from './document.ts';

type Report = (problem: string) => void;

/** Causes whose subject is a revision, a manifest or an owner that is not there. */
const MISSING_REVISION = ['wrong_repo', 'not_detected_repo_access'];
const MISSING_MANIFEST = ['image_pull_not_found', 'image_not_pushed', 'image_purged'];
const MISSING_OWNER = ['healthy_wrong_route'];

/** `leaves`: the causes the case is about, where it is known. */
export function ruleProblems(document: CaseDocument, leaves: readonly string[] = []): string[] {
  const problems: string[] = [];
  const bad: Report = (problem) => problems.push(problem);
  const about = (causes: readonly string[]): boolean => causes.some((cause) => leaves.includes(cause));
  const commits = checkGit(document, bad);
  checkBuilds(document, commits, bad);
  checkRegistry(document, about(MISSING_MANIFEST), bad);
  for (const cluster of listAt(document, 'estate', 'kubernetes', 'clusters')) {
    checkCluster(document, cluster, { commits, about }, bad);
  }
  checkClock(document, bad);
  return problems;
}

function checkGit(document: CaseDocument, bad: Report): Set<string> {
  const commits = new Set<string>();
  for (const repository of listAt(document, 'estate', 'azureDevOps', 'repositories')) {
    const name = text(repository, 'name');
    const own = new Set<string>();
    for (const commit of listAt(repository, 'commits')) {
      const id = text(commit, 'id');
      const parents = listAt(commit, 'parents').map(String);
      if (own.has(id)) bad(`${name}: commit ${id} twice`);
      for (const parent of parents)
        if (!own.has(parent)) bad(`${name}: parent ${parent} of ${id} missing or after its child`);
      if (keysAt(commit, 'files').length === 0 && parents.length < 2)
        bad(`${name}: commit ${id} changes nothing`);
      own.add(id);
      commits.add(id);
    }
    const refs = at(repository, 'refs');
    for (const [ref, id] of Object.entries(isMap(refs) ? refs : {})) {
      if (!own.has(String(id))) bad(`${name}: ${ref} points at unknown ${String(id)}`);
    }
    if (own.size > 0 && textAt(refs, text(repository, 'defaultBranch')) === undefined)
      bad(`${name}: no ref for its default branch`);
    for (const push of listAt(repository, 'pushes')) {
      for (const update of listAt(push, 'refUpdates')) {
        for (const id of [text(update, 'oldObjectId'), text(update, 'newObjectId')]) {
          if (!/^0+$/.test(id) && !own.has(id))
            bad(`${name}: push ${String(at(push, 'pushId'))} names unknown ${id}`);
        }
      }
    }
    for (const request of listAt(repository, 'pullRequests')) {
      const number = String(at(request, 'pullRequestId'));
      for (const field of ['lastMergeSourceCommit', 'lastMergeTargetCommit', 'lastMergeCommit']) {
        const id = textAt(request, field, 'commitId');
        if (id !== undefined && !own.has(id)) bad(`${name}: pull request ${number} ${field} unknown`);
      }
      const isOpen = text(request, 'status') === 'active';
      if (isOpen && textAt(refs, text(request, 'sourceRefName')) === undefined)
        bad(`${name}: pull request ${number} has no source branch`);
      if (textAt(refs, text(request, 'targetRefName')) === undefined)
        bad(`${name}: pull request ${number} has no target branch`);
    }
  }
  const asked = textAt(document, 'question', 'commit');
  if (asked !== undefined && !commits.has(asked)) bad(`question.commit ${asked} is in no repository`);
  return commits;
}

function checkBuilds(document: CaseDocument, commits: ReadonlySet<string>, bad: Report): void {
  const estate = at(document, 'estate', 'azureDevOps');
  const definitions = new Set(listAt(estate, 'definitions').map((one) => at(one, 'id')));
  const approvals = new Set(listAt(estate, 'approvals').map((one) => at(one, 'id')));
  const ids = new Set<unknown>();
  for (const build of listAt(estate, 'builds')) {
    const id = String(at(build, 'id'));
    if (ids.has(at(build, 'id'))) bad(`build ${id} twice`);
    ids.add(at(build, 'id'));
    if (!definitions.has(at(build, 'definition', 'id'))) bad(`build ${id}: unknown definition`);
    if (!commits.has(text(build, 'sourceVersion'))) bad(`build ${id}: its commit is in no repository`);
    const [queued, started, finished] = ['queueTime', 'startTime', 'finishTime'].map((field) =>
      textAt(build, field),
    );
    const isOver = textAt(build, 'result') !== undefined && finished !== undefined;
    if (text(build, 'status') === 'completed' && !isOver)
      bad(`build ${id}: completed without result or finishTime`);
    if (text(build, 'status') !== 'completed' && (textAt(build, 'result') ?? finished) !== undefined)
      bad(`build ${id}: not over, with result or finishTime`);
    if (started !== undefined && queued !== undefined && started < queued)
      bad(`build ${id}: starts before it is queued`);
    if (finished !== undefined && started !== undefined && finished < started)
      bad(`build ${id}: ends before it starts`);
    const records = listAt(build, 'timeline', 'records');
    const known = new Set(records.map((record) => at(record, 'id')));
    const used = new Set<string>();
    for (const record of records) {
      const name = text(record, 'name');
      const parent = at(record, 'parentId');
      if (parent !== null && !known.has(parent)) bad(`build ${id}: record ${name} has no parent`);
      const log = at(record, 'log', 'id');
      if (typeof log === 'number') {
        used.add(String(log));
        if (at(build, 'logs', log) === undefined) bad(`build ${id}: log ${log} of ${name} missing`);
      }
      if (text(record, 'type') === 'Checkpoint.Approval' && !approvals.has(at(record, 'id')))
        bad(`build ${id}: approval missing`);
      const [from, to] = [textAt(record, 'startTime'), textAt(record, 'finishTime')];
      if (from !== undefined && started !== undefined && from < started.slice(0, 19))
        bad(`build ${id}: ${name} starts before its run`);
      if (to !== undefined && finished !== undefined && to.slice(0, 19) > finished.slice(0, 19))
        bad(`build ${id}: ${name} ends after its run`);
    }
    for (const log of keysAt(build, 'logs'))
      if (!used.has(log)) bad(`build ${id}: log ${log} belongs to no record`);
  }
}

function checkRegistry(document: CaseDocument, mayMiss: boolean, bad: Report): void {
  const repositories = at(document, 'estate', 'registry', 'repositories');
  for (const [name, repository] of Object.entries(isMap(repositories) ? repositories : {})) {
    const manifests = listAt(repository, 'manifests');
    const tags = listAt(repository, 'tags');
    const digests = new Map(manifests.map((manifest) => [text(manifest, 'digest'), manifest]));
    if (digests.size !== manifests.length) bad(`registry: ${name} has a digest twice`);
    if (new Set(tags.map((tag) => text(tag, 'name'))).size !== tags.length)
      bad(`registry: ${name} has a tag twice`);
    for (const tag of tags) {
      const manifest = digests.get(text(tag, 'digest'));
      if (manifest === undefined) {
        if (!mayMiss) bad(`registry: ${name}:${text(tag, 'name')} has no manifest`);
      } else if (!listAt(manifest, 'tags').includes(text(tag, 'name'))) {
        bad(`registry: manifest of ${name}:${text(tag, 'name')} does not list the tag`);
      }
    }
    for (const manifest of manifests) {
      for (const listed of listAt(manifest, 'tags')) {
        const isThere = tags.some(
          (tag) => text(tag, 'name') === listed && text(tag, 'digest') === text(manifest, 'digest'),
        );
        if (!isThere) bad(`registry: ${name} manifest lists tag ${String(listed)} that is elsewhere`);
      }
      for (const reference of listAt(manifest, 'references')) {
        if (!digests.has(text(reference, 'digest')))
          bad(`registry: ${name} reference ${text(reference, 'digest')} missing`);
      }
    }
  }
}

interface About {
  readonly commits: ReadonlySet<string>;
  readonly about: (causes: readonly string[]) => boolean;
}

interface Seen {
  readonly objects: readonly unknown[];
  readonly byUid: ReadonlyMap<unknown, unknown>;
  readonly find: (kind: string, namespace: string | undefined, name: string) => unknown;
}

function checkCluster(
  document: CaseDocument,
  cluster: unknown,
  { commits, about }: About,
  bad: Report,
): void {
  const place = text(cluster, 'name');
  const objects = listAt(cluster, 'objects');
  const byUid = new Map<unknown, unknown>();
  const keys = new Set<string>();
  for (const object of objects) {
    const uid = at(object, 'metadata', 'uid');
    const key = keyOf(object);
    if (byUid.has(uid)) bad(`${place}: uid of ${key} is used twice`);
    if (keys.has(key)) bad(`${place}: ${key} twice`);
    byUid.set(uid, object);
    keys.add(key);
  }
  const seen: Seen = {
    objects,
    byUid,
    find: (kind, namespace, name) =>
      objects.find(
        (object) =>
          text(object, 'kind') === kind &&
          (textAt(object, 'metadata', 'namespace') ?? '') === (namespace ?? '') &&
          textAt(object, 'metadata', 'name') === name,
      ),
  };
  for (const object of objects) {
    const say: Report = (problem) => bad(`${place}: ${keyOf(object)}: ${problem}`);
    checkOwners(object, seen, say);
    if (text(object, 'kind') === 'ReplicaSet') checkReplicaSet(object, seen, about(MISSING_OWNER), say);
    if (text(object, 'kind') === 'Pod') checkPod(object, seen, say);
    if (text(object, 'kind') === 'Deployment') checkDeployment(object, seen, say);
    if (text(object, 'kind') === 'Service') checkService(object, seen, say);
    if (text(object, 'kind') === 'EndpointSlice') checkEndpoints(object, seen, say);
    if (text(object, 'kind') === 'Event') checkEvent(object, seen, say);
    if (text(object, 'kind') === 'Application')
      checkApplication(document, object, seen, about(MISSING_REVISION) ? null : commits, say);
  }
  for (const log of listAt(cluster, 'podLogs')) {
    const pod = seen.find('Pod', text(log, 'namespace'), text(log, 'pod'));
    const containers = [...listAt(pod, 'spec', 'containers'), ...listAt(pod, 'spec', 'initContainers')];
    if (pod === undefined) bad(`${place}: logs of unknown pod ${text(log, 'pod')}`);
    else if (!containers.some((one) => text(one, 'name') === text(log, 'container')))
      bad(`${place}: logs of unknown container of ${text(log, 'pod')}`);
  }
}

function checkOwners(object: unknown, seen: Seen, say: Report): void {
  const namespace = textAt(object, 'metadata', 'namespace');
  if (namespace !== undefined && seen.find('Namespace', undefined, namespace) === undefined)
    say('namespace is not there');
  for (const reference of listAt(object, 'metadata', 'ownerReferences')) {
    const owner = seen.byUid.get(at(reference, 'uid'));
    if (owner === undefined) say(`owner ${text(reference, 'name')} is not in the cluster`);
    else if (
      textAt(owner, 'metadata', 'name') !== text(reference, 'name') ||
      text(owner, 'kind') !== text(reference, 'kind')
    ) {
      say('owner reference names another object');
    }
  }
}

function ownersOf(object: unknown, { byUid }: Seen): unknown[] {
  return listAt(object, 'metadata', 'ownerReferences').flatMap(
    (reference) => byUid.get(at(reference, 'uid')) ?? [],
  );
}

function ownedBy({ objects }: Seen, kind: string, owner: unknown): unknown[] {
  const uid = at(owner, 'metadata', 'uid');
  return objects.filter(
    (object) =>
      text(object, 'kind') === kind &&
      listAt(object, 'metadata', 'ownerReferences').some((reference) => at(reference, 'uid') === uid),
  );
}

function checkReplicaSet(object: unknown, seen: Seen, mayMissOwner: boolean, say: Report): void {
  const [owner] = ownersOf(object, seen);
  if (owner === undefined && !mayMissOwner) say('no owner');
  if (
    textAt(object, 'metadata', 'labels', 'pod-template-hash') === undefined &&
    textAt(object, 'metadata', 'labels', 'rollouts-pod-template-hash') === undefined
  ) {
    say('no pod-template-hash');
  }
  if (
    owner !== undefined &&
    !matches(
      at(owner, 'spec', 'selector', 'matchLabels'),
      at(object, 'spec', 'template', 'metadata', 'labels'),
    )
  ) {
    say('template does not match the selector of its owner');
  }
  const pods = ownedBy(seen, 'Pod', object).filter(
    (pod) => at(pod, 'metadata', 'deletionTimestamp') === undefined,
  );
  const ready = pods.filter((pod) => {
    const statuses = listAt(pod, 'status', 'containerStatuses');
    return statuses.length > 0 && statuses.every((status) => at(status, 'ready') === true);
  });
  if (count(object, 'replicas') !== pods.length)
    say(`status.replicas ${count(object, 'replicas')} but ${pods.length} pods`);
  if (count(object, 'readyReplicas') !== ready.length)
    say(`readyReplicas ${count(object, 'readyReplicas')} but ${ready.length} ready pods`);
}

function checkPod(object: unknown, seen: Seen, say: Report): void {
  const owners = ownersOf(object, seen);
  if (owners.length === 0) say('no owner');
  const labels = at(object, 'metadata', 'labels');
  const replicaSet = owners.find((owner) => text(owner, 'kind') === 'ReplicaSet');
  if (replicaSet !== undefined && !matches(at(replicaSet, 'spec', 'selector', 'matchLabels'), labels))
    say('labels do not match its ReplicaSet');
  const [deployment] = replicaSet === undefined ? [] : ownersOf(replicaSet, seen);
  if (deployment !== undefined && !matches(at(deployment, 'spec', 'selector', 'matchLabels'), labels))
    say('labels do not match its Deployment');
  const node = textAt(object, 'spec', 'nodeName');
  if (node !== undefined && seen.find('Node', undefined, node) === undefined)
    say(`node ${node} is not there`);
  if (node !== undefined && at(object, 'status', 'containerStatuses') === undefined)
    say('no container statuses');
}

const REVISION = 'deployment.kubernetes.io/revision';

function checkDeployment(object: unknown, seen: Seen, say: Report): void {
  if (
    !matches(
      at(object, 'spec', 'selector', 'matchLabels'),
      at(object, 'spec', 'template', 'metadata', 'labels'),
    )
  ) {
    say('template does not match its selector');
  }
  const sets = ownedBy(seen, 'ReplicaSet', object);
  for (const field of ['replicas', 'readyReplicas']) {
    const sum = sets.reduce<number>((total, set) => total + count(set, field), 0);
    if (count(object, field) !== sum)
      say(`status.${field} ${count(object, field)} but its ReplicaSets have ${sum}`);
  }
  const revision = textAt(object, 'metadata', 'annotations', REVISION);
  const current = sets.find((set) => textAt(set, 'metadata', 'annotations', REVISION) === revision);
  if (
    current !== undefined &&
    at(object, 'spec', 'paused') !== true &&
    imagesOf(current) !== imagesOf(object)
  ) {
    say('current ReplicaSet runs another image');
  }
}

function imagesOf(workload: unknown): string {
  return listAt(workload, 'spec', 'template', 'spec', 'containers')
    .map((one) => text(one, 'image'))
    .join();
}

function checkService(object: unknown, { objects }: Seen, say: Report): void {
  const isThere = objects.some(
    (slice) =>
      text(slice, 'kind') === 'EndpointSlice' &&
      textAt(slice, 'metadata', 'namespace') === textAt(object, 'metadata', 'namespace') &&
      textAt(slice, 'metadata', 'labels', 'kubernetes.io/service-name') ===
        textAt(object, 'metadata', 'name'),
  );
  if (!isThere) say('no EndpointSlice');
}

function checkEndpoints(object: unknown, { byUid }: Seen, say: Report): void {
  for (const endpoint of listAt(object, 'endpoints')) {
    const target = at(endpoint, 'targetRef', 'uid');
    if (target === undefined) continue;
    const pod = byUid.get(target);
    const address = listAt(endpoint, 'addresses')[0];
    if (pod === undefined) say(`endpoint ${String(address)} targets no pod`);
    else if (at(pod, 'status', 'podIP') !== address)
      say(`endpoint ${String(address)} is not the address of its pod`);
  }
}

function checkEvent(object: unknown, seen: Seen, say: Report): void {
  const { kind, namespace, name } = {
    kind: textAt(object, 'involvedObject', 'kind') ?? '',
    namespace: textAt(object, 'involvedObject', 'namespace'),
    name: textAt(object, 'involvedObject', 'name') ?? '',
  };
  const target = seen.find(kind, namespace, name);
  const [first, last] = [text(object, 'firstTimestamp'), text(object, 'lastTimestamp')];
  if (target !== undefined && at(target, 'metadata', 'uid') !== at(object, 'involvedObject', 'uid'))
    say('involvedObject.uid does not match');
  if (first > last) say('first after last');
  if (target !== undefined && first < (textAt(target, 'metadata', 'creationTimestamp') ?? ''))
    say('before its object');
}

function checkApplication(
  document: CaseDocument,
  object: unknown,
  { find }: Seen,
  commits: ReadonlySet<string> | null,
  say: Report,
): void {
  const status = at(object, 'status');
  const revisions = [
    at(status, 'sync'),
    ...listAt(status, 'history'),
    at(status, 'operationState', 'operation', 'sync'),
    at(status, 'operationState', 'syncResult'),
  ].flatMap((one) => [at(one, 'revision'), ...listAt(one, 'revisions')]);
  for (const revision of revisions) {
    if (typeof revision !== 'string' || !/^[0-9a-f]{40}$/.test(revision)) continue;
    if (commits !== null && !commits.has(revision)) say(`revision ${revision} is in no repository`);
  }
  const clusters = listAt(document, 'estate', 'kubernetes', 'clusters').flatMap((one) => [
    text(one, 'name'),
    text(one, 'server'),
  ]);
  const destination =
    textAt(object, 'spec', 'destination', 'server') ?? textAt(object, 'spec', 'destination', 'name') ?? '';
  if (!clusters.includes(destination)) say(`destination ${destination} is no cluster of the estate`);
  const project = textAt(object, 'spec', 'project') ?? '';
  if (find('AppProject', textAt(object, 'metadata', 'namespace'), project) === undefined)
    say(`project ${project} is not there`);
}

const TIME = /^(?:time=")?(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)(?=$|[ "])/;

/** Nothing is later than the clock of the case. */
function checkClock(document: CaseDocument, bad: Report): void {
  const now = Date.parse(text(document, 'now'));
  const walk = (value: unknown, place: string): void => {
    if (typeof value === 'string') {
      const time = TIME.exec(value)?.[1];
      if (time !== undefined && Date.parse(time) > now) bad(`${place}: ${time} is after now`);
    } else if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${place}[${index}]`));
    else if (isMap(value)) for (const [key, item] of Object.entries(value)) walk(item, `${place}.${key}`);
  };
  walk(document['estate'], 'estate');
}

function text(value: unknown, key: string): string {
  return textAt(value, key) ?? '';
}

function count(object: unknown, field: string): number {
  const value = at(object, 'status', field);
  return typeof value === 'number' ? value : 0;
}

function keysAt(value: unknown, key: string): string[] {
  const found = at(value, key);
  return isMap(found) ? Object.keys(found) : [];
}

function keyOf(object: unknown): string {
  const group = text(object, 'apiVersion').split('/')[0] ?? '';
  return `${group} ${text(object, 'kind')} ${textAt(object, 'metadata', 'namespace') ?? ''}/${textAt(object, 'metadata', 'name') ?? ''}`;
}

function matches(wanted: unknown, labels: unknown): boolean {
  return Object.entries(isMap(wanted) ? wanted : {}).every(([key, value]) => at(labels, key) === value);
}
