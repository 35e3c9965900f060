// A finding: a stable code with the facts that fill its texts. No prose inside: the text is chosen when it is printed.
import type { Leaf } from './leaves.ts';
import type { Bilingual, TextParams } from './locale.ts';

/** `GT` + link (two digits) + number (two digits); `GT00xx` engine, `GT09xx` rollback. Retired codes are never reused. */
export type FindingCode = `GT${number}`;

/** Serialisable: what a bundle, a report and a card carry. */
export interface Finding {
  readonly code: FindingCode;
  readonly leaf: Leaf | null;
  readonly params: TextParams;
}

/** The names in the `{…}` places of a text. */
type Places<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Places<Rest>
  : never;

export interface FindingTexts {
  readonly code: FindingCode;
  /** The cause it names; null only for engine findings. */
  readonly leaf: Leaf | null;
  readonly title: Bilingual;
  /** What is so, with the facts that prove it. */
  readonly detail: Bilingual;
  /** The next step: read-only, and whose move it is. */
  readonly next: Bilingual;
  /** Read-only commands that show the same thing (`az`, `kubectl`, `argocd`, `git`). */
  readonly commands: readonly string[];
  /** Does a revert of the tag commit help, and why. */
  readonly revert: { readonly helps: boolean; readonly why: Bilingual };
  /** Where the knowledge comes from. */
  readonly source: string;
}

type PlacesOf<D extends FindingTexts> = Places<
  D['title']['fr' | 'en'] | D['detail']['fr' | 'en'] | D['next']['fr' | 'en'] | D['commands'][number]
>;

/** Builds a finding; its parameters are exactly the places of its texts, so a forgotten fact does not compile. */
export type FindingBuilder<D extends FindingTexts> = ((
  params: Readonly<Record<PlacesOf<D>, string | number>>,
) => Finding) & {
  readonly texts: D;
};

export function defineFinding<const D extends FindingTexts>(texts: D): FindingBuilder<D> {
  const build = (params: TextParams): Finding => ({ code: texts.code, leaf: texts.leaf, params });
  return Object.assign(build, { texts });
}
