/** Which site sent a form, by what browsers say: Fetch Metadata, and `Origin`, which older ones send as well. */

/** Scheme, host and port. */
const ORIGIN = /^(https?):\/\/([^/?#@\s]+?)(?::(\d+))?(?:[/?#]|$)/i;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** The origin of a URL with its port, also the default one; null for what isn't one. */
export function originOf(url: string): string | null {
  const [, scheme, host, port] = ORIGIN.exec(url.toLowerCase()) ?? [];
  if (scheme === undefined || host === undefined) return null;
  return `${scheme}://${host}:${port ?? DEFAULT_PORTS[scheme]}`;
}

/** Requests from our own pages, and URLs opened directly. */
const OWN_SITES: readonly string[] = ['same-origin', 'none'];

/** What browsers send as `Origin` from any page with the policy `no-referrer`, which Keycloak's pages have. */
const UNKNOWN_ORIGIN = 'null';

/** Whether another site's or a subdomain's page sent a form, according to either header; null for one that isn't sent. */
export function isOtherSite(
  { site, origin }: { site: string | null; origin: string | null },
  own: string,
): boolean {
  if (site !== null && !OWN_SITES.includes(site.trim().toLowerCase())) return true;
  const given = origin === null ? UNKNOWN_ORIGIN : origin.trim().toLowerCase();
  return given !== UNKNOWN_ORIGIN && originOf(given) !== originOf(own);
}
