// The trace card: one message that fills up while the trace runs and ends with the conclusion.
import { LINK_IDS, LINK_TITLES, linkNumber } from '../../diagnostics/chain.ts';
import type { Locale } from '../../diagnostics/locale.ts';
import type { Report, ReportLink } from '../../diagnostics/report.types.ts';
import { conclusion } from './conclusion.ts';
import type { AdaptiveCard, Element, ExecuteAction } from './elements.ts';
import { card, column, columns, container, execute, line, run } from './elements.ts';
import { shortValue } from './plain.ts';
import type { RowState } from './signs.ts';
import { SIGNS, wordColour } from './signs.ts';
import { spokenReport, spokenStart } from './spoken.ts';
import { recheckData } from './action-data.ts';
import { changeWords } from './words.ts';
import type { Reader } from './times.ts';
import { readableTime } from './times.ts';
import type { Subject } from '../../dialogs/subject.ts';

/** What is known of a trace at one moment: enough to draw its card. */
export interface TraceView {
  readonly subject: Subject;
  readonly change: Report['request']['change'];
  /** Links judged so far, in any order. */
  readonly links: readonly ReportLink[];
  /** Set when the trace is over. */
  readonly report: Report | null;
  /** `today` for the times shown: the engine's clock. ISO 8601 UTC. */
  readonly now: string;
}

export function traceCard(view: TraceView, reader: Reader): AdaptiveCard {
  const { report } = view;
  const links = report?.links ?? view.links;
  const rows = LINK_IDS.map((id) => {
    const number = linkNumber(id);
    const link = links.find((one) => one.link === number);
    return row(number, link?.name ?? LINK_TITLES[id][reader.locale], link ?? null, rowState(number, links), {
      now: report?.takenAt ?? view.now,
      reader,
    });
  });

  return card({
    lang: reader.locale,
    said: report === null ? spokenStart(view.subject, reader.locale) : spokenReport(report, reader.locale),
    body: [
      ...header(view, links.length, reader.locale),
      container(rows, { spacing: 'medium' }),
      ...(report === null ? [] : conclusion(report, reader)),
    ],
    actions: report === null ? [] : [recheck(view.subject, reader.locale)],
  });
}

function header(view: TraceView, judged: number, locale: Locale): readonly Element[] {
  const { subject, report } = view;
  const change = report?.request.change ?? view.change;
  const progress = { en: `checking, ${judged} of 8`, fr: `en cours, ${judged} sur 8` }[locale];
  const details = [
    `Application ${subject.application}`,
    ...(change === null ? [] : [changeWords(change, locale)]),
    ...(report === null ? [progress] : []),
  ];
  return [
    line([
      run(`🔎 ${subject.service}`, { weight: 'bolder', size: 'large' }),
      ...(subject.environment === null ? [] : [run(` · ${subject.environment}`, { size: 'large' })]),
    ]),
    line(run(details.join(' · '), { isSubtle: true, size: 'small' }), { spacing: 'none' }),
  ];
}

function rowState(number: number, links: readonly ReportLink[]): RowState {
  const link = links.find((one) => one.link === number);
  if (link !== undefined) return link.status;
  const judged = new Set<number>(links.map((one) => one.link));
  const next = LINK_IDS.map(linkNumber).find((candidate) => !judged.has(candidate));
  return number === next ? 'looking' : 'ahead';
}

/** The healthy sentences are shorter; a longer one is not ours. */
const NAME_LIMIT = 80;

function row(
  number: number,
  name: string,
  link: ReportLink | null,
  state: RowState,
  context: { readonly now: string; readonly reader: Reader },
): Element {
  const { sign, word, colour } = SIGNS[state];
  const quiet = state === 'skipped' || state === 'ahead';
  const loud = state === 'broken' || state === 'waiting' || state === 'unknown';
  const facts = link === null ? [] : factsOf(link, context);
  return columns([
    column('36px', [
      line([
        run(sign, quiet ? { isSubtle: true } : { color: colour, weight: 'bolder' }),
        run(` ${number}`, { isSubtle: true }),
      ]),
    ]),
    column('stretch', [
      line(run(name, quiet ? { isSubtle: true } : loud ? { weight: 'bolder' } : {}, NAME_LIMIT)),
      ...(facts.length === 0
        ? []
        : [line(run(facts.join(' · '), { isSubtle: true, size: 'small' }), { spacing: 'none' })]),
    ]),
    column('auto', [
      line(
        run(
          word[context.reader.locale],
          loud
            ? { color: wordColour(colour), weight: 'bolder', size: 'small' }
            : { isSubtle: true, size: 'small' },
        ),
        { horizontalAlignment: 'right' },
      ),
    ]),
  ]);
}

/** The first proof with its time: what the link rests on. Skipped links only have facts of the previous change. */
function factsOf(
  link: ReportLink,
  context: { readonly now: string; readonly reader: Reader },
): readonly string[] {
  const [proof] = link.proof;
  if (proof === undefined || link.status === 'skipped') return [];
  return [readableTime(proof.at, context.now, context.reader), shortValue(proof.value)];
}

function recheck(subject: Subject, locale: Locale): ExecuteAction {
  return execute({ en: 'Re-check', fr: 'Revérifier' }[locale], 'trace', recheckData(subject, locale));
}
