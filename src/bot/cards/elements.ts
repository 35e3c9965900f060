// The few Adaptive Card 1.5 elements our cards are made of, and their builders. Text of others (commit messages, events,
// names) only ever goes into a TextRun: a TextRun has no Markdown, so nothing in it becomes a link or a heading.
import { plain } from './plain.ts';

export type Colour = 'default' | 'good' | 'warning' | 'attention' | 'accent';
export type Spacing = 'none' | 'small' | 'default' | 'medium' | 'large';

export interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'bolder';
  readonly size?: 'small' | 'medium' | 'large';
  readonly color?: Colour;
  readonly isSubtle?: boolean;
}

export interface RichTextBlock {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TextRun[];
  readonly spacing?: Spacing;
  readonly separator?: boolean;
  readonly horizontalAlignment?: 'left' | 'right';
}

export interface Column {
  readonly type: 'Column';
  readonly width: 'auto' | 'stretch' | `${number}px`;
  readonly items: readonly Element[];
}

export interface ColumnSet {
  readonly type: 'ColumnSet';
  readonly columns: readonly Column[];
  readonly spacing?: Spacing;
}

export interface Container {
  readonly type: 'Container';
  readonly items: readonly Element[];
  readonly style?: 'emphasis' | 'good' | 'warning' | 'attention';
  readonly spacing?: Spacing;
  readonly separator?: boolean;
  readonly bleed?: boolean;
}

export type Element = RichTextBlock | ColumnSet | Container;

/** `fallback` keeps the button alive in clients that only know Action.Submit. */
export interface ExecuteAction {
  readonly type: 'Action.Execute';
  readonly title: string;
  readonly verb: string;
  readonly data: ActionData;
  readonly style?: 'positive';
  readonly fallback: { readonly type: 'Action.Submit'; readonly title: string; readonly data: ActionData };
}

export type ActionData = Readonly<Record<string, string | number>>;

export interface AdaptiveCard {
  readonly type: 'AdaptiveCard';
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly version: '1.5';
  readonly lang: string;
  readonly speak: string;
  readonly fallbackText: string;
  readonly body: readonly Element[];
  readonly actions?: readonly ExecuteAction[];
}

/** Store policy: cards with at most six actions (facts/teams-identity-infra.md 4). */
export const MAX_ACTIONS = 6;

/** Longest text of one run, said sentence and button: a card has 25 KB (facts/sdks.md 6.3), 4 bytes a character at worst. */
const RUN_LIMIT = 450;
const SAID_LIMIT = 240;
const TITLE_LIMIT = 60;

type RunLook = Omit<TextRun, 'type' | 'text'>;

export function run(text: string, look: RunLook = {}, limit = RUN_LIMIT): TextRun {
  return { type: 'TextRun', text: plain(text, limit), ...look };
}

export function line(
  inlines: readonly TextRun[] | TextRun,
  look: Omit<RichTextBlock, 'type' | 'inlines'> = {},
): RichTextBlock {
  return { type: 'RichTextBlock', inlines: [inlines].flat(), ...look };
}

export function columns(items: readonly Column[], spacing: Spacing = 'small'): ColumnSet {
  return { type: 'ColumnSet', columns: items, spacing };
}

export function column(width: Column['width'], items: readonly Element[]): Column {
  return { type: 'Column', width, items };
}

export function container(
  items: readonly Element[],
  look: Omit<Container, 'type' | 'items'> = {},
): Container {
  return { type: 'Container', items, ...look };
}

export function execute(
  title: string,
  verb: string,
  data: ActionData,
  look: Pick<ExecuteAction, 'style'> = {},
): ExecuteAction {
  const shown = plain(title, TITLE_LIMIT);
  const submitted = { ...data, verb };
  return {
    type: 'Action.Execute',
    title: shown,
    verb,
    data,
    ...look,
    fallback: { type: 'Action.Submit', title: shown, data: submitted },
  };
}

/** `said` is what a screen reader reads, and what a client shows that cannot draw the card. */
export function card(parts: {
  readonly lang: string;
  readonly said: string;
  readonly body: readonly Element[];
  readonly actions?: readonly ExecuteAction[];
}): AdaptiveCard {
  const said = plain(parts.said, SAID_LIMIT);
  const actions = (parts.actions ?? []).slice(0, MAX_ACTIONS);
  return {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    lang: parts.lang,
    speak: said,
    fallbackText: said,
    body: parts.body,
    ...(actions.length > 0 ? { actions } : {}),
  };
}
