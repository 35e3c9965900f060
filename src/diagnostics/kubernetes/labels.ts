// Label selectors.

/** Every label of the selector is on the object. An empty selector selects nothing: a Service without one has no pods. */
export function selects(
  selector: Readonly<Record<string, string>> | undefined,
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  const wanted = Object.entries(selector ?? {});
  return wanted.length > 0 && wanted.every(([key, value]) => labels?.[key] === value);
}

export function selectorText(selector: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(selector ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}
