// The lower half of a finished trace card: the outcome, its finding, the way back, and what could not be read.
import type { Bilingual, Locale } from '../../diagnostics/locale.ts';
import { fill } from '../../diagnostics/locale.ts';
import type { Report, ReportFinding } from '../../diagnostics/report.types.ts';
import type { Outcome } from '../../diagnostics/verdict.ts';
import type { Colour, Element, TextRun } from './elements.ts';
import { container, line, run } from './elements.ts';
import { plain, shortValue } from './plain.ts';
import type { Reader } from './times.ts';
import { wordColour } from './signs.ts';
import { datedTime, timesIn } from './times.ts';

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

const COLON: Bilingual = { en: ': ', fr: '\u00a0: ' };

/** Lists are cut to this many lines, and each to this many characters: the rest is in the report. */
const MAX_LINES = 3;
const LINE_LIMIT = 160;

export function conclusion(report: Report, reader: Reader): readonly Element[] {
  const { locale } = reader;
  const finding = decidingFinding(report);
  const paragraphs = [
    ...(finding === null ? [] : findingParagraphs(finding, locale)),
    ...superseded(report, locale),
    ...wayBack(report, locale),
    ...alsoSeen(report, locale),
    ...unread(report, locale),
  ];
  const lines = paragraphs.map(({ label, text, isTitle }) => {
    const told = run(timesIn(text, report.takenAt, reader), isTitle === true ? { weight: 'bolder' } : {});
    return line(label === undefined ? told : [run(label, { weight: 'bolder' }), told], { spacing: 'small' });
  });
  const taken = fill(TAKEN[locale], { time: datedTime(report.takenAt, reader), zone: reader.timeZone });
  return [
    container([line(headline(report, finding, locale)), ...lines], { style: 'emphasis', spacing: 'medium' }),
    line(run(taken, { isSubtle: true, size: 'small' }), { horizontalAlignment: 'right', spacing: 'small' }),
  ];
}

interface Paragraph {
  readonly label?: string;
  readonly text: string;
  readonly isTitle?: boolean;
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
  const look = { weight: 'bolder', size: 'medium' } as const;
  return [
    run(`${sign} `, { ...look, color }),
    run(headlineWords(report, locale), { ...look, color: wordColour(color) }),
    ...(finding === null ? [] : [run(` · ${finding.code}`, { size: 'medium', isSubtle: true })]),
  ];
}

function findingParagraphs(finding: ReportFinding, locale: Locale): readonly Paragraph[] {
  return [
    { text: plain(finding.title, LINE_LIMIT), isTitle: true },
    { text: finding.detail },
    ...(finding.next === '' ? [] : [labelled('next', finding.next, locale)]),
  ];
}

function superseded(report: Report, locale: Locale): readonly Paragraph[] {
  const { supersededBy } = report.request;
  return supersededBy === undefined ? [] : [labelled('superseded', shortValue(supersededBy), locale)];
}

/** Why there is no way back is only of interest when something is broken. */
function wayBack(report: Report, locale: Locale): readonly Paragraph[] {
  const { offer, reason } = report.rollback;
  const isTold = reason !== '' && (report.outcome === 'broken' || offer !== 'none');
  return isTold ? [labelled('wayBack', reason, locale)] : [];
}

function alsoSeen(report: Report, locale: Locale): readonly Paragraph[] {
  const findings = report.links.flatMap((link) => link.findings);
  return report.alsoSeen.slice(0, MAX_LINES).map((seen) => {
    const title = findings.find((finding) => finding.code === seen.code)?.title ?? '';
    return labelled('alsoSeen', plain(`${seen.link} · ${seen.code} ${title}`, LINE_LIMIT), locale);
  });
}

function unread(report: Report, locale: Locale): readonly Paragraph[] {
  return report.unread
    .slice(0, MAX_LINES)
    .map(({ what, why }) => labelled('unread', plain(`${what}${COLON[locale]}${why}`, LINE_LIMIT), locale));
}

function labelled(label: keyof typeof LABELS, text: string, locale: Locale): Paragraph {
  return { label: `${LABELS[label][locale]}${COLON[locale]}`, text };
}
