// The trace card in each of its states: what it says, in order, and what it must never do.
import { describe, expect, test } from '@jest/globals';
import { traceCard } from '../../../src/bot/cards/trace-card.ts';
import type { TraceView } from '../../../src/bot/cards/trace-card.ts';
import type { Report } from '../../../src/diagnostics/report.types.ts';
import { wordsOf } from '../support/bot.ts';
import { subject } from '../support/fakes.ts';
import { sampleFinding, sampleLink, sampleReport, TAKEN_AT } from '../support/sample-report.ts';
import { elementsOf, problemsOf } from './schema.ts';

const PARIS = { locale: 'en', timeZone: 'Europe/Paris' } as const;
const PARIS_FR = { locale: 'fr', timeZone: 'Europe/Paris' } as const;

function view(overrides: Partial<TraceView> = {}): TraceView {
  return {
    subject: subject('orders', 'prd'),
    change: null,
    links: [],
    report: null,
    now: TAKEN_AT,
    ...overrides,
  };
}

/** One line per block of text, as a reader sees it. */
function linesOf(card: object): readonly string[] {
  return elementsOf(card)
    .filter(({ type }) => type === 'RichTextBlock')
    .map(wordsOf)
    .map((text) => text.replace(/\s+/g, ' ').trim());
}

function statesOf(card: object): readonly string[] {
  return elementsOf(card)
    .filter(({ type }) => type === 'ColumnSet')
    .map((row) => {
      const cells = (row['columns'] as readonly unknown[]).map(
        linesOf as (cell: unknown) => readonly string[],
      );
      return `${cells[0]?.[0] ?? ''} ${cells[2]?.[0] ?? ''}`;
    });
}

describe('while it runs', () => {
  test('nothing judged yet', () => {
    const card = traceCard(view(), PARIS);

    expect(linesOf(card).slice(0, 2)).toEqual([
      '🔎 orders · prd',
      'Application orders-prd · checking, 0 of 8',
    ]);
    expect(statesOf(card)).toEqual([
      '… 1 checking',
      ...[2, 3, 4, 5, 6, 7, 8].map((number) => `· ${number} to come`),
    ]);
    expect(card.actions).toBeUndefined();
    expect(card.speak).toBe('Trace of orders prd is running.');
  });

  test('some links judged, out of order', () => {
    const links = [sampleLink(3, 'unknown', 'fr', { proof: [] }), sampleLink(1, 'pass', 'fr')];
    const card = traceCard(view({ links, change: { kind: 'pullRequest', value: '2791' } }), PARIS_FR);

    expect(linesOf(card)[1]).toBe('Application orders-prd · pull request 2791 · en cours, 2 sur 8');
    expect(statesOf(card).slice(0, 4)).toEqual(['✔ 1 franchi', '… 2 en cours', '? 3 non lu', '· 4 à venir']);
    expect(linesOf(card)).toContain('10:41 · 8c28d794aa0f2b5e');
  });
});

describe('when it is over', () => {
  test('broken: eight states, finding, next step and way back, in this order', () => {
    const card = traceCard(view({ report: sampleReport(5) }), PARIS);

    expect(statesOf(card)).toEqual([
      ...[1, 2, 3, 4].map((number) => `✔ ${number} passed`),
      '✖ 5 broken',
      ...[6, 7, 8].map((number) => `– ${number} not reached`),
    ]);
    expect(linesOf(card).slice(-6)).toEqual([
      '✖ Broken link 5 · GT0501',
      'The Application follows another branch',
      'It follows gateway, the tag commit is on main.',
      'Next: Compare targetRevision with main.',
      'Way back: Nothing to revert.',
      'Read 12 Mar 2026 10:52 (Europe/Paris)',
    ]);
    expect(card.speak).toBe(
      'orders prd: Broken link 5. The Application follows another branch. Compare targetRevision with main.',
    );
    expect(card.actions?.map(({ title }) => title)).toEqual(['Re-check']);
  });

  test('the same in French, with French spaces', () => {
    const finding = sampleFinding({ title: 'L’Application suit une autre branche' });
    const card = traceCard(view({ report: sampleReport(5, { locale: 'fr', finding }) }), PARIS_FR);

    expect(statesOf(card)[4]).toBe('✖ 5 rompu');
    expect(wordsOf(card)).toContain('Maillon 5 rompu');
    expect(wordsOf(card)).toContain('Ensuite\u00a0: ');
    expect(wordsOf(card)).toContain('Lu le 12 mars 2026 10:52 (Europe/Paris)');
    expect(card.lang).toBe('fr');
    expect(card.actions?.[0]?.data).toEqual({
      v: 1,
      service: 'orders',
      subject: 'in-cluster/argocd/orders-prd',
      locale: 'fr',
      again: 1,
    });
  });

  test('live: no finding, nothing about a way back', () => {
    const card = traceCard(view({ report: sampleReport(null) }), PARIS);

    expect(statesOf(card).every((state) => state.endsWith('passed'))).toBe(true);
    expect(linesOf(card).slice(-2)).toEqual([
      '✔ Live: the change is served',
      'Read 12 Mar 2026 10:52 (Europe/Paris)',
    ]);
  });

  test('live, and a finding says why the person sees the old page', () => {
    const finding = sampleFinding({
      code: 'GT0790',
      leaf: 'healthy_browser_cache',
      title: 'The page is cached',
    });
    const report = sampleReport(null, { leaf: 'healthy_browser_cache', code: 'GT0790' });
    const links = report.links.map((link) => (link.link === 7 ? { ...link, findings: [finding] } : link));
    const card = traceCard(view({ report: { ...report, links } }), PARIS);

    expect(linesOf(card)).toContain('✔ Live: the change is served · GT0790');
    expect(linesOf(card)).toContain('The page is cached');
  });

  test('waiting: until when, in the zone of the reader', () => {
    const finding = sampleFinding({ code: 'GT0508', detail: 'Seen by 2026-03-12T09:55:00Z.' });
    const report = sampleReport(5, { finding });
    const links = report.links.map((link) =>
      link.link === 5 ? { ...link, status: 'waiting' as const } : link,
    );
    const card = traceCard(view({ report: { ...report, outcome: 'waiting', links } }), PARIS);

    expect(statesOf(card)[4]).toBe('⏳ 5 waiting');
    expect(linesOf(card)).toContain('⏳ Waiting at link 5 · GT0508');
    expect(linesOf(card)).toContain('Seen by 10:55.');
  });

  test('an unread link above the break makes it the first proven one', () => {
    const report = sampleReport(5, { unread: [{ what: 'Registry', why: 'refused this address' }] });
    const links = report.links.map((link) =>
      link.link === 3 ? sampleLink(3, 'unknown', 'en', { proof: [] }) : link,
    );
    const card = traceCard(view({ report: { ...report, links } }), PARIS);

    expect(statesOf(card)[2]).toBe('? 3 not read');
    expect(linesOf(card)).toContain('✖ First proven break: link 5 · GT0501');
    expect(linesOf(card)).toContain('Not read: Registry: refused this address');
  });

  test('no verdict', () => {
    const report: Report = { ...sampleReport(3), outcome: 'undetermined', code: null, leaf: null };
    const links = report.links.map((link) =>
      link.link === 3 ? { ...link, status: 'unknown' as const, findings: [] } : link,
    );
    const card = traceCard(view({ report: { ...report, links } }), PARIS);

    expect(linesOf(card)).toContain('? No verdict: link 3 could not be read');
  });

  test('what was also seen has its link, its code and its title', () => {
    const other = sampleFinding({ code: 'GT0709', leaf: 'quota', title: 'The quota is used up' });
    const report = sampleReport(5, { alsoSeen: [{ link: 7, leaf: 'quota', code: 'GT0709' }] });
    const links = report.links.map((link) => (link.link === 7 ? { ...link, findings: [other] } : link));
    const card = traceCard(view({ report: { ...report, links } }), PARIS);

    expect(linesOf(card)).toContain('Also seen: 7 · GT0709 The quota is used up');
  });

  test('a later change is named', () => {
    const report = sampleReport(5);
    const request = { ...report.request, supersededBy: '8c28d794aa0f2b5e8c28d794aa0f2b5e8c28d794' };
    const card = traceCard(view({ report: { ...report, request } }), PARIS);

    expect(linesOf(card)).toContain('A later change contains it: 8c28d794');
  });
});

describe('whatever comes in', () => {
  test.each([
    ['Markdown', '[click](https://evil.test) **bold** <at>all</at> \u202e"\\'],
    ['emoji', '🔎'],
  ])('stays below 25 KB, in core elements, with nothing read as Markdown: %s', (_, text) => {
    const hostile = text.repeat(20_000);
    const finding = sampleFinding({ title: hostile, detail: hostile, next: hostile });
    const report = sampleReport(5, {
      finding,
      rollback: { offer: 'propose', reason: hostile },
      unread: Array.from({ length: 50 }, () => ({ what: hostile, why: hostile })),
      alsoSeen: Array.from({ length: 50 }, () => ({ link: 5, leaf: 'wrong_branch', code: finding.code })),
    });
    const links = report.links.map((link) => ({
      ...link,
      name: hostile,
      proof: [{ label: hostile, value: hostile, at: TAKEN_AT, source: hostile }],
    }));
    const name = 'n'.repeat(253);
    const card = traceCard(
      view({ report: { ...report, links }, subject: { ...subject(name, name), application: name } }),
      PARIS,
    );

    expect(problemsOf(card)).toEqual([]);
    expect(JSON.stringify(card)).not.toContain('\u202e');
  });
});
