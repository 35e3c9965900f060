// A YAML file, read once for all that is looked up in it. Its nodes and values are shared: nobody may change them.
import { parseAllDocuments, parseDocument, type Document } from 'yaml';
import { remembered } from './remembered.ts';

/** Some hundred files; their nodes take fifty times the memory of the text. */
const REMEMBERED_CHARACTERS = 300_000;

/**
 * Plain scalars keep the text of the file: 4_812 must not become a number. Errors without their line: to find it takes
 * longer than to read the file, once for each error.
 */
const OPTIONS = { schema: 'core', logLevel: 'silent', prettyErrors: false } as const;

/** The first document of the file, as Helm reads values; what is wrong with it stands in `errors`. */
export const yamlDocument = remembered((text) => parseDocument(text, OPTIONS), REMEMBERED_CHARACTERS);

/** All documents of the file. */
export const yamlDocuments = remembered((text): readonly Document.Parsed[] => {
  const documents = parseAllDocuments(text, OPTIONS);
  return [...documents];
}, REMEMBERED_CHARACTERS);

/** The first document as a plain value; undefined when it is no YAML, or too much to unfold (aliases). */
export function yamlValue(text: string): unknown {
  return valueOfDocument(yamlDocument(text));
}

/** One document as a plain value; undefined when it has errors, or aliases that are too much to unfold. */
export function valueOfDocument(document: Document): unknown {
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS() as unknown;
  } catch {
    return undefined;
  }
}
