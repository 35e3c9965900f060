// Why a container ends again and again (facts/kubernetes.md 2.1 and 2.2): its last end, its log, and who ended it.
import type { Evidence } from '../../evidence/evidence.ts';
import type { ContainerState, KubernetesEvent, Node, Pod } from '../../evidence/kubernetes.ts';
import type { ImageManifest } from '../../evidence/registry.ts';
import { digestOf } from '../../gitops/image-name.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import type { PodContainer } from '../../kubernetes/pods.ts';

export type CrashLeaf = 'oom_killed' | 'exec_format_error' | 'probe_failing' | 'crash_loop';

export interface Crash {
  readonly leaf: CrashLeaf;
  readonly message: string;
  readonly exitCode: number | undefined;
  readonly restarts: number;
  /** The runtime could not even start the program. */
  readonly neverStarted: boolean;
  /** The log line that names the cause, where one was read. */
  readonly logLine: string | undefined;
  /** The event that shows who ended the container. */
  readonly killed: KubernetesEvent | undefined;
}

export interface CrashContext {
  /** Of the pod, newest first. */
  readonly events: readonly KubernetesEvent[];
  readonly logs: Evidence['podLogs'];
  readonly nodes: readonly Node[];
  /** Manifest of the tag of the change: it counts where the container has its digest. */
  readonly manifest: ImageManifest | undefined;
}

const EXEC_FORMAT = /exec format error/i;
const KILLED_BY_PROBE = /failed (?:liveness|startup) probe/i;
const NEVER_STARTED = /^(?:StartError|ContainerCannotRun)$/;
/** A line that looks like the last word of a program. */
const LAST_WORDS = /error|exception|fatal|panic|cannot|denied|refused|failed/i;

type Terminated = NonNullable<ContainerState['terminated']>;

function lastEnd({ status }: PodContainer): Terminated | undefined {
  return status?.state?.terminated ?? status?.lastState?.terminated;
}

function linesOf(pod: Pod, container: string, logs: Evidence['podLogs']): readonly string[] {
  return logs
    .filter((log) => log.pod === pod.metadata.name && log.container === container)
    .flatMap((log) => log.lines);
}

/** The image has one architecture and the node another: then nothing in it can be executed. */
function isOtherArchitecture(pod: Pod, { status }: PodContainer, { nodes, manifest }: CrashContext): boolean {
  if (manifest === undefined || digestOf(status?.imageID) !== manifest.digest) return false;
  const node = nodes.find(({ metadata }) => metadata.name === pod.spec.nodeName);
  const of = node?.status?.nodeInfo?.architecture;
  const image = manifest.architecture;
  return of !== undefined && image !== undefined && image !== '' && of !== image;
}

function leafOf(
  end: Terminated | undefined,
  texts: readonly string[],
  otherArchitecture: boolean,
  killed: KubernetesEvent | undefined,
): CrashLeaf {
  if (end?.reason === 'OOMKilled') return 'oom_killed';
  if (texts.some((text) => EXEC_FORMAT.test(text)) || otherArchitecture) return 'exec_format_error';
  // 137 after the grace period, 143 at the polite request: both are how a liveness kill ends.
  const endedFromOutside = end === undefined || end.exitCode === 137 || end.exitCode === 143;
  if (killed !== undefined && endedFromOutside) return 'probe_failing';
  return 'crash_loop';
}

export function readCrash(pod: Pod, container: PodContainer, context: CrashContext): Crash {
  const end = lastEnd(container);
  const lines = linesOf(pod, container.spec.name, context.logs);
  const waiting = container.status?.state?.waiting?.message;
  const killed = context.events.find(({ message }) => KILLED_BY_PROBE.test(message ?? ''));
  const logLine =
    lines.findLast((line) => EXEC_FORMAT.test(line)) ??
    lines.findLast((line) => LAST_WORDS.test(line)) ??
    lines.at(-1);
  const texts = [end?.message ?? '', waiting ?? '', ...lines];
  const leaf = leafOf(end, texts, isOtherArchitecture(pod, container, context), killed);
  const said = leaf === 'probe_failing' ? killed?.message : (end?.message ?? logLine ?? waiting);
  return {
    leaf,
    message: excerpt(said ?? end?.reason),
    exitCode: end?.exitCode,
    restarts: container.status?.restartCount ?? 0,
    neverStarted: leaf === 'crash_loop' && (end === undefined || NEVER_STARTED.test(end.reason ?? '')),
    logLine,
    killed: leaf === 'probe_failing' ? killed : undefined,
  };
}
