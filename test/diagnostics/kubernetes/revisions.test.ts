// Which pods come from the current template (facts/kubernetes.md 1.1 and F11).
import { describe, expect, test } from '@jest/globals';
import type { WorkloadPods } from '../../../src/diagnostics/kubernetes/revisions.ts';
import { podsOf, replicaSetOf } from '../../../src/diagnostics/kubernetes/revisions.ts';
import {
  argoRollout,
  cronJob,
  daemonSet,
  deployment,
  job,
  NEW,
  newSet,
  OLD,
  oldPod,
  oldSet,
  pod,
  replicaSet,
  revisionPod,
  rolloutSet,
  statefulSet,
  template,
} from './objects.ts';

function names({ current, older, replicaSet: set }: WorkloadPods): Record<string, unknown> {
  return {
    set: set?.metadata.name ?? null,
    current: current.map(({ metadata }) => metadata.name),
    older: older.map(({ metadata }) => metadata.name),
  };
}

const PODS = [pod('api-new-1'), oldPod('api-old-1')];

describe('pods of a Deployment', () => {
  test('joined by owner, not by name', () => {
    const orphan = pod('api-new-9', { metadata: { ownerReferences: [] } });
    expect(names(podsOf(deployment(), [oldSet(), newSet()], [...PODS, orphan]))).toEqual({
      set: 'api-new',
      current: ['api-new-1'],
      older: ['api-old-1'],
    });
  });

  test('a ReplicaSet of another Deployment with the same image is not its own', () => {
    const foreign = newSet({
      metadata: {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'uid-web', controller: true },
        ],
      },
    });
    expect(names(podsOf(deployment(), [foreign], PODS))).toEqual({ set: null, current: [], older: [] });
  });

  test('paused before the rollout: no ReplicaSet has the template', () => {
    expect(replicaSetOf(deployment(), [oldSet()])).toBeNull();
  });

  test('after a revert the old ReplicaSet is the current one, by its template', () => {
    const reverted = deployment({ spec: { template: template(OLD) } });
    const sets = [
      newSet(),
      oldSet({ metadata: { annotations: { 'deployment.kubernetes.io/revision': '6' } } }),
    ];
    expect(names(podsOf(reverted, sets, PODS))).toEqual({
      set: 'api-old',
      current: ['api-old-1'],
      older: ['api-new-1'],
    });
  });

  test('the same image with other annotations is another template', () => {
    const changed = {
      ...template(NEW),
      metadata: { labels: { app: 'api' }, annotations: { 'checksum/config': '2' } },
    };
    const former = {
      ...template(NEW),
      metadata: { labels: { app: 'api' }, annotations: { 'checksum/config': '1' } },
    };
    const sets = [
      replicaSet('one', NEW, {
        spec: { template: former },
        metadata: { annotations: { 'deployment.kubernetes.io/revision': '9' } },
      }),
      replicaSet('two', NEW, {
        spec: { template: changed },
        metadata: { annotations: { 'deployment.kubernetes.io/revision': '5' } },
      }),
    ];
    expect(replicaSetOf(deployment({ spec: { template: changed } }), sets)?.metadata.name).toBe('api-two');
  });

  test('templates that differ in more than can be compared: the newest revision of the images', () => {
    const sets = [
      replicaSet('one', NEW, {
        spec: { template: template(NEW, { args: 1, imagePullPolicy: 'Always' }) },
        metadata: { annotations: { 'deployment.kubernetes.io/revision': '10' } },
      }),
      replicaSet('two', NEW, {
        spec: { template: template(NEW, { imagePullPolicy: 'Never' }) },
        metadata: { annotations: { 'deployment.kubernetes.io/revision': '9' } },
      }),
    ];
    expect(replicaSetOf(deployment(), sets)?.metadata.name).toBe('api-one');
  });

  test('without ReplicaSets: by selector and images', () => {
    expect(names(podsOf(deployment(), undefined, PODS))).toEqual({
      set: null,
      current: ['api-new-1'],
      older: ['api-old-1'],
    });
  });
});

describe('pods of other kinds', () => {
  test('Argo Rollout: by the hash of its status', () => {
    const own = (name: string, hash: string) =>
      pod(name, {
        metadata: {
          ownerReferences: [
            {
              apiVersion: 'apps/v1',
              kind: 'ReplicaSet',
              name: `api-${hash}`,
              uid: `uid-api-${hash}`,
              controller: true,
            },
          ],
        },
      });
    const sets = [rolloutSet('new', NEW), rolloutSet('old', OLD)];
    expect(names(podsOf(argoRollout(), sets, [own('a', 'new'), own('b', 'old')]))).toEqual({
      set: 'api-new',
      current: ['a'],
      older: ['b'],
    });
  });

  test('StatefulSet: by its update revision', () => {
    const pods = [revisionPod('StatefulSet', 'api-0', 'api-1'), revisionPod('StatefulSet', 'api-1', 'api-2')];
    expect(names(podsOf(statefulSet(), [], pods))).toEqual({
      set: null,
      current: ['api-1'],
      older: ['api-0'],
    });
  });

  test('StatefulSet without a status: by its images', () => {
    const pods = [revisionPod('StatefulSet', 'api-0', 'api-1'), revisionPod('StatefulSet', 'api-1', 'api-2')];
    const fresh = statefulSet({ status: { updateRevision: undefined } });
    expect(names(podsOf(fresh, [], pods))).toEqual({ set: null, current: ['api-1'], older: ['api-0'] });
  });

  test('DaemonSet: the newest revision with the images of the template', () => {
    const pods = [revisionPod('DaemonSet', 'api-a', '1'), revisionPod('DaemonSet', 'api-b', '2')];
    expect(names(podsOf(daemonSet(), [], pods))).toEqual({ set: null, current: ['api-b'], older: ['api-a'] });
  });

  test('CronJob: pods of the Jobs its controller named', () => {
    const of = (name: string, jobName: string, image: string) =>
      pod(name, {
        metadata: {
          ownerReferences: [
            { apiVersion: 'batch/v1', kind: 'Job', name: jobName, uid: name, controller: true },
          ],
        },
        spec: { containers: [{ name: 'api', image }] },
      });
    const pods = [
      of('a', 'api-29000001', NEW),
      of('b', 'api-29000000', OLD),
      of('c', 'api-by-hand', NEW),
      of('d', 'api-report-29000000', NEW),
    ];
    expect(names(podsOf(cronJob(), [], pods))).toEqual({ set: null, current: ['a'], older: ['b'] });
  });

  test('Job: its own pods', () => {
    const own = pod('a', {
      metadata: {
        ownerReferences: [
          { apiVersion: 'batch/v1', kind: 'Job', name: 'api', uid: 'uid-api', controller: true },
        ],
      },
    });
    expect(names(podsOf(job(), [], [own, pod('b')]))).toEqual({ set: null, current: ['a'], older: [] });
  });
});
