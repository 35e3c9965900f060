// The expanded document of a case (schema.json beside this folder), as loosely typed JSON, and walks over it.

/** What `expandedCase` of src/lab/cases gives. */
export type CaseDocument = Readonly<Record<string, unknown>>;

/** Where a value stands: keys from the root, list positions as numbers. */
export type Path = readonly (string | number)[];

export function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A copy in which every key and value went through the two functions. */
export function mapped(
  value: unknown,
  change: {
    readonly key: (key: string, path: Path) => string;
    readonly leaf: (leaf: unknown, path: Path) => unknown;
  },
  path: Path = [],
): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapped(item, change, [...path, index]));
  if (!isMap(value)) return change.leaf(value, path);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change.key(key, path), mapped(item, change, [...path, key])]),
  );
}

/** Every leaf and every key of the document, with its path. */
export function visit(value: unknown, seen: (leaf: unknown, path: Path) => void, path: Path = []): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => visit(item, seen, [...path, index]));
    return;
  }
  if (!isMap(value)) {
    seen(value, path);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    seen(key, path);
    visit(item, seen, [...path, key]);
  }
}

/** The value below the keys; undefined where a step is missing. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of keys) {
    if (Array.isArray(current)) current = current[Number(key)] as unknown;
    else if (isMap(current)) current = current[key];
    else return undefined;
  }
  return current;
}

export function listAt(value: unknown, ...keys: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

export function textAt(value: unknown, ...keys: readonly (string | number)[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}
