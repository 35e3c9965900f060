// The chain is live and the person sees the old page: what the public address answers, as seen from where the bot runs
// (facts/kubernetes.md U04, U17, U18). Only what a header, a name or the page itself proves.
import { healthyBrowserCache, healthyCdnCache, healthyOtherCluster } from '../../catalogue/rollout/route.ts';
import type { Change } from '../../change.types.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { HttpAnswer } from '../../evidence/network.ts';
import type { Finding } from '../../finding.ts';
import { excerpt } from '../../kubernetes/excerpt.ts';
import type { LinkInput } from '../../link.ts';

/** The tag as a word of its own: `4812` is not in `148123`. */
function shows(page: HttpAnswer, tag: string | null): boolean {
  if (tag === null || tag === '') return false;
  const word = tag.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.-])${word}(?![\\w-])`).test(page.body);
}

/** The page names the version that served before, and not the new one. */
function isOldPage(page: HttpAnswer, change: Change): boolean {
  const tag = change.tag ?? change.desiredTag;
  return shows(page, change.previousTag) && !shows(page, tag);
}

function hostOf(page: HttpAnswer): string {
  return /^https?:\/\/([^/:?#]+)/.exec(page.url)?.[1] ?? page.url;
}

/** Headers of caches between the cluster and the person: Front Door, CDN profiles, Varnish, Cloudflare. */
function cacheHit({ headers }: HttpAnswer): string | undefined {
  const hit = ['x-cache', 'cf-cache-status', 'x-cache-status', 'x-proxy-cache'].find((name) =>
    /HIT\b/i.test(headers[name] ?? ''),
  );
  if (hit !== undefined) return `${hit}: ${headers[hit] ?? ''}`;
  return Number(headers['age'] ?? 0) > 0 ? `age: ${headers['age'] ?? ''}` : undefined;
}

function cdnCache(page: HttpAnswer, change: Change, servingSeconds: number | undefined): Finding | undefined {
  const hit = cacheHit(page);
  if (hit === undefined) return undefined;
  const age = Number(page.headers['age'] ?? 0);
  // An answer that was stored before the new pods served cannot be theirs.
  const isOlder = servingSeconds !== undefined && age > servingSeconds;
  return isOldPage(page, change) || isOlder
    ? healthyCdnCache({ address: page.url, message: excerpt(hit) })
    : undefined;
}

/** The host leads to another address than the Ingress of this cluster publishes, and shows the former version. */
function otherCluster(page: HttpAnswer, input: LinkInput): Finding | undefined {
  const host = hostOf(page);
  const dns = (valueOf(input.evidence.publicDns) ?? []).find(
    ({ name }) => name.toLowerCase() === host.toLowerCase(),
  );
  const own = (valueOf(input.evidence.ingresses) ?? [])
    .filter(({ spec }) => spec.rules?.some((rule) => rule.host === host) === true)
    .flatMap(({ status }) => status?.loadBalancer?.ingress ?? [])
    .flatMap(({ ip, hostname }) => [ip, hostname])
    .filter((address) => address !== undefined);
  const named = [...(dns?.addresses ?? []), ...(dns?.cname === undefined ? [] : [dns.cname])];
  if (dns === undefined || named.length === 0 || own.length === 0) return undefined;
  if (named.some((address) => own.includes(address)) || !isOldPage(page, input.change)) return undefined;
  const destination = valueOf(input.evidence.application)?.spec.destination;
  const cluster = destination?.name ?? destination?.server ?? input.request.cluster;
  return healthyOtherCluster({ address: host, cluster, found: named.join(', ') });
}

/** Why a browser may keep the page: undefined when its headers forbid it or its time has passed. */
function keptBy({ headers, body }: HttpAnswer, servingSeconds: number | undefined): string | undefined {
  if (/serviceWorker\s*\.\s*register\s*\(/.test(body)) return 'serviceWorker.register';
  const control = headers['cache-control'];
  if (control === undefined) {
    // No rule at all: a browser guesses from Last-Modified (RFC 9111, 4.2.2).
    const guesses = headers['expires'] === undefined && headers['pragma'] === undefined;
    return guesses && headers['last-modified'] !== undefined
      ? `no cache-control, last-modified: ${headers['last-modified']}`
      : undefined;
  }
  if (/no-cache|no-store/i.test(control)) return undefined;
  const seconds = Number(/max-age=(\d+)/i.exec(control)?.[1] ?? 0);
  return seconds > (servingSeconds ?? 0) ? `cache-control: ${control}` : undefined;
}

function browserCache(
  page: HttpAnswer,
  change: Change,
  servingSeconds: number | undefined,
): Finding | undefined {
  const isPage = page.status === 200 && /text\/html/i.test(page.headers['content-type'] ?? '');
  const kept = isPage && !isOldPage(page, change) ? keptBy(page, servingSeconds) : undefined;
  return kept === undefined ? undefined : healthyBrowserCache({ address: page.url, message: excerpt(kept) });
}

/** `servingSeconds`: for how long the newest pod has been ready. The first finding is the likeliest reason. */
export function edgeFindings(input: LinkInput, servingSeconds: number | undefined): Finding[] {
  const page = valueOf(input.evidence.publicPage);
  if (page === undefined || page === null) return [];
  const found = [
    cdnCache(page, input.change, servingSeconds),
    otherCluster(page, input),
    browserCache(page, input.change, servingSeconds),
  ];
  return found.filter((finding) => finding !== undefined);
}
