// The states of a link as people see them: a sign and a word, never colour alone.
import type { Bilingual } from '../../diagnostics/locale.ts';
import type { VerdictStatus } from '../../diagnostics/verdict.ts';
import type { Colour } from './elements.ts';

/** `looking`: the next link to be judged while the trace runs; `ahead`: the ones after it. */
export type RowState = VerdictStatus | 'looking' | 'ahead';

interface Sign {
  readonly sign: string;
  readonly word: Bilingual;
  /** Of the sign; words only take it where it can be read on any background. */
  readonly colour: Colour;
}

export const SIGNS: Readonly<Record<RowState, Sign>> = {
  pass: { sign: '✔', word: { en: 'passed', fr: 'franchi' }, colour: 'good' },
  broken: { sign: '✖', word: { en: 'broken', fr: 'rompu' }, colour: 'attention' },
  waiting: { sign: '⏳', word: { en: 'waiting', fr: 'en attente' }, colour: 'warning' },
  unknown: { sign: '?', word: { en: 'not read', fr: 'non lu' }, colour: 'warning' },
  skipped: { sign: '–', word: { en: 'not reached', fr: 'non atteint' }, colour: 'default' },
  looking: { sign: '…', word: { en: 'checking', fr: 'en cours' }, colour: 'accent' },
  ahead: { sign: '·', word: { en: 'to come', fr: 'à venir' }, colour: 'default' },
};

/** The yellow of some clients cannot be read as text. */
export function wordColour(colour: Colour): Colour {
  return colour === 'attention' ? colour : 'default';
}
