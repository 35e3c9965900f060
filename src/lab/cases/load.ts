// Reads case files: YAML or JSON text, base, expansion, validation. A folder is listed at once and read file by file.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import type { ZodIssue } from 'zod';
import type { Bilingual } from '../../diagnostics/locale.ts';
import { CaseFileError } from './error.ts';
import { atClock, checkIdentities, mergeEstates, removeFrom } from './expand.ts';
import { isFields } from './identity.ts';
import type { Fields } from './identity.ts';
import { EstateProblem } from './problem.ts';
import { caseSchema, REASONS } from './schema.ts';
import type { LabCase } from './schema.ts';

/** A case that is known by name and not read yet. */
export interface CaseFile {
  readonly file: string;
  /** The file's name without its ending: names the case also when it cannot be read. */
  readonly id: string;
  load(): LabCase;
}

export function loadCase(file: string): LabCase {
  return checkedCase(file, expandedCase(file));
}

/** What the lab reads of an expanded document. */
export function checkedCase(file: string, document: Fields): LabCase {
  const result = caseSchema.safeParse(document);
  if (result.success) return result.data;
  throw wrongShape(file, result.error.issues);
}

/** The whole document as test/cases/schema.json describes it: on its base, with its clock, nothing checked but identities. */
export function expandedCase(file: string): Fields {
  const document = readYaml(file);
  if (document['case'] !== 1) throw notACase(file, document['case']);
  try {
    const estate = expandEstate(file, document);
    const now = typeof document['now'] === 'string' ? Date.parse(document['now']) : Number.NaN;
    return { ...document, estate: Number.isNaN(now) ? estate : atClock(estate, now) };
  } catch (error) {
    if (error instanceof EstateProblem) throw new CaseFileError(file, error.path.join(' '), error.text);
    throw error;
  }
}

/** One file, or the `*.yaml` files of a folder in name order. Each is read when it is asked for and kept nowhere. */
export function loadCases(fileOrDir: string): readonly CaseFile[] {
  if (!statOf(fileOrDir).isDirectory()) return [caseFile(fileOrDir)];
  const names = reading(fileOrDir, () => readdirSync(fileOrDir)).filter((name) => /\.ya?ml$/.test(name));
  if (names.length === 0) {
    throw new CaseFileError(fileOrDir, '', {
      en: 'holds no case files (*.yaml); name a case file or the folder that holds them',
      fr: 'ne contient aucun cas (*.yaml)\u00a0; donner un cas ou le dossier qui les contient',
    });
  }
  return names.toSorted().map((name) => caseFile(join(fileOrDir, name)));
}

function caseFile(file: string): CaseFile {
  return { file, id: basename(file).replace(/\.ya?ml$/, ''), load: () => loadCase(file) };
}

// Bases are few, large and shared by most cases: each is parsed once per version of its file.
const parsedBases = new Map<string, { readonly stamp: string; readonly document: Fields }>();

function expandEstate(file: string, document: Fields, above: readonly string[] = []): unknown {
  const base = document['base'];
  const start = base === undefined ? {} : baseEstate(file, base, above);
  const less = removals(file, document['remove']).reduce<unknown>(removeFrom, start);
  const own = document['estate'] ?? {};
  checkIdentities(own);
  return mergeEstates(less, own);
}

function baseEstate(file: string, name: unknown, above: readonly string[]): unknown {
  if (typeof name !== 'string' || !/^[0-9a-z][0-9a-z-]*$/.test(name)) {
    throw new CaseFileError(file, 'base', {
      en: 'must be the name of a file of bases/, without folder and ending',
      fr: 'doit être le nom d’un fichier de bases/, sans dossier ni extension',
    });
  }
  if (above.includes(name)) {
    throw new CaseFileError(file, 'base', {
      en: `${name} stands on itself; break the circle of bases`,
      fr: `${name} repose sur elle-même\u00a0; rompre la boucle des bases`,
    });
  }
  const path = resolve(dirname(file), '..', 'bases', `${name}.yaml`);
  return expandEstate(path, readBase(file, name, path), [...above, name]);
}

function readBase(file: string, name: string, path: string): Fields {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw new CaseFileError(file, 'base', {
      en: `${name} is not there: expected ${path}; add that file or correct the name`,
      fr: `${name} est introuvable\u00a0: ${path} attendu\u00a0; ajouter ce fichier ou corriger le nom`,
    });
  }
  const stamp = `${stat.mtimeMs} ${stat.size}`;
  const known = parsedBases.get(path);
  if (known?.stamp === stamp) return known.document;
  const document = readYaml(path);
  parsedBases.set(path, { stamp, document });
  return document;
}

function removals(file: string, value: unknown): (string | number)[][] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every(isPath)) return value;
  throw new CaseFileError(file, 'remove', {
    en: 'must be a list of paths, one key or identity per step, like [azureDevOps, builds, 4812]',
    fr: 'doit être une liste de chemins, une clé ou identité par étape, comme [azureDevOps, builds, 4812]',
  });
}

function isPath(value: unknown): value is (string | number)[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((step) => typeof step === 'string' || typeof step === 'number')
  );
}

function readYaml(file: string): Fields {
  const text = readText(file);
  const value = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  const document = value ?? parseYaml(file, text);
  if (isFields(document)) return document;
  throw new CaseFileError(file, '', {
    en: 'is not a case file: its top level must be a map that starts with "case: 1"',
    fr: 'n’est pas un cas\u00a0: son premier niveau doit être une table qui commence par «\u00a0case: 1\u00a0»',
  });
}

/** JSON is YAML, but ten times slower to read as such; what only looks like JSON is left to the YAML parser. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseYaml(file: string, text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) throw notYaml(file, error.message, error.linePos?.[0].line);
  try {
    return document.toJS();
  } catch (problem) {
    // Aliases are resolved only now: to nothing, or to far too much.
    throw notYaml(file, problem instanceof Error ? problem.message : String(problem), undefined);
  }
}

function notYaml(file: string, message: string, line: number | undefined): CaseFileError {
  // The parser adds "at line 3, column 5:" and the text of the line to its message.
  const reason = (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');
  return new CaseFileError(file, line === undefined ? '' : `line ${line}`, {
    en: `is not YAML: ${reason}; correct it`,
    fr: `n’est pas du YAML\u00a0: ${reason}\u00a0; corriger`,
  });
}

function readText(file: string): string {
  if (statOf(file).isDirectory()) {
    throw new CaseFileError(file, '', {
      en: 'is a folder; name a case file in it',
      fr: 'est un dossier\u00a0; donner un cas qu’il contient',
    });
  }
  return reading(file, () => readFileSync(file, 'utf8')).replace(/^\uFEFF/, '');
}

function statOf(path: string): Stats {
  const stat = reading(path, () => statSync(path, { throwIfNoEntry: false }));
  if (stat !== undefined) return stat;
  throw new CaseFileError(path, '', {
    en: 'is not there; check the path',
    fr: 'est introuvable\u00a0; vérifier le chemin',
  });
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CaseFileError(path, '', {
      en: `cannot be read: ${reason}; check its rights`,
      fr: `ne peut pas être lu\u00a0: ${reason}\u00a0; vérifier ses droits`,
    });
  }
}

function notACase(file: string, found: unknown): CaseFileError {
  const shown = found === undefined ? undefined : JSON.stringify(found);
  return new CaseFileError(
    file,
    'case',
    shown === undefined
      ? {
          en: 'is missing: a case file says "case: 1" (a base is not a case)',
          fr: 'est absent\u00a0: un cas porte «\u00a0case: 1\u00a0» (une base n’est pas un cas)',
        }
      : {
          en: `is ${shown}: only format version 1 can be read`,
          fr: `vaut ${shown}\u00a0: seule la version 1 du format peut être lue`,
        },
  );
}

function wrongShape(file: string, issues: readonly ZodIssue[]): CaseFileError {
  const [first] = issues;
  const place = first === undefined ? '' : dotted(first.path);
  const reason =
    first === undefined ? { en: 'has a wrong shape', fr: 'n’a pas la bonne forme' } : tell(first);
  const others = issues.length - 1;
  if (others < 1) return new CaseFileError(file, place, reason);
  return new CaseFileError(file, place, {
    en: `${reason.en} (and ${others} more)`,
    fr: `${reason.fr} (et ${others} de plus)`,
  });
}

function tell(issue: ZodIssue): Bilingual {
  const known = REASONS.find((reason) => reason.en === issue.message);
  if (known !== undefined) return known;
  if (issue.code !== 'invalid_type') {
    return { en: issue.message, fr: `valeur refusée (${issue.message})` };
  }
  if (issue.received === 'undefined') return { en: 'is missing; add it', fr: 'est absent\u00a0; l’ajouter' };
  // YAML reads 4812 as a number; a tag or a name of digits needs quotes.
  const quotes = issue.expected === 'string' && issue.received === 'number';
  return {
    en: `must be ${issue.expected}, is ${issue.received}${quotes ? '; put it in quotes' : ''}`,
    fr: `doit être de type ${issue.expected}, ici ${issue.received}${quotes ? '\u00a0; le mettre entre guillemets' : ''}`,
  };
}

function dotted(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}
