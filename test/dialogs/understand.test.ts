import { describe, expect, test } from '@jest/globals';
import type { Understood } from '../../src/dialogs/understand.ts';
import { understand, wordsOf } from '../../src/dialogs/understand.ts';

const VOCABULARY = {
  services: ['orders', 'orders-worker', 'Billing', 'search'],
  environments: ['dev', 'rec', 'prd'],
  aliases: { prod: 'prd', recette: 'rec' },
};

describe('traces', () => {
  test.each<[string, Partial<Understood>]>([
    ['/trace orders', { service: 'orders', language: null }],
    ['trace orders', { service: 'orders' }],
    ['Trace ORDERS', { service: 'orders' }],
    ['tracer orders', { service: 'orders', language: 'fr' }],
    ['/tracer billing', { service: 'Billing', language: 'fr' }],
    ['trace orders prd', { service: 'orders', environment: 'prd' }],
    ['trace prod orders', { service: 'orders', environment: 'prd' }],
    ['/trace\u00a0orders-worker\u00a0REC', { service: 'orders-worker', environment: 'rec' }],
    ['&nbsp;/trace orders', { service: 'orders' }],
    ['\u200btrace \u2060orders\u200b', { service: 'orders' }],
    ['trace « orders »', { service: 'orders' }],
    ['trace orders stp', { service: 'orders', language: 'fr' }],
    ['orders', { service: 'orders' }],
    ['search ?', { service: 'search' }],
    ['is orders in recette?', { service: 'orders', environment: 'rec', language: 'en' }],
    ['et en prod ?', { environment: 'prd', language: 'fr' }],
    ['trace', {}],
    ['trace ordres', { unknownName: 'ordres', candidates: ['orders'] }],
    ['trace payments prd', { unknownName: 'payments', candidates: [], environment: 'prd' }],
    ['serch', { unknownName: 'serch', candidates: ['search'] }],
  ])('%s', (text, expected) => {
    expect(understand(text, VOCABULARY)).toEqual({ intent: 'trace', language: null, ...expected });
  });
});

describe('everything else', () => {
  test.each<[string, Partial<Understood>]>([
    ['help', { intent: 'help', language: 'en' }],
    ['/aide', { intent: 'help', language: 'fr' }],
    ['aide', { intent: 'help', language: 'fr' }],
    ['?', { intent: 'help' }],
    ['Bonjour', { intent: 'greeting', language: 'fr' }],
    ['hello there', { intent: 'greeting', language: 'en' }],
    ['langue fr', { intent: 'language', wanted: 'fr', language: 'fr' }],
    ['language English', { intent: 'language', wanted: 'en', language: 'en' }],
    ['langue', { intent: 'language', language: 'fr' }],
    ['langue de', { intent: 'language', language: 'fr' }],
    ['annuler', { intent: 'cancel', language: 'fr' }],
    ['/cancel', { intent: 'cancel', language: 'en' }],
    ['', { intent: 'unknown' }],
    ['   ', { intent: 'unknown' }],
    ['what time is it', { intent: 'unknown', language: 'en' }],
    ['payments', { intent: 'unknown' }],
    ['<script>alert(1)</script>', { intent: 'unknown' }],
  ])('%j', (text, expected) => {
    expect(understand(text, VOCABULARY)).toEqual({ language: null, ...expected });
  });
});

test('words lose what clients and people put around them', () => {
  expect(wordsOf('« trace », (orders)\u202e !\r\n“prd”.')).toEqual(['trace', 'orders', 'prd']);
});

test('a long paste is understood quickly', () => {
  const text = 'error: something failed at line 12\n'.repeat(20_000);
  const start = performance.now();

  expect(understand(text, VOCABULARY).intent).toBe('unknown');
  expect(performance.now() - start).toBeLessThan(2000);
});
