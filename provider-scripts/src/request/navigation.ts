/** Detects navigation by Fetch Metadata, which browsers send to https and localhost, and other programs don't. */
import type { KeycloakSession } from 'keycloak';

/** Whether a browser declares the request a navigation. */
export function isNavigation(session: KeycloakSession): boolean {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  return headers.getHeaderString('Sec-Fetch-Mode')?.trim().toLowerCase() === 'navigate';
}
