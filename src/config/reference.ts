// The reference of all settings as Markdown, made from the schema and its texts: docs/configuration.md and its French twin.
import { z } from 'zod';
import type { Bilingual, Locale } from '../diagnostics/locale.ts';
import { unwrapped } from './problems.ts';
import { sections, type ValueKind } from './schema.ts';
import { ONLY_VARIABLES, SETTINGS, VARIABLES } from './settings.ts';

const KINDS: Readonly<Record<ValueKind, Bilingual>> = {
  name: { en: 'text', fr: 'texte' },
  guid: { en: 'GUID', fr: 'GUID' },
  host: { en: 'host name', fr: 'nom d’hôte' },
  url: { en: 'https address', fr: 'adresse https' },
  file: { en: 'file', fr: 'fichier' },
  duration: { en: 'duration (`ms`, `s`, `m`, `h`)', fr: 'durée (`ms`, `s`, `m`, `h`)' },
  port: { en: 'port number', fr: 'numéro de port' },
  switch: { en: '`true`, `false`', fr: '`true`, `false`' },
  address: { en: 'text', fr: 'texte' },
};

const TEXTS = {
  title: { en: 'Configuration', fr: 'Configuration' },
  generated: {
    en: 'Made from `src/config` by `node scripts/reference.mjs`: change it there.',
    fr: 'Produit depuis `src/config` par `node scripts/reference.mjs`\u00a0: à modifier là.',
  },
  intro: {
    en:
      'maillon reads `maillon.yaml` and the environment, checks everything before it starts, and prints every error at once with the ' +
      'setting, what is wrong and an example. It then ends with exit code 78. A key it does not know is an error. Durations carry their unit.',
    fr:
      'maillon lit `maillon.yaml` et l’environnement, vérifie tout avant de démarrer et affiche toutes les erreurs à la fois\u00a0: le ' +
      'réglage, ce qui ne va pas et un exemple. Il se termine alors avec le code 78. Une clé inconnue est une erreur. Les durées portent leur unité.',
  },
  settings: { en: 'Settings', fr: 'Réglages' },
  settingsHead: {
    en: '| Setting | Meaning | Value | Default |',
    fr: '| Réglage | Sens | Valeur | Par défaut |',
  },
  required: { en: 'required', fr: 'obligatoire' },
  variables: { en: 'Environment', fr: 'Environnement' },
  variablesIntro: {
    en: 'Variables win over the file. An empty one counts as absent.',
    fr: 'Les variables l’emportent sur le fichier. Une variable vide compte comme absente.',
  },
  variablesHead: { en: '| Variable | Setting or meaning |', fr: '| Variable | Réglage ou sens |' },
  example: { en: 'Example', fr: 'Exemple' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Where the sections may be left out, whatever their schema says: they are required by the service, outside the lab. */
const SECTION_WITHOUT_DEFAULT = new Set(['bot', 'storage']);

export interface SettingRow {
  readonly path: string;
  readonly schema: z.ZodTypeAny;
}

/** Every setting, sections before what is in them. */
export function settingRows(): readonly SettingRow[] {
  return Object.entries(sections).flatMap(([name, schema]) => rowsOf(name, schema));
}

/** `example`: the text of maillon.example.yaml. */
export function configurationReference(locale: Locale, example: string): string {
  const text = (key: keyof typeof TEXTS) => TEXTS[key][locale];
  return [
    `# ${text('title')}`,
    '',
    text('intro'),
    '',
    `## ${text('example')}`,
    '',
    '```yaml',
    example.trimEnd(),
    '```',
    '',
    `## ${text('settings')}`,
    '',
    text('settingsHead'),
    '| --- | --- | --- | --- |',
    ...settingRows().map(
      ({ path, schema }) =>
        [
          `| \`${path}\``,
          SETTINGS[path]?.[locale] ?? '',
          valueWords(schema, locale),
          defaultWords(path, schema, locale),
        ].join(' | ') + ' |',
    ),
    '',
    `## ${text('variables')}`,
    '',
    text('variablesIntro'),
    '',
    text('variablesHead'),
    '| --- | --- |',
    ...Object.entries(VARIABLES).map(([name, path]) => `| \`${name}\` | \`${path}\` |`),
    ...Object.entries(ONLY_VARIABLES).map(([name, meaning]) => `| \`${name}\` | ${meaning[locale]} |`),
    '',
    text('generated'),
    '',
  ].join('\n');
}

function rowsOf(path: string, schema: z.ZodTypeAny): SettingRow[] {
  const inner = unwrapped(schema);
  const row = { path, schema };
  if (inner instanceof z.ZodObject) {
    const shape = inner.shape as z.ZodRawShape;
    return [row, ...Object.entries(shape).flatMap(([key, field]) => rowsOf(`${path}.${key}`, field))];
  }
  if (inner instanceof z.ZodArray) {
    const element = inner.element as z.ZodTypeAny;
    return [row, ...(unwrapped(element) instanceof z.ZodObject ? rowsOf(`${path}[]`, element).slice(1) : [])];
  }
  if (inner instanceof z.ZodRecord)
    return [row, { path: `${path}.*`, schema: inner.valueSchema as z.ZodTypeAny }];
  return [row];
}

function valueWords(schema: z.ZodTypeAny, locale: Locale): string {
  const kind = descriptionOf(schema) as ValueKind | undefined;
  if (kind !== undefined) return KINDS[kind][locale];
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodEnum)
    return (inner.options as readonly string[]).map((option) => `\`${option}\``).join(', ');
  if (inner instanceof z.ZodArray) return { en: 'list', fr: 'liste' }[locale];
  return { en: 'map', fr: 'table' }[locale];
}

/** A description is on the schema itself or below its default and absence. */
function descriptionOf(schema: z.ZodTypeAny): string | undefined {
  if (schema.description !== undefined) return schema.description;
  if (schema instanceof z.ZodDefault) return descriptionOf(schema.removeDefault() as z.ZodTypeAny);
  if (schema instanceof z.ZodOptional) return descriptionOf(schema.unwrap() as z.ZodTypeAny);
  return undefined;
}

function defaultWords(path: string, schema: z.ZodTypeAny, locale: Locale): string {
  if (schema instanceof z.ZodDefault) {
    const value: unknown = schema._def.defaultValue();
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? `\`${value.toString()}\``
      : '';
  }
  const isPart = path.endsWith('.*') || unwrapped(schema) instanceof z.ZodObject;
  if (schema.isOptional() || SECTION_WITHOUT_DEFAULT.has(path) || (isPart && path.includes('.'))) return '';
  return TEXTS.required[locale];
}
