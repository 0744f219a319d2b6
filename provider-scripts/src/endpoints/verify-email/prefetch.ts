/** Requests that fetch a link without a person having opened it: they never use it. */
import type { KeycloakSession } from 'keycloak';

/** The headers that browsers and previewers mark such requests with. */
const MARKS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'] as const;

/** Our own pages, and what a person did by themselves. */
const OWN_SITES: readonly string[] = ['same-origin', 'none'];

/** Whether a request is marked as a prefetch or a preview. */
export function isPrefetch(session: KeycloakSession): boolean {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  return MARKS.some((name) => /prefetch|preview|prerender/i.test(headers.getHeaderString(name) ?? ''));
}

/** Whether a page embeds or fetches the link, which a browser tells (Fetch Metadata): a person who opens it gets a document. */
export function isEmbedded(session: KeycloakSession): boolean {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  const destination = headers.getHeaderString('Sec-Fetch-Dest');
  return destination !== null && destination.trim().toLowerCase() !== 'document';
}

/** Whether another site's page sends the request, a subdomain's too, which a browser tells the same way. */
export function isFromOtherSite(session: KeycloakSession): boolean {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  const site = headers.getHeaderString('Sec-Fetch-Site');
  return site !== null && !OWN_SITES.includes(site.trim().toLowerCase());
}
