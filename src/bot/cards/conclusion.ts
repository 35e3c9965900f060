// The lower half of a finished trace card: the outcome, its finding, the way back, and what could not be read.
import type { Bilingual, Locale } from '../../diagnostics/locale.ts';
import { fill } from '../../diagnostics/locale.ts';
import type { Report, ReportFinding } from '../../diagnostics/report.types.ts';
import type { Outcome } from '../../diagnostics/verdict.ts';
import type { Colour, Element, TextRun } from './elements.ts';
import { container, line, run } from './elements.ts';
import { changeWords } from './words.ts';
import type { Reader } from './times.ts';
import { datedTime } from './times.ts';

const HEADLINES: Readonly<Record<Outcome, Bilingual>> = {
  broken: { en: 'Broken link {link}', fr: 'Maillon {link} rompu' },
  waiting: { en: 'Waiting at link {link}', fr: 'En attente au maillon {link}' },
  live: { en: 'Live: the change is served', fr: 'En service\u00a0: le changement est servi' },
  undetermined: {
    en: 'No verdict: link {link} could not be read',
    fr: 'Sans verdict\u00a0: maillon {link} non lu',
  },
};

/** Links above the break could not be read, so an earlier break is possible. */
const FIRST_PROVEN: Bilingual = {
  en: 'First proven break: link {link}',
  fr: 'Première rupture prouvée\u00a0: maillon {link}',
};

const SIGNS_AND_COLOURS: Readonly<Record<Outcome, { readonly sign: string; readonly color: Colour }>> = {
  broken: { sign: '✖', color: 'attention' },
  waiting: { sign: '⏳', color: 'warning' },
  live: { sign: '✔', color: 'good' },
  undetermined: { sign: '?', color: 'warning' },
};

const LABELS = {
  next: { en: 'Next', fr: 'Ensuite' },
  wayBack: { en: 'Way back', fr: 'Retour arrière' },
  alsoSeen: { en: 'Also seen', fr: 'Vu aussi' },
  unread: { en: 'Not read', fr: 'Non lu' },
  superseded: { en: 'A later change contains it', fr: 'Un changement plus récent le contient' },
} as const satisfies Readonly<Record<string, Bilingual>>;

const TAKEN: Bilingual = { en: 'Read {time} ({zone})', fr: 'Lu le {time} ({zone})' };

/** Lists are cut to this many lines: the rest is in the details. */
const MAX_LINES = 4;

export function conclusion(report: Report, reader: Reader): readonly Element[] {
  const { locale } = reader;
  const finding = decidingFinding(report);
  const lines = [
    ...(finding === null ? [] : findingLines(finding, locale)),
    ...(report.request.supersededBy === undefined
      ? []
      : [
          labelled(
            LABELS.superseded[locale],
            changeWords({ kind: 'commit', value: report.request.supersededBy }, locale),
            locale,
          ),
        ]),
    ...(report.rollback.reason === ''
      ? []
      : [labelled(LABELS.wayBack[locale], report.rollback.reason, locale)]),
    ...alsoSeen(report, locale),
    ...unread(report, locale),
  ];
  return [
    container([line(headline(report, finding, locale)), ...lines], {
      style: 'emphasis',
      spacing: 'medium',
    }),
    line(run(takenAt(report, reader), { isSubtle: true, size: 'small' }), {
      horizontalAlignment: 'right',
      spacing: 'small',
    }),
  ];
}

/** The finding that decided. When the chain is live, the one that says why a person may still see the old page. */
export function decidingFinding(report: Report): ReportFinding | null {
  if (report.code === null) return null;
  const findings = report.links.flatMap((link) =>
    report.link === null || link.link === report.link ? link.findings : [],
  );
  return findings.find((finding) => finding.code === report.code) ?? null;
}

export function headlineWords(report: Report, locale: Locale): string {
  const blind =
    report.link !== null &&
    report.links.some((link) => link.link < (report.link ?? 0) && link.status === 'unknown');
  const template = report.outcome === 'broken' && blind ? FIRST_PROVEN : HEADLINES[report.outcome];
  return fill(template[locale], { link: report.link ?? '' });
}

function headline(report: Report, finding: ReportFinding | null, locale: Locale): readonly TextRun[] {
  const { sign, color } = SIGNS_AND_COLOURS[report.outcome];
  const words = run(`${sign} ${headlineWords(report, locale)}`, { weight: 'bolder', size: 'medium', color });
  return finding === null ? [words] : [words, run(` · ${finding.code}`, { size: 'medium', isSubtle: true })];
}

function findingLines(finding: ReportFinding, locale: Locale): readonly Element[] {
  return [
    line(run(finding.title, { weight: 'bolder' }), { spacing: 'small' }),
    line(run(finding.detail), { spacing: 'small' }),
    ...(finding.next === '' ? [] : [labelled(LABELS.next[locale], finding.next, locale)]),
  ];
}

function alsoSeen(report: Report, locale: Locale): readonly Element[] {
  return report.alsoSeen.slice(0, MAX_LINES).map((seen) => {
    const found = report.links.flatMap((link) => link.findings).find((finding) => finding.code === seen.code);
    const title = found === undefined ? '' : ` ${found.title}`;
    return labelled(LABELS.alsoSeen[locale], `${seen.link} · ${seen.code}${title}`, locale);
  });
}

function unread(report: Report, locale: Locale): readonly Element[] {
  return report.unread.slice(0, MAX_LINES).map(({ what, why }) => {
    const colon = locale === 'fr' ? '\u00a0: ' : ': ';
    return labelled(LABELS.unread[locale], `${what}${colon}${why}`, locale);
  });
}

function labelled(label: string, text: string, locale: Locale): Element {
  return line([run(locale === 'fr' ? `${label}\u00a0: ` : `${label}: `, { weight: 'bolder' }), run(text)], {
    spacing: 'small',
  });
}

function takenAt(report: Report, reader: Reader): string {
  const time = datedTime(report.takenAt, reader);
  return fill(TAKEN[reader.locale], { time, zone: reader.timeZone });
}
