// Which language a message is written in, and which one the answer takes.
import type { Locale } from '../diagnostics/locale.ts';

/** Words that only one of the two languages has; commands that both share (`trace`, `status`) tell nothing. */
const CUES: Readonly<Record<Locale, ReadonlySet<string>>> = {
  fr: new Set(
    (
      'bonjour bonsoir salut coucou slt bjr aide aidez tracer retour suivre historique annuler langue merci stp svp ' +
      'je tu il elle on nous vous ils le la les un une des du de et ou est pas rien ne que qui quoi pourquoi pk ' +
      'comment quand où ça c’est avec sur dans pour mon ma mes ton ta tes mais toujours tjrs encore depuis ' +
      'poussé changé marche passe recette voir veux peux'
    ).split(' '),
  ),
  en: new Set(
    (
      'hello hi hey help thanks please the a an is are was not nothing no my your it this that these those what which ' +
      'why how when where with on in for and or but still since after before i we you they pushed changes changed ' +
      'works show see want can could does did cancel language'
    ).split(' '),
  ),
};

/** Letters of French that an English message does not have. */
const FRENCH_LETTERS = /[àâçéèêëîïôùûœ]/;

/** The language the words tell; null where they tell none, or both alike. */
export function languageOf(words: readonly string[]): Locale | null {
  const lower = words.map((word) => word.toLowerCase().replace(/^\//, '').replaceAll("'", '’'));
  const french = lower.filter(
    (word) => CUES.fr.has(word) || FRENCH_LETTERS.test(word) || /^[cdjlmnstqu]{1,2}’/.test(word),
  );
  const english = lower.filter((word) => CUES.en.has(word));
  if (french.length === english.length) return null;
  return french.length > english.length ? 'fr' : 'en';
}

/** The words first, then what the person chose, then the client's locale (always en-US in the Agents Playground). */
export function chooseLocale(from: {
  readonly words: Locale | null;
  readonly chosen: Locale | null;
  readonly client: string | undefined;
}): Locale {
  return from.words ?? from.chosen ?? (from.client?.toLowerCase().startsWith('fr') === true ? 'fr' : 'en');
}
