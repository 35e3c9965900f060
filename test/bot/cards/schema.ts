// Checks of a card as Teams would make them: our own for every run, and the official schema where it is at hand.
import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';

/** The official schema is another project's data: checked against where CI has it, never copied. */
const PEER_DATA = process.env['MAILLON_PEER_DATA'];
const SCHEMA_FILE = `${PEER_DATA ?? ''}/adaptive-cards/adaptive-card-1.5.json`;
export const HAS_OFFICIAL_SCHEMA = PEER_DATA !== undefined && existsSync(SCHEMA_FILE);

let compiled: ValidateFunction | undefined;

/** Its errors; empty when the card is valid. Two repairs for ajv 8: facts/sdks.md 6.1. */
export function officialErrors(card: unknown): readonly string[] {
  compiled ??= officialValidator();
  if (compiled(card)) return [];
  return (compiled.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

function officialValidator(): ValidateFunction {
  const schema = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as Record<string, unknown>;
  const repaired = { ...schema, $id: schema['id'], id: undefined, $schema: undefined };
  return new Ajv({ strict: false, validateFormats: false }).compile(
    JSON.parse(JSON.stringify(repaired)) as Record<string, unknown>,
  );
}

type Node = Readonly<Record<string, unknown>>;

/** Every object of a card with a `type`. */
export function elementsOf(node: unknown): readonly Node[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (typeof node !== 'object' || node === null) return [];
  const own = 'type' in node ? [node as Node] : [];
  return [...own, ...Object.values(node).flatMap(elementsOf)];
}

const CORE = new Set([
  'AdaptiveCard',
  'RichTextBlock',
  'TextRun',
  'ColumnSet',
  'Column',
  'Container',
  'Action.Execute',
  'Action.Submit',
]);

/** What every card of ours must be, whatever it says. */
export function problemsOf(card: object): readonly string[] {
  const elements = elementsOf(card);
  const { version, lang, speak, fallbackText, actions } = card as Record<string, unknown>;
  const bytes = Buffer.byteLength(JSON.stringify(card));
  return [
    ...(version === '1.5' ? [] : [`version ${String(version)}`]),
    ...(lang === 'fr' || lang === 'en' ? [] : ['no language']),
    ...(typeof speak === 'string' && speak !== '' && fallbackText === speak ? [] : ['nothing to say']),
    ...(bytes <= 25_000 ? [] : [`${bytes} bytes`]),
    ...(Array.isArray(actions) && actions.length > 6 ? ['more than six actions'] : []),
    ...elements
      .filter(({ type }) => !CORE.has(String(type)))
      .map(({ type }) => `not a core element: ${String(type)}`),
    ...elements
      .filter(({ type, text }) => type === 'TextRun' && (typeof text !== 'string' || text.trim() === ''))
      .map(() => 'an empty text'),
    ...elements
      .filter(({ type, text }) => type !== 'TextRun' && text !== undefined)
      .map(() => 'text with Markdown'),
  ];
}
