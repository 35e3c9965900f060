// Fields of any object, read leniently: a health rule of Argo CD takes what is there and never fails on what is not.

export type Fields = Readonly<Record<string, unknown>>;

/** Of one object; an Application may also be Missing. */
export type Health = 'Healthy' | 'Suspended' | 'Progressing' | 'Degraded' | 'Unknown';

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function at(object: Fields, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => fieldsOf(value)[key], object);
}

export function numberAt(object: Fields, ...path: readonly string[]): number | undefined {
  const value = at(object, ...path);
  return typeof value === 'number' ? value : undefined;
}

export function textAt(object: Fields, ...path: readonly string[]): string {
  const value = at(object, ...path);
  return typeof value === 'string' ? value : '';
}

export function listAt(object: Fields, ...path: readonly string[]): Fields[] {
  const value = at(object, ...path);
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

export function conditionOf(object: Fields, type: string): Fields | undefined {
  return listAt(object, 'status', 'conditions').find((condition) => textAt(condition, 'type') === type);
}

export function isTrue(object: Fields, type: string): boolean {
  const condition = conditionOf(object, type);
  return condition !== undefined && textAt(condition, 'status') === 'True';
}

/** The controller has not seen the newest version of the object. */
export function isUnobserved(object: Fields): boolean {
  return (
    (numberAt(object, 'metadata', 'generation') ?? 0) >
    (numberAt(object, 'status', 'observedGeneration') ?? 0)
  );
}
