/** Detects navigation by Fetch Metadata, which browsers send to https and localhost, and other programs don't. */
import type { KeycloakSession } from 'keycloak';
import { headerOf } from '../../platform/session/headers.ts';

/** Whether a browser declares the request a navigation. */
export function isNavigation(session: KeycloakSession): boolean {
  return headerOf(session, 'Sec-Fetch-Mode')?.trim().toLowerCase() === 'navigate';
}
