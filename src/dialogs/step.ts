// One step of the conversation: (state, input) → (state, effects). Pure; the shell looks things up before and acts after.
import type { ObservationError } from '../diagnostics/evidence/observed.ts';
import type { Locale } from '../diagnostics/locale.ts';
import type { DialogState } from './state.ts';
import type { Subject } from './subject.ts';
import { subjectKey } from './subject.ts';
import type { Understood } from './understand.ts';

/** A button of a card. It is as little trusted as typed text: what it names is looked up again. */
export interface Choice {
  readonly service: string;
  /** Key of the subject, where the service has several. */
  readonly subject?: string;
  /** Asked for again on purpose: a trace of a moment ago does not count. */
  readonly again: boolean;
}

export interface Input {
  /** Stable for one activity: a redelivered one has the same. */
  readonly id: string;
  readonly asked:
    | { readonly kind: 'words'; readonly words: Understood }
    | { readonly kind: 'choice'; readonly choice: Choice };
  /** What the directory has for `nameWanted`; empty when that is null or nothing has the name. */
  readonly found: readonly Subject[];
  /** Names of services, for suggestions. */
  readonly services: readonly string[];
  /** Set when the directory could not be read: nothing may be said about what exists. */
  readonly unread: ObservationError | null;
  readonly now: Date;
}

export type Effect =
  | {
      readonly type: 'help';
      readonly reason: 'asked' | 'greeting' | 'notUnderstood';
      readonly services: readonly string[];
    }
  | {
      readonly type: 'whichService';
      readonly unknownName: string | null;
      readonly candidates: readonly string[];
    }
  | {
      readonly type: 'whichApplication';
      readonly service: string;
      /** An environment that was asked for and has none. */
      readonly noneIn: string | null;
      readonly subjects: readonly Subject[];
    }
  | { readonly type: 'trace'; readonly trace: string; readonly subject: Subject }
  | {
      readonly type: 'alreadyTraced';
      readonly trace: string;
      readonly subject: Subject;
      readonly secondsAgo: number;
    }
  | { readonly type: 'directoryUnread'; readonly error: ObservationError }
  | { readonly type: 'language'; readonly chosen: Locale | null }
  | { readonly type: 'cancelled'; readonly something: boolean };

export interface Step {
  readonly state: DialogState;
  readonly effects: readonly Effect[];
}

/** Same trace asked twice within this time: the card already there is pointed at (experience: the trace card). */
const SAME_TRACE_SECONDS = 30;
/** Asked for again on purpose: only a double click is the same trace. */
const DOUBLE_CLICK_SECONDS = 3;
const REMEMBERED_TRACES = 10;
const SUGGESTED_SERVICES = 5;

/** What the directory is asked for before the step: the name of a service, or of an Application typed whole. */
export function nameWanted(state: DialogState, asked: Input['asked']): string | null {
  if (asked.kind === 'choice') return asked.choice.service;
  if (asked.words.intent !== 'trace') return null;
  const named = asked.words.service ?? asked.words.unknownName;
  if (named !== undefined) return named;
  if (asked.words.environment === undefined) return null;
  return state.place.name === 'choosingApplication' ? state.place.service : state.service;
}

export function step(state: DialogState, input: Input): Step {
  if (input.asked.kind === 'choice')
    return traceOrAsk(state, input, input.asked.choice.service, input.asked.choice);

  const words = input.asked.words;
  switch (words.intent) {
    case 'help':
    case 'greeting': {
      const reason = words.intent === 'help' ? 'asked' : 'greeting';
      return idle(state, { type: 'help', reason, services: suggestions(state, input) });
    }
    case 'language':
      return stay(state, { type: 'language', chosen: words.wanted ?? null });
    case 'cancel':
      return idle(state, { type: 'cancelled', something: state.place.name !== 'idle' });
    case 'trace': {
      if (input.unread !== null) return stay(state, { type: 'directoryUnread', error: input.unread });
      const name = nameWanted(state, input.asked);
      if (name === null || input.found.length === 0) return askService(state, input, words);
      const environment = words.environment ?? expectedEnvironment(state);
      return traceOrAsk(state, input, name, {
        ...(environment === undefined ? {} : { environment }),
        again: false,
      });
    }
    case 'unknown':
      return stay(state, { type: 'help', reason: 'notUnderstood', services: suggestions(state, input) });
  }
}

interface Wish {
  readonly subject?: string;
  readonly environment?: string;
  readonly again: boolean;
}

function traceOrAsk(state: DialogState, input: Input, service: string, wish: Wish): Step {
  if (input.unread !== null) return stay(state, { type: 'directoryUnread', error: input.unread });
  if (input.found.length === 0) {
    const place = { name: 'choosingService', environment: wish.environment ?? null } as const;
    return {
      state: { ...state, place },
      effects: [{ type: 'whichService', unknownName: service, candidates: suggestions(state, input) }],
    };
  }

  const meant = input.found.filter((subject) => isMeant(subject, wish));
  const [only] = meant;
  if (meant.length === 1 && only !== undefined) return trace(state, input, only, wish.again);

  return {
    state: { ...state, place: { name: 'choosingApplication', service } },
    effects: [
      {
        type: 'whichApplication',
        service,
        noneIn: meant.length === 0 ? (wish.environment ?? null) : null,
        subjects: meant.length === 0 ? input.found : meant,
      },
    ],
  };
}

function isMeant(subject: Subject, wish: Wish): boolean {
  if (wish.subject !== undefined) return subjectKey(subject) === wish.subject;
  if (wish.environment !== undefined) return subject.environment === wish.environment;
  return true;
}

function trace(state: DialogState, input: Input, subject: Subject, again: boolean): Step {
  const key = subjectKey(subject);
  const age = (recent: { readonly at: string }) => (input.now.getTime() - Date.parse(recent.at)) / 1000;
  const fresh = state.recent.filter((recent) => age(recent) < SAME_TRACE_SECONDS);
  const next = { place: { name: 'idle' }, service: subject.service } as const;

  const same = fresh.find((recent) => recent.subject === key);
  if (same !== undefined && age(same) < (again ? DOUBLE_CLICK_SECONDS : SAME_TRACE_SECONDS)) {
    return {
      state: { ...next, recent: fresh },
      effects: [{ type: 'alreadyTraced', trace: same.trace, subject, secondsAgo: Math.round(age(same)) }],
    };
  }

  const started = { subject: key, trace: input.id, at: input.now.toISOString() };
  const recent = [started, ...fresh.filter((one) => one.subject !== key)].slice(0, REMEMBERED_TRACES);
  return { state: { ...next, recent }, effects: [{ type: 'trace', trace: input.id, subject }] };
}

function askService(state: DialogState, input: Input, words: Understood): Step {
  const near = words.candidates ?? [];
  const candidates = near.length > 0 ? near : suggestions(state, input);
  return {
    state: { ...state, place: { name: 'choosingService', environment: words.environment ?? null } },
    effects: [{ type: 'whichService', unknownName: words.unknownName ?? null, candidates }],
  };
}

function expectedEnvironment(state: DialogState): string | undefined {
  return state.place.name === 'choosingService' ? (state.place.environment ?? undefined) : undefined;
}

/** The service of this conversation first. */
function suggestions(state: DialogState, input: Input): readonly string[] {
  const own = input.services.filter((name) => name === state.service);
  const others = input.services.filter((name) => name !== state.service);
  return [...own, ...others].slice(0, SUGGESTED_SERVICES);
}

function stay(state: DialogState, effect: Effect): Step {
  return { state, effects: [effect] };
}

function idle(state: DialogState, effect: Effect): Step {
  return { state: { ...state, place: { name: 'idle' } }, effects: [effect] };
}
