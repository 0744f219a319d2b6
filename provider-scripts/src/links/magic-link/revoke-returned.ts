/**
 * Revokes links that were returned to backends once the right that they came from has ended (contract, section 4.14): they stay revoked when it
 * comes back.
 */

import type { KeycloakSession } from 'keycloak';
import { hasLostStore } from '../../accounts/user-store.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { allowsBackendLinks } from '../../realm/settings/enabled.ts';
import { isGrantValid } from './return-grant.ts';
import { listReturnedLinks, type ReturnedLink, realmsWithReturnedLinks, revokeLink } from './rows.ts';

/** The number of open links that a client had returned to it. */
export function countLinksReturnedTo(session: KeycloakSession, clientUuid: string): number {
  return listReturnedLinks(session, currentTime()).filter(returnedTo(clientUuid)).length;
}

/** Revokes them; returns their number. */
export function revokeLinksReturnedTo(session: KeycloakSession, clientUuid: string): number {
  return revokeThose(session, returnedTo(clientUuid));
}

function returnedTo(clientUuid: string): (link: ReturnedLink) => boolean {
  return ({ grant }) => grant.client === clientUuid;
}

/**
 * Called after an administrator's change of anything in the realm: whatever way a right ended, by a role, a group, a client, an account or a
 * setting, the links that came from it are revoked.
 *
 * @param ofRealm whether the realm itself was changed, which may no longer allow such links
 */
export function revokeLinksOfEndedRights(session: KeycloakSession, ofRealm: boolean): void {
  const realm = requireRealm(session);
  if (!ofRealm && !allowsBackendLinks(realm)) return;
  revokeThose(session, ({ grant }) => {
    if (grant.account !== null && hasLostStore(session, grant.account)) return true;
    const account = grant.account === null ? null : session.users().getUserById(realm, grant.account);
    // A link to an address without an account: one that has got it since is found when the link is used.
    return !isGrantValid(session, grant, account);
  });
}

/** The same after such a change in the realm of those who administer all realms, for the links of each realm. */
export function revokeLinksOfAdministrators(session: KeycloakSession): void {
  const context = session.getContext();
  const own = requireRealm(session);
  for (const id of realmsWithReturnedLinks(session, currentTime())) {
    const realm = session.realms().getRealm(id);
    if (realm === null) continue;
    context.setRealm(realm);
    try {
      revokeLinksOfEndedRights(session, false);
    } finally {
      context.setRealm(own);
    }
  }
}

function revokeThose(session: KeycloakSession, isRevoked: (link: ReturnedLink) => boolean): number {
  const revoked = listReturnedLinks(session, currentTime()).filter(isRevoked);
  for (const { jti, expiresAt } of revoked) {
    revokeLink(session, jti);
    // It no longer expires unused.
    tally(session, 'links_expired', -1, expiresAt);
  }
  return revoked.length;
}
