// A bundle is redacted, checked when it is read, and the same bytes however often it is read and written.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  makeBundle,
  printBundle,
  readBundle,
  type Bundle,
} from '../../../src/diagnostics/evidence/bundle.ts';
import {
  EVIDENCE_KEYS,
  evidenceSchemas,
  type ObservedEvidence,
} from '../../../src/diagnostics/evidence/evidence.ts';
import { MASK } from '../../../src/diagnostics/evidence/redact.ts';
import { arbitraryOf } from './arbitrary.ts';

const AT = '2026-10-20T11:10:00.000Z';

function bundleWith(evidence: ObservedEvidence): Bundle {
  return makeBundle({
    maillon: '0.1.0',
    case: 'x001',
    request: {
      intent: 'trace',
      service: 'orders',
      application: 'orders-prd',
      applicationNamespace: 'argocd',
      cluster: 'in-cluster',
      environment: 'prd',
      change: { kind: 'tag', value: '17' },
      tag: null,
      azureDevOps: { organization: 'fabrikam', project: 'Shop' },
    },
    takenAt: AT,
    evidence,
    timing: { ms: 812, calls: 31 },
  });
}

function textOf(bundle: Bundle, change: (json: Record<string, unknown>) => void): string {
  const json = JSON.parse(printBundle(bundle)) as Record<string, unknown>;
  change(json);
  return JSON.stringify(json);
}

describe('makeBundle', () => {
  test('takes secrets and people out of every part', () => {
    const bundle = bundleWith({
      podLogs: {
        ok: true,
        at: AT,
        source: 'GET https://build:hunter2@10.8.0.4/log',
        value: [
          {
            pod: 'orders-1',
            container: 'orders',
            previous: true,
            lines: ['password=hunter2', 'by ana@fabrikam.example'],
          },
        ],
      },
      application: {
        ok: false,
        at: AT,
        source: 'kubectl get application',
        error: {
          kind: 'denied',
          what: 'applications',
          missing: 'get',
          detail: 'Authorization: Bearer hunter2',
        },
      },
    });

    const text = printBundle(bundle);

    expect(text).not.toMatch(/hunter2|ana@/);
    expect(text).toContain(`https://${MASK}@10.8.0.4/log`);
  });
});

describe('reading what was written', () => {
  test.each(EVIDENCE_KEYS)('%s: the same bytes, the same values', (key) => {
    const schema = evidenceSchemas[key];
    fc.assert(
      fc.property(arbitraryOf(schema), (raw) => {
        const value: unknown = schema.parse(raw);
        const evidence = { [key]: { ok: true, at: AT, source: 'GET /x', value } } as ObservedEvidence;
        const written = printBundle(bundleWith(evidence));

        const read = readBundle(written);

        expect(read).toMatchObject({ ok: true });
        if (!read.ok) return;
        expect(printBundle(read.bundle)).toBe(written);
        expect(read.bundle).toEqual(bundleWith(evidence));
      }),
      { numRuns: 30 },
    );
  });

  test('keys are in one order, whoever wrote them', () => {
    const one = bundleWith({
      pods: { ok: true, at: AT, source: 'a', value: [] },
      application: { ok: true, at: AT, source: 'b', value: null },
    });
    const { evidence, ...rest } = one;
    const other = { evidence: { application: evidence.application, pods: evidence.pods }, ...rest } as Bundle;

    expect(printBundle(other)).toBe(printBundle(one));
    expect(Object.keys(JSON.parse(printBundle(one)) as object)).toEqual([
      'schema',
      'maillon',
      'case',
      'request',
      'takenAt',
      'evidence',
      'timing',
    ]);
  });
});

describe('what cannot be replayed', () => {
  const good = bundleWith({ pods: { ok: true, at: AT, source: 'a', value: [] } });

  test.each([
    ['no JSON', '{"schema": 1', /not JSON/],
    ['another thing', '[]', /it has no schema number/],
    ['a later schema', textOf(good, (json) => (json['schema'] = 2)), /schema is 2 .* reads schema 1/],
    ['no request', textOf(good, (json) => delete json['request']), /request: Required/],
    [
      'no time',
      textOf(good, (json) => (json['takenAt'] = 'yesterday')),
      /takenAt: expected a time in UTC such as/,
    ],
    [
      'evidence of another version',
      textOf(good, (json) => (json['evidence'] = { moonPhase: { ok: true, at: AT, source: 'a', value: 1 } })),
      /evidence has what this version does not know: moonPhase/,
    ],
    [
      'a value of the wrong shape',
      textOf(
        good,
        (json) =>
          (json['evidence'] = {
            pods: { ok: true, at: AT, source: 'a', value: [{ apiVersion: 'v1', kind: 'Pod' }] },
          }),
      ),
      /evidence\.pods\.value\.0\.metadata: Required/,
    ],
    [
      'a wrong shape in one of two',
      textOf(
        good,
        (json) =>
          (json['evidence'] = {
            imageTag: {
              ok: true,
              at: AT,
              source: 'a',
              value: { found: true, value: { name: 4812, digest: 'd' } },
            },
          }),
      ),
      /evidence\.imageTag\.value\.value\.name: Expected string/,
    ],
    [
      'an unknown error',
      textOf(
        good,
        (json) =>
          (json['evidence'] = { pods: { ok: false, at: AT, source: 'a', error: { kind: 'sulking' } } }),
      ),
      /evidence\.pods\.error\.kind/,
    ],
  ])('%s', (_, text, expected) => {
    const read = readBundle(text);

    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.error).toMatch(expected);
    expect(read.error).toContain('maillon trace … --bundle FILE');
  });
});
