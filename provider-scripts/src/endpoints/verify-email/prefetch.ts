/** Requests that fetch a link without a person having opened it: they never use it. */
import type { KeycloakSession } from 'keycloak';
import { problem } from '../../errors/problem.ts';

/** What a page is told that embeds a link. */
export const EMBEDDED = problem(
  'invalid_request',
  'The link must be opened by itself, not within a page',
  403,
);

/** The headers that browsers and previewers mark such requests with. */
const MARKS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'] as const;

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
