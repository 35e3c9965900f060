// The two languages of every text: a text without one of them does not compile.

export const LOCALES = ['fr', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** One text in both languages. */
export interface Bilingual {
  readonly fr: string;
  readonly en: string;
}

/** What goes into the `{name}` places of a text. */
export type TextParams = Readonly<Record<string, string | number>>;

/** Fills `{name}` places. A place without a value is a programmer's error and stays visible as `{name}`. */
export function fill(template: string, params: TextParams): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    return value === undefined ? place : String(value);
  });
}
