// Secrets planted where systems really show them (commit messages, run logs, events, pod states, API errors) reach no
// bundle, report, terminal text or card; what a diagnosis needs stays readable.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { traceCard } from '../src/bot/cards/trace-card.ts';
import { reportMarkdown } from '../src/cli/markdown.ts';
import { reportText } from '../src/cli/text.ts';
import { makeBundle, printBundle } from '../src/diagnostics/evidence/bundle.ts';
import { LOCALES } from '../src/diagnostics/locale.ts';
import { makeReport, type Traced } from '../src/diagnostics/report.ts';
import { loadCase } from '../src/lab/cases/load.ts';
import type { LabCase } from '../src/lab/cases/schema.ts';
import { startLab, type Lab } from '../src/lab/server.ts';
import { traceCase } from './accuracy/trace-case.ts';

// Built from parts: nothing in this file is a secret, and nothing looks like one to a scanner.
const letters = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'.repeat(4);
const part = (length: number): string => letters.slice(0, length);

/** The secret itself, and how a log or a message shows it. */
const SECRETS: readonly (readonly [secret: string, shown: string])[] = [
  [`${part(30)}Bea`, `Authorization: Bearer ${part(30)}Bea`],
  [`eyJ${part(20)}.eyJ${part(30)}.${part(24)}`, `token eyJ${part(20)}.eyJ${part(30)}.${part(24)} refused`],
  [`${part(76)}AZDO${part(4)}`, `pushing with ${part(76)}AZDO${part(4)}`],
  [`abc8Q~${part(33)}`, `client secret abc8Q~${part(33)} has expired`],
  ['hunter2hunter2', 'git clone https://build:hunter2hunter2@dev.azure.com/o/p/_git/r'],
  ['Zm9vYmFyYmF6cXV4==', 'AccountName=st;AccountKey=Zm9vYmFyYmF6cXV4==;EndpointSuffix=core.windows.net'],
  ['s3cr3t-Value!', 'DB_PASSWORD="s3cr3t-Value!" was wrong'],
  ['sigSIGsig123', 'GET https://st.blob.core.windows.net/c/b?sv=2024&sig=sigSIGsig123&se=1'],
  [`sk-${part(40)}`, `openai key sk-${part(40)} is not valid`],
  [
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----',
  ],
  ['ana.lopez@contoso.example', 'ask ana.lopez@contoso.example'],
];
const PLANTED = SECRETS.map(([, shown]) => shown).join(' \n');

function planted(original: LabCase): LabCase {
  const labCase = structuredClone(original);
  const { kubernetes, azureDevOps } = labCase.estate;
  for (const repository of azureDevOps.repositories) {
    for (const commit of repository.commits) commit.message = `${commit.message}\n\n${PLANTED}`;
  }
  for (const build of azureDevOps.builds) {
    for (const lines of Object.values(build.logs))
      lines.splice(-1, 0, ...PLANTED.split('\n').map((line) => `2026-10-20T08:00:00.0000000Z ${line}`));
  }
  for (const cluster of kubernetes.clusters) {
    for (const object of cluster.objects) plantInto(object);
    for (const log of cluster.podLogs) log.lines.push(...PLANTED.split('\n'));
  }
  return labCase;
}

/** Every `message` of an object: events, conditions, waiting and terminated states, operations. */
function plantInto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === 'message' && typeof child === 'string')
      Object.assign(value, { message: `${child} ${PLANTED}` });
    else plantInto(child);
  }
}

function shownOf(traced: Traced): string[] {
  const bundle = makeBundle({ ...traced, maillon: '0.0.0' });
  return [
    printBundle(bundle),
    ...LOCALES.flatMap((locale) => {
      const report = makeReport(bundle, locale);
      const { application, service, cluster, environment } = report.request;
      const subject = {
        service,
        application,
        applicationNamespace: traced.request.applicationNamespace,
        cluster,
        environment,
      };
      const card = traceCard(
        { subject, change: report.request.change, links: report.links, report, now: traced.takenAt },
        { locale, timeZone: 'Europe/Paris' },
      );
      return [
        JSON.stringify(report),
        reportText(report, locale),
        reportMarkdown(report, locale),
        JSON.stringify(card),
      ];
    }),
  ];
}

// One case whose cause is in a run's log, one in a pod's state, one in a condition of the Application.
describe.each(['r081', 'r107', 'r002'])('planted in %s', (id) => {
  let lab: Lab;
  let original: LabCase;
  let shown: string[];

  beforeAll(async () => {
    lab = await startLab();
    original = loadCase(fileURLToPath(new URL(`cases/reports/${id}.yaml`, import.meta.url)));
    shown = shownOf((await traceCase(lab, planted(original))).traced);
  });
  afterAll(() => lab.close());

  test.each(SECRETS.map(([secret]) => secret))('%s is nowhere', (secret) => {
    const leaks = shown.filter(
      (text) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
    );

    expect(leaks).toHaveLength(0);
  });

  test('commit ids, digests and private addresses survive', () => {
    const [bundle = ''] = shown;
    const commits = original.estate.azureDevOps.repositories.flatMap(({ commits: all }) =>
      all.map((commit) => commit.id),
    );

    expect(commits.some((commit) => bundle.includes(commit))).toBe(true);
    expect(bundle).toMatch(/sha256:[0-9a-f]{64}/);
    expect(bundle).toMatch(/\b10\.\d+\.\d+\.\d+\b/);
    expect(bundle).toContain('[redacted]');
  });
});

test('secrets in API errors are masked too', async () => {
  const lab = await startLab();
  const labCase = structuredClone(
    loadCase(fileURLToPath(new URL('cases/reports/r081.yaml', import.meta.url))),
  );
  const body = { errors: [{ code: 'DENIED', message: PLANTED }] };
  labCase.estate.registry.error = { status: 403, body };
  labCase.estate.azureDevOps.errors = [
    { match: 'GET /_apis/build/', status: 403, body: { message: PLANTED, typeKey: 'AccessDeniedException' } },
  ];
  try {
    const { traced } = await traceCase(lab, labCase);
    const shown = shownOf(traced);

    for (const [secret] of SECRETS) expect(shown.filter((text) => text.includes(secret))).toHaveLength(0);
    expect(traced.evidence.runs?.ok).toBe(false);
  } finally {
    await lab.close();
  }
});
