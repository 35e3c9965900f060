// What the log of a run proves: which image references it pushed, and which commit it pushed to which GitOps branch.
import type { TimelineRecord } from '../evidence/azure-devops.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { parseImage, type ImageReference } from '../gitops/image-name.ts';

/** Docker@2 of the marketplace (facts/azure-devops-and-acr.md 3.4). */
const DOCKER_TASK = 'e28912f1-0114-4464-802a-a3a35437fd16';

export interface PushedImage {
  readonly image: ImageReference;
  /** The digest the registry acknowledged; null when the log does not show it. */
  readonly digest: string | null;
}

export interface PushedCommit {
  readonly repoUrl: string;
  /** Short branch name. */
  readonly branch: string;
  /** Abbreviated commit ids before and after. */
  readonly from: string | null;
  readonly to: string;
}

type RunLogs = Evidence['runLogs'];

/** A reference with a shell variable in it is the script's text, not what ran. */
const PUSHED = /\bdocker(?:\s+image)?\s+push\s+(?:-\S+\s+)*["']?([^\s"'$]+:\w[\w.-]{0,127})(?=["'\s]|$)/;
const ACKNOWLEDGED = /^\s*([\w][\w.-]{0,127}): digest: (sha256:[0-9a-f]{64})/;
const BUILDX = /pushing manifest for (\S+?)(?:@(sha256:[0-9a-f]{64}))?(?:\s|$)/;

/** Image references pushed, in the order of the log. Only what a push command or BuildKit names counts, not a `docker build -t`. */
export function pushedImages(logs: RunLogs): PushedImage[] {
  const pushed = new Map<string, PushedImage>();
  for (const { lines } of logs) {
    let last: string | null = null;
    for (const line of lines) {
      const reference = PUSHED.exec(line)?.[1];
      if (reference !== undefined) {
        last = reference;
        if (!pushed.has(reference)) pushed.set(reference, { image: parseImage(reference), digest: null });
      }
      const buildx = BUILDX.exec(line);
      if (buildx?.[1] !== undefined)
        pushed.set(buildx[1], { image: parseImage(buildx[1]), digest: buildx[2] ?? null });
      const acknowledged = ACKNOWLEDGED.exec(line);
      if (acknowledged !== null && last !== null) {
        pushed.set(last, { image: parseImage(last), digest: acknowledged[2] ?? null });
      }
    }
  }
  return [...pushed.values()];
}

const REMOTE = /^\s*To (\S+)\s*$/;
const MOVED = /^\s*[+*! ]?\s*([0-9a-f]{7,40})\.\.\.?([0-9a-f]{7,40})\s+(\S+)\s+->\s+(\S+)/;
const NEW_BRANCH = /^\s*\*\s+\[new branch\]\s+(\S+)\s+->\s+(\S+)/;
const COMMITTED = /^\s*\[(?:.+\s)?([0-9a-f]{7,40})\] /;

/** Commits that `git push` reported as accepted. */
export function pushedCommits(logs: RunLogs): PushedCommit[] {
  const pushes: PushedCommit[] = [];
  for (const { lines } of logs) {
    let remote: string | null = null;
    let committed: string | null = null;
    for (const line of lines) {
      committed = COMMITTED.exec(line)?.[1] ?? committed;
      remote = REMOTE.exec(line)?.[1] ?? remote;
      if (remote === null) continue;
      const moved = MOVED.exec(line);
      if (moved?.[2] !== undefined && moved[4] !== undefined) {
        pushes.push({ repoUrl: remote, branch: shortBranch(moved[4]), from: moved[1] ?? null, to: moved[2] });
        continue;
      }
      const created = NEW_BRANCH.exec(line);
      if (created?.[2] !== undefined && committed !== null) {
        pushes.push({ repoUrl: remote, branch: shortBranch(created[2]), from: null, to: committed });
      }
    }
  }
  return pushes;
}

function shortBranch(ref: string): string {
  return ref.replace(/^refs\/heads\//, '');
}

/** Tasks whose log is worth a call: what failed, what pushes an image, and scripts that may write the tag. */
export function tasksWorthReading(records: readonly TimelineRecord[]): TimelineRecord[] {
  const tasks = records.filter((record) => record.type === 'Task' && record.logId !== undefined);
  const failed = tasks.filter(
    ({ result }) => result === 'failed' || result === 'succeededWithIssues' || result === 'canceled',
  );
  const docker = tasks.filter(
    ({ task }) => task?.id === DOCKER_TASK || /docker|buildah|kaniko|podman/i.test(task?.name ?? ''),
  );
  const scripts = tasks.filter(({ task }) =>
    /command ?line|cmdline|bash|shell|azure ?cli|script/i.test(task?.name ?? ''),
  );
  // Newest last in the run: the script that writes the tag comes after the others.
  const chosen = [...failed.slice(0, 3), ...docker.slice(0, 2), ...scripts.slice(-3)];
  return [...new Map(chosen.map((task) => [task.id, task])).values()];
}
