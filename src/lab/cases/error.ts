// What is wrong with a case file: which file, where in it, and what to do, in both languages.
import type { Bilingual } from '../../diagnostics/locale.ts';

export class CaseFileError extends Error {
  override readonly name = 'CaseFileError';
  readonly file: string;
  /** Where in the file: `line 12`, `estate.registry.loginServer`, empty for the file as a whole. */
  readonly place: string;
  readonly text: Bilingual;

  constructor(file: string, place: string, text: Bilingual) {
    const at = place === '' ? file : `${file}, ${place}`;
    super(`${at}: ${text.en}`);
    this.file = file;
    this.place = place;
    this.text = { en: this.message, fr: `${at}\u00a0: ${text.fr}` };
  }
}
