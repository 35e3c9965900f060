// A finding as a page of the handbook, docs/findings/<code>.md: both languages, one source.
import { LINK_TITLES, linkNumber } from '../chain.ts';
import type { FindingTexts } from '../finding.ts';
import { leafFacts } from '../leaves.ts';
import type { Bilingual, Locale } from '../locale.ts';
import { PLACES, placesOf, type PlaceName } from './places.ts';

export interface FindingPage {
  readonly name: string;
  readonly markdown: string;
}

export function findingPage(texts: FindingTexts): FindingPage {
  const parts = [
    `# ${texts.code}`,
    '<!-- Generated from src/diagnostics/catalogue by scripts/findings.mjs: edit the catalogue. -->',
    ...section(texts, 'en'),
    ...section(texts, 'fr'),
    `Source: ${texts.source}.`,
  ];
  return { name: `${texts.code}.md`, markdown: `${parts.join('\n\n')}\n` };
}

/** The list of all pages, docs/findings/README.md. */
export function findingIndex(catalogue: readonly FindingTexts[]): FindingPage {
  const rows = catalogue.map(
    ({ code, leaf, title }) =>
      `| [${code}](${code}.md) | ${leaf === null ? '' : `\`${leaf}\``} | ${title.en} | ${title.fr} |`,
  );
  const markdown = [
    '# Findings / Constats',
    '<!-- Generated from src/diagnostics/catalogue by scripts/findings.mjs: edit the catalogue. -->',
    ['| Code | Leaf / Feuille | English | Français |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
  return { name: 'README.md', markdown: `${markdown}\n` };
}

const HEADINGS = {
  next: { en: 'Next step', fr: 'Prochaine étape' },
  commands: { en: 'Commands that show it (read-only)', fr: 'Commandes qui le montrent (lecture seule)' },
  helps: { en: 'A revert helps', fr: 'Un revert aide' },
  helpsNot: { en: 'A revert does not help', fr: 'Un revert n’aide pas' },
  places: { en: 'Words in braces', fr: 'Mots entre accolades' },
  engine: { en: 'Engine', fr: 'Moteur' },
  link: { en: 'Link', fr: 'Maillon' },
} as const satisfies Readonly<Record<string, Bilingual>>;

const OUTCOMES: Readonly<Record<'broken' | 'waiting' | 'live', Bilingual>> = {
  broken: { en: 'usually broken', fr: 'en général cassé' },
  waiting: { en: 'usually waiting', fr: 'en général en attente' },
  live: { en: 'the change is live', fr: 'le changement est en place' },
};

function section(texts: FindingTexts, locale: Locale): string[] {
  const { title, detail, next, commands, revert } = texts;
  return [
    `## ${title[locale]}`,
    place(texts, locale),
    detail[locale],
    `**${HEADINGS.next[locale]}.** ${next[locale]}`,
    ...(commands.length === 0
      ? []
      : [`**${HEADINGS.commands[locale]}**`, ['```sh', ...commands, '```'].join('\n')]),
    `**${(revert.helps ? HEADINGS.helps : HEADINGS.helpsNot)[locale]}.** ${revert.why[locale]}`,
    ...legend(texts, locale),
  ];
}

function place({ leaf }: FindingTexts, locale: Locale): string {
  if (leaf === null) return `_${HEADINGS.engine[locale]}_`;
  const { link, outcome, flowchart } = leafFacts(leaf);
  const where = `${HEADINGS.link[locale]} ${linkNumber(link)}, ${LINK_TITLES[link][locale]}`;
  return `_${[where, `\`${leaf}\``, OUTCOMES[outcome][locale], flowchart ?? ''].filter((part) => part !== '').join(' · ')}_`;
}

function legend({ title, detail, next, commands }: FindingTexts, locale: Locale): string[] {
  const names = placesOf([title.en, detail.en, next.en, ...commands].join('\n'));
  if (names.length === 0) return [];
  const rows = names.map(
    (name) => `- \`{${name}}\`${locale === 'fr' ? '\u00a0' : ''}: ${meaning(name, locale)}`,
  );
  return [`**${HEADINGS.places[locale]}**`, rows.join('\n')];
}

function meaning(name: string, locale: Locale): string {
  return name in PLACES ? PLACES[name as PlaceName][locale] : name;
}
