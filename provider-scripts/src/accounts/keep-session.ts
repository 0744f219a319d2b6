/** Keeps a browser's session although its first sign-in was at a client whose refresh tokens outlive it. */
import type { AuthenticatedClientSessionModel } from 'keycloak';

/** Keycloak's note (`AuthenticationProcessor`): with it, exchanging the code for an offline token ends the session. */
const FIRST_OFFLINE_ACCESS_NOTE = 'first.offline.access';

/**
 * Called by the host when a client's part of a browser's session begins. Without the session, single sign-on, `/session`, the user's own page and
 * sign-out would know nothing of the sign-in whose tokens live on. The client credentials grant, which has no browser, doesn't come here.
 */
export function keepSession(clientSession: AuthenticatedClientSessionModel): void {
  clientSession.removeNote(FIRST_OFFLINE_ACCESS_NOTE);
}
