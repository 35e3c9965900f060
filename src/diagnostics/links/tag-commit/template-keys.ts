// Which values the templates of a chart read.
import type { SourceFile } from '../../evidence/evidence.ts';

/** `.Values.a.b` of the templates; a key below counts as read when a template takes a parent of it whole. */
export function readKeys(templates: readonly SourceFile[]): string[] {
  const found = templates.flatMap(({ content }) => [
    ...(content ?? '').matchAll(/\.Values\.([A-Za-z0-9_.-]+)|index \.Values ((?:"[^"]+"\s*)+)/g),
  ]);
  return [
    ...new Set(
      found
        .map(
          (match) => match[1] ?? [...(match[2] ?? '').matchAll(/"([^"]+)"/g)].map((key) => key[1]).join('.'),
        )
        .map((key) => key.replace(/\.$/, '')),
    ),
  ];
}

export function isRead(keys: readonly string[], templates: readonly SourceFile[]): boolean {
  const wanted = [keys.join('.'), keys.slice(1).join('.')].filter((path) => path !== '');
  const read = readKeys(templates);
  // A template that takes `.Values` or a parent whole (with, range, toYaml, include) may read anything below it.
  return wanted.some((path) =>
    read.some((key) => key === path || path.startsWith(`${key}.`) || key.startsWith(`${path}.`)),
  );
}
