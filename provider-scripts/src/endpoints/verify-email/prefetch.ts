/** Requests that fetch a link without a person having opened it: they never use it. */
import type { KeycloakSession } from 'keycloak';

/** The headers with which browsers and previewers mark such requests. */
const MARKS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'] as const;

/** Whether a request is marked as a prefetch or a preview. */
export function isPrefetch(session: KeycloakSession): boolean {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  return MARKS.some((name) => /prefetch|preview|prerender/i.test(headers.getHeaderString(name) ?? ''));
}

/** Whether a page embeds or fetches the link, according to the browser (Fetch Metadata): a person who opens it gets a document. */
export function isEmbedded(session: KeycloakSession): boolean {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  const destination = headers.getHeaderString('Sec-Fetch-Dest');
  return destination !== null && destination.trim().toLowerCase() !== 'document';
}
