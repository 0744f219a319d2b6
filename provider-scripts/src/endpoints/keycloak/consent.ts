/** Records that a user has consented on Keycloak's consent page. */
import type { ContainerResponseContext, KeycloakSession, UserSessionModel } from 'keycloak';
import { FIRST_ERROR_STATUS } from '../../http/response/replace-response.ts';
import { emitWithin } from '../../observability/events/emit.ts';
import { recordClick } from '../../sign-in/tabs/opened-elsewhere.ts';

/** Emits the event; the click also confirms a link that another browser requested. */
export function recordConsent(session: KeycloakSession, response: ContainerResponseContext): void {
  const live = consentingSession(session, response);
  if (live === null) return;
  const user = live.getUser();
  emitWithin(session, 'consent_granted', user === null ? {} : { userId: user.getId() });
  const client = session.getContext().getClient();
  if (client !== null) recordClick(live, client);
}

/**
 * The session of a user who has just consented, by the response to the consent page's form; without a user session, or with an error for the
 * client, no user signed in.
 */
function consentingSession(
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
