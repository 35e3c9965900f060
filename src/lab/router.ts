// Finds the route of a request in a table of templates.
import type { Route } from './routes.ts';

export interface Match<R> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}
export type Router<R> = (method: string, path: string) => Match<R> | undefined;

/** The name of a route in the access log and in injected failures. */
export function routeId(route: { readonly method: string; readonly template: string }): string {
  return `${route.method} ${route.template}`;
}

/** The first route of the table that fits wins. */
export function router<R extends Pick<Route<never>, 'method' | 'template'>>(
  routes: readonly R[],
  options: { readonly ignoreCase: boolean },
): Router<R> {
  const compiled = routes.map((route) => ({ route, pattern: patternOf(route.template, options.ignoreCase) }));
  return (method, path) => {
    for (const { route, pattern } of compiled) {
      if (route.method !== method) continue;
      const found = pattern.exec(path);
      if (found !== null) return { route, params: decoded(found.groups ?? {}) };
    }
    return undefined;
  };
}

function patternOf(template: string, ignoreCase: boolean): RegExp {
  const source = template
    .split(/(\{\w+\+?\})/)
    .map((part) => {
      const name = /^\{(\w+)(\+?)\}$/.exec(part);
      if (name === null) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return `(?<${name[1] ?? ''}>${name[2] === '+' ? '.+?' : '[^/]+'})`;
    })
    .join('');
  // A trailing slash means the same to all three systems; only the registry's own /v2/ is written with it.
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`, ignoreCase ? 'i' : '');
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
