/** Records that a user has consented on Keycloak's consent page. */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { consentingSession, emitConsent } from '../../events/consent.ts';
import { recordClick } from '../../tabs/opened-elsewhere.ts';

/** Emits the event; the click also confirms a link that another browser requested. */
export function recordConsent(session: KeycloakSession, response: ContainerResponseContext): void {
  const live = consentingSession(session, response);
  if (live === null) return;
  emitConsent(session, live);
  const client = session.getContext().getClient();
  if (client !== null) recordClick(live, client);
}
