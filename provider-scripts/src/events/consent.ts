/** What follows when a user consents on Keycloak's consent page. */
import type { ContainerResponseContext, KeycloakSession, UserSessionModel } from 'keycloak';
import { FIRST_ERROR_STATUS } from '../response/replace-response.ts';
import { emitWithin } from './emit.ts';

/**
 * The session of a user who has just consented, by the response to the consent page's form; without a user session, or with an error for the
 * client, no user signed in.
 */
export function consentingSession(
  session: KeycloakSession,
  response: ContainerResponseContext,
): UserSessionModel | null {
  const context = session.getContext();
  const form = context.getHttpRequest().getDecodedFormParameters();
  const live = context.getUserSession();
  if (live === null || form?.containsKey('accept') !== true || response.getStatus() >= FIRST_ERROR_STATUS)
    return null;
  return /[?&#]error=/.test(String(response.getHeaderString('Location'))) ? null : live;
}

/** Emits the event. */
export function emitConsent(session: KeycloakSession, live: UserSessionModel): void {
  const user = live.getUser();
  emitWithin(session, 'consent_granted', user === null ? {} : { userId: user.getId() });
}
