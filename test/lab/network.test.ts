// DNS and HTTP of a case as the evidence layer reads them.
import { describe, expect, test } from '@jest/globals';
import { dnsAnswerSchema, httpAnswerSchema } from '../../src/diagnostics/evidence/network.ts';
import { labDns, labHttp, labNetwork } from '../../src/lab/network.ts';
import { labCase } from './fixture.ts';

const signal = AbortSignal.timeout(1000);

describe('DNS', () => {
  test('addresses of the table', async () => {
    const answer = await labDns(labCase())('FABRIKAM.azurecr.io', signal);

    expect(answer).toMatchObject({ ok: true, value: { addresses: ['10.0.0.4'] } });
    expect(dnsAnswerSchema.safeParse(answer.ok ? answer.value : undefined).success).toBe(true);
  });

  test('a name that does not resolve is an answer', async () => {
    expect(await labDns(labCase())('gone.example', signal)).toMatchObject({
      ok: true,
      value: { name: 'gone.example', addresses: [], error: 'ENOTFOUND' },
    });
  });

  test('a name the case does not mention was not looked up', async () => {
    expect(await labDns(labCase())('other.example', signal)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', address: 'other.example' },
    });
  });
});

describe('HTTP', () => {
  test('a page of the table, with lower-case header names', async () => {
    const answer = await labHttp(labCase())('https://shop.example', signal);

    expect(answer).toMatchObject({
      ok: true,
      value: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>1</p>' },
    });
    expect(httpAnswerSchema.safeParse(answer.ok ? answer.value : undefined).success).toBe(true);
  });

  test('a long body is cut to 4,096 characters', async () => {
    const long = labCase({
      http: [{ url: 'https://long.example/', status: 200, headers: {}, body: 'x'.repeat(5000) }],
    });

    const answer = await labNetwork(long).fetch('https://long.example/', signal);

    expect(answer.ok && answer.value.body.length).toBe(4096);
  });

  test.each(['https://shop.example/other', 'http://shop.example/', 'not a url'])(
    '%s is not reachable',
    async (url) => {
      expect(await labHttp(labCase())(url, signal)).toMatchObject({
        ok: false,
        error: { kind: 'unreachable' },
      });
    },
  );
});
