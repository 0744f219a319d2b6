/** Detects requests that fetch a link without a user opening it; they never use it. */
import type { KeycloakSession } from 'keycloak';
import { problem } from '../../platform/errors/problem.ts';
import { headerOf } from '../../platform/session/headers.ts';

/** The error for a page that embeds a link. */
export const EMBEDDED = problem('link_embedded');

/** The headers with which browsers and previewers mark such requests. */
const MARKS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'] as const;

/** Whether a request is marked as a prefetch or a preview. */
export function isPrefetch(session: KeycloakSession): boolean {
  return MARKS.some((name) => /prefetch|preview|prerender/i.test(headerOf(session, name) ?? ''));
}

/** Whether a page embeds or fetches the link, according to the browser (Fetch Metadata): a user who opens it gets a document. */
export function isEmbedded(session: KeycloakSession): boolean {
  const destination = headerOf(session, 'Sec-Fetch-Dest');
  return destination !== null && destination.trim().toLowerCase() !== 'document';
}
