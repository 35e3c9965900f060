// Failures on demand: what a network, a proxy or a tired service does to an answer that was fine.
import type { LabSystem } from './addresses.ts';
import { text } from './exchange.ts';
import type { LabAnswer } from './exchange.ts';

export interface Failure {
  /** Which requests: one route (`GET /{project}/_apis/build/Builds`), one system, or every request. */
  readonly route?: string;
  readonly system?: LabSystem;
  readonly kind: FailureKind;
  /** How many requests fail before the rest goes through; absent: all. */
  readonly times?: number;
}

export type FailureKind =
  | { readonly status: 401 | 403 | 404 | 429 | 500 | 503; readonly retryAfterSeconds?: number }
  /** 200 with the page of a sign-in or a proxy. */
  | 'html'
  /** The headers promise the whole body, the connection ends in the middle of it. */
  | 'truncated'
  /** A byte order mark in front of the JSON. */
  | 'bom'
  /** The connection is cut without an answer. */
  | 'reset'
  /** No answer, ever. */
  | 'hang';

export type Injected =
  | { readonly answer: LabAnswer }
  | { readonly cut: 'reset' | 'hang' }
  | { readonly answer: LabAnswer; readonly cut: 'truncated' };

/** The failure that applies to this request, counted down; undefined: none. */
export type FailurePicker = (system: LabSystem, route: string | undefined) => FailureKind | undefined;

export function failurePicker(failures: readonly Failure[]): FailurePicker {
  const left = new Map(failures.map((failure) => [failure, failure.times ?? Number.POSITIVE_INFINITY]));
  return (system, route) => {
    for (const failure of failures) {
      const remaining = left.get(failure) ?? 0;
      if (remaining <= 0) continue;
      if (failure.system !== undefined && failure.system !== system) continue;
      if (failure.route !== undefined && failure.route !== route) continue;
      left.set(failure, remaining - 1);
      return failure.kind;
    }
    return undefined;
  };
}

export function inject(
  kind: FailureKind,
  answer: () => LabAnswer,
  refuse: (status: number) => LabAnswer,
): Injected {
  switch (kind) {
    case 'reset':
    case 'hang':
      return { cut: kind };
    case 'truncated':
      return { answer: answer(), cut: kind };
    case 'html':
      return { answer: text(PROXY_PAGE, 200, 'text/html; charset=utf-8') };
    case 'bom': {
      const whole = answer();
      return { answer: { ...whole, body: `\uFEFF${whole.body ?? ''}` } };
    }
    default: {
      const refused = refuse(kind.status);
      const wait = kind.retryAfterSeconds ?? (kind.status === 429 ? 1 : undefined);
      const headers = wait === undefined ? {} : { 'retry-after': String(wait) };
      return { answer: { ...refused, headers: { ...refused.headers, ...headers } } };
    }
  }
}

const PROXY_PAGE =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>';
