// New names for the old ones: the same shape, made up from the seed, and derived from each other as the old ones are.
import { seededNumber, seededSuffix, seededWord } from '../seeded.ts';
import type { Names } from './names.ts';
import { ENVIRONMENTS, isSystemWord, PRODUCT_NAMESPACES } from './vocabulary.ts';

export interface Dictionary {
  /** Replaced wherever they stand as whole tokens. */
  readonly everywhere: ReadonlyMap<string, string>;
  readonly branches: ReadonlyMap<string, string>;
  readonly displayNames: ReadonlyMap<string, string>;
}

export function dictionaryOf(names: Names, seed: string, text: string): Dictionary {
  const words = freshWords(seed, text);
  const everywhere = numbersFor(names.numbers, seed);
  const byLength = [...names.tokens].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const token of byLength) {
    const fresh = tokenFor(token, everywhere, words);
    if (fresh !== token) everywhere.set(token, fresh);
  }
  addCapitalised(everywhere);
  for (const host of names.hosts) everywhere.set(host, hostFor(host, everywhere, words));
  for (const person of names.people) everywhere.set(person, phraseFor(person, words));
  for (const mailbox of names.mailboxes) everywhere.set(mailbox, segmentsFor(mailbox, words));
  for (const suffix of names.suffixes) {
    if (!everywhere.has(suffix)) everywhere.set(suffix, suffixFor(suffix, seed, everywhere));
  }
  return {
    everywhere,
    branches: new Map([...names.wordBranches].map((branch) => [branch, words(branch)])),
    displayNames: new Map([...names.displayNames].map((name) => [name, phraseFor(name, words)])),
  };
}

/** Words that the case does not use yet, each old word the same new one. */
function freshWords(seed: string, text: string): (old: string) => string {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  const lower = text.toLowerCase();
  return (old) => {
    const key = old.toLowerCase();
    const known = given.get(key);
    if (known !== undefined) return known;
    const length = Math.min(Math.max(key.length, 5), 8);
    for (let round = 0; ; round += 1) {
      const word = seededWord(seed, `${key}/${round}`, length);
      if (taken.has(word) || lower.includes(word) || isSystemWord(word)) continue;
      taken.add(word);
      given.set(key, word);
      return word;
    }
  };
}

/** chat-api-prd follows from chat-api: the product may tell one from the other. */
function tokenFor(token: string, known: ReadonlyMap<string, string>, words: (old: string) => string): string {
  const stem = [...known.keys()]
    .filter((one) => token.startsWith(one) && /^[-/._]/.test(token.slice(one.length)))
    .toSorted((a, b) => b.length - a.length)[0];
  if (stem !== undefined) {
    return (known.get(stem) ?? stem) + restFor(token.slice(stem.length), known);
  }
  // fix/…, feature/…, release/… say what kind of branch it is.
  const slash = token.indexOf('/');
  if (slash > 0) return `${token.slice(0, slash)}/${tokenFor(token.slice(slash + 1), known, words)}`;
  return segmentsFor(token, words);
}

/** What follows a stem stays, but for names that are known themselves. */
function restFor(rest: string, known: ReadonlyMap<string, string>): string {
  return rest.replace(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g, (name) => known.get(name) ?? name);
}

/** Each part of a name anew; numbers and a last environment stay. */
function segmentsFor(name: string, words: (old: string) => string): string {
  const parts = name.split(/([-._])/);
  return parts
    .map((part, index) => {
      if (/^[-._]?$/.test(part) || /^\d+$/.test(part)) return part;
      if (index === parts.length - 1 && index > 0 && ENVIRONMENTS.test(part)) return part;
      const word = words(part);
      return /^[A-Z]/.test(part) ? capitalised(word) : word;
    })
    .join('');
}

function hostFor(host: string, known: ReadonlyMap<string, string>, words: (old: string) => string): string {
  const labels = host.split('.');
  return labels
    .map((label, index) => {
      if (index === labels.length - 1 || PRODUCT_NAMESPACES.has(label)) return label;
      return known.get(label) ?? segmentsFor(label, words);
    })
    .join('.');
}

function phraseFor(phrase: string, words: (old: string) => string): string {
  return phrase
    .split(/\s+/)
    .map((word) => {
      const plain = word.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '') || 'x';
      const fresh = words(`${phrase}/${plain}`);
      return /^\p{Lu}/u.test(word) ? capitalised(fresh) : fresh;
    })
    .join(' ');
}

/** The project Chatbot and the namespace chatbot are one word. */
function addCapitalised(everywhere: Map<string, string>): void {
  const taken = new Set(everywhere.values());
  for (const [old, fresh] of [...everywhere]) {
    if (!/^[a-z]+$/.test(old)) continue;
    const upper = capitalised(old);
    if (!everywhere.has(upper) && !taken.has(capitalised(fresh))) everywhere.set(upper, capitalised(fresh));
  }
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function suffixFor(suffix: string, seed: string, known: ReadonlyMap<string, string>): string {
  const taken = new Set(known.values());
  for (let round = 0; ; round += 1) {
    const fresh = /^[0-9a-f]{12,}$/.test(suffix)
      ? seededNumber(seed, `${suffix}/${round}`, 2 ** 44)
          .toString(16)
          .padStart(suffix.length, '1')
          .slice(0, suffix.length)
      : seededSuffix(seed, `${suffix}/${round}`, suffix.length);
    if (!taken.has(fresh) && !known.has(fresh)) return fresh;
  }
}

/** All moved by one step, so that later runs keep larger ids; as many digits as before, and none of the old ones. */
function numbersFor(numbers: ReadonlySet<string>, seed: string): Map<string, string> {
  const all = [...numbers];
  const lengths = new Set(all.map((number) => number.length));
  const result = new Map<string, string>();
  for (const length of lengths) {
    const group = all.filter((number) => number.length === length);
    const step = stepFor(group, seed);
    for (const number of group) result.set(number, String(Number(number) + step));
  }
  return result;
}

function stepFor(group: readonly string[], seed: string): number {
  const values = group.map(Number);
  const length = group[0]?.length ?? 1;
  const up = 10 ** length - 1 - Math.max(...values);
  const down = Math.min(...values) - 10 ** (length - 1);
  const taken = new Set(values);
  for (let round = 0; round < 1000; round += 1) {
    const step = seededNumber(seed, `step/${length}/${round}`, up + down) - down;
    if (step !== 0 && values.every((value) => !taken.has(value + step))) return step;
  }
  throw new Error(`no other numbers of ${length} digits for ${group.join(', ')}`);
}
