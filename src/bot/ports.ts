// What the bot needs from the rest of the product; compose.ts hands it in.
import type { Answer } from '../diagnostics/evidence/observed.ts';
import type { Locale } from '../diagnostics/locale.ts';
import type { Report, ReportLink } from '../diagnostics/report.types.ts';
import type { Subject } from '../dialogs/subject.ts';
import type { Vocabulary } from '../dialogs/understand.ts';

/** Which services there are, and where each is deployed. */
export interface Directory {
  /** Names of services, most recently changed first, and of environments. */
  vocabulary(signal: AbortSignal): Promise<Answer<Vocabulary>>;
  /** Every Application of the service of that name, or the Application of that name; letter case does not matter. */
  find(name: string, signal: AbortSignal): Promise<Answer<readonly Subject[]>>;
}

export interface TraceOrder extends Subject {
  readonly change: Report['request']['change'];
}

export type TraceEvent =
  /** `at`: the engine's clock, which says what "today" is on the card. */
  | { readonly type: 'started'; readonly at: string; readonly change: Report['request']['change'] }
  | { readonly type: 'link'; readonly link: ReportLink }
  /** `bundle` is the redacted evidence, as it is written to a file. */
  | { readonly type: 'finished'; readonly report: Report; readonly bundle: unknown };

/** Texts come in `locale`. Throws only on a bug: what cannot be read is part of the report. */
export interface Tracer {
  trace(order: TraceOrder, locale: Locale, signal: AbortSignal): AsyncIterable<TraceEvent>;
}
