// The parts of a report that every written form shows, in their order, as plain text of one line each.
import { decidingFinding, headlineWords } from '../bot/cards/conclusion.ts';
import { plain, shortValue } from '../bot/cards/plain.ts';
import { SIGNS } from '../bot/cards/signs.ts';
import { datedTime } from '../bot/cards/times.ts';
import { changeWords, subjectWords } from '../bot/cards/words.ts';
import { fill, type Locale } from '../diagnostics/locale.ts';
import type { Report, ReportProof } from '../diagnostics/report.types.ts';
import { withColon, WORDS } from './words.ts';

export interface Row {
  readonly number: number;
  readonly sign: string;
  readonly word: string;
  readonly name: string;
}

export interface ProofLine {
  readonly link: number;
  readonly label: string;
  readonly value: string;
  readonly at: string;
  readonly url: string | null;
  readonly source: string;
}

export interface Parts {
  readonly subject: string;
  readonly taken: string;
  readonly rows: readonly Row[];
  readonly headline: string;
  /** Code and title of the deciding finding. */
  readonly finding: string | null;
  readonly detail: string | null;
  readonly next: string | null;
  readonly commands: readonly string[];
  readonly proofs: readonly ProofLine[];
  readonly superseded: string | null;
  readonly wayBack: string | null;
  readonly alsoSeen: readonly string[];
  readonly unread: readonly string[];
  readonly path: string | null;
}

/** A log line or a condition may be pages long: facts/teams-identity-infra.md 4 shows at most 1,500 characters of evidence. */
const LIMIT = 1500;

export function partsOf(report: Report, locale: Locale): Parts {
  const finding = decidingFinding(report);
  const { request, timing } = report;
  const line = (text: string) => plain(text, LIMIT);
  const words = (key: keyof typeof WORDS) => WORDS[key][locale];
  const time = (iso: string) => datedTime(iso, { locale, timeZone: 'UTC' });
  return {
    subject: [
      subjectWords(request),
      fill(words('onCluster'), { application: request.application, cluster: request.cluster }),
      ...(request.change === null ? [] : [changeWords(request.change, locale)]),
    ]
      .map(line)
      .join(' · '),
    taken: fill(words('taken'), { time: time(report.takenAt), calls: timing.calls, ms: timing.ms }),
    rows: report.links.map(({ link, name, status }) => ({
      number: link,
      sign: SIGNS[status].sign,
      word: SIGNS[status].word[locale],
      name,
    })),
    headline: headlineWords(report, locale),
    finding: finding === null ? null : line(`${finding.code} ${finding.title}`),
    detail: finding === null ? null : line(finding.detail),
    next: finding === null || finding.next === '' ? null : line(finding.next),
    commands: finding === null ? [] : finding.commands.map(line),
    proofs: report.links.flatMap(({ link, proof }) => proof.map((item) => proofLine(link, item, time, line))),
    superseded: request.supersededBy === undefined ? null : shortValue(request.supersededBy),
    wayBack: report.rollback.reason === '' ? null : line(report.rollback.reason),
    alsoSeen: report.alsoSeen.map((seen) => {
      const title = report.links
        .flatMap(({ findings }) => findings)
        .find(({ code }) => code === seen.code)?.title;
      return line(`${seen.link} · ${seen.code}${title === undefined ? '' : ` ${title}`}`);
    }),
    unread: report.unread.map(({ what, why }) => line(withColon(what, why, locale))),
    path: report.path.length === 0 ? null : report.path.join(' → '),
  };
}

function proofLine(
  link: number,
  { label, value, at, url, source }: ReportProof,
  time: (iso: string) => string,
  line: (text: string) => string,
): ProofLine {
  return {
    link,
    label,
    value: line(value),
    at: `${time(at)} UTC`,
    url: url !== undefined && isHttps(url) ? url : null,
    source: line(source),
  };
}

/** Addresses are built from ids, but from a bundle somebody else may have written. */
function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:' && !/[\s<>]/.test(url);
}
