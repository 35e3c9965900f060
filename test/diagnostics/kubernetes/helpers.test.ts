// The small helpers on times, text, labels, events and routes.
import { describe, expect, test } from '@jest/globals';
import {
  earliest,
  isoTime,
  latest,
  millis,
  plusSeconds,
  secondsSince,
} from '../../../src/diagnostics/kubernetes/clock.ts';
import { lastWritten } from '../../../src/diagnostics/kubernetes/conditions.ts';
import {
  eventCount,
  eventsOf,
  eventStart,
  eventTime,
  newestFirst,
} from '../../../src/diagnostics/kubernetes/events.ts';
import { excerpt } from '../../../src/diagnostics/kubernetes/excerpt.ts';
import { failedPullsOf } from '../../../src/diagnostics/kubernetes/failed-pulls.ts';
import { selects, selectorText } from '../../../src/diagnostics/kubernetes/labels.ts';
import { containersOf, ordinalOf } from '../../../src/diagnostics/kubernetes/pods.ts';
import {
  endpointsOf,
  isReadyEndpoint,
  missingPorts,
  podOf,
} from '../../../src/diagnostics/kubernetes/routes.ts';
import { ago, deployment, event, NOW, pod, service, slice } from './objects.ts';

describe('times', () => {
  test.each([
    ['2026-05-04T10:00:00Z', 1777888800000],
    ['2026-10-19T08:50:00.9745040Z', 1792399800974],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s is %s ms', (time, ms) => {
    expect(millis(time)).toBe(ms);
  });

  test('an unknown time has no age', () => {
    expect(secondsSince(undefined, NOW)).toBeUndefined();
    expect(secondsSince(ago(90), NOW)).toBe(90);
  });

  test('seconds are added in whole and in part', () => {
    expect(plusSeconds('2026-05-04T10:00:00Z', 75)).toBe('2026-05-04T10:01:15Z');
    expect(plusSeconds('2026-05-04T10:00:00.5Z', 1)).toBe('2026-05-04T10:00:01.500Z');
    expect(plusSeconds('soon', 1)).toBe('soon');
    expect(plusSeconds('2026-05-04T10:00:00Z', 1e308)).toBe('2026-05-04T10:00:00Z');
    expect(isoTime(0)).toBe('1970-01-01T00:00:00Z');
  });

  test('the first and the last of several, whatever their precision', () => {
    const times = [
      '2026-05-04T10:00:00.5Z',
      undefined,
      '2026-05-04T10:00:00Z',
      'soon',
      '2026-05-04T09:00:00Z',
    ];
    expect(earliest(times)).toBe('2026-05-04T09:00:00Z');
    expect(latest(times)).toBe('2026-05-04T10:00:00.5Z');
    expect(latest([undefined])).toBeUndefined();
  });

  test('a write of the status is no write of the object', () => {
    const { metadata } = deployment({
      metadata: {
        managedFields: [
          { manager: 'argocd-controller', time: ago(500) },
          { manager: 'kube-controller-manager', subresource: 'status', time: ago(5) },
        ],
      },
    });
    expect(lastWritten(metadata)).toBe(ago(500));
  });
});

describe('text of a cluster', () => {
  test.each([
    ['two\nlines\tand  spaces ', 'two lines and spaces'],
    ['a\u0000b\u202ec\u200bd', 'a b c d'],
    [undefined, ''],
  ])('%j becomes %j', (text, line) => {
    expect(excerpt(text)).toBe(line);
  });

  test('it is cut at 300 characters, with a sign that it was', () => {
    expect(excerpt('x'.repeat(300))).toBe('x'.repeat(300));
    expect(excerpt('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  });
});

describe('labels', () => {
  test.each([
    [{ app: 'api' }, { app: 'api', tier: 'web' }, true],
    [{ app: 'api', tier: 'db' }, { app: 'api', tier: 'web' }, false],
    [{}, { app: 'api' }, false],
    [undefined, { app: 'api' }, false],
    [{ app: 'api' }, undefined, false],
  ])('%j selects %j: %s', (selector, labels, expected) => {
    expect(selects(selector, labels)).toBe(expected);
  });

  test('a selector is shown as kubectl takes it', () => {
    expect(selectorText({ app: 'api', tier: 'web' })).toBe('app=api,tier=web');
  });
});

describe('events', () => {
  const about = { kind: 'Pod', metadata: { name: 'api-0', namespace: 'shop', uid: 'u1' } };

  test('the newer API has no lastTimestamp: its own times come first', () => {
    const scheduler = event(about, 'FailedScheduling', 'x', {
      count: undefined,
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: ago(120),
      series: { count: 7, lastObservedTime: ago(10) },
    });
    expect(eventTime(scheduler)).toBe(ago(10));
    expect(eventStart(scheduler)).toBe(ago(120));
    expect(eventCount(scheduler)).toBe(7);
  });

  test('an event without any time falls back to its creation', () => {
    const bare = event(about, 'X', 'x', { firstTimestamp: null, lastTimestamp: null, count: null });
    expect(eventTime(bare)).toBe(bare.metadata.creationTimestamp);
    expect(eventCount(bare)).toBe(1);
  });

  test('a name comes back, a uid does not', () => {
    const own = event(about, 'A', 'x');
    const former = event({ kind: 'Pod', metadata: { name: 'api-0', uid: 'u0' } }, 'B', 'x');
    const noUid = event({ kind: 'Pod', metadata: { name: 'api-0' } }, 'C', 'x');
    const other = event({ kind: 'Pod', metadata: { name: 'api-1' } }, 'D', 'x');
    const found = eventsOf([own, former, noUid, other], {
      kind: 'Pod',
      metadata: pod('api-0', { metadata: { uid: 'u1' } }).metadata,
    });
    expect(found.map(({ reason }) => reason)).toEqual(['A', 'C']);
  });

  test('newest first', () => {
    const events = [
      event(about, 'old', 'x', { lastTimestamp: ago(100) }),
      event(about, 'new', 'x', { lastTimestamp: ago(1) }),
    ];
    expect(newestFirst(events).map(({ reason }) => reason)).toEqual(['new', 'old']);
  });

  test('failed pulls: by prefix of the pod, the telling ones first, nothing else', () => {
    const events = [
      event(about, 'Failed', 'Error: ErrImagePull', { lastTimestamp: ago(1) }),
      event(about, 'Failed', 'Failed to pull image "x": 403 Forbidden', { lastTimestamp: ago(9) }),
      event(about, 'Failed', 'Error: failed to start container'),
      event(about, 'BackOff', 'Back-off pulling image "x"'),
      event(
        { kind: 'Pod', metadata: { name: 'web-0' } },
        'Failed',
        'Failed to pull image "y": 403 Forbidden',
      ),
    ];
    expect(failedPullsOf(events, 'shop', 'api-').map(({ message }) => message)).toEqual([
      'Failed to pull image "x": 403 Forbidden',
      'Error: ErrImagePull',
    ]);
    expect(failedPullsOf(events, 'elsewhere', 'api-')).toEqual([]);
    expect(failedPullsOf(undefined, 'shop', 'api-')).toEqual([]);
    const pulled = event(about, 'Pulled', 'Successfully pulled image "x"', { lastTimestamp: ago(0) });
    expect(failedPullsOf([...events, pulled], 'shop', 'api-')).toEqual([]);
  });
});

describe('pods and their routes', () => {
  test('init containers come first and are told apart', () => {
    const of = pod('api-0', { spec: { initContainers: [{ name: 'migrate', image: 'x' }] } });
    expect(containersOf(of).map(({ spec, init, status }) => [spec.name, init, status?.ready])).toEqual([
      ['migrate', true, undefined],
      ['api', false, true],
    ]);
  });

  test.each([
    ['api-12', 12],
    ['api-7f5b8t947-4qdr7', undefined],
  ])('ordinal of %s: %s', (name, ordinal) => {
    expect(ordinalOf(pod(name))).toBe(ordinal);
  });

  test('slices of one Service are read together, each pod once', () => {
    const pods = [pod('a'), pod('b')];
    const all = [slice('api', pods), slice('api', [pod('b'), pod('c')]), slice('web', [pod('d')])];
    expect(endpointsOf(service('api'), all).map(({ targetRef }) => targetRef?.name)).toEqual(['a', 'b', 'c']);
  });

  test.each([
    [{}, true],
    [{ ready: true }, true],
    [{ ready: false }, false],
    [{ ready: true, terminating: true }, false],
  ])('conditions %j: ready %s', (conditions, ready) => {
    expect(isReadyEndpoint({ conditions })).toBe(ready);
  });

  test('an endpoint is joined to its pod by uid', () => {
    const [endpoint] = endpointsOf(service('api'), [slice('api', [pod('a')])]);
    expect(endpoint).toBeDefined();
    if (endpoint === undefined) return;
    expect(podOf(endpoint, [pod('a')])?.metadata.name).toBe('a');
    expect(podOf(endpoint, [pod('a', { metadata: { uid: 'another' } })])).toBeUndefined();
  });

  test.each([
    ['http', []],
    ['web', ['web']],
    [8080, []],
    ['8080', []],
  ] as const)('target port %s: missing %j', (targetPort, missing) => {
    expect(missingPorts(service('api', { spec: { ports: [{ port: 80, targetPort }] } }), pod('a'))).toEqual(
      missing,
    );
  });
});
