/** What follows from Keycloak's own events in a Linkgate realm; called within the request that causes them. */
import type { AdminEvent, Event, KeycloakSession } from 'keycloak';
import { revokeLinksOfEndedRights } from '../magic-link/revoke-returned.ts';
import { reportRemoval, reportRemovalByAdministrator } from '../passkey/removal.ts';
import { tallySignIn } from '../tabs/tally-sign-in.ts';

/** The listener's functions as the host calls them. */
export const KEYCLOAK_EVENTS = {
  user(session: KeycloakSession, event: Event): void {
    if (String(event.getType()) === 'LOGIN') tallySignIn(session, event);
    else reportRemoval(session, event);
  },
  admin(session: KeycloakSession, event: AdminEvent): void {
    if (String(event.getOperationType()) === 'ACTION') reportRemovalByAdministrator(session, event);
    else revokeLinksOfEndedRights(session, event.getResourceTypeAsString() === 'REALM');
  },
};
