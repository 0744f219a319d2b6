/**
 * What a client was issued ends for good once the client loses the right to it: its approval, being enabled, or refresh tokens of this kind. One
 * rule for every way to change a client: Linkgate's API, Keycloak's API and console, imports, registration.
 */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { requireRealm } from '../keycloak/realm.ts';
import { APPROVAL_ATTRIBUTE, readApproval } from './approval.ts';
import {
  DEFAULT_RIGHTS,
  losesRight,
  RIGHTS_ATTRIBUTE,
  readRights,
  rightsText,
  rightsWith,
} from './rights.ts';
import { readStaySignedIn, STAY_SIGNED_IN_ATTRIBUTE } from './stay-signed-in.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/**
 * Revokes what was issued so far, also within this second, if the client lost a right: it stays revoked if the right comes back. Called for each
 * change of a client, within its transaction.
 */
export function endLostRights(session: KeycloakSession, client: ClientModel): void {
  const recorded = readRights(client.getAttribute(RIGHTS_ATTRIBUTE));
  const rights = rightsWith(
    client.isEnabled(),
    readApproval(client.getAttribute(APPROVAL_ATTRIBUTE)),
    readStaySignedIn(client.getAttribute(STAY_SIGNED_IN_ATTRIBUTE)),
  );
  const before = recorded ?? DEFAULT_RIGHTS;
  if (losesRight(before, rights) && (recorded !== null || isInUse(session, client)))
    client.setNotBefore(Time.currentTime() + 1);
  if (rightsText(before) !== rightsText(rights)) client.setAttribute(RIGHTS_ATTRIBUTE, rightsText(rights));
}

/** A new client that is pending has lost nothing. */
function isInUse(session: KeycloakSession, client: ClientModel): boolean {
  return Number(session.sessions().getActiveUserSessions(requireRealm(session), client)) > 0;
}
