/** Whether somebody navigates: by Fetch Metadata, which browsers send to https and to the local machine, and programs don't. */
import type { KeycloakSession } from 'keycloak';

/** Whether a browser requests a page to show it, and says so. */
export function isNavigation(session: KeycloakSession): boolean {
  const headers = session.getContext().getHttpRequest().getHttpHeaders();
  return headers.getHeaderString('Sec-Fetch-Mode')?.trim().toLowerCase() === 'navigate';
}
