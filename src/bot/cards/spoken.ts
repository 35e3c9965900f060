// One sentence for the ear and for the notification: what the card says, without its layout.
import type { Locale } from '../../diagnostics/locale.ts';
import type { Report } from '../../diagnostics/report.types.ts';
import { decidingFinding, headlineWords } from './conclusion.ts';
import { subjectWords } from './words.ts';

export function spokenStart(
  subject: { readonly service: string; readonly environment: string | null },
  locale: Locale,
): string {
  const name = subjectWords(subject);
  return { en: `Trace of ${name} is running.`, fr: `Trace de ${name} en cours.` }[locale];
}

export function spokenReport(report: Report, locale: Locale): string {
  const colon = locale === 'fr' ? '\u00a0: ' : ': ';
  const finding = decidingFinding(report);
  const verdict = `${subjectWords(report.request)}${colon}${headlineWords(report, locale)}.`;
  if (finding === null) return verdict;
  const next = finding.next === '' ? '' : ` ${finding.next}`;
  return `${verdict} ${sentence(finding.title)}${next}`;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
