/** Emits an event when a user consents on Keycloak's consent page. */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { FIRST_ERROR_STATUS } from '../response/replace-response.ts';
import { emitWithin } from './emit.ts';

/**
 * Inspects the response to the consent page's form; without a user session, or with an error for the client, no user signed in.
 */
export function emitConsent(session: KeycloakSession, response: ContainerResponseContext): void {
  const context = session.getContext();
  const form = context.getHttpRequest().getDecodedFormParameters();
  const live = context.getUserSession();
  if (live === null || form?.containsKey('accept') !== true || response.getStatus() >= FIRST_ERROR_STATUS)
    return;
  if (/[?&#]error=/.test(String(response.getHeaderString('Location')))) return;
  const user = live.getUser();
  emitWithin(session, 'consent_granted', user === null ? {} : { userId: user.getId() });
}
