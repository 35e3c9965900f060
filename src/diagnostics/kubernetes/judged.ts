// The workloads that links 7 and 8 judge: those whose template has the change, or all of them when only what serves counts.
import type { Evidence } from '../evidence/evidence.ts';
import type { LinkInput } from '../link.ts';
import type { Verdict } from '../verdict.ts';
import { proof } from './proof.ts';
import {
  allSubjects,
  carriesChange,
  isLive,
  serviceImages,
  templateIn,
  type LiveSubject,
} from './subjects.ts';

export interface Judgeable {
  readonly workloads: Evidence['workloads'];
  readonly subjects: readonly LiveSubject[];
}

/** A verdict when there is nothing to judge yet, or nobody could look. */
export function judgeable(input: LinkInput): Judgeable | Verdict {
  const { evidence, change, scope } = input;
  if (evidence.workloads?.ok !== true) {
    const error = evidence.workloads?.error ?? {
      kind: 'needs' as const,
      what: 'workloads',
      key: 'workloads',
    };
    return { status: 'unknown', missing: 'workloads', error };
  }
  const workloads = evidence.workloads.value;
  const all = allSubjects(change, workloads);
  const own = all.filter(({ containers }) => containers.length > 0);
  const wanted = scope === 'serving' || own.length === 0 ? all : own;
  if (wanted.length === 0) {
    const what = 'a Deployment, StatefulSet, DaemonSet, Job, CronJob or Rollout that the Application manages';
    return { status: 'unknown', missing: 'workloads', error: { kind: 'needs', what, key: 'workloads' } };
  }
  const live = wanted.filter(isLive);
  const subjects =
    scope === 'serving' ? live : live.filter((one) => carriesChange(one, templateIn(one, workloads), change));
  if (subjects.length > 0) return { workloads, subjects };
  // Not there although Argo CD manages it, or with another tag: the sync has not brought the change.
  const images = live.flatMap((one) => serviceImages(one, templateIn(one, workloads)));
  return {
    status: 'skipped',
    blockedBy: 'sync',
    proof: images.map((image) => proof('liveImage', image, 'workloads')),
  };
}

/** The other workloads of the Application: what is wrong with them is seen beside the change. */
export function otherSubjects({ change }: LinkInput, { workloads, subjects }: Judgeable): LiveSubject[] {
  return allSubjects(change, workloads)
    .filter(isLive)
    .filter(({ kind, namespace, name }) =>
      subjects.every((own) => own.kind !== kind || own.namespace !== namespace || own.name !== name),
    );
}

export function isVerdict(judged: Judgeable | Verdict): judged is Verdict {
  return 'status' in judged;
}
