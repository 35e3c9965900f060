// The estate of a case: that of its base, less what it removes, with its own on top (test/cases/README.md, "Bases").
// Nothing is copied that does not change: the parsed base is shared by every case that stands on it.
import { below, ESTATE_SHAPE, identityOf, isFields } from './identity.ts';
import type { Shape } from './identity.ts';
import { EstateProblem } from './problem.ts';

export function mergeEstates(base: unknown, over: unknown): unknown {
  return merge(base, over, ESTATE_SHAPE, []);
}

export function removeFrom(estate: unknown, path: readonly (string | number)[]): unknown {
  return remove(estate, path.map(String), 0, ESTATE_SHAPE);
}

/** `{now-90s}` inside a string is the clock of the case, ninety seconds earlier. */
export function atClock(value: unknown, now: number): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{now-')) return value;
    return value.replace(/\{now-(\d+)s\}/g, (_, seconds: string) =>
      new Date(now - Number(seconds) * 1000).toISOString().replace('.000Z', 'Z'),
    );
  }
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item: unknown) => atClock(item, now));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isFields(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = atClock(inner, now);
    if (at !== inner) (changed ??= { ...value })[key] = at;
  }
  return changed ?? value;
}

/** Two items of one list with the same identity: the later one would be unreachable. */
export function checkIdentities(estate: unknown): void {
  check(estate, ESTATE_SHAPE, []);
}

function merge(base: unknown, over: unknown, shape: Shape | undefined, path: readonly string[]): unknown {
  if (base === undefined) return over;
  if (shape?.identity !== undefined) return mergeLists(base, over, shape, path);
  if (!isFields(base) || !isFields(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = merge(base[key], value, below(shape, key), [...path, key]);
  }
  return merged;
}

function mergeLists(base: unknown, over: unknown, shape: Shape, path: readonly string[]): unknown[] {
  const merged: unknown[] = [...listAt(base, path)];
  const places = new Map(merged.map((item, index) => [identityAt(shape, item, path), index]));
  for (const item of listAt(over, path)) {
    const name = identityAt(shape, item, path);
    const place = places.get(name);
    if (place === undefined) {
      places.set(name, merged.push(item) - 1);
    } else {
      merged[place] = shape.box === undefined ? item : merge(merged[place], item, shape.box, [...path, name]);
    }
  }
  return merged;
}

function remove(value: unknown, path: readonly string[], depth: number, shape: Shape | undefined): unknown {
  const key = path[depth];
  if (key === undefined) throw nothingToRemove(path);
  const last = depth === path.length - 1;
  if (shape?.identity !== undefined) {
    const items = listAt(value, path.slice(0, depth));
    const identity = shape.identity;
    const place = items.findIndex((item) => identityOf(identity, item) === key);
    if (place < 0) throw nothingToRemove(path);
    return last
      ? items.toSpliced(place, 1)
      : items.with(place, remove(items[place], path, depth + 1, shape.box));
  }
  if (!isFields(value) || !(key in value)) throw nothingToRemove(path);
  if (!last) return { ...value, [key]: remove(value[key], path, depth + 1, below(shape, key)) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

function check(value: unknown, shape: Shape, path: readonly string[]): void {
  if (shape.identity !== undefined) {
    const seen = new Set<string>();
    for (const item of listAt(value, path)) {
      const name = identityAt(shape, item, path);
      if (seen.has(name)) {
        throw new EstateProblem([...path, name], {
          en: 'is there twice; keep one of the two',
          fr: 'figure deux fois\u00a0; n’en garder qu’un',
        });
      }
      seen.add(name);
      if (shape.box !== undefined) check(item, shape.box, [...path, name]);
    }
    return;
  }
  if (!isFields(value) || shape.keys === undefined) return;
  for (const key of Object.keys(value)) {
    const inner = below(shape, key);
    if (inner !== undefined && value[key] !== undefined) check(value[key], inner, [...path, key]);
  }
}

function listAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new EstateProblem(path, { en: 'must be a list', fr: 'doit être une liste' });
}

function identityAt(shape: Shape, item: unknown, path: readonly string[]): string {
  const name = shape.identity === undefined ? undefined : identityOf(shape.identity, item);
  if (name !== undefined) return name;
  throw new EstateProblem(path, {
    en: 'has an item without the fields that identify it; see "identities" in the README of the cases',
    fr: 'contient un élément sans les champs qui l’identifient\u00a0; voir «\u00a0identities\u00a0» dans le README des cas',
  });
}

function nothingToRemove(path: readonly string[]): EstateProblem {
  return new EstateProblem(['remove', ...path], {
    en: 'nothing to remove there; correct the path or drop the line',
    fr: 'rien à retirer à cet endroit\u00a0; corriger le chemin ou supprimer la ligne',
  });
}
