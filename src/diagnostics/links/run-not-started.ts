// Link 2 when no run built the commit: why none was started (facts/azure-devops-and-acr.md 3.2).
import {
  ciNotTriggered,
  ciNotTriggeredNoRun,
  ciNotTriggeredOff,
  ciNotTriggeredPaths,
  pipelineDisabled,
  pipelineInvalidFileMissing,
  skipCi,
} from '../catalogue/run/trigger.ts';
import { runInProgressBatched } from '../catalogue/run/waiting.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { valueOf } from '../evidence/observed.ts';
import type { Finding } from '../finding.ts';
import type { LinkInput } from '../link.ts';
import { skipMark, triggerOf, triggerVerdict } from '../pipelines/trigger.ts';
import type { Proof, Verdict } from '../verdict.ts';
import { addSeconds, ageText, proof, shortId, unreadable } from './verdicts.ts';

/** Azure Pipelines queues a run within seconds of a push; two minutes later none will come. */
const START_BUDGET_SECONDS = 120;

type Located = NonNullable<Evidence['changeCommit']>;

export function runNotStarted(input: LinkInput): Verdict {
  const { evidence, change } = input;
  const missing = unreadable(evidence, ['changeCommit', 'pipeline', 'runs']);
  if (missing !== null) return missing;
  const located = valueOf(evidence.changeCommit) ?? null;
  const pipeline = valueOf(evidence.pipeline) ?? null;
  if (located === null || change.appCommit === null) return nothingKnown();
  const commitProof = proof(
    'changeCommit',
    'commit',
    `${shortId(located.commit.id)} ${located.commit.message}`,
    {
      url: located.commit.url,
      at: pushedAt(located),
    },
  );
  if (pipeline === null) return nothingKnown();
  if (pipeline.definition.queueStatus === 'disabled' || pipeline.definition.queueStatus === 'paused') {
    const { name, queueStatus } = pipeline.definition;
    return broken(
      [pipelineDisabled({ pipeline: name, state: queueStatus })],
      [commitProof, proof('pipeline', 'pipeline', `${name} ${queueStatus}`)],
    );
  }
  if ((valueOf(evidence.runs) ?? []).length === 0) {
    // Without the right to view builds the list is empty, not refused (facts 3.2): never read as "no run".
    return {
      status: 'unknown',
      missing: 'runs',
      error: { kind: 'denied', what: `runs of ${pipeline.definition.name}`, missing: 'Build (read)' },
      proof: [commitProof],
    };
  }
  return whyNone(input, located, pipeline, commitProof);
}

/** Nobody said which commit it is, and no run tells. */
function nothingKnown(): Verdict {
  return { status: 'unknown', missing: 'run', error: { kind: 'needs', what: 'run', key: 'run' } };
}

function pushedAt(located: Located): string | undefined {
  return located.commit.push?.date ?? located.commit.committer.date;
}

function whyNone(
  input: LinkInput,
  located: Located,
  pipeline: NonNullable<Evidence['pipeline']>,
  commitProof: Proof,
): Verdict {
  const { evidence, now } = input;
  const { definition, branch, yaml } = pipeline;
  const commit = shortId(located.commit.id);
  const tip = pushTip(evidence, located);
  const mark = skipMark(tip.message);
  if (mark !== null) {
    const proofs = [commitProof, proof(tip.from, 'message', tip.message)];
    return broken([skipCi({ commit: shortId(tip.id), mark, branch, pipeline: definition.name })], proofs);
  }
  if (yaml !== null && yaml.content === null) {
    const finding = pipelineInvalidFileMissing({ pipeline: definition.name, file: yaml.path, commit });
    return broken([finding], [commitProof, proof('pipeline', 'file', yaml.path)]);
  }
  const trigger = yaml?.content == null ? null : triggerOf(definition, yaml.content);
  const paths = located.changes === null || tip.several ? null : located.changes.map(({ path }) => path);
  const triggerProof = proof('pipeline', 'trigger', trigger?.text ?? '?');
  switch (triggerVerdict(trigger, branch, paths)) {
    case 'off':
      return broken(
        [ciNotTriggeredOff({ pipeline: definition.name, trigger: trigger?.text ?? '', commit })],
        [commitProof, triggerProof],
      );
    case 'branch':
      return broken(
        [ciNotTriggered({ pipeline: definition.name, trigger: trigger?.text ?? '', commit, branch })],
        [commitProof, triggerProof],
      );
    case 'paths':
      return broken(
        [
          ciNotTriggeredPaths({
            pipeline: definition.name,
            trigger: trigger?.text ?? '',
            commit,
            file: paths?.[0] ?? '',
          }),
        ],
        [commitProof, triggerProof],
      );
    case 'matches':
    case 'unreadable':
  }
  const marked = markedInPush(evidence, located);
  if (marked !== null) {
    const finding = skipCi({
      commit: shortId(marked.id),
      mark: marked.mark,
      branch,
      pipeline: definition.name,
    });
    return broken([finding], [commitProof, proof('builtCommits', 'message', marked.message)]);
  }
  const running = (valueOf(evidence.runs) ?? []).find(({ status }) => status !== 'completed');
  if (trigger?.batch === true && running !== undefined) {
    return {
      status: 'waiting',
      until: null,
      proof: [
        commitProof,
        triggerProof,
        proof('runs', 'run', `${running.id} ${running.status}`, { url: running.url }),
      ],
      findings: [runInProgressBatched({ pipeline: definition.name, commit, run: running.id })],
    };
  }
  // Marks of other commits of the push would have told another cause.
  const unread = unreadable(evidence, ['pushes', 'builtCommits'], [commitProof, triggerProof]);
  if (unread !== null) return unread;
  const pushed = pushedAt(located);
  const due = addSeconds(pushed ?? now, START_BUDGET_SECONDS);
  const findings = [
    ciNotTriggeredNoRun({ commit, branch, age: ageText(pushed, now), pipeline: definition.name }),
  ];
  const proofs = [
    commitProof,
    triggerProof,
    proof('runs', 'run', `0 / ${(valueOf(evidence.runs) ?? []).length}`),
  ];
  return Date.parse(due) > now.getTime()
    ? { status: 'waiting', until: due, proof: proofs, findings }
    : broken(findings, proofs);
}

/** The newest commit of the push that brought the commit: skip marks count there. */
function pushTip(
  evidence: LinkInput['evidence'],
  located: Located,
): { id: string; message: string; several: boolean; from: 'changeCommit' | 'pushes' } {
  const own = {
    id: located.commit.id,
    message: located.commit.message,
    several: false,
    from: 'changeCommit',
  } as const;
  const pushes = valueOf(evidence.pushes) ?? [];
  const push = pushes.find(
    ({ id, refUpdates }) =>
      id === located.commit.push?.id ||
      refUpdates?.some(({ newObjectId }) => newObjectId === located.commit.id),
  );
  const tipId = push?.refUpdates?.[0]?.newObjectId;
  if (tipId === undefined || tipId === located.commit.id) return own;
  const tip = (valueOf(evidence.builtCommits) ?? []).find(({ id }) => id === tipId);
  return tip === undefined
    ? { ...own, several: true }
    : { id: tip.id, message: tip.message, several: true, from: 'pushes' };
}

/** Another commit of the same push that carries a mark: asked only when the trigger itself matches. */
function markedInPush(
  evidence: LinkInput['evidence'],
  located: Located,
): { id: string; mark: string; message: string } | null {
  const push = (valueOf(evidence.pushes) ?? []).find(({ refUpdates }) =>
    refUpdates?.some(({ newObjectId }) => newObjectId === located.commit.id),
  );
  const former = push?.refUpdates?.[0]?.oldObjectId;
  const commits = valueOf(evidence.builtCommits) ?? [];
  const end = commits.findIndex(({ id }) => id === former);
  const start = commits.findIndex(({ id }) => id === located.commit.id);
  if (end < 0 || start < 0) return null;
  for (const { id, message } of commits.slice(start, end)) {
    const mark = skipMark(message);
    if (mark !== null) return { id, mark, message };
  }
  return null;
}

function broken(findings: readonly Finding[], proofs: readonly Proof[]): Verdict {
  return { status: 'broken', findings, proof: proofs };
}
