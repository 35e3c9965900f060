// A problem found inside an estate, before it is known which file it belongs to.
import type { Bilingual } from '../../diagnostics/locale.ts';

export class EstateProblem extends Error {
  override readonly name = 'EstateProblem';
  readonly path: readonly string[];
  readonly text: Bilingual;

  constructor(path: readonly string[], text: Bilingual) {
    super(`${path.join(' ')}: ${text.en}`);
    this.path = path;
    this.text = text;
  }
}
