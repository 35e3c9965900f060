// A YAML file, read once for all that is looked up in it. Its nodes are shared: nobody may change them.
import { parseDocument } from 'yaml';
import { remembered } from './remembered.ts';

/** Value files of a few traces; nodes take far more memory than text. */
const REMEMBERED_FILES = 32;

/** The first document of the file; what is wrong with it stands in `errors`. Scalars keep their source text. */
export const yamlDocument = remembered(
  (text) => parseDocument(text, { schema: 'core', logLevel: 'silent' }),
  REMEMBERED_FILES,
);

/** The file as a plain value; undefined when it is no YAML, more than one document, or too much to unfold (aliases). */
export function yamlValue(text: string): unknown {
  const document = yamlDocument(text);
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS() as unknown;
  } catch {
    return undefined;
  }
}
