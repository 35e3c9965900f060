// Reports for the printers: one of each outcome, with evidence that tries to be Markdown, a terminal code or a page long.
import { LINK_IDS, LINK_TITLES, linkNumber } from '../../src/diagnostics/chain.ts';
import type { Locale } from '../../src/diagnostics/locale.ts';
import type { Report, ReportLink } from '../../src/diagnostics/report.types.ts';

const AT = '2026-10-20T11:10:00.000Z';
const COMMIT = '8c28d794f6b51dd5d7a5c0f1f3a4f3c5f5a0b1c2';

function links(locale: Locale, parts: Partial<Record<number, Partial<ReportLink>>>): readonly ReportLink[] {
  return LINK_IDS.map((id) => {
    const link = linkNumber(id);
    return {
      link,
      name: LINK_TITLES[id][locale],
      status: 'skipped',
      findings: [],
      proof: [],
      ...parts[link],
    };
  });
}

const base = {
  schema: 1,
  case: 'x001',
  request: {
    service: 'orders',
    application: 'orders-prd',
    cluster: 'in-cluster',
    environment: 'prd',
    change: { kind: 'commit', value: COMMIT },
  },
  takenAt: AT,
  alsoSeen: [],
  path: [],
  unread: [],
  timing: { ms: 812, calls: 31 },
} as const;

const passed = {
  status: 'pass',
  proof: [
    {
      label: 'Commit',
      value: COMMIT,
      url: `https://dev.azure.com/fabrikam/Shop/_git/orders/commit/${COMMIT}`,
      at: '2026-10-20T10:41:00Z',
      source: 'GET /fabrikam/Shop/_apis/git/repositories/orders/commits',
    },
  ],
} as const satisfies Partial<ReportLink>;

export function brokenReport(locale: Locale): Report {
  const fr = locale === 'fr';
  return {
    ...base,
    outcome: 'broken',
    link: 5,
    leaf: 'wrong_branch',
    code: 'GT0501',
    alsoSeen: [{ link: 8, leaf: 'image_pull_401', code: 'GT0801' }],
    links: links(locale, {
      1: passed,
      2: passed,
      3: { status: 'unknown' },
      4: passed,
      5: {
        status: 'broken',
        findings: [
          {
            code: 'GT0501',
            leaf: 'wrong_branch',
            title: fr ? 'L’Application suit une autre branche' : 'The Application follows another branch',
            detail: fr
              ? 'Elle suit gateway, le commit du tag est sur main. Synced dit vrai\u00a0: de la branche gateway, qui ne reçoit plus rien depuis le 12 octobre.'
              : 'It follows gateway, the tag commit is on main. Synced is honest: of the branch gateway, which has received nothing since 12 October.',
            next: fr
              ? 'Comparer targetRevision avec main\u00a0; corriger l’Application dans Git.'
              : 'Compare targetRevision with main; change the Application in Git.',
            commands: [
              'argocd app get argocd/orders-prd -o yaml | grep targetRevision',
              'git log -1 origin/gateway',
            ],
          },
        ],
        proof: [
          {
            label: 'targetRevision',
            value: 'gateway | `main` *not* <b>\u001b[31m [link](https://evil.example) @channel',
            url: 'javascript:alert(1)',
            at: AT,
            source: 'GET /apis/argoproj.io/v1alpha1/namespaces/argocd/applications/orders-prd',
          },
        ],
      },
    }),
    path: ['A', 'B', 'B1'],
    rollback: {
      offer: 'none',
      reason: fr ? 'Rien à annuler\u00a0: 4797 sert toujours.' : 'Nothing to revert: 4797 is still serving.',
    },
    unread: [
      {
        what: fr ? 'le tag de l’image' : 'the image tag',
        why: fr ? 'acr.example a refusé (403)' : 'acr.example refused (403)',
      },
    ],
  };
}

export function liveReport(locale: Locale): Report {
  return {
    ...base,
    case: null,
    request: { ...base.request, environment: null, change: null, supersededBy: COMMIT },
    outcome: 'live',
    link: null,
    leaf: null,
    code: null,
    links: links(locale, Object.fromEntries(LINK_IDS.map((id) => [linkNumber(id), passed]))),
    path: ['A'],
    rollback: { offer: 'none', reason: '' },
  };
}

export function undeterminedReport(locale: Locale): Report {
  return {
    ...base,
    outcome: 'undetermined',
    link: 3,
    leaf: null,
    code: null,
    links: links(locale, { 1: passed, 2: { status: 'waiting' }, 3: { status: 'unknown' } }),
    rollback: { offer: 'none', reason: '' },
    unread: [{ what: 'a', why: 'word '.repeat(40).trim() }],
  };
}
