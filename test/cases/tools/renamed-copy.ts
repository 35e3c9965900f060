// A case with every name, host, id and time changed, and the same meaning: what a rule is tuned to does not survive it.
import { mapped, visit, type CaseDocument, type Path } from './document.ts';
import { chosenSpan, shifted } from './rename/clock.ts';
import { dictionaryOf, type Dictionary } from './rename/dictionary.ts';
import { namesOf, type Names } from './rename/names.ts';
import { rewriter } from './rename/rewrite.ts';
import { seededHex } from './seeded.ts';

/** Notes for the scorer; a renamed case has none. */
const NOTES = ['expected', 'source', 'certainty', 'inferred', 'base', 'remove'];

export interface Renaming {
  readonly names: Names;
  readonly dictionary: Dictionary;
}

export function renamingOf(document: CaseDocument, seed: string): Renaming {
  const names = namesOf(document);
  return { names, dictionary: dictionaryOf(names, seed, JSON.stringify(document)) };
}

export function renamedCopy(document: CaseDocument, seed: string): CaseDocument {
  const { names, dictionary } = renamingOf(document, seed);
  const span = chosenSpan(document, seed);
  const rewrite = rewriter({ dictionary, seed, commits: commitsOf(document), productIds: names.productIds });
  const text = (value: string): string => shifted(rewrite(value), span);
  const rest = Object.fromEntries(Object.entries(document).filter(([key]) => !NOTES.includes(key)));
  const changed = mapped(rest, {
    key: (key, path) => (isLogNumber(path) ? key : text(key)),
    leaf: (leaf, path) => {
      if (typeof leaf === 'number') return isRunId(path) ? Number(text(String(leaf))) : leaf;
      if (typeof leaf !== 'string') return leaf;
      if (isRecordName(path)) return text(dictionary.displayNames.get(leaf) ?? leaf);
      return text(leaf);
    },
  }) as CaseDocument;
  return { ...changed, id: `c${seededHex(seed, JSON.stringify(changed), 9)}` };
}

function commitsOf(document: CaseDocument): ReadonlySet<string> {
  const commits = new Set<string>();
  visit(document, (leaf) => {
    if (typeof leaf !== 'string') return;
    for (const [sha] of leaf.matchAll(/(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/g)) commits.add(sha);
  });
  return commits;
}

/** estate.azureDevOps.builds[n].id, and the run an approval belongs to. */
function isRunId(path: Path): boolean {
  if (path[1] !== 'azureDevOps') return false;
  const [, , list, , ...rest] = path;
  if (list === 'builds') return rest.length === 1 && rest[0] === 'id';
  return list === 'approvals' ? path.at(-1) === 'id' : path.at(-1) === 'buildId';
}

function isLogNumber(path: Path): boolean {
  return path[2] === 'builds' && path.at(-1) === 'logs';
}

function isRecordName(path: Path): boolean {
  return path[2] === 'builds' && path[5] === 'records' && path.at(-1) === 'name' && path.length === 8;
}
