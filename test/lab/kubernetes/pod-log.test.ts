// Which log a container has, by the states the kubelet reports.
import { describe, expect, test } from '@jest/globals';
import type { LabAnswer, LabRequest } from '../../../src/lab/exchange.ts';
import { apiServer } from '../../../src/lab/kubernetes/cluster.ts';
import { podLog } from '../../../src/lab/kubernetes/pod-log.ts';

const waiting = (reason: string) => ({ state: { waiting: { reason } } });
const ended = { lastState: { terminated: { exitCode: 1 } } };

test.each([
  ['pulling fails', waiting('ErrImagePull'), '', 400, `is waiting to start: image can't be pulled`],
  ['being created', waiting('ContainerCreating'), '', 400, 'is waiting to start: ContainerCreating'],
  ['no status yet', undefined, '', 400, 'is waiting to start: ContainerCreating'],
  [
    'between two attempts: the log of the last one',
    { ...waiting('CrashLoopBackOff'), ...ended },
    '',
    200,
    '',
  ],
  ['ended', { state: { terminated: { exitCode: 0 } } }, '', 200, ''],
  [
    'the previous one, whose file is gone',
    { ...waiting('CrashLoopBackOff'), ...ended },
    'previous=true',
    200,
    '',
  ],
  [
    'no previous one',
    waiting('CrashLoopBackOff'),
    'previous=true',
    400,
    'previous terminated container "one" in pod "p" not found',
  ],
])('%s', (_, status, query, code, text) => {
  const answer = podLog(
    request(`container=one&${query}`),
    server(status === undefined ? [] : [{ name: 'one', ...status }]),
  );

  expect(answer.status).toBe(code);
  expect(messageOf(answer)).toContain(text);
});

describe('which container', () => {
  test('must be said when there are several', () => {
    const answer = podLog(request(''), server([]));

    expect(answer.body).toContain(
      'a container name must be specified for pod p, choose one of: [one two setup]',
    );
  });

  test('may be an init container', () => {
    expect(podLog(request('container=setup'), server([])).body).toContain('is waiting to start');
  });
});

/** Of a refusal, or the log itself. */
function messageOf({ status, body = '' }: LabAnswer): string {
  return status === 200 ? body : (JSON.parse(body) as { message: string }).message;
}

function server(containerStatuses: object[]) {
  const spec = { containers: [{ name: 'one' }, { name: 'two' }], initContainers: [{ name: 'setup' }] };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'n' },
    spec,
    status: { containerStatuses },
  };
  return apiServer(
    { name: 'c', server: 'https://c', version: 'v1.33.0', objects: [pod], podLogs: [] },
    false,
  );
}

function request(query: string): LabRequest {
  return {
    method: 'GET',
    path: '/',
    params: { namespace: 'n', name: 'p' },
    query: new URLSearchParams(query),
    headers: {},
    body: '',
    root: '',
  };
}
