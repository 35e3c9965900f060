// Link 3: the run pushed the image, and the registry holds its tag (facts/azure-devops-and-acr.md section 4).
import {
  docker2ConnectionType,
  docker2ConnectionTypeNoPush,
  imageNotPushed,
  privateAgent,
  pushLocked,
  pushRegistryError,
  pushUnauthorized,
} from '../catalogue/push.ts';
import { LINK_TITLES } from '../chain.ts';
import type { Build } from '../evidence/azure-devops.ts';
import { valueOf } from '../evidence/observed.ts';
import type { Finding } from '../finding.ts';
import { digestOf, imageText } from '../gitops/image-name.ts';
import type { Link, LinkInput } from '../link.ts';
import { matchMessage } from '../pipelines/messages.ts';
import { firstFailed, isImageTask, taskLog, type FailedTask } from '../pipelines/run-facts.ts';
import type { Proof, Verdict } from '../verdict.ts';
import { proof, shortId, shorten, unreadable } from './verdicts.ts';

export const push: Link = {
  id: 'push',
  title: LINK_TITLES.push,
  reads: ['changeCommit', 'imageTag', 'run', 'timeline', 'runLogs', 'pods', 'workloads'],
  mayRead: ['imageManifest', 'imageTags', 'registryDns', 'serviceConnections'],
  verdict,
};

function verdict(input: LinkInput): Verdict {
  const { evidence, change, scope } = input;
  if (scope === 'serving') return { status: 'skipped', blockedBy: 'run' };
  if (change.kind === 'none' && change.appCommit === null) return { status: 'skipped', blockedBy: 'run' };
  if (change.kind === 'configuration' && change.tagCommit !== null) {
    const { id, commit } = change.tagCommit;
    return {
      status: 'pass',
      proof: [proof('changeCommit', 'commit', `${shortId(id)} ${commit.message}`, { url: commit.url })],
    };
  }
  const failed = failedPush(input);
  if (failed !== null) return failed;
  const missing = unreadable(evidence, ['imageTag'], runProofs(input));
  if (missing !== null) return missing;
  const tag = valueOf(evidence.imageTag);
  if (change.tag === null || change.image === null || tag === undefined)
    return unreadable({}, ['run']) ?? skipped();
  const image = `${imageText(change.image)}:${change.tag}`;
  if (tag.found) {
    const { digest, createdTime, lastUpdateTime } = tag.value;
    return {
      status: 'pass',
      proof: [
        proof('imageTag', 'image', image, { at: lastUpdateTime ?? createdTime }),
        proof('imageTag', 'digest', digest),
      ],
    };
  }
  return absentTag(input, image, tag.code);
}

function skipped(): Verdict {
  return { status: 'skipped', blockedBy: 'run' };
}

function runProofs({ evidence, change }: LinkInput): Proof[] {
  const run = change.run;
  if (run === null || valueOf(evidence.run) === undefined) return [];
  return [proof('run', 'run', `${run.id} ${run.result ?? run.status}`, { url: run.url, at: run.finishTime })];
}

/** The push itself failed: its task, or the validation of its inputs before the first job. */
function failedPush(input: LinkInput): Verdict | null {
  const { evidence, change } = input;
  const run = valueOf(evidence.run) ?? null;
  if (run === null || change.run?.id !== run.id) return null;
  const proofs = runProofs(input);
  const refused = (run.validationResults ?? []).flatMap(({ message }) => message ?? []);
  const validation = matchMessage(refused, ['docker2_connection_type']);
  if (validation !== null) {
    const finding = docker2ConnectionType({
      task: 'Docker@2',
      run: run.id,
      message: shorten(validation.line),
    });
    return {
      status: 'broken',
      findings: [finding],
      proof: [...proofs, proof('run', 'message', validation.line)],
    };
  }
  const timeline = valueOf(evidence.timeline) ?? [];
  const logs = valueOf(evidence.runLogs) ?? [];
  const failed = firstFailed(timeline, logs);
  // The short text of an issue is not the cause: that stands in the log.
  if (failed !== null && isImageTask(failed.task, logs)) {
    const unread = unreadable(evidence, ['runLogs'], proofs);
    if (unread !== null) return unread;
  }
  if (failed === null || failed.work !== 'push') return greenWithoutPush(input, run, proofs);
  const taskProofs = [
    ...proofs,
    proof('timeline', 'task', `${failed.task.name ?? '-'} ${failed.task.result ?? ''}`, {
      at: failed.task.finishTime,
    }),
    proof(failed.matched === null ? 'timeline' : 'runLogs', 'logLine', failed.message),
  ];
  return { status: 'broken', findings: [pushFinding(input, run, failed)], proof: taskProofs };
}

function pushFinding({ change }: LinkInput, run: Build, failed: FailedTask): Finding {
  const message = shorten(failed.message);
  const registry = change.image?.registry ?? '?';
  const image = change.image === null ? '?' : `${imageText(change.image)}:${change.tag ?? ''}`;
  switch (failed.matched?.leaf) {
    case 'docker2_connection_type':
      return docker2ConnectionType({ task: failed.task.name ?? '-', run: run.id, message });
    case 'private_agent':
      return privateAgent({ run: run.id, registry, message });
    case 'push_locked':
      return pushLocked({ run: run.id, image, message });
    case 'push_unauthorized':
      return pushUnauthorized({ run: run.id, registry, message });
    default:
      return pushRegistryError({ run: run.id, registry, message });
  }
}

/** A green push task without a registry connection pushes nothing and says so only in its log. */
function greenWithoutPush(
  { evidence, change }: LinkInput,
  run: Build,
  proofs: readonly Proof[],
): Verdict | null {
  if (valueOf(evidence.imageTag)?.found !== false) return null;
  const timeline = valueOf(evidence.timeline) ?? [];
  const logs = valueOf(evidence.runLogs) ?? [];
  for (const task of timeline.filter((record) => record.type === 'Task' && isImageTask(record, logs))) {
    const matched = matchMessage(taskLog(task, logs), ['docker2_connection_type']);
    if (matched === null || change.image === null) continue;
    const image = `${imageText(change.image)}:${change.tag ?? ''}`;
    const finding = docker2ConnectionTypeNoPush({
      task: task.name ?? '-',
      run: run.id,
      image,
      message: shorten(matched.line),
    });
    return {
      status: 'broken',
      findings: [finding],
      proof: [...proofs, proof('runLogs', 'logLine', matched.line)],
    };
  }
  return null;
}

/**
 * The registry answers that it has no such tag. This chain's run should have pushed it: broken here. No run ever did: the tag
 * in Git names something that never was, which is link 8's to say.
 */
function absentTag(input: LinkInput, image: string, code: string): Verdict {
  const { evidence, change } = input;
  const absent = proof('imageTag', 'tag', `${change.tag ?? ''}: ${code}`);
  const running = runningDigest(input);
  if (running !== null) return { status: 'pass', proof: [proof('pods', 'digest', running)] };
  if (change.run === null) return unreadable({}, ['run'], [absent]) ?? skipped();
  if (valueOf(evidence.run) === undefined || change.run.result !== 'succeeded') {
    return unreadable({}, ['run'], [absent]) ?? skipped();
  }
  return {
    status: 'broken',
    findings: [imageNotPushed({ run: change.run.id, image })],
    proof: [...runProofs(input), absent],
  };
}

/** A pod that runs the tag proves that it was pushed, even if it was removed since. */
function runningDigest({ evidence, change }: LinkInput): string | null {
  const containers = new Set(change.workloads.flatMap((workload) => workload.containers));
  for (const pod of valueOf(evidence.pods) ?? []) {
    const container = pod.spec.containers.find(
      ({ name, image }) => containers.has(name) && image?.endsWith(`:${change.tag ?? ''}`) === true,
    );
    const status = pod.status?.containerStatuses?.find(({ name }) => name === container?.name);
    const digest = digestOf(status?.imageID);
    if (digest !== null) return digest;
  }
  return null;
}
