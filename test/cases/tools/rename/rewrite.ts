// Applies a dictionary to one text: whole tokens, longest first, in one pass, so that nothing is replaced twice.
import { seededHex, seededSha, seededUuid } from '../seeded.ts';
import type { Dictionary } from './dictionary.ts';

export interface Rewriting {
  readonly dictionary: Dictionary;
  readonly seed: string;
  /** All full commit ids of the case: an abbreviation is told by them. */
  readonly commits: ReadonlySet<string>;
  readonly productIds: ReadonlySet<string>;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const HEX = '[0-9a-f]{7,64}';
/** API groups and annotation keys of products: argoproj.io, monitoring.coreos.com, argocd.argoproj.io/refresh. */
const GROUPS = String.raw`(?:[a-z0-9-]+\.)*(?:k8s\.io|kubernetes\.io|coreos\.com|argoproj\.io|fluxcd\.io|kyverno\.io|keda\.sh|akuity\.io|azure\.com)(?:\/v\d\w*)?`;
const UNTOUCHED = /^(?:dev\.azure\.com|.+\.visualstudio\.com)$/;

export function rewriter({ dictionary, seed, commits, productIds }: Rewriting): (text: string) => string {
  const names = [...dictionary.everywhere.keys()].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const before = String.raw`(?<![A-Za-z0-9])`;
  const after = String.raw`(?![A-Za-z0-9])`;
  const alternatives = [UUID, GROUPS, ...names.map(escaped), HEX].join('|');
  const tokens = new RegExp(`${before}(?:${alternatives})${after}`, 'g');
  const places = [
    ...[...dictionary.displayNames].map(([old, fresh]) => [displayPlaces(old), fresh] as const),
    ...[...dictionary.branches].map(([old, fresh]) => [branchPlaces(old), fresh] as const),
  ];
  const byAbbreviation = new Map<string, string>();

  function replacement(found: string): string {
    const known = dictionary.everywhere.get(found);
    if (known !== undefined) return known;
    if (new RegExp(`^${UUID}$`).test(found)) {
      return productIds.has(found) || /^0{8}-/.test(found) || /-8000-0{12}$/.test(found)
        ? found
        : seededUuid(seed, found);
    }
    if (!/^[0-9a-f]+$/.test(found) || UNTOUCHED.test(found)) return found;
    if (found.length === 40) return /^0+$/.test(found) ? found : seededSha(seed, found);
    if (found.length === 64 || found.length === 32) return seededHex(seed, found, found.length);
    return abbreviated(found) ?? found;
  }

  function abbreviated(short: string): string | undefined {
    if (short.length > 40) return undefined;
    if (!byAbbreviation.has(short)) {
      const full = [...commits].find((commit) => commit.startsWith(short));
      byAbbreviation.set(short, full === undefined ? short : seededSha(seed, full).slice(0, short.length));
    }
    return byAbbreviation.get(short);
  }

  return (text) =>
    places
      .reduce((changed, [place, fresh]) => changed.replace(place, fresh), text)
      .replace(tokens, replacement);
}

/** displayName: …, "Starting: …" and "Finishing: …" of logs, and the name of a stage in quotes. */
function displayPlaces(name: string): RegExp {
  const text = escaped(name);
  return new RegExp(
    String.raw`(?<=displayName:\s*["']?)${text}(?=["']?\s*$)|(?<=(?:Starting|Finishing): )${text}$|(?<=[Ss]tage ["'“«]\s?)${text}(?=\s?["'”»])`,
    'gm',
  );
}

function branchPlaces(branch: string): RegExp {
  const text = escaped(branch);
  const end = String.raw`(?![\w/-])`;
  return new RegExp(
    String.raw`(?<=refs/heads/|origin/|HEAD:|[Bb]ranch(?:es)?:?\s["']?|targetRevision:\s*["']?|ref:\s*|version=GB)${text}${end}|^${text}$`,
    'gm',
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
