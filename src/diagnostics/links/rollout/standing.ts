// How one workload of the Application stands, whatever its kind.
import type { Workload } from '../../evidence/kubernetes.ts';
import type { Cluster } from '../../kubernetes/cluster.ts';
import { failedPullsOf } from '../../kubernetes/failed-pulls.ts';
import { standingOfRollout } from './argo-rollout.ts';
import type { Standing } from './cause.ts';
import { standingOfDaemonSet } from './daemon-set.ts';
import { standingOfDeployment } from './deployment.ts';
import { standingOfCronJob, standingOfJob } from './job.ts';
import type { WorkloadContext } from './progress.ts';
import { standingOfStatefulSet } from './stateful-set.ts';

function contextOf(workload: Workload, cluster: Cluster): WorkloadContext {
  const manifest = cluster.imageManifest?.found === true ? cluster.imageManifest.value : undefined;
  return {
    cluster,
    podContext: {
      now: cluster.now,
      events: cluster.events ?? [],
      logs: cluster.podLogs ?? [],
      nodes: cluster.nodes ?? [],
      manifest,
    },
    failedPulls: (prefix) => failedPullsOf(cluster.events, workload.metadata.namespace ?? '', prefix),
  };
}

export function standingOf(workload: Workload, cluster: Cluster): Standing {
  const context = contextOf(workload, cluster);
  switch (workload.kind) {
    case 'Deployment':
      return standingOfDeployment(workload, context);
    case 'StatefulSet':
      return standingOfStatefulSet(workload, context);
    case 'DaemonSet':
      return standingOfDaemonSet(workload, context);
    case 'Rollout':
      return standingOfRollout(workload, context);
    case 'Job':
      return standingOfJob(workload, context);
    case 'CronJob':
      return standingOfCronJob(workload, context);
  }
}
