// Reports for tests of the bot: all links passed, unless a test says otherwise.
import { LINK_IDS, LINK_TITLES, linkNumber } from '../../../src/diagnostics/chain.ts';
import type { LinkNumber } from '../../../src/diagnostics/chain.ts';
import type { Locale } from '../../../src/diagnostics/locale.ts';
import type { Report, ReportFinding, ReportLink } from '../../../src/diagnostics/report.types.ts';
import type { VerdictStatus } from '../../../src/diagnostics/verdict.ts';

export const TAKEN_AT = '2026-03-12T09:52:00Z';

export function sampleFinding(overrides: Partial<ReportFinding> = {}): ReportFinding {
  return {
    code: 'GT0501',
    leaf: 'wrong_branch',
    title: 'The Application follows another branch',
    detail: 'It follows gateway, the tag commit is on main.',
    next: 'Compare targetRevision with main.',
    commands: [],
    ...overrides,
  };
}

export function sampleLink(
  link: LinkNumber,
  status: VerdictStatus,
  locale: Locale = 'en',
  overrides: Partial<ReportLink> = {},
): ReportLink {
  const id = LINK_IDS[link - 1] ?? 'merge';
  return {
    link,
    name: LINK_TITLES[id][locale],
    status,
    findings: [],
    proof: [{ label: 'Commit', value: '8c28d794aa0f2b5e', at: '2026-03-12T09:41:00Z', source: 'GET /x' }],
    ...overrides,
  };
}

/** Broken at `link` (with `finding`), or live when it is null. */
export function sampleReport(
  link: LinkNumber | null,
  options: { readonly locale?: Locale; readonly finding?: ReportFinding } & Partial<Report> = {},
): Report {
  const { locale = 'en', finding = sampleFinding(), ...overrides } = options;
  const links = LINK_IDS.map(linkNumber).map((number) => {
    if (link === null || number < link) return sampleLink(number, 'pass', locale);
    if (number === link) return sampleLink(number, 'broken', locale, { findings: [finding] });
    return sampleLink(number, 'skipped', locale, { proof: [] });
  });
  return {
    schema: 1,
    case: null,
    request: {
      service: 'orders',
      application: 'orders-prd',
      cluster: 'in-cluster',
      environment: 'prd',
      change: null,
    },
    takenAt: TAKEN_AT,
    outcome: link === null ? 'live' : 'broken',
    link,
    leaf: link === null ? null : finding.leaf,
    code: link === null ? null : finding.code,
    alsoSeen: [],
    links,
    path: [],
    rollback: { offer: 'none', reason: link === null ? '' : 'Nothing to revert.' },
    unread: [],
    timing: { ms: 120, calls: 14 },
    ...overrides,
  };
}
